"""Decisions: what a player is asked, and what becomes of the answer. See ops.DecisionInfo for the options of each kind.

choose u from SET by p      some member? -> decide (member) -> u
choose 2 c from SET         M := members; ask for one that is not taken, until there are enough -> list c
choose one: option ...      decide (branch) -> switch to the option's statements
offer window to p           call of the window's flow, which asks and runs the move
"""

from __future__ import annotations

from dsl.machine.ir import ops
from dsl.machine.ir.fold import NO, YES, binary, both, minus, negate, plus, some
from dsl.machine.ir.ops import Expr, Shown
from dsl.machine.lower.builder import Code, Run
from dsl.machine.lower.control import guard
from dsl.machine.lower.expr.expressions import expr, free_locals, test
from dsl.machine.lower.expr.sets import collect, walk_set
from dsl.machine.lower.expr.texts import shown, template, template_number, words
from dsl.machine.lower.stmt.asking import decide, decide_several, list_register, number_register, registers_of
from dsl.machine.lower.stmt.calls import call
from dsl.machine.lower.stmt.changes import site
from dsl.machine.lower.stmt.plans import plan
from dsl.machine.lower.stmt.taken_up import take_up
from dsl.semantics import model as m

# ---- one member -----------------------------------------------------------------------------------------------------


def member(code: Code, stmt: m.ChooseMember, run: Run) -> None:
    """Choose one member of a set."""
    over, work = stmt.over, code.work
    player = code.keep(expr(code, stmt.player))
    locals_ = free_locals(over)
    args = registers_of(code, locals_, over)
    params: list[tuple[m.Local | None, int]] = [(one, code.sizes[reg]) for one, reg in zip(locals_, args, strict=True)]
    typed = -1
    if isinstance(over.domain, m.WordsSuchAs):
        typed = code.variable(NO, number=True).reg
        args, params = [*args, typed], [*params, (None, 0)]
    options = work.demand(
        ("members", id(over), *(size for _, size in params)),
        f"choose {stmt.local.name}",
        params,
        lambda inner: _members(inner, over, len(locals_)),
        site=site(code, stmt),
        keep=over,
    )
    there = _has_member(code, over) if stmt.if_none else YES
    chosen = number_register(code, stmt.local)
    code.emit(ops.SetReg(chosen, NO))
    reading = shown(work.program, over.local.type)
    shifted = isinstance(stmt.local.type, m.EnumOf) and stmt.local.type != over.local.type  # a value, or none
    picked = code.register(number=True) if shifted else chosen

    def ask() -> None:
        code.env[stmt.local] = ops.Reg(chosen)
        take_up(code, stmt, player)
        words = stmt.words
        decide(code, stmt, "member", options, args, (picked,), player, stmt.prompt, reading, refusal=words, typed=typed)
        if shifted:
            code.emit(ops.SetReg(chosen, plus(ops.Reg(picked), 1)))

    def none() -> None:
        code.env[stmt.local] = code.env[over.local] = ops.Reg(chosen)
        run(code, stmt.if_none)

    guard(code, there, ask, True, none if stmt.if_none else None)
    code.env[stmt.local] = ops.Reg(chosen)


def _members(code: Code, over: m.Filter, known: int) -> None:
    """The members of a set; of words the one in the register behind those that are known, if one is there."""

    def emit(found: Expr) -> None:
        code.emit(ops.Emit((found,)))

    def word(found: Expr) -> None:
        code.env[over.local] = found
        code.when(test(code, over.where), lambda: emit(found))

    def words() -> None:
        for number in over.domain.words if isinstance(over.domain, m.WordsSuchAs) else ():
            word(ops.Const(number))

    if isinstance(over.domain, m.WordsSuchAs):
        code.when(binary("!=", ops.Reg(known), NO), lambda: word(ops.Reg(known)), words)
    else:
        walk_set(code, over, emit)


# ---- several members ------------------------------------------------------------------------------------------------


def several(code: Code, stmt: m.ChooseSeveral, run: Run) -> None:
    """Choose several members of a set, or put all of them in order."""
    player = code.keep(expr(code, stmt.player))
    low = NO if stmt.low is None else code.keep(expr(code, stmt.low))
    high = None if stmt.high is None else code.keep(expr(code, stmt.high))
    members = collect(code, stmt.over)
    chosen = list_register(code, stmt.local)

    def pick() -> None:
        take_up(code, stmt, player, members)
        if stmt.arrange:
            _arrange(code, stmt, members, chosen, player)
        elif stmt.start is not None or stmt.test is not None:
            plan(code, stmt, members, chosen, player, low, high)
        else:
            _pick(code, stmt, members, chosen, player, low, high)

    none = (lambda: run(code, stmt.if_none)) if stmt.if_none else None
    guard(code, ops.ListSize(members), pick, True, none)


def _pick(
    code: Code, stmt: m.ChooseSeveral, members: int, chosen: int, player: Expr, low: Expr, high: Expr | None
) -> None:
    """Picks in any order; what must be taken is not asked for. Afterwards the list is in the order of the members, so
    that it says nothing of the way.
    """
    taken = code.register(code.sizes[members])
    code.emit(ops.ListClear(taken))
    size, have = ops.ListSize(members), ops.ListSize(taken)
    need = ops.Reg(code.register(number=True))
    done, picked = code.register(number=True), code.register()
    head, more, ask, rest, add, after = (code.label() for _ in range(6))
    code.to(head)
    code.emit(ops.SetReg(need.reg, minus(low, have)))
    wanted = binary("<", have, size) if high is None else both(binary("<", have, size), binary("<", have, high))
    code.end(ops.Branch(wanted, more, after))
    code.begin(more)
    code.end(ops.Branch(binary(">=", need, minus(size, have)), rest, ask))
    code.begin(rest)
    each = code.register()
    code.emit(ops.ForList(each, members, (ops.ListAdd(taken, ops.Reg(each), True),)))
    code.end(ops.Jump(after))
    code.begin(ask)
    options = _several_options(code, code.sizes[members], code.sizes[taken])
    decide_several(code, stmt, options, (members, taken, need.reg), (done, picked), player, high)
    code.end(ops.Branch(ops.Reg(done), after, add))
    code.begin(add)
    code.emit(ops.ListAdd(taken, ops.Reg(picked), False))
    code.end(ops.Jump(head))
    code.begin(after)
    one = code.register()
    keep = ops.IfDo(ops.ListHas(taken, ops.Reg(one)), (ops.ListAdd(chosen, ops.Reg(one), False),), ())
    code.emit(ops.ForList(one, members, (keep,)))


def _several_options(code: Code, size: int, taken: int) -> int:
    """options(M, taken, need): the members that are not taken; to be done if enough are chosen."""

    def fill(inner: Code) -> None:
        one = inner.register()
        left = negate(ops.ListHas(1, ops.Reg(one)))
        inner.emit(ops.ForList(one, 0, (ops.IfDo(left, (ops.Emit((NO, ops.Reg(one))),), ()),)))
        inner.when(binary("<=", ops.Reg(2), NO), lambda: inner.emit(ops.Emit((YES,))))

    params = [(None, size), (None, taken), (None, 0)]
    return code.work.demand(("several", size, taken), "choose several", params, fill)


def _arrange(code: Code, stmt: m.ChooseSeveral, members: int, chosen: int, player: Expr) -> None:
    """All members, one after the other; the last one is not asked for."""
    size, have = ops.ListSize(members), ops.ListSize(chosen)
    head, ask, after = code.label(), code.label(), code.label()
    code.to(head)
    code.end(ops.Branch(binary(">=", minus(size, have), ops.Const(2)), ask, after))
    code.begin(ask)
    options = _arrange_options(code, code.sizes[members], code.sizes[chosen])
    kind, picked = code.register(number=True), code.register()
    reading = shown(code.work.program, stmt.over.local.type)
    decide(code, stmt, "arrange", options, (members, chosen), (kind, picked), player, stmt.prompt, reading)
    code.emit(ops.ListAdd(chosen, ops.Reg(picked), False))
    code.end(ops.Jump(head))
    code.begin(after)
    reg = code.register()
    code.emit(ops.ForList(reg, members, (ops.ListAdd(chosen, ops.Reg(reg), True),)))


def _arrange_options(code: Code, size: int, chosen: int) -> int:
    def fill(inner: Code) -> None:
        reg = inner.register()
        left = negate(ops.ListHas(1, ops.Reg(reg)))
        inner.emit(ops.ForList(reg, 0, (ops.IfDo(left, (ops.Emit((NO, ops.Reg(reg))),), ()),)))

    return code.work.demand(("arrange", size, chosen), "arrange", [(None, size), (None, chosen)], fill)


# ---- written options ------------------------------------------------------------------------------------------------


def branch(code: Code, stmt: m.ChooseBranch, run: Run) -> None:
    """Choose one of the written options that are open."""
    player = code.keep(expr(code, stmt.player))
    conditions = [condition for _, condition, _ in stmt.options]
    any_open = some(test(code, condition) for condition in conditions)
    guard(code, any_open, lambda: _ask_branch(code, stmt, player, run), True)


def _ask_branch(code: Code, stmt: m.ChooseBranch, player: Expr, run: Run) -> None:
    work = code.work
    conditions = [condition for _, condition, _ in stmt.options]
    locals_ = free_locals(tuple(conditions))
    args = registers_of(code, locals_, stmt.player)
    branches: list[tuple[int, tuple[int, ...]]] = []
    for text, _, _ in stmt.options:
        _, values = template(code, text)
        branches.append((template_number(work, text), tuple(code.as_register(value) for value in values)))
    extra = [reg for _, holes in branches for reg in holes]  # they must live as long as the question
    params = [*((one, code.sizes[reg]) for one, reg in zip(locals_, args, strict=True)), *((None, 0) for _ in extra)]
    sizes = [code.sizes[reg] for reg in args]

    def fill(inner: Code) -> None:
        for index, condition in enumerate(conditions):
            emit = ops.Emit((ops.Const(index),))
            inner.when(test(inner, condition), lambda emit=emit: inner.emit(emit))

    options = work.demand(("branch", id(stmt), *sizes), "choose one", params, fill, site=site(code, stmt), keep=stmt)
    answer = code.register(number=True)
    reading = Shown("number")
    decide(code, stmt, "branch", options, (*args, *extra), (answer,), player, stmt.prompt, reading, tuple(branches))
    after = code.label()
    labels = [code.label() for _ in stmt.options]
    cases = tuple((index, index, label) for index, label in enumerate(labels))
    code.end(ops.Switch(ops.Reg(answer), cases, after))
    for label, (_, _, stmts) in zip(labels, stmt.options, strict=True):
        code.begin(label)
        run(code, stmts)
        code.end(ops.Jump(after))
    code.begin(after)


# ---- windows ---------------------------------------------------------------------------------------------------------


def window_proc(code: Code, stmt: m.OfferWindow, holes: int) -> int:
    """The flow of a window: it asks a player, runs the move, and tells whether it was a pass. Its parameters are the
    player, and the values of the holes in its words, those of the refusal last.
    """
    work, window = code.work, stmt.window
    number, refused = (-1 if text is None else template_number(work, text) for text in (stmt.prompt, stmt.refusal))
    return work.demand(
        ("window", window, stmt.no_passing, number, refused),
        f"offer {window.name}",
        [(None, 0), *[(None, 0)] * holes],
        lambda inner: work.makers.window(inner, stmt),
        flow=True,
        site=work.site(window.span, (), window.name),
    )


def offer(code: Code, stmt: m.OfferWindow) -> None:
    """Offer a window to a player; before `then` of sealed choices his move is kept."""
    if code.seal is not None:
        code.work.makers.unseen_window(code, stmt, code.offered[stmt])
        return
    player = expr(code, stmt.player)
    passed = number_register(code, stmt.passed)
    holes = (*template(code, stmt.prompt)[1], *template(code, stmt.refusal)[1])
    call(code, window_proc(code, stmt, len(holes)), (player, *holes), passed)


def window_prompt(code: Code, stmt: m.OfferWindow) -> int:
    """The prompt of a window: the words of the offer, or its label."""
    return template_number(code.work, stmt.prompt) if stmt.prompt is not None else words(code.work, stmt.window.label)


def _has_member(code: Code, whole: m.Filter) -> Expr:
    """Whether a set has a member, as an expression: a call of a function. Of words, one that programs can choose."""
    if isinstance(whole.domain, m.WordsSuchAs):
        return some([_holds(code, whole, number) for number in whole.domain.words])
    return expr(code, m.Quantifier(whole.span, m.Bool(), "some", whole, None, None))


def _holds(code: Code, whole: m.Filter, number: int) -> Expr:
    """Whether a word fits; the name is left as it was, since what is chosen may lie under it."""
    before = code.env.get(whole.local)
    code.env[whole.local] = ops.Const(number)
    found = test(code, whole.where)
    if before is not None:
        code.env[whole.local] = before
    return found
