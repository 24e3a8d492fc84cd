"""The checked program: expressions that are one value. See `model`; `sets` has those that are many."""

from __future__ import annotations

from dsl.semantics.model.base import Expr
from dsl.semantics.model.named import Action, Define, Limit, Memory, Value
from dsl.semantics.model.sets import Filter
from dsl.semantics.model.types import Board, Field, Kind, Local, Zone
from dsl.struct import struct


@struct
class Const(Expr):
    """A known number (of any type)."""

    value: int


@struct
class LocalRef(Expr):
    """The value of a local (a Many if it holds a list)."""

    local: Local


@struct
class FieldOf(Expr):
    """A field of an entity (subject) or of the table (subject None). Printed value: modifiers are not applied here."""

    field: Field
    subject: Expr | None


@struct
class ZoneOf(Expr):
    """A zone instance. subject None: a zone of the table. Type ZoneValue.

    Where subject is a Many (`standing of p.battlefield`) the node is a MembersOf instead.
    """

    zone: Zone
    subject: Expr | None


@struct
class SpaceAt(Expr):
    """One space of a board by its coordinates, none outside it."""

    board: Board
    subject: Expr | None
    indices: tuple[Expr, ...]


@struct
class StepFrom(Expr):
    """The next space from `start`: in one direction (a Ref or none), or in each of a set of them (a Many)."""

    start: Expr
    along: Expr


@struct
class EdgeFrom(Expr):
    """The edge that a step from a space or a corner meets: in one direction (a Ref or none), or in each of a set."""

    start: Expr
    along: Expr


@struct
class LongestRun(Expr):
    """The most spaces in a row that `through` is one of and that all meet the condition; 0 if it does not itself.

    along: a set of directions, each together with its opposite; None: all in which a coordinate changes by 1 at most.
    """

    local: Local
    through: Expr
    along: Expr | None
    where: Expr


@struct
class LongestWay(Expr):
    """The most steps of a way that begins at a member of start and goes on from each to one of through, at most `most`.

    form: of a `path` no member comes twice, of a `trail` no step, whichever way round. goes_on: whether it may go on
    from what a step leads to; it may always begin. worth: what a step from local to beyond counts, instead of 1.
    """

    form: str
    local: Local
    start: Expr
    through: Expr
    most: int
    goes_on: Expr | None
    beyond: Local
    worth: Expr | None


@struct
class Quantifier(Expr):
    """some, every, number, sum, highest, lowest, first, most, least over a Filter.

    body: see tree.Quantified; otherwise: for empty sets.
    """

    form: str
    over: Filter
    body: Expr | None
    otherwise: Expr | None


@struct
class EndOfZone(Expr):
    """top or bottom of an ordered zone: the piece, or none; with count the set of the outermost count, outermost
    first. nth: the piece whose number from the bottom (the left) is count, from 1; none where there is none."""

    end: str
    zone: Expr
    count: Expr | None


@struct
class SizeOf(Expr):
    """The number of members of a zone or set."""

    set: Expr


@struct
class IsIn(Expr):
    """x in SET; for a ZoneValue set it asks where the piece is, for a set that is kept it tests a bit."""

    item: Expr
    set: Expr


@struct
class SetKept(Expr):
    """A set that is walked, as one that a field holds: its type says which."""

    set: Expr


@struct
class BagMade(Expr):
    """`{2 wood, (n) water, 2 r}`: amounts by the place of the value in its enum, and those of values that are worked
    out, as value and amount; one below 0 counts as none.
    """

    amounts: tuple[tuple[int, Expr], ...]
    chosen: tuple[tuple[Expr, Expr], ...] = ()


@struct
class CountIn(Expr):
    """`p.stock[wood]`: how many a bag holds of a value."""

    bag: Expr
    value: Expr


@struct
class Repacked(Expr):
    """A bag as one of the type of this node: of another bound. What goes beyond the bound stays at it."""

    bag: Expr


@struct
class FitsIn(Expr):
    """A piece could be moved to a zone now, or lies there. only: one of the conditions of that, `kind`, `room`, `share`
    or `itself` (not into itself), for explanations.
    """

    item: Expr
    zone: Expr
    only: str = ""


@struct
class NumberOn(Expr):
    """The number that stands on a space of a track, by its own number; `numbers` are those of all spaces from `low`."""

    space: Expr
    low: int
    numbers: tuple[int, ...]


@struct
class IsKind(Expr):
    """x is Unit / x is "Ada": a range test on ids first..last (none is never)."""

    item: Expr
    first: int
    last: int


@struct
class Op(Expr):
    """+ - * / mod (floor division) min max abs; = != < <= > >=; and or not; neg.

    and/or do not evaluate more than needed. Of bags, which have one type then, there are + - = != <= >=.
    """

    op: str
    args: tuple[Expr, ...]


@struct
class IfExpr(Expr):
    """condition ? then : otherwise."""

    condition: Expr
    then: Expr
    otherwise: Expr


@struct
class CallDefine(Expr):
    """A definition applied. A define of type Many is expanded in place by lowering."""

    define: Define
    args: tuple[Expr, ...]


@struct
class ValueOf(Expr):
    """A value with all its modifiers; printed leaves them out."""

    value: Value
    args: tuple[Expr, ...]
    printed: bool


@struct
class HostOf(Expr):
    """`Field of u`: the nearest owner of the zone the piece lies in that is of `kind`, or none (looks outward)."""

    kind: Kind
    item: Expr


@struct
class HolderOf(Expr):
    """`holder of x`: the player whose zone (or whose space's or card's zone) the piece lies in, or none."""

    item: Expr


@struct
class TextOf(Expr):
    """`{text of x}`: the words printed on a piece, only in the hole of a text; the type is that of the piece."""

    item: Expr


@struct
class ZoneOwner(Expr):
    """The owner of a zone instance: a player, space or piece; none for the table and the box.

    It serves `from is f` and `holder of from` in the hooks of `move`, where only the instance is known. Its type names
    the kind it is compared with; the owner may be of any other kind.
    """

    zone: Expr


@struct
class OccupantOf(Expr):
    """The piece that lies in a cell, or none."""

    cell: Expr


@struct
class CellAt(Expr):
    """The cell of a layout at a column and a row, none if it is out of reach."""

    zone: Expr
    column: Expr
    row: Expr


@struct
class CellPart(Expr):
    """The column or the row of a cell; 0 of none."""

    which: str
    cell: Expr


@struct
class CanAct(Expr):
    """The player has at least one legal move of the action (ignoring windows)."""

    player: Expr
    action: Action


@struct
class Repetitions(Expr):
    """How often the present position is in a memory."""

    memory: Memory


@struct
class Counted(Expr):
    """Yes; how often it is asked is counted in a field of the table. Nothing in rules means it."""

    field: Field


@struct
class UsesLeft(Expr):
    """How many uses of a limit are left. key: whose count, None where there is one for all. me: who is `me` in its
    number, if that asks it.
    """

    limit: Limit
    key: Expr | None
    me: Expr | None


@struct
class GameFact(Expr):
    """`over`, `drawn` (Bool), `winner` (Ref Player or none)."""

    fact: str
