"""Whether what is printed on a card is what the card does: the warning W305.

Each aspect is compared for itself, and only where the rules say the contrary, or nothing that the text could mean: what
a text leaves out is no difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dsl.saying.aspects import conditions, numbers, times, whose
from dsl.saying.aspects.look import Aspect, Difference, Whole
from dsl.saying.effects import sentence
from dsl.semantics import model as m

__all__ = ["Checker", "Difference"]

_ALSO_BARE: Final[tuple[Aspect, ...]] = (*numbers.ALSO_BARE, *whose.ALSO_BARE, *times.ALSO_BARE, *conditions.ALSO_BARE)
"""Those that are looked at on cards too on which no rule stands."""
_ASPECTS: Final[tuple[Aspect, ...]] = (*numbers.ASPECTS, *whose.ASPECTS, *times.ASPECTS, *conditions.ASPECTS)


class Checker:
    """Compares the texts of a game with what its cards do."""

    def __init__(self, program: m.Program) -> None:
        self.program = program
        self.whole = Whole(program)

    def differences(self) -> Iterator[Difference]:
        """All differences, card by card."""
        for card in self.program.cards:
            if card.text:
                yield from self.of(card)

    def of(self, card: m.Card) -> Iterator[Difference]:
        """The differences of one card."""
        look = self.whole.look(card)
        for aspect in _ASPECTS:
            if not look.bare or aspect in _ALSO_BARE:
                yield from aspect(look)

    def does(self, card: m.Card) -> str:
        """What a card does, in words."""
        return " ".join(sentence(each) for each in self.whole.effects.said(card))
