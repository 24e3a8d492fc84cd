"""How many members a set can have at most: the capacity of the lists that hold them."""

from __future__ import annotations

from dsl.machine.lower.program.kinds import holding, size_of, spaces_of
from dsl.semantics import model as m


def size_of_local(program: m.Program, local: m.Local) -> int:
    """The size of the register of a local: 0 for a number, else the capacity of its list."""
    if not isinstance(local.type, m.Many):
        return 0
    return max(1, local.capacity or _all(program, local.type.of))


def most(program: m.Program, whole: m.Expr) -> int:
    """The most members of a set, at least 1 so that a list for it is a list."""
    return max(1, _most(program, whole))


def _most(program: m.Program, whole: m.Expr) -> int:
    match whole:
        case m.Filter():
            inner = _most(program, whole.domain)
            return min(inner, size_of(whole.kind)) if whole.kind else inner
        case m.MembersOf():
            return _members(program, whole)
        case m.ZoneOf():
            return whole.zone.capacity
        case m.KindMembers():
            return size_of(whole.kind)
        case m.BoardSpaces():
            return spaces_of(whole.board)
        case m.UnionOf():
            return _all_or(program, whole, sum(_most(program, part) for part in whole.parts))
        case m.IfExpr():
            return max(_most(program, whole.then), _most(program, whole.otherwise))
        case m.CellsOf():
            return _cells(program, whole)
        case m.CallDefine():
            return _most_of(program, whole.define)
        case m.EndOfZone():
            return _end(program, whole)
        case m.LocalRef(type=m.Many()):
            return size_of_local(program, whole.local)
        case _:
            return _by_type(program, whole)


def _end(program: m.Program, whole: m.EndOfZone) -> int:
    inside = _most(program, whole.zone)
    if whole.count is not None and isinstance(whole.count.type, m.Int):
        return min(inside, max(0, whole.count.type.high))
    return inside


def _most_of(program: m.Program, define: m.Define) -> int:
    """Worked out once, since definitions that are each made of two others would otherwise take for ever."""
    if define.capacity is None:
        define.capacity = _most(program, define.body) if define.body else 1
    return define.capacity


def _by_type(program: m.Program, whole: m.Expr) -> int:
    if isinstance(whole.type, m.ZoneValue):
        if isinstance(whole, m.Const):
            return size_of(whole.type.kind)
        return max((zone.capacity for zone in holding(program, whole.type.kind)), default=0)
    if isinstance(whole.type, m.FlagSet):
        return len(whole.type.enum.values)
    return _all(program, whole.type.of) if isinstance(whole.type, m.Many) else 1


def _cells(program: m.Program, whole: m.CellsOf) -> int:
    """Cells touch four others; a shape of n pieces is touched by at most 2n + 2 cells."""
    room = max((zone.capacity for zone in program.zones if zone.shape == "layout"), default=0)
    area = program.cells.stride**2 if program.cells is not None else 0
    return {"beside": 4, "neighbours": 4, "cluster": room, "fringe": min(area, 2 * room + 2)}.get(whole.how, area)


def _members(program: m.Program, whole: m.MembersOf) -> int:
    if whole.zone_value is not None:
        return _most(program, whole.zone_value)
    assert whole.zone is not None and whole.over is not None
    everything = sum(size_of(kind) for kind in whole.zone.kinds)
    return min(everything, whole.zone.capacity * _most(program, whole.over))


def _all_or(program: m.Program, whole: m.Expr, size: int) -> int:
    return min(size, _all(program, whole.type.of)) if isinstance(whole.type, m.Many) else size


def _all(program: m.Program, type_: m.Type) -> int:
    if isinstance(type_, m.Ref):
        return size_of(type_.kind)
    if isinstance(type_, m.EnumOf):
        return len(type_.enum.values)
    if isinstance(type_, m.Int):
        return max(0, type_.high - type_.low + 1)
    return program.entity_count
