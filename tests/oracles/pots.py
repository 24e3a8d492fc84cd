"""Pots of poker, reckoned by themselves: with parts of chips, as OpenSpiel does it, and with odd chips by the rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

Hand = tuple[int, ...]
"""What two hands are compared by: the sort, then ranks."""


def strength(cards: Sequence[int]) -> Hand:
    """The best five of up to seven cards. Card n has rank n // 4 (0: a two) and suit n % 4."""
    suits = Counter(card % 4 for card in cards)
    flush = next((suit for suit, count in suits.items() if count >= 5), None)
    if flush is not None:
        ranks = {card // 4 for card in cards if card % 4 == flush}
        top = _straight(ranks)
        return (8, top) if top is not None else _with(5, sorted(ranks, reverse=True)[:5])
    count = Counter(card // 4 for card in cards)
    groups = sorted(count, key=lambda rank: (count[rank], rank), reverse=True)
    sizes = [count[rank] for rank in groups]
    if sizes[0] == 4:
        return 7, groups[0], max(rank for rank in count if rank != groups[0])
    if sizes[0] == 3 and len(sizes) > 1 and sizes[1] >= 2:
        return 6, groups[0], groups[1]
    top = _straight({*count})
    if top is not None:
        return 4, top
    pairs = 2 if sizes[0] == 2 and sizes[1] == 2 else 1
    if sizes[0] == 1:
        return _with(0, groups[:5])
    kept = groups[:pairs]
    kickers = sorted((rank for rank in count if rank not in kept), reverse=True)[: 5 - pairs * sizes[0]]
    return _with(3 if sizes[0] == 3 else pairs, [*kept, *kickers])


def _with(sort: int, ranks: Sequence[int]) -> Hand:
    return (sort, *ranks)


def _straight(ranks: set[int]) -> int | None:
    """The highest rank of five in a row; an ace counts below a two as well."""
    low = {*ranks, -1} if 12 in ranks else ranks
    return next((top for top in range(12, 2, -1) if {*range(top - 4, top + 1)} <= low), None)


def shared(spent: Sequence[int], folded: set[int], hands: Sequence[Hand]) -> tuple[list[Fraction], list[int]]:
    """What everybody gets of what was spent: in parts of chips; and in whole ones, odd chips to the first in order."""
    parts, whole, before = [Fraction(0)] * len(spent), [0] * len(spent), 0
    stay = [p for p in range(len(spent)) if p not in folded]
    for level in sorted({spent[p] for p in stay}):
        pot = sum(min(each, level) - min(each, before) for each in spent)
        there = [p for p in stay if spent[p] >= level]
        winners = [p for p in there if hands[p] == max(hands[q] for q in there)]
        for number, p in enumerate(winners):
            parts[p] += Fraction(pot, len(winners))
            whole[p] += pot // len(winners) + (number < pot % len(winners))
        before = level
    return parts, whole
