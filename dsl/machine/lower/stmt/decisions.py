"""Decisions: what a player is asked, and what becomes of the answer. See ops.DecisionInfo for the options of each kind.

choose u from SET by p      some member? -> decide (member) -> u
choose 2 c from SET         M := members; ask for one behind the last, until there are enough -> list c
choose one: option ...      decide (branch) -> switch to the option's statements
offer window to p           call of the window's flow, which asks and runs the move
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dsl.machine.ir import ops
from dsl.machine.ir.fold import NO, YES, binary, both, choose, equals, minus, negate, plus, some
from dsl.machine.ir.ops import Expr, Shown
from dsl.machine.lower.builder import Code, Run
from dsl.machine.lower.control import count, escapes, guard
from dsl.machine.lower.expr.expressions import expr, free_locals, local, test
from dsl.machine.lower.expr.sets import collect, walk_first, walk_set
from dsl.machine.lower.expr.texts import shown, template, template_number, words
from dsl.machine.lower.program.cardinality import most, size_of_local
from dsl.machine.lower.program.kinds import names_entities
from dsl.machine.lower.stmt.calls import call
from dsl.machine.lower.stmt.changes import copy_list, site
from dsl.semantics import model as m
from dsl.semantics.walk import walk


def decide(
    code: Code,
    stmt: m.Stmt,
    kind: str,
    options: int,
    args: Sequence[int],
    regs: tuple[int, ...],
    player: Expr,
    prompt: m.Template,
    read: Shown,
    branches: tuple[tuple[int, tuple[int, ...]], ...] = (),
    refusal: m.Template | None = None,
    edits: tuple[str, str] = ("take", "put back"),
    other: m.Template | None = None,
) -> None:
    """Ask, and go on in a new block when the answer is in `regs`."""
    number, values = template(code, prompt)
    holes = tuple(code.as_register(value) for value in values)
    words, told = template(code, refusal)
    refused = tuple(code.as_register(value) for value in told)
    else_words, else_told = template(code, other)
    else_args = tuple(code.as_register(value) for value in else_told)
    info = ops.DecisionInfo(
        kind=kind,
        options=options,
        args=tuple(args),
        width=len(regs),
        shown=read,
        branches=tuple(words for words, _ in branches),
        actions=(),
        prompt=number,
        prompt_args=holes,
        pass_words="",
        sealed=code.sealed,
        site=site(code, stmt),
        branch_args=tuple(args for _, args in branches),
        refusal=words,
        refusal_args=refused,
        other=else_words,
        other_args=else_args,
        edits=edits,
    )
    code.work.decisions.append(info)
    after = code.label()
    code.end(ops.Decide(len(code.work.decisions) - 1, player, regs, after))
    code.begin(after)


def registers_of(code: Code, locals_: Sequence[m.Local], node: m.Expr) -> list[int]:
    """The frame registers that hold some locals."""
    found: list[int] = []
    for one in locals_:
        value = local(code, m.LocalRef(node.span, one.type, one))
        found.append(value.reg if isinstance(value, ops.ListReg) else code.as_register(value))
    return found


def number_register(code: Code, chosen: m.Local) -> int:
    """The register of a local that is a number; a new one if it has none."""
    value = code.env.get(chosen)
    if not isinstance(value, ops.Reg):
        value = ops.Reg(code.register())
        code.env[chosen] = value
    return value.reg


def list_register(code: Code, chosen: m.Local) -> int:
    """The register of a local that is a list, emptied."""
    value = code.env.get(chosen)
    if not isinstance(value, ops.ListReg):
        value = ops.ListReg(code.register(size_of_local(code.work.program, chosen)))
        code.env[chosen] = value
    code.emit(ops.ListClear(value.reg))
    return value.reg


# ---- one member -----------------------------------------------------------------------------------------------------


def member(code: Code, stmt: m.ChooseMember, run: Run) -> None:
    """Choose one member of a set."""
    over, work = stmt.over, code.work
    player = code.keep(expr(code, stmt.player))
    locals_ = free_locals(over)
    args = registers_of(code, locals_, over)
    sizes = [code.sizes[reg] for reg in args]
    options = work.demand(
        ("members", id(over), *sizes),
        f"choose {stmt.local.name}",
        list(zip(locals_, sizes, strict=True)),
        lambda inner: walk_set(inner, over, lambda found: inner.emit(ops.Emit((found,)))),
        site=site(code, stmt),
        keep=over,
    )
    there = walk_first(code, over) if stmt.if_none else YES
    chosen = number_register(code, stmt.local)
    code.emit(ops.SetReg(chosen, NO))
    reading = shown(work.program, over.local.type)

    def ask() -> None:
        code.env[stmt.local] = ops.Reg(chosen)
        decide(code, stmt, "member", options, args, (chosen,), player, stmt.prompt, reading, refusal=stmt.words)

    def none() -> None:
        code.env[stmt.local] = ops.Reg(chosen)
        run(code, stmt.if_none)

    guard(code, there, ask, True, none if stmt.if_none else None)
    code.env[stmt.local] = ops.Reg(chosen)


# ---- several members ------------------------------------------------------------------------------------------------


def several(code: Code, stmt: m.ChooseSeveral, run: Run) -> None:
    """Choose several members of a set, or put all of them in order."""
    player = code.keep(expr(code, stmt.player))
    low = NO if stmt.low is None else code.keep(expr(code, stmt.low))
    high = None if stmt.high is None else code.keep(expr(code, stmt.high))
    members = collect(code, stmt.over)
    chosen = list_register(code, stmt.local)

    def pick() -> None:
        if stmt.arrange:
            _arrange(code, stmt, members, chosen, player)
        elif stmt.start is not None or stmt.test is not None:
            _plan(code, stmt, members, chosen, player, low, high)
        else:
            _pick(code, stmt, members, chosen, player, low, high)

    none = (lambda: run(code, stmt.if_none)) if stmt.if_none else None
    guard(code, ops.ListSize(members), pick, True, none)


def _pick(
    code: Code, stmt: m.ChooseSeveral, members: int, chosen: int, player: Expr, low: Expr, high: Expr | None
) -> None:
    """Picks in ascending position, so that no set is offered twice; what must be taken is not asked for."""
    size, have = ops.ListSize(members), ops.ListSize(chosen)
    at, need = code.variable(NO, number=True), ops.Reg(code.register(number=True))
    done, picked = code.register(number=True), code.register()
    head, more, ask, rest, after = (code.label() for _ in range(5))
    code.to(head)
    code.emit(ops.SetReg(need.reg, minus(low, have)))
    wanted = binary("<", at, size) if high is None else both(binary("<", at, size), binary("<", have, high))
    code.end(ops.Branch(wanted, more, after))
    code.begin(more)
    code.end(ops.Branch(binary(">=", need, minus(size, at)), rest, ask))
    code.begin(rest)
    index = code.register()
    add = ops.ListAdd(chosen, ops.ListItem(members, ops.Reg(index)), False)
    code.emit(ops.ForRange(index, at, minus(size, 1), 1, (add,)))
    code.end(ops.Jump(after))
    code.begin(ask)
    options = _several_options(code, code.sizes[members])
    reading = shown(code.work.program, stmt.over.local.type)
    args = (members, at.reg, need.reg)
    regs = (done, picked)
    decide(code, stmt, "several", options, args, regs, player, stmt.prompt, reading, edits=stmt.edits, other=stmt.other)
    taken = code.label()
    code.end(ops.Branch(ops.Reg(done), after, taken))
    code.begin(taken)
    code.emit(ops.ListAdd(chosen, ops.Reg(picked), False))
    place = code.register()
    found = equals(ops.ListItem(members, ops.Reg(place)), ops.Reg(picked))
    here = (ops.SetReg(at.reg, plus(ops.Reg(place), 1)), ops.Break())
    code.emit(ops.ForRange(place, at, minus(size, 1), 1, (ops.IfDo(found, here, ()),)))
    code.end(ops.Jump(head))
    code.begin(after)


def _plan(
    code: Code, stmt: m.ChooseSeveral, members: int, chosen: int, player: Expr, low: Expr, high: Expr | None
) -> None:
    """Single edits in any order; the list is kept in the order of the members, so that it says nothing of the way.

    What is taken stays, but for what the plan started with: that may be put back once, and taken again for good. So
    there are at most three edits a member, and with nothing left to edit the choice is over.
    """
    room = code.sizes[members]
    start, back, edited = (code.register(room) for _ in range(3))
    for reg in (start, back):
        code.emit(ops.ListClear(reg))
    if stmt.start is not None:
        proposed, each = collect(code, stmt.start), code.register()
        fits = both(
            ops.ListHas(proposed, ops.Reg(each)), binary("<", ops.ListSize(chosen), ops.Const(code.sizes[chosen]))
        )
        adds = (ops.ListAdd(chosen, ops.Reg(each), False), ops.ListAdd(start, ops.Reg(each), False))
        code.emit(ops.ForList(each, members, (ops.IfDo(fits, adds, ()),)))
    done, open_, how, picked = (ops.Reg(code.register()) for _ in range(4))
    head, ask, change, after = (code.label() for _ in range(4))
    code.to(head)
    size = ops.ListSize(chosen)
    code.env[stmt.local] = ops.ListReg(chosen)
    enough = binary("<=", low, size) if high is None else both(binary("<=", low, size), binary("<=", size, high))
    code.emit(ops.SetReg(done.reg, enough))
    if stmt.test is not None:
        wanted = stmt.test
        code.when(done, lambda: code.emit(ops.SetReg(done.reg, expr(code, wanted))))
    code.emit(ops.SetReg(open_.reg, YES if high is None else binary("<", size, high)))
    lists = (members, chosen, start, back)
    call = ops.Call(_plan_goes_on(code, lists), (*map(ops.ListReg, lists), open_))
    code.end(ops.Branch(call, ask, after))
    code.begin(ask)
    options = _plan_options(code, lists)
    reading = shown(code.work.program, stmt.over.local.type)
    args = (*lists, open_.reg, done.reg)
    regs = (how.reg, picked.reg)
    decide(
        code,
        stmt,
        "several",
        options,
        args,
        regs,
        player,
        stmt.prompt,
        reading,
        refusal=stmt.words,
        edits=stmt.edits,
        other=stmt.other,
    )
    code.end(ops.Branch(equals(how, 1), after, change))
    code.begin(change)
    away, one = equals(how, 2), code.register()
    code.when(away, lambda: code.emit(ops.ListAdd(back, picked, True)))
    code.emit(ops.ListClear(edited))
    stays = choose(equals(ops.Reg(one), picked), negate(away), ops.ListHas(chosen, ops.Reg(one)))
    code.emit(ops.ForList(one, members, (ops.IfDo(stays, (ops.ListAdd(edited, ops.Reg(one), False),), ()),)))
    code.emit(ops.ListClear(chosen))
    code.emit(copy_list(code, edited, chosen))
    code.end(ops.Jump(head))
    code.begin(after)


def _edits(inner: Code, edit: Callable[[int, Expr], None]) -> None:
    """Each edit of a plan (members, chosen, start, back, open): 0 takes a member, 2 puts one back."""
    reg = inner.register()
    member = ops.Reg(reg)
    taken, mine, undone = (ops.ListHas(number, member) for number in (1, 2, 3))
    inner.emit(
        ops.ForList(
            reg,
            0,
            inner.nested(
                lambda: inner.when(
                    taken,
                    lambda: inner.when(both(mine, negate(undone)), lambda: edit(2, member)),
                    lambda: inner.when(ops.Reg(4), lambda: edit(0, member)),
                )
            ),
        )
    )


def _plan_params(code: Code, lists: Sequence[int]) -> list[tuple[m.Local | None, int]]:
    return [*((None, code.sizes[reg]) for reg in lists), (None, 0)]


def _plan_goes_on(code: Code, lists: Sequence[int]) -> int:
    """Whether there is an edit."""

    def fill(inner: Code) -> None:
        _edits(inner, lambda _how, _member: inner.give(YES))
        inner.give(NO)

    params = _plan_params(code, lists)
    return code.work.demand(("plan goes on", *(size for _, size in params)), "plan goes on", params, fill)


def _plan_options(code: Code, lists: Sequence[int]) -> int:
    """options(members, chosen, start, back, open, done): all edits, and to be done if that is allowed."""

    def fill(inner: Code) -> None:
        _edits(inner, lambda how, member: inner.emit(ops.Emit((ops.Const(how), member))))
        inner.when(ops.Reg(5), lambda: inner.emit(ops.Emit((YES,))))

    params = [*_plan_params(code, lists), (None, 0)]
    return code.work.demand(("plan", *(size for _, size in params)), "plan", params, fill)


def _several_options(code: Code, size: int) -> int:
    """options(M, at, need): the members from `at` on that leave enough behind them; to be done if enough are chosen."""

    def fill(inner: Code) -> None:
        index, need = inner.register(), ops.Reg(2)
        enough = binary(">=", minus(ops.ListSize(0), ops.Reg(index)), need)
        emit = ops.Emit((NO, ops.ListItem(0, ops.Reg(index))))
        last = minus(ops.ListSize(0), 1)
        inner.emit(ops.ForRange(index, ops.Reg(1), last, 1, (ops.IfDo(enough, (emit,), ()),)))
        inner.when(binary("<=", need, NO), lambda: inner.emit(ops.Emit((YES,))))

    params = [(None, size), (None, 0), (None, 0)]
    return code.work.demand(("several", size), "choose several", params, fill)


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


# ---- windows, sealed choices ----------------------------------------------------------------------------------------


def window_proc(code: Code, stmt: m.OfferWindow) -> int:
    """The flow of a window: it asks a player, runs the move, and tells whether it was a pass."""
    work, window = code.work, stmt.window
    return work.demand(
        ("window", window, stmt.no_passing),
        f"offer {window.name}",
        [(None, 0)],
        lambda inner: work.makers.window(inner, stmt),
        flow=True,
        site=work.site(window.span, (), window.name),
    )


def offer(code: Code, stmt: m.OfferWindow) -> None:
    """Offer a window to a player."""
    player = expr(code, stmt.player)
    passed = number_register(code, stmt.passed)
    call(code, window_proc(code, stmt), (player,), passed)


def window_prompt(code: Code, window: m.Window) -> int:
    """The prompt of a window: its label."""
    return words(code.work, window.label)


def sealed(code: Code, stmt: m.SealedChoices, run: Run) -> None:
    """Each member makes its choices unseen; then `then` runs for each. The answers lie in lists meanwhile."""
    members = collect(code, stmt.over)
    locals_ = _made(stmt)
    kept = [_Kept(code, one, most(code.work.program, stmt.over)) for one in locals_]
    index, current = code.register(number=True), code.register()
    size = minus(ops.ListSize(members), 1)
    outer, code.sealed = code.sealed, True

    def ask() -> None:
        code.emit(ops.SetReg(current, ops.ListItem(members, ops.Reg(index))))
        code.env[stmt.over.local] = ops.Reg(current)
        for one in kept:
            one.clear()
        run(code, stmt.body)
        for one in kept:
            one.store()

    def then() -> None:
        code.emit(ops.SetReg(current, ops.ListItem(members, ops.Reg(index))))
        code.env[stmt.over.local] = ops.Reg(current)
        for one in kept:
            one.fetch(ops.Reg(index))
        run(code, stmt.then)

    count(code, NO, size, ask, True, reg=index)
    code.sealed = outer
    blocks = code.work.facts.asks(stmt.then, code.quiet) or escapes(stmt.then)
    count(code, NO, size, then, blocks, reg=index)


def _made(stmt: m.SealedChoices) -> list[m.Local]:
    """The locals that are bound in the choices."""
    found: dict[m.Local, None] = {}
    for node in walk(stmt.body):
        if isinstance(node, m.LetLocal | m.ChooseMember | m.ChooseSeveral | m.DrawChance):
            found[node.local] = None
    return list(found)


class _Kept:
    """What each member of a sealed choice has bound a local to: a list with a number, or a list, for each."""

    def __init__(self, code: Code, one: m.Local, members: int) -> None:
        self.code = code
        self.size = size_of_local(code.work.program, one)
        self.reg = code.register(self.size)
        code.env[one] = ops.ListReg(self.reg) if self.size else ops.Reg(self.reg)
        number = not names_entities(one.type)
        self.values = code.register(max(1, members * max(1, self.size)), number=number)
        self.ends = code.register(members, number=True) if self.size else 0
        code.emit(ops.ListClear(self.values))
        if self.size:
            code.emit(ops.ListClear(self.ends))

    def clear(self) -> None:
        """Before a member chooses."""
        self.code.emit(ops.ListClear(self.reg) if self.size else ops.SetReg(self.reg, NO))

    def store(self) -> None:
        """When a member has chosen."""
        if not self.size:
            self.code.emit(ops.ListAdd(self.values, ops.Reg(self.reg), False))
            return
        self.code.emit(copy_list(self.code, self.reg, self.values))
        self.code.emit(ops.ListAdd(self.ends, ops.ListSize(self.values), False))

    def fetch(self, index: Expr) -> None:
        """What a member has chosen, by the member's index."""
        if not self.size:
            self.code.emit(ops.SetReg(self.reg, ops.ListItem(self.values, index)))
            return
        at = self.code.register()
        first, last = ops.ListItem(self.ends, minus(index, 1)), ops.ListItem(self.ends, index)
        self.code.emit(ops.ListClear(self.reg))
        add = ops.ListAdd(self.reg, ops.ListItem(self.values, ops.Reg(at)), False)
        self.code.emit(ops.ForRange(at, first, minus(last, 1), 1, (add,)))
