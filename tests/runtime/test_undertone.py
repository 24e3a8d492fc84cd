"""Undertone: its scenarios on every backend, and random games beside a second telling of turns and ends."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest
from backends.native_help import needs_compiler

from dsl.runtime.game import Game, load
from dsl.runtime.proving import run_scenarios
from dsl.runtime.state import State

FOLDER = Path(__file__).parents[2] / "games" / "modern" / "undertone"
BACKENDS = ["python", "reference", pytest.param("native", marks=needs_compiler)]
CREWS = ("amber", "teal")
CLUES = {"sea", "winter", "cold", "animal", "music", "metal"}


@cache
def undertone() -> Game:
    return load(FOLDER, scenarios=True)


@pytest.mark.parametrize("backend", BACKENDS)
def test_scenarios(backend: str) -> None:
    results = run_scenarios(undertone(), backend=backend)
    assert len(results) == 27
    assert [result.title for result in results if not result.passed] == []


def crates(state: State, viewer: int | None) -> dict[str, str]:
    """What a seat knows to be in each crate, or beneath it, by its word; what it cannot know is "mark"."""
    (quay,) = state.view(viewer).table.boards
    found: dict[str, str] = {}
    for space in quay.spaces:
        lie = {zone.name: [item.name.split(" copy ")[0] for item in zone.items] for zone in space.zones}
        found[lie["here"][0]] = (lie["under"] + lie["open"])[0]
    return found


@dataclass
class Telling:
    """The game as somebody tells it who knows the whole key."""

    players: int
    key: dict[str, str]
    crew: int
    left: list[int]
    number: bool = True
    word: bool = False
    first: bool = True
    may: int = 0
    opened: set[str] = field(default_factory=set[str])
    turns: list[int] = field(default_factory=lambda: [0, 0])
    won_by: int | None = None

    def asked(self) -> int:
        """The seat that is asked."""
        if self.number or self.word:
            return self.crew + 1
        seekers = [seat for seat in range(3, self.players + 1) if (seat - 1) % 2 == self.crew]
        return seekers[self.turns[self.crew] % len(seekers)]

    def answers(self) -> set[str]:
        """All that can be answered."""
        if self.word:
            return CLUES
        if self.number:
            return {f"whisper for {number}" for number in range(self.left[self.crew] + 1)}
        shut = {f"open {word}" for word in self.key if word not in self.opened}
        return shut if self.first else shut | {"enough"}

    def answer(self, text: str) -> None:
        """What happens then."""
        if self.word:
            self.word = False
            return
        if self.number:
            number = int(text.removeprefix("whisper for "))
            self.number, self.word, self.first, self.may = False, True, True, number + 1 if number else 25
            return
        self.first = False
        goods = "" if text == "enough" else self.key[text.removeprefix("open ")]
        self.opened.add(text.removeprefix("open "))
        if goods == "powder":
            self.won_by = 1 - self.crew
        self.may = self.may - 1 if goods == f"{CREWS[self.crew]} load" else 0
        for crew in (0, 1):
            self.left[crew] -= goods == f"{CREWS[crew]} load"
            if not self.left[crew]:
                self.won_by = crew
        if not self.may:
            self.turns[self.crew] += 1
            self.crew, self.number = 1 - self.crew, True


@pytest.mark.parametrize("seed", range(12))
def test_whole_games(seed: int) -> None:
    """Who is asked, what can be answered, who has won; and a seeker knows what lies open, and nothing else."""
    choice = random.Random(seed)
    players = 4 + seed % 5
    state = undertone().start(players, seed)
    key = crates(state, None)
    number = Counter(key.values())
    begins = 0 if number["amber load"] == 9 else 1
    assert number == {f"{CREWS[begins]} load": 9, f"{CREWS[1 - begins]} load": 8, "straw": 7, "powder": 1}
    telling = Telling(players, key, begins, [9 - begins, 8 + begins])
    while not state.is_over:
        assert telling.won_by is None and state.actor == telling.asked()
        assert {move.text for move in state.moves()} == telling.answers()
        assert crates(state, 1) == crates(state, 2) == key
        for seat in range(3, players + 1):
            assert crates(state, seat) == {word: key[word] if word in telling.opened else "mark" for word in key}
        wary = [move for move in state.moves() if key.get(move.text.removeprefix("open ")) != "powder"]
        move = choice.choice(wary if seed % 3 else state.moves())
        telling.answer(move.text)
        state.apply(move)
    assert telling.won_by is not None
    assert list(state.returns()) == [1 if seat % 2 == telling.won_by else -1 for seat in range(players)]


def test_a_seeker_imagines_every_key() -> None:
    """What is dealt again for a seeker has the same words and numbers, and other powder; a teller knows it all."""
    state = undertone().start(4, 1)
    key = crates(state, None)
    dealt = [crates(state.determinize(3, deal), None) for deal in range(40)]
    assert all(list(each) == list(key) and Counter(each.values()) == Counter(key.values()) for each in dealt)
    assert {word for each in dealt for word, goods in each.items() if goods == "powder"} - {
        word for word, goods in key.items() if goods == "powder"
    }
    assert all(crates(state.determinize(1, deal), None) == key for deal in range(5))
