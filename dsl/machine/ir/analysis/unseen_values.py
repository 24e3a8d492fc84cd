"""Which fields hold what chance has drawn, or what somebody has answered unseen, and which values that can be: they are
known only to who sees them.
"""

from __future__ import annotations

from dsl.machine.ir import ops, walk
from dsl.machine.ir.analysis.intervals import Range, Ranges
from dsl.machine.ir.ops import Machine, Proc


def unseen_values(machine: Machine) -> dict[int, tuple[int, int]]:
    """The bases of the fields into which a draw or a sealed answer is written, within one procedure, and the least and
    the greatest that is written so.
    """
    found: dict[int, tuple[int, int]] = {}
    ranges: Ranges | None = None
    for proc in machine.procs:
        for node in _written(machine, proc):
            ranges = ranges or Ranges(machine)
            low, high = _range(ranges, proc, node.value, len(proc.sizes))
            low, high = max(low, node.low), min(high, node.high)
            before = found.get(node.base, (low, high))
            found[node.base] = min(low, before[0]), max(high, before[1])
    return found


def _written(machine: Machine, proc: Proc) -> list[ops.Store]:
    nodes = list(walk.nodes(proc))
    drawn: set[int] = set()
    for node in nodes:
        if isinstance(node, ops.Chance) or (isinstance(node, ops.Decide) and machine.decisions[node.decision].sealed):
            drawn.update(walk.own_writes(node))
    if not drawn:
        return []
    for _ in range(len(proc.sizes)):
        more = {reg for node in nodes if _reads(node, drawn) for reg in walk.own_writes(node)}
        if more <= drawn:
            break
        drawn |= more
    return [node for node in nodes if isinstance(node, ops.Store) and _tells(node.value, drawn)]


def _range(ranges: Ranges, proc: Proc, value: ops.Expr, depth: int) -> Range:
    """What is written: of a register what is put there, and not the 0 that stands in it before."""
    if isinstance(value, ops.Bin) and value.fn in ("+", "-") and isinstance(value.right, ops.Const):
        low, high = _range(ranges, proc, value.left, depth)
        by = value.right.value if value.fn == "+" else -value.right.value
        return low + by, high + by
    if not isinstance(value, ops.Reg) or not depth:
        return ranges.of(proc.id, value)
    found: list[Range] = []
    for node in walk.nodes(proc):
        if value.reg in walk.own_writes(node):
            if isinstance(node, ops.Chance):
                found.append((0, ranges.of(proc.id, node.n)[1] - 1))
            elif isinstance(node, ops.SetReg):
                found.append(_range(ranges, proc, node.value, depth - 1))
            else:
                return ranges.of(proc.id, value)
    if not found:  # a parameter
        return ranges.of(proc.id, value)
    return min(low for low, _ in found), max(high for _, high in found)


def _reads(node: ops.Stmt | ops.End, registers: set[int]) -> bool:
    own = not registers.isdisjoint(walk.own_reads(node))
    return own or any(_tells(expr, registers) for expr in walk.operands(node))


def _tells(value: ops.Expr, registers: set[int]) -> bool:
    return any(not registers.isdisjoint(walk.own_reads(part)) for part in walk.walk(value))
