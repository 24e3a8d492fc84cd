"""What stands in the procedures of a machine: registers, operands, calls, loops, the ends of blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from dsl.intervals import within
from dsl.machine.ir import ops
from dsl.machine.ir.analysis.intervals import WORD
from dsl.machine.ir.ops import Block, End, Expr, Machine, Proc, Stmt
from dsl.machine.ir.walk import bodies, operands, own_writes, successors

BINARY = frozenset(("+", "-", "*", "//", "%", "min", "max", "&", "|", "<<"))
TESTS = frozenset(("=", "!=", "<", "<=", ">", ">=", "and", "or"))
UNARY = frozenset(("not", "neg", "abs"))
CELLS = frozenset(("fringe", "ground", "outside", "beside", "neighbours", "cluster"))
HIGH = 250
"""Most nested expressions."""
DEEP = 120
"""Most nested bodies."""
LOOPS = (ops.Loop, ops.ForRange, ops.ForZone, ops.ForList, ops.ForTable)


class Checker:
    """Checks procedures one by one."""

    def __init__(self, machine: Machine, changed: list[frozenset[int]]) -> None:
        self.machine = machine
        self.changed = changed
        self.streams = machine.layout.results - machine.layout.counters
        self.zones = len(machine.tables[machine.zone_base])

    def proc(self, proc: Proc) -> Iterator[str]:
        """The complaints about a procedure."""
        yield from self._body(proc, proc.body, 0, 0)
        for index, block in enumerate(proc.blocks):
            yield from (f"b{index}: {complaint}" for complaint in self._block(proc, block))

    # ---- registers ------------------------------------------------------------------------------------------------

    @staticmethod
    def _scalar(proc: Proc, reg: int) -> Iterator[str]:
        if not 0 <= reg < len(proc.sizes):
            yield f"there is no register r{reg}"
        elif proc.sizes[reg]:
            yield f"r{reg} is a list and used as a number"

    @staticmethod
    def _list(proc: Proc, reg: int) -> Iterator[str]:
        if not 0 <= reg < len(proc.sizes):
            yield f"there is no register r{reg}"
        elif not proc.sizes[reg]:
            yield f"r{reg} is a number and used as a list"

    # ---- statements -----------------------------------------------------------------------------------------------

    def _body(self, proc: Proc, body: Sequence[Stmt], loops: int, depth: int) -> Iterator[str]:
        if depth > DEEP:
            yield f"bodies are nested more than {DEEP} deep"
            return
        for stmt in body:
            yield from self._stmt(proc, stmt, loops)
            inside = loops + isinstance(stmt, LOOPS)
            for inner in bodies(stmt):
                yield from self._body(proc, inner, inside, depth + 1)

    def _stmt(self, proc: Proc, stmt: Stmt, loops: int) -> Iterator[str]:
        yield from self._operands(proc, stmt)
        if not isinstance(stmt, ops.ListClear | ops.ListAdd | ops.ListZone | ops.ListSort | ops.ListCells):
            for reg in own_writes(stmt):
                yield from self._scalar(proc, reg)
        match stmt:
            case ops.Break() | ops.Continue():
                if not loops:
                    yield f"{stmt.op} outside a loop"
            case ops.Return():
                if proc.flow:
                    yield "a flow returns at the end of a block"
            case ops.ListCells() | ops.ListClear() | ops.ListAdd() | ops.ListZone() | ops.ListSort():
                yield from self._list_stmt(proc, stmt)
            case ops.ForList():
                yield from self._list(proc, stmt.list)
            case ops.ForTable():
                yield from self._table(stmt.table)
            case ops.ForRange():
                if stmt.step not in (1, -1):
                    yield f"a loop goes by {stmt.step}"
            case ops.Do():
                yield from self._call(proc, stmt.proc, stmt.args, False)
            case ops.SwitchDo():
                yield from self._cases([(low, high) for low, high, _ in stmt.cases])
            case _:
                yield from self._known(proc, stmt)

    def _list_stmt(
        self, proc: Proc, stmt: ops.ListCells | ops.ListClear | ops.ListAdd | ops.ListZone | ops.ListSort
    ) -> Iterator[str]:
        yield from self._list(proc, stmt.reg)
        if isinstance(stmt, ops.ListCells):
            yield from self._cells(stmt.how)
            if stmt.reg < proc.params:
                yield f"r{stmt.reg} is a parameter and is given a new list"
        if isinstance(stmt, ops.ListSort):
            yield from self._call(proc, stmt.key, (ops.Const(0), *stmt.args), False)

    def _known(self, proc: Proc, stmt: Stmt) -> Iterator[str]:
        """Words and numbers in a statement that must be of a known set."""
        match stmt:
            case ops.Store():
                if stmt.overflow not in ("error", "stops", "ignored"):
                    yield f"unknown overflow {stmt.overflow}"
                if stmt.low > stmt.high:
                    yield f"nothing fits {stmt.low}..{stmt.high}"
            case ops.MovePiece():
                if stmt.at not in ("top", "bottom"):
                    yield f"unknown end {stmt.at}"
            case ops.Shuffle() | ops.Chance():
                if not 0 <= stmt.stream < self.streams:
                    yield f"there is no stream {stmt.stream}"
            case ops.Finish():
                if stmt.how not in ("won", "lost", "drawn", "scored"):
                    yield f"unknown end of the game {stmt.how}"
                if stmt.how == "scored":
                    yield from self._call(proc, stmt.score, (ops.Const(0),), False)
                yield from self._template(stmt.template, -1)
            case ops.Log():
                if stmt.template not in (ops.MOVE_MADE, ops.MOVE_LOST):
                    yield from self._template(stmt.template, 0)
            case _:
                pass

    def _cells(self, how: str) -> Iterator[str]:
        if self.machine.cells is None:
            yield "there are no cells"
        if how not in CELLS:
            yield f"unknown set of cells {how}"

    def _template(self, template: int, least: int) -> Iterator[str]:
        templates = self.machine.names.templates
        if template < least or (templates and template >= len(templates)):
            yield f"there is no template {template}"

    def _table(self, table: int) -> Iterator[str]:
        if not 0 <= table < len(self.machine.tables):
            yield f"there is no table {table}"

    @staticmethod
    def _cases(spans: list[tuple[int, int]]) -> Iterator[str]:
        if any(low > high for low, high in spans):
            yield "a case that nothing fits"
        if any(before[1] >= after[0] for before, after in pairwise(spans)):
            yield "cases that overlap or do not ascend"

    def _call(self, proc: Proc, callee: int, args: Sequence[Expr], flow: bool) -> Iterator[str]:
        if not 0 <= callee < len(self.machine.procs):
            yield f"there is no procedure f{callee}"
            return
        about = self.machine.procs[callee]
        if about.flow != flow:
            yield f"f{callee} is a {'flow' if about.flow else 'function'} and not called like one"
        if len(args) != about.params:
            yield f"f{callee} has {about.params} parameters and is given {len(args)}"
            return
        for position, (arg, size) in enumerate(zip(args, about.sizes, strict=False)):
            if isinstance(arg, ops.ListReg) != bool(size):
                yield f"parameter r{position} of f{callee} is a {'list' if size else 'number'} and not given one"
            elif isinstance(arg, ops.ListReg) and 0 <= arg.reg < len(proc.sizes):
                given = proc.sizes[arg.reg]
                if given > size or (given < size and position in self.changed[callee]):
                    yield f"parameter r{position} of f{callee} holds {size} and is given a list of {given}"

    # ---- expressions ----------------------------------------------------------------------------------------------

    def _operands(self, proc: Proc, node: Stmt | End) -> Iterator[str]:
        lists = isinstance(node, ops.Do | ops.ListSort | ops.CallFlow)
        pending = [(expr, lists, 1) for expr in operands(node)]
        while pending:
            expr, list_fits, depth = pending.pop()
            if depth > HIGH:
                yield f"an expression is more than {HIGH} deep"
                return
            if isinstance(expr, ops.ListReg) and not list_fits:
                yield f"r{expr.reg} is a list and used as a number"
            yield from self._expr(proc, expr)
            pending.extend((operand, isinstance(expr, ops.Call | ops.Trial), depth + 1) for operand in operands(expr))

    def _expr(self, proc: Proc, expr: Expr) -> Iterator[str]:
        match expr:
            case ops.Const() | ops.Bin() | ops.Un():
                yield from self._plain(expr)
            case ops.Reg():
                yield from self._scalar(proc, expr.reg)
            case ops.ListReg() | ops.ListSize() | ops.ListItem() | ops.ListHas():
                yield from self._list(proc, expr.reg)
            case ops.Look():
                yield from self._table(expr.table)
            case ops.Call() | ops.Trial():
                yield from self._call(proc, expr.proc, expr.args, False)
            case ops.ZoneSize(ops.Const(zone)) | ops.ZoneItem(ops.Const(zone)):
                if not 0 <= zone < self.zones:
                    yield f"there is no zone {zone}"
            case ops.CellCount() | ops.CellHas():
                yield from self._cells(expr.how)
            case ops.Load(base, ops.Const(index)):
                if not 0 <= base + index < self.machine.layout.stack:
                    yield f"slot {base + index} is outside the data"
            case _:
                pass

    @staticmethod
    def _plain(expr: ops.Const | ops.Bin | ops.Un) -> Iterator[str]:
        """A number, or a function of numbers."""
        match expr:
            case ops.Const():
                if not within((expr.value, expr.value), WORD):
                    yield f"the number {expr.value} is too great"
            case ops.Bin():
                if expr.fn not in BINARY and expr.fn not in TESTS:
                    yield f"unknown function {expr.fn}"
            case ops.Un():
                if expr.fn not in UNARY:
                    yield f"unknown function {expr.fn}"

    # ---- blocks ---------------------------------------------------------------------------------------------------

    def _block(self, proc: Proc, block: Block) -> Iterator[str]:
        yield from self._body(proc, block.body, 0, 0)
        yield from self._operands(proc, block.end)
        for after in successors(block.end):
            if not 0 <= after < len(proc.blocks):
                yield f"there is no block b{after}"
        for reg in own_writes(block.end):
            yield from self._scalar(proc, reg)
        match block.end:
            case ops.Switch():
                yield from self._cases([(low, high) for low, high, _ in block.end.cases])
            case ops.CallFlow():
                yield from self._call(proc, block.end.proc, block.end.args, True)
            case ops.Decide():
                yield from self._decide(proc, block.end)
            case ops.Stay():
                if not _stops(block.body):
                    yield "it stays, though the game may not be over"
            case _:
                pass

    def _decide(self, proc: Proc, end: ops.Decide) -> Iterator[str]:
        if not 0 <= end.decision < len(self.machine.decisions):
            yield f"there is no decision d{end.decision}"
            return
        decision = self.machine.decisions[end.decision]
        if len(set(end.regs)) != len(end.regs):
            yield "a register is given two numbers of an option"
        options = [reg for words in decision.branch_args for reg in words]
        options += [decision.most_at] if decision.most_at != -1 else []
        for reg in (*decision.prompt_args, *options, *decision.refusal_args, *decision.other_args):
            if not 0 <= reg < len(proc.sizes):
                yield f"d{end.decision} speaks of r{reg}, which there is not"
        wanted = self.machine.procs[decision.options].sizes
        for reg, size in zip(decision.args, wanted, strict=False):
            if not 0 <= reg < len(proc.sizes) or bool(proc.sizes[reg]) != bool(size) or proc.sizes[reg] > size:
                yield f"d{end.decision} hands r{reg} to its options, which does not fit"


def _stops(body: Sequence[Stmt]) -> bool:
    """Whether a body never runs to its end."""
    for stmt in body:
        match stmt:
            case ops.Finish() | ops.Fail():
                return True
            case ops.IfDo():
                if _stops(stmt.then) and _stops(stmt.otherwise):
                    return True
            case _:
                pass
    return False
