"""Statements as lines of Python, and functions from them.

    for_zone r1 in 3: if S[100 + r1] > 2: emit (1, r1)

    for r1 in S[41:41 + S[40]]:
     if S[r1 + 100] > 2:
      m1((1, r1))

CPython takes at most 20 nested loops and 100 levels of indentation. A body that gets near is cut out: the helper is
handed the registers it uses and hands them back, with a number that says how it ended (see `_cut_out`).
"""

from __future__ import annotations

from dsl.backends.python.loops import Loops
from dsl.backends.python.source import Source
from dsl.backends.python.support import HELPERS, RUNAWAY
from dsl.machine.ir import ops
from dsl.machine.ir.ops import DEPTH, Stmt
from dsl.machine.ir.walk import expressions, own_reads, own_writes, statements

LOOPS = 12
"""Most nested loops of one generated function."""
LEVELS = 40
"""Most levels of indentation of one generated function."""
CHAIN = 10
"""Most branches of one chain: each is a level to CPython."""
Nesting = ops.IfDo | ops.SwitchDo | ops.Loop | ops.ForRange | ops.ForZone | ops.ForList | ops.ForTable
"""Statements with bodies."""
ON, BROKEN, NEXT, BACK = range(4)
"""How a body that was cut out has ended: at its end, by a Break, a Continue or a Return."""


class Statements(Loops):
    """Writes a body of statements."""

    def body(self, body: tuple[Stmt, ...]) -> None:
        """Write the statements of a body, one level further in."""
        self.level += 1
        before = len(self.lines)
        for stmt in body:
            if isinstance(stmt, Nesting) and (self.level > LEVELS or self.loops >= LOOPS):
                self._cut_out(stmt)
            else:
                self.stmt(stmt)
        if len(self.lines) == before:
            self.line("pass")
        self.level -= 1

    def stmt(self, stmt: Stmt) -> None:
        """Write a statement."""
        match stmt:
            case ops.SetReg():
                self.line(f"r{stmt.reg} = {self.x.word(stmt.value).text}")
            case ops.IfDo() | ops.SwitchDo() | ops.Loop():
                self._nest(stmt)
            case ops.ForRange() | ops.ForZone() | ops.ForList() | ops.ForTable():
                self._for(stmt)
            case ops.Break() | ops.Continue() | ops.Return():
                self._leave(stmt)
            case ops.Do():
                call = self.x.call(stmt.proc, stmt.args).text
                self.line(call if stmt.reg is None else f"r{stmt.reg} = {call}")
            case ops.ListClear() | ops.ListAdd() | ops.ListZone() | ops.ListSort() | ops.ListCells():
                self._list(stmt)
            case ops.MovePiece() | ops.SetFace() | ops.Know() | ops.Shuffle():
                self._piece(stmt)
            case ops.Store():
                self._store(stmt)
            case ops.Chance():
                self._chance(stmt)
            case ops.Emit():
                self.line(f"m1({self._tuple(stmt.values)})")
            case ops.Log():
                self.line(f"e1.log(S, {stmt.template}, {self._tuple(stmt.args)})")
            case ops.Finish():
                self._finish(stmt)
            case ops.Fail():
                self.line(f"{HELPERS['fail']}({self.source.codes[stmt.code]}, {stmt.site})")

    def _nest(self, stmt: ops.IfDo | ops.SwitchDo | ops.Loop) -> None:
        """Write a branch, or a loop without members."""
        match stmt:
            case ops.IfDo():
                self._if(stmt)
            case ops.SwitchDo():
                name = self._name(stmt.value)
                cases = [case for case in stmt.cases if case[2]]
                if cases:
                    self._switch(name, cases)
            case ops.Loop():
                self.line(f"while {self.x.test(stmt.test).text}:")
                self._loop(stmt.body, "1")

    def _leave(self, stmt: ops.Break | ops.Continue | ops.Return) -> None:
        """Write a statement that leaves a body."""
        match stmt:
            case ops.Break():
                self.line("break" if self.loops else self._exit(BROKEN, "0"))
            case ops.Continue():
                self.line("continue" if self.loops else self._exit(NEXT, "0"))
            case ops.Return():
                self.line(self._exit(BACK, self.x.word(stmt.value).text))

    # ---- branches -------------------------------------------------------------------------------------------------

    def _if(self, stmt: ops.IfDo, links: int = 0) -> None:
        word = "elif" if links else "if"
        if not stmt.then and stmt.otherwise:
            self.line(f"{word} {self.x.test(stmt.test, False).text}:")
            self.body(stmt.otherwise)
            return
        self.line(f"{word} {self.x.test(stmt.test).text}:")
        self.body(stmt.then)
        match stmt.otherwise:
            case ():
                pass
            case (ops.IfDo() as other,) if links < CHAIN:
                self._if(other, links + 1)
            case _:
                self.line("else:")
                self.body(stmt.otherwise)

    def _switch(self, name: str, cases: list[tuple[int, int, tuple[Stmt, ...]]]) -> None:
        """A tree of comparisons, a chain where few are left."""
        if len(cases) > 4:
            middle = len(cases) // 2
            self.line(f"if {name} < {cases[middle][0]}:")
            self.level += 1
            self._switch(name, cases[:middle])
            self.level -= 1
            self.line("else:")
            self.level += 1
            self._switch(name, cases[middle:])
            self.level -= 1
            return
        word = "if"
        for low, high, body in cases:
            self.line(f"{word} {name} == {low}:" if low == high else f"{word} {low} <= {name} <= {high}:")
            self.body(body)
            word = "elif"

    # ---- cutting --------------------------------------------------------------------------------------------------

    def _exit(self, how: int, value: str) -> str:
        if self.returns is None:
            return f"return {value}"
        return f"return ({', '.join([str(how), value, *self.returns])})"

    def _cut_out(self, stmt: Stmt) -> None:
        """Write a statement into a helper: how, value, registers = h1(S, registers)."""
        self.cut = True
        inside = [*statements((stmt,))]
        written = {reg for node in inside for reg in own_writes(node) if not self.sizes[reg]}
        part = Statements(self.source, self.proc)
        part.x = self.x
        part.returns = [f"r{reg}" for reg in sorted(written)]
        part.level = -1
        part.body((stmt,))
        part.lines.append(part._exit(ON, "0"))
        if part.counts:
            part.lines.insert(0, "global n0")
        names = [*self.x.scope, *(f"r{reg}" for reg in sorted(_registers(inside)))]
        helper = self.source.helper(names, part.lines)
        how, value = self.x.fresh(), self.x.fresh()
        self.line(f"{', '.join([how, value, *part.returns])} = {helper}({', '.join(names)})")
        for kind, number, leave in (
            (ops.Break, BROKEN, "break" if self.loops else self._exit(BROKEN, "0")),
            (ops.Continue, NEXT, "continue" if self.loops else self._exit(NEXT, "0")),
            (ops.Return, BACK, self._exit(BACK, value)),
        ):
            if any(isinstance(node, kind) for node in inside):
                self.line(f"if {how} == {number}: {leave}")


def _registers(inside: list[Stmt]) -> set[int]:
    """The registers that statements read or set."""
    found = {reg for node in inside for reg in (*own_reads(node), *own_writes(node))}
    return found | {reg for node in inside for expr in expressions(node) for reg in own_reads(expr)}


def write_function(source: Source, proc: int) -> None:
    """Write a function of the machine."""
    about = source.machine.procs[proc]
    writer = Statements(source, proc)
    if proc in source.meter.procs:
        writer.count("1")
    start = len(writer.lines)
    writer.level = -1
    writer.body(about.body)
    if not (about.body and isinstance(about.body[-1], ops.Return)):
        writer.lines.append("return 0")
    unset = source.frames.live(about).unset
    begin: list[str] = []
    for reg, size in enumerate(about.sizes):
        if reg >= about.params and (writer.cut or reg in unset):
            begin.append(f"r{reg} = {'[]' if size else '0'}")
    writer.lines[start:start] = begin
    if writer.counts:
        writer.lines.insert(0, "global n0")
    names = [*source.extra(proc), *(f"r{reg}" for reg in range(about.params))]
    name = f"f{proc}"
    if about.recursive:
        name = f"g{proc}"
        wrapper = [
            f"S[{DEPTH}] += 1",
            f"if S[{DEPTH}] > {about.deepest}: {HELPERS['fail']}({RUNAWAY}, {about.site})",
            f"x1 = {name}({', '.join(names)})",
            f"S[{DEPTH}] -= 1",
            "return x1",
        ]
        source.function(f"f{proc}", names, wrapper)
    source.function(name, names, writer.lines)
