"""The C text of a machine while it is being written, and what is known about the machine it comes from."""

from __future__ import annotations

from collections.abc import Iterable

from dsl.backends.base import Frames
from dsl.backends.native.known_loops import powers
from dsl.backends.native.masks import Masks
from dsl.backends.python.support import codes
from dsl.intervals import Range, within
from dsl.machine.ir import ops
from dsl.machine.ir.analysis.intervals import WORD, Ranges
from dsl.machine.ir.analysis.purity import facts, safe
from dsl.machine.ir.analysis.work_bounds import meter
from dsl.machine.ir.ops import HEADER, Expr, Machine
from dsl.machine.ir.walk import changed_lists, operands

LONG: Range = (-(2**63), 2**63 - 1)
"""What a C number holds."""
OWN_CODES = ("BOUND", "RUNAWAY", "DIVIDE", "STUCK")
"""The codes that runtime.c raises, in its order."""

NONE, FAILS, CHANGES = range(3)
"""What evaluating an expression can do besides giving a number: nothing; fail; change the position, draw or emit."""


class Source:
    """Functions written so far, and what is known about the machine."""

    def __init__(self, machine: Machine, frames: Frames, spelt: frozenset[int] = frozenset()) -> None:
        """spelt: functions that are written into their callers."""
        self.machine = machine
        self.spelt = spelt
        self.frames = frames
        self.facts = facts(machine)
        self.ranges = Ranges(machine, guarded=True)
        self.meter = meter(machine)
        self.masks = Masks(machine, self.ranges)
        self.changed = changed_lists(machine)
        own = [code for code in codes(machine) if code not in OWN_CODES]
        self.codes = {code: number for number, code in enumerate((*OWN_CODES, *own))}
        self.zones = len(machine.tables[machine.zone_base])
        self._linked = [base >= machine.layout.chain for base in machine.tables[machine.zone_base]]
        self.functions: list[str] = []
        """The texts of all functions that one part of the text has."""
        self.inline: list[str] = []
        """Those of functions that every part has."""
        self.heads: list[str] = []
        """The declarations of all functions."""
        self.compact: dict[int, int] = {}
        """The option functions that can count their options without listing them (see compact.py), with their runs."""
        self.tables: list[str] = []
        """What stands behind all functions."""
        self.room: list[int] = [0] * len(machine.procs)
        """Per procedure the numbers that its lists, copies and loops take at most."""
        self.widest = 0
        """Bits of the greatest number beyond 64 bits; 0: there is none."""
        self._helpers = 0
        self._known_tables: dict[tuple[str, str], str] = {}
        self._about: dict[int, tuple[int, bool]] = {}

    def function(self, head: str, body: Iterable[str]) -> None:
        """Add a function."""
        inline = "inline " in head or "INTO " in head
        if not inline:
            head = head.replace("static ", "OWN ", 1)
        self.heads.append(f"{head};")
        (self.inline if inline else self.functions).append("\n".join((f"{head} {{", *body, "}")))

    def powers(self, factor: int, modulus: int, count: int) -> str:
        """The name of the table of powers of a digest (see known_loops.py)."""
        return self.printed("int64_t", [number(each) for each in powers(factor, modulus, count)])

    def bits(self, rows: tuple[int, ...], words: int) -> str:
        """The name of a table of sets, each so many words."""
        parts = [f"UINT64_C(0x{row >> 64 * at & (1 << 64) - 1:x})" for row in rows for at in range(words)]
        return self.printed("uint64_t", parts)

    def printed(self, kind: str, parts: list[str]) -> str:
        """The name of a table in front of all functions."""
        text = ", ".join(parts)
        name = self._known_tables.get((kind, text))
        if name is None:
            name = self._known_tables[kind, text] = f"z{len(self._known_tables)}"
            self.heads.append(f"static const {kind} {name}[] = {{{text}}};")
        return name

    def helper(self) -> str:
        """The name of a part of a procedure that is cut out."""
        self._helpers += 1
        return f"h{self._helpers}"

    def range(self, proc: int, expr: Expr) -> Range:
        """Between which numbers an expression lies; those beyond 64 bits are noted."""
        found = self.ranges.of(proc, expr)
        if not within(found, LONG):
            self.widest = max(self.widest, found[0].bit_length(), found[1].bit_length())
        return found

    def effect(self, expr: Expr) -> int:
        """What evaluating an expression can do."""
        return self._known(expr)[0]

    def steady(self, expr: Expr) -> bool:
        """Whether nothing that other expressions do can change the value: it is made of registers and numbers."""
        return self._known(expr)[1]

    def _known(self, expr: Expr) -> tuple[int, bool]:
        found = self._about.get(id(expr))
        if found is None:
            effect = NONE if safe(expr) else FAILS
            steady = isinstance(expr, ops.Reg | ops.Const | ops.ListReg | ops.Bin | ops.Un | ops.If) and not effect
            if isinstance(expr, ops.Call | ops.Trial):
                changes = isinstance(expr, ops.Call) and expr.proc in self.facts.changes
                effect = CHANGES if changes else FAILS
            for operand in operands(expr):
                about = self._known(operand)
                effect, steady = max(effect, about[0]), steady and about[1]
            found = self._about[id(expr)] = effect, steady
        return found

    def linked(self, proc: int, zone: Expr, *, always: bool = False) -> bool:
        """Whether a zone may be a linked one, or always is one, if it is any."""
        low, high = self.range(proc, zone)
        return (all if always else any)(self._linked[max(low, 1) : max(high + 1, 1)])

    def in_data(self, proc: int, base: int, index: Expr, first: int = 0) -> bool:
        """Whether base + index is known to be a slot of the data, `first` the least that will do."""
        low, high = self.range(proc, index)
        return base + low >= first and base + high < self.machine.layout.stack

    def in_rules(self, proc: int, base: int, index: Expr) -> bool:
        """Whether base + index is known to be a slot that rules may write."""
        return self.in_data(proc, base, index, HEADER)

    def has_row(self, proc: int, index: Expr, rows: int) -> bool:
        """Whether an expression is known to be the number of one of so many rows."""
        return within(self.range(proc, index), (0, rows - 1))

    def is_word(self, proc: int, expr: Expr) -> bool:
        """Whether an expression is known to fit a register."""
        return within(self.range(proc, expr), WORD)


def number(value: int) -> str:
    """A number as C."""
    if value == LONG[0]:
        return "INT64_MIN"
    return f"INT64_C({value})" if value >= 0 else f"(-INT64_C({-value}))"
