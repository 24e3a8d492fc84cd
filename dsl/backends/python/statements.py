"""Statements as lines of Python, and functions from them.

    for_zone r1 in 3: if S[100 + r1] > 2: emit (1, r1)

    for r1 in S[41:41 + S[40]]:
     if S[r1 + 100] > 2:
      m1((1, r1))

CPython takes at most 20 nested loops and 100 levels of indentation. A body that gets near is cut out: the helper is
handed
the registers it uses and hands them back, with a number that says how it ended (see `_cut_out`).
"""

from __future__ import annotations

import re

from dsl.backends.python.expressions import Expressions
from dsl.backends.python.source import Source
from dsl.backends.python.support import BOUND, HELPERS, HOW, RUNAWAY
from dsl.intervals import within
from dsl.machine.ir import ops
from dsl.machine.ir.analysis.intervals import WORD
from dsl.machine.ir.analysis.purity import total
from dsl.machine.ir.analysis.table_rows import row_of
from dsl.machine.ir.ops import DEPTH, DEPTH_LIMIT, Expr, Stmt
from dsl.machine.ir.walk import expressions, own_writes, statements, walk

LOOPS = 12
"""Most nested loops of one generated function."""
LEVELS = 40
"""Most levels of indentation of one generated function."""
CHAIN = 10
"""Most branches of one chain: each is a level to CPython."""
ON, BROKEN, NEXT, BACK = range(4)
"""How a body that was cut out has ended: at its end, by a Break, a Continue or a Return."""
_NAMES = re.compile(r"(?<!\w)(S|e1|m1|r\d+)(?!\w)")


class Statements:
    """Writes a body of statements."""

    def __init__(self, source: Source, proc: int) -> None:
        self.source = source
        self.proc = proc
        self.sizes = source.machine.procs[proc].sizes
        self.x = Expressions(source, proc)
        self.lines: list[str] = []
        self.level = 0
        self.loops = 0
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
        self.level += 1
        before = len(self.lines)
        for stmt in body:
            if self._nests(stmt) and (self.level > LEVELS or self.loops >= LOOPS):
                self._cut_out(stmt)
            else:
                self.stmt(stmt)
        if len(self.lines) == before:
            self.line("pass")
        self.level -= 1

    def count(self, work: str) -> None:
        """Count work on the meter."""
        self.counts = True
        self.line(f"n0 -= {work}")
        self.line(f"if n0 < 0: {HELPERS['run_out']}()")

    def stmt(self, stmt: Stmt) -> None:
        """Write a statement."""
        match stmt:
            case ops.SetReg():
                self.line(f"r{stmt.reg} = {self.x.word(stmt.value).text}")
            case ops.Store():
                self._store(stmt)
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
            case ops.ForRange() | ops.ForZone() | ops.ForList() | ops.ForTable():
                self._for(stmt)
            case ops.Break():
                self.line("break" if self.loops else self._exit(BROKEN, "0"))
            case ops.Continue():
                self.line("continue" if self.loops else self._exit(NEXT, "0"))
            case ops.Return():
                self.line(self._exit(BACK, self.x.word(stmt.value).text))
            case ops.Do():
                call = self.x.call(stmt.proc, stmt.args).text
                self.line(call if stmt.reg is None else f"r{stmt.reg} = {call}")
            case ops.ListClear() | ops.ListAdd() | ops.ListZone() | ops.ListSort() | ops.ListCells():
                self._list(stmt)
            case ops.MovePiece() | ops.SetFace() | ops.Know() | ops.Shuffle():
                self._piece(stmt)
            case ops.Chance():
                name = self._name(stmt.n)
                if self.x.range(stmt.n)[0] <= 0:
                    self.line(f"if {name} <= 0: {HELPERS['fail']}({BOUND}, {stmt.site})")
                self.line(f"r{stmt.reg} = e1.draw(S, {stmt.stream}, {name})")
            case ops.Emit():
                self.line(f"m1({self._tuple(stmt.values)})")
            case ops.Log():
                self.line(f"e1.log(S, {stmt.template}, {self._tuple(stmt.args)})")
            case ops.Finish():
                self._finish(stmt)
            case ops.Fail():
                self.line(f"{HELPERS['fail']}({self.source.codes[stmt.code]}, {stmt.site})")

    # ---- plain statements -----------------------------------------------------------------------------------------

    def _name(self, expr: Expr) -> str:
        """A name or number for an operand, evaluated here."""
        text = self.x.value(expr).text
        if re.fullmatch(r"-?\w+", text):
            return text
        name = self.x.fresh()
        self.line(f"{name} = {text}")
        return name

    def _tuple(self, values: tuple[Expr, ...]) -> str:
        texts = [self.x.word(value).text for value in values]
        return f"({', '.join(texts)}{',' if len(texts) == 1 else ''})"

    def _store(self, stmt: ops.Store) -> None:
        target = self.x.slot(stmt.base, stmt.index).text
        if not (total(stmt.index) and (_steady(stmt.index) or not _calls(stmt.value))):
            name = self.x.fresh()
            self.line(f"{name} = {target[2:-1]}")
            target = f"S[{name}]"
        low, high = self.x.range(stmt.value)
        value = self.x.value(stmt.value).text
        under, over = low < stmt.low, high > stmt.high
        if not under and not over:
            self.line(f"{target} = {value}")
            return
        if not re.fullmatch(r"-?\w+", value):
            name = self.x.fresh()
            first = f"({name} := {value})"
        else:
            first = name = value
        if stmt.edge == "stops":
            tests = [f"{stmt.low} if {first} < {stmt.low} else"] if under else []
            if over:
                tests.append(f"{stmt.high} if {name if under else first} > {stmt.high} else")
            self.line(f"{target} = {' '.join(tests)} {name}")
            return
        inside = f"{stmt.low} <= {first} <= {stmt.high}"
        if not over:
            inside = f"{first} >= {stmt.low}"
        elif not under:
            inside = f"{first} <= {stmt.high}"
        if stmt.edge == "ignored":
            self.line(f"if {inside}: {target} = {name}")
        else:
            self.line(f"if not {inside}: {HELPERS['fail']}({BOUND}, {stmt.site})")
            self.line(f"{target} = {name}")

    def _list(self, stmt: ops.ListClear | ops.ListAdd | ops.ListZone | ops.ListSort | ops.ListCells) -> None:
        members = self.x.name(stmt.reg)
        about = self.source.machine.procs[self.proc]
        own = (about.flow or stmt.reg >= about.params) and self.returns is None
        match stmt:
            case ops.ListClear():
                self.line(f"{members} = []" if own else f"{members}.clear()")
            case ops.ListCells():
                found = f"{HELPERS['cell_list']}(S, {stmt.how!r}, {self.x.value(stmt.of).text})"
                self.line(f"{members} = [*{found}]" if own else f"{members}[:] = {found}")
            case ops.ListZone():
                self.line(f"{members} += {self._members(stmt.zone)}")
                self.line(f"if len({members}) > {self.sizes[stmt.reg]}: {HELPERS['full']}()")
                if stmt.ascending:
                    self.line(f"{members}.sort()")
            case ops.ListAdd():
                value = self.x.word(stmt.value).text
                if stmt.unique or not total(stmt.value):
                    name = self.x.fresh()
                    self.line(f"{name} = {value}")
                    value = name
                room = f"if len({members}) >= {self.sizes[stmt.reg]}: {HELPERS['full']}()"
                if stmt.unique:
                    self.line(f"if {value} not in {members}:")
                    self.line(f" {room}")
                    self.line(f" {members}.append({value})")
                else:
                    self.line(room)
                    self.line(f"{members}.append({value})")
            case ops.ListSort():
                args = [arg.reg if isinstance(arg, ops.ListReg) else self._word(arg) for arg in stmt.args]
                given = [f"r{arg}" if isinstance(arg, int) else arg for arg in args]
                item = self.x.fresh()
                call = f"f{stmt.key}({', '.join([*self.source.extra(stmt.key), item, *given])})"
                self.line(f"{HELPERS['sort']}({members}, lambda {item}: {call}, {int(stmt.down)})")

    def _word(self, expr: Expr) -> str:
        """As _name, for what must fit a register."""
        if within(self.x.range(expr), WORD):
            return self._name(expr)
        name = self.x.fresh()
        self.line(f"{name} = {self.x.word(expr).text}")
        return name

    def _piece(self, stmt: ops.MovePiece | ops.SetFace | ops.Know | ops.Shuffle) -> None:
        match stmt:
            case ops.MovePiece():
                piece, zone = self.x.value(stmt.piece).text, self.x.value(stmt.zone).text
                cell = "" if stmt.cell == ops.Const(0) else f", {self.x.value(stmt.cell).text}"
                bottom = int(stmt.at == "bottom")
                self.line(f"{HELPERS['move']}(S, {piece}, {zone}, {bottom}, {stmt.site}{cell})")
            case ops.SetFace():
                self.line(f"{HELPERS['turn']}(S, {self.x.value(stmt.piece).text}, {self.x.value(stmt.up).text})")
            case ops.Know():
                self.line(f"{HELPERS['know']}(S, {self.x.value(stmt.piece).text}, {self.x.word(stmt.mask).text})")
            case ops.Shuffle():
                self.line(f"{HELPERS['shuffle']}(S, e1, {self.x.value(stmt.zone).text}, {stmt.stream})")

    def _finish(self, stmt: ops.Finish) -> None:
        who, args = self.x.word(stmt.who).text, self._tuple(stmt.args)
        results = "()"
        if stmt.how == "scored":
            players = range(1, self.source.machine.players + 1)
            scores = [self.x.call(stmt.score, (ops.Const(player),)).text for player in players]
            results = f"({', '.join(scores)},)"
        self.line(f"{HELPERS['finish']}(S, e1, {HOW[stmt.how]}, {stmt.template}, {who}, {args}, {results})")

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

    # ---- loops ----------------------------------------------------------------------------------------------------

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

    # ---- cutting --------------------------------------------------------------------------------------------------

    def _exit(self, how: int, value: str) -> str:
        if self.returns is None:
            return f"return {value}"
        return f"return ({', '.join([str(how), value, *self.returns])})"

    @staticmethod
    def _nests(stmt: Stmt) -> bool:
        return isinstance(
            stmt,
            ops.IfDo | ops.SwitchDo | ops.Loop | ops.ForRange | ops.ForZone | ops.ForList | ops.ForTable,
        )

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
        names = list(dict.fromkeys(name for line in part.lines for name in _NAMES.findall(line)))
        helper = self.source.helper(self.proc, names, part.lines)
        how, value = self.x.fresh(), self.x.fresh()
        self.line(f"{', '.join([how, value, *part.returns])} = {helper}({', '.join(names)})")
        for kind, number, leave in (
            (ops.Break, BROKEN, "break" if self.loops else self._exit(BROKEN, "0")),
            (ops.Continue, NEXT, "continue" if self.loops else self._exit(NEXT, "0")),
            (ops.Return, BACK, self._exit(BACK, value)),
        ):
            if any(isinstance(node, kind) for node in inside):
                self.line(f"if {how} == {number}: {leave}")


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
            f"if S[{DEPTH}] > {DEPTH_LIMIT}: {HELPERS['fail']}({RUNAWAY}, {about.site})",
            f"x1 = {name}({', '.join(names)})",
            f"S[{DEPTH}] -= 1",
            "return x1",
        ]
        source.function(f"f{proc}", proc, names, wrapper)
    source.function(name, proc, names, writer.lines)


def _calls(expr: Expr) -> bool:
    return any(isinstance(part, ops.Call | ops.Trial) for part in walk(expr))


def _steady(expr: Expr) -> bool:
    """Whether no call can change the value: it is made of registers and numbers."""
    return all(isinstance(part, ops.Reg | ops.Const | ops.Bin | ops.Un) for part in walk(expr))
