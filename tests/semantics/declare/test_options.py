"""Options, rulings and the number of players."""

from __future__ import annotations

import pytest
from semantics.common import body, checked, good, world_of

from dsl.semantics import model
from dsl.semantics.declare.options import declare_options


def test_options_are_constants() -> None:
    """Options and readings are fixed from outside; one for each player becomes a printed field of players."""
    text = """
option size: 1..9 = 3
option handicap of each player: 0..9 = 1
option fast: yes/no = no
ruling death "When?"
    reading soon "soon"
    reading late "late"
define a = size
define b (p: Player) = handicap of p
define c = death is late and fast
"""
    program = good(text)
    assert [option.value for option in program.options] == [3, [1, 1], 0, 0]
    chosen = good(text, options={"size": "5", "handicap": [2, 4], "fast": "yes", "death": "late"}, players=2)
    assert [option.value for option in chosen.options] == [5, [2, 4], 1, 1]
    a = body(chosen, "a")
    assert isinstance(a, model.Const) and (a.value, a.type) == (5, model.Int(5, 5))
    b = body(chosen, "b")
    assert isinstance(b, model.FieldOf) and b.field.printed == [2, 4]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"sise": 3}, "E101"),
        ({"size": 30}, "E106"),
        ({"size": "big"}, "E104"),
        ({"death": "never"}, "E101"),
        ({"death": [0, 0]}, "E104"),
        ({"size": [1, 1]}, "E104"),
    ],
)
def test_options_from_outside_are_checked(options: dict[str, int | str | list[int]], code: str) -> None:
    """An unknown name, an unknown reading, a value out of range."""
    text = 'game "X" for 2 players\noption size: 1..9 = 3\nruling death "When?"\n    reading soon "soon"\n'
    program, bag = checked(text, options=options)
    assert program is None
    assert [said.code for said in bag.all()] == [code]


@pytest.mark.parametrize("players", [None, 2, 3, 4])
def test_players_in_the_wrong_order_are_one_mistake(players: int | None) -> None:
    """`4..2` is told once, whatever number of players is asked for."""
    _, bag = checked('game "X" for 4..2 players\nmain: nothing\n', players=players)
    assert [said.code for said in bag.all()] == ["E106"]


def test_numbers_of_players() -> None:
    """The lowest number when none is given; a number outside the game's is refused."""
    text = 'game "X" for 2..4 players\n'
    assert [checked(text, players=number)[0] is not None for number in (None, 1, 2, 4, 5)] == [
        True,
        False,
        True,
        True,
        False,
    ]


def test_rulings_are_options_with_readings() -> None:
    """The first reading holds, unless another one is chosen; declared again, the names are taken."""
    world = world_of(
        'ruling order "who begins"\n    reading eldest "the eldest"\n    reading youngest "the youngest"\n'
    )
    ruling = world.choices.options["order"]
    assert ruling.ruling and ruling.value == 0 and isinstance(ruling.type, model.EnumOf)
    assert ruling.type.enum.values == ["eldest", "youngest"]
    before = len(world.bag.all())
    declare_options(world)
    assert len(world.bag.all()) == before + 1
