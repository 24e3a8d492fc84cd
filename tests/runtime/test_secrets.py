"""The test of secrecy tests something: with one secret made public, it fails."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from conformance import Walk, check_secrets

from dsl.runtime.game import Game, load
from dsl.runtime.information import dealing, view_plan, views
from dsl.runtime.information.views import Fields
from dsl.runtime.wording import Viewer, Words

HIGH = Path(__file__).parent / "high"
SEEDS = range(1, 9)
KNOWS = Words.knows

pytestmark = pytest.mark.slow  # a game is compiled, and played a dozen times


@pytest.fixture(scope="module")
def game() -> Game:
    return load(HIGH)


def caught(game: Game) -> bool:
    """Whether some seed of the test of secrecy fails."""
    for seed in SEEDS:
        try:
            check_secrets(Walk(game, 3, seed))
        except AssertionError:
            return True
    return False


def test_nothing_is_caught_as_it_is(game: Game) -> None:
    assert not caught(game)


@pytest.mark.parametrize("zone", ["hand", "deck", "standing"])
def test_a_zone_made_public_is_caught(game: Game, monkeypatch: pytest.MonkeyPatch, zone: str) -> None:
    def leaks(words: Words, position: Sequence[int], viewer: Viewer, entity: int) -> bool:
        info = words.place_of(position, entity).info if words.is_piece(entity) else None
        return (info is not None and info.name == zone) or KNOWS(words, position, viewer, entity)

    movable = dealing.Deal._movable

    def honest(deal: dealing.Deal, player: int) -> list[int]:
        with monkeypatch.context() as back:
            back.setattr(Words, "knows", KNOWS)
            return movable(deal, player)

    monkeypatch.setattr(dealing.Deal, "_movable", honest)
    monkeypatch.setattr(Words, "knows", leaks)
    assert caught(game)


def test_a_name_in_a_move_is_caught(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def titled(words: Words, position: Sequence[int], viewer: Viewer, entity: int) -> str:
        return words.title(entity)

    monkeypatch.setattr(Words, "entity", titled)
    assert caught(game)


def test_the_number_of_a_piece_in_a_view_is_caught(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def numbered(maker: views.Maker, entity: int) -> Fields:
        return (("number", str(entity)),)

    view_plan._plans.clear()  # what was made honestly is kept there, and what is made now must not be
    monkeypatch.setattr(views.Maker, "fields", numbered)
    assert caught(game)
    view_plan._plans.clear()
