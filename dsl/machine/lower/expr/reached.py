"""What is reached step by step: a list that grows while it is walked.

each s reached from t through steps where free       found := [t]; for i in found: add the free steps from i
"""

from __future__ import annotations

from collections.abc import Callable

from dsl.machine.ir import ops
from dsl.machine.ir.fold import NO, YES, binary, both, negate, plus
from dsl.machine.ir.ops import Expr
from dsl.machine.lower.builder import Code
from dsl.machine.lower.expr.expressions import expr, test
from dsl.machine.lower.program.cardinality import most
from dsl.semantics import model as m

Body = Callable[[Expr], None]
Walk = Callable[[Code, m.Expr, Body], None]


def walk_reached(code: Code, node: m.Reached, walk: Walk, body: Body) -> None:
    """What can be reached: a list that grows while it is walked."""
    if node.within is not None:
        _Within(code, node, node.within, walk, body).write()
        return
    found = code.register(most(code.work.program, node))
    code.emit(ops.ListClear(found))

    def add(member: Expr) -> None:
        code.env[node.local] = member
        new = negate(ops.ListHas(found, member))
        add = ops.ListAdd(found, member, False)
        code.when(both(new, test(code, node.condition)), lambda: code.emit(add))

    _from_start(code, node, walk, add)
    index = code.variable(NO)

    def turn() -> None:
        member = code.variable(ops.ListItem(found, index))
        code.emit(ops.SetReg(index.reg, plus(index, 1)))
        code.env[node.local] = member
        body(member)
        code.env[node.local] = member
        walk(code, node.through, lambda next_: add(code.keep(next_)))

    code.emit(ops.Loop(binary("<", index, ops.ListSize(found)), code.nested(turn)))


def _from_start(code: Code, node: m.Reached, walk: Walk, add: Body) -> None:
    """Add where it begins."""
    match node.start:
        case m.UnionOf(parts=(only,)) if not isinstance(only.type, m.Many):
            first = code.keep(expr(code, only))
            there = YES if code.there(only) else binary("!=", first, NO)
            code.when(there, lambda: add(first))
        case _:
            walk(code, node.start, lambda member: add(code.keep(member)))


class _Within:
    """What can be reached at no more than a price: for each price from 0 on, what is reached for just that.

    Beside the list of what is reached stands one of the prices, which never fall. At a price, those members are looked
    at from which one step can lead to it; what is added then is looked at as well, so that steps may be free.
    """

    def __init__(self, code: Code, node: m.Reached, within: m.Expr, walk: Walk, body: Body) -> None:
        self.code = code
        self.node = node
        self.walk = walk
        self.body = body
        self.found, self.prices = (code.register(most(code.work.program, node)) for _ in range(2))
        self.limit = code.keep(expr(code, within))
        code.emit(ops.ListClear(self.found))
        code.emit(ops.ListClear(self.prices))
        self.price = code.variable(NO)

    def write(self) -> None:
        """Write the loops."""
        code = self.code

        def begin() -> None:
            _from_start(code, self.node, self.walk, lambda one: self._add(one, None))

        code.when(binary("<=", NO, self.limit), begin)
        self.told, self.oldest = code.variable(NO), code.variable(NO)
        going = both(binary("<=", self.price, self.limit), binary("<", self.oldest, ops.ListSize(self.found)))
        code.emit(ops.Loop(going, code.nested(self._level)))

    def _enter(self, member: Expr) -> None:
        self.code.emit(ops.ListAdd(self.found, member, False))
        self.code.emit(ops.ListAdd(self.prices, self.price, False))

    def _add(self, member: Expr, paid: Expr | None) -> None:
        """Enter a member that was not reached before; from another one, only if the step costs what is left."""
        code, node = self.code, self.node
        code.env[node.local] = member
        asked = test(code, node.condition)
        new = both(negate(ops.ListHas(self.found, member)), asked)
        price = node.price
        if paid is None or price is None:
            code.when(new, lambda: self._enter(member))
            return

        def enter_if_paid() -> None:
            code.env[node.local] = member
            cost = code.keep(expr(code, price))
            code.when(binary("=", plus(paid, cost), self.price), lambda: self._enter(member))

        code.when(new, enter_if_paid)

    def _level(self) -> None:
        """What is reached at one price."""
        code, price, oldest = self.code, self.price, self.oldest
        code.when(binary("<", NO, price) if self.node.price is None else YES, self._scan)
        code.emit(ops.Loop(binary("<", self.told, ops.ListSize(self.found)), code.nested(self._tell)))
        code.emit(ops.SetReg(price.reg, plus(price, 1)))
        priced = self.node.price
        dearest = priced.type.high if priced is not None and isinstance(priced.type, m.Int) else 1
        near = binary("<", plus(ops.ListItem(self.prices, oldest), dearest), price)
        behind = both(binary("<", oldest, ops.ListSize(self.found)), near)
        code.emit(ops.Loop(behind, (ops.SetReg(oldest.reg, plus(oldest, 1)),)))

    def _tell(self) -> None:
        """The body, for the next one that is new."""
        code = self.code
        member = code.variable(ops.ListItem(self.found, self.told))
        code.emit(ops.SetReg(self.told.reg, plus(self.told, 1)))
        code.env[self.node.local] = member
        self.body(member)

    def _scan(self) -> None:
        """Look at the members from which a step may lead to the price; with steps of one price not at those added."""
        code = self.code
        index = code.variable(self.oldest)
        end = code.variable(ops.ListSize(self.found)) if self.node.price is None else ops.ListSize(self.found)

        def from_one() -> None:
            member = code.variable(ops.ListItem(self.found, index))
            paid = code.variable(ops.ListItem(self.prices, index))
            code.emit(ops.SetReg(index.reg, plus(index, 1)))
            code.env[self.node.local] = member
            self.walk(code, self.node.through, lambda next_: self._add(code.keep(next_), paid))

        code.emit(ops.Loop(binary("<", index, end), code.nested(from_one)))
