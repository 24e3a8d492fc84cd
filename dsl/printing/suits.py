"""Which cards go together, so that they can have one colour: those of a faction, of a suit, or of a kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

_MOST: Final = 8
"""More colours cannot be told apart."""

Printed = tuple[str, str, Mapping[str, tuple[str, str]]]
"""Of a card: the widest of its kinds, its own kind, and what is printed on it by the names in the rules."""


def suits(cards: Sequence[Printed]) -> list[int]:
    """A number for each card, from 1; the same for those that go together, 0 for one that goes with none.

    Among cards of one widest kind it is told by the first printed word that at least half of them have and that
    divides them in two to eight; if there is none, by their kinds.
    """
    found: list[int] = []
    by: dict[str, str | None] = {}
    known: dict[tuple[str, str], int] = {}
    for widest, kind, printed in cards:
        if widest not in by:
            by[widest] = _telling([each for family, _, each in cards if family == widest])
        name = by[widest]
        word = kind if name is None else printed[name][1] if name in printed else ""
        found.append(known.setdefault((widest, word), len(known) + 1) if word else 0)
    return found


def _telling(cards: Sequence[Mapping[str, tuple[str, str]]]) -> str | None:
    """The name of the printed word that tells some cards apart."""
    for name in dict.fromkeys(name for card in cards for name in card):
        words = [card[name][1] for card in cards if name in card]
        is_words = not any(word.lstrip("-").isdecimal() or "," in word for word in words)
        if is_words and 2 * len(words) >= len(cards) and 2 <= len(set(words)) <= _MOST and len(words) > len(set(words)):
            return name
    return None
