"""Which registers still matter where.

A frame keeps only what can be read again: at every decision and at every call of a flow the registers that nothing can
read any more are 0, so that two positions that play alike are equal arrays. Three questions are answered here, all by
one backward pass over the blocks:

* `entry[b]`  the registers that block b, or what follows it, may read before setting them;
* `kept[b]`   for a block that waits (a decision, a call of a flow): the registers whose values stay in the frame;
* `unset`     the registers that may be read before they were ever set (in functions too).

    b0: r1 := 5; decide d0 -> r2, b1        entry[0] = {r0}   kept[0] = {r0}   (r1 is not read again)
    b1: return r0 + r2                      entry[1] = {r0, r2}
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dsl.machine.ir import ops
from dsl.machine.ir.ops import FRAME, DecisionInfo, Proc, Stmt
from dsl.machine.ir.walk import expressions, own_reads, own_writes, successors

Registers = frozenset[int]


@dataclass(frozen=True, slots=True)
class Liveness:
    """The answers for one procedure (see the module). A function has one block without an end."""

    entry: tuple[Registers, ...]
    kept: tuple[Registers, ...]
    unset: Registers


@dataclass(slots=True)
class _Seen:
    """Registers read before being set, and registers surely set, along one way through a body."""

    used: set[int]
    set: set[int]

    def read(self, node: ops.Expr | Stmt | ops.End) -> None:
        self.used.update(r for r in own_reads(node) if r not in self.set)
        for expr in expressions(node):
            self.used.update(r for r in own_reads(expr) if r not in self.set)


def liveness(decisions: Sequence[DecisionInfo], proc: Proc) -> Liveness:
    """The registers that matter in a procedure. decisions: all of the machine."""
    params = frozenset(range(proc.params))
    if not proc.flow:
        seen = _Seen(set(), set(params))
        _body(proc.body, seen)
        return Liveness((), (), frozenset(seen.used))
    blocks = [_block(block) for block in proc.blocks]
    count = len(blocks)
    entry: list[Registers] = [frozenset()] * count
    kept: list[Registers] = [frozenset()] * count
    again = True
    while again:
        again = False
        for index in range(count - 1, -1, -1):
            end = proc.blocks[index].end
            after = frozenset[int]().union(*(entry[block] for block in successors(end)))
            after -= frozenset(own_writes(end))
            if isinstance(end, ops.Decide):
                decision = decisions[end.decision]
                after |= {*decision.args, *decision.prompt_args, *decision.refusal_args, *decision.other_args}
                after |= {reg for words in decision.branch_args for reg in words}
                after |= {decision.most_at} - {-1}
            if isinstance(end, ops.Decide | ops.CallFlow):
                kept[index] = after
            live = frozenset(blocks[index].used) | (after - blocks[index].set)
            again |= live != entry[index]
            entry[index] = live
    return Liveness(tuple(entry), tuple(kept), entry[0] - params if count else frozenset())


def brief(decisions: Sequence[DecisionInfo], proc: Proc) -> tuple[int, ...]:
    """The lists of a flow that nothing reads again after it has waited (see ops.Proc)."""
    lists = [reg for reg, size in enumerate(proc.sizes) if size and reg >= proc.params]
    if not (proc.flow and lists):
        return ()
    found = liveness(decisions, proc)
    needed = found.unset.union(*found.kept)
    return tuple(reg for reg in lists if reg not in needed)


def frame_size(proc: Proc) -> int:
    """The slots of a frame of a flow."""
    return FRAME + sum(1 + size for reg, size in enumerate(proc.sizes) if reg not in proc.brief)


def _block(block: ops.Block) -> _Seen:
    seen = _Seen(set(), set())
    if _body(block.body, seen):
        seen.read(block.end)
    return seen


def _body(body: tuple[Stmt, ...], seen: _Seen) -> bool:
    """Follow a body; False if it never runs to its end."""
    for stmt in body:  # noqa: SIM110 - all() would be one more level for each body
        if not _stmt(stmt, seen):
            return False
    return True


def _stmt(stmt: Stmt, seen: _Seen) -> bool:
    """Follow a statement; False if what stands behind it is never reached."""
    seen.read(stmt)
    match stmt:
        case ops.Return() | ops.Finish() | ops.Fail() | ops.Break() | ops.Continue():
            return False
        case ops.IfDo():
            return _either((stmt.then, stmt.otherwise), seen)
        case ops.SwitchDo():
            return _either((*(body for _, _, body in stmt.cases), ()), seen)
        case ops.Loop():
            _body(stmt.body, _inside(seen))
        case ops.ForRange() | ops.ForZone() | ops.ForList() | ops.ForTable():
            inside = _inside(seen)
            inside.set.add(stmt.reg)
            _body(stmt.body, inside)
        case ops.ListAdd() | ops.ListZone() | ops.ListSort():
            pass  # changes a list that must have been there
        case _:
            seen.set.update(own_writes(stmt))
    return True


def _inside(seen: _Seen) -> _Seen:
    """For a body that may not run at all: what it reads counts, what it sets does not."""
    return _Seen(seen.used, set(seen.set))


def _either(branches: tuple[tuple[Stmt, ...], ...], seen: _Seen) -> bool:
    """One of the branches runs: surely set is what all of those that go on have set."""
    after: list[set[int]] = []
    for branch in branches:
        inside = _inside(seen)
        if _body(branch, inside):
            after.append(inside.set)
    if after:
        seen.set |= set[int].intersection(*after)
    return bool(after)
