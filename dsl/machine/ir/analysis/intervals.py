"""Between which numbers a value lies, as far as the machine itself shows it.

A check whose outcome is known is not written into generated code: a table index that cannot leave its table, a store
that cannot leave its range, a sum that cannot leave 64 bits. The analysis is interval arithmetic over the registers of
all procedures at once: a parameter's range is the union of what its callers hand over, a result's that of all returns.
What still grows after a few rounds is taken to grow without end.

It believes what the layout says a slot holds (`Region.low`, `Region.high`): verify and the reference backend hold the
stores to that.

A sum that is added up in a loop (r := r + e) is no cause for alarm: the meter ends play long before steps of less than
2**20 can add up to 2**62.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Iterator

from dsl.intervals import ARITHMETIC, BIT, Range, magnitude, negate, union, within
from dsl.machine.ir import ops
from dsl.machine.ir.analysis.liveness import liveness
from dsl.machine.ir.entries import public, scores
from dsl.machine.ir.ops import Expr, Machine, Proc
from dsl.machine.ir.walk import callees_first, calls, nodes, reached_from, walk

WORD: Range = (-(2**63) + 1, 2**63 - 1)
"""What a register can hold."""
SLOT: Range = (-(2**32), 2**32)
"""What a slot, or an argument from outside, can hold in a machine whose layout speaks of nothing longer."""
WIDEST: Range = (-(2**32), 2**62)
"""What any slot can hold: the longest are those of bags."""
STEP = 2**20
SUM = 2**62
PATIENCE = 4
WRITING = (
    *(ops.SetReg, ops.ListAdd, ops.ListZone, ops.ListCells, ops.ForRange, ops.ForZone, ops.ForTable, ops.ForList),
    *(ops.Chance, ops.Do, ops.CallFlow, ops.Decide, ops.Return, ops.ReturnFlow),
)
"""The nodes that give a register or a result its value."""
HANDING = (ops.CallFlow, ops.ListSort, ops.Finish)
"""The nodes, besides calls of functions, that give a parameter its value."""
Collected = (
    ops.ZoneSize
    | ops.ZoneItem
    | ops.ListReg
    | ops.ListSize
    | ops.ListItem
    | ops.ListHas
    | ops.CellPiece
    | ops.CellCount
    | ops.CellHas
)
"""The expressions that ask something of a collection."""


def slots_of(machine: Machine) -> Range:
    """What any slot of a machine, or an argument from outside, can hold."""
    found = SLOT
    for region in machine.layout.regions:
        found = min(found[0], region.low), max(found[1], region.high)
    return found


class Ranges:
    """The ranges of a machine's registers and results."""

    def __init__(self, machine: Machine, *, guarded: bool = False) -> None:
        """guarded: for code that relies on it for its safety. Then a slot may still be 0, whatever it is to hold; and
        nothing is ever chosen but what the options of a decision hold, which whoever runs the code makes sure of.
        """
        self.machine = machine
        self._emitted = _emitted(machine) if guarded else None
        self._answers: list[tuple[Range, ...]] = []
        """If guarded: per decision what each number of an option can be."""
        self._zero: Range | None = (0, 0) if guarded else None
        self._regions = sorted(machine.layout.regions, key=lambda region: region.base)
        self._starts = [region.base for region in self._regions]
        self._slot = slots_of(machine)
        self._tables = [(min(table), max(table)) if table else (0, 0) for table in machine.tables]
        self._room = max(machine.tables[machine.zone_cap], default=0)
        self._cells = machine.cells.last if machine.cells is not None else 0
        self.results: list[Range | None] = [None] * len(machine.procs)
        self.registers: list[list[Range | None]] = [[None] * len(proc.sizes) for proc in machine.procs]
        self._writing: dict[int, list[ops.Stmt | ops.End]] = {}
        self._handing: dict[int, tuple[list[tuple[int, tuple[Expr, ...]]], list[ops.Stmt | ops.End]]] = {}
        self._rounds = [0] * len(machine.procs)
        self._callers: list[set[int]] = [set() for _ in machine.procs]
        self._queue: deque[int] = deque(callees_first(machine))
        self._waiting: set[int] = set(self._queue)
        self._begin()
        self._settle()

    def _begin(self) -> None:
        """What is known of registers and options before any code is looked at."""
        machine = self.machine
        ends = scores(machine)
        for proc in public(machine):
            for reg in range(machine.procs[proc].params):
                self.registers[proc][reg] = self._slot if proc not in ends else (1, machine.players)
        for proc in machine.procs:
            begin = range(proc.params, len(proc.sizes)) if proc.flow else liveness(machine.decisions, proc).unset
            for reg in begin:
                self.registers[proc.id][reg] = (0, 0)
        for proc, last in _imagined(machine):
            self.registers[proc][last] = ops.ALONE, 0
        for emitting in self._emitted or ():
            width = max((len(node.values) for _, node in emitting), default=0)
            self._answers.append(((0, 0),) * width)

    def _settle(self) -> None:
        """Go over the procedures until no range grows."""
        turn, again = 0, True
        while again:
            while self._queue:
                self._visit(self.machine.procs[self._queue.popleft()])
            turn += 1
            again = self._answered(turn > PATIENCE)

    def answer(self, decision: int, position: int) -> Range:
        """What a number of an option, by its position, can be."""
        if self._emitted is None:
            return WORD
        known = self._answers[decision]
        return known[position] if position < len(known) else (0, 0)

    def _answered(self, widen: bool) -> bool:
        """Bring up to date what options hold, and whoever decides into the queue; whether anything grew."""
        if self._emitted is None:
            return False
        grown: set[int] = set()
        for decision, emitting in enumerate(self._emitted):
            before = self._answers[decision]
            found: list[Range | None] = list(before)
            for proc, node in emitting:
                for position, value in enumerate(node.values):
                    self._grow(found, position, self.of(proc, value), widen)
            self._answers[decision] = tuple(each or (0, 0) for each in found)
            if self._answers[decision] != before:
                grown.add(decision)
        for proc in self.machine.procs:
            if any(isinstance(block.end, ops.Decide) and block.end.decision in grown for block in proc.blocks):
                self._enqueue(proc.id)
        return bool(grown)

    def of(self, proc: int, expr: Expr) -> Range:
        """Between which numbers an expression of a procedure lies."""
        match expr:
            case ops.Const():
                return expr.value, expr.value
            case ops.Reg():
                return self.registers[proc][expr.reg] or (0, 0)
            case ops.Load():
                return self._load(expr.base, self.of(proc, expr.index))
            case ops.Look():
                return self._look(expr.table, self.of(proc, expr.index))
            case ops.Bin():
                known = ARITHMETIC.get(expr.fn)
                return BIT if known is None else known(self.of(proc, expr.left), self.of(proc, expr.right))
            case ops.Un():
                return _unary(expr.fn, self.of(proc, expr.operand))
            case ops.If():
                return union(self.of(proc, expr.then), self.of(proc, expr.otherwise)) or BIT
            case ops.Call():
                return self.results[expr.proc] or (0, 0)
            case ops.Trial():
                return union(self.results[expr.proc], (expr.over, expr.over)) or (0, 0)
            case _:
                return self._collected(proc, expr)

    def _collected(self, proc: int, expr: Collected) -> Range:
        """What is asked of a zone, a list or a layout."""
        match expr:
            case ops.ZoneSize():
                return 0, self._room
            case ops.ZoneItem() | ops.CellPiece():
                return 0, self.machine.entity_count
            case ops.ListReg() | ops.ListItem():
                return union(self.registers[proc][expr.reg], (0, 0)) or (0, 0)
            case ops.ListSize():
                return 0, self.machine.procs[proc].sizes[expr.reg]
            case ops.ListHas() | ops.CellHas():
                return BIT
            case ops.CellCount():
                return 0, self._cells

    def _look(self, table: int, index: Range) -> Range:
        """What a table holds at some indices; 0 outside."""
        low, high = self._tables[table]
        inside = within(index, (0, len(self.machine.tables[table]) - 1))
        return (low, high) if inside else (min(low, 0), max(high, 0))

    def _load(self, base: int, index: Range) -> Range:
        """What the slots base + index hold."""
        first, last = base + index[0], base + index[1]
        at = bisect_right(self._starts, first) - 1
        if at < 0:
            return self._slot
        found = self._zero
        for region in self._regions[at : at + 8]:
            if region.base > first:
                return self._slot  # a gap
            found = union(found, (region.low, region.high)) if found else (region.low, region.high)
            first = region.base + region.size
            if last < first:
                return found or self._slot
        return self._slot

    def _visit(self, proc: Proc) -> None:
        """Bring one procedure up to date, and whoever depends on it into the queue."""
        self._waiting.discard(proc.id)
        for turn in range(3 * PATIENCE):
            if not self._pass(proc, self._late(proc.id) or turn >= PATIENCE):
                break
        else:
            self._enqueue(proc.id)
        self._rounds[proc.id] += 1
        self._hand_over(proc)

    def _pass(self, proc: Proc, widen: bool) -> bool:
        """Go once over a procedure; whether any of its registers grew."""
        grew = False
        result: Range | None = None if proc.flow else (0, 0)
        if proc.id not in self._writing:
            self._writing[proc.id] = [node for node in nodes(proc) if isinstance(node, WRITING)]
        for node in self._writing[proc.id]:
            for reg, found in self._written(proc, node):
                grew |= self._grow(self.registers[proc.id], reg, found, widen)
            if isinstance(node, ops.Return | ops.ReturnFlow):
                result = union(result, self.of(proc.id, node.value))
        if result is not None and self._grow(self.results, proc.id, result, widen):
            for caller in sorted(self._callers[proc.id]):
                self._enqueue(caller)
        return grew

    def _written(self, proc: Proc, node: ops.Stmt | ops.End) -> list[tuple[int, Range]]:
        """What a node puts into registers."""
        match node:
            case ops.SetReg():
                return [(node.reg, self._set(proc.id, node))]
            case ops.ListAdd():
                return [(node.reg, self.of(proc.id, node.value))]
            case ops.ListCells():
                return [(node.reg, (0, self._cells))]
            case ops.ForRange() | ops.ForZone() | ops.ListZone() | ops.ForTable() | ops.ForList():
                return self._members(proc.id, node)
            case ops.Chance():
                return [(node.reg, (0, max(0, self.of(proc.id, node.n)[1] - 1)))]
            case ops.Do() | ops.CallFlow() if node.reg is not None:
                self._callers[node.proc].add(proc.id)
                return [(node.reg, self.results[node.proc] or (0, 0))]
            case ops.Decide():
                return [(reg, self.answer(node.decision, position)) for position, reg in enumerate(node.regs)]
            case _:
                return []

    def _members(
        self, proc: int, node: ops.ForRange | ops.ForZone | ops.ListZone | ops.ForTable | ops.ForList
    ) -> list[tuple[int, Range]]:
        """What a loop, or a list that takes up a zone, puts into its register."""
        match node:
            case ops.ForRange():
                first, last = self.of(proc, node.first), self.of(proc, node.last)
                members = (first[0], last[1]) if node.step > 0 else (last[0], first[1])
                return [(node.reg, members)] if members[0] <= members[1] else []
            case ops.ForZone() | ops.ListZone():
                return [(node.reg, (self.machine.first_piece, self.machine.entity_count))]
            case ops.ForTable():
                return [(node.reg, self._tables[node.table])]
            case ops.ForList():
                return [(node.reg, self.registers[proc][node.list] or (0, 0))]

    def _set(self, proc: int, node: ops.SetReg) -> Range:
        """What r := value puts into r; r := r + e for small e only drifts, and never far."""
        step = self._step(proc, node)
        now = self.registers[proc][node.reg] or (0, 0)
        if step is not None and within(step, (-STEP, STEP)) and within(now, (-SUM, SUM)):
            return (now[0] if step[0] >= 0 else -SUM), (now[1] if step[1] <= 0 else SUM)
        return self.of(proc, node.value)

    def _step(self, proc: int, node: ops.SetReg) -> Range | None:
        """By how much r := r + e or r := r - e changes r, where e does not read r; None for anything else."""
        reg = ops.Reg(node.reg)
        match node.value:
            case ops.Bin("+", left, right) if reg in (left, right):
                other = right if left == reg else left
                step = self.of(proc, other)
            case ops.Bin("-", left, other) if left == reg:
                step = negate(self.of(proc, other))
            case _:
                return None
        return None if reg in walk(other) else step

    def _hand_over(self, proc: Proc) -> None:
        """Join what a procedure hands to others with what they expect."""
        if proc.id not in self._handing:
            self._handing[proc.id] = [*calls(proc)], [node for node in nodes(proc) if isinstance(node, HANDING)]
        called, handing = self._handing[proc.id]
        for callee, args in called:
            self._callers[callee].add(proc.id)
            self._call(proc, callee, args)
        for node in handing:
            match node:
                case ops.CallFlow():
                    self._callers[node.proc].add(proc.id)
                    self._call(proc, node.proc, node.args)
                case ops.ListSort():
                    self._param(node.key, 0, self.registers[proc.id][node.reg])
                case ops.Finish() if node.how == "scored":
                    self._param(node.score, 0, (1, self.machine.players))
                case _:
                    pass

    def _call(self, proc: Proc, callee: int, args: tuple[Expr, ...]) -> None:
        for position, arg in enumerate(args):
            if isinstance(arg, ops.ListReg):
                self._param(callee, position, self.registers[proc.id][arg.reg])
                members = self.registers[callee][position]  # the callee may add to the list
                if members is not None and self._grow(self.registers[proc.id], arg.reg, members, True):
                    self._enqueue(proc.id)
            else:
                self._param(callee, position, self.of(proc.id, arg))

    def _param(self, callee: int, position: int, found: Range | None) -> None:
        if found is not None and self._grow(self.registers[callee], position, found, self._late(callee)):
            self._enqueue(callee)

    def _late(self, proc: int) -> bool:
        return self._rounds[proc] >= PATIENCE

    def _grow(self, ranges: list[Range | None], at: int, found: Range, widen: bool) -> bool:
        """Make a range hold what was found; with `widen` a bound that still moves goes all the way."""
        before = ranges[at]
        found = max(found[0], WORD[0]), min(found[1], WORD[1])
        if before is None:
            ranges[at] = found
            return True
        if within(found, before):
            return False
        low, high = min(before[0], found[0]), max(before[1], found[1])
        if widen:
            low = low if low == before[0] else (0 if low >= 0 else -SUM if low >= -SUM else WORD[0])
            high = high if high == before[1] else (SUM if high <= SUM else WORD[1])
        ranges[at] = low, high
        return True

    def _enqueue(self, proc: int) -> None:
        if proc not in self._waiting:
            self._waiting.add(proc)
            self._queue.append(proc)


def _imagined(machine: Machine) -> Iterator[tuple[int, int]]:
    """The flows with sealed choices, and the register into which whoever imagines the choice of a member puts ALONE."""
    for proc in machine.procs:
        for block in proc.blocks:
            gate = block.end.decision if isinstance(block.end, ops.Decide) else -1
            seal = machine.decisions[gate].seal if gate >= 0 else None
            if seal is not None and seal.gate == gate:
                yield proc.id, seal.last


def _emitted(machine: Machine) -> list[list[tuple[int, ops.Emit]]]:
    """Per decision the instructions that make its options, with their procedures."""
    found: list[list[tuple[int, ops.Emit]]] = []
    for decision in machine.decisions:
        reached = reached_from(machine.procs, {decision.options})
        nodes_of = ((proc, node) for proc in sorted(reached) for node in nodes(machine.procs[proc]))
        found.append([(proc, node) for proc, node in nodes_of if isinstance(node, ops.Emit)])
    return found


def _unary(fn: str, operand: Range) -> Range:
    if fn == "not":
        return BIT
    return negate(operand) if fn == "neg" else magnitude(operand)
