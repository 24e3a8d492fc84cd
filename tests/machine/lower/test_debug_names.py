"""debug_names.py: what entities, fields, zones and boards are called, in the order of their numbers."""

from __future__ import annotations

import pytest
from machine.common import machine_of

from dsl.machine.ir.ops import LimitInfo, Names

TEXT = """
game "Words" for 2 players
option level of each player: 1..9 = 4
option loud: yes/no = yes
option mood: Suit = blue
enum Suit: red, blue "deep blue"
kind Square is Space
kind Room is Space
kind Card "card":
    suit: Suit = red
    var owed: 0..9, unlisted
    var bought: yes/no
each player has:
    zone hand "hand": cards of Card, seen by owner, at most 5
    var suits: Suit or none
the table has:
    zone deck: stack of Card, seen by nobody
    board grid: Square, 2 by 2
    board hall "great hall": Room, 2 by 2
    track heat "heat": 0..9:
        cold: 0..3
        hot: 4..9
card "Ace" is Card, 6 copies:
    text "Take two."
window turn "your turn", pass "done"
limit tries: 3 per turn
limit each_one: 1 per turn each Card
action buy (c: Card) in turn:
    uses tries
    uses each_one
    set c.bought to yes
main:
    random k from 1..6 on dice
    offer turn to player 1
"""


@pytest.fixture(scope="module")
def names() -> Names:
    """All words of the game."""
    return machine_of(TEXT).names


def test_entities_are_in_the_order_of_their_numbers(names: Names) -> None:
    """Players, spaces with their place (alike ones say their board), copies of cards with their text."""
    told = [(each.kind, each.title, each.copy, each.copies, each.player, each.where) for each in names.entities]
    assert told[:2] == [("Player", "", 1, 1, 1, ""), ("Player", "", 1, 1, 2, "")]
    spaces = [(kind, where) for kind, _, _, _, _, where in told if kind in ("Square", "Room")]
    assert spaces[:2] == [("Square", "grid a1"), ("Square", "grid a2")] and spaces[4] == ("Room", "great hall a1")
    assert [each for each in told if each[0] == "Card"] == [("Card", "Ace", n, 6, 0, "") for n in range(1, 7)]
    assert {each.text for each in names.entities if each.kind == "Card"} == {"Take two."}


def test_fields_say_where_they_lie_and_how_they_read(names: Names) -> None:
    """What is printed is in a table, what changes is in slots; an `or none` begins one lower."""
    fields = {each.name: each for each in names.fields}
    suit, owed, suits = fields["suit"], fields["owed"], fields["suits"]
    assert not suit.var and (suit.kind, suit.low, suit.high, suit.shown.what) == ("Card", 0, 1, "enum")
    assert owed.var and owed.unlisted and (owed.first, owed.last) == (len(names.entities) - 5, len(names.entities))
    assert suits.shown.or_none and (suits.low, suits.high, suits.kind) == (0, 2, "Player")
    assert fields["bought"].shown.what == "bool"
    track = fields["heat"].track
    assert track is not None and track.label == "heat"
    assert [(label, low, high) for label, low, high, _ in track.bands] == [("cold", 0, 3), ("hot", 4, 9)]


def test_zones_boards_and_the_rest(names: Names) -> None:
    """Whose they are, how they are seen, how many fit."""
    hand, deck = (next(each for each in names.zones if each.name == name) for name in ("hand", "deck"))
    assert (hand.owner_kind, hand.seen, hand.capacity, hand.instances) == ("player", "owner", 5, 2)
    assert (deck.owner_kind, deck.seen, deck.ordered) == ("table", "nobody", True)
    assert [(each.name, [size for _, size, _ in each.dims]) for each in names.boards] == [
        ("grid", [2, 2]),
        ("hall", [2, 2]),
    ]
    assert names.title == "Words" and names.windows == ("your turn",) and "dice" in names.streams
    assert dict(names.options) == {"level": "4, 4", "loud": "yes", "mood": "blue"}
    assert names.enums[0][1] == ("red", "deep blue")
    tries, each_one = names.limits
    assert isinstance(tries, LimitInfo) and (tries.name, tries.first, tries.last) == ("tries", 0, 0)
    assert (each_one.first, each_one.last) == (len(names.entities) - 5, len(names.entities))
