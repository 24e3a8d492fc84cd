"""Loops as lines of Python.

for r1 in zone 3: ...                    for r1 in S[41:41 + S[40]]: ...
for r1 from 2 to 5: ...                  for r1 in range(2, 6): ...
for r1 in t7[t8[r0]:t8[(r0 + 1)]]: ...   for r1 in k0[r0]: ...
"""

from __future__ import annotations

from dsl.backends.python.changes import Changes
from dsl.machine.ir import ops
from dsl.machine.ir.analysis.table_rows import row_of
from dsl.machine.ir.ops import Expr, Stmt
from dsl.machine.ir.walk import expressions, own_writes, statements


class Loops(Changes):
    """Writes loops."""

    def _loop(self, body: tuple[Stmt, ...], work: str = "") -> None:
        if work:
            self.level += 1
            self.count(work)
            self.level -= 1
        self.loops += 1
        self.body(body)
        self.loops -= 1

    def _for(self, stmt: ops.ForRange | ops.ForZone | ops.ForList | ops.ForTable) -> None:
        metered = self.source.meter.loop(self.proc, stmt)
        match stmt:
            case ops.ForRange():
                members = self._numbers(stmt, metered)
            case ops.ForZone():
                members = self._members(stmt.zone)
            case ops.ForList():
                members = self.x.name(stmt.list)
                if self._touches(stmt.list, stmt.body):
                    members += "[:]"
            case ops.ForTable():
                members = self._row(stmt)
        if metered and not isinstance(stmt, ops.ForRange):
            name = self.x.fresh()
            self.line(f"{name} = {members}")
            self.count(f"len({name})")
            members = name
        self.line(f"for r{stmt.reg} in {members}:")
        self._loop(stmt.body)

    def _numbers(self, stmt: ops.ForRange, metered: bool) -> str:
        up = stmt.step > 0
        first, last = self._word(stmt.first), self._word(stmt.last)
        size = f"{last} - {first} + 1" if up else f"{first} - {last} + 1"
        after = f"{last} + 1" if up else f"{last} - 1"
        if isinstance(stmt.first, ops.Const) and isinstance(stmt.last, ops.Const):
            after = str(stmt.last.value + (1 if up else -1))
            turns = (stmt.last.value - stmt.first.value) * stmt.step + 1
            if metered and turns > 0:
                self.count(str(turns))
        elif metered:
            self.line(f"if {last} {'>=' if up else '<='} {first}:")
            self.level += 1
            self.count(size)
            self.level -= 1
        if up:
            return f"range({after})" if first == "0" else f"range({first}, {after})"
        return f"range({first}, {after}, -1)"

    def _row(self, stmt: ops.ForTable) -> str:
        found = row_of(self.source.machine, stmt)
        if found is not None:
            return self._row_of(*found)
        table = self.source.machine.tables[stmt.table]
        bounds: list[str] = []
        if isinstance(stmt.first, ops.Const) and isinstance(stmt.last, ops.Const):
            first, last = max(stmt.first.value, 0), max(stmt.last.value, 0)
            if last - first <= 8:
                return (
                    f"({', '.join(str(number) for number in (*table[first:last], ''))})" if table[first:last] else "()"
                )
            if first == 0 and last >= len(table):
                return f"t{stmt.table}"
        for bound in (stmt.first, stmt.last):
            if self.x.range(bound)[0] >= 0:
                bounds.append(self._name(bound))
            else:
                name = self._name(bound)
                bounds.append(f"({name} if {name} > 0 else 0)")
        return f"t{stmt.table}[{bounds[0]}:{bounds[1]}]"

    def _row_of(self, index: Expr, cells: int, starts: int) -> str:
        """A row of a table of rows."""
        name, size = self.source.rows(cells, starts)
        low, high = self.x.range(index)
        if low >= 0 and high < size:
            return f"{name}[{self.x.value(index).text}]"
        at = self._name(index)
        return f"{name}[{at}] if 0 <= {at} < {size} else ()"

    def _touches(self, reg: int, body: tuple[Stmt, ...]) -> bool:
        """Whether a body may change a list."""
        for stmt in statements(body):
            if reg in own_writes(stmt):
                return True
            passed = [*expressions(stmt)]
            if any(isinstance(expr, ops.ListReg) and expr.reg == reg for expr in passed):
                return True
        return False
