"""The machine: statements. See `ops`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from dsl.machine.ir.ops_expr import Const, Expr  # Expr too: stored machines read the types of the fields

NO_CELL = Const(0)


@dataclass(frozen=True, slots=True)
class SetReg:
    """reg := value."""

    reg: int
    value: Expr
    op: Literal["set"] = "set"


@dataclass(frozen=True, slots=True)
class Store:
    """S[base + index] := value, which must lie in low..high: else per overflow `error` (BOUND, site says where),
    `stops` (clamped), `ignored` (left as it was).
    """

    base: int
    index: Expr
    value: Expr
    low: int
    high: int
    overflow: str
    site: int
    op: Literal["store"] = "store"


@dataclass(frozen=True, slots=True)
class IfDo:
    """Structured branch."""

    test: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]
    op: Literal["if_do"] = "if_do"


@dataclass(frozen=True, slots=True)
class SwitchDo:
    """The body whose range low..high (ascending, disjoint) holds the value; none: nothing."""

    value: Expr
    cases: tuple[tuple[int, int, tuple[Stmt, ...]], ...]
    op: Literal["switch_do"] = "switch_do"


@dataclass(frozen=True, slots=True)
class Loop:
    """Repeat body while test; the lowering guarantees an end."""

    test: Expr
    body: tuple[Stmt, ...]
    op: Literal["loop"] = "loop"


@dataclass(frozen=True, slots=True)
class ForRange:
    """reg from first to last (both included; step 1 or -1); bounds are evaluated once."""

    reg: int
    first: Expr
    last: Expr
    step: int
    body: tuple[Stmt, ...]
    op: Literal["for_range"] = "for_range"


@dataclass(frozen=True, slots=True)
class ForZone:
    """reg over the members of a zone as they are when the loop begins, index 0 first."""

    reg: int
    zone: Expr
    body: tuple[Stmt, ...]
    op: Literal["for_zone"] = "for_zone"


@dataclass(frozen=True, slots=True)
class ForList:
    """reg over the members of a list register as they are when the loop begins."""

    reg: int
    list: int
    body: tuple[Stmt, ...]
    op: Literal["for_list"] = "for_list"


@dataclass(frozen=True, slots=True)
class ForTable:
    """reg over tables[table][first:last] (last excluded)."""

    reg: int
    table: int
    first: Expr
    last: Expr
    body: tuple[Stmt, ...]
    op: Literal["for_table"] = "for_table"


@dataclass(frozen=True, slots=True)
class Break:
    """Leave the innermost loop."""

    op: Literal["break"] = "break"


@dataclass(frozen=True, slots=True)
class Continue:
    """Next turn of the innermost loop."""

    op: Literal["continue"] = "continue"


@dataclass(frozen=True, slots=True)
class Return:
    """Leave the function with a value (functions only; a body that runs to its end returns 0)."""

    value: Expr
    op: Literal["return"] = "return"


@dataclass(frozen=True, slots=True)
class Do:
    """Call a function; its value goes to reg, or nowhere."""

    proc: int
    args: tuple[Expr, ...]
    reg: int | None
    op: Literal["do"] = "do"


@dataclass(frozen=True, slots=True)
class ListClear:
    """Empty a list register."""

    reg: int
    op: Literal["list_clear"] = "list_clear"


@dataclass(frozen=True, slots=True)
class ListAdd:
    """Append to a list register (over its capacity: the error BOUND); unique: not if it is there already."""

    reg: int
    value: Expr
    unique: bool
    op: Literal["list_add"] = "list_add"


@dataclass(frozen=True, slots=True)
class ListZone:
    """Append the members of a zone to a list register (over its capacity: the error BOUND). ascending: and put the
    whole list in ascending order.
    """

    reg: int
    zone: Expr
    ascending: bool = False
    op: Literal["list_zone"] = "list_zone"


@dataclass(frozen=True, slots=True)
class ListCells:
    """Fill a list register with a set of cells or of pieces of a layout, in ascending order; it has room for all.

    how, of a zone that is a layout (of any other zone nothing): `fringe`: the empty cells within reach that touch a
    piece; of an empty layout its first cell `ground`: the cells of the smallest rectangle round all pieces, and one
    cell more on each side; of an empty layout its first cell `outside`: the empty cells of the ground from which a
    way over empty cells of it leads to its border how, of a cell: `beside`: the cells that touch it, as far as one
    cell beyond the reach of the layout how, of a piece (nothing if it lies in no layout): `neighbours`: the pieces
    that touch it; `cluster`: the pieces to which a way leads from piece to piece that it touches, and itself
    """

    reg: int
    how: str
    of: Expr
    op: Literal["list_cells"] = "list_cells"


@dataclass(frozen=True, slots=True)
class ListSort:
    """Stable sort by a key function of (member, *args); down: greatest first."""

    reg: int
    key: int
    args: tuple[Expr, ...]
    down: bool
    op: Literal["list_sort"] = "list_sort"


@dataclass(frozen=True, slots=True)
class MovePiece:
    """Take the piece out of its zone and put it into zone instance z (0: the box).

    at: `top` or `bottom` for ordered zones; unordered ones keep ascending ids. A full zone is the error BOUND at
    site. Knowledge after the move (the table gives no help to memory, so nothing can leak): in a zone seen by all, or
    by faces and face up: everyone knows it; seen by owner: exactly the zone's owner does; by faces and face down:
    exactly the piece's `owner` (the zone's owner when the piece has none); seen by nobody: the zone's owner if it
    knew before, nobody else; seen by some, and in the box: unchanged. Who does not know the piece then knows no longer
    what is left in the zone that it comes from, if that is seen by its owner (who keeps knowing), by some, or by nobody
    and has no order: it could have been any of these. The owner is zone_owner, or for the zone of a piece the `owner`
    field of that piece. Moving a piece within its zone is a move too (it goes to the named end). A piece moved into
    itself or into its own attachments is the error BOUND. Moving no piece (0) does nothing; so does turning or
    knowing none.
    In a layout the piece lies in `cell`, which must be within reach and free (else the error BOUND), or if that is no
    cell of this layout, in the first cell of its fringe (BOUND if there is none). Anywhere else it lies in no cell.
    """

    piece: Expr
    zone: Expr
    at: str
    site: int
    cell: Expr = NO_CELL
    op: Literal["move"] = "move"


@dataclass(frozen=True, slots=True)
class SetFace:
    """Turn a piece face up (1) or down (0); face up in a zone seen by faces everyone knows it."""

    piece: Expr
    up: Expr
    op: Literal["face"] = "face"


@dataclass(frozen=True, slots=True)
class Know:
    """known of the piece |= mask."""

    piece: Expr
    mask: Expr
    op: Literal["know"] = "know"


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Shuffle a zone with draws from a stream (Fisher-Yates: for i from n-1 down to 1, j = draw(i+1), swap i and j);
    if it is not seen by all, known of its members becomes 0.
    """

    zone: Expr
    stream: int
    op: Literal["shuffle"] = "shuffle"


@dataclass(frozen=True, slots=True)
class Chance:
    """reg := a uniform draw from 0..n-1 on a stream (n = 0 is the error BOUND at site)."""

    reg: int
    n: Expr
    stream: int
    site: int
    op: Literal["chance"] = "chance"


@dataclass(frozen=True, slots=True)
class Emit:
    """Add an option (option functions only): one number per value, padded with 0 by the reader."""

    values: tuple[Expr, ...]
    op: Literal["emit"] = "emit"


MOVE_MADE, MOVE_LOST = -3, -4


@dataclass(frozen=True, slots=True)
class Log:
    """Write a line to the log: a template of Names and the values of its holes.

    template MOVE_MADE or MOVE_LOST: a move that was chosen unseen is made now, or cannot be made any more; args are who
    chose it, the number of the decision, and the option.
    """

    template: int
    args: tuple[Expr, ...]
    op: Literal["log"] = "log"


@dataclass(frozen=True, slots=True)
class Finish:
    """The game ends here and now, whatever is going on.

    how `won`: player who gets 1, the others -1; `lost`: who -1, the others 1; `drawn`: all 0; `scored`: the results
    are the values of function `score` (a function of one player). REASON becomes template + 1 (args are dropped from
    the position, the log keeps them).
    """

    how: str
    who: Expr
    score: int
    template: int
    args: tuple[Expr, ...]
    op: Literal["finish"] = "finish"


@dataclass(frozen=True, slots=True)
class Fail:
    """An error of the description met in play: code and the site that caused it."""

    code: str
    site: int
    op: Literal["fail"] = "fail"


Stmt = (
    SetReg
    | Store
    | IfDo
    | SwitchDo
    | Loop
    | ForRange
    | ForZone
    | ForList
    | ForTable
    | Break
    | Continue
    | Return
    | Do
    | ListClear
    | ListAdd
    | ListZone
    | ListCells
    | ListSort
    | MovePiece
    | SetFace
    | Know
    | Shuffle
    | Chance
    | Emit
    | Log
    | Finish
    | Fail
)
