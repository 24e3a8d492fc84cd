"""The machine: expressions. See `ops`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Const:
    """A number."""

    value: int
    op: Literal["const"] = "const"


@dataclass(frozen=True, slots=True)
class Reg:
    """A scalar register."""

    reg: int
    op: Literal["reg"] = "reg"


@dataclass(frozen=True, slots=True)
class Load:
    """S[base + index]."""

    base: int
    index: Expr
    op: Literal["load"] = "load"


@dataclass(frozen=True, slots=True)
class Look:
    """tables[table][index]; an index outside the table reads as 0."""

    table: int
    index: Expr
    op: Literal["look"] = "look"


@dataclass(frozen=True, slots=True)
class Bin:
    """left fn right. fn: + - * // % (floor; by 0 is the error DIVIDE), min, max, & |, << ; = != < <= > >= give 1 or
    0; and, or evaluate the right side only when needed and give 1 or 0.
    """

    fn: str
    left: Expr
    right: Expr
    op: Literal["bin"] = "bin"


@dataclass(frozen=True, slots=True)
class Un:
    """fn: not (1/0), neg, abs."""

    fn: str
    operand: Expr
    op: Literal["un"] = "un"


@dataclass(frozen=True, slots=True)
class If:
    """then if test else otherwise; only one is evaluated."""

    test: Expr
    then: Expr
    otherwise: Expr
    op: Literal["if"] = "if"


@dataclass(frozen=True, slots=True)
class Call:
    """The result of a function. args: scalars, or ListReg for a list parameter."""

    proc: int
    args: tuple[Expr, ...]
    op: Literal["call"] = "call"


@dataclass(frozen=True, slots=True)
class Trial:
    """What a function would return if it were called: it runs on a copy of the position, unseen and unheard.

    over: what is returned if the game ends in it. What it draws is an error: nothing is chance in a trial.
    """

    proc: int
    args: tuple[Expr, ...]
    over: int
    op: Literal["trial"] = "trial"


@dataclass(frozen=True, slots=True)
class ZoneSize:
    """Members of zone instance z (0 for z = 0)."""

    zone: Expr
    op: Literal["zone_size"] = "zone_size"


@dataclass(frozen=True, slots=True)
class ZoneItem:
    """The member at an index from the bottom (from_top False) or from the top; none (0) outside."""

    zone: Expr
    index: Expr
    from_top: bool
    op: Literal["zone_item"] = "zone_item"


@dataclass(frozen=True, slots=True)
class ListReg:
    """A list register as an argument of a call."""

    reg: int
    op: Literal["list"] = "list"


@dataclass(frozen=True, slots=True)
class ListSize:
    """Members of a list register."""

    reg: int
    op: Literal["list_size"] = "list_size"


@dataclass(frozen=True, slots=True)
class ListItem:
    """Member of a list register by index from 0; 0 outside."""

    reg: int
    index: Expr
    op: Literal["list_item"] = "list_item"


@dataclass(frozen=True, slots=True)
class ListHas:
    """1 if a list register holds the value."""

    reg: int
    value: Expr
    op: Literal["list_has"] = "list_has"


@dataclass(frozen=True, slots=True)
class CellPiece:
    """The piece in a cell of a layout; 0 for an empty cell and for none."""

    cell: Expr
    op: Literal["cell_piece"] = "cell_piece"


@dataclass(frozen=True, slots=True)
class CellCount:
    """The size of a set of cells or pieces (see ListCells)."""

    how: str
    of: Expr
    op: Literal["cell_count"] = "cell_count"


@dataclass(frozen=True, slots=True)
class CellHas:
    """1 if a set of cells or pieces (see ListCells) holds the item."""

    how: str
    of: Expr
    item: Expr
    op: Literal["cell_has"] = "cell_has"


Expr = (
    Const
    | Reg
    | Load
    | Look
    | Bin
    | Un
    | If
    | Call
    | Trial
    | ZoneSize
    | ZoneItem
    | ListReg
    | ListSize
    | ListItem
    | ListHas
    | CellPiece
    | CellCount
    | CellHas
)
