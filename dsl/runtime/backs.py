"""The words on the backs of pieces: what all kinds that a zone admits have in common."""

from __future__ import annotations

from dsl.semantics.model import Kind, Program


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
