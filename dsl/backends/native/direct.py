"""Flows as plain C functions: at a decision a policy is asked on the spot, and another flow is a call.

    static int64_t d3(ctx *c, int64_t *S, int64_t p1, int p2, int64_t r0) {
    int64_t *m0 = c->top;
    int64_t r1 = 0;                                       registers are those of C, also across decisions
    int64_t *r2 = take(c, 5);                             lists lie in the room of the context
    if (p2) switch (S[p1 + 1]) {                          a frame that was laid down elsewhere is taken up
    ...

No frame is laid down, so nobody can look at the position on the way: whole games are played so, of which only what
comes at the end is told. p1 is where the frame would begin: so a game that nests too deeply ends as with frames.

A machine whose flows may call themselves, or whose option functions change the position, has none of it.
"""

from __future__ import annotations

from dsl.backends.base import NOWHERE
from dsl.backends.native.flows import Flow
from dsl.backends.native.source import Source
from dsl.backends.native.statements import LEAVE
from dsl.machine.ir import ops
from dsl.machine.ir.ops import Machine


def can_be_direct(source: Source) -> bool:
    """Whether the flows of a machine can be written so."""
    machine = source.machine
    asked = {decision.options for decision in machine.decisions}
    return not any(proc.flow and proc.recursive for proc in machine.procs) and not asked & source.facts.ends


def write_direct(source: Source) -> None:
    """Write all flows, and the table of them."""
    machine = source.machine
    flows = [proc.id for proc in machine.procs if proc.flow] if can_be_direct(source) else []
    for proc in flows:
        Direct(source, proc).write()
    heads = [f"d{proc.id}" if proc.id in flows else "0" for proc in machine.procs]
    for proc in flows:
        params, given = _params(machine, proc), _nothing(machine, proc)
        if params:
            head = f"static int64_t b{proc}(ctx *c, int64_t *S, int64_t p1, int p2)"
            source.function(head, [f"return d{proc}(c, S, p1, p2{given});"])
            heads[proc] = f"b{proc}"
    source.tables.append(f"#define DIRECT {int(bool(flows))}")
    source.tables.append(f"static int64_t (*const directs[])(ctx *, int64_t *, int64_t, int) = {{{', '.join(heads)}}};")


def _params(machine: Machine, proc: int) -> str:
    about = machine.procs[proc]
    return "".join(f", int64_t {'*' if about.sizes[reg] else ''}r{reg}" for reg in range(about.params))


def _nothing(machine: Machine, proc: int) -> str:
    about = machine.procs[proc]
    return "".join(", (int64_t *)nothing" if about.sizes[reg] else ", 0" for reg in range(about.params))


class Direct(Flow):
    """Writes one flow."""

    def write(self) -> None:
        """Write the function."""
        about = self.about
        for reg, size in enumerate(self.sizes):
            if reg >= about.params:
                self.lines += self.registers([reg])
            elif size:  # the list is the caller's
                self.took(1 + size)
                copy = self.fresh()
                self.lines.append(f"int64_t *{copy} = take(c, {1 + size});")
                self.lines.append(f"memcpy({copy}, r{reg}, (size_t)(1 + r{reg}[0]) * sizeof *S);")
                self.lines.append(f"r{reg} = {copy};")
        self.lines.append("if (p2) switch (S[p1 + 1]) {")
        for entry in sorted(self.waits.entries):
            self.lines.append(f"case {entry}:")
            for reg, size in enumerate(self.sizes):
                slot = self.slots[reg]
                if slot == NOWHERE:
                    continue
                if size:
                    self.lines.append(f"memcpy(r{reg}, S + p1 + {slot}, (size_t)(1 + S[p1 + {slot}]) * sizeof *S);")
                elif reg in self.waits.live.entry[entry]:
                    self.lines.append(f"r{reg} = S[p1 + {slot}];")
            self.lines.append(f"goto b{entry};")
        self.lines.append("default: fault(c, NO_FRAME, p1);")
        self.lines.append("}")
        for index in range(len(about.blocks)):
            self._block(index)
        params = _params(self.source.machine, self.proc)
        self.source.function(
            f"static int64_t d{self.proc}(ctx *c, int64_t *S, int64_t p1, int p2{params})", self.left()
        )

    def _decide(self, index: int, end: ops.Decide) -> None:
        about = self.source.machine.decisions[end.decision]
        asker = self.name(self.word(end.asker))
        compact = about.options in self.source.compact
        given = ["c", "S", "&q"] if compact else ["c", "S"]
        for position, reg in enumerate(about.args):
            copied = self.sizes[reg] and position in self.source.changed[about.options]
            given.append(f"copy_of(c, r{reg})" if copied else f"r{reg}")
        option = self.fresh()
        ready = self.fresh()
        self.lines.append(f"struct drawing {ready} = asks(c, S, {asker});")
        if compact:
            self.lines.append("struct runs q;")
            self.lines.append("q.runs = q.listed = 0;")
        self.lines.append(f"{'q' if compact else 'f'}{about.options}({', '.join(given)});")
        how = f"picked_among(c, &q, {ready}, " if compact else f"picked(c, {ready}, "
        self.lines.append(f"const int64_t *{option} = {how}{asker}, {end.decision}, {about.site});")
        for position, reg in enumerate(end.regs):
            self.lines.append(f"r{reg} = {option}[0] > {position} ? {option}[{position + 1}] : 0;")
        self.lines.append(f"goto b{end.block};")

    def _call_flow(self, index: int, end: ops.CallFlow) -> None:
        callee = self.source.machine.procs[end.proc]
        layout, size = self.source.machine.layout, self.source.frames.sizes[end.proc]
        given = [text for text, _ in self._given(end)]
        self.count("1")
        base = self.fresh()
        self.lines.append(f"int64_t {base} = p1 + {self.source.frames.sizes[self.proc]};")
        self.lines.append(f"if ({base} > {layout.stack + layout.stack_limit - size}) fail(c, RUNAWAY, {callee.site});")
        call = f"d{end.proc}({', '.join(['c', 'S', base, '0', *given])})"
        self.lines.append(f"r{end.reg} = {call};" if end.reg is not None else f"{call};")
        self.lines.append(f"goto b{end.block};")

    def _return(self, value: str) -> None:
        self.lines.append(f"{LEAVE}{value}")
