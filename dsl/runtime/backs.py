"""What the rules say of pieces that nobody can tell apart: the backs they show."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dsl.machine.ir.ops import Machine

if TYPE_CHECKING:
    from dsl.semantics.model import Kind, Program  # a game is played without it


def backs_of(program: Program) -> dict[int, str]:
    """The back that pieces show in each zone, by its first instance: what all kinds it admits have in common."""
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
    return kind.label if kind.label not in ("", kind.name) else apart(kind.name).lower()


def apart(name: str) -> str:
    """A name of several words as people read it: `CellarSpace` is a Cellar space."""
    return re.sub(r"(?<=[^\W\d_A-Z])[A-Z](?=[^\W\d_A-Z])", lambda found: f" {found[0].lower()}", name)


def _lineage(kind: Kind) -> list[Kind]:
    lineage: list[Kind] = []
    step: Kind | None = kind
    while step is not None:
        lineage.append(step)
        step = step.parent
    return lineage


def zones_by_host(machine: Machine) -> dict[int, list[int]]:
    """The zone instances that each space and piece has."""
    found: dict[int, list[int]] = {}
    for zone, host in enumerate(machine.tables[machine.zone_host]):
        if host:
            found.setdefault(host, []).append(zone)
    return found
