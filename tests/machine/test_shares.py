"""How a zone is made up: a piece takes a place of the first share it fits; what fits can be moved, and nothing else."""

from __future__ import annotations

import pytest
from breadth import many
from hypothesis import given, settings
from hypothesis import strategies as st
from machine.common import Play, PlayError, failures, machine_of, play

from dsl.backends.python.backend import Python

KINDS = """
kind Card
kind Commander is Card
kind Unit is Card
kind Hero is Unit
kind Support is Card
kind Coin
each player has:
    zone hand: cards of Card, at most 4: 1 Commander and 1 Hero and 2 Unit
    zone rest: stack of Card, at most 3
the table has:
    zone heap: cards of Piece
    zone chest: bag of Piece, at most 5: 2 Coin
    var moves: 0..99
piece "Ada" is Commander
piece "Bea" is Commander
piece "Ann" is Hero, 3 copies
piece "Ox" is Unit, 3 copies
piece "Mina" is Support, 3 copies
piece "Penny" is Coin, 3 copies
event put (c: Piece) into (z: zone of Piece): move c to z
"""


@pytest.mark.parametrize(
    ("move", "times"),
    [
        ('move "Ox" to hand of player 1', 1),
        ('move "Mina" to hand of player 1', 0),
        ('move "Ox" to rest of player 1', 0),
        ("move (each c in Card) to hand of player 1", 1),
        ("move (each c in Support) to hand of player 1", 0),
        ("move (each c in Card) to chest", 0),
        ("move (each c in Piece) to box", 0),
    ],
)
def test_shares_are_asked_only_where_they_count(move: str, times: int):
    """Of zones without shares, and of kinds without one, nothing is asked."""
    kinds = KINDS.rpartition("event")[0]
    assert failures(machine_of(f"{kinds}main:\n    {move}\n    end game drawn"), "BOUND") == times


@pytest.mark.parametrize("rule", ["", "after move x to z: raise moves by 1\n", "before move x to z: nothing\n"])
@pytest.mark.parametrize("through", ["move {} to {}", "put {} into {}"])
@pytest.mark.parametrize(
    ("first", "second", "zone", "fits"),
    [
        ('"Ada"', '"Bea"', "hand of player 1", False),
        ('"Ada"', '"Ada"', "hand of player 1", True),
        ('"Ann"', '"Ann" copy 2', "hand of player 2", False),
        ('"Ox"', '"Ann"', "hand of player 2", True),
        ('"Mina"', '"Mina" copy 2', "hand of player 1", True),
        ('"Penny"', '"Penny" copy 2', "chest", True),
        ('"Ada"', '"Bea"', "rest of player 1", True),
    ],
)
def test_a_place_that_is_taken_is_an_error(rule: str, through: str, first: str, second: str, zone: str, *, fits: bool):
    """With rules on `move` and without, also where the zone is handed on; a move within the zone is none."""
    lines = "\n    ".join(through.format(piece, zone) for piece in (first, second))
    text = f"{KINDS}{rule}main:\n    {lines}\n    end game drawn"
    if fits:
        assert play(text).over
        return
    with pytest.raises(PlayError) as caught:
        play(text)
    assert caught.value.code == "BOUND"


def test_a_set_fills_the_shares_until_one_is_full():
    """The third unit that is no hero has no place."""
    text = KINDS + "main:\n    move (each u: Unit in Card where {}) to hand of player 1\n    end game drawn"
    assert len(play(text.format('u is "Ox" and u is not "Ox" copy 3')).zone("hand")) == 2
    with pytest.raises(PlayError):
        play(text.format('u is "Ox"'))


GAME = (
    KINDS
    + """
define fits (c: Piece) = c fits in hand of player 1
define fits_chest (c: Piece) = c fits in chest
event probe (c: Piece) into (z: zone of Piece):
    if c fits in z: raise moves by 1
main:
    repeat at most 60 times:
        choose c from Piece by player 1
        choose one by player 1:
            option "hand" if fits(c): move c to hand of player 1
            option "chest" if fits_chest(c): move c to chest
            option "heap": move c to heap
            option "probe": probe c into hand of player 1
"""
)
_SHARED: list[tuple[Play, Python]] = []
SHARE = {"Ada": 0, "Bea": 0, "Ann": 1, "Ox": 2}
MOST = [1, 1, 2]


def allowed(hand: list[str], title: str) -> bool:
    """Whether a hand takes one more: what the declaration says, in other words."""
    if title == "Penny" or len(hand) >= 4:
        return False
    share = SHARE.get(title)
    return share is None or sum(SHARE.get(other) == share for other in hand) < MOST[share]


@pytest.mark.wide
@settings(max_examples=many(30, 100))
@given(st.lists(st.tuples(st.integers(0, 13), st.integers(0, 3)), max_size=25))
def test_what_fits_is_what_the_shares_leave_room_for(steps: list[tuple[int, int]]):
    """Whatever lies where: the question says what the declaration says, in both backends, also of a zone handed on."""
    if not _SHARED:
        made = Play(machine_of(GAME))
        _SHARED.append((made, Python(made.machine)))
    game, generated = _SHARED[0]
    entities = game.machine.names.entities
    titles = {number: info.title for number, info in enumerate(entities, 1) if number >= game.machine.first_piece}
    lies = dict.fromkeys(titles, "box")
    backends = [game.backend, generated]
    positions = [backend.new_position(1) for backend in backends]
    for position, backend in zip(positions, backends, strict=True):
        backend.run(position, game.env)
    probed = 0
    for number, where in steps:
        piece = game.machine.first_piece + number
        hand = [titles[other] for other, place in lies.items() if place == "hand" and other != piece]
        coins = sum(titles[other] == "Penny" for other, place in lies.items() if place == "chest" and other != piece)
        others = sum(place == "chest" for other, place in lies.items() if other != piece)
        in_hand = lies[piece] == "hand" or allowed(hand, titles[piece])
        in_chest = lies[piece] == "chest" or (others < 5 and (titles[piece] != "Penny" or coins < 2))
        wanted = [*([(0,)] if in_hand else []), *([(1,)] if in_chest else []), (2,), (3,)]
        for position, backend in zip(positions, backends, strict=True):
            backend.choose(position, (piece,))
            backend.run(position, game.env)
            assert backend.options(position) == wanted
            backend.choose(position, (where,) if (where,) in wanted else (2,))
            backend.run(position, game.env)
        done = where if (where,) in wanted else 2
        probed += done == 3 and in_hand
        lies[piece] = ["hand", "chest", "heap", lies[piece]][done]
    moves = next(field for field in game.machine.names.fields if field.name == "moves")
    assert [position[moves.base] for position in positions] == [probed, probed]
    assert positions[0] == positions[1]
