"""How many members a set can have, at least and at most.

What needs a bound asks here; so does what must not be empty.
"""

from __future__ import annotations

from collections.abc import Callable

from dsl.semantics import model
from dsl.semantics.types import related
from dsl.semantics.world import World


def most_members(world: World, expr: model.Expr) -> int:
    """The greatest number of members a set (or zone) can have."""
    if isinstance(expr, model.Filter):
        inner = most_members(world, expr.domain)
        return min(inner, _size(expr.kind)) if expr.kind else inner
    if isinstance(expr, model.IfExpr):
        return max(most_members(world, expr.then), most_members(world, expr.otherwise))
    rule = _MOST.get(type(expr))
    if rule is not None:
        return rule(world, expr)
    if isinstance(expr.type, model.ZoneValue):
        kind = expr.type.kind
        return max((zone.capacity for zone in world.zones if _holds(zone, kind)), default=0)
    if isinstance(expr.type, model.Many):
        return _of_type(expr.type.of)
    return 1


def _holds(zone: model.Zone, kind: model.Kind) -> bool:
    return any(related(other, kind) for other in zone.kinds)


def _size(kind: model.Kind) -> int:
    return kind.last - kind.first + 1


def _of_type(type_: model.Type) -> int:
    if isinstance(type_, model.Ref):
        return _size(type_.kind)
    if isinstance(type_, model.EnumOf):
        return len(type_.enum.values)
    if isinstance(type_, model.Int):
        return max(0, type_.high - type_.low + 1)
    return 1


def _members(world: World, expr: model.Expr) -> int:
    assert isinstance(expr, model.MembersOf)
    if expr.zone_value is not None:
        return most_members(world, expr.zone_value)
    assert expr.zone is not None and expr.over is not None
    everything = sum(_size(kind) for kind in expr.zone.kinds)
    return min(everything, expr.zone.capacity * most_members(world, expr.over))


def _cells(world: World, expr: model.Expr) -> int:
    assert isinstance(expr, model.CellsOf)
    room = max((zone.capacity for zone in world.zones if zone.shape == "layout"), default=0)
    area = world.cells.stride**2 if world.cells is not None else 0
    return {"beside": 4, "neighbours": 4, "cluster": room, "fringe": min(area, 2 * room + 2)}.get(expr.how, area)


def _zone(_world: World, expr: model.Expr) -> int:
    assert isinstance(expr, model.ZoneOf)
    return expr.zone.capacity


def _kind(_world: World, expr: model.Expr) -> int:
    assert isinstance(expr, model.KindMembers)
    return _size(expr.kind)


def _board(world: World, expr: model.Expr) -> int:
    assert isinstance(expr, model.BoardSpaces)
    size = 1
    for _, count, _ in expr.board.dims:
        size *= count
    return size


def _range(_world: World, expr: model.Expr) -> int:
    assert isinstance(expr, model.RangeOf)
    low, high = expr.low.type, expr.high.type
    if isinstance(low, model.Int) and isinstance(high, model.Int):
        return max(0, high.high - low.low + 1)
    return _of_type(low)


def _union(world: World, expr: model.Expr) -> int:
    assert isinstance(expr, model.UnionOf)
    together = sum(most_members(world, part) for part in expr.parts)
    return min(together, _of_type(expr.type.of)) if isinstance(expr.type, model.Many) else together


def _ends(world: World, expr: model.Expr) -> int:
    assert isinstance(expr, model.EndOfZone)
    capacity = most_members(world, expr.zone)
    if expr.count is not None and isinstance(expr.count.type, model.Int):
        return max(0, min(capacity, expr.count.type.high))
    return capacity


def _local(world: World, expr: model.Expr) -> int:
    assert isinstance(expr, model.LocalRef)
    if isinstance(expr.type, model.Many):
        return expr.local.capacity
    if isinstance(expr.type, model.ZoneValue):
        kind = expr.type.kind
        return max((zone.capacity for zone in world.zones if _holds(zone, kind)), default=0)
    return 1


def _box(world: World, expr: model.Expr) -> int:
    return _size(world.piece) if isinstance(expr.type, model.ZoneValue) else 1


_MOST: dict[type[model.Expr], Callable[[World, model.Expr], int]] = {
    model.MembersOf: _members,
    model.CellsOf: _cells,
    model.ZoneOf: _zone,
    model.KindMembers: _kind,
    model.BoardSpaces: _board,
    model.RangeOf: _range,
    model.UnionOf: _union,
    model.EndOfZone: _ends,
    model.LocalRef: _local,
    model.Const: _box,
}


def surely_nonempty(expr: model.Expr) -> bool:
    """Whether a set has a member in every position of the game."""
    if isinstance(expr, model.KindMembers):
        return _size(expr.kind) > 0
    if isinstance(expr, model.BoardSpaces):
        return True
    if isinstance(expr, model.RangeOf):
        low, high = expr.low.type, expr.high.type
        if isinstance(low, model.Int) and isinstance(high, model.Int):
            return low.high <= high.low
        return True
    if isinstance(expr, model.UnionOf):
        return any(_surely_there(part) for part in expr.parts)
    if isinstance(expr, model.IfExpr):
        return surely_nonempty(expr.then) and surely_nonempty(expr.otherwise)
    return isinstance(expr, model.Filter) and expr.where is None and expr.kind is None and surely_nonempty(expr.domain)


def _surely_there(part: model.Expr) -> bool:
    if isinstance(part.type, model.Ref | model.EnumOf):
        return not part.type.or_none
    return isinstance(part.type, model.Int) or surely_nonempty(part)
