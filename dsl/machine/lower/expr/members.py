"""Questions about sets that need no loop here: sizes, membership; and those that become functions with one."""

from __future__ import annotations

from dsl.machine.ir import ops
from dsl.machine.ir.fold import NO, YES, between, binary, both, choose, equals, every, minus, plus, some
from dsl.machine.ir.ops import Expr
from dsl.machine.lower.builder import Code, NotLowered
from dsl.machine.lower.expr import bags
from dsl.machine.lower.expr.cells import count_cells, has_cell
from dsl.machine.lower.expr.expressions import ask, expr, local, spilled, test, with_locals
from dsl.machine.lower.expr.places import place_of
from dsl.machine.lower.program.kinds import is_a, spaces_of
from dsl.semantics import model as m


def quantifier(code: Code, node: m.Quantifier) -> Expr:
    """A question about the members of a set: a function of its own."""
    over = node.over
    if over.where is None and over.kind is None and node.body is None and node.form in ("number", "some"):
        size = _size(code, node, over.domain)
        return size if node.form == "number" else binary(">", size, NO)
    if node.form == "first" and over.where is None and over.kind is None and isinstance(over.domain, m.MembersOf):
        zone = over.domain.zone_value
        if zone is not None and not is_box(zone):
            return ops.ZoneItem(expr(code, zone), NO, False)
    return ask(code, node, node.form, lambda inner: code.work.makers.set(inner, node))


def longest_way(code: Code, node: m.LongestWay) -> Expr:
    """How many steps: a function of its own."""
    return ask(code, node, f"longest {node.form}", lambda inner: code.work.makers.set(inner, node))


def longest_run(code: Code, node: m.LongestRun) -> Expr:
    """How many spaces in a row: a function of its own."""
    return ask(code, node, "longest run", lambda inner: code.work.makers.set(inner, node))


def size_of(code: Code, node: m.SizeOf) -> Expr:
    """The number of members of a set, or of all that a bag holds."""
    if isinstance(node.set.type, m.BagOf):
        return bags.size_of(code, node, node.set)
    return _size(code, node, node.set)


def _size(code: Code, node: m.Expr, whole: m.Expr) -> Expr:
    match whole:
        case m.MembersOf(zone_value=m.Expr()) if not is_box(whole.zone_value):
            assert whole.zone_value is not None
            return ops.ZoneSize(expr(code, whole.zone_value))
        case m.KindMembers():
            return ops.Const(max(0, whole.kind.last - whole.kind.first + 1))
        case m.BoardSpaces() if whole.subject is None or code.there(whole.subject):
            return ops.Const(spaces_of(whole.board))
        case m.RangeOf():
            size = plus(minus(expr(code, whole.high), expr(code, whole.low)), 1)
            return binary("max", NO, size)
        case m.CellsOf():
            return count_cells(code, whole)
        case m.LocalRef(type=m.Many()):
            found = local(code, whole)
            assert isinstance(found, ops.ListReg)
            return ops.ListSize(found.reg)
        case _:
            if isinstance(whole.type, m.ZoneValue) and not is_box(whole):
                return ops.ZoneSize(expr(code, whole))
            return ask(code, node, "size", lambda inner: code.work.makers.set(inner, node))


def is_box(node: m.Expr | None) -> bool:
    """Whether a zone is the box."""
    return isinstance(node, m.Const) and isinstance(node.type, m.ZoneValue) and node.value == 0


def is_in(code: Code, node: m.IsIn) -> Expr:
    """`x in SET`."""
    item = expr(code, node.item)
    if isinstance(node.set, m.CallDefine | m.EndOfZone) or not _askable(node.set):
        return ask(code, node, "in", lambda inner: code.work.makers.set(inner, node))
    there = code.there(node.item)
    of = node.item.type if not isinstance(node.item, m.ZoneOwner) else m.Type()
    return spilled(code, node, [item], lambda parts: _among(code, parts[0], node.set, there, of))


def _askable(whole: m.Expr) -> bool:
    """Whether membership can be asked without walking the set."""
    match whole:
        case m.Filter():
            return _askable(whole.domain)
        case m.UnionOf():
            return all(not isinstance(part.type, m.Many) or _askable(part) for part in whole.parts)
        case m.IfExpr():
            return _askable(whole.then) and _askable(whole.otherwise)
        case m.MembersOf():
            return whole.over is None or _askable(whole.over)
        case m.EndOfZone() | m.CallDefine():
            return not isinstance(whole.type, m.Many)
        case m.StepFrom() | m.EdgeFrom() | m.LineFrom() | m.Cut() | m.Reached() | m.Touching() | m.CrossedFrom():
            return False
        case _:
            return True


def _among(code: Code, item: Expr, whole: m.Expr, there: bool, of: m.Type) -> Expr:
    """Whether a simple item of a type is in a set. there: it is not none."""
    match whole:
        case m.KindMembers():
            if there and isinstance(of, m.Ref) and is_a(of.kind, whole.kind):
                return YES
            return between(item, max(1, whole.kind.first), whole.kind.last)
        case m.RangeOf():
            low, high = expr(code, whole.low), expr(code, whole.high)
            return both(binary("<=", low, item), binary("<=", item, high))
        case m.LocalRef(type=m.Many()):
            found = local(code, whole)
            assert isinstance(found, ops.ListReg)
            return ops.ListHas(found.reg, item)
        case m.Filter():
            return _in_filter(code, item, whole, there, of)
        case m.UnionOf():
            return some(_in_part(code, item, part, there, of) for part in whole.parts)
        case m.IfExpr():
            then, otherwise = _among(code, item, whole.then, there, of), _among(code, item, whole.otherwise, there, of)
            return choose(expr(code, whole.condition), then, otherwise)
        case _:
            return _lies_among(code, item, whole, there)


def _lies_among(code: Code, item: Expr, whole: m.Expr, there: bool) -> Expr:
    """As _among, of what lies on a board or in zones, and of a set of values."""
    match whole:
        case m.BoardSpaces():
            return _in_board(code, item, whole)
        case m.CellsOf():
            return has_cell(code, whole, item)
        case m.MembersOf(zone_value=None):
            return _in_zones(code, item, whole, there)
        case m.MembersOf(zone_value=m.Expr()):
            assert whole.zone_value is not None
            return _lies_in(code, item, whole.zone_value, there)
        case _:
            if isinstance(whole.type, m.ZoneValue):
                return _lies_in(code, item, whole, there)
            if isinstance(whole.type, m.KeptSet):
                held = has_flag(expr(code, whole), minus(item, whole.type.first))
                return held if there or isinstance(whole.type, m.FlagSet) else both(binary("!=", item, NO), held)
            raise NotLowered(whole.span, f"membership in {type(whole).__name__}")


def has_flag(mask: Expr, position: Expr) -> Expr:
    """Whether a set that is kept holds the member at a position."""
    return binary("!=", binary("&", mask, binary("<<", YES, position)), NO)


def with_flag(mask: Expr, position: Expr) -> Expr:
    """A set that is kept, with the member at a position."""
    return binary("|", mask, binary("<<", YES, position))


def kept_set(code: Code, node: m.SetKept) -> Expr:
    """A set that is walked, as a number."""
    return ask(code, node, "set", lambda inner: code.work.makers.set(inner, node))


def _in_filter(code: Code, item: Expr, whole: m.Filter, there: bool, of: m.Type) -> Expr:
    tests = [_among(code, item, whole.domain, there, of)]
    if whole.kind is not None:
        tests.append(between(item, whole.kind.first, whole.kind.last))
    tests.append(with_locals(code, [whole.local], [item], lambda: test(code, whole.where)))
    return every(tests)


def _in_part(code: Code, item: Expr, part: m.Expr, there: bool, of: m.Type) -> Expr:
    if isinstance(part.type, m.Many):
        return _among(code, item, part, there, of)
    value = expr(code, part)
    if isinstance(part.type, m.EnumOf) and part.type.or_none:
        return equals(item, minus(value, 1))
    same = equals(item, value)
    return same if there or not isinstance(part.type, m.Ref) else both(binary("!=", item, NO), same)


def _in_board(code: Code, item: Expr, whole: m.BoardSpaces) -> Expr:
    board, spaces = whole.board, spaces_of(whole.board)
    if whole.subject is None or board.holder is None:
        return between(item, board.first, board.first + spaces - 1)
    offset = minus(item, board.first)
    numbers = between(item, board.first, board.first + spaces * (board.holder.last - board.holder.first + 1) - 1)
    owner = plus(binary("//", offset, ops.Const(spaces)), board.holder.first)
    return both(numbers, equals(owner, expr(code, whole.subject)))


def _lies_in(code: Code, item: Expr, zone: m.Expr, there: bool) -> Expr:
    """Whether a piece lies in a zone. The zone of none is none, and nothing lies there."""
    place = place_of(code, item)
    tests: list[Expr] = [] if there else [binary("!=", item, NO)]
    found = expr(code, zone)
    tests.append(equals(place, found))
    sure = isinstance(zone, m.ZoneOf) and (zone.subject is None or code.there(zone.subject))
    if not sure and not is_box(zone) and not isinstance(found, ops.Const):
        tests.append(binary("!=", place, NO))
    return every(tests)


def _in_zones(code: Code, item: Expr, whole: m.MembersOf, there: bool) -> Expr:
    """Whether a piece lies in a zone of one of the entities of a set."""
    zone, over = whole.zone, whole.over
    assert zone is not None and zone.holder is not None and over is not None
    place = place_of(code, item)
    inside = between(place, zone.first, zone.first + zone.instances - 1)
    if isinstance(over, m.KindMembers) and over.kind is zone.holder:
        asked: Expr = YES
    elif isinstance(over, m.KindMembers | m.BoardSpaces):
        asked = _among(code, plus(place, zone.holder.first - zone.first), over, True, m.Ref(zone.holder))
    else:
        probe = m.Local("host", m.Ref(zone.holder), None)
        node = m.IsIn(whole.span, m.Bool(), m.LocalRef(whole.span, probe.type, probe), over)
        code.env[probe] = plus(place, zone.holder.first - zone.first)
        asked = ask(code, node, "in", lambda inner: code.work.makers.scalar(inner, node))
        del code.env[probe]
    tests = [inside, asked] if there else [binary("!=", item, NO), inside, asked]
    return every(tests)
