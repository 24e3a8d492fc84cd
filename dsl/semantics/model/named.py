"""The checked program: named things with bodies: definitions, values, events, rules, actions, windows. See `model`."""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl.semantics.model.base import Expr, Stmt, Template, Type
from dsl.semantics.model.sets import Filter
from dsl.semantics.model.types import Card, Kind, Local
from dsl.source import Span


@dataclass(eq=False, slots=True)
class Need:
    """A named requirement: in an action or a define. params: the locals of its owner (for `lifts`).

    lifts: what can lift it; it holds when condition or any lift holds.
    """

    name: str | None
    condition: Expr
    words: Template | None
    cites: tuple[str, ...]
    span: Span
    params: list[Local] = field(default_factory=list["Local"])
    lifts: list[Attachment] = field(default_factory=list["Attachment"])
    card: Card | None = None


@dataclass(eq=False, slots=True)
class Define:
    """A definition: an expression, or needs that must all hold (then type is Bool).

    capacity: the most members of the set it is, once `cardinality` has been asked.
    """

    name: str
    params: list[Local]
    type: Type
    body: Expr | None
    needs: list[Need]
    cites: tuple[str, ...]
    span: Span
    capacity: int | None = None
    deep: int = 0
    """How often it may be going on at one time, if it asks for itself; 0: it may not."""


@dataclass(eq=False, slots=True)
class Value:
    """A derived value. modifiers are applied in the order of layers; inside one layer the order matters only to those
    that set: the last of them counts.

    layers: names in order; the default layers are: set, times, plus, least, most. Result limited once by type at the
    end. by_age: the layers in which changes are applied in the order in which they began. label: what it is called in
    drawings, which tell it of each player, or of the table if it is asked of nothing; empty where they do not.
    """

    name: str
    params: list[Local]
    type: Type
    base: Expr
    layers: list[str]
    modifiers: list[Attachment]
    cites: tuple[str, ...]
    span: Span
    deep: int = 0
    by_age: frozenset[str] = frozenset()
    label: str = ""


@dataclass(eq=False, slots=True)
class Event:
    """An event: parameters, default effect, and the rules attached to it (filled by attach).

    chooser: who says which of several rules replaces it (none: the first one does).
    builtin `move`: params x, to, from. The event of an action has its hooks, which run round the effects of the action.
    label: what it takes, where a move that asks for as much costs that.
    """

    name: str
    params: list[Local]
    words: list[str]
    body: tuple[Stmt, ...]
    cites: tuple[str, ...]
    span: Span | None
    permissions: list[Attachment] = field(default_factory=list["Attachment"])
    instead: list[Attachment] = field(default_factory=list["Attachment"])
    before: list[Attachment] = field(default_factory=list["Attachment"])
    after: list[Attachment] = field(default_factory=list["Attachment"])
    deep: int = 0
    label: str = ""
    chooser: Expr | None = None

    @property
    def asks(self) -> bool:
        """Whether somebody may be asked which rule replaces it."""
        return self.chooser is not None and len(self.instead) > 1


@dataclass(eq=False, slots=True, kw_only=True)
class Attachment:
    """One rule attached to one thing.

    position: before, after, instead, always, start, end, never, must, cannot, lifts, modify.
    holder: what the rule stands on, which gives `this` its values:
      None: a rule of the game (no this); a Card: each copy; a Kind: each entity of the kind; a Lasting: each running
      instance (its captured locals are bound from the instance).
    For cards and kinds the rule holds only while the piece lies in an active zone, is face up and its kind's `live`
    holds. params: the locals bound to the event's (value's, need's) parameters from the left; when: the condition over
    params, this and captured locals (None: always). always-rules may bind `binder` (a Filter walked each time).
    change, amount, layer: for modify (plus, minus, times, divided, set, least, most). words: for permissions.
    silenced: rules that switch this one off. name: for citing, silencing and messages. restores: of one at the end of a
    span, that its effects are fields that go back, which end together with what lasts.
    """

    position: str
    name: str | None
    holder: Card | Kind | Lasting | None
    this: Local | None
    params: list[Local]
    when: Expr | None
    body: tuple[Stmt, ...]
    words: Template | None
    amount: Expr | None
    binder: Filter | None
    cites: tuple[str, ...]
    span: Span
    change: str = ""
    layer: str | None = None
    silenced: list[Attachment] = field(default_factory=list["Attachment"])
    restores: bool = False

    @property
    def label(self) -> str:
        """What it is called where a player chooses among rules: by the card or kind that has it, and its name."""
        named = (self.name or "").replace("_", " ")
        has = self.holder.title if isinstance(self.holder, Card) else ""
        if isinstance(self.holder, Kind):
            has = self.holder.known.label or self.holder.known.name
        return f"{has}: {named}" if has and named else has or named


@dataclass(eq=False, slots=True)
class Window:
    """A point where a player may act. actions: those offered in it, in order of declaration.

    start, end: rules that run when an offer of the window begins and ends: limits and durations may name it.
    """

    name: str
    label: str
    pass_words: str
    span: Span
    actions: list[Action] = field(default_factory=list["Action"])
    start: list[Attachment] = field(default_factory=list["Attachment"])
    end: list[Attachment] = field(default_factory=list["Attachment"])


@dataclass(eq=False, slots=True)
class Action:
    """A move. me: the acting player; this: the piece that offers it (Card or Kind holder) or None.

    domains: one per param, a Filter whose local is the param (later ones may use earlier ones). needs: requirements in
    order (own, then those of `each action`). uses: limits. event: its hooks (permissions with words are requirements
    too). title: how the move reads: parts are texts and locals, e.g. ("attack with ", a, " at ", t); an action of a
    piece begins with the piece's name when `this` is not among the params ("Ada: lay under Rider").
    refusals: for each param the words for something else that is named, if there are any.
    afterwards: what must hold in the position that the effects, with all rules that they call for, lead to.
    effects: first-part, body, last-part in one.
    """

    name: str
    label: str
    me: Local
    this: Local | None
    holder: Card | Kind | None
    params: list[Local]
    domains: list[Filter]
    refusals: list[Template | None]
    needs: list[Need]
    afterwards: list[Need]
    uses: list[tuple[Limit, Expr | None]]
    effects: tuple[Stmt, ...]
    event: Event
    windows: list[Window]
    title: tuple[str | Local, ...]
    cites: tuple[str, ...]
    span: Span


@dataclass(eq=False, slots=True)
class Procedure:
    """A procedure, phase or step (word), or `main`. Limits and durations may name it; start, end: rules.

    variants: for a procedure declared in cards or kinds, the bodies by holder (args[0] is `this`).
    """

    name: str
    label: str
    word: str
    params: list[Local]
    body: tuple[Stmt, ...]
    cites: tuple[str, ...]
    span: Span
    start: list[Attachment] = field(default_factory=list["Attachment"])
    end: list[Attachment] = field(default_factory=list["Attachment"])
    variants: list[tuple[Card | Kind, Local, tuple[Stmt, ...]]] = field(
        default_factory=list["tuple[Card | Kind, Local, tuple[Stmt, ...]]"]
    )
    deep: int = 0


@dataclass(eq=False, slots=True)
class Memory:
    """A memory of the last `size` positions that were remembered. parts: what counts, alone or for each member."""

    name: str
    size: int
    parts: list[tuple[Expr, Filter | None]]
    cites: tuple[str, ...]
    span: Span


@dataclass(eq=False, slots=True)
class Limit:
    """At most `amount` uses per run of a procedure or offer of a window (None: per game), counted per key.

    each: None (one counter), the Player kind (keyed by the acting player) or another kind (keyed by `this`).
    amount is evaluated at the moment of use over the locals me and this.
    """

    name: str
    amount: Expr
    me: Local
    this: Local | None
    per: Procedure | Window | None
    each: Kind | None
    words: Template | None
    cites: tuple[str, ...]
    span: Span


@dataclass(eq=False, slots=True)
class Lasting:
    """A lasting effect site: its rules (attachments with holder = this) run from StartLasting to the end of
    `anchor`. began: the captured local that says when, where the order of some changes follows from it."""

    captured: list[Local]
    anchor: Procedure | Window
    capacity: int
    span: Span
    began: Local | None = None


@dataclass(eq=False, slots=True)
class Delayed:
    """A delayed body site: runs at the end of `anchor` for each registered instance, in the order of registration."""

    captured: list[Local]
    anchor: Procedure | Window
    capacity: int
    body: tuple[Stmt, ...]
    span: Span
