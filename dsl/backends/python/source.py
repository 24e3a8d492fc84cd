"""The text of a generated Python module, while it is being written."""

from __future__ import annotations

from dsl.backends.base import Frames
from dsl.backends.python.support import codes
from dsl.intervals import Range, within
from dsl.machine.ir import ops
from dsl.machine.ir.analysis.intervals import WORD, Ranges
from dsl.machine.ir.analysis.purity import facts
from dsl.machine.ir.analysis.table_rows import rows
from dsl.machine.ir.analysis.work_bounds import meter
from dsl.machine.ir.ops import Expr, Machine
from dsl.machine.ir.walk import walk


class Source:
    """Lines written so far, and what is known about the machine they come from."""

    def __init__(self, machine: Machine, frames: Frames) -> None:
        self.machine = machine
        self.frames = frames
        self.facts = facts(machine)
        self.ranges = Ranges(machine)
        self.meter = meter(machine)
        self.codes = {code: number for number, code in enumerate(codes(machine))}
        chain = machine.layout.chain
        rooms = zip(machine.tables[machine.zone_cap], machine.tables[machine.zone_base], strict=True)
        self.least_room = min([room if base < chain else 1 for room, base in rooms][1:], default=0)
        self._linked = [base >= chain for base in machine.tables[machine.zone_base]]
        self.functions: list[tuple[str, str]] = []
        """The functions of the procedure that is written, with their texts."""
        self.tables: dict[tuple[int, int], tuple[str, tuple[tuple[int, ...], ...]]] = {}
        """Tables of rows that loops run over: by their tables of cells and starts, the name and the rows."""
        self._helpers = 0
        self._formulas: dict[int, Expr | None] = {}
        self._uses: dict[int, list[int]] = {}

    def function(self, name: str, names: list[str], body: list[str]) -> None:
        """Add a function."""
        lines = [f"def {name}({', '.join(names)}):", *(f" {line}" for line in body)]
        self.functions.append((name, "\n".join(lines) + "\n"))

    def helper(self, names: list[str], body: list[str]) -> str:
        """Add a part of a procedure that had to be cut out; its name."""
        self._helpers += 1
        name = f"h{self._helpers}"
        self.function(name, names, body)
        return name

    def rows(self, cells: int, starts: int) -> tuple[str, int]:
        """The name of a table of rows, and how many it has."""
        found = self.tables.get((cells, starts))
        if found is None:
            found = self.tables[cells, starts] = f"k{len(self.tables)}", rows(self.machine, cells, starts)
        return found[0], len(found[1])

    def linked(self, zones: Range) -> bool | None:
        """Whether the zones of a range of numbers are linked; None if some are and some are not."""
        found = {*self._linked[max(zones[0], 1) : max(zones[1] + 1, 1)]}
        return found.pop() if len(found) == 1 else None if found else False

    def extra(self, proc: int) -> list[str]:
        """What a function is handed before its own parameters."""
        return [
            "S",
            *(["e1"] if proc in self.facts.asks_env else []),
            *(["m1"] if proc in self.facts.emits else []),
        ]

    def formula(self, proc: int) -> Expr | None:
        """The body to write in place of a call, if there is one and no number in it can leave its 64 bits."""
        if proc not in self._formulas:
            body = self.facts.formulas.get(proc)
            if body is not None and (proc in self.meter.procs or not self._small(proc, body)):
                body = None
            self._formulas[proc] = body
        return self._formulas[proc]

    def _small(self, proc: int, body: Expr) -> bool:
        words = [body]
        for part in walk(body):
            if isinstance(part, ops.Call):
                words.extend(arg for arg in part.args if not isinstance(arg, ops.ListReg))
        return all(within(self.ranges.of(proc, word), WORD) for word in words)

    def uses(self, proc: int) -> list[int]:
        """The registers that a formula reads, as often as it does; an argument of a call counts as read often."""
        if proc not in self._uses:
            body = self.facts.formulas[proc]
            found: list[int] = []
            for part in walk(body):
                if isinstance(part, ops.Reg):
                    found.append(part.reg)
                elif isinstance(part, ops.Call):
                    found.extend(arg.reg for arg in part.args if isinstance(arg, ops.Reg))
            self._uses[proc] = found
        return self._uses[proc]
