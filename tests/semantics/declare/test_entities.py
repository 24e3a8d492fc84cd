"""The numbers of things, what they print, and where fields and zones begin."""

from __future__ import annotations

from semantics.common import body, codes, good, units, world_of

from dsl.semantics import model
from dsl.semantics.declare.entities import number_entities


def test_pieces_are_numbered_by_kind() -> None:
    """Players, spaces, pieces; sub-kinds and copies stand together."""
    program = units("kind Field is Space\nthe table has:\n    board map: Field by x: 1..3, y: 1..2\n")
    kinds = {kind.name: (kind.first, kind.last) for kind in program.kinds}
    assert kinds["Player"] == (1, 2)
    assert kinds["Field"] == kinds["Space"] == (3, 8)
    assert kinds["Piece"] == kinds["Unit"] == (9, 11)
    assert kinds["Hero"] == (11, 11)
    cards = {card.title: (card.first, card.last, card.stand_in) for card in program.cards}
    assert cards == {"Ann": (11, 11, False), "Bob": (9, 10, True)}
    assert program.entity_count == 11
    x, y = (field for field in program.fields if field.name in "xy")
    assert (x.printed, y.printed) == ([1, 1, 2, 2, 3, 3], [1, 2, 1, 2, 1, 2])


def test_printed_values_follow_the_pieces() -> None:
    """A printed field has a value for each piece of its kind; sets are bit masks."""
    program = units("")
    tables = {field.name: field.printed for field in program.fields if not field.var}
    assert tables["attack"] == [2, 2, 3]
    assert tables["life"] == [1, 1, 1]
    assert tables["marks"] == [0, 0, 3]


def test_fields_start_as_the_language_says() -> None:
    """Default, else no, the lowest number (0 if allowed), the first value, none."""
    program = good(
        """
enum Colour: red, green
kind A:
    var a: 0..9
    var b: 3..9
    var c: -5..5
    var d: Colour
    var e: Colour or none
    var f: A or none
    var g: yes/no
    var h: Colour or none = green
    var i: A or none = "Z"
    var j: set of Colour = {green}
piece "Z" is A
"""
    )
    starts = {field.name: field.default for field in program.fields}
    expected = {"a": 0, "b": 3, "c": 0, "d": 0, "e": 0, "f": 0, "g": 0, "h": 2, "i": 3, "j": 2}
    assert {name: starts[name] for name in expected} == expected
    assert starts["face_up"] == 1 and starts["owner"] == 0


def test_zones_have_instances_and_capacities() -> None:
    """One instance for each owner, in the order of the owners; the capacity is the number of such pieces."""
    program = units(
        """
the table has:
    zone pile: row of Hero or Unit, at most 2, private, active
kind Box:
    zone inside: bag of Hero
piece "B" is Box, 3 copies
"""
    )
    zones = {zone.name: (zone.first, zone.instances, zone.capacity) for zone in program.zones}
    assert zones == {"inside": (1, 3, 1), "hand": (4, 2, 3), "deck": (6, 2, 3), "pile": (8, 1, 2)}
    pile = next(zone for zone in program.zones if zone.name == "pile")
    assert (pile.ordered, pile.seen, pile.active, pile.private_count) == (True, "all", True, True)


def test_players_have_seats() -> None:
    """Every player has a printed number, from 1, in games of every size."""
    text = "define a (p: Player) = p.seat\ndefine b = seat of player 2\n"
    for players in (2, 4):
        program = good(f'game "X" for 2..4 players\n{text}', players=players)
        for node in (body(program, "a"), body(program, "b")):
            assert isinstance(node, model.FieldOf) and not node.field.var
            assert node.field.printed == [*range(1, players + 1)]


def test_too_many_pieces_are_no_game() -> None:
    """One message, and no number of things."""
    copies = "".join(f'card "{number}" is A, 999 copies\n' for number in range(25))
    world = world_of(f"kind A\n{copies}")
    assert codes(world) == ["E106"] and number_entities(world) == 0
