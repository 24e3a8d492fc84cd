"""What every aspect looks at: a card with its text and its facts, and the game that it belongs to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from dsl.saying.claims import Found, stems
from dsl.saying.effects import Effects
from dsl.saying.facts import Facts, Gatherer
from dsl.saying.gates import Gates, done_by
from dsl.saying.phrased import Owned, owned
from dsl.saying.sides import Mention, mentions
from dsl.saying.spans import Spans
from dsl.saying.voice import label_of
from dsl.saying.wants import wanted
from dsl.semantics import model as m
from dsl.semantics.walk import walk
from dsl.semantics.world import spoken

_SMALL: Final = stems("a an the of in on to at by for and or no yes none one two it its is be with from up")


@dataclass(frozen=True, slots=True)
class Difference:
    """What a text says and the rules do not: aspect, the words of the text and their place in it, what the rules do."""

    card: m.Card
    aspect: str
    text: str
    rule: str
    start: int
    end: int


@dataclass
class Look:
    """A card that is looked at."""

    card: m.Card
    text: str
    own: Facts
    near: Facts
    deep: Facts
    whole: Whole = field(repr=False)

    @property
    def bare(self) -> bool:
        """Whether no rule stands on the card."""
        return self.whole.effects.on(self.card).empty

    @cached_property
    def owned(self) -> list[Owned]:
        """The things that the text calls somebody's."""
        return list(owned(self.text))

    @cached_property
    def mentions(self) -> list[Mention]:
        """What the rule mentions, and whose it is."""
        return mentions(self.whole.effects, self.card)

    @cached_property
    def done(self) -> set[int]:
        """Whether the card allows (1), forbids (-1), does something else (0)."""
        return done_by(self.whole.gates, self.card, stems(self.text))

    @cached_property
    def wanted(self) -> dict[str, set[bool]]:
        """The marks that the conditions of the card want to be there, or not."""
        return wanted(self.whole.effects, self.card)

    def differs(self, aspect: str, found: Found, rule: str) -> Difference:
        """A difference at a word of the text."""
        return Difference(self.card, aspect, self.text[found.start : found.end], rule, found.start, found.end)


class Whole:
    """A game with the names that texts may use."""

    def __init__(self, program: m.Program) -> None:
        self.program = program
        self.effects = Effects(program)
        self.gatherer = Gatherer(self.effects)
        self.gates = Gates(self.effects)
        self.spans = Spans(self.effects)

    def look(self, card: m.Card) -> Look:
        """A card to be looked at."""
        gather = self.gatherer
        return Look(card, card.text or "", gather.own(card), gather.near(card), gather.deep(card), self)

    @cached_property
    def values(self) -> dict[str, set[str]]:
        """The stems of the names of values and numbers of the game that texts may name, by name."""
        names = [spoken(each.name) for each in self.program.values]
        names += [spoken(each.name) for each in self.program.fields if isinstance(each.type, m.Int)]
        return {name: stems(name) for name in names}

    @cached_property
    def vocabulary(self) -> set[str]:
        """The stems of all words that the game has names for."""
        p = self.program
        names = [spoken(each.name) for each in (*p.fields, *p.values, *p.zones, *p.kinds, *p.events)]
        names += [label_of(each) for each in (*p.zones, *p.kinds)]
        names += [text for enum in p.enums for text in (*enum.values, *enum.labels)]
        return stems(" ".join(names)) - _SMALL

    @cached_property
    def bases(self) -> dict[str, set[int]]:
        """The numbers in the bases of values, by name."""
        return {
            spoken(each.name): {
                node.value for node in walk(each.base) if isinstance(node, m.Const) and isinstance(node.type, m.Int)
            }
            for each in self.program.values
        }


Aspect = Callable[[Look], Iterator[Difference]]
"""Finds what a text says and a rule does not."""
