"""The syntax tree of a `.rules` file: what was written, nothing resolved.

Every node is a frozen dataclass whose first field is the `Span` it was written at. Names are `Name` nodes (text and
span), so that a later message can point at the word itself. Three families: expressions (`Expr`), statements (`Stmt`)
and items (`Item`, what stands at column 0). Kinds, cards and `has` blocks hold members, which are items again.

The tree says *form* only. `of` and `.` are one node (`Attribute`), because `attack of u` and `u.attack` mean the same.
"""

from __future__ import annotations

from dataclasses import dataclass

from dsl.source import Span


@dataclass(frozen=True, slots=True)
class Node:
    """Anything written in a file; `span` is where."""

    span: Span


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A word that names something; `text` is the word."""

    text: str


@dataclass(frozen=True, slots=True)
class Cite(Node):
    """`@DO-8.3`: a citation of the game's rule ledger; `id` is `DO-8.3`."""

    id: str


@dataclass(frozen=True, slots=True)
class Text(Node):
    """A quoted text, escapes undone.

    Where the text may hold expressions in braces (what is said while playing), `parts` are its texts and expressions in
    order; elsewhere it is empty.
    """

    value: str
    parts: tuple[str | Expr, ...] = ()


# ---- expressions ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Expr(Node):
    """An expression: pure, never changes the position."""


@dataclass(frozen=True, slots=True)
class Ref(Expr):
    """A bare name."""

    name: str


@dataclass(frozen=True, slots=True)
class Number(Expr):
    """A whole number."""

    value: int


@dataclass(frozen=True, slots=True)
class Literal(Expr):
    """`yes`, `no` or `none`."""

    word: str


@dataclass(frozen=True, slots=True)
class CardRef(Expr):
    """`"Gate Pikeman" copy 2`: a piece by its printed name (copy 1 when not said)."""

    title: str
    copy: int | None


@dataclass(frozen=True, slots=True)
class PlayerRef(Expr):
    """`player 1`."""

    number: int


@dataclass(frozen=True, slots=True)
class Attribute(Expr):
    """`attack of u`, `u.attack`; `printed` for `printed attack of u`."""

    subject: Expr
    name: Name
    printed: bool


@dataclass(frozen=True, slots=True)
class At(Expr):
    """`p.battlefield[first, left]`: one space of a board."""

    subject: Expr
    indices: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Apply(Expr):
    """`near(a, b)` or, written between its operands, `a reaches b`."""

    name: Name
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Binary(Expr):
    """`left op right`; op is one of + - * / mod = != < <= > >= and or is in, and `is not`, `not in`."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Unary(Expr):
    """`not x`, `-x`."""

    op: str
    operand: Expr


@dataclass(frozen=True, slots=True)
class Conditional(Expr):
    """`(if c then a else b)`."""

    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Can(Expr):
    """`p can attack`: the player has at least one legal move of that action now."""

    player: Expr
    action: Name


@dataclass(frozen=True, slots=True)
class Range(Expr):
    """`low .. high`, both included."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class Union(Expr):
    """`(a, b)`: the members of a, then those of b."""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class SetOf(Expr):
    """`{P, W}`: a set of values of an enum."""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Binder(Node):
    """`u: Unit in SET where COND`; kind and condition may be missing."""

    name: Name
    kind: Name | None
    domain: Expr
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Quantified(Expr):
    """What is said of the members of a set.

    form: `each` (the filtered set), `some`, `every` (body: the condition), `number`, `sum` (body: the amount),
    `highest`, `lowest` (body: the amount, otherwise: value for an empty set), `first` (the first member or none).
    """

    form: str
    binder: Binder
    body: Expr | None
    otherwise: Expr | None


@dataclass(frozen=True, slots=True)
class EndOf(Expr):
    """`top of deck`, `bottom of deck`, `top 3 of deck` (a set); also the target of `move`."""

    end: str
    count: Expr | None
    zone: Expr


@dataclass(frozen=True, slots=True)
class SizeOf(Expr):
    """`size of SET`."""

    set: Expr


# ---- types -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Type(Node):
    """A written type."""


@dataclass(frozen=True, slots=True)
class BoolType(Type):
    """`yes/no`."""


@dataclass(frozen=True, slots=True)
class RangeType(Type):
    """`0..9 stops at ends`; edge is `error`, `stops` or `ignored`."""

    low: Expr
    high: Expr
    edge: str


@dataclass(frozen=True, slots=True)
class NamedType(Type):
    """An enum or a kind, `or none`."""

    name: Name
    or_none: bool


@dataclass(frozen=True, slots=True)
class SetType(Type):
    """`set of Mark`."""

    name: Name


@dataclass(frozen=True, slots=True)
class ZoneType(Type):
    """`zone of Card`: for parameters only."""

    name: Name


# ---- statements ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stmt(Node):
    """A statement. `cites` are the rules of the ledger that it writes down."""

    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True)
class Block(Node):
    """Statements under a colon; `cites` belong to the header."""

    cites: tuple[Cite, ...]
    body: tuple[Stmt | WhileItem, ...]


@dataclass(frozen=True, slots=True)
class Assign(Stmt):
    """`set x to e`, `raise x by e`, `lower x by e`; how is `set`, `raise`, `lower`."""

    how: str
    target: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Let(Stmt):
    """`let n be e`: a local name, never changed."""

    name: Name
    value: Expr


@dataclass(frozen=True, slots=True)
class Move(Stmt):
    """`move what to zone [face up|down]`; target may be an `EndOf`."""

    what: Expr
    target: Expr
    face: str | None


@dataclass(frozen=True, slots=True)
class Turn(Stmt):
    """`turn x face up`."""

    what: Expr
    face: str


@dataclass(frozen=True, slots=True)
class Shuffle(Stmt):
    """`shuffle deck`."""

    zone: Expr


@dataclass(frozen=True, slots=True)
class Show(Stmt):
    """`show SET to p` (a private look); `reveal SET` has no player and shows it to all."""

    what: Expr
    player: Expr | None


@dataclass(frozen=True, slots=True)
class Say(Stmt):
    """`say "..."`: a line of the log; `{...}` holds an expression."""

    text: Text


@dataclass(frozen=True, slots=True)
class CallStmt(Stmt):
    """`wound u by 2`: an event or a procedure.

    words: the preposition before each argument ('' for none, ',' for a comma).
    """

    name: Name
    words: tuple[str, ...]
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Pay(Stmt):
    """`pay 3 from me.gold else "..."`: only possible when there is enough."""

    amount: Expr
    target: Expr
    otherwise: Text | None


@dataclass(frozen=True, slots=True)
class Jump(Stmt):
    """`stop` (leave the loop), `skip` (next turn of the loop), `leave` (the procedure), each `[if c]`."""

    how: str
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class EndGame(Stmt):
    """`end game won|lost by p`, `drawn`, `scored by value`; because: the words for the players."""

    how: str
    who: Expr | None
    score: Name | None
    because: Text | None


@dataclass(frozen=True, slots=True)
class Random(Stmt):
    """`random k from 1..6 [on stream]`: chance picks a member of a set."""

    name: Name
    domain: Expr
    stream: Name | None


@dataclass(frozen=True, slots=True)
class Nothing(Stmt):
    """`nothing`."""


@dataclass(frozen=True, slots=True)
class Unimplemented(Stmt):
    """`unimplemented "..."`: counted as missing; refused when played."""

    text: Text


@dataclass(frozen=True, slots=True)
class If(Stmt):
    """`if c: ... else if d: ... else: ...` as (condition, block) branches and an else block."""

    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block | None


@dataclass(frozen=True, slots=True)
class ForEach(Stmt):
    """`for each u in SET [in order of e [down]]`; the set is fixed when the loop begins."""

    binder: Binder
    order: Expr | None
    down: bool
    body: Block


@dataclass(frozen=True, slots=True)
class ForCount(Stmt):
    """`for i from a to b` or `down to`."""

    name: Name
    first: Expr
    last: Expr
    down: bool
    body: Block


@dataclass(frozen=True, slots=True)
class Repeat(Stmt):
    """`repeat [until c] [at most n times]`."""

    until: Expr | None
    at_most: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class Choose(Stmt):
    """`choose x from SET where c by p as "prompt"`, with an answer for an empty set."""

    binder: Binder
    by: Expr | None
    prompt: Text | None
    if_none: Block | None


@dataclass(frozen=True, slots=True)
class ChooseMany(Stmt):
    """`choose 2 c from`, `choose up to n c from`, `choose any number of c from`, `arrange c from` (all, in an order).

    low and high: bounds of the number (None, None for `any number of`); arrange: the order counts and all are taken.
    """

    binder: Binder
    low: Expr | None
    high: Expr | None
    arrange: bool
    by: Expr | None
    prompt: Text | None
    if_none: Block | None


@dataclass(frozen=True, slots=True)
class ChooseOption(Node):
    """One `option "words" [if c]: ...`."""

    words: Text
    condition: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class ChooseOne(Stmt):
    """`choose one:` between written options."""

    by: Expr | None
    prompt: Text | None
    options: tuple[ChooseOption, ...]


@dataclass(frozen=True, slots=True)
class May(Stmt):
    """`may "words": ... else: ...`."""

    words: Text
    by: Expr | None
    body: Block
    otherwise: Block | None


@dataclass(frozen=True, slots=True)
class Offer(Stmt):
    """`offer window to p [, no passing]`: one move of that window, or pass; sets `passed`."""

    window: Name
    player: Expr
    no_passing: bool


@dataclass(frozen=True, slots=True)
class Requires(Stmt):
    """`requires label: c else "words"`."""

    label: Name | None
    condition: Expr
    otherwise: Text | None


@dataclass(frozen=True, slots=True)
class Uses(Stmt):
    """`uses limit`."""

    limit: Name


@dataclass(frozen=True, slots=True)
class Sealed(Stmt):
    """`sealed for each p in players: choices  then: effects`."""

    binder: Binder
    body: Block
    then: Block


@dataclass(frozen=True, slots=True)
class AtOnce(Stmt):
    """`at once: events`, applied together."""

    body: Block


@dataclass(frozen=True, slots=True)
class UntilEnd(Stmt):
    """`until end of round: rules`: lasting rules; at_most: how many may run at a time."""

    anchor: Name
    at_most: Expr | None
    rules: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class AtEnd(Stmt):
    """`at end of round: effects`, done later with the names as they are now."""

    anchor: Name
    body: Block


# ---- items and members -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Item(Node):
    """What stands at column 0, or inside a kind or a card."""

    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True)
class GameItem(Item):
    """`game "Title" for 2..4 players`."""

    title: Text
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class FileItem(Item):
    """`ledger`, `include` or `use` and a text; what says which."""

    what: str
    path: Text


@dataclass(frozen=True, slots=True)
class OptionItem(Item):
    """`option name [of each player]: type = value "words"`."""

    name: Name
    per_player: bool
    type: Type
    default: Expr
    words: Text | None


@dataclass(frozen=True, slots=True)
class Reading(Node):
    """One reading of a ruling."""

    name: Name
    words: Text
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True)
class RulingItem(Item):
    """`ruling name "question"` and its readings; the first one is the default."""

    name: Name
    question: Text
    readings: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class EnumItem(Item):
    """`enum Lane: left "lewa", centre`; labels are the shown words."""

    name: Name
    values: tuple[Name, ...]
    labels: tuple[Text | None, ...]


@dataclass(frozen=True, slots=True)
class KindItem(Item):
    """`kind Unit "jednostka" is Card: members`."""

    name: Name
    label: Text | None
    parent: Name | None
    members: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class HasItem(Item):
    """`each player has:` (whose = player) or `the table has:` (whose = table)."""

    whose: str
    members: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class FieldItem(Item):
    """Fields of a kind: printed ones (var is False) never change; `var` ones are state."""

    names: tuple[Name, ...]
    var: bool
    type: Type
    default: Expr | None


@dataclass(frozen=True, slots=True)
class ZoneItem(Item):
    """A zone. seen: all, owner, nobody or faces; shape: cards, stack, row, bag."""

    name: Name
    label: Text | None
    shape: str
    kinds: tuple[Name, ...]
    seen: str | None
    at_most: Expr | None
    active: bool
    private: bool


@dataclass(frozen=True, slots=True)
class Dimension(Node):
    """`line: Line` or `x: 1..8` of a board."""

    name: Name
    enum: Name | None
    low: Expr | None
    high: Expr | None


@dataclass(frozen=True, slots=True)
class BoardItem(Item):
    """`board battlefield: Field by line: Line, lane: Lane`."""

    name: Name
    label: Text | None
    kind: Name
    dimensions: tuple[Dimension, ...]


@dataclass(frozen=True, slots=True)
class LiveItem(Item):
    """`live when c`: pieces of this kind have their rules only then."""

    condition: Expr


@dataclass(frozen=True, slots=True)
class EachActionItem(Item):
    """`each action:` what all actions of the pieces of this kind share."""

    conditions: tuple[Requires | Uses, ...]
    first: Block | None
    last: Block | None


@dataclass(frozen=True, slots=True)
class TextItem(Item):
    """`text "..."`: the words printed on a card."""

    text: Text


@dataclass(frozen=True, slots=True)
class CardItem(Item):
    """`card "Name" called "Nazwa" is Unit, 3 copies, stand-in: members`.

    each: an enum's name in `2 copies each Faction`: so many copies for every value of it, and the printed field of that
    enum says which.
    """

    title: Text
    gloss: Text | None
    kind: Name
    copies: int
    each: Name | None
    stand_in: bool
    player: int | None
    members: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class PrintedItem(Item):
    """`attack 2, life 3`: printed fields of a card."""

    fields: tuple[tuple[Name, Expr], ...]


@dataclass(frozen=True, slots=True)
class CardsFromItem(Item):
    """`cards Unit from "units.csv"`."""

    kind: Name
    path: Text
    stand_in: bool


@dataclass(frozen=True, slots=True)
class LimitItem(Item):
    """`limit name: n per span [each Kind|player] else "words"`; each is None for one counter for all."""

    name: Name
    amount: Expr
    span_name: Name
    each: Name | None
    otherwise: Text | None


@dataclass(frozen=True, slots=True)
class LayersItem(Item):
    """`layers battle: a, b, c`."""

    value: Name
    layers: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Param(Node):
    """`u: Unit in SET where c`; word: the preposition before it ('' for none, ',' for a comma)."""

    word: str
    name: Name
    type: Type
    domain: Expr | None
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Signature(Node):
    """Name, label and parameters of an event, action, procedure, define or value; infix: written `a NAME b`."""

    name: Name
    label: Text | None
    params: tuple[Param, ...]
    infix: bool


@dataclass(frozen=True, slots=True)
class DefineItem(Item):
    """`define sig = expr`, or `define sig:` with `requires` lines that must all hold."""

    signature: Signature
    value: Expr | None
    needs: tuple[Requires, ...]


@dataclass(frozen=True, slots=True)
class ValueItem(Item):
    """`value speed of (u: Unit): 0..3 stops at ends = e`: what rules may modify."""

    signature: Signature
    type: Type
    value: Expr


@dataclass(frozen=True, slots=True)
class EventItem(Item):
    """`event wound (u: Unit) by (n: 0..9): effects`."""

    signature: Signature
    body: Block | None


@dataclass(frozen=True, slots=True)
class WindowItem(Item):
    """`window attack_turn "words", pass "words"`."""

    name: Name
    label: Text | None
    passing: Text | None


@dataclass(frozen=True, slots=True)
class ActionItem(Item):
    """`action sig in windows: ...`; inside a card or a kind the piece itself is `this`."""

    signature: Signature
    windows: tuple[Name, ...]
    body: Block


@dataclass(frozen=True, slots=True)
class ProcedureItem(Item):
    """`procedure`, `phase`, `step` or `main` (word says which)."""

    word: str
    signature: Signature
    body: Block


@dataclass(frozen=True, slots=True)
class Pattern(Node):
    """`wound u by n`: an event or action and names for its parameters, from the left."""

    name: Name
    words: tuple[str, ...]
    binders: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class RuleItem(Item):
    """A rule attached to something.

    position: before, after, instead (pattern, when, body), always (when or binder, body), start, end (pattern: the
    phase, when, body), never, must, cannot (pattern, when, words), lifts (pattern: the requirement, when), silences
    (pattern: the rule, when), modify (pattern.name: the value, its binder; change, amount, layer, when).
    change is one of + - times to, `at least`, `at most`; empty unless the position is modify.
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


@dataclass(frozen=True, slots=True)
class WhileItem(Item):
    """`while c: rules`; also a statement's place is allowed in a card: the rules hold while c does."""

    condition: Expr
    rules: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class TextOnlyItem(Item):
    """`text only @ID "reason"`: a rule of the ledger with no effect on play."""

    reason: Text


@dataclass(frozen=True, slots=True)
class UnimplementedItem(Item):
    """`unimplemented "..." @ID`."""

    text: Text


# ---- scenarios -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step(Node):
    """A step of a scenario.

    how: does, can, cannot, sees, not_sees, asks (player, texts; because), expect (condition), chance (numbers).
    """

    how: str
    player: Name | None
    texts: tuple[Text, ...]
    because: Text | None
    condition: Expr | None
    numbers: tuple[int, ...]
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True)
class ScenarioItem(Item):
    """`scenario "words" proves @ID: with options; players n; given; run procedure; steps`."""

    title: Text
    options: tuple[tuple[Name, Name | None, Expr], ...]
    players: int | None
    given: Block | None
    run: CallStmt | None
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class File(Node):
    """A whole file."""

    items: tuple[Item, ...]
