"""Whoever imagines a position imagines all that he does not know: hidden pieces, sealed answers, chance to come.

The games are such that nobody can do better than chance against somebody who answers at random. A bot that wins more
often than every other time has seen what it may not see.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from backends.native_help import needs_compiler

from dsl.play.bots import make_bot
from dsl.play.simulate import game_seed, wilson, wins
from dsl.repl.session import Session
from dsl.runtime.game import Game, load
from dsl.runtime.state import State

ODDS = """
game "Odds and Evens" for 2 players

each player has:
    var shown: 0..1

main:
    sealed for each p in players:
        choose n from 0..1 by p as "your number"
    then:
        set shown of p to n
    if shown of player 1 = shown of player 2: end game won by player 1
    end game won by player 2
"""

BIDS = """
game "Sealed Bids" for 2 players

each player has:
    var bid: 0..2
    var saved: 0..3

define beats (p: Player, q: Player) = (bid of p + saved of p) mod 3 = (bid of q + saved of q + 1) mod 3

main:
    sealed for each p in players:
        choose n from 0..2 by p as "your bid"
        choose 0..2 kept from 1..2 by p as "what you save"
    then:
        set bid of p to n
        for each k in kept: raise saved of p by k
    if beats(player 1, player 2): end game won by player 1
    if beats(player 2, player 1): end game won by player 2
    end game drawn
"""

COINS = """
game "Matching Pennies" for 2 players

kind Coin:
    side: 0..1
    whose: 1..2
card "Red Head" is Coin:
    side 0
    whose 1
card "Red Tail" is Coin:
    side 1
    whose 1
card "Blue Head" is Coin:
    side 0
    whose 2
card "Blue Tail" is Coin:
    side 1
    whose 2

each player has:
    zone purse: cards of Coin, seen by owner, at most 2
    zone laid: cards of Coin, seen by owner
    zone open: cards of Coin

main:
    for each p in players: move (each c in Coin where c.whose = p.seat) to purse of p
    LAY
    choose d from purse of player 2 by player 2 as "your coin"
    if none: leave
    move d to open of player 2
    move SHOWN to open of player 1
    if (sum of side of c for c in open of players) = 1: end game won by player 1
    end game won by player 2
"""

IN_A_ZONE = COINS.replace(
    "LAY",
    'choose c from purse of player 1 by player 1 as "your coin"\n    if none: leave\n    move c to laid of player 1',
).replace("SHOWN", "laid of player 1")
IN_A_NAME = COINS.replace(
    "LAY", 'choose c from purse of player 1 by player 1 as "your coin"\n    if none: leave'
).replace("SHOWN", "c")
GAMES = {"odds and evens": ODDS, "sealed bids": BIDS, "coins in a zone": IN_A_ZONE, "coins in a name": IN_A_NAME}
BOTS = ("greedy", "greedy 4", "uct 16", "ismcts 16")

DICE = """
game "Dice" for 2 players

each player has:
    var points: 0..600

action roll in turn:
    random n from 1..6
    raise points of me by n
    say "{me} rolls {n}."
window turn "your turn"

main:
    for i from 1 to 60: offer turn to player 1, no passing
    end game drawn
"""

AUCTION = """
game "Auction" for 2 players

each player has:
    var bid: 0..99

main:
    sealed for each p in players:
        choose n from 0..99 by p as "your bid"
    then:
        set bid of p to n
        say "{p} bids {n}."
    end game scored by bid
"""


@cache
def game_of(text: str) -> Game:
    with TemporaryDirectory() as folder:
        (Path(folder) / "game.rules").write_text(text, encoding="utf-8")
        return load(folder)


def share(text: str, words: str, games: int, backend: str = "python", first: int = 0) -> tuple[float, float]:
    """The 95 % interval of the games that a bot wins against answers at random, on either seat; from the game with
    the number `first` on.
    """
    won = 0.0
    for number in range(first, first + games):
        seed, me = game_seed(11, number), number % 2
        state = game_of(text).start(2, seed, backend=backend)
        bots = [make_bot(words if seat == me else "random", seed * 64 + seat) for seat in range(2)]
        while not state.is_over:
            state.play_option(bots[state.actor - 1].choose(state))
        won += wins(state.returns())[me]
    return wilson(won, games)


def nobody_sees(text: str, words: str, games: int, backend: str = "python") -> bool:
    """Whether the interval holds one half. One in twenty does not by chance alone; then four times as many other games
    decide.
    """
    low, high = share(text, words, games, backend)
    if not low <= 0.5 <= high:
        low, high = share(text, words, 4 * games, backend, first=games)
    return low <= 0.5 <= high


@pytest.mark.parametrize(("name", "bot"), [*zip(GAMES, ("uct 16", "ismcts 16", "greedy 4", "uct 16"), strict=True)])
def test_nobody_sees_what_is_hidden(name: str, bot: str) -> None:
    assert nobody_sees(GAMES[name], bot, 60)


@needs_compiler
@pytest.mark.parametrize(("name", "bot"), [*zip(GAMES, ("ismcts 60", "uct 60", "ismcts 16", "uct 16"), strict=True)])
def test_nobody_sees_what_is_hidden_who_searches_in_c(name: str, bot: str) -> None:
    assert nobody_sees(GAMES[name], bot, 400, "native")


@needs_compiler
@pytest.mark.long
@pytest.mark.parametrize("bot", ("greedy 4", "uct 16", "ismcts 16", "uct 200", "ismcts 200"))
@pytest.mark.parametrize("name", GAMES)
def test_nobody_sees_what_is_hidden_who_searches_in_c_in_many_games(name: str, bot: str) -> None:
    assert nobody_sees(GAMES[name], bot, 3000, "native")


@pytest.mark.long
@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("name", GAMES)
def test_nobody_sees_what_is_hidden_in_many_games(name: str, bot: str) -> None:
    assert nobody_sees(GAMES[name], bot, 1500)


@pytest.mark.parametrize("backend", ["python", "reference", pytest.param("native", marks=needs_compiler)])
def test_a_sealed_answer_is_imagined(backend: str) -> None:
    """Each answer that could have been given comes about as often, whatever the true one is."""
    found: list[Counter[str]] = []
    for true in ("0", "1"):
        state = game_of(ODDS).start(2, 1, backend=backend)
        state.apply(true)
        twins = [state.determinize(2, key) for key in range(200)]
        assert all(twin.actor == 2 and twin.view(2) == state.view(2) for twin in twins)
        for twin in twins:
            twin.apply("0")
        found.append(Counter(str(twin.position[twin.engine.machine.layout.results]) for twin in twins))
        own = state.determinize(1, 7)
        own.apply(own.moves()[0])
        assert own.view(1).players[0].fields == (("shown", true),)
    assert found[0] == found[1] and len(found[0]) == 2 and min(found[0].values()) > 70


def test_several_answers_of_one_member_are_imagined() -> None:
    state = game_of(BIDS).start(2, 1)
    for text in ("2", "take 2", "done"):
        if state.actor == 1 and text in {move.text for move in state.moves()}:
            state.apply(text)
    assert state.actor == 2
    found: Counter[tuple[tuple[str, str], ...]] = Counter()
    for key in range(200):
        twin = state.determinize(2, key)
        while not twin.is_over:
            twin.apply(0)
        found[twin.view().players[0].fields] += 1
    assert len(found) == 12


def test_one_who_has_answered_knows_his_own_answer_only() -> None:
    """Who waits does not know who is asked; the imagined position asks somebody else."""
    state = game_of(AUCTION).start(2, 1)
    state.apply("42")
    for key in range(20):
        twin = state.determinize(1, key)
        assert twin.actor == 2
        twin.apply("7")
        assert [fields.fields for fields in twin.view().players] == [(("bid", "42"),), (("bid", "7"),)]


def tried(state: State, seat: int, move: str) -> str:
    session = Session(game_of(DICE), state=state)
    session.table.seat = seat
    return session.line(f"what if {move}").plain()


HOLDER = """
game "The Only Key" for 2 players
kind Card
card "Key" is Card
card "Stone" is Card, 199 copies
each player has:
    var door: 0..2
    zone hand: cards of Card, seen by owner
the table has:
    zone deck: stack of Card, seen by nobody
main:
    move Card to deck
    shuffle deck
    move "Key" to hand of player 1
    move top of deck to hand of player 2
    repeat at most 3 times:
        sealed for each p in players:
            if some c in hand of p where c is "Key":
                choose n from 1..2 by p as "which door"
        then:
            set p.door to 1
    end game drawn
"""


def test_who_is_asked_unseen_is_imagined_though_it_is_rare() -> None:
    """Somebody is asked, so one of two has the only key of two hundred cards: either, as far as an onlooker knows."""
    state = game_of(HOLDER).start(2, 1)
    assert state.actor == 1
    asked = Counter(state.determinize(0, key * 7919).actor for key in range(40))
    assert 10 < asked[1] < 30


def test_what_if_does_not_show_the_next_die() -> None:
    state = game_of(DICE).start(2, 5)
    right = 0
    for _ in range(60):
        told = tried(state, 1, "roll")
        said = next(line for line in told.splitlines() if "rolls" in line)
        assert told == tried(state, 1, "roll")
        state.apply("roll")
        right += state.log(1)[-1] == said.strip()
    assert 2 <= right <= 20


def test_what_if_does_not_show_a_sealed_answer() -> None:
    told: set[str] = set()
    for bid in range(0, 100, 3):
        state = game_of(AUCTION).start(2, 1)
        state.apply(str(bid))
        told.add(tried(state, 2, "5"))
    assert len(told) == 1, "the true bid shows"
