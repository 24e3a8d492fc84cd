"""Fields that not everybody sees: `var code: 0..9, seen by owner`."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy
import pytest

from dsl.play.bots import make_bot
from dsl.play.features import Features
from dsl.play.simulate import wilson
from dsl.repl.session import Session
from dsl.runtime.game import Game, load
from dsl.runtime.state import State

CODES = """
game "Codes" for 2 players

enum Colour: red, green, blue

each player has:
    var code: 0..1, seen by owner
    var tint: Colour, unlisted, seen by owner
    var guesses: 0..9

the table has:
    var trap: 1..6, seen by nobody

value worth of (p: Player): 0..9 = code of p + 1

action guess (n: 0..1) in turn:
    requires others: n = n else "never"
    raise guesses of me by 1
    if code of player 1 = n: end game won by player 2
    end game won by player 1
window turn "your turn"

main:
    random n from 0..1
    set code of player 1 to n
    random t from 1..6
    set trap to t
    set tint of player 1 to blue
    offer turn to player 2, no passing
"""


@cache
def game() -> Game:
    with TemporaryDirectory() as folder:
        (Path(folder) / "game.rules").write_text(CODES, encoding="utf-8")
        return load(folder)


def begun(code: int, trap: int) -> State:
    state = game().start(2, 1, explicit_chance=True)
    state.apply_outcome(code)
    state.apply_outcome(trap)
    return state


def faces(state: State, seat: int) -> list[object]:
    session = Session(game(), state=state.clone(history=False))
    session.table.seat = seat
    typed = ("show", "show A", "why code of A", "why trap", "why worth of A", "why not guess 2")
    return [
        state.view(seat),
        state.observation(seat),
        Features(state.engine).row(state, seat),
        *(session.line(each).plain() for each in typed),
    ]


def test_nobody_is_told_what_is_hidden() -> None:
    told = [faces(begun(code, trap), 2) for code in (0, 1) for trap in (0, 5)]
    assert all(each == told[0] for each in told)
    assert faces(begun(0, 3), 1) == faces(begun(0, 5), 1) != faces(begun(1, 3), 1)
    assert dict(begun(1, 3).view(1).players[0].fields)["code"] == "1"
    assert dict(begun(1, 3).view(2).players[0].fields)["code"] == "?"
    assert dict(begun(1, 3).view().table.fields)["trap"] == "4"


def test_rows_stay_within_their_bounds() -> None:
    state = begun(1, 3)
    features = Features(state.engine)
    row = numpy.array(features.row(state, 2))
    assert numpy.all(numpy.array(features.low) <= row) and numpy.all(row <= numpy.array(features.high))


def test_what_is_hidden_is_imagined() -> None:
    found: Counter[str] = Counter()
    for key in range(200):
        twin = begun(1, 3).determinize(2, key)
        assert twin.view(2) == begun(1, 3).view(2)
        found[dict(twin.view().players[0].fields)["code"]] += 1
        assert dict(begun(1, 3).determinize(1, key).view().players[0].fields)["code"] == "1"
    assert min(found["0"], found["1"]) > 70


@pytest.mark.parametrize("bot", ["uct 16", "ismcts 16", "greedy 4"])
def test_nobody_guesses_better_than_chance(bot: str) -> None:
    won = 0
    for number in range(60):
        state = game().start(2, number)
        state.play_option(make_bot(bot, number).choose(state))
        won += state.returns()[1] == 1
    low, high = wilson(won, 60)
    assert low <= 0.5 <= high


GUARDS = """
game "Guards" for 2 players

kind Guard:
    var strength: 0..5, seen by owner
    var mood: 0..3, seen by nobody
kind Field is Space:
    var mines: 0..3, seen by owner
card "Anna" is Guard, 4 copies

each player has:
    var points: 0..9
    zone camp: cards of Guard
    board ground: Field by row: 1..2, column: 1..2

value power of (g: Guard): 0..9 = 1 + strength of g
value weakness of (g: Guard): 0..99 = 20 - power of g

action attack (g: Guard where g in camp of player 1) in turn:
    requires weak: power of g < 9 else "{g} has {power of g}"
    raise points of me by 1
action post (g: Guard in camp of me) in turn:
    raise points of me by 1
window turn "your turn"

main:
    for each p in players:
        for i from 1 to 2:
            let g be the first c in Guard where c in box
            set owner of g to p
            move g to camp of p
    for i from 1 to 2:
        random n from 0..5
        random m from 0..3
        let c be (if i = 1 then "Anna" else "Anna" copy 2)
        set strength of c to n
        set mood of c to m
    random n from 0..3
    for each f in ground of player 1: set mines of f to n
    offer turn to player 2, no passing
    offer turn to player 1, no passing
    end game drawn
"""


@cache
def guards() -> Game:
    with TemporaryDirectory() as folder:
        (Path(folder) / "game.rules").write_text(GUARDS, encoding="utf-8")
        return load(folder)


def guarded(*outcomes: int) -> State:
    state = guards().start(2, 1, explicit_chance=True)
    for outcome in outcomes:
        state.apply_outcome(outcome)
    return state


DRAWN = ((0, 0, 0, 0, 0), (1, 2, 1, 3, 2), (1, 3, 2, 0, 1), (5, 0, 0, 3, 3))
"""Strength and mood of two guards of the first player, and the mines on his ground."""


def told_of(state: State, seat: int) -> list[object]:
    typed = (
        "show",
        "show Anna",
        "why strength of Anna",
        "why power of Anna",
        "why weakness of Anna",
        "why mines of A 1 1",
    )
    session = Session(guards(), state=state.clone(history=False))
    session.table.seat = seat
    return [
        state.view(seat),
        state.observation(seat),
        Features(state.engine).row(state, seat),
        [move.text for move in state.moves()],
        *(session.line(each).plain() for each in (*typed, "why not attack Anna", "why not post Anna", "what if 1")),
    ]


def test_fields_of_pieces_and_spaces_are_the_owners() -> None:
    """The second player is told the same, whatever they hold; the first one sees his own."""
    told = [told_of(guarded(*drawn), 2) for drawn in DRAWN]
    assert all(each == told[0] for each in told)
    own = guarded(2, 1, 4, 1, 3)
    camp = next(zone for zone in own.view(1).players[0].zones if zone.name == "camp")
    assert sorted(dict(item.fields)["strength"] for item in camp.items) == ["2", "4"]
    assert {dict(item.fields)["mood"] for item in camp.items} == {"?"}
    assert {dict(space.fields).get("mines") for space in own.view(1).players[0].boards[0].spaces} == {"3"}
    assert {dict(space.fields)["mines"] for space in own.view(2).players[0].boards[0].spaces} == {"?"}


def test_what_nobody_sees_tells_no_copy_from_another() -> None:
    """Two guards that differ only in what nobody sees are one move for their owner."""
    found: set[str] = set()
    for first, second in ((0, 0), (0, 3), (3, 0)):
        state = guarded(2, first, 2, second, 1)
        state.apply(0)
        assert state.actor == 1
        found.add(str([*state.moves(), state.view(1), state.why("power of Anna", 1)]))
    assert len(found) == 1


def test_guesses_draw_what_is_hidden_of_pieces_and_spaces() -> None:
    state = guarded(2, 1, 4, 1, 3)
    drawn = {str(state.determinize(2, key).view(1)) for key in range(20)}
    assert len(drawn) > 10
    own = {str(state.determinize(1, key).view(1)) for key in range(20)}
    assert own == {str(state.view(1))}


HIDING = """
game "Hiding" for 2 players

enum Place: pier, mill, barn, tower
enum Road: long, short
kind Town is Space
kind Hut is Space

each player has:
    var at: Hut or none, seen by owner
    var ally: Player, seen by nobody
    var guess: Hut or none

the table has:
    board map: Town by place: Place
    board huts: Hut by place: Place

links roads of map: pier - mill, mill - barn, barn - tower
links paths of huts: pier - mill, mill - barn, barn - tower

action seek (h: Hut in huts) in turn:
    requires near: h is not guess of me else "there you were"
    set guess of me to h
    if h is at of player 1: end game won by player 2
action hide (h: Hut in paths of (if at of me is none then huts[pier] else at of me)) in turn:
    requires apart: place of h is not barn else "the barn is full"
    nothing
window turn "your turn"

main:
    sealed for each p in players where seat of p = 1:
        choose h from huts by p as "where you hide"
    then:
        set at of p to h
    let n: 1..2 be 1
    random k from 1..2
    for each p in players where seat of p = k: set ally of player 1 to p
    offer turn to player 2, no passing
    offer turn to player 1, no passing
    end game drawn
"""


@cache
def hiding() -> Game:
    with TemporaryDirectory() as folder:
        (Path(folder) / "game.rules").write_text(HIDING, encoding="utf-8")
        return load(folder)


HUTS = ("huts pier", "huts mill", "huts barn", "huts tower")


def hidden(place: int, ally: int) -> State:
    state = hiding().start(2, 1, explicit_chance=True)
    state.apply(place)
    state.apply_outcome(ally)
    return state


def test_where_somebody_hides_is_his() -> None:
    """A secret field may name a space or a player: others are told the same wherever it points."""
    typed = ("show", "show A", "why at of A", "why ally of A", "why not seek tower", "moves", "what if 2", "log")
    told: list[list[object]] = []
    for place in range(4):
        for ally in (0, 1):
            state = hidden(place, ally)
            session = Session(hiding(), state=state.clone(history=False))
            session.table.seat = 2
            features = Features(state.engine)
            seen: list[object] = [
                state.view(2),
                state.observation(2),
                features.row(state, 2),
                state.information_state(2),
            ]
            told.append(seen + [session.line(each).plain() for each in typed])
            assert dict(state.view(1).players[0].fields)["at"] == HUTS[place]
            own = features.row(state, 1)
            assert all(low <= n <= high for low, n, high in zip(features.low, own, features.high, strict=True))
    assert all(each == told[0] for each in told)


def test_guesses_draw_where_somebody_may_hide() -> None:
    """Any hut or none, and never another space; any player, and never none."""
    state = hidden(1, 0)
    drawn = [state.determinize(2, key).view() for key in range(120)]
    assert {dict(view.players[0].fields)["at"] for view in drawn} == {"none", *HUTS}
    assert {dict(view.players[0].fields).get("ally", "A") for view in drawn} == {"A", "B"}
    state.apply(0)
    texts = {str([move.text for move in state.determinize(1, key).moves()]) for key in range(20)}
    assert texts == {str([move.text for move in state.moves()])}
