"""Pieces go only where they may lie: known beforehand, or asked in play."""

from __future__ import annotations

import pytest
from machine.common import PlayError, failures, machine_of, play

KINDS = """
kind Unit:
    var damage: 0..9
kind Hero is Unit
kind Coin
kind Gem
each player has:
    zone hand: cards of Unit
the table has:
    zone pile: stack of Hero or Coin
    zone chest: bag of Piece
    var moves: 0..9
piece "Ox" is Unit
piece "Elk" is Unit
piece "Ann" is Hero
piece "Penny" is Coin, 2 copies
piece "Ruby" is Gem
event put (c: Piece) into (z: zone of Piece): move c to z
"""


@pytest.mark.parametrize(
    ("move", "times"),
    [
        ('move "Ox" to hand of player 1', 0),
        ('move "Ann" to hand of player 1', 0),
        ("move (each u in Hero) to pile", 0),
        ("move (each u in Coin) to pile", 0),
        ("move (each u in Unit) to pile", 1),
        ("move (each c in Piece) to chest", 0),
        ("move (each c in Piece) to box", 0),
        ("move hand of player 1 to hand of player 2", 0),
        ("move pile to hand of player 1", 1),
        ("for each c in Piece:\n        if c is Unit: move c to hand of player 1", 0),
        ("for each c in Piece: move c to hand of player 1", 1),
    ],
)
def test_what_is_known_is_not_asked(move: str, times: int):
    """Only where the types leave it open."""
    kinds = KINDS.rpartition("event")[0]
    assert failures(machine_of(f"{kinds}main:\n    {move}\n    end game drawn"), "PLACE") == times


@pytest.mark.parametrize(
    ("piece", "zone", "fits"),
    [
        ('"Ox"', "hand of player 1", True),
        ('"Ann"', "hand of player 2", True),
        ('"Penny" copy 2', "hand of player 1", False),
        ('"Ann"', "pile", True),
        ('"Penny"', "pile", True),
        ('"Ox"', "pile", False),
        ('"Ruby"', "pile", False),
        ('"Ruby"', "chest", True),
        ('"Ruby"', "box", True),
    ],
)
def test_a_zone_that_is_handed_on_takes_its_pieces(piece: str, zone: str, fits: bool):
    """The zone itself says what may lie in it, whatever the parameter says."""
    text = f"{KINDS}main:\n    put {piece} into {zone}\n    end game drawn"
    if fits:
        assert play(text).over
        return
    with pytest.raises(PlayError) as caught:
        play(text)
    assert caught.value.code == "PLACE"


@pytest.mark.parametrize("rule", ["", "after move x to z: raise moves by 1\n", "before move x to z: nothing\n"])
def test_moves_with_rules_are_asked_too(rule: str):
    """With rules on `move` as without."""
    text = f"{KINDS}{rule}main:\n    move (each c in Unit where c is Hero) to pile\n    end game drawn"
    assert play(text).over
    with pytest.raises(PlayError) as caught:
        play(text.replace("c is Hero", "c is not Hero"))
    assert caught.value.code == "PLACE"


def test_nothing_is_moved_nowhere():
    """Moving none does nothing, wherever."""
    for move in ("put (the first c in Coin where no) into pile", "move top of pile to hand of player 1"):
        assert play(f"{KINDS}main:\n    {move}\n    end game drawn").over
