"""Games of several bots, played to their end under the checks of tests/conformance.py.

Bots get further than random players, into positions that these do not reach; and games of many players have most to
hide.
"""

from __future__ import annotations

from itertools import cycle, islice

import pytest
from conformance import keeps_secrets, same

from dsl.play.bots import make_bot
from dsl.runtime.game import load
from dsl.runtime.storage.saves import problem

BOTS = ("uct 2", "random")
MOST_DECISIONS = 20_000
EQUAL = 2
"""The first decisions of each player are the first option: in Dark Eden all bring one Leader, so decks go round."""
APART = 2
"""A game is looked into at points that lie further and further apart, each later than the last by one part of so many;
and at its end."""

DARK_EDEN = [(3, {}), (4, {"teams": 2}), (5, {}), (6, {"teams": 3})]
"""Games are won early, or there would be thousands of decisions in each."""
GAMES = [
    ("dark_eden", 5, {"goal": 4}, 40),
    pytest.param("enclave", 4, {}, MOST_DECISIONS, marks=pytest.mark.long),
    ("hearts", 4, {}, MOST_DECISIONS),
    ("bridge", 4, {}, MOST_DECISIONS),
    ("cribbage", 3, {"goal": 31}, MOST_DECISIONS),
    *(
        pytest.param("dark_eden", players, {"goal": 4, **options}, MOST_DECISIONS, marks=pytest.mark.long)
        for players, options in DARK_EDEN
    ),
]
"""Games, numbers of players, options, and how many decisions are made at most; whole games of Dark Eden are long."""


@pytest.mark.parametrize(("name", "players", "options", "most"), GAMES)
def test_bots_play_to_the_end(name: str, players: int, options: dict[str, int], most: int) -> None:
    """Nobody is shown what is hidden, on the way and at the end; the end is one, and the record leads to it."""
    seed = players
    game = load(name, options=options)
    state = game.start(players, seed)
    bots = [make_bot(words, seat) for seat, words in enumerate(islice(cycle(BOTS), players))]
    asked: list[str] = []
    look, number = 0, 0
    while not state.is_over and number < most:
        if number == look:
            keeps_secrets(state, seed, number, asked[-1:])
            texts = [move.text for move in state.moves()]
            assert len(set(texts)) == len(texts)
            asked += texts[:2]
            look += max(1, look // APART)
        options_here = state.options()
        option = options_here[0] if number < EQUAL * players else bots[state.actor - 1].choose(state)
        assert option in options_here
        state.apply(option)
        number += 1
    keeps_secrets(state, seed, number, asked[-1:])
    assert problem(state.engine.machine, state.position) is None
    same(game.replay(game.record(state)), state)
    if not state.is_over:
        assert number == most < MOST_DECISIONS
        return
    assert state.actor == 0 and not state.options() and len(state.returns()) == players
    assert state.result_words or name == "hearts"
