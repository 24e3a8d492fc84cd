"""Sealed choices in other ecosystems: all are asked at once, so that nothing tells who is asked what, or how often."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from twins.small_games import TEXTS

from dsl.play.actions import collect
from dsl.play.rounds import WAIT, rounds_of
from dsl.runtime.game import Game, load
from dsl.runtime.state import State

KEYS = """\
game "Keys" for 3 players
kind Card
card "Key" is Card, 4 copies
card "Stone" is Card, 8 copies
each player has:
    var door: 0..3
    zone hand "hand": cards of Card, seen by owner
    zone laid "laid": cards of Card, seen by nobody
the table has:
    zone deck: stack of Card, seen by nobody
window turn "your turn", pass "wait"
action dig in turn: move top of deck to hand of me
main:
    move Card to deck
    shuffle deck
    for each p in players: move each c in top 3 of deck to hand of p
    repeat at most 2 times:
        sealed for each p in players where some c in hand of p where c is "Key":
            choose n from 1..3 as "which door?"
            choose any number of k from each c in hand of p where c is "Key" as "which keys?"
            arrange a from k as "in which order?"
        then:
            set p.door to n
            for each c in a: move c to laid of p face down
        for each p in players: offer turn to p
    end game drawn
"""
"""Who has no key is not asked, and who has several may be asked often."""

CLAIMS = """\
game "Claims" for 2 players
kind Field
card "Wood" is Field
card "Hill" is Field
card "Lake" is Field
each player has:
    var claimed: 0..9
    zone land "land": cards of Field
the table has:
    zone map: cards of Field
define rival of (p: Player) = the first q in players where q is not p
main:
    for each f in Field: move f to (if f is "Lake" then land of player 2 else land of player 1)
    sealed for each f in Field:
        choose n from 0..2 by holder of f as "for {f}?"
        choose m from 0..n by rival of (holder of f) as "and against it, at most {n}?"
    then:
        raise claimed of (holder of f) by n
        raise claimed of (rival of (holder of f)) by m
    end game scored by claimed
"""
"""One player is asked for several members, and two for each."""


@cache
def game(text: str) -> Game:
    with TemporaryDirectory() as folder:
        (Path(folder) / "game.rules").write_text(text, encoding="utf-8")
        return load(folder)


def keys_of(state: State, player: int) -> int:
    words = state.view(None).players[player - 1].zones[0].items
    return sum(item.name == "Key" for item in words)


def deals() -> tuple[State, State]:
    """Two deals that B cannot tell: A has one key and C none, or both have several."""
    found: dict[str, dict[str, State]] = {}
    for seed in range(3000):
        state = game(KEYS).start(3, seed)
        if state.is_over or not state.actor or state.prompt(None) == "your turn":
            continue
        kinds = {(1, 0): "few", (2, 1): "many", (1, 2): "many"}
        sort = kinds.get((keys_of(state, 1), keys_of(state, 3)))
        if sort is None or not keys_of(state, 2):
            continue
        pairs = found.setdefault(state.information_state(2), {})
        pairs.setdefault(sort, state)
        if len(pairs) == 2:
            return pairs["few"], pairs["many"]
    raise AssertionError("there are no such deals")


def spiel_of(text: str, name: str) -> Any:
    openspiel = pytest.importorskip("dsl.play.openspiel")
    return openspiel.register(game(text), name=name)


def told_by_openspiel(spiel: Any, ours: State, seat: int, doors: dict[int, str]) -> Iterator[object]:
    """All that OpenSpiel tells a player up to the end of the sealed choices; everybody names his door and then takes
    the last of what is offered.
    """
    from dsl.play.openspiel import _Kept

    state: Any = spiel.new_initial_state()
    state._kept = _Kept(spiel.get_type().short_name, ours.clone())
    while state.current_player() < 0 and not state.is_terminal():
        yield state.current_player(), str(state), state.is_chance_node(), state.is_simultaneous_node()
        yield state.information_state_string(seat - 1), state.observation_string(seat - 1)
        yield state.observation_tensor(seat - 1)
        legal = state.legal_actions(seat - 1)
        yield [state.action_to_string(seat - 1, action) for action in legal]
        chosen: list[int] = []
        for player in range(3):
            texts = {state.action_to_string(player, action): action for action in state.legal_actions(player)}
            chosen.append(texts.get(doors[player + 1], next(reversed(texts.values()))))
        state.apply_actions(chosen)
    yield state.current_player(), state.information_state_string(seat - 1)


def test_openspiel_tells_nobody_what_others_are_asked() -> None:
    """Node for node the same, whether nobody else is asked more than once or all are asked again and again."""
    spiel, (few, many) = spiel_of(KEYS, "rulewright_keys"), deals()
    assert few.actor == many.actor == 1 and keys_of(few, 3) == 0 < keys_of(many, 3)
    doors = {1: "2", 2: "1", 3: "0"}
    one, other = (list(told_by_openspiel(spiel, state, 2, doors)) for state in (few, many))
    asked = [words for words in one if isinstance(words, list) and WAIT not in words]
    assert len(asked) >= 3 and [WAIT] in one
    assert len(one) == len(other)
    for number, (here, there) in enumerate(zip(one[:-1], other[:-1], strict=True)):
        assert here == there, number


def test_pettingzoo_tells_nobody_what_others_are_asked() -> None:
    """Agent for agent the same: whose turn it is, what it observes, what it may do."""
    pytest.importorskip("pettingzoo")
    from dsl.play.pettingzoo import TableEnv

    actions, told = collect(game(KEYS), 3, games=3), list[list[object]]()
    for ours in deals():
        table: Any = TableEnv(game(KEYS), players=3, actions=actions)
        table.reset(seed=1)
        table._ours = ours.clone()
        table._ask()
        seen = list[object]()
        while table._rounds is not None:
            agent = table.agent_selection
            seen.append((agent, table.terminations, table.rewards))
            mine = table.observe("player_2")
            seen.append((mine["observation"].tolist(), mine["action_mask"].tolist(), table.infos["player_2"]))
            legal = table.infos[agent]["moves"]
            table.step(next((number for number, text in legal.items() if text == "2"), max(legal)))
        told.append(seen)
    one, other = told
    assert len(one) == len(other) > 20 and one == other


@pytest.mark.parametrize("text", [KEYS, CLAIMS, TEXTS["raids"]])
def test_rounds_lead_where_the_rules_lead(text: str) -> None:
    """The same answers, one after the other as the rules ask, lead to the same position."""
    chance, played = Random(5), 0
    for seed in range(12):
        state = game(text).start(None, seed)
        while state.actor:
            rounds = rounds_of(state, history=bool(seed % 2))
            if rounds is None:
                state.play_option(chance.choice(state.options()))
                continue
            twin, given = state.clone(), dict[tuple[int, str], list[str]]()
            while not rounds.is_over:
                moves = {player: chance.choice(rounds.moves(player)) for player in range(1, len(state.returns()) + 1)}
                for player, move in moves.items():
                    if move.text != WAIT:
                        given.setdefault((player, rounds.seat(player).prompt(player)), []).append(move.text)
                assert rounds.number <= rounds.most
                rounds.clone().answer(moves)
                rounds.answer(moves)
            rounds.finish(state)
            while waiting := given.get((twin.actor, twin.prompt(None))):
                twin.apply(waiting.pop(0))
            assert twin.position == state.position
            played += 1
    assert played >= 12


@pytest.mark.parametrize("text", [KEYS, CLAIMS, TEXTS["raids"]])
def test_openspiels_own_tests_pass(text: str) -> None:
    """With simultaneous nodes, and turned into a game of turns."""
    pyspiel = pytest.importorskip("pyspiel")
    spiel = spiel_of(text, "rulewright_rounds")
    assert spiel.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    pyspiel.random_sim_test(spiel, num_sims=3, serialize=True, verbose=False)
    state = spiel.new_initial_state()
    while not state.is_simultaneous_node():
        state.apply_action(state.legal_actions()[0])
    while state.is_simultaneous_node():
        state.apply_actions([state.legal_actions(player)[-1] for player in range(spiel.num_players())])
        for copy in (state.clone(), pickle.loads(pickle.dumps(state))):
            assert str(copy) == str(state) and copy.information_state_string(1) == state.information_state_string(1)
    pyspiel.random_sim_test(pyspiel.convert_to_turn_based(spiel), num_sims=2, serialize=False, verbose=False)


def test_how_many_rounds_there_are_is_seen_by_all() -> None:
    """As many as the fullest hand allows: a door, each card of three, the order of three."""
    few, many = deals()
    for state in (few, many):
        rounds = rounds_of(state, history=False)
        assert rounds is not None and rounds.most == 1 + 3 + 2
    claims = rounds_of(game(CLAIMS).start(2, 1), history=False)
    assert claims is not None and claims.most == 2 * 3
