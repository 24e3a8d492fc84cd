"""Walking sets: loops that bind a register to each member in turn. Every set of the rules is walked here.

    walk(each u: Unit in hand of p where cost of u < 3, body)

    for r over zone(hand of p):
        if first <= r <= last and cost[r] < 3:
            body(r)

A set of several parts that needs one loop (because its body is long, or leaves it) is collected in a list first.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager

from dsl.machine.ir import ops
from dsl.machine.ir.fold import NO, YES, between, binary, both, choose, equals, minus, plus
from dsl.machine.ir.ops import Expr
from dsl.machine.lower.builder import Code, NotLowered
from dsl.machine.lower.expr import spaces
from dsl.machine.lower.expr.applications import define_proc, known_there, value_proc
from dsl.machine.lower.expr.cells import walk_cells
from dsl.machine.lower.expr.expressions import expr, free_locals, local, test
from dsl.machine.lower.expr.members import has_flag, is_box, with_flag
from dsl.machine.lower.expr.places import place_of
from dsl.machine.lower.expr.reached import walk_reached
from dsl.machine.lower.expr.ways import make_way
from dsl.machine.lower.program.cardinality import most, size_of_local
from dsl.machine.lower.program.disjointness import apart
from dsl.machine.lower.program.kinds import names_entities, spaces_of
from dsl.semantics import model as m

Body = Callable[[Expr], None]

_DEEPEST = 32
"""So many definitions of sets are written out inside each other at most."""


def walk_set(code: Code, whole: m.Expr, body: Body) -> None:
    """Write loops that run `body` for each member of a set, in order."""
    match whole:
        case m.Filter():
            walk_set(code, whole.domain, lambda member: _filtered(code, whole, member, body))
        case m.MembersOf():
            _members(code, whole, body)
        case m.KindMembers():
            _range(code, ops.Const(whole.kind.first), ops.Const(whole.kind.last), body)
        case m.BoardSpaces():
            _board(code, whole, body)
        case m.RangeOf():
            _range(code, expr(code, whole.low), expr(code, whole.high), body)
        case m.EndOfZone():
            _end(code, whole, body)
        case m.CellsOf():
            walk_cells(code, whole, body)
        case m.UnionOf() | m.IfExpr():
            walk_list(code, collect(code, whole), body)
        case m.CallDefine():
            _define(code, whole, body)
        case m.LocalRef(type=m.Many()):
            found = local(code, whole)
            assert isinstance(found, ops.ListReg)
            walk_list(code, found.reg, body)
        case m.Reached():
            walk_reached(code, whole, walk_set, body)
        case _:
            if not spaces.walk_spaces(code, whole, walk_set, body):
                _other(code, whole, body)


def _members(code: Code, whole: m.MembersOf, body: Body) -> None:
    """The members of a zone, or of the zones of a name that several have."""
    if whole.zone_value is not None:
        _zone(code, whole.zone_value, body)
    else:
        _hosts(code, whole, lambda zone: _instance(code, zone, body))


def walk_list(code: Code, members: int, body: Body) -> None:
    """A loop over a list register."""
    reg = code.register()
    code.emit(ops.ForList(reg, members, code.nested(lambda: body(ops.Reg(reg)))))


def collect(code: Code, whole: m.Expr) -> int:
    """A new list register with the members of a set as they are now."""
    members = code.register(most(code.work.program, whole))
    (code.draft.entities if names_entities(whole.type) else code.draft.numbers).add(members)
    code.emit(ops.ListClear(members))
    add_all(code, members, whole)
    return members


def sort_by(code: Code, members: int, local: m.Local, order: m.Expr, down: bool) -> None:
    """Put a list in the order of an expression of its members."""
    others = [one for one in free_locals(order) if one is not local]
    work = code.work
    params = [(one, size_of_local(work.program, one)) for one in (local, *others)]
    proc = work.demand(("key", id(order)), "order", params, lambda inner: inner.give(expr(inner, order)), keep=order)
    code.emit(ops.ListSort(members, proc, tuple(code.env[one] for one in others), down))


def add_all(code: Code, members: int, whole: m.Expr) -> None:
    """Add the members of a set to a list."""
    if isinstance(whole, m.UnionOf):
        for index, part in enumerate(whole.parts):
            if apart(part, whole.parts[:index]):
                add_all(code, members, part)
            else:
                _add_part(code, members, part)
    elif isinstance(whole, m.IfExpr):
        then, otherwise = whole.then, whole.otherwise
        code.when(
            expr(code, whole.condition),
            lambda: add_all(code, members, then),
            lambda: add_all(code, members, otherwise),
        )
    elif isinstance(whole, m.CallDefine):
        with _inlined(code, whole) as (body, _):
            add_all(code, members, body)
    elif isinstance(whole, m.MembersOf) and whole.zone_value is None:
        _hosts(code, whole, lambda zone: code.emit(ops.ListZone(members, zone)))
    elif (zone := _one_zone(whole)) is not None:
        code.emit(ops.ListZone(members, expr(code, zone)))
    else:
        walk_set(code, whole, lambda member: code.emit(ops.ListAdd(members, member, False)))


def _one_zone(whole: m.Expr) -> m.Expr | None:
    """The zone whose members are a set; none for the box, which has no list."""
    zone = whole.zone_value if isinstance(whole, m.MembersOf) else whole
    return zone if zone is not None and isinstance(zone.type, m.ZoneValue) and not is_box(zone) else None


def _add_part(code: Code, members: int, part: m.Expr) -> None:
    """Add a part of a union: what is there already is not added again, and none is no member."""
    if isinstance(part.type, m.Many):
        walk_set(code, part, lambda member: code.emit(ops.ListAdd(members, member, True)))
        return
    value = expr(code, part)
    maybe = isinstance(part.type, m.EnumOf) and part.type.or_none
    maybe |= isinstance(part.type, m.Ref) and not code.there(part)
    value = code.keep(value) if maybe else value
    member = minus(value, 1) if isinstance(part.type, m.EnumOf) and part.type.or_none else value
    there = binary("!=", value, NO) if maybe else YES
    code.when(there, lambda: code.emit(ops.ListAdd(members, member, True)))


def _filtered(code: Code, whole: m.Filter, member: Expr, body: Body) -> None:
    code.env[whole.local] = member
    kind = YES if whole.kind is None else between(member, whole.kind.first, whole.kind.last)
    code.when(both(kind, test(code, whole.where)), lambda: body(member))


def _range(code: Code, first: Expr, last: Expr, body: Body) -> None:
    if isinstance(first, ops.Const) and isinstance(last, ops.Const) and last.value < first.value:
        return
    reg = code.register()
    code.emit(ops.ForRange(reg, first, last, 1, code.nested(lambda: body(ops.Reg(reg)))))


def _zone(code: Code, zone: m.Expr, body: Body) -> None:
    if is_box(zone):
        assert isinstance(zone.type, m.ZoneValue)
        kind = zone.type.kind
        first, last = ops.Const(kind.first), ops.Const(kind.last)
        _range(code, first, last, lambda piece: code.when(equals(place_of(code, piece), NO), lambda: body(piece)))
        return
    _instance(code, expr(code, zone), body)


def _instance(code: Code, zone: Expr, body: Body) -> None:
    reg = code.register()
    code.emit(ops.ForZone(reg, zone, code.nested(lambda: body(ops.Reg(reg)))))


def _hosts(code: Code, whole: m.MembersOf, body: Body) -> None:
    """A loop over the zones of a set of entities."""
    zone, over = whole.zone, whole.over
    assert zone is not None and zone.holder is not None and over is not None
    shift = zone.first - zone.holder.first
    walk_set(code, over, lambda host: body(plus(host, shift)))


def _board(code: Code, whole: m.BoardSpaces, body: Body) -> None:
    board, spaces = whole.board, spaces_of(whole.board)
    if whole.subject is None or board.holder is None:
        _range(code, ops.Const(board.first), ops.Const(board.first + spaces - 1), body)
        return
    subject = code.keep(expr(code, whole.subject))
    number = minus(subject, board.holder.first)
    first = code.keep(plus(binary("*", number, ops.Const(spaces)), board.first))
    there = code.there(whole.subject)
    last = plus(first, spaces - 1)
    _range(code, first, last if there else choose(subject, last, NO), body)


def _end(code: Code, whole: m.EndOfZone, body: Body) -> None:
    """The outermost members of a zone, from the outside in."""
    if whole.count is None:
        raise NotLowered(whole.span, "one piece is not a set")
    zone = code.keep(expr(code, whole.zone))
    count = binary("min", expr(code, whole.count), ops.ZoneSize(zone))

    def item(index: Expr) -> None:
        body(code.variable(ops.ZoneItem(zone, index, whole.end == "top")))

    _range(code, NO, minus(count, 1), item)


def _define(code: Code, whole: m.CallDefine, body: Body) -> None:
    """A definition of a set is written out."""
    with _inlined(code, whole) as (inside, outside):

        def member(found: Expr) -> None:
            with outside():
                body(found)

        walk_set(code, inside, member)


@contextmanager
def _inlined(code: Code, whole: m.CallDefine) -> Generator[tuple[m.Expr, Callable[[], AbstractContextManager[None]]]]:
    """The body of a definition, with its parameters bound to the arguments, and a way back out of it: what stands
    there belongs to the outside.
    """
    define = whole.define
    if define.body is None or define in code.inlining:
        raise NotLowered(whole.span, f"`{define.name}` is defined by itself")
    if len(code.inlining) >= _DEEPEST:
        raise NotLowered(whole.span, f"sets are defined by sets more than {_DEEPEST} deep here")
    args = [code.keep(argument(code, arg)) for arg in whole.args]
    before = {param: code.env.get(param) for param in define.params}
    sure, inside = code.sure, code.sure | known_there(code, define.params, whole.args)
    code.env.update(zip(define.params, args, strict=True))
    code.sure = inside
    code.inlining.append(define)

    @contextmanager
    def outside() -> Generator[None]:
        here = {param: code.env[param] for param in define.params}
        _restore(code, before)
        code.sure = sure
        code.inlining.remove(define)
        yield
        code.inlining.append(define)
        code.sure = inside
        code.env.update(here)

    yield define.body, outside
    code.inlining.remove(define)
    code.sure = sure
    _restore(code, before)


def _restore(code: Code, before: dict[m.Local, Expr | None]) -> None:
    for param, value in before.items():
        if value is None:
            code.env.pop(param, None)
        else:
            code.env[param] = value


def _other(code: Code, whole: m.Expr, body: Body) -> None:
    if isinstance(whole.type, m.ZoneValue):
        _zone(code, whole, body)
    elif isinstance(whole.type, m.KeptSet):
        mask, first = code.keep(expr(code, whole)), whole.type.first
        low, high = ops.Const(first), ops.Const(first + whole.type.size - 1)
        _range(code, low, high, lambda value: code.when(has_flag(mask, minus(value, first)), lambda: body(value)))
    else:
        raise NotLowered(whole.span, f"{type(whole).__name__} is not a set that can be walked")


def argument(code: Code, node: m.Expr) -> Expr:
    """An argument: a number, or a list register that holds a set."""
    if not isinstance(node.type, m.Many):
        return expr(code, node)
    if isinstance(node, m.LocalRef):
        return local(code, node)
    return ops.ListReg(collect(code, node))


# ---- functions that ask something of a set ---------------------------------------------------------------------------


def make_set(code: Code, node: m.Expr) -> None:
    """The body of a function that asks something of a set: a quantifier, a size, a membership."""
    match node:
        case m.Quantifier():
            _quantifier(code, node)
        case m.SizeOf():
            _count(code, node.set)
        case m.IsIn():
            item = code.keep(expr(code, node.item))
            walk_set(code, node.set, lambda member: code.when(equals(member, item), lambda: code.give(YES)))
            code.give(NO)
        case m.LongestRun():
            spaces.make_run(code, node)
        case m.LongestWay():
            make_way(code, node, walk_set)
        case m.SetKept():
            _keep(code, node)
        case m.CallDefine():
            code.give(ops.Call(define_proc(code, node.define), _arguments(code, node.args)))
        case m.ValueOf():
            code.give(ops.Call(value_proc(code, node.value, node.printed), _arguments(code, node.args)))
        case _:
            raise NotLowered(node.span, f"{type(node).__name__} asks nothing of a set")


def _arguments(code: Code, args: tuple[m.Expr, ...]) -> tuple[Expr, ...]:
    return tuple(argument(code, arg) for arg in args)


def _count(code: Code, whole: m.Expr) -> None:
    total = code.variable(NO)
    walk_set(code, whole, lambda _: code.emit(ops.SetReg(total.reg, plus(total, 1))))
    code.give(total)


def _keep(code: Code, node: m.SetKept) -> None:
    """The mask of a set, each of whose members is walked once or more often."""
    assert isinstance(node.type, m.KeptSet)
    mask, first = code.variable(NO, number=True), node.type.first
    walk_set(code, node.set, lambda member: code.emit(ops.SetReg(mask.reg, with_flag(mask, minus(member, first)))))
    code.give(mask)


def _quantifier(code: Code, node: m.Quantifier) -> None:
    match node.form:
        case "some":
            walk_set(code, node.over, lambda _: code.when(test(code, node.body), lambda: code.give(YES)))
            code.give(NO)
        case "every":
            negated = m.Op(node.span, m.Bool(), "not", (node.body,)) if node.body else None
            walk_set(code, node.over, lambda _: code.when(_no(code, negated), lambda: code.give(NO)))
            code.give(YES)
        case "number":
            _count(code, node.over)
        case "first":
            of = node.over.local.type
            shift = 1 if isinstance(of, m.EnumOf) and not of.or_none else 0
            walk_set(code, node.over, lambda member: code.give(plus(member, shift)))
            code.give(NO)
        case "last":  # rules do not say it: it is what is changed about `first`, to see who notices
            of, last = node.over.local.type, code.variable(NO)
            shift = 1 if isinstance(of, m.EnumOf) and not of.or_none else 0
            walk_set(code, node.over, lambda member: code.emit(ops.SetReg(last.reg, plus(member, shift))))
            code.give(last)
        case "sum":
            assert node.body is not None
            amount, total = node.body, code.variable(NO)
            walk_set(code, node.over, lambda _: code.emit(ops.SetReg(total.reg, plus(total, expr(code, amount)))))
            code.give(total)
        case "most" | "least":
            _holder_of_extreme(code, node)
        case _:
            _extreme(code, node)


def _no(code: Code, negated: m.Expr | None) -> Expr:
    return NO if negated is None else expr(code, negated)


def _extreme(code: Code, node: m.Quantifier) -> None:
    """The highest or lowest amount."""
    best, found = code.variable(NO), code.variable(NO)
    _better(code, node, node.form == "highest", best, equals(found, NO), lambda _: ops.SetReg(found.reg, YES))
    if node.otherwise is not None:
        code.when(equals(found, NO), lambda: code.give(expr(code, otherwise) if (otherwise := node.otherwise) else NO))
    code.give(best)


def _holder_of_extreme(code: Code, node: m.Quantifier) -> None:
    """The member of the highest or lowest amount, the first of several, or none: members are stored from 1."""
    of = node.over.local.type
    shift = 1 if isinstance(of, m.EnumOf) and not of.or_none else 0
    best, found = code.variable(NO), code.variable(NO)
    none = equals(found, NO)
    _better(code, node, node.form == "most", best, none, lambda member: ops.SetReg(found.reg, plus(member, shift)))
    code.give(found)


def _better(
    code: Code, node: m.Quantifier, most: bool, best: ops.Reg, none: Expr, keep: Callable[[Expr], ops.Stmt]
) -> None:
    """Walk the set; `best` becomes the amount of each member that has a better one than those before, which is kept."""
    assert node.body is not None
    amount, better = node.body, ">" if most else "<"

    def member(this: Expr) -> None:
        value = code.variable(expr(code, amount))
        code.when(
            ops.Bin("or", none, ops.Bin(better, value, best)),
            lambda: (code.emit(ops.SetReg(best.reg, value)), code.emit(keep(this)))[0],
        )

    walk_set(code, node.over, member)
