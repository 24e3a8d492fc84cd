"""Statements that write to the position, where something is tried out for a viewer on a copy of it."""

from __future__ import annotations

from dsl.backends.reference.pieces import Pieces
from dsl.machine.ir import ops
from dsl.runtime.knowing.expressions import Expressions
from dsl.runtime.knowing.run import NEXT, Body, Register, Run, number_of
from dsl.runtime.knowing.values import Hidden, Known, Of


def store(make: Expressions, stmt: ops.Store) -> Body:
    """Write a slot."""
    base, index, value = stmt.base, make.ask(stmt.index), make.ask(stmt.value)

    def go(run: Run, regs: list[Register]) -> int:
        run.writes()
        at, given = _piece(index(run, regs)), _piece(value(run, regs))
        unknown, slot = run.unknown, base + at[0]
        if not at[1] and not unknown.may_be_written(slot):
            raise Hidden
        number = given[0]
        if given[1] and slot not in unknown.chart.entities:
            raise Hidden
        if not stmt.low <= number <= stmt.high:
            if stmt.overflow == "ignored":
                return NEXT
            if stmt.overflow != "stops":
                raise run.error("BOUND", stmt.site)
            number = max(stmt.low, min(stmt.high, number))
        unknown.S[slot] = number
        return NEXT

    return go


def move(make: Expressions, stmt: ops.MovePiece) -> Body:
    """Move a piece."""
    piece, zone, cell = make.ask(stmt.piece), make.ask(stmt.zone), make.ask(stmt.cell)

    def go(run: Run, regs: list[Register]) -> int:
        run.writes()
        unknown = run.unknown
        number = _there(run, piece(run, regs))
        to = unknown.zone(zone(run, regs))
        try:
            at = number_of(cell(run, regs))
            Pieces(make.machine, unknown.S).move(number, to, stmt.at, stmt.site, at)
        finally:
            unknown.moved()
        return NEXT

    return go


def face(make: Expressions, stmt: ops.SetFace) -> Body:
    """Turn a piece."""
    piece, up = make.ask(stmt.piece), make.ask(stmt.up)

    def go(run: Run, regs: list[Register]) -> int:
        run.writes()
        Pieces(make.machine, run.unknown.S).turn(_there(run, piece(run, regs)), number_of(up(run, regs)))
        return NEXT

    return go


def know(make: Expressions, stmt: ops.Know) -> Body:
    """Let players know a piece: what is tried out tells nobody anything."""
    return lambda run, regs: NEXT


def shuffle(make: Expressions, stmt: ops.Shuffle) -> Body:
    """A shuffle would draw."""

    def go(run: Run, regs: list[Register]) -> int:
        raise Hidden

    return go


def _there(run: Run, value: Known) -> int:
    """The piece that something is done to: known, or the one in a place; not one that may lie anywhere."""
    number, by_place = _piece(value)
    if number in run.unknown.pieces and not by_place:
        raise Hidden
    return number


def _piece(value: Known) -> tuple[int, bool]:
    """A number, or the piece in a place and that it is one."""
    if isinstance(value, Of) and value.is_piece:
        return value.var.slot, True
    return number_of(value), False
