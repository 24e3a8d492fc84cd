"""Plans: both backends offer the same edits, and every way of editing comes to an end."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from dsl.runtime.backends import BACKENDS
from dsl.runtime.game import Game, load

GAME = """
game "Winter" for 1 player
kind Animal:
    eats: 1..9
the table has:
    zone barn: cards of Animal
    zone sold: cards of Animal
    var hay: 0..20 = 6
card "Horse" is Animal:
    eats 4
card "Ox" is Animal:
    eats 4
card "Cow" is Animal:
    eats 3
card "Calf" is Animal:
    eats 3
card "Goat" is Animal:
    eats 2
define needed (gone: set of Animal) = sum of eats of a for a in barn where a not in gone
define large = (each a in barn where a.eats > 3)
main:
    move Animal to barn
    choose any number of a from barn by player 1, starting with large, provided needed(a) < hay else "{needed(a)}"
    move a to sold
    choose 1..2 b from sold by player 1, provided (sum of eats of x for x in b) > 4
    move b to barn
    end game won by player 1
"""
ANIMALS = 5


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """A plan with a proposal, and one that takes one or two."""
    path = tmp_path_factory.mktemp("plans") / "game.rules"
    path.write_text(GAME.lstrip("\n"), encoding="utf-8")
    return load(path)


@pytest.mark.parametrize("seed", range(30))
def test_any_editing_ends_and_backends_agree(game: Game, seed: int) -> None:
    """At most three edits a member; what is done holds its condition."""
    states = [game.start(1, seed=1, backend=backend) for backend in BACKENDS]
    rng = random.Random(seed)
    edits = 0
    while not states[0].is_over:
        options = [state.options() for state in states]
        assert options[0] == options[1] and states[0].position == states[1].position
        edits_only = [option for option in options[0] if option != (1,)]
        option = rng.choice(edits_only or options[0]) if seed % 2 else rng.choice(options[0])
        for state in states:
            state.play_option(option)
        edits += 1
        assert edits <= 3 * ANIMALS + 3


@pytest.mark.parametrize("backend", BACKENDS)
def test_what_edits_are_called(tmp_path: Path, backend: str) -> None:
    """The words of the rules are offered and understood, in plans and in other choices of several."""
    text = GAME.lstrip("\n").replace("by player 1, starting", 'by player 1, called "sell" and "keep", starting')
    text = text.replace(
        "choose 1..2 b from sold by player 1, provided", 'choose 1..2 b from sold by player 1, called "buy", provided'
    )
    (tmp_path / "game.rules").write_text(text, encoding="utf-8")
    state = load(tmp_path).start(1, seed=1, backend=backend)
    assert {move.text for move in state.moves()} >= {"keep Horse", "keep Ox", "sell Cow"}
    for move in ("keep Ox", "sell Ox", "sell Cow", "done", "buy Horse", "buy Ox"):
        state.apply(move)
    assert state.is_over


def test_positions_do_not_remember_the_order_of_edits(game: Game) -> None:
    """The same set is the same position."""
    keys: set[str] = set()
    for order in (("take Cow", "take Goat"), ("take Goat", "take Cow")):
        state = game.start(1)
        for text in order:
            state.apply(text)
        keys.add(state.key())
    assert len(keys) == 1


def test_what_is_offered(game: Game) -> None:
    """Texts, and the words of the refusal."""
    state = game.start(1)
    texts = [move.text for move in state.moves()]
    assert texts == ["put back Horse", "put back Ox", "take Cow", "take Calf", "take Goat"]
    assert state.explain("done").summary == "8"
    state.apply("put back Horse")
    texts = [move.text for move in state.moves()]
    assert texts == ["take Horse", "put back Ox", "take Cow", "take Calf", "take Goat"]
    state.apply("take Horse")
    state.apply("take Cow")
    texts = [move.text for move in state.moves()]
    assert texts == ["put back Ox", "take Calf", "take Goat", "done"]
