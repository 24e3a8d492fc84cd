"""The checked program: expressions that are sets. See `model`."""

from __future__ import annotations

from dsl.semantics.model.base import Expr
from dsl.semantics.model.types import Board, Kind, Links, Local, Zone
from dsl.struct import struct


@struct
class MembersOf(Expr):
    """The pieces in a zone instance (zones: one ZoneValue), or in the zone of each entity of a set (zone, over)."""

    zone_value: Expr | None
    zone: Zone | None
    over: Expr | None


@struct
class KindMembers(Expr):
    """All entities of a kind, in id order."""

    kind: Kind


@struct
class BoardSpaces(Expr):
    """All spaces of a board (of the holder `subject`, or of the table when None)."""

    board: Board
    subject: Expr | None


@struct
class Touching(Expr):
    """What touches a space, an edge or a corner, as a set. what: `corners`, `edges` or `spaces`.

    links: if given, the set is the spaces to which these links lead, and what is their name.
    """

    what: str
    subject: Expr
    links: Links | None = None


@struct
class CrossedFrom(Expr):
    """What the inside of the straight line between two corners of a board meets, as a set.

    what: `edges` that it crosses or runs along, `corners` that it passes through, `spaces` whose inside it crosses.
    """

    what: str
    board: Board
    start: Expr
    end: Expr


@struct
class LineFrom(Expr):
    """The spaces from `start` to the edge, nearest first, in each direction of a set (a Many) in turn; without it."""

    start: Expr
    along: Expr


@struct
class Cut(Expr):
    """Each line only so far. how: `while` the condition holds, or `until` it does (then that space is in it).

    before: with `while`, a line counts only if the space that ends it is there and meets this.
    """

    local: Local
    line: LineFrom
    how: str
    condition: Expr
    before: Expr | None


@struct
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


@struct
class WordsSuchAs(Expr):
    """Any word that somebody types; `words` are the numbers of those that programs choose from."""

    words: tuple[int, ...]


@struct
class RangeOf(Expr):
    """low .. high as a set of numbers; also all values of an enum."""

    low: Expr
    high: Expr


@struct
class UnionOf(Expr):
    """The members of each part in turn (parts are Many or single values; a member occurs once)."""

    parts: tuple[Expr, ...]


@struct
class Filter(Expr):
    """The members of a set for which a condition holds; kind narrows to a sub-kind (tested first)."""

    local: Local
    domain: Expr
    kind: Kind | None
    where: Expr | None


@struct
class CellsOf(Expr):
    """A set of cells or pieces of a layout.

    how: of a layout its `fringe`, `ground`, `outside`; of a cell those `beside` it; of a piece its `neighbours` and its
    `cluster`.
    """

    how: str
    subject: Expr
