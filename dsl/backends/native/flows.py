"""Flows as C functions.

    static void f3(ctx *c, int64_t *S, int64_t p1) {      p1 base of the frame
    int64_t r0 = 0;
    int64_t *r1 = S + p1 + 4;                             a list that outlives a stop lies in the frame itself
    switch (S[p1 + 1]) {                                  the block to go on with
    case 0: r0 = S[p1 + 3]; goto b0;                      the registers that may be read from there
    ...
    b0:; ...

Every block is a label. At a decision, or a call of another flow, the registers that can still be read go back into the
frame, those that no longer can become 0, and the function returns: `go_on` takes up whatever frame is on top.
"""

from __future__ import annotations

from dsl.backends.base import NOWHERE
from dsl.backends.native.source import Source, number
from dsl.backends.native.statements import CASES, Statements
from dsl.backends.waits import Waits
from dsl.machine.ir import ops
from dsl.machine.ir.ops import ASKER, DECISION, FP, RET, STATUS


class Flow(Statements):
    """Writes one flow."""

    def __init__(self, source: Source, proc: int) -> None:
        super().__init__(source, proc)
        self.waits = Waits(source.frames, self.about)
        self.slots = source.frames.slots[proc]
        self.heads = source.meter.heads[proc]

    def write(self) -> None:
        """Write the function."""
        for reg, size in enumerate(self.sizes):
            if self.slots[reg] == NOWHERE:
                self.lines += self.registers([reg])
                continue
            self.lines.append(f"int64_t *r{reg} = S + p1 + {self.slots[reg]};" if size else f"int64_t r{reg} = 0;")
        self.lines.append("switch (S[p1 + 1]) {")
        for entry in sorted(self.waits.entries):
            loads = [reg for reg in sorted(self.waits.live.entry[entry]) if not self.sizes[reg]]
            self.lines.append(f"case {entry}:")
            self.lines += [f"r{reg} = S[p1 + {self.slots[reg]}];" for reg in loads]
            self.lines.append(f"goto b{entry};")
        self.lines.append("default: fault(c, NO_FRAME, p1);")
        self.lines.append("}")
        for index in range(len(self.about.blocks)):
            self._block(index)
        self.source.function(f"static void f{self.proc}(ctx *c, int64_t *S, int64_t p1)", self.left())

    def _block(self, index: int) -> None:
        block = self.about.blocks[index]
        self.lines.append(f"b{index}:; {{")
        if index in self.heads:
            self.count("1")
        self.body(block.body)
        end = block.end
        match end:
            case ops.Jump():
                self.lines.append(f"goto b{end.block};")
            case ops.Branch():
                self.lines.append(f"if ({self.test(end.test)}) goto b{end.then};")
                self.lines.append(f"goto b{end.otherwise};")
            case ops.Switch():
                self._select(end)
            case ops.CallFlow():
                self._call_flow(index, end)
            case ops.ReturnFlow():
                self._return(self.name(self.word(end.value)))
            case ops.Decide():
                self._decide(index, end)
            case ops.Stay():
                self.lines.append("fault(c, STAYS, 0);")
        self.lines.append("}")

    def _select(self, end: ops.Switch) -> None:
        name = self.name(self.number(end.value))
        self.lines.append(f"switch ({name}) {{")
        far: list[str] = []
        for low, high, block in end.cases:
            if high - low < CASES:
                cases = " ".join(f"case {number(each)}:" for each in range(low, high + 1))
                self.lines.append(f"{cases} goto b{block};")
            else:
                far.append(f"if ({name} >= {number(low)} && {name} <= {number(high)}) goto b{block};")
        self.lines += ["}", *far, f"goto b{end.default};"]

    # ---- waiting --------------------------------------------------------------------------------------------------

    def _keep(self, index: int) -> None:
        """Put into the frame what can still be read; what no longer can becomes 0."""
        kept, changed, filled = self.waits.put_back(index)
        self.lines.append(f"S[p1 + 1] = {index};")
        for reg in sorted(changed | filled):
            size, slot = self.sizes[reg], self.slots[reg]
            if slot == NOWHERE:
                continue
            if size and (reg in changed or reg not in kept):
                if reg not in kept:
                    self.lines.append(f"r{reg}[0] = 0;")
                self.lines.append(f"tidy(r{reg}, {size});")
            elif not size and (reg in changed if reg in kept else reg in filled):
                self.lines.append(f"S[p1 + {slot}] = {f'r{reg}' if reg in kept else 0};")

    def _decide(self, index: int, end: ops.Decide) -> None:
        asker = self.name(self.word(end.asker))
        self._keep(index)
        self.lines.append(f"S[{ASKER}] = {asker};")
        self.lines.append(f"S[{DECISION}] = {end.decision};")
        self.lines.append(f"S[{STATUS}] = 1;")
        self.leave("")

    def _call_flow(self, index: int, end: ops.CallFlow) -> None:
        callee = self.source.machine.procs[end.proc]
        slots, size = self.source.frames.slots[end.proc], self.source.frames.sizes[end.proc]
        layout = self.source.machine.layout
        args = [self.name(text, kind) for text, kind in self._given(end)]
        self.count("1")
        base = self.fresh()
        self.lines.append(f"int64_t {base} = p1 + {self.source.frames.sizes[self.proc]};")
        if callee.recursive:
            self.lines.append(f"if (++S[DEPTH] > {callee.deepest}) fail(c, RUNAWAY, {callee.site});")
        self.lines.append(f"if ({base} > {layout.stack + layout.stack_limit - size}) fail(c, RUNAWAY, {callee.site});")
        self.lines.append(f"memset(S + {base}, 0, {size} * sizeof *S);")
        self.lines.append(f"S[{base}] = {end.proc};")
        self.lines.append(f"S[{base} + 2] = p1;")
        for slot, arg, text in zip(slots, end.args, args, strict=False):
            if isinstance(arg, ops.ListReg):
                self.lines.append(f"memcpy(S + {base} + {slot}, {text}, (1 + {text}[0]) * sizeof *S);")
            else:
                self.lines.append(f"S[{base} + {slot}] = {text};")
        self._keep(index)
        self.lines.append(f"S[{FP}] = {base};")
        self.leave("")

    def _given(self, end: ops.CallFlow) -> list[tuple[str, str]]:
        texts = self.ordered(*((arg, self.argument) for arg in end.args), apart=True)
        kinds = ["int64_t *" if isinstance(arg, ops.ListReg) else "int64_t" for arg in end.args]
        return [*zip(texts, kinds, strict=True)]

    def _return(self, value: str) -> None:
        """Frames.pop: the value goes to the frame below, which goes on."""
        if self.about.recursive:
            self.lines.append("S[DEPTH]--;")
        self.lines.append(f"S[{RET}] = {value};")
        self.lines.append(f"S[{FP}] = S[p1 + 2];")
        self.lines.append(f"if (S[{FP}]) taken_up(c, S, S[{FP}], {value}); else S[{STATUS}] = 2;")
        self.leave("")


def write_flow(source: Source, proc: int) -> None:
    """Write a flow of the machine."""
    Flow(source, proc).write()
