"""The syntax tree: items, members and scenarios. See `tree`."""

from __future__ import annotations

from dsl.struct import struct
from dsl.syntax.tree.expr import Binder, Cite, Expr, Name, Node, Number, Text, Type
from dsl.syntax.tree.stmt import Block, CallStmt, Item, Provided, Requires, Uses


@struct
class GameItem(Item):
    """`game "Title" for 2..4 players`."""

    title: Text
    low: int
    high: int


@struct
class FileItem(Item):
    """`ledger`, `include` or `use` and a text; what says which."""

    what: str
    path: Text


@struct
class OptionItem(Item):
    """`option name [of each player]: type = value "words"`."""

    name: Name
    per_player: bool
    type: Type
    default: Expr
    words: Text | None


@struct
class Reading(Node):
    """One reading of a ruling."""

    name: Name
    words: Text
    cites: tuple[Cite, ...]


@struct
class RulingItem(Item):
    """`ruling name "question"` and its readings; the first one is the default."""

    name: Name
    question: Text
    readings: tuple[Reading, ...]


@struct
class DirectionsItem(Item):
    """`directions orthogonals: north (0, 1), (1, 0), west`: a name (a new one with a vector), a vector, or both."""

    name: Name
    parts: tuple[tuple[Name | None, tuple[int, ...] | None], ...]


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
class MemoryPart(Node):
    """Something that counts in a position: a value, or a value for each member of a set."""

    value: Expr
    binder: Binder | None


@struct
class MemoryItem(Item):
    """`memory past, at most 100:` and what counts in a position."""

    name: Name
    most: Expr
    parts: tuple[MemoryPart, ...]


@struct
class EnumItem(Item):
    """`enum Lane: left "lewa", centre`; labels are the shown words."""

    name: Name
    values: tuple[Name, ...]
    labels: tuple[Text | None, ...]


@struct
class ModuleItem(Item):
    """`module long_game "A long game" of "Harvest"`: the file is a module; game: the title it is for."""

    name: Name
    label: Text | None
    game: Text | None


@struct
class ModulesItem(Item):
    """`requires module a, b` and `excludes module c`: how says which."""

    how: str
    names: tuple[Name, ...]


@struct
class ReplaceItem(Item):
    """`replace` and an item: it stands in the place of the one of that sort and name."""

    item: Item


@struct
class AddItem(Item):
    """`add to Colour: green` (values of an enum), `add to Card:` and members (of a kind)."""

    target: Name
    values: tuple[Name, ...]
    labels: tuple[Text | None, ...]
    members: tuple[Item, ...]


@struct
class DefaultItem(Item):
    """`default goal is 30`: what an option or ruling is, if nobody chooses."""

    name: Name
    value: Expr


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
class FieldItem(Item):
    """Fields of a kind: printed ones (var is False) never change; `var` ones are state.

    unlisted: no drawing of the position shows it. track: the field is the marker of a track.
    """

    names: tuple[Name, ...]
    var: bool
    type: Type
    default: Expr | None
    unlisted: bool = False
    track: Track | None = None


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
    """A zone. seen: all, owner, nobody or faces; shape: cards, stack, row, bag, layout.

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


@struct
class Dimension(Node):
    """`line: Line`, `x: 1..8` or `x: 1..8 as letters` of a board."""

    name: Name
    enum: Name | None
    low: Expr | None
    high: Expr | None
    letters: bool


@struct
class BoardItem(Item):
    """`board battlefield: Field by line: Line, lane: Lane`, or `board grid: Square, 8 by 8`: columns by rows.

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


@struct
class LiveItem(Item):
    """`live when c`: pieces of this kind have their rules only then."""

    condition: Expr


@struct
class EachActionItem(Item):
    """`each action:` what all actions of the pieces of this kind share."""

    conditions: tuple[Requires | Provided | Uses, ...]
    first: Block | None
    last: Block | None


@struct
class TextItem(Item):
    """`text "..."`: the words printed on a card."""

    text: Text


@struct
class CardItem(Item):
    """`card "Name" called "Nazwa" is Unit, 3 copies, stand-in: members`.

    each: the enums' names in `2 copies each Suit and Rank`: so many copies for every combination of their values, and
    the printed fields of these enums say which. secret: listings tell of it only what somebody has met.
    """

    title: Text
    gloss: Text | None
    kind: Name
    copies: int | None
    each: tuple[Name, ...]
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
class CardsFromItem(Item):
    """`cards Unit from "units.csv"`."""

    kind: Name
    path: Text
    stand_in: bool


@struct
class LimitItem(Item):
    """`limit name: n per span [each Kind|player] else "words"`; each is None for one counter for all."""

    name: Name
    amount: Expr
    span_name: Name
    each: Name | None
    otherwise: Text | None


@struct
class LayersItem(Item):
    """`layers battle: a, b, c`."""

    value: Name
    layers: tuple[Name, ...]


@struct
class Param(Node):
    """`u: Unit in SET where c`; word: the preposition before it ('' for none, ',' for a comma)."""

    word: str
    name: Name
    type: Type
    domain: Expr | None
    where: Expr | None


@struct
class Signature(Node):
    """Name, label and parameters of an event, action, procedure, define or value; infix: written `a NAME b`."""

    name: Name
    label: Text | None
    params: tuple[Param, ...]
    infix: bool


@struct
class DefineItem(Item):
    """`define sig = expr`, or `define sig:` with `requires` lines that must all hold."""

    signature: Signature
    value: Expr | None
    needs: tuple[Requires, ...]


@struct
class ValueItem(Item):
    """`value speed of (u: Unit): 0..3 stops at ends = e`: what rules may modify; parts: `in halves`."""

    signature: Signature
    type: Type
    parts: Name | None
    value: Expr


@struct
class EventItem(Item):
    """`event wound (u: Unit) by (n: 0..9): effects`."""

    signature: Signature
    body: Block | None


@struct
class WindowItem(Item):
    """`window attack_turn "words", pass "words"`."""

    name: Name
    label: Text | None
    passing: Text | None


@struct
class ActionItem(Item):
    """`action sig in windows: ...`; inside a card or a kind the piece itself is `this`."""

    signature: Signature
    windows: tuple[Name, ...]
    body: Block


@struct
class ProcedureItem(Item):
    """`procedure`, `phase`, `step` or `main` (word says which)."""

    word: str
    signature: Signature
    body: Block


@struct
class Pattern(Node):
    """`wound u by n`: an event or action and names for its parameters, from the left."""

    name: Name
    words: tuple[str, ...]
    binders: tuple[Name, ...]


@struct
class RuleItem(Item):
    """A rule attached to something.

    position: before, after, instead (pattern, when, body), always (when or binder, body), start, end (pattern: the
    phase, when, body), never, must, cannot (pattern, when, words), lifts (pattern: the requirement, when), silences
    (pattern: the rule, when), modify (pattern.name: the value, its binder; change, amount, layer, when).
    change is one of + - times `divided by` to, `at least`, `at most`; empty unless the position is modify.
    """

    name: Name | None
    position: str
    pattern: Pattern | None
    binder: Binder | None
    when: Expr | None
    body: Block | None
    words: Text | None
    change: str
    amount: Expr | None
    layer: Name | None


@struct
class TextOnlyItem(Item):
    """`text only @ID "reason"`: a rule of the ledger with no effect on play."""

    reason: Text


@struct
class UnimplementedItem(Item):
    """`unimplemented "..." @ID`."""

    text: Text


# ---- scenarios -------------------------------------------------------------------------------------------------------


@struct
class Step(Node):
    """A step of a scenario.

    how: does, can, cannot, sees, not_sees, asks (player, texts; because), said (texts), expect (condition), chance
    (numbers).
    """

    how: str
    player: Name | None
    texts: tuple[Text, ...]
    because: Text | None
    condition: Expr | None
    numbers: tuple[int, ...]
    cites: tuple[Cite, ...]


@struct
class ScenarioItem(Item):
    """`scenario "words" proves @ID: with options; players n; given; run procedure; steps`."""

    title: Text
    options: tuple[tuple[Name, Name | None, Expr], ...]
    modules: tuple[Name, ...]
    players: int | None
    given: Block | None
    run: CallStmt | None
    steps: tuple[Step, ...]


@struct
class File(Node):
    """A whole file."""

    items: tuple[Item, ...]
