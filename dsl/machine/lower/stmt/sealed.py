"""Sealed choices: each member chooses unseen, and what was chosen lies in lists until all have."""

from __future__ import annotations

from dsl.machine.ir import ops
from dsl.machine.ir.fold import NO, binary, minus, plus
from dsl.machine.ir.ops import Expr, Shown
from dsl.machine.lower.builder import Code, KeptMove, Run
from dsl.machine.lower.control import count, escapes
from dsl.machine.lower.expr.sets import collect, sort_by
from dsl.machine.lower.program.cardinality import most, size_of_local
from dsl.machine.lower.program.kinds import names_entities
from dsl.machine.lower.stmt.asked_often import asked_often, most_asked_for
from dsl.machine.lower.stmt.asking import number_register
from dsl.machine.lower.stmt.changes import copy_list
from dsl.machine.lower.stmt.durations import begin_limits
from dsl.machine.lower.stmt.surely_asked import surely_asked
from dsl.semantics import model as m
from dsl.semantics.walk import walk


def sealed(code: Code, stmt: m.SealedChoices, run: Run) -> None:
    """Each member makes its choices unseen; then `then` runs for each. The answers lie in lists meanwhile.

    index := 0; last := number of members - 1
    head:   branch index <= last inside after      inside: the choices; keep them; index := index + 1; jump head
    after:  branch index > last + 1 gate then      gate: decide -> inside

    The gate is never reached in play: who imagines what a member may have chosen asks through it (see ops.SealInfo).
    """
    members = collect(code, stmt.over)
    if stmt.order is not None:
        sort_by(code, members, stmt.over.local, stmt.order, stmt.down)
    offered = kept_moves(code.work.program, stmt)
    locals_ = [*_made(stmt), *(local for move in offered.values() for local in move.names())]
    for offer in offered:
        begin_limits(code, offer.window)
    program = code.work.program
    kept = [_Kept(code, one, most(program, stmt.over)) for one in locals_]
    index, last, current = code.register(number=True), code.register(number=True), code.register()
    size = minus(ops.ListSize(members), 1)
    lists = tuple((one.values, one.ends if one.size else -1) for one in kept)
    often, asked_for = asked_often(program, stmt), most_asked_for(program, stmt)
    surely, who = surely_asked(code, stmt)
    seal = ops.SealInfo(len(code.work.decisions), members, index, last, lists, often, asked_for, surely, who)
    code.work.decisions.append(_gate(code, seal))
    code.emit(ops.SetReg(index, NO))
    code.emit(ops.SetReg(last, size))
    head, inside, after, gate, rest = (code.label() for _ in range(5))
    code.to(head)
    code.end(ops.Branch(binary("<=", ops.Reg(index), ops.Reg(last)), inside, after))
    code.begin(inside)
    _member(code, stmt, members, index, current)
    for one in kept:
        one.clear()
    for offer in offered:
        code.emit(ops.SetReg(number_register(code, offer.passed), NO))
    outer, code.seal, code.offered = code.seal, seal, offered
    run(code, stmt.body)
    code.seal = outer
    for one in kept:
        one.store()
    code.emit(ops.SetReg(index, plus(ops.Reg(index), 1)))
    code.end(ops.Jump(head))
    code.begin(gate)
    code.end(ops.Decide(seal.gate, NO, (), inside))
    code.begin(after)
    code.end(ops.Branch(binary(">", ops.Reg(index), plus(ops.Reg(last), 1)), gate, rest))
    code.begin(rest)

    def then() -> None:
        _member(code, stmt, members, index, current)
        for one in kept:
            one.fetch(ops.Reg(index))
        for offer, move in offered.items():
            code.work.makers.kept_move(code, offer, move)
        run(code, stmt.then)

    blocks = bool(offered) or code.work.facts.asks(stmt.then, code.quiet) or escapes(stmt.then)
    count(code, NO, size, then, blocks, reg=index)


def _member(code: Code, stmt: m.SealedChoices, members: int, index: int, current: int) -> None:
    """The member whose turn it is."""
    code.emit(ops.SetReg(current, ops.ListItem(members, ops.Reg(index))))
    code.env[stmt.over.local] = ops.Reg(current)


def _gate(code: Code, seal: ops.SealInfo) -> ops.DecisionInfo:
    """The decision that only imagination reaches."""
    options = code.work.demand("gate", "gate of sealed choices", [], lambda inner: inner.emit(ops.Emit((NO,))))
    return ops.DecisionInfo(
        kind="branch",
        options=options,
        args=(),
        width=0,
        shown=Shown("number"),
        branches=(),
        actions=(),
        prompt=-1,
        prompt_args=(),
        pass_words="",
        sealed=True,
        site=code.draft.site,
        seal=seal,
    )


def _made(stmt: m.SealedChoices) -> list[m.Local]:
    """The locals that are bound in the choices."""
    found: dict[m.Local, None] = {}
    for node in walk(stmt.body):
        if isinstance(node, m.LetLocal | m.ChooseMember | m.ChooseSeveral | m.DrawChance):
            found[node.local] = None
    return list(found)


def kept_moves(program: m.Program, stmt: m.SealedChoices) -> dict[m.OfferWindow, KeptMove]:
    """The windows that are offered before `then`, and the names under which the answers are kept."""
    return {node: _kept_move(program, node.window) for node in walk(stmt.body) if isinstance(node, m.OfferWindow)}


def _kept_move(program: m.Program, window: m.Window) -> KeptMove:
    player, number = m.Ref(program.player_kind), m.Int(0, len(program.actions) + 1)
    params: list[tuple[m.Local | None, m.Local | None]] = []
    for place in range(max((len(action.params) for action in window.actions), default=0)):
        types = [action.params[place].type for action in window.actions if place < len(action.params)]
        thing = next((each for each in types if names_entities(each)), None)
        other = next((each for each in types if not names_entities(each)), None)
        params.append(
            (thing and m.Local(f"what {place + 1}", thing, None), other and m.Local(f"number {place + 1}", other, None))
        )
    this = m.Local("this", m.Ref(program.piece_kind), None)
    return KeptMove(m.Local("made", number, None), m.Local("by", player, None), this, tuple(params))


class _Kept:
    """What each member of a sealed choice has bound a local to: a list with a number, or a list, for each."""

    def __init__(self, code: Code, one: m.Local, members: int) -> None:
        self.code = code
        self.size = size_of_local(code.work.program, one)
        self.reg = code.register(self.size)
        code.env[one] = ops.ListReg(self.reg) if self.size else ops.Reg(self.reg)
        number = not names_entities(one.type)
        self.values = code.register(max(1, members * max(1, self.size)), number=number)
        if not number:
            code.draft.entities.add(self.values)
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
