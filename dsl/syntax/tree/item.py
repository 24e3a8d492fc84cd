"""The syntax tree: items of the game, its modules, definitions, events, actions and rules; scenarios. See `tree`."""

from __future__ import annotations

from dsl.struct import struct
from dsl.syntax.tree.expr import Binder, Cite, Expr, Name, Node, Number, Text, Type
from dsl.syntax.tree.stmt import Block, CallStmt, Item, Pattern, Requires


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
    """`option name [of each player]: type = value "words" when condition`."""

    name: Name
    per_player: bool
    type: Type
    default: Expr
    words: Text | None
    condition: Expr | None


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
class Holder(Node):
    """What holds members: a card (a text), a kind (a name), or one of the words `player` and `table`."""

    sort: str
    name: Name | Text | None


@struct
class ChangeItem(Item):
    """`change card "Oak":` and members that stand in the place of those of their names, or are added."""

    holder: Holder
    members: tuple[Item, ...]


@struct
class RemoveItem(Item):
    """`remove card "Oak"`, `remove rule frost of card "Oak"`: sort says what the name is of."""

    sort: str
    name: Name | Text
    holder: Holder | None


@struct
class RenameItem(Item):
    """`rename card "Oak" to "Elm"`, `rename turn to "your move"`: other words for players."""

    name: Name | Text
    words: Text


@struct
class DefaultItem(Item):
    """`default goal is 30`: what an option or ruling is, if nobody chooses."""

    name: Name
    value: Expr


@struct
class LimitItem(Item):
    """`limit name: n per span [each Kind|player] else "words"`; each is None for one counter for all."""

    name: Name
    amount: Expr
    per: Name
    each: Name | None
    otherwise: Text | None


@struct
class TeamsItem(Item):
    """`partners by side`: players for whom the field, definition or value is the same win and lose together."""

    side: Name


@struct
class AimItem(Item):
    """`bots aim at standing weighing 3`: what programs that play want much of; `together`: and have in common."""

    value: Name
    weight: Number | None
    together: bool = False


@struct
class MeasureItem(Item):
    """`measure gold_left for each p in players after sale u: gold of p`: what is worked out of games that are played to
    be counted. player, among: of whom, and the set he is in; each_turn, after, position and of (`start` or `end` of
    what): when (none of them: at the end).
    """

    name: Name
    player: Name | None
    among: Name | None
    each_turn: bool
    after: Pattern | None
    position: str
    of: Name | None
    value: Expr


@struct
class LayersItem(Item):
    """`layers battle: a, b by age, c`; aged: those that are `by age`."""

    value: Name
    layers: tuple[Name, ...]
    aged: tuple[Name, ...] = ()


@struct
class Param(Node):
    """`u: Unit in SET where c else TEXT`; word: the preposition before it ('' for none, ',' for a comma).

    otherwise: what is told of something else that somebody wants to name.
    """

    word: str
    name: Name
    type: Type
    domain: Expr | None
    where: Expr | None
    otherwise: Text | None = None


@struct
class Signature(Node):
    """Name, label and parameters of an event, action, procedure, define or value; infix: written `a NAME b`. deep: how
    often it may be going on at one time.
    """

    name: Name
    label: Text | None
    params: tuple[Param, ...]
    infix: bool
    deep: Expr | None = None


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
    """`event wound (u: Unit) by (n: 0..9): effects`; chooser: who chooses among several rules that replace it."""

    signature: Signature
    body: Block | None
    chooser: Expr | None = None


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
class RuleItem(Item):
    """A rule attached to something.

    position: before, after, instead (pattern, when, body), always (when or binder, body), start, end (pattern: the
    phase, when, body), never, must, cannot (pattern, when, words), lifts (pattern: the requirement, when), silences
    (pattern: the rule, when), modify (pattern.name: the value, its binder; change, amount, layer, when).
    change is one of + - times `divided by` to, `at least`, `at most`; empty unless the position is modify.
    every, whose: of `silences every NAME` and `silences NAME of sow`.
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
    every: bool = False
    whose: Name | Text | None = None


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

    how: does, can, cannot, sees, not_sees, reads, not_reads, asks (player, texts; because), nobody, said (texts),
    expect (condition), order (a zone as condition; texts), chance
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
class PrintedHere(Node):
    """`printed NAME of "CARD" VALUE`: what a card prints in one scenario."""

    name: Name
    card: Text
    value: Expr


@struct
class ScenarioItem(Item):
    """`scenario "words" proves @ID: with options; players n; seed n; given; run procedure; steps`.

    given_at, run_at: how many steps stand before `given` and before `run`. still: `run nothing`.
    first: the step that the procedure begins with.
    """

    title: Text
    options: tuple[tuple[Name, Name | None, Expr], ...]
    modules: tuple[Name, ...]
    players: int | None
    given: Block | None
    run: CallStmt | None
    steps: tuple[Step, ...]
    given_at: int | None = None
    run_at: int | None = None
    still: bool = False
    printed: tuple[PrintedHere, ...] = ()
    first: Name | None = None
    seed: int | None = None


@struct
class File(Node):
    """A whole file."""

    items: tuple[Item, ...]
