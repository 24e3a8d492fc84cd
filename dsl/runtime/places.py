"""Where pieces can lie, as people call it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from dsl.machine.ir.ops import Machine, ZoneInfo
from dsl.runtime.about import About
from dsl.runtime.tongues.own import Own


@dataclass(frozen=True, slots=True)
class Place:
    """A zone instance as people see it: the declared zone, whose it is, its words, the back its pieces show."""

    info: ZoneInfo | None
    instance: int
    owner: int
    host: int
    words: str
    back: str

    @property
    def lies_open(self) -> bool:
        """Whether people see what lies there, if only its back: on the table, not in a hand or a deck."""
        return self.info is not None and self.info.seen in ("all", "faces")


def places_of(
    machine: Machine, about: About, title: Callable[[int], str], zones_of: Mapping[int, list[int]], own: Own
) -> list[Place]:
    """Every zone instance, the box first. title: what an entity is called; zones_of: the instances that each has."""
    backs, holders, labels = dict(about.backs), dict(about.holders), dict(about.labels)
    owners, hosts = machine.tables[machine.zone_owner], machine.tables[machine.zone_host]

    def words(info: ZoneInfo, instance: int) -> str:
        label, host, owner = info.label or info.name, hosts[instance], owners[instance]
        if machine.players < host < machine.first_piece:
            main = zones_of[host][0] == instance  # the first zone of a space is what "at" means
            return own("at {1}", title(host)) if main else own("at {1} ({2})", title(host), label)
        if host >= machine.first_piece:
            # what the zone is of, not what this one is
            kind = holders.get(info.first) or machine.names.entities[host - machine.entity_count - 1].kind
            return own("in {1} of {2}", label, own.one(labels.get(kind, kind.lower())))
        return own("in {1} of {2}", label, title(owner)) if owner else own("in {1}", label)

    found = [Place(None, 0, 0, 0, own("in the box"), backs.get(0, "card"))]
    for info in sorted(machine.names.zones, key=lambda zone: zone.first):
        for at in range(info.first, info.first + info.instances):
            found.append(Place(info, at, owners[at], hosts[at], words(info, at), backs.get(info.first, "card")))
    return found
