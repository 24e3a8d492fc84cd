"""Lines of a Python function while it is being written, and what every sort of statement needs of them."""

from __future__ import annotations

import re

from dsl.backends.python.expressions import Expressions
from dsl.backends.python.source import Source
from dsl.backends.python.support import HELPERS
from dsl.intervals import within
from dsl.machine.ir import ops
from dsl.machine.ir.analysis.intervals import WORD
from dsl.machine.ir.ops import Expr, Stmt


class Lines:
    """The lines of one function."""

    def __init__(self, source: Source, proc: int) -> None:
        self.source = source
        self.proc = proc
        self.sizes = source.machine.procs[proc].sizes
        self.x = Expressions(source, proc)
        self.lines: list[str] = []
        self.level: int = 0
        self.loops: int = 0
        self.returns: list[str] | None = None
        """In a body that was cut out: the registers it hands back."""
        self.counts = False
        """Whether work is counted here."""
        self.cut = False
        """Whether something was cut out: then all registers must have been set before."""

    def line(self, text: str) -> None:
        """Write a line."""
        self.lines.append(" " * self.level + text)

    def body(self, body: tuple[Stmt, ...]) -> None:
        """Write the statements of a body, one level further in."""
        raise NotImplementedError

    def count(self, work: str) -> None:
        """Count work on the meter."""
        self.counts = True
        self.line(f"n0 -= {work}")
        self.line(f"if n0 < 0: {HELPERS['run_out']}()")

    def _name(self, expr: Expr) -> str:
        """A name or number for an operand, evaluated here."""
        text = self.x.value(expr).text
        if re.fullmatch(r"-?\w+", text):
            return text
        name = self.x.fresh()
        self.line(f"{name} = {text}")
        return name

    def _word(self, expr: Expr) -> str:
        """As _name, for what must fit a register."""
        if within(self.x.range(expr), WORD):
            return self._name(expr)
        name = self.x.fresh()
        self.line(f"{name} = {self.x.word(expr).text}")
        return name

    def _tuple(self, values: tuple[Expr, ...]) -> str:
        texts = [self.x.word(value).text for value in values]
        return f"({', '.join(texts)}{',' if len(texts) == 1 else ''})"

    def _members(self, where: Expr) -> str:
        """The members of a zone."""
        if isinstance(where, ops.Const):
            if not where.value:
                return "()"
            base = self.source.machine.tables[self.source.machine.zone_base][where.value]
            if base >= self.source.machine.layout.chain:
                return f"{HELPERS['linked']}(S, {base})"
            return f"S[{base + 1}:{base + 1} + S[{base}]]"
        zone = self._name(where)
        base = self.x.fresh()
        linked = self.source.linked(self.x.range(where))
        if linked is False:
            self.line(f"{base} = z1[{zone}]")
            members = f"S[{base}:{base} + S[{base} - 1]]"
        else:
            self.line(f"{base} = z0[{zone}]")
            members = f"{HELPERS['linked']}(S, {base})"
            if linked is None:
                array = f"S[{base} + 1:{base} + 1 + S[{base}]]"
                members = f"{members} if {base} >= {self.source.machine.layout.chain} else {array}"
            members = f"({members} if S[{base}] else ())"
        return members if self.x.range(where)[0] > 0 else f"{members} if {zone} else ()"
