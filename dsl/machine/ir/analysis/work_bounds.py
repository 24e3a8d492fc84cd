"""The meter: what is counted while a game runs, the same in every backend, so that play ends.

Counting every instruction would cost more than the instructions. So work is counted where it can pile up, and only
there:

* each turn of a `Loop`; each block of a flow that a way back leads to; each call of a flow;
* the members of any other loop, all at once when it begins, if the loop is `metered`;
* each call of a function that is `metered`.

A loop or a function is metered when its own uncounted work, estimated from above, exceeds FREE. So one count buys at
most a fixed amount of work, whatever a rules file says: a bound on the count is a bound on the time. The first count
beyond the budget is the error RUNAWAY. Time between two decisions is what is bounded; each run, call and list of
options starts anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dsl.machine.ir import ops
from dsl.machine.ir.analysis.table_rows import longest, row_of
from dsl.machine.ir.ops import End, Expr, Machine, Proc, Stmt
from dsl.machine.ir.walk import bodies, callees_first, operands, successors

BUDGET: Final = 1_000_000
"""Counts between two decisions, unless a caller asks for another limit."""

FREE: Final = 200
"""Work (nodes evaluated) that a loop or a function may do uncounted."""


@dataclass(frozen=True, slots=True)
class Meter:
    """What is counted. loops: (procedure, identity of the loop's node); heads: per flow the blocks a way back leads
    to.
    """

    procs: frozenset[int]
    loops: frozenset[tuple[int, int]]
    heads: tuple[frozenset[int], ...]

    def loop(self, proc: int, stmt: Stmt) -> bool:
        """Whether a loop counts its members when it begins."""
        return (proc, id(stmt)) in self.loops


def meter(machine: Machine) -> Meter:
    """What is counted in a machine."""
    estimate = _Estimate(machine)
    for proc in callees_first(machine):
        estimate.measure(machine.procs[proc])
    heads = tuple(frozenset(_heads(proc)) for proc in machine.procs)
    return Meter(frozenset(estimate.metered), frozenset(estimate.loops), heads)


class _Estimate:
    """Estimates from above of uncounted work, callees before callers."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.metered: set[int] = set()
        self.loops: set[tuple[int, int]] = set()
        self.work: dict[int, int] = {}
        self.largest = max(machine.tables[machine.zone_cap], default=0)

    def measure(self, proc: Proc) -> None:
        if proc.flow:
            for block in proc.blocks:
                self.body(proc, block.body)
                self.expr(proc, block.end)
            return
        work = self.body(proc, proc.body)
        if work > FREE or proc.recursive:
            self.metered.add(proc.id)
            work = 1
        self.work[proc.id] = work

    def call(self, proc: int) -> int:
        return self.work.get(proc, 1)  # not measured yet: a cycle, so it is recursive and metered

    def expr(self, proc: Proc, node: Expr | Stmt | End) -> int:
        work = 1
        for operand in operands(node):
            work += self.expr(proc, operand)
        match node:
            case ops.Call() | ops.Do():
                work += self.call(node.proc)
            case ops.Trial():
                work += self.call(node.proc) + 10
            case ops.ListSort():
                work += proc.sizes[node.reg] * self.call(node.key)
            case ops.Finish() if node.how == "scored":
                work += self.machine.players * self.call(node.score)
            case ops.MovePiece() | ops.Shuffle():
                work += 10
            case ops.ListZone():
                work += self.largest // 8  # they are copied, all at once
            case ops.CellPiece() | ops.CellCount() | ops.CellHas() | ops.ListCells():
                work += 10 + self.largest // 4  # what a shape has is worked out once, when a piece was moved
            case _:
                pass
        return work

    def body(self, proc: Proc, body: tuple[Stmt, ...]) -> int:
        work = 0
        for stmt in body:
            work += self.stmt(proc, stmt)
        return work

    def stmt(self, proc: Proc, stmt: Stmt) -> int:
        work = self.expr(proc, stmt)
        inner = 0
        for body in bodies(stmt):
            inner += self.body(proc, body)
        turns = self.turns(proc, stmt)
        if turns is None:
            return work + inner
        inner += 1
        if turns * inner > FREE:
            self.loops.add((proc.id, id(stmt)))
            turns = 1
        return work + turns * inner

    def turns(self, proc: Proc, stmt: Stmt) -> int | None:
        """Most turns of a loop over members; None for anything else (turns of a `Loop` are always counted)."""
        match stmt:
            case ops.ForZone():
                return self.largest
            case ops.ForList():
                return proc.sizes[stmt.list]
            case ops.ForTable(table=table, first=ops.Const(first), last=ops.Const(last)):
                return max(0, min(last - first, len(self.machine.tables[table])))
            case ops.ForTable() if (row := row_of(self.machine, stmt)) is not None:
                return longest(self.machine, row[2])
            case ops.ForTable():
                return len(self.machine.tables[stmt.table])
            case ops.ForRange(first=ops.Const(first), last=ops.Const(last)):
                return abs(last - first) + 1
            case ops.ForRange():
                return FREE + 1
            case _:
                return None


def _heads(proc: Proc) -> set[int]:
    """The blocks a way back leads to: without them the blocks have no cycle."""
    heads: set[int] = set()
    state: dict[int, bool] = {}  # True: on the way now, False: done with
    pending: list[tuple[int, bool]] = [(0, False)] if proc.blocks else []
    while pending:
        block, left = pending.pop()
        if left:
            state[block] = False
        elif state.get(block):
            heads.add(block)
        elif block not in state:
            state[block] = True
            pending.append((block, True))
            pending.extend((after, False) for after in reversed(successors(proc.blocks[block].end)))
    return heads
