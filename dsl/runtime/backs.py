"""What the rules say of pieces that nobody can tell apart: the backs they show, the cards that are kept secret."""

from __future__ import annotations

from dsl.machine.ir.ops import Machine
from dsl.semantics.model import Card, Kind, Program


def holders(program: Program | None) -> dict[int, str]:
    """The kind that each zone of entities is of, by its first instance."""
    zones = program.zones if program is not None else ()
    return {zone.first: zone.holder.name for zone in zones if zone.holder is not None}


def secret_cards(program: Program | None) -> list[Card]:
    """The cards that the rules keep secret."""
    return [card for card in (program.cards if program is not None else ()) if card.secret]


def backs_of(program: Program | None) -> dict[int, str]:
    """The back that pieces show in each zone, by its first instance: what all kinds it admits have in common."""
    if program is None:
        return {}
    backs = {0: label_of(program.piece_kind)}
    for zone in program.zones:
        common = zone.kinds[0] if zone.kinds else program.piece_kind
        for kind in zone.kinds[1:]:
            while common not in _lineage(kind) and common.parent is not None:
                common = common.parent
        backs[zone.first] = label_of(common)
    return backs


def label_of(kind: Kind) -> str:
    """What a piece of a kind is called; the name of the kind, in small letters, if the rules give no other word."""
    return kind.label if kind.label not in ("", kind.name) else kind.name.lower()


def _lineage(kind: Kind) -> list[Kind]:
    lineage: list[Kind] = []
    step: Kind | None = kind
    while step is not None:
        lineage.append(step)
        step = step.parent
    return lineage


def captured(machine: Machine) -> list[int]:
    """The slots of what lasts or waits that may hold entities."""
    return [
        slot
        for region in machine.layout.regions
        if region.entry
        for slot in range(region.base + 1, region.base + region.size)
        if (slot - region.base - 1) % region.entry not in region.numbers
    ]


def zones_by_host(machine: Machine) -> dict[int, list[int]]:
    """The zone instances that each space and piece has."""
    found: dict[int, list[int]] = {}
    for zone, host in enumerate(machine.tables[machine.zone_host]):
        if host:
            found.setdefault(host, []).append(zone)
    return found
