"""The syntax tree: what a game is played with. Enums, kinds and what they have, boards, plans, cards. See `tree`."""

from __future__ import annotations

from dsl.struct import struct
from dsl.syntax.tree.expr import Cite, Expr, Name, Node, Number, Text, Type
from dsl.syntax.tree.stmt import Block, Item, Pattern, Provided, Requires, Uses


@struct
class DirectionsItem(Item):
    """`directions orthogonals: north (0, 1), (1, 0), west`: a name (a new one with a vector), a vector, or both."""

    name: Name
    parts: tuple[tuple[Name | None, tuple[int, ...] | None], ...]


@struct
class LinksItem(Item):
    """`links roads of map: york-london, london-dover`: which spaces of a board are joined, two by two; or the name of
    the table in which that stands, `links roads of map from "roads.csv"`.
    """

    name: Name
    board: Name
    pairs: tuple[tuple[Name, Name], ...]
    table: Text | None = None


@struct
class PlanSigns(Node):
    """`edges line: "#" wall, "=" blocking`: the signs that say what a field of edges, or of spaces, is."""

    part: str
    field: Name
    signs: tuple[tuple[Text, Expr], ...]


@struct
class PlanItem(Item):
    """`plan hall of map:` signs and rows of a drawing, the northernmost first: it is called as a procedure."""

    name: Name
    board: Name
    signs: tuple[PlanSigns, ...]
    rows: tuple[Text, ...]


@struct
class EnumItem(Item):
    """`enum Lane: left "lewa", centre`; labels are the shown words."""

    name: Name
    values: tuple[Name, ...]
    labels: tuple[Text | None, ...]


@struct
class KindItem(Item):
    """`kind Unit "jednostka" is Card: members`."""

    name: Name
    label: Text | None
    parent: Name | None
    members: tuple[Item, ...]


@struct
class HasItem(Item):
    """`each player has:` (whose = player) or `the table has:` (whose = table)."""

    whose: str
    members: tuple[Item, ...]


@struct
class Band(Node):
    """`critical "critical": -5..-4 worth 2, 1`: spaces of a track that have a name; high is None for one space.

    worth: the numbers that stand on them, from the lowest one; one for all, or none.
    """

    name: Name
    label: Text | None
    low: Expr
    high: Expr | None
    worth: tuple[Expr, ...]
    cites: tuple[Cite, ...]


@struct
class Track(Node):
    """What a `track` says beyond a `var` field: its words, what the marker cannot pass, its bands."""

    label: Text | None
    limit: Name | None
    bands: tuple[Band, ...]


@struct
class GoesBack(Node):
    """`until end of NAME`, `until after PATTERN when c` or, with neither, `until it leaves play`: when a field goes
    back.
    """

    at_end_of: Name | None = None
    after: Pattern | None = None
    when: Expr | None = None


@struct
class FieldItem(Item):
    """Fields of a kind: printed ones (var is False) never change; `var` ones are state.

    unlisted: no drawing of the position shows it. track: the field is the marker of a track. seen: all, owner, nobody.
    back: when it becomes again what it was at first.
    """

    names: tuple[Name, ...]
    var: bool
    type: Type
    default: Expr | None
    unlisted: bool = False
    track: Track | None = None
    seen: str = "all"
    back: tuple[GoesBack, ...] = ()


@struct
class Share(Node):
    """`4 Unit`: how many pieces of a kind a zone holds at most."""

    most: Expr
    kind: Name


@struct
class Shown(Node):
    """`exposed`, or `not supplied`, of `shows exposed and not supplied`."""

    name: Name
    negated: bool


@struct
class ZoneItem(Item):
    """A zone. seen: all, owner, nobody, faces, or some (those for whom `where` holds); shape: cards, stack, row, bag,
    layout.

    shares: how many of which kinds are among those that it holds at most. by: how the pieces of a layout touch; within:
    how far from its first cell they may lie. shows: values that a drawing tells of its pieces.
    """

    name: Name
    label: Text | None
    shape: str
    kinds: tuple[Name, ...]
    seen: str | None
    at_most: Expr | None
    active: bool
    private: bool
    playable: bool
    by: Name | None = None
    within: Expr | None = None
    shares: tuple[Share, ...] = ()
    shows: tuple[Shown, ...] = ()
    seer: Name | None = None
    where: Expr | None = None


@struct
class Dimension(Node):
    """`line: Line`, `x: 1..8` or `x: 1..8 as letters` of a board."""

    name: Name
    enum: Name | None
    low: Expr | None
    high: Expr | None
    letters: bool


@struct
class HexagonRows(Node):
    """`within 2`, how far the hexagons of a board reach from its middle, or `(3, 4, 3)`, how many stand in its rows."""

    radius: Expr | None
    rows: tuple[Expr, ...]


@struct
class BoardItem(Item):
    """`board battlefield: Field by line: Line, lane: Lane`, or `board grid: Square, 8 by 8`: columns by rows, or
    `board island: Land, hexagons within 2`.

    edges, corners: the kinds behind `edges Side` and `corners Corner`.
    """

    name: Name
    label: Text | None
    kind: Name
    dimensions: tuple[Dimension, ...]
    columns: Expr | None = None
    rows: Expr | None = None
    edges: Name | None = None
    corners: Name | None = None
    hexagons: HexagonRows | None = None


@struct
class LiveItem(Item):
    """`live when c`: pieces of this kind have their rules only then."""

    condition: Expr


@struct
class ActsItem(Item):
    """`acts as copied`: a piece of this kind has the rules of the card that this field points at."""

    field: Name


@struct
class EachActionItem(Item):
    """`each action:` what all actions of the pieces of this kind share."""

    conditions: tuple[Requires | Provided | Uses, ...]
    first: Block | None
    last: Block | None


@struct
class TextItem(Item):
    """`text "..."`: the words printed on a card. means: they are its rule too, as in `text means "..."`."""

    text: Text
    means: bool = False


@struct
class CardItem(Item):
    """`card "Name" called "Nazwa" is Unit, 3 copies, stand-in: members`.

    each: the enums' names in `2 copies each Suit and Rank`: so many copies for every combination of their values, and
    the printed fields of these enums say which. amounts: what `each Rank {3 one, 2 two}` says of these enums, empty
    where nothing is said. secret: listings tell of it only what somebody has met.
    """

    title: Text
    gloss: Text | None
    kind: Name
    copies: int | None
    each: tuple[Name, ...]
    amounts: tuple[tuple[Expr, ...], ...]
    stand_in: bool
    secret: bool
    player: int | None
    members: tuple[Item, ...]


@struct
class PrintedItem(Item):
    """`attack 2, life 3`: printed fields of a card."""

    fields: tuple[tuple[Name, Expr], ...]


@struct
class PackItem(Item):
    """`pack red_box of Deck:` with lines of `4 "Town Guard"`: the copies that one value of the enum has."""

    value: Name
    enum: Name
    lines: tuple[tuple[Number, Text], ...]


@struct
class RowChange(Node):
    """What modules have changed of a card that is the row of a table: other members, or it is taken away. title: as the
    table calls it.
    """

    title: str
    removed: bool
    members: tuple[Item, ...]


@struct
class CardsFromItem(Item):
    """`cards Unit from "units.csv"`; changes and renamed are what modules have made of its rows."""

    kind: Name
    path: Text
    stand_in: bool
    changes: tuple[RowChange, ...] = ()
    renamed: tuple[tuple[str, Text], ...] = ()
