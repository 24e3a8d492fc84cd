"""Marks: lists of a function that are asked whether they hold a number have a bit for each number they can hold."""

from __future__ import annotations

from dsl.machine.ir import ops
from dsl.machine.ir.analysis.intervals import Ranges
from dsl.machine.ir.ops import Proc
from dsl.machine.ir.walk import expressions, nodes, own_writes

MOST = 4096
"""Most numbers that there are bits for."""
FEWEST = 4
"""Fewest members of a list that is worth it."""


def marked(proc: Proc, ranges: Ranges) -> dict[int, int]:
    """The lists of a function that have marks, with the words of each: those of small numbers, which only the function
    itself adds to, one by one.
    """
    found: dict[int, int] = {}
    for reg in sorted(_asked(proc)) if not proc.flow else ():
        known = ranges.registers[proc.id][reg]
        if reg >= proc.params and proc.sizes[reg] >= FEWEST and known and 0 <= known[0] <= known[1] < MOST:
            found[reg] = known[1] // 64 + 1
    return found


def _asked(proc: Proc) -> set[int]:
    """The lists that are asked for a number, but for those that get their members in other ways."""
    asked, spoilt = set[int](), set[int]()
    for node in nodes(proc):
        if isinstance(node, ops.ListAdd) and node.unique:
            asked.add(node.reg)
        elif not isinstance(node, ops.ListAdd | ops.ListClear | ops.ListSort):
            spoilt.update(own_writes(node))
        for part in (node, *expressions(node)):
            if isinstance(part, ops.ListHas):
                asked.add(part.reg)
            if isinstance(part, ops.Call | ops.Trial | ops.Do | ops.CallFlow | ops.ListSort | ops.Finish):
                spoilt.update(arg.reg for arg in part.args if isinstance(arg, ops.ListReg))
    return asked - spoilt
