"""Expressions of the rules as expressions of the machine.

An expression of the machine is pure and has no loops and no names for parts. What needs one becomes a call of a small
function whose parameters are the locals that occur in it:

    number of u in units of p where ready of u    call number(p)
    damage of Unit of c                           call field(c):  r1 := host(c)
                                                                  return (if r1 then S[damage + r1] else 0)

`Code.root` is the expression that such a function computes; only directly in it may a part be put into a register.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dsl.machine import ops
from dsl.machine.builder import Code, NotLowered
from dsl.machine.kinds import is_a, stored
from dsl.machine.layout import holding, homes, spaces_of
from dsl.machine.ops import Expr
from dsl.machine.sizes import most, size_of_local
from dsl.machine.terms import (
    NO,
    YES,
    between,
    binary,
    both,
    choose,
    equals,
    every,
    limited,
    load,
    look,
    minus,
    negate,
    plus,
    simple,
    some,
)
from dsl.semantics import model as m
from dsl.semantics.walk import walk

Use = Callable[[Expr], Expr]
_SMALL = 14
"""Nodes of a definition that is written out where it is used."""


def expr(code: Code, node: m.Expr) -> Expr:
    """The value of an expression that is one number."""
    match node:
        case m.Const():
            return ops.Const(node.value)
        case m.LocalRef():
            return local(code, node)
        case m.FieldOf():
            return _field(code, node)
        case m.Op():
            return _operator(code, node)
        case m.IfExpr():
            return choose(expr(code, node.condition), expr(code, node.then), expr(code, node.otherwise))
        case m.CallDefine():
            return _define(code, node)
        case m.ValueOf():
            return _value(code, node)
        case m.Quantifier():
            return _quantifier(code, node)
        case m.IsKind():
            return _is_kind(code, node)
        case m.IsIn():
            return _is_in(code, node)
        case m.SizeOf():
            return _size(code, node, node.set)
        case m.ZoneOf() | m.EndOfZone() | m.ZoneOwner() | m.HostOf() | m.HolderOf() | m.SpaceAt():
            return _place(code, node)
        case m.CanAct():
            proc = can_act(code, node.action)
            return on(code, node, node.player, lambda player: ops.Call(proc, (player,)))
        case m.GameFact():
            return _fact(code, node)
        case _:
            raise NotLowered(node.span, f"{type(node).__name__} is not one value")


def test(code: Code, node: m.Expr | None) -> Expr:
    """A condition; no condition holds."""
    return YES if node is None else expr(code, node)


def local(code: Code, node: m.LocalRef) -> Expr:
    """What a local stands for."""
    found = code.env.get(node.local)
    if found is None:
        raise NotLowered(node.span, f"`{node.local.name}` has no value here")
    return found


# ---- functions of expressions ---------------------------------------------------------------------------------------


def free_locals(node: object) -> list[m.Local]:
    """The locals that an expression takes from outside, in the order in which they occur."""
    found: dict[m.Local, None] = {}
    bound: set[m.Local] = set()
    for part in walk(node):
        if isinstance(part, m.LocalRef):
            found[part.local] = None
        elif isinstance(part, m.Filter):
            bound.add(part.local)
    return [one for one in found if one not in bound]


def ask(code: Code, node: m.Expr, name: str, make: Callable[[Code], None]) -> Expr:
    """A call of the function that computes an expression."""
    locals_ = free_locals(node)
    args = tuple(local(code, m.LocalRef(node.span, one.type, one)) for one in locals_)
    sizes = [code.sizes[arg.reg] if isinstance(arg, ops.ListReg) else 0 for arg in args]
    params = list(zip(locals_, sizes, strict=True))
    proc = code.work.demand(
        (name, id(node), *sizes), name, params, make, site=code.work.site(node.span, rule=code.rule), keep=node
    )
    return ops.Call(proc, args)


def spilled(code: Code, node: m.Expr, parts: Sequence[Expr], use: Callable[[list[Expr]], Expr]) -> Expr:
    """`use` of parts that it writes several times; parts that are not simple are put into registers of a function."""
    if code.root is node:
        return use([code.keep(part) for part in parts])
    if all(simple(part) for part in parts):
        return use(list(parts))
    return ask(code, node, type(node).__name__.lower(), lambda inner: code.work.makers.scalar(inner, node))


def on(code: Code, node: m.Expr, subject: m.Expr, use: Use) -> Expr:
    """`use` of a subject if it is there, else 0."""
    found = expr(code, subject)
    if code.work.facts.presence.expr(subject):
        return use(found)
    return spilled(code, node, [found], lambda parts: choose(parts[0], use(parts[0]), NO))


def make_scalar(code: Code, node: m.Expr) -> None:
    """The body of a function that computes one expression."""
    code.root = node
    code.give(expr(code, node))


# ---- fields, places -------------------------------------------------------------------------------------------------


def _field(code: Code, node: m.FieldOf) -> Expr:
    field, work = node.field, code.work
    if node.subject is None:
        return load(work.slots.fields[field], NO) if field.var else ops.Const(field.printed[0])
    if field.var:
        base = work.slots.fields[field]
        return on(code, node, node.subject, lambda subject: load(base, subject))
    assert field.holder is not None
    values = tuple(field.printed)
    return look(work.table(values), values, minus(expr(code, node.subject), field.holder.first))


def _place(code: Code, node: m.ZoneOf | m.EndOfZone | m.ZoneOwner | m.HostOf | m.HolderOf | m.SpaceAt) -> Expr:
    match node:
        case m.ZoneOf():
            zone, holder = node.zone, node.zone.holder
            if node.subject is None or holder is None:
                return ops.Const(zone.first)
            return on(code, node, node.subject, lambda subject: plus(subject, zone.first - holder.first))
        case m.EndOfZone():
            if node.count is not None:
                raise NotLowered(node.span, "a set is not one value")
            return ops.ZoneItem(expr(code, node.zone), NO, node.end == "top")
        case m.ZoneOwner():
            keepers = code.work.keepers
            return look(code.work.table(keepers), keepers, expr(code, node.zone))
        case m.HostOf():
            return _host(code, node)
        case m.HolderOf():
            return _holder(code, node)
        case m.SpaceAt():
            return _space(code, node)


def place_of(code: Code, piece: Expr) -> Expr:
    """The zone a piece lies in; the piece must be there."""
    return load(code.work.slots.place, piece)


def _direct_hosts(code: Code, item: m.Expr) -> list[m.Kind] | None:
    """The kinds in whose zones a piece may lie, if they are no pieces; None if the way out may be longer."""
    if not isinstance(item.type, m.Ref) or isinstance(item, m.ZoneOwner):
        return None
    program = code.work.program
    holders = [zone.holder for zone in holding(program, item.type.kind) if zone.holder is not None]
    if not is_a(item.type.kind, program.piece_kind) or any(is_a(kind, program.piece_kind) for kind in holders):
        return None
    return [kind for kind in holders if kind is not program.player_kind]


def _host(code: Code, node: m.HostOf) -> Expr:
    work, direct = code.work, _direct_hosts(code, node.item)
    if direct is not None and all(is_a(kind, node.kind) for kind in direct):
        hosts = work.zones.host
        table = work.table(hosts)
        return on(code, node, node.item, lambda item: look(table, hosts, place_of(code, item)))
    kind = node.kind
    proc = work.demand(("host", kind), f"{kind.name} of", [(None, 0)], lambda inner: work.makers.host(inner, kind))
    return ops.Call(proc, (expr(code, node.item),))


def _holder(code: Code, node: m.HolderOf) -> Expr:
    work, item = code.work, node.item
    program = work.program
    if isinstance(item.type, m.Ref) and not isinstance(item, m.ZoneOwner):
        if is_a(item.type.kind, program.player_kind):
            return expr(code, item)
        if is_a(item.type.kind, program.space_kind):
            return home_of(code, expr(code, item))
        if _direct_hosts(code, item) is not None:
            owners = work.zones.owner
            table = work.table(owners)
            return on(code, node, item, lambda found: look(table, owners, place_of(code, found)))
    proc = work.demand("holder", "holder of", [(None, 0)], work.makers.holder)
    return ops.Call(proc, (expr(code, item),))


def home_of(code: Code, space: Expr) -> Expr:
    """The player whose board a space belongs to, or none."""
    kind, home = code.work.program.space_kind, homes(code.work.program)
    values = tuple(home.get(space, 0) for space in range(kind.first, kind.last + 1))
    return look(code.work.table(values), values, minus(space, kind.first))


def _space(code: Code, node: m.SpaceAt) -> Expr:
    """One space: first + (holder - 1) * spaces + the indices, the last one fastest; none outside."""
    board = node.board
    indices = [minus(expr(code, index), low) for index, (_, _, low) in zip(node.indices, board.dims, strict=True)]
    sure = [_inside(index, low, size) for index, (_, size, low) in zip(node.indices, board.dims, strict=True)]
    holder = board.holder
    there = node.subject is None or holder is None or code.work.facts.presence.expr(node.subject)
    subject = NO if node.subject is None or holder is None else minus(expr(code, node.subject), holder.first)

    def address(parts: list[Expr]) -> Expr:
        at: Expr = parts[0]
        for part, (_, size, _) in zip(parts[1:], board.dims, strict=True):
            at = plus(binary("*", at, ops.Const(size)), part)
        tests = [
            between(part, 0, size - 1)
            for part, known, (_, size, _) in zip(parts[1:], sure, board.dims, strict=True)
            if not known
        ]
        if not there:
            tests.insert(0, binary(">=", parts[0], NO))
        return choose(every(tests), plus(at, board.first), NO)

    if there and all(sure):
        return address([subject, *indices])
    return spilled(code, node, [subject, *indices], address)


def _inside(index: m.Expr, low: int, size: int) -> bool:
    least, most_ = stored(index.type)
    return low <= least and most_ < low + size


# ---- operators, facts -----------------------------------------------------------------------------------------------

_NAMES = {"/": "//", "mod": "%"}


def _operator(code: Code, node: m.Op) -> Expr:
    args = [expr(code, arg) for arg in node.args]
    if len(args) == 1:
        match node.op:
            case "not":
                return negate(args[0])
            case "neg" | "-":
                return minus(NO, args[0]) if isinstance(args[0], ops.Const) else ops.Un("neg", args[0])
            case "abs":
                return ops.Const(abs(args[0].value)) if isinstance(args[0], ops.Const) else ops.Un("abs", args[0])
            case _:
                return args[0]
    result = args[0]
    for arg in args[1:]:
        result = binary(_NAMES.get(node.op, node.op), result, arg)
    return result


def _fact(code: Code, node: m.GameFact) -> Expr:
    over = equals(ops.Load(ops.STATUS, NO), ops.OVER)
    results = [ops.Load(code.work.slots.results + player, NO) for player in range(code.work.program.players)]
    if node.fact == "over":
        return over
    if node.fact == "drawn":
        return every([over, *(equals(result, 0) for result in results)])
    found: Expr = NO
    for player, result in reversed(list(enumerate(results, 1))):
        found = choose(binary(">", result, NO), ops.Const(player), found)
    return choose(over, found, NO)


def _is_kind(code: Code, node: m.IsKind) -> Expr:
    item = expr(code, node.item)
    type_ = node.item.type
    kind = type_.kind if isinstance(type_, m.Ref) and not isinstance(node.item, m.ZoneOwner) else None
    if kind is not None and node.first <= kind.first and kind.last <= node.last:
        return YES if code.work.facts.presence.expr(node.item) else binary("!=", item, NO)
    if node.first >= node.last:
        return between(item, node.first, node.last)
    return spilled(code, node, [item], lambda parts: between(parts[0], node.first, node.last))


# ---- definitions and values -----------------------------------------------------------------------------------------


def _define(code: Code, node: m.CallDefine) -> Expr:
    define = node.define
    if isinstance(define.type, m.Many):
        raise NotLowered(node.span, f"`{define.name}` is a set")
    if _takes_sets(node.args):
        return ask(code, node, f"define {define.name}", lambda inner: code.work.makers.set(inner, node))
    args = [expr(code, arg) for arg in node.args]
    if define.body is not None and define not in code.inlining and _written_out(define.params, define.body, args):
        code.inlining.append(define)
        result = with_locals(code, define.params, args, lambda: expr(code, body) if (body := define.body) else NO)
        code.inlining.pop()
        return result
    return ops.Call(define_proc(code, define), tuple(args))


def _takes_sets(args: Sequence[m.Expr]) -> bool:
    """Whether an argument is a set that must be collected first."""
    return any(isinstance(arg.type, m.Many) and not isinstance(arg, m.LocalRef) for arg in args)


def define_proc(code: Code, define: m.Define) -> int:
    """The function of a definition."""
    work = code.work
    params = [(param, size_of_local(work.program, param)) for param in define.params]
    site = work.site(define.span, define.cites, define.name)
    return work.demand(
        ("define", define), f"define {define.name}", params, lambda inner: work.makers.define(inner, define), site=site
    )


def _written_out(params: Sequence[m.Local], body: m.Expr, args: Sequence[Expr]) -> bool:
    """Whether a body is small, and no argument that is not simple is written twice."""
    nodes = list(walk(body))
    if len(nodes) > _SMALL:
        return False
    used = [part.local for part in nodes if isinstance(part, m.LocalRef)]
    return all(simple(arg) or used.count(param) <= 1 for param, arg in zip(params, args, strict=True))


def with_locals(code: Code, params: Sequence[m.Local], args: Sequence[Expr], body: Callable[[], Expr]) -> Expr:
    """An expression with locals bound to arguments."""
    before = {param: code.env[param] for param in params if param in code.env}
    root, code.root = code.root, None
    code.env.update(zip(params, args, strict=True))
    result = body()
    for param in params:
        code.env.pop(param, None)
    code.env.update(before)
    code.root = root
    return result


def _value(code: Code, node: m.ValueOf) -> Expr:
    value = node.value
    if _takes_sets(node.args):
        return ask(code, node, f"value {value.name}", lambda inner: code.work.makers.set(inner, node))
    args = [expr(code, arg) for arg in node.args]
    plain = node.printed or not value.modifiers
    plain = plain and (node.printed or is_limited(value) is not None) and value not in code.inlining
    if plain and _written_out(value.params, value.base, args):
        code.inlining.append(value)
        base = with_locals(code, value.params, args, lambda: expr(code, value.base))
        code.inlining.pop()
        return limit(value, base)
    return ops.Call(value_proc(code, value, node.printed), tuple(args))


def value_proc(code: Code, value: m.Value, printed: bool = False) -> int:
    """The function of a value; printed: without its modifiers."""
    work = code.work
    params = [(param, size_of_local(work.program, param)) for param in value.params]
    site = work.site(value.span, value.cites, value.name)
    name = f"printed {value.name}" if printed else f"value {value.name}"
    return work.demand(
        ("value", value, printed), name, params, lambda inner: work.makers.value(inner, value, printed), site=site
    )


def is_limited(value: m.Value) -> bool | None:
    """Whether the base of a value must be limited; None: it may be beyond its ends, and that is an error."""
    if not isinstance(value.type, m.Int) or not isinstance(value.base.type, m.Int):
        return False
    if value.type.low <= value.base.type.low and value.base.type.high <= value.type.high:
        return False
    return None if value.type.edge == "error" else True


def limit(value: m.Value, base: Expr) -> Expr:
    """The base of a value, limited if it stops at the ends."""
    if is_limited(value) and isinstance(value.type, m.Int):
        return limited(base, value.type.low, value.type.high)
    return base


def can_act(code: Code, action: m.Action) -> int:
    """The function that says whether a player has a legal move of an action."""
    work = code.work
    name = f"can {action.name}"
    return work.demand(("can", action), name, [(action.me, 0)], lambda inner: work.makers.can(inner, action))


def need_test(code: Code, need: m.Need) -> Expr:
    """Whether a requirement holds or is lifted."""
    return some([expr(code, need.condition), *(applies(code, rule, need.params) for rule in need.lifts)])


def applies(code: Code, rule: m.Attachment, params: Sequence[m.Local]) -> Expr:
    """Whether a rule without effects (a permission, a lift, a silencer) holds for these locals."""
    work = code.work
    args = [code.env[param] for param in params][: len(rule.params)]
    if rule.holder is None and not rule.silenced:
        return with_locals(code, rule.params, args, lambda: test(code, rule.when))
    acting = acting_locals(rule)
    sized = [(param, size_of_local(work.program, param)) for param in (*rule.params, *acting)]
    site = work.site(rule.span, rule.cites, rule.name or "")
    name = f"{rule.position} {rule.name or ''}".strip()
    proc = work.demand(("applies", rule), name, sized, lambda inner: work.makers.applies(inner, rule), site=site)
    return ops.Call(proc, (*args, *(code.env[one] for one in acting)))


def acting_locals(rule: m.Attachment) -> list[m.Local]:
    """The locals that a rule takes from where it is asked: `me` of the action that it is attached to."""
    bound = [*rule.params, *([rule.this] if rule.this else [])]
    if isinstance(rule.holder, m.Lasting):
        bound += rule.holder.captured
    return [one for one in free_locals((rule.when, rule.amount)) if one not in bound]


# ---- questions about sets -------------------------------------------------------------------------------------------


def _quantifier(code: Code, node: m.Quantifier) -> Expr:
    over = node.over
    if over.where is None and over.kind is None and node.body is None and node.form in ("number", "some"):
        size = _size(code, node, over.domain)
        return size if node.form == "number" else binary(">", size, NO)
    return ask(code, node, node.form, lambda inner: code.work.makers.set(inner, node))


def _size(code: Code, node: m.Expr, whole: m.Expr) -> Expr:
    match whole:
        case m.MembersOf(zone_value=m.Expr()) if not is_box(whole.zone_value):
            assert whole.zone_value is not None
            return ops.ZoneSize(expr(code, whole.zone_value))
        case m.KindMembers():
            return ops.Const(max(0, whole.kind.last - whole.kind.first + 1))
        case m.BoardSpaces() if whole.subject is None or code.work.facts.presence.expr(whole.subject):
            return ops.Const(spaces_of(whole.board))
        case m.RangeOf():
            size = plus(minus(expr(code, whole.high), expr(code, whole.low)), 1)
            return binary("max", NO, size)
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


def _is_in(code: Code, node: m.IsIn) -> Expr:
    item = expr(code, node.item)
    if isinstance(node.set, m.CallDefine | m.EndOfZone) or not _askable(node.set):
        return ask(code, node, "in", lambda inner: code.work.makers.set(inner, node))
    there = code.work.facts.presence.expr(node.item)
    return spilled(code, node, [item], lambda parts: _among(code, parts[0], node.set, there))


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
        case _:
            return True


def _among(code: Code, item: Expr, whole: m.Expr, there: bool) -> Expr:
    """Whether a simple item is in a set. there: it is not none."""
    match whole:
        case m.KindMembers():
            return between(item, max(1, whole.kind.first), whole.kind.last)
        case m.RangeOf():
            low, high = expr(code, whole.low), expr(code, whole.high)
            return both(binary("<=", low, item), binary("<=", item, high))
        case m.LocalRef(type=m.Many()):
            found = local(code, whole)
            assert isinstance(found, ops.ListReg)
            return ops.ListHas(found.reg, item)
        case m.Filter():
            return _in_filter(code, item, whole, there)
        case m.UnionOf():
            return some(_in_part(code, item, part, there) for part in whole.parts)
        case m.IfExpr():
            then, otherwise = _among(code, item, whole.then, there), _among(code, item, whole.otherwise, there)
            return choose(expr(code, whole.condition), then, otherwise)
        case m.BoardSpaces():
            return _in_board(code, item, whole)
        case m.MembersOf(zone_value=None):
            return _in_zones(code, item, whole, there)
        case m.MembersOf(zone_value=m.Expr()):
            assert whole.zone_value is not None
            return _lies_in(code, item, whole.zone_value, there)
        case _:
            if isinstance(whole.type, m.ZoneValue):
                return _lies_in(code, item, whole, there)
            if isinstance(whole.type, m.FlagSet):
                return has_flag(expr(code, whole), item)
            raise NotLowered(whole.span, f"membership in {type(whole).__name__}")


def has_flag(mask: Expr, position: Expr) -> Expr:
    """Whether a set of enum values holds the one at a position."""
    return binary("!=", binary("&", mask, binary("<<", YES, position)), NO)


def _in_filter(code: Code, item: Expr, whole: m.Filter, there: bool) -> Expr:
    tests = [_among(code, item, whole.domain, there)]
    if whole.kind is not None:
        tests.append(between(item, whole.kind.first, whole.kind.last))
    tests.append(with_locals(code, [whole.local], [item], lambda: test(code, whole.where)))
    return every(tests)


def _in_part(code: Code, item: Expr, part: m.Expr, there: bool) -> Expr:
    if isinstance(part.type, m.Many):
        return _among(code, item, part, there)
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
    sure = isinstance(zone, m.ZoneOf) and (zone.subject is None or code.work.facts.presence.expr(zone.subject))
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
        asked = _among(code, plus(place, zone.holder.first - zone.first), over, True)
    else:
        probe = m.Local("host", m.Ref(zone.holder), None)
        node = m.IsIn(whole.span, m.Bool(), m.LocalRef(whole.span, probe.type, probe), over)
        code.env[probe] = plus(place, zone.holder.first - zone.first)
        asked = ask(code, node, "in", lambda inner: code.work.makers.scalar(inner, node))
        del code.env[probe]
    tests = [inside, asked] if there else [binary("!=", item, NO), inside, asked]
    return every(tests)


def bound_of(code: Code, whole: m.Expr) -> int:
    """The most members of a set."""
    return most(code.work.program, whole)
