"""The checks of tests/conformance.py check something: with an answer made wrong, they fail."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
import shared
from conformance import SHORT, Walk, check_end, check_explanations, check_texts, landmark

from dsl.runtime.explain import Explanation
from dsl.runtime.game import Game, load
from dsl.runtime.information.view_plan import Watched
from dsl.runtime.reading.offer import Offer, Rank, Reading
from dsl.runtime.state import State


@pytest.fixture(scope="module")
def game() -> Game:
    return load(Path(__file__).parent / "high")


def test_an_answer_that_is_always_yes_is_caught(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move of before that is not offered now is not legal."""
    walk, explain = Walk(game, 3, 1), State.explain

    def yes(state: State, text: str, viewer: int | None = None, loosest: Rank = Rank.CUT) -> Explanation:
        return replace(explain(state, text, viewer, loosest), legal=True)

    check_explanations(walk)
    monkeypatch.setattr(State, "explain", yes)
    with pytest.raises(AssertionError):
        check_explanations(walk)


def test_capitals_that_mean_another_move_are_caught(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move typed in capitals is that move."""
    walk, read = Walk(game, 3, 1), Offer.read

    def first(offer: Offer, text: str, loosest: Rank = Rank.CUT) -> Reading:
        found = read(offer, text, loosest)
        return Reading(text, Rank.ALIKE, (offer.moves[0],)) if text.isupper() else found

    check_texts(walk)
    monkeypatch.setattr(Offer, "read", first)
    with pytest.raises(AssertionError):
        check_texts(walk)


def test_a_walk_keeps_states_of_the_whole_game() -> None:
    """Its beginning, its end, and between them as many as the effort asks for, none far from the next."""
    walk = Walk(shared.game("backgammon"), 2, 3, replace(SHORT, looks=30))
    kept, last = list(walk.states), len(walk.options)
    assert last > 100 and 30 <= len(kept) <= 60 + last.bit_length()
    assert kept[:20] == list(range(20)) and kept[-1] == last
    assert max(later - one for one, later in pairwise(kept)) <= last / 10
    assert [number for number, _ in walk.landmarks()] == [number for number in kept if landmark(number)][: SHORT.dear]
    sights = [number for number, _ in walk.sights()]
    assert sights[0] == 0 and sights[-1] == last and len(sights) == min(walk.seen, len(kept))
    check_end(walk)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["breakthrough", "othello", "backgammon"])
def test_spaces_on_which_nothing_happened_are_told_as_the_others(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A view that keeps what it told of them is the view that tells of every space anew."""
    walk = Walk(shared.game(name), 2, 5, replace(SHORT, looks=12))
    views = [[repr(state.view(viewer)) for viewer in walk.viewers()] for state in walk.states.values()]
    assert len({each for found in views for each in found}) > len(views) / 2
    monkeypatch.setattr(Watched, "looks", lambda *_: None)
    assert views == [[repr(state.view(viewer)) for viewer in walk.viewers()] for state in walk.states.values()]
