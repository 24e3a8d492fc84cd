"""Chance: the published numbers, their range, and that no answer is preferred."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from golden import golden
from hypothesis import given
from hypothesis import strategies as st

from dsl.runtime.chance import MAX_CHOICES, Stream, draw, mix

WORDS = st.integers(0, 2**64 - 1)


def test_the_finaliser_is_that_of_splitmix64() -> None:
    """The first three outputs of SplitMix64 seeded with 0, as published with the algorithm."""
    gamma = 0x9E3779B97F4A7C15
    outputs = [mix(gamma * i % 2**64) for i in (1, 2, 3)]
    assert outputs == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


def test_the_published_numbers() -> None:
    """Saves and replays rest on these numbers: a change here breaks every one of them."""
    keys = [0, 1, 7, 2**64 - 1]
    streams = [0, 1, 2**32, 2**64 - 1]
    counts = [(0, 6), (1, 52), (2**63, 3 * 2**30), (2**64 - 1, 2**32)]
    lines = ["# key stream counter n: number"]
    for key in keys:
        for stream in streams:
            for counter, n in counts:
                lines.append(f"{key} {stream} {counter} {n}: {draw(key, stream, counter, n)}")
    assert len(lines) == 65
    golden("goldens/chance.txt", "\n".join(lines) + "\n")


@given(WORDS, WORDS, WORDS, st.integers(1, MAX_CHOICES))
def test_a_number_lies_in_its_range_and_is_fixed_by_its_place(key: int, stream: int, counter: int, n: int) -> None:
    assert 0 <= draw(key, stream, counter, n) < n
    assert draw(key, stream, counter, n) == draw(key, stream, counter, n)


@pytest.mark.parametrize(
    "arguments",
    [(-1, 0, 0, 6), (0, 2**64, 0, 6), (0, 0, -1, 6), (0, 0, 0, 0), (0, 0, 0, -6), (0, 0, 0, MAX_CHOICES + 1)],
)
def test_arguments_out_of_range_are_refused(arguments: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError, match=r"64-bit|cannot draw"):
        draw(*arguments)


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


def test_all_orders_of_four_cards_are_equally_likely() -> None:
    """Fisher-Yates over 24,000 shuffles; 23 degrees of freedom, limit at p = 0.001."""
    orders: Counter[tuple[int, ...]] = Counter()
    for shuffle in range(24_000):
        cards = [0, 1, 2, 3]
        for i in (3, 2, 1):
            j = draw(2026, 1, 3 * shuffle + 3 - i, i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        orders[tuple(cards)] += 1
    assert chi_square([orders[order] for order in permutations(range(4))]) < 49.73


def test_a_range_that_refuses_many_words_has_no_bias() -> None:
    """With n = 3 * 2**30 a quarter of all words is refused; 2 degrees of freedom, limit at p = 0.001."""
    n = 3 * 2**30
    thirds = Counter(draw(5, 0, counter, n) >> 30 for counter in range(9_000))
    assert chi_square([thirds[third] for third in range(3)]) < 13.82


@pytest.mark.parametrize("changed", ["key", "stream", "counter"])
def test_neighbouring_places_are_independent(changed: str) -> None:
    """Pairs of rolls at places that differ by one in one argument: 35 degrees of freedom, limit at p = 0.001."""
    pairs: Counter[tuple[int, int]] = Counter()
    for i in range(7_200):
        place = {"key": 3, "stream": 4, "counter": 5, changed: 2 * i}
        pairs[draw(**place, n=6), draw(**{**place, changed: 2 * i + 1}, n=6)] += 1
    assert chi_square([pairs[a, b] for a in range(6) for b in range(6)]) < 66.62


@given(WORDS, WORDS, WORDS, st.integers(1, MAX_CHOICES))
def test_a_stream_gives_the_same_numbers(key: int, stream: int, counter: int, n: int) -> None:
    assert Stream(key, stream).draw(counter, n) == draw(key, stream, counter, n)
