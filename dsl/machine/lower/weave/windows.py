"""Windows: a player is asked for a move, and the move is carried out; at once, or, where the window is offered unseen
before `then`, when all have chosen.

    offer turn to p              decide (window) -> switch to the action's effects
    sealed: offer turn to p      decide (window, sealed) -> kept
    then:                        still legal? -> told, and the action's effects; else it is told that it is not
"""

from __future__ import annotations

from collections.abc import Sequence

from dsl.machine.ir import ops
from dsl.machine.ir.fold import NO, YES, binary, equals, every, plus, some
from dsl.machine.ir.ops import Expr, Shown
from dsl.machine.lower.builder import Code, KeptMove
from dsl.machine.lower.control import guard
from dsl.machine.lower.expr.expressions import expr
from dsl.machine.lower.expr.texts import holes as holes_of
from dsl.machine.lower.expr.texts import template, template_number
from dsl.machine.lower.program.kinds import names_entities
from dsl.machine.lower.stmt.asking import number_register
from dsl.machine.lower.stmt.calls import call, event_proc
from dsl.machine.lower.stmt.decisions import window_prompt
from dsl.machine.lower.stmt.durations import begin, finish
from dsl.machine.lower.stmt.statements import body
from dsl.machine.lower.weave.legal_moves import walk_moves, window_options
from dsl.semantics import model as m


def make_window(code: Code, stmt: m.OfferWindow) -> None:
    """The flow of a window: ask for a move, run its effects; the value is 1 for a pass."""
    player = ops.Reg(0)
    begin(code, stmt.window, body)
    holes = tuple(range(1, code.draft.params))  # the parameters behind the player
    regs = _ask(code, stmt, player, holes, code.draft.site)
    after = code.label()
    labels = _switch(code, stmt.window, ops.Reg(regs[0]), 0, after)
    for action, label in zip(stmt.window.actions, labels, strict=True):
        code.begin(label)
        _effects(code, action, player, ops.Reg(regs[1]), [ops.Reg(reg) for reg in regs[2:]])
        code.end(ops.Jump(after))
    code.begin(after)
    finish(code, stmt.window, body)
    code.give(equals(ops.Reg(regs[0]), 0))


def _ask(code: Code, stmt: m.OfferWindow, player: ops.Reg, holes: tuple[int, ...], site: int) -> tuple[int, ...]:
    """Ask for a move: the registers of the answer, which are the action's number (0: a pass), `this` and the rest."""
    window, work = stmt.window, code.work
    first = len(holes) - len(holes_of(work, stmt.refusal))  # the holes of the refusal stand last
    width = 2 + max((len(action.params) for action in window.actions), default=0)
    regs = tuple(code.register(number=not place) for place in range(width))
    info = ops.DecisionInfo(
        kind="window",
        options=window_options(code, stmt),
        args=(player.reg,),
        width=width,
        shown=Shown("number"),
        branches=(),
        actions=tuple(work.program.actions.index(action) for action in window.actions),
        prompt=window_prompt(code, stmt),
        prompt_args=holes[:first],
        pass_words=window.pass_words,
        sealed=code.seal is not None,
        site=site,
        seal=code.seal,
        refusal=template_number(work, stmt.refusal) if stmt.refusal is not None else -1,
        refusal_args=holes[first:],
    )
    work.decisions.append(info)
    chosen = code.label()
    code.end(ops.Decide(len(work.decisions) - 1, player, regs, chosen))
    code.begin(chosen)
    return regs


def _switch(code: Code, window: m.Window, answer: ops.Reg, more: int, other: int) -> list[int]:
    """Go to a block for each action of a window, in their order, by its number and `more`; else to `other`."""
    labels = [code.label() for _ in window.actions]
    numbers = [code.work.program.actions.index(action) + 1 + more for action in window.actions]
    cases = sorted((number, number, label) for number, label in zip(numbers, labels, strict=True))
    code.end(ops.Switch(answer, tuple(cases), other))
    return labels


def _effects(code: Code, action: m.Action, player: Expr, this: Expr, values: Sequence[Expr]) -> None:
    """Carry out a move."""
    args = [player, *([this] if action.this else []), *values]
    call(code, event_proc(code, action.event), args[: 1 + bool(action.this) + len(action.params)])


# ---- offered unseen --------------------------------------------------------------------------------------------------


def ask_unseen(code: Code, stmt: m.OfferWindow, kept: KeptMove) -> None:
    """Ask for a move before `then`, and keep it."""
    player = ops.Reg(code.as_register(expr(code, stmt.player)))
    values = (*template(code, stmt.prompt)[1], *template(code, stmt.refusal)[1])
    holes = tuple(code.as_register(value) for value in values)
    kept.decision = len(code.work.decisions)
    regs = _ask(code, stmt, player, holes, code.work.site(stmt.span, stmt.cites, code.rule))
    number = ops.Reg(regs[0])
    _put(code, kept.made, plus(number, 1))
    _put(code, kept.by, player)
    _put(code, kept.this, ops.Reg(regs[1]))
    for place, names in enumerate(kept.params):
        for local in names:
            if local is None:
                continue
            those = [action for action in stmt.window.actions if _fits(action, place, names_entities(local.type))]
            here = some(equals(number, code.work.program.actions.index(action) + 1) for action in those)
            value = ops.Reg(regs[2 + place])
            code.when(here, lambda local=local, value=value: _put(code, local, value))
    _put(code, stmt.passed, equals(number, 0))


def _put(code: Code, local: m.Local, value: Expr) -> None:
    code.emit(ops.SetReg(number_register(code, local), value))


def _fits(action: m.Action, place: int, entity: bool) -> bool:
    """Whether an action has a parameter there, and it is a thing or a number."""
    return place < len(action.params) and names_entities(action.params[place].type) is entity


def carry_out(code: Code, stmt: m.OfferWindow, kept: KeptMove) -> None:
    """Behind `then`: the move that was kept is told and made, if it can still be made; `passed` speaks of it."""
    made = number_register(code, kept.made)
    names = kept.names()
    proc = code.work.demand(
        ("kept move", stmt),
        f"the move kept in {stmt.window.name}",
        [(local, 0) for local in names],
        lambda inner: _carry_out(inner, stmt.window, kept),
        flow=True,
        site=code.work.site(stmt.window.span, (), stmt.window.name),
    )

    def go() -> None:
        _put(code, stmt.passed, equals(ops.Reg(made), 1))
        call(code, proc, [code.env[local] for local in names])

    guard(code, binary(">", ops.Reg(made), NO), go, True)


def _carry_out(code: Code, window: m.Window, kept: KeptMove) -> None:
    """The flow of a kept move: (who, the answer, this, the parameters)."""
    names = kept.names()
    args = tuple(code.env[local] for local in names)
    player, made, this = args[0], ops.Reg(names.index(kept.made)), args[2]
    begin(code, window, body)
    still = code.work.demand(
        ("still legal", window),
        f"whether a move of {window.name} is still legal",
        [(local, 0) for local in names],
        lambda inner: _still(inner, window, kept),
    )
    passed, after = code.label(), code.label()
    labels = _switch(code, window, made, 1, passed)
    for action, label in zip(window.actions, labels, strict=True):
        code.begin(label)
        values = _values(code, action, kept)
        option = (ops.Const(code.work.program.actions.index(action) + 1), this, *values)
        told = (player, ops.Const(kept.decision), *option)
        lost, legal = code.label(), code.label()
        code.end(ops.Branch(ops.Call(still, args), legal, lost))
        code.begin(legal)
        code.emit(ops.Log(ops.MOVE_MADE, told))
        _effects(code, action, player, this, values)
        code.end(ops.Jump(after))
        code.begin(lost)
        code.emit(ops.Log(ops.MOVE_LOST, told))
        code.end(ops.Jump(after))
    code.begin(passed)
    code.emit(ops.Log(ops.MOVE_MADE, (player, ops.Const(kept.decision), NO)))
    code.to(after)
    finish(code, window, body)


def _still(code: Code, window: m.Window, kept: KeptMove) -> None:
    """Whether a kept move can be made: it is among the legal moves of its action."""
    made, this = code.env[kept.made], code.env[kept.this]
    for action in window.actions:
        values = _values(code, action, kept)

        def found(that: Expr, params: Sequence[Expr], values: list[Expr] = values) -> None:
            same = every(binary("=", have, want) for have, want in zip([that, *params], [this, *values], strict=True))
            code.when(same, lambda: code.give(YES))

        here = equals(made, code.work.program.actions.index(action) + 2)
        code.when(here, lambda action=action, found=found: walk_moves(code, action, code.env[kept.by], found))
    code.give(NO)


def _values(code: Code, action: m.Action, kept: KeptMove) -> list[Expr]:
    """The parameters of a kept move, as its action has them."""
    pairs = zip(action.params, kept.params, strict=False)
    chosen = [thing if names_entities(param.type) else number for param, (thing, number) in pairs]
    return [code.env[local] for local in chosen if local is not None]
