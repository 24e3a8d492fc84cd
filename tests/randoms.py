"""Random machines that are well formed: every instruction, in every place where it may stand.

A `Maker` asks for whole numbers and makes a machine of them; where the numbers come from (a seed, or Hypothesis,
which can
shrink them) is the caller's business. Indices are kept inside their rooms by a remainder, so what goes wrong while
such a machine runs is an error of the description (BOUND, DIVIDE, RUNAWAY...), never a fault of the machine.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from machines import ALL, FACES, NOBODY, OWNER, Builder, Room, Zone, bin_, r

from dsl.machine.ir import ops
from dsl.machine.ir.ops import Const, End, Expr, Machine, Stmt
from dsl.machine.ir.walk import successors

T = TypeVar("T")
Draw = Callable[[int, int], int]
ARITHMETIC = ("+", "-", "*", "//", "%", "min", "max", "&", "|", "<<")
COMPARISONS = ("=", "!=", "<", "<=", ">", ">=", "and", "or")


def from_seed(seed: int) -> Machine:
    """The machine of a seed."""
    return Maker(random.Random(seed).randint).machine()


@dataclass(frozen=True)
class Made:
    """A function that can be called. sort: `pure` (changes nothing), `emits` (nothing but options), `acts`."""

    proc: int
    sizes: tuple[int, ...]
    sort: str


CALLABLE = {"pure": ("pure",), "emits": ("pure", "emits"), "acts": ("pure", "acts")}
"""What may call what."""


class Scope:
    """Where a node is made: which registers there are, and what may stand here."""

    def __init__(self, params: int, sizes: tuple[int, ...], sort: str) -> None:
        self.params = params
        self.sizes = sizes
        self.sort = sort
        self.scalars = [reg for reg, size in enumerate(sizes) if not size]
        self.lists = [reg for reg, size in enumerate(sizes) if size]
        self.flow = False
        self.loops = 0


class Maker:
    """Makes one machine."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        zones = (
            Zone(6, True, NOBODY, 1),
            Zone(3, False, OWNER, 2),
            Zone(4, True, FACES, 1),
            Zone(6, False, ALL),
            Zone(2, True, OWNER, 0, 4),
            Zone(3, False, NOBODY, 0, 5),
        )
        if self.chance(50):
            zones = tuple(replace(zone, linked=not zone.ordered and self.chance(70)) for zone in zones)
        rooms = (Room("free", 4), Room("small", 3, 0, 5), Room("wide", 2, -(2**31), 2**31))
        self.b = Builder(players=2, pieces=6, zones=zones, rooms=rooms, streams=2, stack=120)
        self.zones = len(zones)
        self.numbers = [self.b.table(*(draw(-9, 20) for _ in range(draw(0, 7)))) for _ in range(3)]
        self.functions: list[Made] = []
        """The functions made so far."""
        self.flows: list[tuple[int, tuple[int, ...]]] = []

    def chance(self, percent: int) -> bool:
        return self.draw(0, 99) < percent

    def pick(self, choices: Sequence[T]) -> T:
        return choices[self.draw(0, len(choices) - 1)]

    def machine(self) -> Machine:
        """The machine."""
        start = self.b.function(0, self.opening(), sizes=(0,))
        for _ in range(self.draw(1, 5)):
            self.function(self.pick(("pure", "pure", "acts", "acts", "emits")))
        decisions = [self.decision() for _ in range(self.draw(1, 3))]
        for _ in range(self.draw(1, 4)):
            self.flow(decisions)
        blocks: list[tuple[list[Stmt], End]] = []
        for proc, sizes in self.flows:
            args = tuple(Const(self.draw(0, 5)) if not size else ops.ListReg(1) for size in sizes)
            blocks.append(([ops.ListAdd(1, Const(3), True)], ops.CallFlow(proc, args, 0, len(blocks) + 1)))
        blocks.append(([], ops.ReturnFlow(r(0))))
        return self.b.machine(self.b.flow(0, blocks, sizes=(0, 2)), start)

    def opening(self) -> list[Stmt]:
        first = self.b.first_piece
        move = ops.MovePiece(r(0), Const(self.pick((1, 4))), self.pick(("top", "bottom")), 60)
        return [ops.ForRange(0, Const(first), Const(first + self.draw(0, 5)), 1, (move,))]

    # ---- procedures --------------------------------------------------------------------------------------------------

    def registers(self, params: int) -> tuple[int, ...]:
        sizes = tuple(3 if self.chance(15) else 0 for _ in range(params))
        return (*sizes, 0, 0, 0, *((self.draw(1, 4),) if self.chance(60) else ()))

    def function(self, sort: str) -> None:
        params = self.draw(0, 3)
        sizes = self.registers(params)
        recursive = self.chance(15)
        proc = self.b.reserve()
        scope = Scope(params, sizes, sort)
        made = Made(proc, sizes[:params], sort)
        if recursive:
            self.functions.append(made)
        if self.chance(30) and sort == "pure":
            body = self.small(scope)
        else:
            begin: list[Stmt] = [ops.SetReg(reg, Const(reg)) for reg in scope.scalars if reg >= params]
            body = begin + self.body(scope, 3)
        if not recursive:
            self.functions.append(made)
        self.b.function(params, body, sizes, recursive, proc)
        if sort == "emits":
            self.b.decision(proc, tuple(range(params)))  # somebody may ask it

    def small(self, scope: Scope) -> list[Stmt]:
        """A body that is one expression over the parameters: it may be written into its callers."""
        scope.scalars = [reg for reg in scope.scalars if reg < scope.params]
        scope.lists = [reg for reg in scope.lists if reg < scope.params]
        return [ops.Return(self.expr(scope, 3))]

    def decision(self) -> int:
        scope = Scope(1, (0, 0, 0), "emits")
        proc = self.b.reserve()
        body: list[Stmt] = [ops.SetReg(1, Const(0)), ops.SetReg(2, Const(1)), *self.body(scope, 2)]
        if self.chance(80):
            body.insert(2, ops.Emit((self.expr(scope, 1), r(0))))
        self.b.function(1, body, (0, 0, 0), False, proc)
        return self.b.decision(proc, (1,), 2)

    def flow(self, decisions: list[int]) -> None:
        sizes = (*((0,) if self.chance(50) else (2,)), 0, 0, 0, 3)
        params = self.draw(0, 1)
        recursive = self.chance(15)
        proc = self.b.reserve()
        if recursive:
            self.flows.append((proc, sizes[:params]))
        scope = Scope(params, sizes, "acts")
        scope.flow = True
        count = self.draw(2, 8)
        begin: list[Stmt] = [ops.SetReg(reg, Const(reg)) for reg in scope.scalars if reg >= params]
        blocks: list[tuple[list[Stmt], End]] = [(begin, ops.Jump(1))]
        for _ in range(1, count):
            body = self.body(scope, 2) if self.chance(70) else []
            blocks.append(self._ended((body, self.end(scope, count, decisions))))
        if not recursive:
            self.flows.append((proc, sizes[:params]))
        self.b.flow(params, _reached(blocks), sizes, recursive, proc)

    @staticmethod
    def _ended(block: tuple[list[Stmt], End]) -> tuple[list[Stmt], End]:
        body, _ = block
        return (body, ops.Stay()) if body and isinstance(body[-1], ops.Finish) else block

    def end(self, scope: Scope, count: int, decisions: list[int]) -> End:
        def block() -> int:
            return self.draw(0, count - 1)

        kind = self.draw(0, 9)
        if kind <= 1:
            return ops.Jump(block())
        if kind <= 3:
            return ops.Branch(self.expr(scope, 2), block(), block())
        if kind == 4:
            cases = tuple((low, high, block()) for low, high in self.spans())
            return ops.Switch(self.expr(scope, 1), cases, block())
        if kind == 5 and self.flows:
            proc, sizes = self.pick(self.flows)
            args = self.args(scope, sizes)
            if args is not None:
                return ops.CallFlow(proc, args, self.pick((None, *scope.scalars)), block())
        if kind <= 7:
            regs = tuple(scope.scalars[: self.draw(0, 2)])
            return ops.Decide(self.pick(decisions), self.expr(scope, 1), regs, block())
        return ops.ReturnFlow(self.expr(scope, 1))

    def spans(self) -> list[tuple[int, int]]:
        spans: list[tuple[int, int]] = []
        low = self.draw(-4, 0)
        for _ in range(self.draw(0, 9)):
            low += self.draw(1, 3)
            high = low + self.draw(0, 2)
            spans.append((low, high))
            low = high
        return spans

    # ---- expressions -------------------------------------------------------------------------------------------------

    def expr(self, scope: Scope, depth: int) -> Expr:
        """Any expression."""
        if depth <= 0 or self.chance(20):
            return self.leaf(scope)
        kind = self.draw(0, 15)
        if kind <= 3:
            return ops.Bin(self.pick(ARITHMETIC), self.expr(scope, depth - 1), self.expr(scope, depth - 1))
        if kind <= 6:
            return ops.Bin(self.pick(COMPARISONS), self.expr(scope, depth - 1), self.expr(scope, depth - 1))
        if kind == 7:
            return ops.Un(self.pick(("not", "neg", "abs")), self.expr(scope, depth - 1))
        if kind == 8:
            return ops.If(self.expr(scope, depth - 1), self.expr(scope, depth - 1), self.expr(scope, depth - 1))
        if kind == 9:
            return ops.Look(self.pick(self.numbers), self.expr(scope, depth - 1))
        if kind == 10:
            return self.load(scope, depth)
        if kind == 11:
            return ops.ZoneSize(self.zone(scope, depth))
        if kind == 12:
            return ops.ZoneItem(self.zone(scope, depth), self.expr(scope, 1), self.chance(50))
        if kind == 13 and scope.lists:
            reg = self.pick(scope.lists)
            if self.chance(30):
                return ops.ListSize(reg)
            value = self.expr(scope, depth - 1)
            return ops.ListItem(reg, value) if self.chance(50) else ops.ListHas(reg, value)
        if kind == 14 and scope.lists == [] and scope.scalars:
            item = r(self.pick(scope.scalars))
            return bin_("and", bin_(">=", item, self.draw(-3, 3)), bin_("<=", item, self.draw(0, 6)))
        return self.call(scope, depth) or self.leaf(scope)

    def leaf(self, scope: Scope) -> Expr:
        if scope.scalars and self.chance(65):
            return r(self.pick(scope.scalars))
        return Const(self.pick((0, 1, 2, 3, -1, 5, 7, self.draw(-50, 50), 2**40)))

    def call(self, scope: Scope, depth: int) -> ops.Call | None:
        known = [made for made in self.functions if made.sort in CALLABLE[scope.sort]]
        if not known:
            return None
        made = self.pick(known)
        args = self.args(scope, made.sizes, depth - 1)
        return None if args is None else ops.Call(made.proc, args)

    def args(self, scope: Scope, sizes: tuple[int, ...], depth: int = 1) -> tuple[Expr, ...] | None:
        args: list[Expr] = []
        for size in sizes:
            if not size:
                args.append(self.expr(scope, depth))
                continue
            fitting = [reg for reg in scope.lists if scope.sizes[reg] == size]
            if not fitting:
                return None
            args.append(ops.ListReg(self.pick(fitting)))
        return tuple(args)

    def inside(self, scope: Scope, count: int, depth: int) -> Expr:
        """A number of 0..count-1."""
        if self.chance(40):
            return Const(self.draw(0, count - 1))
        return bin_("%", self.expr(scope, depth - 1), count)

    def load(self, scope: Scope, depth: int) -> Expr:
        name, size = self.pick((("free", 4), ("small", 3), ("wide", 2), ("owner", 6), ("known", 6), ("place", 6)))
        return ops.Load(self.b.at[name], self.inside(scope, size, depth))

    def zone(self, scope: Scope, depth: int) -> Expr:
        return self.inside(scope, self.zones + 1, depth)

    def piece(self, scope: Scope, depth: int) -> Expr:
        if self.chance(10):
            return Const(0)
        return bin_("+", self.inside(scope, 6, depth), self.b.first_piece)

    # ---- statements --------------------------------------------------------------------------------------------------

    def body(self, scope: Scope, depth: int) -> list[Stmt]:
        """Some statements."""
        return [self.stmt(scope, depth) for _ in range(self.draw(1, 4))]

    def inner(self, scope: Scope, depth: int, loop: bool) -> tuple[Stmt, ...]:
        scope.loops += loop
        made = tuple(self.body(scope, depth - 1)) if self.chance(85) else ()
        scope.loops -= loop
        return made

    def stmt(self, scope: Scope, depth: int) -> Stmt:
        kind = self.draw(0, 31)
        if 6 <= kind <= 13 and scope.sort != "acts":
            kind = self.draw(16, 31)
        if depth > 0 and kind >= 22:
            return self.branching(scope, depth, kind)
        if kind <= 5 and scope.scalars:
            return ops.SetReg(self.pick(scope.scalars), self.expr(scope, 3))
        if kind <= 9:
            name, size, low, high = self.pick(
                (("free", 4, -1000, 1000), ("free", 4, -3, 30), ("small", 3, 0, 5), ("wide", 2, -(2**31), 2**31))
            )
            overflow = self.pick(("error", "stops", "stops", "ignored", "ignored"))
            index = self.inside(scope, size, 2)
            return ops.Store(self.b.at[name], index, self.expr(scope, 2), low, high, overflow, self.draw(0, 40))
        if kind <= 11:
            return ops.MovePiece(self.piece(scope, 2), self.zone(scope, 2), self.pick(("top", "bottom")), 41)
        if kind == 12:
            return ops.SetFace(self.piece(scope, 2), self.expr(scope, 1))
        if kind == 13:
            return ops.Know(self.piece(scope, 2), bin_("%", self.expr(scope, 1), 4))
        return self.rarer(scope, kind)

    def measures(self) -> list[int]:
        """The functions of one number that change nothing."""
        return [made.proc for made in self.functions if made.sizes == (0,) and made.sort == "pure"]

    def rarer(self, scope: Scope, kind: int) -> Stmt:
        acts = scope.sort == "acts"
        scalar = self.pick(scope.scalars)
        if kind == 14 and acts:
            return ops.Shuffle(self.zone(scope, 2), self.draw(0, 1))
        if kind == 15 and acts:
            return ops.Chance(scalar, bin_("%", self.expr(scope, 1), 7), self.draw(0, 1), 42)
        if kind == 16 and scope.sort == "emits":
            return ops.Emit(tuple(self.expr(scope, 2) for _ in range(self.draw(0, 2))))
        if kind == 16 and scope.lists:
            return ops.ListClear(self.pick(scope.lists))
        if kind == 17 and scope.lists and self.chance(30):
            return ops.ListZone(self.pick(scope.lists), self.zone(scope, 2), self.chance(50))
        if kind in (17, 18) and scope.lists:
            return ops.ListAdd(self.pick(scope.lists), self.expr(scope, 2), self.chance(60))
        if kind == 19 and scope.lists:
            keys = self.measures()
            if keys:
                key = self.pick(keys)
                return ops.ListSort(self.pick(scope.lists), key, (), self.chance(50))
        if kind == 20 and scope.loops:
            return ops.Break() if self.chance(50) else ops.Continue()
        if kind == 21 and self.chance(40):
            return self.leaving(scope)
        if kind <= 21 and acts:
            return ops.Log(0, tuple(self.expr(scope, 1) for _ in range(self.draw(0, 2))))
        made = self.call(scope, 2)
        if made is not None and kind != 14:
            return ops.Do(made.proc, made.args, self.pick((None, *scope.scalars)))
        return ops.SetReg(scalar, self.expr(scope, 1))

    def leaving(self, scope: Scope) -> Stmt:
        if not scope.flow and self.chance(70):
            return ops.Return(self.expr(scope, 2))
        if scope.sort != "acts" or self.chance(30):
            return ops.Fail(self.pick(("MISSING", "BOUND", "CONFLICT")), self.draw(0, 40))
        scores = self.measures()
        how = self.pick(("won", "lost", "drawn", "scored" if scores else "drawn"))
        score = self.pick(scores) if how == "scored" else 0
        return ops.Finish(how, self.expr(scope, 1), score, self.draw(-1, 0), (self.expr(scope, 1),))

    def branching(self, scope: Scope, depth: int, kind: int) -> Stmt:
        scalar = self.pick(scope.scalars)
        if kind <= 25:
            otherwise = self.inner(scope, depth, False) if self.chance(50) else ()
            return ops.IfDo(self.expr(scope, 3), self.inner(scope, depth, False), otherwise)
        if kind == 26:
            cases = tuple((low, high, self.inner(scope, depth - 1, False)) for low, high in self.spans())
            return ops.SwitchDo(self.expr(scope, 2), cases)
        if kind == 27:
            least = bin_("<", r(scalar), self.draw(0, 20))
            step = ops.SetReg(scalar, bin_("+", r(scalar), 1))
            return ops.Loop(least, (step, *self.inner(scope, depth, True)))
        if kind == 28:
            low = self.draw(-2, 3)
            first: Expr = Const(low)
            last: Expr = Const(low + self.draw(-2, 5)) if self.chance(50) else bin_("%", self.expr(scope, 1), 8)
            step = self.pick((1, -1))
            return ops.ForRange(
                scalar, *((first, last) if step > 0 else (last, first)), step, self.inner(scope, depth, True)
            )
        if kind == 29:
            return ops.ForZone(scalar, self.zone(scope, 1), self.inner(scope, depth, True))
        if kind == 30 and scope.lists:
            return ops.ForList(scalar, self.pick(scope.lists), self.inner(scope, depth, True))
        first = Const(self.draw(-1, 4)) if self.chance(60) else self.expr(scope, 1)
        last = Const(self.draw(0, 9)) if self.chance(60) else self.expr(scope, 1)
        return ops.ForTable(scalar, self.pick(self.numbers), first, last, self.inner(scope, depth, True))


def _reached(blocks: list[tuple[list[Stmt], End]]) -> list[tuple[list[Stmt], End]]:
    """The blocks without those that nothing leads to."""
    order: list[int] = [0]
    for index in order:
        order.extend(dict.fromkeys(after for after in successors(blocks[index][1]) if after not in order))
    numbers = {index: number for number, index in enumerate(order)}
    return [(blocks[index][0], _renumbered(blocks[index][1], numbers)) for index in order]


def _renumbered(end: End, numbers: dict[int, int]) -> End:
    match end:
        case ops.Jump() | ops.CallFlow() | ops.Decide():
            return replace(end, block=numbers[end.block])
        case ops.Branch():
            return replace(end, then=numbers[end.then], otherwise=numbers[end.otherwise])
        case ops.Switch():
            cases = tuple((low, high, numbers[block]) for low, high, block in end.cases)
            return replace(end, cases=cases, default=numbers[end.default])
        case _:
            return end
