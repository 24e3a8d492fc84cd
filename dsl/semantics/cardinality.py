"""How many members a set can have, at least and at most: one answer for the checker and for the room of lists.

Only the checked model is asked, so it can be asked while a program is being checked and when it is lowered.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Protocol

from dsl.semantics import model
from dsl.semantics.types import related


class Holdings(Protocol):
    """What sets are made of: the zones of a game, and the cells of its layouts."""

    @property
    def zones(self) -> Sequence[model.Zone]:
        """All zones."""
        ...

    @property
    def cells(self) -> model.Cells | None:
        """The cells, if there is a layout."""
        ...


def most_members(things: Holdings, whole: model.Expr) -> int:
    """The greatest number of members that a set or zone can have; 1 for what is no set."""
    match whole:
        case model.Filter():
            inner = most_members(things, whole.domain)
            return min(inner, _size(whole.kind)) if whole.kind else inner
        case model.IfExpr():
            return max(most_members(things, whole.then), most_members(things, whole.otherwise))
        case model.CallDefine():
            return _defined(things, whole)
        case model.MembersOf():
            return _of_holders(things, whole)
        case model.UnionOf():
            together = sum(most_members(things, part) for part in whole.parts)
            return min(together, _of_type(whole.type.of)) if isinstance(whole.type, model.Many) else together
        case model.EndOfZone(type=model.Many()):
            inside, count = most_members(things, whole.zone), whole.count
            return inside if count is None or not isinstance(count.type, model.Int) else _between(inside, count.type)
        case model.LocalRef(type=model.Many()):
            return most_of_local(whole.local)
        case _:
            return _plain(things, whole)


def most_of_local(local: model.Local) -> int:
    """The greatest number of members of the set that a local stands for."""
    assert isinstance(local.type, model.Many)
    return local.capacity or _of_type(local.type.of)


def _plain(things: Holdings, whole: model.Expr) -> int:
    """What is not made of other sets."""
    match whole:
        case model.ZoneOf():
            return whole.zone.capacity
        case model.KindMembers():
            return _size(whole.kind)
        case model.BoardSpaces():
            return prod(size for _, size, _ in whole.board.dims)
        case model.RangeOf():
            return _of_range(whole)
        case model.WordsSuchAs():
            return len(whole.words)
        case model.CellsOf():
            return _of_cells(things, whole)
        case _:
            return _by_type(things, whole)


def _by_type(things: Holdings, whole: model.Expr) -> int:
    type_ = whole.type
    if isinstance(type_, model.ZoneValue):
        if isinstance(whole, model.Const):  # the box, which holds whatever lies nowhere
            return _size(type_.kind)
        return max((zone.capacity for zone in things.zones if _holds(zone, type_.kind)), default=0)
    if isinstance(type_, model.KeptSet):
        return type_.size
    return _of_type(type_.of) if isinstance(type_, model.Many) else 1


def _of_type(type_: model.Type) -> int:
    """How many different values a type has."""
    if isinstance(type_, model.Ref):
        return _size(type_.kind)
    if isinstance(type_, model.EnumOf):
        return len(type_.enum.values)
    if isinstance(type_, model.Int):
        return max(0, type_.high - type_.low + 1)
    return 1


def _holds(zone: model.Zone, kind: model.Kind) -> bool:
    return any(related(other, kind) for other in zone.kinds)


def _size(kind: model.Kind) -> int:
    return max(0, kind.last - kind.first + 1)


def _between(inside: int, number: model.Int) -> int:
    return max(0, min(inside, number.high))


def _of_range(whole: model.RangeOf) -> int:
    low, high = whole.low.type, whole.high.type
    if isinstance(low, model.Int) and isinstance(high, model.Int):
        return max(0, high.high - low.low + 1)
    return _of_type(low)


def _of_holders(things: Holdings, whole: model.MembersOf) -> int:
    """What lies in one zone, or in the zones of one sort of several holders."""
    if whole.zone_value is not None:
        return most_members(things, whole.zone_value)
    assert whole.zone is not None and whole.over is not None
    everything = sum(_size(kind) for kind in whole.zone.kinds)
    return min(everything, whole.zone.capacity * most_members(things, whole.over))


def _of_cells(things: Holdings, whole: model.CellsOf) -> int:
    """A cell touches four others; a shape of n pieces is touched by at most 2n + 2 cells."""
    room = max((zone.capacity for zone in things.zones if zone.shape == "layout"), default=0)
    area = things.cells.stride**2 if things.cells is not None else 0
    return {"beside": 4, "neighbours": 4, "cluster": room, "fringe": min(area, 2 * room + 2)}.get(whole.how, area)


def _defined(things: Holdings, whole: model.CallDefine) -> int:
    """Worked out once for each definition, since those that use two others each would otherwise take for ever."""
    define = whole.define
    if define.body is None:
        return _by_type(things, whole)
    if define.capacity is None:
        define.capacity = most_members(things, define.body)
    return define.capacity


# ---- sets that are never empty ---------------------------------------------------------------------------------------


def surely_nonempty(whole: model.Expr) -> bool:
    """Whether a set has a member in every position of the game."""
    match whole:
        case model.KindMembers():
            return _size(whole.kind) > 0
        case model.BoardSpaces() | model.WordsSuchAs():
            return True
        case model.RangeOf():
            low, high = whole.low.type, whole.high.type
            return not isinstance(low, model.Int) or not isinstance(high, model.Int) or low.high <= high.low
        case model.UnionOf():
            return any(_surely_there(part) for part in whole.parts)
        case model.IfExpr():
            return surely_nonempty(whole.then) and surely_nonempty(whole.otherwise)
        case model.Filter(where=None, kind=None):
            return surely_nonempty(whole.domain)
        case _:
            return False


def _surely_there(part: model.Expr) -> bool:
    if isinstance(part.type, model.Ref | model.EnumOf):
        return not part.type.or_none
    return isinstance(part.type, model.Int) or surely_nonempty(part)
