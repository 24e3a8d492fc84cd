"""Who a rule belongs to and when it is in force: cards, kinds, lasting effects, and the conditions of each.

A rule of the game is in force always; a rule of a card or a kind once for each of its pieces that lies in an active
zone (face up where faces matter) while `live when` holds; a rule of a lasting effect once for each running instance.
`instances` runs a body for each of them for which `when` holds. Two conditions save the loop over the pieces:

    when u is this               this := u, if u is one of the holder's pieces
    when u is Unit of this       this over the pieces in the zones of u
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from dsl.machine.ir import ops
from dsl.machine.ir.fold import (
    NO,
    YES,
    between,
    binary,
    both,
    choose,
    either,
    equals,
    every,
    load,
    look,
    negate,
    plus,
    some,
)
from dsl.machine.ir.ops import Expr
from dsl.machine.lower.builder import Code, Fill, NotLowered
from dsl.machine.lower.control import count, guard
from dsl.machine.lower.expr.applications import applies
from dsl.machine.lower.expr.expressions import test, with_locals
from dsl.machine.lower.expr.places import place_of
from dsl.machine.lower.program.cardinality import size_of_local
from dsl.machine.lower.program.effects import conjuncts
from dsl.machine.lower.program.kinds import holding, is_a, live_of, related
from dsl.machine.lower.program.layout import AWAY, entry_size
from dsl.semantics import model as m

Alive = Callable[[Expr], Expr]
Holder = m.Card | m.Kind
Rest = tuple[m.Expr, ...]


@dataclass(frozen=True, slots=True)
class Reach:
    """How `this` of a rule is found: `self` (it is a parameter), `host` (it lies in a zone of a parameter) or `loop`.

    rest: what remains of the condition. zones: where to look, for `host`.
    """

    how: str
    param: int
    rest: tuple[m.Expr, ...]
    zones: tuple[m.Zone, ...] = ()


def reach(code: Code, rule: m.Attachment) -> Reach:
    """How to find the pieces that a rule of a card or kind is in force for."""
    parts = conjuncts(rule.when)
    for index, part in enumerate(parts):
        if not (isinstance(part, m.Op) and part.op == "=" and len(part.args) == 2):
            continue
        rest = (*parts[:index], *parts[index + 1 :])
        for left, right in (part.args, part.args[::-1]):
            if not (isinstance(left, m.LocalRef) and left.local in rule.params):
                continue
            param = rule.params.index(left.local)
            if isinstance(right, m.LocalRef) and right.local is rule.this:
                return Reach("self", param, rest)
            if isinstance(right, m.HostOf) and isinstance(right.item, m.LocalRef) and right.item.local is rule.this:
                zones = _guest_zones(code, rule, left.local, right.kind)
                if zones is not None:
                    return Reach("host", param, rest, zones)
    return Reach("loop", 0, tuple(parts))


def _guest_zones(code: Code, rule: m.Attachment, param: m.Local, kind: m.Kind) -> tuple[m.Zone, ...] | None:
    """The zones of `param` in which the holder's pieces lie when it is their host; None if that is not so plain."""
    if not isinstance(param.type, m.Ref) or not code.work.facts.presence.local(param):
        return None
    piece = code.work.program.piece_kind
    zones: list[m.Zone] = []
    for zone in holding(code.work.program, holder_kind(rule)):
        if zone.holder is None or zone.holder is code.work.program.player_kind:
            continue
        if is_a(zone.holder, kind):
            if related(zone.holder, param.type.kind):
                zones.append(zone)
        elif is_a(zone.holder, piece) or related(zone.holder, kind):
            return None
    return tuple(zones)


def holder_kind(rule: m.Attachment) -> m.Kind:
    """The kind of the pieces that have a rule."""
    if isinstance(rule.holder, m.Card):
        return rule.holder.kind
    if isinstance(rule.holder, m.Kind):
        return rule.holder
    raise NotLowered(rule.span, "this rule belongs to no piece")


def life(code: Code, holder: Holder, entity: Expr, *, acting: bool = False) -> Expr:
    """Whether an entity (a simple expression) has its rules: where it lies, its face, `live when`.

    acting: whether it has its actions, which also work in a `playable` zone.
    """
    work = code.work
    kind = holder.kind if isinstance(holder, m.Card) else holder
    tests: list[Expr] = []
    if is_a(kind, work.program.piece_kind):
        need = work.zones.offer if acting else work.zones.need
        least = look(work.table(need), need, place_of(code, entity))
        tests.append(binary(">=", load(work.slots.face, entity), least))
    if isinstance(holder, m.Card) and kind.acts is not None:
        tests.append(between(acts_as(code, [kind], entity), holder.first, holder.last))
    tests.append(_live_when(code, holder, entity))
    return every(tests)


def acts_as(code: Code, kinds: Sequence[m.Kind], piece: Expr) -> Expr:
    """The piece as whose card a piece (a simple expression) acts, if it is of one of these kinds: mostly itself."""
    found = piece
    for kind in kinds:
        if kind.acts is not None and kind.first <= kind.last:
            other = load(code.work.slots.fields[kind.acts], piece)
            found = choose(both(between(piece, kind.first, kind.last), other), other, found)
    return found


def taken_out(code: Code, holder: Holder, entity: Expr) -> Expr:
    """Whether an entity that was in force is so no longer because it lies elsewhere or is not live; not by its face."""
    asked = any(live is not None for _, _, live in _lives(code.work.program, holder))
    kind = holder.kind if isinstance(holder, m.Card) else holder
    if not is_a(kind, code.work.program.piece_kind):
        return YES
    need = code.work.zones.need
    least = look(code.work.table(need), need, place_of(code, entity))
    gone = equals(least, AWAY)
    return either(gone, binary(">=", load(code.work.slots.face, entity), least)) if asked else gone


def _live_when(code: Code, holder: Holder, entity: Expr) -> Expr:
    """`live when` of the entity's own kind; pieces of one holder may differ in it."""
    tests: list[Expr] = []
    ranges = _lives(code.work.program, holder)
    for first, last, live in ranges:
        if live is not None:
            proc = code.work.demand(
                ("live", live),
                "live when",
                [(live.this, 0)],
                lambda inner, live=live: code.work.makers.lives(inner, live),
                site=code.work.site(live.condition.span),
            )
            outside = NO if len(ranges) == 1 else negate(between(entity, first, last))
            tests.append(_unless(outside, ops.Call(proc, (entity,))))
    return every(tests)


def _unless(outside: Expr, holds: Expr) -> Expr:
    return holds if outside == NO else some([outside, holds])


def _lives(program: m.Program, holder: Holder) -> list[tuple[int, int, m.Live | None]]:
    """Ranges of the holder's entities with the `live when` of each."""
    if isinstance(holder, m.Card):
        return [(holder.first, holder.last, live_of(holder.kind))]
    own: list[tuple[int, m.Kind]] = [(entity, holder) for entity in range(holder.first, holder.last + 1)]
    found = dict(own)
    for kind in program.kinds:
        if is_a(kind, holder):
            deeper = {e: kind for e in range(kind.first, kind.last + 1) if is_a(kind, found.get(e, holder))}
            found.update(deeper)
    ranges: list[tuple[int, int, m.Live | None]] = []
    for entity, kind in sorted(found.items(), key=lambda item: item[0]):
        live = live_of(kind)
        if ranges and ranges[-1][2] is live and ranges[-1][1] == entity - 1:
            ranges[-1] = (ranges[-1][0], entity, live)
        else:
            ranges.append((entity, entity, live))
    return ranges


def silenced(code: Code, rule: m.Attachment) -> Expr:
    """Whether a rule is switched off just now."""
    return some(applies(code, other, ()) for other in rule.silenced)


def instances(
    code: Code,
    rule: m.Attachment,
    args: Sequence[Expr],
    body: Fill,
    *,
    blocks: bool = False,
    alive: Alive | None = None,
) -> None:
    """Run a body for each instance of a rule that is in force and whose condition holds.

    args: simple expressions for its parameters. alive: says instead of `life` whether a piece has its rules.
    """
    code.env.update(zip(rule.params, args, strict=False))
    on = negate(silenced(code, rule))
    if rule.holder is None:
        guard(code, both(on, test(code, rule.when)), body, blocks)
    elif isinstance(rule.holder, m.Lasting):
        lasting = rule.holder
        guard(code, on, lambda: _running(code, lasting, rule, body, blocks), blocks)
    else:
        holder = rule.holder
        living: Alive = alive or (lambda entity: life(code, holder, entity))
        guard(code, on, lambda: _pieces(code, rule, args, body, blocks, living), blocks)


def together(
    code: Code, rules: Sequence[m.Attachment], args: Sequence[Expr], body: Callable[[m.Attachment], None]
) -> None:
    """`instances` of several rules whose order does not matter. Those found in the same way share one search:

    when u is this (of 40 cards)           switch u: a case for each card
    when u is Unit of this (of 40 cards)   for c in the zones of u: switch c: a case for each card
    """
    groups: dict[tuple[str, int, tuple[m.Zone, ...]], list[m.Attachment]] = {}
    for rule in rules:
        if not isinstance(rule.holder, m.Card | m.Kind) or rule.holder.reach[0] > rule.holder.reach[1]:
            instances(code, rule, args, lambda rule=rule: body(rule))
            continue
        found = reach(code, rule)
        groups.setdefault((found.how, found.param, found.zones), []).append(rule)
    for (how, param, zones), found in groups.items():
        if how == "loop" or len(found) < 3 or not _apart(found):
            for rule in found:
                instances(code, rule, args, lambda rule=rule: body(rule))
        elif how == "self":
            _cases(code, found, args, args[param], body)
        else:
            for zone in zones:
                _shared_zone(code, found, args, args[param], zone, body)


def _apart(rules: Sequence[m.Attachment]) -> bool:
    """Whether the pieces of each two rules are the same or have none in common."""
    ranges = {rule.holder.reach for rule in rules if isinstance(rule.holder, m.Card | m.Kind)}
    found = sorted(ranges)
    return all(last < first for (_, last), (first, _) in pairwise(found))


def _shared_zone(
    code: Code,
    rules: Sequence[m.Attachment],
    args: Sequence[Expr],
    host: Expr,
    zone: m.Zone,
    body: Callable[[m.Attachment], None],
) -> None:
    owner, reg = zone.holder, code.register()
    assert owner is not None
    inner = code.nested(lambda: _cases(code, rules, args, ops.Reg(reg), body))
    loop = ops.ForZone(reg, plus(host, zone.first - owner.first), inner)
    code.when(between(host, owner.first, owner.last), lambda: code.emit(loop))


def _cases(
    code: Code, rules: Sequence[m.Attachment], args: Sequence[Expr], piece: Expr, body: Callable[[m.Attachment], None]
) -> None:
    """A switch on a piece with what the rules of each card or kind do."""
    cases: dict[tuple[int, int], list[ops.Stmt]] = {}
    for rule in rules:
        holder = rule.holder
        assert isinstance(holder, m.Card | m.Kind)
        code.env.update(zip(rule.params, args, strict=False))
        off, rest = negate(silenced(code, rule)), reach(code, rule).rest

        def fill(rule: m.Attachment = rule, holder: Holder = holder, off: Expr = off, rest: Rest = rest) -> None:
            _piece(code, rule, piece, [off], rest, lambda: body(rule), False, partial(life, code, holder))

        cases.setdefault(holder.reach, []).extend(code.nested(fill))
    code.emit(ops.SwitchDo(piece, tuple((low, high, tuple(cases[low, high])) for low, high in sorted(cases))))


def single(code: Code, rule: m.Attachment, args: Sequence[Expr], this: Expr, body: Fill) -> None:
    """Run a body if one instance of a rule, that of the piece `this`, is in force and its condition holds."""
    holder = rule.holder
    assert isinstance(holder, m.Card | m.Kind)
    code.env.update(zip(rule.params, args, strict=False))
    off = silenced(code, rule)
    _piece(code, rule, this, [negate(off)], conjuncts(rule.when), body, False, lambda piece: life(code, holder, piece))


def _running(code: Code, lasting: m.Lasting, rule: m.Attachment, body: Fill, blocks: bool) -> None:
    """The running instances of a lasting effect: its captured locals come from the table."""
    base = code.work.slots.lastings[lasting]
    index = code.register(number=True)

    def turn() -> None:
        entry(code, lasting, base, ops.Reg(index))
        guard(code, test(code, rule.when), body, blocks)

    count(code, NO, plus(load(base, NO), -1), turn, blocks, reg=index)


def entry(code: Code, site: m.Lasting | m.Delayed, base: int, index: Expr) -> None:
    """Bind the captured locals of a lasting or delayed effect to those of one entry of its table."""
    program = code.work.program
    first = code.keep(binary("*", index, ops.Const(entry_size(program, site))))
    at = base + 1
    for local in site.captured:
        size = size_of_local(program, local)
        if not size:
            code.env[local] = code.variable(load(at, first))
        else:
            members, reg = code.register(size), code.register()
            code.emit(ops.ListClear(members))
            add = ops.ListAdd(members, load(at, plus(first, ops.Reg(reg))), False)
            code.emit(ops.ForRange(reg, ops.Const(1), load(at, first), 1, (add,)))
            code.env[local] = ops.ListReg(members)
        at += 1 + size


def _pieces(code: Code, rule: m.Attachment, args: Sequence[Expr], body: Fill, blocks: bool, living: Alive) -> None:
    holder = rule.holder
    assert isinstance(holder, m.Card | m.Kind)
    found, (low, high) = reach(code, rule), holder.reach
    if found.how == "self":
        this = args[found.param]
        tests = [between(this, low, high)]
        _piece(code, rule, this, tests, found.rest, body, blocks, living)
    elif found.how == "host" and not blocks:
        for zone in found.zones:
            _guests(code, rule, args[found.param], zone, found.rest, body, living)
    elif low == high:
        _piece(code, rule, ops.Const(low), [], tuple(conjuncts(rule.when)), body, blocks, living)
    elif low < high:
        reg, rest = code.register(), tuple(conjuncts(rule.when))
        first, last = ops.Const(low), ops.Const(high)
        count(
            code,
            first,
            last,
            lambda: _piece(code, rule, ops.Reg(reg), [], rest, body, blocks, living),
            blocks,
            reg=reg,
        )


def _piece(
    code: Code,
    rule: m.Attachment,
    this: Expr,
    tests: list[Expr],
    rest: Sequence[m.Expr],
    body: Fill,
    blocks: bool,
    living: Alive,
) -> None:
    if rule.this is not None:
        code.env[rule.this] = this
    guard(code, every([*tests, living(this), *(test(code, part) for part in rest)]), body, blocks)


def _guests(
    code: Code, rule: m.Attachment, host: Expr, zone: m.Zone, rest: Sequence[m.Expr], body: Fill, living: Alive
) -> None:
    """The holder's pieces in the zone of a host."""
    holder, owner = rule.holder, zone.holder
    assert isinstance(holder, m.Card | m.Kind) and owner is not None
    reg, (low, high) = code.register(), holder.reach
    inside = all(low <= kind.first and kind.last <= high for kind in zone.kinds)
    tests = [] if inside else [between(ops.Reg(reg), low, high)]
    code.loops.append(None)
    inner = code.nested(lambda: _piece(code, rule, ops.Reg(reg), tests, rest, body, False, living))
    code.loops.pop()
    loop = ops.ForZone(reg, plus(host, zone.first - owner.first), inner)
    code.when(between(host, owner.first, owner.last), lambda: code.emit(loop))


def make_applies(code: Code, rule: m.Attachment) -> None:
    """The body of a function that says whether a rule without effects holds for its parameters."""
    args = [code.env[param] for param in rule.params]
    instances(code, rule, args, lambda: code.give(YES))
    code.give(NO)


def make_lives(code: Code, live: m.Live) -> None:
    """The body of the function of a `live when`."""
    code.give(with_locals(code, [], [], lambda: test(code, live.condition)))
