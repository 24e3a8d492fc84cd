"""Passes over what has been lowered. Each keeps the meaning and says in its docstring what it changes.

Blocks are written as they come while statements are lowered: many are empty, or follow only one other block. Here they
are put together, so that a flow stops only where it must. New passes are added to `PASSES`; those that need the whole
machine (a definition over constants could become a table) belong behind `graph.finished`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from dsl.machine.ir import ops
from dsl.machine.ir.ops import Block, End
from dsl.machine.ir.walk import successors


def simplified(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """The blocks of a flow after all passes."""
    found = list(blocks)
    for change in PASSES:
        found = change(found)
    return tuple(found)


def thread(blocks: list[Block]) -> list[Block]:
    """A way through empty blocks leads straight to where it ends.

    b0: branch t b1 b2   b1: jump b3   b2: jump b3        becomes        b0: jump b3
    """
    goal: dict[int, int] = {}
    for number in range(len(blocks)):
        seen = [number]
        while not blocks[seen[-1]].body and isinstance(end := blocks[seen[-1]].end, ops.Jump) and end.block not in seen:
            seen.append(end.block)
        goal[number] = seen[-1]
    return [Block(block.body, _direct(renumbered(block.end, goal))) for block in blocks]


def _direct(end: End) -> End:
    if isinstance(end, ops.Branch) and end.then == end.otherwise:
        return ops.Jump(end.then)
    return end


def merge(blocks: list[Block]) -> list[Block]:
    """A block that only one jump leads to becomes part of the block that jumps.

    b0: r1 := 1; jump b1   b1: r2 := 2; return 0        becomes        b0: r1 := 1; r2 := 2; return 0
    """
    found = tidy(blocks)
    ways = Counter(follower for block in found for follower in successors(block.end))
    for number in range(len(found)):
        block = found[number]
        while isinstance(block.end, ops.Jump) and ways[block.end.block] == 1 and block.end.block not in (0, number):
            follower = found[block.end.block]
            found[block.end.block] = Block((), block.end)
            block = found[number] = Block((*block.body, *follower.body), follower.end)
    return found


def tidy(blocks: list[Block]) -> list[Block]:
    """Blocks that nothing reaches are dropped; the others are numbered in the order in which they are first reached.

    b0: jump b2   b1: return 1   b2: return 0        becomes        b0: jump b1   b1: return 0
    """
    order: dict[int, int] = {}
    pending = [0]
    while pending:
        block = pending.pop()
        if block not in order:
            order[block] = len(order)
            pending.extend(reversed(successors(blocks[block].end)))
    return [Block(blocks[old].body, renumbered(blocks[old].end, order)) for old in order]


def renumbered(end: End, order: dict[int, int]) -> End:
    """An end with its blocks renumbered."""
    match end:
        case ops.Jump():
            return ops.Jump(order[end.block])
        case ops.CallFlow():
            return ops.CallFlow(end.proc, end.args, end.reg, order[end.block])
        case ops.Decide():
            return ops.Decide(end.decision, end.asker, end.regs, order[end.block])
        case ops.Branch():
            return ops.Branch(end.test, order[end.then], order[end.otherwise])
        case ops.Switch():
            cases = tuple((low, high, order[block]) for low, high, block in end.cases)
            return ops.Switch(end.value, cases, order[end.default])
        case ops.ReturnFlow() | ops.Stay():
            return end


PASSES: Final[tuple[Callable[[list[Block]], list[Block]], ...]] = (thread, merge, tidy)
