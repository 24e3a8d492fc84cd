"""A machine as text for people: what `rulewright dump` prints and goldens hold.

Numbers are what the machine has; the words of Names stand beside them after `;` and change nothing. One line per
statement, one level further in per body:

    function f3 (r0, r1[4]) with r2              ; recruit cards.rules:12:1
      if (r0 >= 3):
        S[45 + r0] := r2 in 0..12 else error     ; gold
"""

from __future__ import annotations

from collections.abc import Iterable

from dsl.machine.ir import ops
from dsl.machine.ir.ops import Block, End, Expr, Machine, Proc, Stmt
from dsl.machine.ir.walk import expressions

NOTE = 60
"""The column of the words."""


def to_text(machine: Machine) -> str:
    """All procedures and decisions of a machine, and its tables and layout."""
    names = machine.names
    head = [
        f"machine for {machine.players} players; {names.title}",
        f"entities 1..{machine.entity_count}, pieces from {machine.first_piece}, "
        f"start f{machine.start}, main f{machine.main}",
    ]
    parts = [head, ["layout", *_indented(layout_text(machine).splitlines())], ["tables", *_indented(_tables(machine))]]
    if machine.decisions:
        parts.append(["decisions", *_indented(_decisions(machine))])
    parts.extend(_proc(machine, proc) for proc in machine.procs)
    return "\n".join(line.rstrip() for part in parts for line in (*part, "")).rstrip("\n") + "\n"


def proc_text(machine: Machine, proc: Proc) -> str:
    """One procedure of a machine."""
    return "".join(f"{line.rstrip()}\n" for line in _proc(machine, proc))


def layout_text(machine: Machine) -> str:
    """Where everything lies in a position, as a table."""
    layout = machine.layout
    rows = [("0", "8", "", "status, asker, decision, frame, returned, depth, key, key, reason")]
    rows.append((str(layout.counters), str(layout.results - 1), "", "draws of each stream"))
    rows.append((str(layout.results), str(layout.results + machine.players - 1), "-1..1", "result of each player"))
    for region in layout.regions:
        last = region.base + region.size - 1
        rows.append((str(region.base), str(last), f"{region.low}..{region.high}", region.name))
    rows.append((str(layout.stack), str(layout.stack + layout.stack_limit - 1), "", "stack"))
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    lines = [
        f"{first:>{widths[0]}} - {last:>{widths[1]}}  {held:<{widths[2]}}  {name}".rstrip()
        for first, last, held, name in rows
    ]
    columns = ", ".join(f"{name} {getattr(layout, name)}" for name in ("place", "owner", "face", "known"))
    return "\n".join([*lines, f"columns of piece e at e + : {columns}", ""])


def _indented(lines: Iterable[str]) -> list[str]:
    return [f"  {line}" for line in lines]


def _noted(line: str, note: str) -> str:
    return f"{line:<{NOTE}} ; {note}" if note else line


def _tables(machine: Machine) -> list[str]:
    known = {
        getattr(machine, name): name
        for name in ("zone_base", "zone_cap", "zone_ordered", "zone_seen", "zone_owner", "zone_host")
    }
    return [
        f"t{index}{' ' + known[index] if index in known else ''}: {' '.join(map(str, table))}"
        for index, table in enumerate(machine.tables)
    ]


def _decisions(machine: Machine) -> list[str]:
    lines: list[str] = []
    for index, decision in enumerate(machine.decisions):
        args = ", ".join(f"r{reg}" for reg in decision.args)
        sealed = " sealed" if decision.sealed else ""
        line = f"d{index} {decision.kind} f{decision.options}({args}) width {decision.width}{sealed}"
        lines.append(_noted(line, _site(machine, decision.site)))
    return lines


def _site(machine: Machine, site: int) -> str:
    if not 0 <= site < len(machine.names.sites):
        return ""
    found = machine.names.sites[site]
    return f"{found.file}:{found.line}:{found.column}"


def _name(names: tuple[str, ...], index: int) -> str:
    return names[index] if 0 <= index < len(names) else ""


def _proc(machine: Machine, proc: Proc) -> list[str]:
    registers = [f"r{reg}[{size}]" if size else f"r{reg}" for reg, size in enumerate(proc.sizes)]
    head = f"{'flow' if proc.flow else 'function'} f{proc.id} ({', '.join(registers[: proc.params])})"
    if len(registers) > proc.params:
        head += f" with {', '.join(registers[proc.params :])}"
    if proc.recursive:
        head += f" recursive {proc.deepest}"
    words = " ".join(word for word in (_name(machine.names.procs, proc.id), _site(machine, proc.site)) if word)
    writer = _Writer(machine)
    writer.body(proc.body, 1)
    for index, block in enumerate(proc.blocks):
        writer.block(index, block)
    return [_noted(head, words), *writer.lines]


class _Writer:
    """The lines of one procedure."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.lines: list[str] = []
        self.slots = {field.base: field.name for field in machine.names.fields if field.var}

    def block(self, index: int, block: Block) -> None:
        self.lines.append(f"  b{index}:")
        self.body(block.body, 2)
        self.line(2, end_text(block.end), self.notes(block.end))

    def line(self, level: int, text: str, note: str = "") -> None:
        self.lines.append(_noted("  " * level + text, note))

    def body(self, body: tuple[Stmt, ...], level: int) -> None:
        for stmt in body:
            self.stmt(stmt, level)

    def stmt(self, stmt: Stmt, level: int) -> None:
        self.line(level, statement_text(stmt), self.notes(stmt))
        match stmt:
            case ops.IfDo():
                self.body(stmt.then, level + 1)
                if stmt.otherwise:
                    self.line(level, "else:")
                    self.body(stmt.otherwise, level + 1)
            case ops.SwitchDo():
                for low, high, body in stmt.cases:
                    self.line(level + 1, f"{span_text(low, high)}:")
                    self.body(body, level + 2)
            case ops.Loop() | ops.ForRange() | ops.ForZone() | ops.ForList() | ops.ForTable():
                self.body(stmt.body, level + 1)
            case _:
                pass

    def notes(self, node: Stmt | End) -> str:
        """The words that belong to a line: slots, procedures, the text of a template."""
        found: dict[str, None] = {}
        for part in (node, *expressions(node)):
            match part:
                case ops.Load() | ops.Store():
                    found[self.slot(part)] = None
                case ops.Call() | ops.Trial() | ops.Do() | ops.CallFlow():
                    found[_name(self.machine.names.procs, part.proc)] = None
                case ops.Log() | ops.Finish() if 0 <= part.template < len(self.machine.names.templates):
                    parts = self.machine.names.templates[part.template].parts
                    found["".join(text if isinstance(text, str) else "{}" for text in parts)] = None
                case ops.Fail():
                    found[_site(self.machine, part.site)] = None
                case _:
                    pass
        return ", ".join(word for word in found if word)

    def slot(self, node: ops.Load | ops.Store) -> str:
        at = node.base + (node.index.value if isinstance(node.index, ops.Const) else 0)
        inside = (
            region.name for region in self.machine.layout.regions if region.base <= at < region.base + region.size
        )
        return self.slots.get(node.base) or next(inside, "")


def span_text(low: int, high: int) -> str:
    """The range of a case."""
    return str(low) if low == high else f"{low}..{high}"


def slot_text(base: int, index: Expr) -> str:
    """S[base + index]."""
    if isinstance(index, ops.Const):
        return f"S[{base + index.value}]"
    return f"S[{base} + {expression_text(index)}]"


def list_text(exprs: Iterable[Expr]) -> str:
    """Expressions with commas between them."""
    return ", ".join(expression_text(expr) for expr in exprs)


def expression_text(expr: Expr) -> str:
    """An expression, fully bracketed."""
    match expr:
        case ops.Const():
            return str(expr.value)
        case ops.Reg() | ops.ListReg():
            return f"r{expr.reg}"
        case ops.Load():
            return slot_text(expr.base, expr.index)
        case ops.Look():
            return f"t{expr.table}[{expression_text(expr.index)}]"
        case ops.Bin("min" | "max"):
            return f"{expr.fn}({expression_text(expr.left)}, {expression_text(expr.right)})"
        case ops.Bin():
            return f"({expression_text(expr.left)} {expr.fn} {expression_text(expr.right)})"
        case ops.Un():
            return f"{expr.fn}({expression_text(expr.operand)})"
        case ops.If():
            texts = [expression_text(part) for part in (expr.test, expr.then, expr.otherwise)]
            return f"(if {texts[0]} then {texts[1]} else {texts[2]})"
        case ops.Call():
            return f"f{expr.proc}({list_text(expr.args)})"
        case ops.Trial():
            return f"try f{expr.proc}({list_text(expr.args)}) else {expr.over}"
        case ops.ZoneSize():
            return f"size({expression_text(expr.zone)})"
        case ops.ZoneItem():
            end = "top" if expr.from_top else "bottom"
            return f"{end}({expression_text(expr.zone)}, {expression_text(expr.index)})"
        case _:
            return _collected_text(expr)


Collected = ops.ListSize | ops.ListItem | ops.ListHas | ops.CellPiece | ops.CellCount | ops.CellHas


def _collected_text(expr: Collected) -> str:
    """What is asked of a list or a layout."""
    match expr:
        case ops.ListSize():
            return f"size(r{expr.reg})"
        case ops.ListItem():
            return f"r{expr.reg}[{expression_text(expr.index)}]"
        case ops.ListHas():
            return f"({expression_text(expr.value)} in r{expr.reg})"
        case ops.CellPiece():
            return f"in_cell({expression_text(expr.cell)})"
        case ops.CellCount():
            return f"size({expr.how} {expression_text(expr.of)})"
        case ops.CellHas():
            return f"({expression_text(expr.item)} in {expr.how} {expression_text(expr.of)})"


Nesting = ops.IfDo | ops.SwitchDo | ops.Loop | ops.ForRange | ops.ForZone | ops.ForList | ops.ForTable
"""Statements with bodies."""
Changing = ops.Store | ops.MovePiece | ops.SetFace | ops.Know | ops.Shuffle | ops.Log | ops.Finish | ops.Fail
"""Statements that change the position, or end what is going on."""


def statement_text(stmt: Stmt) -> str:
    """The first line of a statement."""
    match stmt:
        case ops.SetReg():
            return f"r{stmt.reg} := {expression_text(stmt.value)}"
        case ops.Break() | ops.Continue():
            return stmt.op
        case ops.Return():
            return f"return {expression_text(stmt.value)}"
        case ops.Do():
            call = f"f{stmt.proc}({list_text(stmt.args)})"
            return f"do {call}" if stmt.reg is None else f"r{stmt.reg} := do {call}"
        case ops.Chance():
            return f"r{stmt.reg} := chance {expression_text(stmt.n)} on stream {stmt.stream}"
        case ops.Emit():
            return f"emit ({list_text(stmt.values)})"
        case ops.IfDo() | ops.SwitchDo() | ops.Loop() | ops.ForRange() | ops.ForZone() | ops.ForList() | ops.ForTable():
            return _nesting_text(stmt)
        case ops.ListClear() | ops.ListAdd() | ops.ListZone() | ops.ListCells() | ops.ListSort():
            return _list_statement_text(stmt)
        case _:
            return _changing_text(stmt)


def _nesting_text(stmt: Nesting) -> str:
    match stmt:
        case ops.IfDo():
            return f"if {expression_text(stmt.test)}:"
        case ops.SwitchDo():
            return f"switch {expression_text(stmt.value)}:"
        case ops.Loop():
            return f"while {expression_text(stmt.test)}:"
        case ops.ForRange():
            way = "to" if stmt.step > 0 else "down to"
            return f"for r{stmt.reg} from {expression_text(stmt.first)} {way} {expression_text(stmt.last)}:"
        case ops.ForZone():
            return f"for r{stmt.reg} in zone {expression_text(stmt.zone)}:"
        case ops.ForList():
            return f"for r{stmt.reg} in r{stmt.list}:"
        case ops.ForTable():
            return f"for r{stmt.reg} in t{stmt.table}[{expression_text(stmt.first)}:{expression_text(stmt.last)}]:"


def _list_statement_text(stmt: ops.ListClear | ops.ListAdd | ops.ListZone | ops.ListCells | ops.ListSort) -> str:
    match stmt:
        case ops.ListClear():
            return f"clear r{stmt.reg}"
        case ops.ListAdd():
            return f"add {expression_text(stmt.value)} to r{stmt.reg}{' once' if stmt.unique else ''}"
        case ops.ListZone():
            return f"add zone {expression_text(stmt.zone)} to r{stmt.reg}{' ascending' if stmt.ascending else ''}"
        case ops.ListCells():
            return f"r{stmt.reg} := {stmt.how} {expression_text(stmt.of)}"
        case ops.ListSort():
            args = f", {list_text(stmt.args)}" if stmt.args else ""
            return f"sort r{stmt.reg} by f{stmt.key}(member{args}){' down' if stmt.down else ''}"


def _changing_text(stmt: Changing) -> str:
    match stmt:
        case ops.Store():
            slot, value = slot_text(stmt.base, stmt.index), expression_text(stmt.value)
            return f"{slot} := {value} in {stmt.low}..{stmt.high} else {stmt.overflow}"
        case ops.MovePiece():
            cell = "" if stmt.cell == ops.Const(0) else f" in cell {expression_text(stmt.cell)}"
            return f"move {expression_text(stmt.piece)} to {stmt.at} of zone {expression_text(stmt.zone)}{cell}"
        case ops.SetFace():
            return f"turn {expression_text(stmt.piece)} up {expression_text(stmt.up)}"
        case ops.Know():
            return f"known {expression_text(stmt.piece)} to {expression_text(stmt.mask)}"
        case ops.Shuffle():
            return f"shuffle zone {expression_text(stmt.zone)} on stream {stmt.stream}"
        case ops.Log():
            return f"log {stmt.template} ({list_text(stmt.args)})"
        case ops.Finish():
            score = f" by f{stmt.score}" if stmt.how == "scored" else ""
            return (
                f"finish {stmt.how} {expression_text(stmt.who)}{score} because {stmt.template} ({list_text(stmt.args)})"
            )
        case ops.Fail():
            return f"fail {stmt.code}"


def end_text(end: End) -> str:
    """The end of a block."""
    match end:
        case ops.Jump():
            return f"jump b{end.block}"
        case ops.Branch():
            return f"branch {expression_text(end.test)} b{end.then} else b{end.otherwise}"
        case ops.Switch():
            cases = ", ".join(f"{span_text(low, high)} b{block}" for low, high, block in end.cases)
            return f"switch {expression_text(end.value)} {cases} else b{end.default}"
        case ops.CallFlow():
            into = "" if end.reg is None else f"r{end.reg} := "
            return f"{into}call f{end.proc}({list_text(end.args)}) then b{end.block}"
        case ops.ReturnFlow():
            return f"return {expression_text(end.value)}"
        case ops.Decide():
            regs = ", ".join(f"r{reg}" for reg in end.regs)
            return f"decide d{end.decision} by {expression_text(end.asker)} into ({regs}) then b{end.block}"
        case ops.Stay():
            return "stay"
