"""The moves of actions: which of them are legal, as functions that emit them or ask whether there is one.

moves of `attack with (a in units of me) at (t in targets)`:

for a over units(me):
    if ready(a):                       a requirement stands as far out as the locals that it reads allow
        for t over targets(me):
            if reaches(a, t):
                emit (number of the action, this or 0, a, t)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dsl.machine.ir import ops
from dsl.machine.ir.fold import NO, YES, equals, every, look, negate, some
from dsl.machine.ir.ops import Expr
from dsl.machine.lower.builder import Code
from dsl.machine.lower.control import count, guard
from dsl.machine.lower.expr.in_force import life
from dsl.machine.lower.expr.places import place_of
from dsl.machine.lower.expr.sets import walk_set
from dsl.machine.lower.program.kinds import holding
from dsl.machine.lower.program.layout import SEEN
from dsl.machine.lower.weave.requirements import requirements
from dsl.semantics import model as m

Sink = Callable[[Expr, Sequence[Expr]], None]


def walk_moves(code: Code, action: m.Action, me: Expr, sink: Sink, *, demanded: bool = False) -> None:
    """Loops over the legal moves of an action: `sink(this, params)` is written for each.

    demanded: only those that a `must` demands.
    """
    code.env[action.me] = me
    pending = [test for each in requirements(action, demanded=demanded) for test in each.tests]

    def ripe(known: Sequence[m.Local]) -> Expr:
        ready = [test for test in pending if test.reads is not None and test.reads <= frozenset(known)]
        for test in ready:
            pending.remove(test)
        return every(test.make(code) for test in ready)

    def params(index: int, known: list[m.Local], this: Expr) -> None:
        if index == len(action.params):
            values = [code.env[param] for param in action.params]
            guard(code, every([test.make(code) for test in pending]), lambda: sink(this, values), False)
            return
        local = action.params[index]

        def chosen(member: Expr) -> None:
            code.env[local] = member
            inner = [*known, local]
            guard(code, ripe(inner), lambda: params(index + 1, inner, this), False)

        walk_set(code, action.domains[index], chosen)

    if action.this is None or action.holder is None:
        known = [action.me]
        guard(code, ripe(known), lambda: params(0, known, NO), False)
        return
    _walk_thises(code, action, lambda this: _with_this(code, action, this, ripe, params))


def _with_this(
    code: Code,
    action: m.Action,
    this: Expr,
    ripe: Callable[[Sequence[m.Local]], Expr],
    params: Callable[[int, list[m.Local], Expr], None],
) -> None:
    assert action.this is not None
    code.env[action.this] = this
    known = [action.me, action.this]
    guard(code, ripe(known), lambda: params(0, known, this), False)


def _walk_thises(code: Code, action: m.Action, body: Callable[[Expr], None]) -> None:
    """The pieces that offer an action to a player now."""
    holder = action.holder
    assert holder is not None
    low, high = holder.reach
    me = code.env[action.me]
    if low == high:
        piece: Expr = ops.Const(low)
        guard(
            code,
            every([_known(code, holder, piece, me), life(code, holder, piece, acting=True)]),
            lambda: body(piece),
            False,
        )
    elif low < high:
        reg = code.register()
        piece = ops.Reg(reg)

        def turn() -> None:
            guard(
                code,
                every([_known(code, holder, piece, me), life(code, holder, piece, acting=True)]),
                lambda: body(piece),
                False,
            )

        count(code, ops.Const(low), ops.Const(high), turn, False, reg=reg)


_CLOSE = ("owner", "some")
"""Zones whose pieces offer their actions to the player alone whose zone it is: not all know what lies there."""


def _known(code: Code, holder: m.Card | m.Kind, piece: Expr, me: Expr) -> Expr:
    """Whether a piece does not lie where only another player sees it: offering it would give it away."""
    kind = holder.kind if isinstance(holder, m.Card) else holder
    zones = [zone for zone in holding(code.work.program, kind) if zone.active or zone.playable]
    if not any(zone.seen in _CLOSE for zone in zones):
        return YES
    tables, place = code.work.zones, place_of(code, piece)
    whose = look(code.work.table(tables.owner), tables.owner, place)
    if all(zone.seen in _CLOSE and zone.holder is code.work.program.player_kind for zone in zones):
        return equals(whose, me)
    seen = look(code.work.table(tables.seen), tables.seen, place)
    far = every(negate(equals(seen, SEEN.index(each))) for each in _CLOSE)
    return some([far, equals(whose, me), equals(whose, NO)])


# ---- the functions --------------------------------------------------------------------------------------------------


def window_options(code: Code, stmt: m.OfferWindow) -> int:
    """The option function of a window: (player)."""
    window, work = stmt.window, code.work
    site = work.site(window.span, (), window.name)
    return work.demand(
        ("options", window, stmt.no_passing),
        f"moves of {window.name}",
        [(None, 0)],
        lambda inner: _window(inner, stmt),
        site=site,
    )


def _window(code: Code, stmt: m.OfferWindow) -> None:
    """If a move is demanded, only such moves; else all legal moves, and a pass unless that is barred."""
    actions, me = stmt.window.actions, ops.Reg(0)
    found = code.variable(NO)

    def emit(action: m.Action) -> Sink:
        number = code.work.program.actions.index(action) + 1

        def sink(this: Expr, params: Sequence[Expr]) -> None:
            code.emit(ops.Emit((ops.Const(number), this, *params)))
            code.emit(ops.SetReg(found.reg, YES))

        return sink

    for action in actions:
        if any(rule.position == "must" for rule in action.event.permissions):
            walk_moves(code, action, me, emit(action), demanded=True)
    if any(rule.position == "must" for action in actions for rule in action.event.permissions):
        code.when(found, lambda: code.give(NO))
    for action in actions:
        walk_moves(code, action, me, emit(action))
    no_pass = found if stmt.no_passing else NO
    code.when(negate(no_pass), lambda: code.emit(ops.Emit((NO,))))


def whole(code: Code, action: m.Action) -> int:
    """The function that emits all legal (this, params...) of an action: (me)."""
    work = code.work

    def fill(inner: Code) -> None:
        walk_moves(inner, action, ops.Reg(0), lambda this, params: inner.emit(ops.Emit((this, *params))))

    site = work.site(action.span, action.cites, action.name)
    return work.demand(("whole", action), f"moves of {action.name}", [(action.me, 0)], fill, site=site)


def thises(code: Code, action: m.Action) -> int | None:
    """The function that emits the pieces that offer an action now: (me)."""
    if action.this is None:
        return None

    def fill(inner: Code) -> None:
        _walk_thises(inner, action, lambda piece: inner.emit(ops.Emit((piece,))))

    return code.work.demand(("thises", action), f"who offers {action.name}", [(action.me, 0)], fill)


def make_can(code: Code, action: m.Action) -> None:
    """The body of the function that says whether a player has a legal move of an action."""
    walk_moves(code, action, code.env[action.me], lambda _this, _params: code.give(YES))
    code.give(NO)
