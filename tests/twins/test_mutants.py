"""Every rule that hides something is broken on purpose: the comparison of twin worlds must notice each.

A mutant is a change of one function of the program; behind it stands the plan (or the game, whose positions are
compared with their twins) that shows it.
"""

from __future__ import annotations

from typing import Any, Final

import pytest
from twins.more_mutants import MORE
from twins.mutants import Mutant, always, as_it_is, for_all, noticed

from dsl.play import features
from dsl.runtime import reasons, state
from dsl.runtime.engine import Engine
from dsl.runtime.information import determinize, log, observation, sealed_answers, seat, views
from dsl.runtime.information.view_memory import Recalling
from dsl.runtime.knowing import asking, unknown
from dsl.runtime.wording import Words


def _no_seal(old: Any) -> Any:
    def made(answers: Any, *args: Any) -> None:
        old(answers, *args)
        answers.flow = None

    return made


def _the_true_one(old: Any) -> Any:
    return lambda here: seat.Seat(here._state.clone(history=False), here.viewer)


def _keeps_the_key(old: Any) -> Any:
    def made(dealer: Any, key: int) -> list[int]:
        return dealer._drawn(key)

    return made


def _true_pieces(old: Any) -> Any:
    def made(engine: Any, position: Any, player: int, key: int) -> list[int]:
        found = list(position)
        found[6:8] = old(engine, position, player, key)[6:8]
        return found

    return made


def _counts(old: Any) -> Any:
    def made(maker: Any, place: Any) -> Any:
        viewer, maker.viewer = maker.viewer, None
        try:
            count = old(maker, place).count
        finally:
            maker.viewer = viewer
        zone = old(maker, place)
        return views.replace(zone, count=count)

    return made


MUTANTS: Final = (
    Mutant("everybody knows every piece", Words, "knows", always(True), "attached"),
    Mutant("the log names every piece", Words, "sees", always(True), "three", "what is kept of three"),
    Mutant("others read sealed answers", log.Log, "is_visible", always(True), "odds", "an answer in a later round"),
    Mutant(
        "an order is everybody's", log.Log, "_is_own", always(False), "three", "an order of known cards under the deck"
    ),
    Mutant("what is done unseen is told", log.Log, "_own", as_it_is(2), "three", "what he buries of what was seen"),
    Mutant("a sealed question is read by all", Engine, "is_unseen", always(False), "two_doors", "a round with a key"),
    Mutant("values are told", asking, "unknown_to", always(None), "bomb", "the bomb lies elsewhere 1"),
    Mutant("requirements are told", asking, "unknown_to", always(None), "errors", "2 of his cards break a value"),
    Mutant("a guess keeps the true chance", determinize.Dealer, "deal", _keeps_the_key, "dice", "the next die"),
    Mutant("a guess keeps the true pieces", state, "determinize", _true_pieces, "dice", "what lies on top"),
    Mutant(
        "a guess keeps sealed answers",
        sealed_answers.SealedAnswers,
        "__init__",
        _no_seal,
        "odds",
        "an answer in odds and evens",
    ),
    Mutant("what if looks at the true world", seat.Seat, "imagined", _the_true_one, "dice", "what lies on top"),
    Mutant("a private number is told", views.Maker, "zone", _counts, "vault"),
    Mutant("a view is for all", views, "view", for_all(2), "teams", "what the others hold"),
    Mutant("an observation is for all", observation, "facts_of", for_all(2), "teams", "what the others hold"),
    Mutant("rows of numbers name every piece", features.Features, "row", for_all(2), "teams", "what the others hold"),
    Mutant("secret fields are in views", views, "is_secret", always(False), "bluffs"),
    Mutant("secret fields are in rows of numbers", features, "is_secret", always(False), "bluffs"),
    Mutant("secret fields are in reasons", unknown, "secrets", always(()), "bluffs"),
    Mutant("because reads for all", reasons, "because", for_all(3), "three", "what is kept of three"),
    Mutant("why reads for all", reasons, "why", for_all(3), "bomb", "the bomb lies elsewhere 1"),
    *MORE,
)


SAMPLE: Final = ("values are told", "others read sealed answers")
"""Mutants that are tried whenever the tests run; the others in the long run."""


@pytest.fixture(autouse=True)
def _nothing_recalled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of views are made anew each time: one that a mutant made would stay behind for other tests."""
    monkeypatch.setattr(Recalling, "part", lambda _self, _key, make: make())


@pytest.mark.parametrize(
    "mutant",
    [pytest.param(each, id=each.what, marks=[] if each.what in SAMPLE else [pytest.mark.long]) for each in MUTANTS],
)
def test_what_hides_is_missed(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the mutant nothing is found, with it something is."""
    assert not noticed(mutant), "found without the mutant"
    monkeypatch.setattr(mutant.where, mutant.name, mutant.change(getattr(mutant.where, mutant.name)))
    assert noticed(mutant), f"nobody notices that {mutant.what}"
