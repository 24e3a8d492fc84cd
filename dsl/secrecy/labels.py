"""What the analysis knows of a value: which secrets decided it, and which secrets it still keeps.

Two things are told apart. A value is *decided* by secrets (`taint`) when another secret would have made it another
value. A piece *keeps* a secret (`hidden`) when somebody cannot tell which piece it is: to say "the top of the deck"
tells nothing, but to ask for its cost does, and then the cost is decided by what was kept.

A player is named by a symbol, so that it is seen that the owner of a hand and who is asked are the same: the local
that names him, a field, a number, or a definition with what it is given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, cast

from dsl.semantics import model as m
from dsl.source import Span

Symbol = tuple[Any, ...]
Place = m.Zone | None
"""A declared zone, or the box."""


@dataclass(frozen=True, slots=True)
class Step:
    """A place that a secret passes on its way, with what it does there."""

    span: Span
    words: str


@dataclass(frozen=True, slots=True)
class Hidden:
    """Which piece lies in a zone, known to some players only. told: the `tells` under which the piece was handed on."""

    zone: Place
    knowers: frozenset[Symbol] = frozenset()
    told: int = -1
    steps: tuple[Step, ...] = field(default=(), compare=False)

    def carried(self, knowers: frozenset[Symbol], step: Step | None) -> Hidden:
        """The same where other names are used, one step further."""
        return Hidden(self.zone, knowers, self.told, self.steps if step is None else (*self.steps, step))


@dataclass(frozen=True, slots=True)
class Label:
    """A secret that was asked for: where, of which zone (or which field that not everybody sees), and who knows it.

    told: the number of the `tells` that says so.
    piece: the name of the one piece that was asked about, as far as it has one here.

    Two labels are one if they say the same; the way they came is that of the one that was there first.
    """

    file: str
    start: int
    zone: Place | m.Field
    knowers: frozenset[Symbol]
    told: int = -1
    piece: Symbol | None = None
    steps: tuple[Step, ...] = field(default=(), compare=False)

    def after(self, span: Span, words: str) -> Label:
        """The same secret one step further."""
        last = self.steps[-1] if self.steps else None
        if last is not None and last.words == words and last.span.start == span.start:
            return self
        return replace(self, steps=(*self.steps, Step(span, words)))


Labels = frozenset[Label]
NO_LABELS: Final[Labels] = frozenset()
NOTHING_HIDDEN: Final[frozenset[Hidden]] = frozenset()


@dataclass(frozen=True, slots=True)
class Val:
    """What is known of a value, or of the members of a set.

    named: pieces known by what they are ("Ada", every Soldier), of which the place may be a secret. symbol: which
    player it is. holder: the player in whose area it lies. zones: of a zone, which ones it may be (None: any). kind:
    what everybody knows it to be, where that is more than its type says.
    """

    taint: Labels = NO_LABELS
    hidden: frozenset[Hidden] = NOTHING_HIDDEN
    named: bool = False
    symbol: Symbol | None = None
    holder: Symbol | None = None
    zones: frozenset[Place] | None = None
    kind: m.Kind | None = None

    def join(self, other: Val) -> Val:
        """What is known of a value that is one of two."""
        if self == other:
            return self
        zones = None if self.zones is None or other.zones is None else self.zones | other.zones
        return Val(
            self.taint | other.taint,
            self.hidden | other.hidden,
            self.named and other.named if self.hidden and other.hidden else self.named if self.hidden else other.named,
            self.symbol if self.symbol == other.symbol else None,
            self.holder if self.holder == other.holder else None,
            zones,
            self.kind if self.kind is other.kind else None,
        )


CLEAN: Final = Val()


def joined(values: Iterable[Val]) -> Val:
    """What is known of a value that is one of several."""
    found: Val | None = None
    for value in values:
        found = value if found is None else found.join(value)
    return CLEAN if found is None else found


Opened = frozenset[tuple[m.Zone, Symbol | None]]
"""Zones whose pieces have just been shown to all: that of one player, or (None) those of all."""


class Env:
    """What is known of the names at a place of the rules."""

    __slots__ = ("opened", "values")

    def __init__(self, values: dict[m.Local, Val] | None = None, opened: Opened = frozenset()) -> None:
        self.values = {} if values is None else values
        self.opened: Opened = opened

    def copy(self) -> Env:
        """A copy that may be changed."""
        return Env(dict(self.values), self.opened)

    def of(self, local: m.Local) -> Val:
        """What is known of a name."""
        found = self.values.get(local)
        return Val(symbol=("local", local)) if found is None else found

    def take(self, others: list[Env]) -> None:
        """Become what is known where several ways meet."""
        for local in list(self.values):
            self.values[local] = joined(other.of(local) for other in others)
        zones = set(others[0].opened)
        for other in others[1:]:
            zones &= other.opened
        self.opened = frozenset(zones)


def renamed(symbol: Symbol | None, names: Mapping[Symbol, Symbol]) -> Symbol | None:
    """A symbol in the names of another part of the rules; None if it has no name there."""
    if symbol is None:
        return None
    if symbol in names:
        return names[symbol]
    if symbol[0] == "local":
        return None
    inner: list[Any] = []
    for part in symbol:
        if isinstance(part, tuple):
            there = renamed(cast(Symbol, part), names)
            if there is None:
                return None
            inner.append(there)
        else:
            inner.append(part)
    return tuple(inner)


def _known(knowers: frozenset[Symbol], names: Mapping[Symbol, Symbol]) -> frozenset[Symbol]:
    found = (renamed(symbol, names) for symbol in knowers)
    return frozenset(symbol for symbol in found if symbol is not None)


def carried(labels: Labels, names: Mapping[Symbol, Symbol], step: Step | None = None) -> Labels:
    """Labels in the names of another part of the rules."""
    found: set[Label] = set()
    for label in labels:
        there = replace(label, knowers=_known(label.knowers, names), piece=renamed(label.piece, names))
        found.add(there if step is None else there.after(step.span, step.words))
    return frozenset(found)


def carried_value(value: Val, names: Mapping[Symbol, Symbol], step: Step | None = None) -> Val:
    """A value in the names of another part of the rules."""
    return Val(
        carried(value.taint, names, step),
        frozenset(each.carried(_known(each.knowers, names), step) for each in value.hidden),
        value.named,
        renamed(value.symbol, names),
        renamed(value.holder, names),
        value.zones,
        value.kind,
    )
