"""The checked program: expressions. See `model`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.node import Record, record
from dsl.source import Span

if TYPE_CHECKING:
    from dsl.semantics.model.named import Action, Define, Memory, Value
    from dsl.semantics.model.types import Board, Field, Kind, Local, Type, Zone


@record
class Expr(Record):
    """A checked expression: where it stands and its type."""

    span: Span
    type: Type


@record
class Const(Expr):
    """A known number (of any type)."""

    value: int


@record
class LocalRef(Expr):
    """The value of a local (a Many if it holds a list)."""

    local: Local


@record
class FieldOf(Expr):
    """A field of an entity (subject) or of the table (subject None). Printed value: modifiers are not applied here."""

    field: Field
    subject: Expr | None


@record
class ZoneOf(Expr):
    """A zone instance. subject None: a zone of the table. Type ZoneValue.

    Where subject is a Many (`standing of p.battlefield`) the node is a MembersOf instead.
    """

    zone: Zone
    subject: Expr | None


@record
class MembersOf(Expr):
    """The pieces in a zone instance (zones: one ZoneValue), or in the zone of each entity of a set (zone, over)."""

    zone_value: Expr | None
    zone: Zone | None
    over: Expr | None


@record
class KindMembers(Expr):
    """All entities of a kind, in id order."""

    kind: Kind


@record
class BoardSpaces(Expr):
    """All spaces of a board (of the holder `subject`, or of the table when None)."""

    board: Board
    subject: Expr | None


@record
class SpaceAt(Expr):
    """One space of a board by its coordinates, none outside it."""

    board: Board
    subject: Expr | None
    indices: tuple[Expr, ...]


@record
class StepFrom(Expr):
    """The next space from `start`: in one direction (a Ref or none), or in each of a set of them (a Many)."""

    start: Expr
    along: Expr


@record
class EdgeFrom(Expr):
    """The edge that a step from a space or a corner meets: in one direction (a Ref or none), or in each of a set."""

    start: Expr
    along: Expr


@record
class CornersOf(Expr):
    """The corners of a space or of an edge: a set."""

    subject: Expr


@record
class CrossedFrom(Expr):
    """What the inside of the straight line between two corners of a board meets, as a set.

    what: `edges` that it crosses or runs along, `corners` that it passes through, `spaces` whose inside it crosses.
    """

    what: str
    board: Board
    start: Expr
    end: Expr


@record
class LineFrom(Expr):
    """The spaces from `start` to the edge, nearest first, in each direction of a set (a Many) in turn; without it."""

    start: Expr
    along: Expr


@record
class Cut(Expr):
    """Each line only so far. how: `while` the condition holds, or `until` it does (then that space is in it).

    before: with `while`, a line counts only if the space that ends it is there and meets this.
    """

    local: Local
    line: LineFrom
    how: str
    condition: Expr
    before: Expr | None


@record
class Reached(Expr):
    """The members of `start`, and of `through` (a set over the local: one that is reached) again and again, for which
    the condition holds. In the order in which they are reached; each once.

    within: the most steps, or with `price` (of a step to the local) the most they may cost together.
    """

    local: Local
    start: Expr
    through: Expr
    condition: Expr | None
    within: Expr | None = None
    price: Expr | None = None


@record
class LongestRun(Expr):
    """The most spaces in a row that `through` is one of and that all meet the condition; 0 if it does not itself.

    along: a set of directions, each together with its opposite; None: all in which a coordinate changes by 1 at most.
    """

    local: Local
    through: Expr
    along: Expr | None
    where: Expr


@record
class RangeOf(Expr):
    """low .. high as a set of numbers; also all values of an enum."""

    low: Expr
    high: Expr


@record
class UnionOf(Expr):
    """The members of each part in turn (parts are Many or single values; a member occurs once)."""

    parts: tuple[Expr, ...]


@record
class Filter(Expr):
    """The members of a set for which a condition holds; kind narrows to a sub-kind (tested first)."""

    local: Local
    domain: Expr
    kind: Kind | None
    where: Expr | None


@record
class Quantifier(Expr):
    """some, every, number, sum, highest, lowest, first, most, least over a Filter.

    body: see tree.Quantified; otherwise: for empty sets.
    """

    form: str
    over: Filter
    body: Expr | None
    otherwise: Expr | None


@record
class EndOfZone(Expr):
    """top or bottom of an ordered zone: the piece, or none; with count the set of the outermost count, outermost
    first."""

    end: str
    zone: Expr
    count: Expr | None


@record
class SizeOf(Expr):
    """The number of members of a zone or set."""

    set: Expr


@record
class IsIn(Expr):
    """x in SET; for a ZoneValue set it asks where the piece is, for a FlagSet it tests a bit."""

    item: Expr
    set: Expr


@record
class BagMade(Expr):
    """`{2 wood, (n) water}`: amounts by the place of the value in its enum; one below 0 counts as none."""

    amounts: tuple[tuple[int, Expr], ...]


@record
class CountIn(Expr):
    """`p.stock[wood]`: how many a bag holds of a value."""

    bag: Expr
    value: Expr


@record
class Repacked(Expr):
    """A bag as one of the type of this node: of another bound. What goes beyond the bound stays at it."""

    bag: Expr


@record
class FitsIn(Expr):
    """A piece could be moved to a zone now, or lies there. only: one of the conditions of that, `kind`, `room`, `share`
    or `itself` (not into itself), for explanations.
    """

    item: Expr
    zone: Expr
    only: str = ""


@record
class NumberOn(Expr):
    """The number that stands on a space of a track, by its own number; `numbers` are those of all spaces from `low`."""

    space: Expr
    low: int
    numbers: tuple[int, ...]


@record
class IsKind(Expr):
    """x is Unit / x is "Ada": a range test on ids first..last (none is never)."""

    item: Expr
    first: int
    last: int


@record
class Op(Expr):
    """+ - * / mod (floor division) min max abs; = != < <= > >=; and or not; neg.

    and/or do not evaluate more than needed. Of bags, which have one type then, there are + - = != <= >=.
    """

    op: str
    args: tuple[Expr, ...]


@record
class IfExpr(Expr):
    """condition ? then : otherwise."""

    condition: Expr
    then: Expr
    otherwise: Expr


@record
class CallDefine(Expr):
    """A definition applied. A define of type Many is expanded in place by lowering."""

    define: Define
    args: tuple[Expr, ...]


@record
class ValueOf(Expr):
    """A value with all its modifiers; printed leaves them out."""

    value: Value
    args: tuple[Expr, ...]
    printed: bool


@record
class HostOf(Expr):
    """`Field of u`: the nearest owner of the zone the piece lies in that is of `kind`, or none (looks outward)."""

    kind: Kind
    item: Expr


@record
class HolderOf(Expr):
    """`holder of x`: the player whose zone (or whose space's or card's zone) the piece lies in, or none."""

    item: Expr


@record
class TextOf(Expr):
    """`{text of x}`: the words printed on a piece, only in the hole of a text; the type is that of the piece."""

    item: Expr


@record
class ZoneOwner(Expr):
    """The owner of a zone instance: a player, space or piece; none for the table and the box.

    It serves `from is f` and `holder of from` in the hooks of `move`, where only the instance is known. Its type names
    the kind it is compared with; the owner may be of any other kind.
    """

    zone: Expr


@record
class CellsOf(Expr):
    """A set of cells or pieces of a layout.

    how: of a layout its `fringe`, `ground`, `outside`; of a cell those `beside` it; of a piece its `neighbours` and its
    `cluster`.
    """

    how: str
    subject: Expr


@record
class OccupantOf(Expr):
    """The piece that lies in a cell, or none."""

    cell: Expr


@record
class CellAt(Expr):
    """The cell of a layout at a column and a row, none if it is out of reach."""

    zone: Expr
    column: Expr
    row: Expr


@record
class CellPart(Expr):
    """The column or the row of a cell; 0 of none."""

    which: str
    cell: Expr


@record
class CanAct(Expr):
    """The player has at least one legal move of the action (ignoring windows)."""

    player: Expr
    action: Action


@record
class Repetitions(Expr):
    """How often the present position is in a memory."""

    memory: Memory


@record
class GameFact(Expr):
    """`over`, `drawn` (Bool), `winner` (Ref Player or none)."""

    fact: str
