"""Steps and lines on boards, runs, and what is reached step by step, as loops over tables of `topology`.

    each t in steps from s along diagonals         for t in row(s): ...
    each t in line from s along diagonals while c  for l in lines(s):
                                                       for t in row(l):
                                                           if not c: break
                                                           ...

Directions that are written out choose the table; `(if p is player 1 then north else south)` chooses the row of one
table. Any other set of directions is walked, and each of them chooses a row.
"""

from __future__ import annotations

from collections.abc import Callable

from dsl.machine.ir import ops
from dsl.machine.ir.fold import NO, YES, binary, both, choose, look, minus, negate, plus
from dsl.machine.ir.ops import Expr
from dsl.machine.lower.builder import Code
from dsl.machine.lower.expr.expressions import expr, test, with_locals
from dsl.machine.lower.program.topology import Rows, Vectors
from dsl.semantics import model as m

Body = Callable[[Expr], None]
Walk = Callable[[Code, m.Expr, Body], None]


def step_from(code: Code, node: m.StepFrom) -> Expr:
    """The next space in one direction, or none."""
    return _one_step(code, node.start, node.along, code.work.topology.steps)


def _one_step(code: Code, start: m.Expr, along: m.Expr, steps: Callable[[tuple[int, ...]], tuple[int, ...]]) -> Expr:
    """Where a step in one direction leads, by a table for each direction."""
    program, at = code.work.program, expr(code, start)
    if isinstance(along, m.Const):
        table = steps(program.directions[along.value])
        return look(code.work.table(table), table, at)
    table = tuple(found for vector in program.directions for found in steps(vector))
    way = expr(code, along)
    if isinstance(along.type, m.EnumOf) and along.type.or_none:
        way = minus(way, 1)
    return look(code.work.table(table), table, plus(binary("*", way, ops.Const(code.work.topology.width)), at))


# ---- directions ------------------------------------------------------------------------------------------------------


def _ways(code: Code, along: m.Expr) -> tuple[list[Vectors], Expr] | None:
    """The directions that an expression may stand for, and which of them it does; None if it must be walked."""
    vectors = code.work.program.directions
    match along:
        case m.Const():
            return [(vectors[along.value],)], NO
        case m.UnionOf():
            return _ways_of_union(code, _parts(along))
        case m.IfExpr():
            then, otherwise = _ways(code, along.then), _ways(code, along.otherwise)
            if then is None or otherwise is None:
                return None
            second = plus(otherwise[1], len(then[0]))
            return [*then[0], *otherwise[0]], choose(expr(code, along.condition), then[1], second)
        case m.CallDefine(define=define) if define.body is not None and define not in code.inlining:
            return _ways_of_define(code, along, define.body)
        case _:
            if not isinstance(along.type, m.EnumOf):
                return None
            way = expr(code, along)
            return [(vector,) for vector in vectors], minus(way, 1) if along.type.or_none else way


def _ways_of_union(code: Code, parts: list[m.Expr]) -> tuple[list[Vectors], Expr] | None:
    vectors = code.work.program.directions
    known = tuple(dict.fromkeys(vectors[part.value] for part in parts if isinstance(part, m.Const)))
    if all(isinstance(part, m.Const) for part in parts):
        return [known], NO
    return _ways(code, parts[0]) if len(parts) == 1 else None


def _ways_of_define(code: Code, along: m.CallDefine, body: m.Expr) -> tuple[list[Vectors], Expr] | None:
    """As _ways, of what a definition says."""
    args = [code.keep(expr(code, arg)) for arg in along.args if not isinstance(arg.type, m.Many)]
    if len(args) < len(along.args):
        return None
    code.inlining.append(along.define)
    found: list[tuple[list[Vectors], Expr] | None] = []

    def inside() -> Expr:
        found.append(_ways(code, body))
        return NO

    with_locals(code, along.define.params, args, inside)
    code.inlining.pop()
    return found[0]


def _parts(node: m.Expr) -> list[m.Expr]:
    """The parts of a union that are no unions themselves."""
    return [found for part in node.parts for found in _parts(part)] if isinstance(node, m.UnionOf) else [node]


def _start(code: Code, start: m.Expr, along: m.Expr, walk: Walk, body: Callable[[list[Vectors], Expr], None]) -> None:
    """Run a body with the choices of directions and the row of the start; for each direction, if they are walked."""
    space = code.keep(expr(code, start))
    width = code.work.topology.width

    def row(which: Expr) -> Expr:
        return code.keep(plus(binary("*", which, ops.Const(width)), space))

    ways = _ways(code, along)
    if ways is not None:
        body(ways[0], row(ways[1]))
        return
    every = [(vector,) for vector in code.work.program.directions]
    walk(code, along, lambda way: body(every, row(way)))


def _loop(code: Code, rows: Rows, reg: int, row: Expr, body: tuple[ops.Stmt, ...]) -> ops.Stmt:
    """A loop of a register over a row; the row is written twice, so it must be simple or nearly so."""
    cells, starts = code.work.table(rows.cells), code.work.table(rows.starts)
    return ops.ForTable(reg, cells, ops.Look(starts, row), ops.Look(starts, plus(row, 1)), body)


# ---- sets of spaces --------------------------------------------------------------------------------------------------


def walk_spaces(code: Code, whole: m.Expr, walk: Walk, body: Body) -> bool:
    """Walk a set that is found by steps and lines on a board; False if it is none."""
    match whole:
        case m.StepFrom():
            walk_steps(code, whole, walk, body)
        case m.EdgeFrom():
            walk_edges(code, whole, walk, body)
        case m.Touching():
            walk_touching(code, whole, body)
        case m.CrossedFrom():
            walk_crossed(code, whole, body)
        case m.LineFrom():
            walk_line(code, whole, walk, body)
        case m.Cut():
            walk_cut(code, whole, walk, body)
        case _:
            return False
    return True


def walk_steps(code: Code, node: m.StepFrom, walk: Walk, body: Body) -> None:
    """The next space in each direction."""
    _walk_rows(code, node, code.work.topology.neighbours, walk, body)


def walk_line(code: Code, node: m.LineFrom, walk: Walk, body: Body) -> None:
    """All spaces in each direction."""
    _walk_rows(code, node, code.work.topology.line, walk, body)


def _walk_rows(
    code: Code,
    node: m.StepFrom | m.LineFrom | m.EdgeFrom,
    rows_of: Callable[[list[Vectors]], Rows],
    walk: Walk,
    body: Body,
) -> None:
    """The spaces of the rows that belong to where the walk starts."""

    def loop(choices: list[Vectors], row: Expr) -> None:
        reg = code.register()
        code.emit(_loop(code, rows_of(choices), reg, row, code.nested(lambda: body(ops.Reg(reg)))))

    _start(code, node.start, node.along, walk, loop)


def edge_from(code: Code, node: m.EdgeFrom) -> Expr:
    """The edge that a step in one direction meets, or none."""
    return _one_step(code, node.start, node.along, code.work.edges.steps)


def walk_edges(code: Code, node: m.EdgeFrom, walk: Walk, body: Body) -> None:
    """The edges that steps in each direction meet."""
    _walk_rows(code, node, code.work.edges.neighbours, walk, body)


def walk_touching(code: Code, node: m.Touching, body: Body) -> None:
    """What touches a space, an edge or a corner."""
    reg = code.register()
    row = code.keep(expr(code, node.subject))
    work = code.work
    rows = work.edges.touching(node.what) if node.links is None else work.topology.linked(node.links)
    code.emit(_loop(code, rows, reg, row, code.nested(lambda: body(ops.Reg(reg)))))


def walk_crossed(code: Code, node: m.CrossedFrom, body: Body) -> None:
    """What a line between two corners meets."""
    lines = code.work.edges.lines(node.board, node.what)
    start, end = code.keep(expr(code, node.start)), code.keep(expr(code, node.end))
    table = code.work.table(lines.line)

    def loops() -> None:
        row = code.variable(plus(minus(look(table, lines.line, end), look(table, lines.line, start)), lines.middle))
        for met in lines.met:
            base = code.variable(look(code.work.table(met.base), met.base, start))
            cell = code.register()
            inner = code.nested(lambda base=base, cell=cell: body(code.keep(plus(base, ops.Reg(cell)))))
            code.emit(_loop(code, met.rows, cell, row, inner))

    ends = [YES if code.there(each) else binary("!=", reg, NO) for each, reg in ((node.start, start), (node.end, end))]
    code.when(both(*ends), loops)


def walk_cut(code: Code, node: m.Cut, walk: Walk, body: Body) -> None:
    """The spaces in each direction, so far."""

    def lines(choices: list[Vectors], row: Expr) -> None:
        numbers, cells = code.work.topology.rays(choices)
        line, reg = code.register(), code.register()

        def spaces() -> None:
            if node.before is not None:
                _walk_before(code, node, cells, line, body)
            else:
                code.emit(_loop(code, cells, reg, ops.Reg(line), code.nested(lambda: _so_far(code, node, reg, body))))

        code.emit(_loop(code, numbers, line, row, code.nested(spaces)))

    _start(code, node.line.start, node.line.along, walk, lines)


def _so_far(code: Code, node: m.Cut, reg: int, body: Body) -> None:
    """One space of a line: the body, and whether the line ends here."""
    code.env[node.local] = ops.Reg(reg)
    if node.how == "while":
        code.when(negate(test(code, node.condition)), lambda: code.emit(ops.Break()))
        body(ops.Reg(reg))
        return
    last = code.variable(test(code, node.condition))
    body(ops.Reg(reg))
    code.emit(ops.IfDo(last, (ops.Break(),), ()))


def _walk_before(code: Code, node: m.Cut, cells: Rows, line: int, body: Body) -> None:
    """A line that counts only if it ends at the right space: first it is measured, then walked."""
    length, closed, probe, reg = code.variable(NO), code.variable(NO), code.register(), code.register()

    def measure() -> None:
        code.env[node.local] = ops.Reg(probe)

        def end() -> None:
            code.emit(ops.SetReg(closed.reg, test(code, node.before)))
            code.emit(ops.Break())

        code.when(negate(test(code, node.condition)), end)
        code.emit(ops.SetReg(length.reg, plus(length, 1)))

    code.emit(_loop(code, cells, probe, ops.Reg(line), code.nested(measure)))
    first = ops.Look(code.work.table(cells.starts), ops.Reg(line))
    inner = code.nested(lambda: body(ops.Reg(reg)))
    walked = ops.ForTable(reg, code.work.table(cells.cells), first, plus(first, length), inner)
    code.emit(ops.IfDo(closed, (walked,), ()))


# ---- runs ------------------------------------------------------------------------------------------------------------


def make_run(code: Code, node: m.LongestRun) -> None:
    """The body of the function of `longest run`."""
    numbers, cells = code.work.topology.runs(_vectors(code, node))
    start, best = code.keep(expr(code, node.through)), code.variable(NO)
    line, reg = code.register(), code.register()

    def both_ways() -> None:
        length = code.variable(YES)
        for way in (0, 1):
            row = code.variable(plus(binary("*", ops.Reg(line), ops.Const(2)), way))

            def space() -> None:
                code.env[node.local] = ops.Reg(reg)
                code.when(negate(test(code, node.where)), lambda: code.emit(ops.Break()))
                code.emit(ops.SetReg(length.reg, plus(length, 1)))

            code.emit(_loop(code, cells, reg, row, code.nested(space)))
        longer = (ops.SetReg(best.reg, length),)
        code.emit(ops.IfDo(binary(">", length, best), longer, ()))

    def through() -> None:
        code.emit(ops.SetReg(best.reg, YES))
        code.emit(_loop(code, numbers, line, start, code.nested(both_ways)))

    code.env[node.local] = start
    there = YES if code.there(node.through) else binary("!=", start, NO)
    code.when(both(there, test(code, node.where)), through)
    code.give(best)


def _vectors(code: Code, node: m.LongestRun) -> Vectors | None:
    if node.along is None:
        return None
    ways = _ways(code, node.along)
    assert ways is not None
    return ways[0][0]
