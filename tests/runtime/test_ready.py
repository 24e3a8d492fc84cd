"""Who has made his sealed choices is shown where all see that everybody is asked, and nowhere else."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
import shared
from auction import AUCTION

from dsl.repl.session import Session
from dsl.runtime.game import Game, load
from dsl.runtime.information.sealing import Sealing
from dsl.runtime.information.seat import Seat
from dsl.runtime.state import State

CHOICES = """
game "Choices" for 3 players
enum Way: left, right
kind Card:
    trump: yes/no
card "Ash" is Card, 9 copies:
    trump yes
card "Elm" is Card, 9 copies:
    trump no
each player has:
    var told: 0..9 = 1
    zone hand: cards of Card, seen by owner
    zone open: cards of Card
the table has:
    zone deck: stack of Card, seen by nobody
main:
    move Card to deck
    shuffle deck
    for each p in players: move each c in top 3 of deck to hand of p
    for each p in players: move each c in top {open} of deck to open of p
    sealed for each p in {members}:
{body}
    then:
        raise p.told by 1
    end game drawn
"""

NUMBER = "choose n from 0..3 as {q}a number{q}"
TRUMP = "choose c from each c in hand of p where c.trump as {q}a trump{q}\n        if none: nothing"
BODIES = {
    "a number": (NUMBER, "players", 0, True),
    "a value": ("choose w from Way as {q}a way{q}", "players", 0, True),
    "a card of the hand": ("choose c from hand of p as {q}a card{q}\n        if none: nothing", "players", 0, True),
    "a trump, if any": (TRUMP, "players", 0, False),
    "a trump, then a number": (TRUMP + "\n        " + NUMBER, "players", 0, True),
    "an open card": ("choose any number of k from open of p as {q}open{q}", "players", 1, True),
    "no open card": ("choose any number of k from open of p as {q}open{q}", "players", 0, False),
    "all of the hand": ("choose 3 k from hand of p as {q}all{q}\n        if none: nothing", "players", 0, False),
    "some of the hand": ("choose 2 k from hand of p as {q}two{q}\n        if none: nothing", "players", 0, True),
    "who has a trump": (NUMBER, "players where some c in hand of p where c.trump", 0, False),
    "who is not the second": (NUMBER, "players where p is not player 2", 0, True),
    "who has cards": (NUMBER, "players where size of hand of p > 2", 0, True),
    "what is above": (
        "choose n from each n in 0..3 where n > told of p as {q}more{q}\n        if none: nothing",
        "players",
        0,
        True,
    ),
    "above the trumps": (
        "choose n from each n in 0..3 where n > number of c in hand of p where c.trump as {q}more{q}\n"
        "        if none: nothing",
        "players",
        0,
        False,
    ),
    "half of the hand": (
        "let n be size of hand of p / 2\n        choose n k from hand of p as {q}half{q}\n        if none: nothing",
        "players",
        0,
        True,
    ),
    "as many as trumps": (
        "let n be number of c in hand of p where c.trump\n"
        "        choose n k from hand of p as {q}so many{q}\n        if none: nothing",
        "players",
        0,
        False,
    ),
    "what comes after": (
        "choose a from 0..1 as {q}first{q}\n"
        "        choose up to a k from hand of p as {q}then{q}\n        if none: nothing",
        "players",
        0,
        True,
    ),
    "in an order": (NUMBER, "players in order of number of c in hand of p where c.trump", 0, False),
    "only if": ("if some c in hand of p where c.trump:\n            " + NUMBER, "players", 0, False),
}


@cache
def made(text: str) -> Game:
    with TemporaryDirectory() as folder:
        (Path(folder) / "game.rules").write_text(text, encoding="utf-8")
        return load(folder)


def choices(name: str) -> Game:
    body, members, opened, _ = BODIES[name]
    text = CHOICES.replace("{members}", members).replace("{open}", str(opened)).replace("{body}", "        " + body)
    return made(text.replace("{q}", '"'))


@pytest.mark.parametrize("name", BODIES)
def test_ready_is_shown_where_all_see_that_everybody_is_asked(name: str) -> None:
    """Every deal of a game answers the same: shown or not follows from the rules and from what all see."""
    for seed in range(12):
        state = choices(name).start(None, seed)
        if state.is_over:
            continue
        for seat in range(4):
            assert (Seat(state, seat).ready is not None) == BODIES[name][3]


@pytest.mark.parametrize("name", [*BODIES, "hearts", "dark_order", "auction"])
def test_where_it_is_shown_everybody_is_asked(name: str) -> None:
    """Each player by himself, whatever he holds: so nobody is ready without having chosen."""
    game = choices(name) if name in BODIES else made(AUCTION) if name == "auction" else shared.game(name)
    seen = 0
    for seed in range(4):
        chance, state = Random(seed), game.start(None, seed)
        for _ in range(60):
            if state.is_over:
                break
            seen += _asks_everybody(state)
            before, state_was = Seat(state, 0).ready, state.actor
            state.apply(chance.choice(state.options()))
            after = Seat(state, 0).ready
            if before is not None and after is not None and len(after[0]) > len(before[0]):
                assert set(after[0]) - set(before[0]) == {state_was}
                assert sorted((*after[0], *after[1])) == sorted((*before[0], *before[1]))
    assert seen or (name in BODIES and not BODIES[name][3])


def _asks_everybody(state: State) -> bool:
    """Whether it is told who is ready; then each must be asked if he is asked alone."""
    ready = Seat(state, 0).ready
    if ready is None:
        return False
    question = state.engine.question(state.position)
    assert question is not None and question.seal is not None
    flow = Sealing(state.engine, state.position, question.seal)
    told = sorted((*ready[0], *ready[1]))
    slot, _ = flow.lies(question.seal.members)
    assert len(told) == state.position[slot], "whoever is a member is told of"
    for member, player in enumerate(told):
        assert flow.asked(flow.ask(state.position, member)) == player
    return True


def test_the_session_says_who_is_ready() -> None:
    """To who is asked, to who has chosen, and to who looks on, in the same words."""
    session = Session(made(AUCTION))
    session.table.seat = 2
    assert "Nobody is ready yet; still choosing: A, B, C." in session.line("show").plain()
    session.table.state.apply("7")
    for seat in (1, 2, 3, 0):
        session.table.seat = seat
        assert "Ready: A; still choosing: B, C." in session.line("show").plain()
