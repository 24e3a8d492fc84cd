"""Flows as Python functions.

    def f3(S, e1, p1):        e1 surroundings, p1 base of the frame
     b1 = S[p1 + 1]           the block to go on with
     r0 = S[p1 + 3]           the registers that may be read from there
     while 1:
      if b1 < 4: ...          a tree of comparisons over the blocks that are jumped to

A block that only one other leads to stands where its jump stood. At a decision, or a call of another flow, the
registers that can still be read go back into the frame, those that no longer can become 0, and the function returns:
`run` goes on with whatever frame is on top.
"""

from __future__ import annotations

from dsl.backends.base import NOWHERE
from dsl.backends.python.source import Source
from dsl.backends.python.statements import Statements
from dsl.backends.python.support import HELPERS, RUNAWAY
from dsl.backends.waits import Waits
from dsl.machine.ir import ops
from dsl.machine.ir.ops import FRAME
from dsl.machine.ir.walk import successors, waits

NESTING = 8
"""Most branches written inside one another."""
CHAIN = 4
"""Most cases of a switch tested one after another."""


class Flow(Statements):
    """Writes one flow."""

    def __init__(self, source: Source, proc: int) -> None:
        super().__init__(source, proc)
        self.about = source.machine.procs[proc]
        self.blocks = self.about.blocks
        self.waits = Waits(source.frames, self.about)
        self.live = self.waits.live
        self.slots = source.frames.slots[proc]
        self.heads = source.meter.heads[proc]
        self.entries = self.waits.entries
        self.targets = self._targets()

    # ---- what leads where -----------------------------------------------------------------------------------------

    def _targets(self) -> list[int]:
        """The blocks that the function dispatches to: entries, what several others lead to, and what would nest too
        deep.
        """
        leading = [0] * len(self.blocks)
        for block in self.blocks:
            if not waits(block.end):
                for after in successors(block.end):
                    leading[after] += 1
            if isinstance(block.end, ops.Switch) and len(block.end.cases) > CHAIN:
                leading[block.end.default] += 1  # written at the end of several chains
        targets = {index for index, count in enumerate(leading) if count > 1 or index in self.heads}
        targets.update(self.entries)
        self._cut_nesting(targets)
        return sorted(targets)

    def _cut_nesting(self, targets: set[int]) -> None:
        """Make a target of every block that would be written too deep inside others."""
        pending = [(index, 0) for index in targets]
        while pending:
            index, nested = pending.pop()
            end = self.blocks[index].end
            nested += not isinstance(end, ops.Jump)
            for after in () if waits(end) else successors(end):
                if after in targets:
                    continue
                if nested > NESTING:
                    targets.add(after)
                pending.append((after, 0 if nested > NESTING else nested))

    # ---- the function ---------------------------------------------------------------------------------------------

    def write(self) -> None:
        """Write the function."""
        self.level = 0
        self.line("b1 = S[p1 + 1]")
        start = len(self.lines)
        self.line("while 1:")
        self.level = 1
        self._dispatch(self.targets)
        body, self.lines, self.level = self.lines[start:], self.lines[:start], 0
        if self.cut:
            for reg, size in enumerate(self.sizes):
                self.line(f"r{reg} = {'[]' if size else '0'}")
        self._load(sorted(self.entries))
        if self.counts:
            self.lines.insert(0, "global n0")
        self.source.function(f"f{self.proc}", ["S", "e1", "p1"], [*self.lines, *body])

    def _load(self, entries: list[int]) -> None:
        """Fetch from the frame what the block that is gone on with, or what follows it, may read."""
        wanted = [self.live.entry[entry] for entry in entries]
        if len(entries) > 1 and any(registers != wanted[0] for registers in wanted):
            middle = len(entries) // 2
            self.line(f"if b1 < {entries[middle]}:")
            for word, half in (("", entries[:middle]), ("else:", entries[middle:])):
                if word:
                    self.line(word)
                self.level += 1
                inside = len(self.lines)
                self._load(half)
                if len(self.lines) == inside:
                    self.line("pass")
                self.level -= 1
            return
        for reg in sorted(wanted[0]):
            slot = self.slots[reg]
            if self.sizes[reg]:
                self.line(f"r{reg} = S[p1 + {slot + 1}:p1 + {slot + 1} + S[p1 + {slot}]]")
            else:
                self.line(f"r{reg} = S[p1 + {slot}]")

    def _dispatch(self, targets: list[int]) -> None:
        if len(targets) == 1:
            self._block(targets[0])
            return
        middle = len(targets) // 2
        self.line(f"if b1 < {targets[middle]}:")
        self.level += 1
        self._dispatch(targets[:middle])
        self.level -= 1
        self.line("else:")
        self.level += 1
        self._dispatch(targets[middle:])
        self.level -= 1

    def _block(self, index: int) -> None:
        """A block and, where only it leads, the next ones."""
        if index in self.heads:
            self.count("1")
        block = self.blocks[index]
        if block.body:
            self.level -= 1
            self.body(block.body)
            self.level += 1
        end = block.end
        match end:
            case ops.Jump():
                self._go(end.block)
            case ops.Branch():
                self.line(f"if {self.x.test(end.test).text}:")
                self._inside(end.then)
                self.line("else:")
                self._inside(end.otherwise)
            case ops.Switch():
                self._select(self._name(end.value), [*end.cases], end.default)
            case ops.CallFlow():
                self._call(index, end)
            case ops.ReturnFlow():
                self.line(f"{HELPERS['pop']}(S, {self.x.word(end.value).text})")
                self.line("return")
            case ops.Decide():
                asker = self._word(end.asker)
                self._keep(index)
                self.line(f"S[1] = {asker}")
                self.line(f"S[2] = {end.decision}")
                self.line("S[0] = 1")
                self.line("return")
            case ops.Stay():
                self.line(f"{HELPERS['stay']}()")

    def _inside(self, index: int) -> None:
        self.level += 1
        self._go(index)
        self.level -= 1

    def _go(self, index: int) -> None:
        """Go on with a block: here, if nothing else leads to it."""
        if index in self.targets:
            self.line(f"b1 = {index}")
            self.line("continue")
        else:
            self._block(index)

    def _select(self, name: str, cases: list[tuple[int, int, int]], default: int) -> None:
        if len(cases) > CHAIN:
            middle = len(cases) // 2
            self.line(f"if {name} < {cases[middle][0]}:")
            self.level += 1
            self._select(name, cases[:middle], default)
            self.level -= 1
            self.line("else:")
            self.level += 1
            self._select(name, cases[middle:], default)
            self.level -= 1
            return
        word = "if"
        for low, high, block in cases:
            self.line(f"{word} {name} == {low}:" if low == high else f"{word} {low} <= {name} <= {high}:")
            self._inside(block)
            word = "elif"
        if cases:
            self.line("else:")
            self._inside(default)
        else:
            self._go(default)

    # ---- waiting --------------------------------------------------------------------------------------------------

    def _keep(self, index: int) -> None:
        """Put into the frame what can still be read; what no longer can becomes 0."""
        kept, changed, filled = self.waits.put_back(index)
        self.line(f"S[p1 + 1] = {index}")
        for reg in sorted((kept & changed) | (filled - kept)):
            slot, size = self.slots[reg], self.sizes[reg]
            assert slot != NOWHERE
            if size:
                members = f"r{reg}" if reg in kept else "()"
                self.line(f"{HELPERS['keep']}(S, p1 + {slot}, {members})")
            else:
                self.line(f"S[p1 + {slot}] = {f'r{reg}' if reg in kept else '0'}")

    def _call(self, index: int, end: ops.CallFlow) -> None:
        callee = self.source.machine.procs[end.proc]
        args = [f"r{arg.reg}" if isinstance(arg, ops.ListReg) else self._word(arg) for arg in end.args]
        self.count("1")
        self._keep(index)
        if callee.recursive or any(isinstance(arg, ops.ListReg) for arg in end.args):
            self.line(f"{HELPERS['push']}(S, {end.proc}, ({', '.join([*args, ''])}))")
            self.line("return")
            return
        size = self.source.frames.sizes[end.proc]
        layout = self.source.machine.layout
        base = self.x.fresh()
        cells = [str(end.proc), "0", "p1", *args, *("0" for _ in range(size - FRAME - len(args)))]
        self.line(f"{base} = len(S)")
        self.line(f"if {base} > {layout.stack + layout.stack_limit - size}:")
        self.line(f" {HELPERS['fail']}({RUNAWAY}, {callee.site})")
        self.line(f"S += ({', '.join(cells)})")
        self.line(f"S[3] = {base}")
        self.line("return")


def write_flow(source: Source, proc: int) -> None:
    """Write a flow of the machine."""
    Flow(source, proc).write()
