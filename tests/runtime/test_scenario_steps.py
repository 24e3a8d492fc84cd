"""Scenarios that cannot pass for a wrong reason: open questions, slips of the pen, the order of steps, what is told."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

import dsl
from dsl.runtime.proving import run_scenarios

TEXT = """game "Copse" for 2 players
kind Card:
    cost: 0..9
card "Oak" is Card:
    cost 1
card "Old Ash" is Card:
    cost 2
each player has:
    var coins: 0..9
    zone hand: cards of Card, seen by owner
    zone pile: stack of Card
define rich of (p: Player):
    requires gold: coins of p > 3 else "{p} has no gold"
window turn "your turn", pass "pass"
window night "at night"
action play (c: Card in hand of me) in turn:
    requires price: c.cost <= me.coins else "it costs {c.cost}"
    say "{me} plays {c}."
    lower me.coins by c.cost
action hide (c: Card in hand of me) in turn:
    move c to box face down
action bury (c: Card in hand of me) in night:
    raise me.coins by 1
procedure turns:
    offer turn to player 1
    choose one by player 1:
        option "pay {coins of player 1} coins": raise coins of player 2 by 1
        option "stay":
            say "{player 1} stays."
            raise coins of player 1 by 1
    offer turn to player 2
main:
    move Card to hand of player 1
    turns
"""


GIVEN = 'given:\n        set coins of A to 3\n        move "Oak" to hand of A'

OPEN: dict[str, tuple[str, ...]] = {
    "another question": ('A does "pass"', 'A is asked "nothing of the sort"'),
    "behind a move": ('A does "pass"', "expect coins of A = 0"),
    "at the beginning": ("expect coins of A = 0",),
    "what was said": ('A does "pass", "stay"', 'expect said "A stays"'),
    "somebody": ("nobody is asked",),
    "somebody else": ('B is asked "your turn"',),
    "named too early": ('A is asked "your turn"', 'A does "pass", "stay"', "expect coins of A = 1"),
    "the end": ('A does "pass"',),
}
"""Each leaves a question open that it does not speak of."""

HOLD: dict[str, tuple[str, ...]] = {
    "named before": ('A is asked "your turn"', "expect coins of A = 0"),
    "named behind": ("expect coins of A = 0", 'the game asks A "turn"'),
    "named without words": ("A is asked", "expect coins of A = 0"),
    "what can be done": ('A can "pass"', "expect coins of A = 0"),
    "answered": ("expect coins of A = 0", 'A does "pass", "stay"', 'B does "pass"', "nobody is asked", "expect over"),
    "nothing is played": ("run nothing", "nobody is asked", "expect coins of A = 0"),
    "not on offer at all": (
        'A cannot "bury Oak"',
        'A cannot "pay 3 coins"',
        'A cannot "-1"',
        'A cannot "stay"',
        'A cannot "play Oak" because "it costs 1"',
        'A cannot "play"',
        'B cannot "play Oak" because "A is asked now"',
        'B does not see "Oak"',
    ),
    "in order": (
        "expect coins of A = 0",
        GIVEN,
        "expect coins of A = 3",
        "run turns",
        'A does "play Oak"',
        "expect coins of A = 2",
        "A is asked",
    ),
    "given in play": ("run turns", 'A cannot "play Oak"', GIVEN, 'A does "play Oak", "stay"', "B is asked"),
    "the order of a pile": (
        'given:\n        move "Old Ash" to pile of A\n        move "Oak" to pile of A',
        "run nothing",
        'expect pile of A: "Oak", "Old Ash"',
        'expect pile of A: "Oak"',
    ),
    "other numbers": ('with printed cost of "Oak" 0', 'A can "play Oak"', 'expect cost of "Oak" = 0'),
    "a part of a name": ('B does not see "Ash"',),
    "logs": ('A does "hide Oak"', 'A reads "hide Oak"', 'B does not read "Oak"', 'B reads "hide card"', "A is asked"),
}
"""Each holds."""

FAIL: dict[tuple[str, ...], str] = {
    ('A cannot "play Oka"',): "nothing in this game is called “Oka”, as in “play Oka”; did you mean “Oak”?",
    ('A cannot "play Old Ahs"',): "nothing in this game is called “Old Ahs”, as in “play Old Ahs”; did you mean",
    ('A cannot "play Old"',): "nothing in this game is called “Old”",
    ('A cannot "play Oak Old Ash"',): "is no move of this game",
    ('B does not see "Old Ahs"',): "did you mean “Old Ash”?",
    ('B does not read "Oka"',): "did you mean “Oak”?",
    ('A cannot "play Oak" because "it costs 2"',): "it costs 1",
    ("run nothing", 'A cannot "play Oak"'): "nobody can do anything here: what was run has come to its end",
    ('A does "pass", "stay"', 'B does "pass"', 'B cannot "pass"'): "nobody can do anything here: the game is over",
    ('A cannot "pass"',): "A can do “pass”",
    ("run nothing", 'expect pile of A: "Oak"'): "“Oak” is not number 1 there: first lie nothing",
    ("run nothing", 'expect pile of A: "Oka"'): "did you mean “Oak”?",
    ("expect coins of A = 3", GIVEN, "run turns", "A is asked"): "coins of A = 3 (coins of A is 0)",
    (GIVEN, 'A does "play Oak"', "run turns"): "nobody is asked",
    ('A does "hide Oak"', 'B reads "Oak"'): "B does not read “Oak”, but “A: hide card",
    ('A does "hide Oak"', 'A does not read "Oak"'): "A reads “Oak”: “A: hide Oak",
    ("run nothing", 'expect coins of A = 0 and coins of B = 1 + 1 and "Oak" in hand of A and rich of B'): (
        'this is not so: coins of B = 1 + 1 (coins of B is 0, 1 + 1 is 2); this is not so: "Oak" in hand of A; '
        "gold: B has no gold (coins of p is 0)"
    ),
}
"""Each fails, and these words are told."""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Mapping[tuple[str, ...], str]:
    """What is said of each list of steps; "" of one that holds."""
    path = tmp_path_factory.mktemp("steps") / "copse.rules"
    every = [*OPEN.values(), *HOLD.values(), *FAIL]
    written = (
        f'scenario "{number}":\n' + "".join(f"    {step}\n" for step in steps) for number, steps in enumerate(every)
    )
    path.write_text(TEXT + "".join(written), encoding="utf-8")
    results = run_scenarios(dsl.load(path, scenarios=True))
    assert all(result.passed is (result.message == "") for result in results)
    return {steps: result.message for steps, result in zip(every, results, strict=True)}


@pytest.mark.parametrize("name", OPEN)
def test_a_question_that_nobody_speaks_of_fails(told: Mapping[tuple[str, ...], str], name: str) -> None:
    assert "is asked “" in told[OPEN[name]]


@pytest.mark.parametrize("name", HOLD)
def test_what_is_so_holds(told: Mapping[tuple[str, ...], str], name: str) -> None:
    assert told[HOLD[name]] == ""


@pytest.mark.parametrize("steps", FAIL)
def test_what_is_not_so_fails_and_says_why(told: Mapping[tuple[str, ...], str], steps: tuple[str, ...]) -> None:
    assert FAIL[steps] in told[steps]


def test_a_refusal_has_the_words_that_does_would_tell(tmp_path: Path) -> None:
    path = tmp_path / "copse.rules"
    path.write_text(f'{TEXT}scenario "it is refused":\n    A does "stay"\n', encoding="utf-8")
    (refused,) = run_scenarios(dsl.load(path, scenarios=True))
    words = refused.message.partition(": ")[2] or refused.message  # some say themselves what is none
    path.write_text(f'{TEXT}scenario "it is refused":\n    A cannot "stay" because "{words}"\n', encoding="utf-8")
    assert words and [result.message for result in run_scenarios(dsl.load(path, scenarios=True))] == [""]


def test_chance_of_a_scenario_comes_from_the_seed_that_it_names(tmp_path: Path) -> None:
    """Without one from 0; with one the dice fall as in a game that begins with it."""
    text = """game "Dice" for 1 player
each player has:
    var all: 0..999999 = 0
main:
    repeat at most 6 times:
        random k from 0..9
        set all of player 1 to all of player 1 mod 100000 * 10 + k
    choose one by player 1:
        option "done": raise all of player 1 by 0
"""
    path = tmp_path / "game.rules"
    path.write_text(text)
    rolls = [dict(dsl.load(path).start(seed=seed).view().players[0].fields)["all"] for seed in (0, 7)]
    assert rolls[0] != rolls[1]
    for title, seed, rolled in (("none", "", rolls[0]), ("seven", "    seed 7\n", rolls[1])):
        text += f'scenario "{title}":\n{seed}    expect all of A = {int(rolled)}\n    A is asked\n'
    path.write_text(text)
    assert [result.message for result in run_scenarios(dsl.load(path, scenarios=True))] == ["", ""]
