"""Questions about kinds and types that need nothing but the declarations."""

from __future__ import annotations

from dsl.semantics import model as m
from dsl.semantics.types import ancestors, highest_stored, is_a, lowest_stored, related

__all__ = [
    "ancestors",
    "fitting",
    "holding",
    "is_a",
    "live_of",
    "may_be_none",
    "names_entities",
    "related",
    "size_of",
    "spaces_of",
    "stored",
]


def size_of(kind: m.Kind) -> int:
    """How many entities a kind has."""
    return max(0, kind.last - kind.first + 1)


def fitting(zone: m.Zone, kind: m.Kind) -> bool:
    """Whether a piece of the kind may lie in the zone."""
    return any(related(kind, fits) for fits in zone.kinds)


def names_entities(type_: m.Type) -> bool:
    """Whether a value of this type, or a member of it, is an entity and not a plain number."""
    while isinstance(type_, m.Many):
        type_ = type_.of
    return not isinstance(type_, m.Int | m.Bool | m.EnumOf | m.FlagSet | m.ThingSet | m.BagOf | m.Word | m.ZoneValue)


def stored(type_: m.Type) -> tuple[int, int]:
    """The least and the greatest number that stand for values of a type."""
    return lowest_stored(type_), highest_stored(type_)


def may_be_none(type_: m.Type) -> bool:
    """Whether a reference of this type can be none."""
    return not isinstance(type_, m.Ref) or type_.or_none


def live_of(kind: m.Kind) -> m.Live | None:
    """The `live when` of a kind, its own or inherited."""
    return next((above.live for above in ancestors(kind) if above.live is not None), None)


def spaces_of(board: m.Board) -> int:
    """The spaces of one holder of a board."""
    count = 1
    for _, size, _ in board.dims:
        count *= size
    return count


def holding(program: m.Program, kind: m.Kind) -> list[m.Zone]:
    """The zones in which a piece of the kind may lie."""
    return [zone for zone in program.zones if fitting(zone, kind)]
