"""weave/payments.py: what a move must be able to pay, before it is offered."""

from __future__ import annotations

import pytest
from golden import golden
from machine.common import Play
from machine.lowered import lowered, told

TEXT = """
enum Stuff: wood, ore
each player has:
    var gold: 0..20 = 5
    var fame: -3..9
    var store: bag of Stuff up to 9
the table has:
    var price: 0..9 = 2
window turn "turn", pass "done"
action build in turn:
    let cost be price + 1
    pay cost from me.gold
    pay price from me.gold
action boast in turn:
    pay 2 from me.fame
action mine (n: 1..4) in turn:
    pay n from me.store[ore]
    pay {wood, ore} from me.store
action late (n: 1..4) in turn:
    if n > 2: pay 9 from me.gold
    let rest be me.gold
    random k from 1..6 on dice
    pay k from me.gold
main:
    for each p in Player: raise p.store by {wood, 3 ore}
    offer turn to player 1
"""
BUILD, BOAST, MINE, LATE = 1, 2, 3, 4


@pytest.fixture
def game() -> Play:
    """The game at its first question."""
    return Play(lowered(TEXT))


def test_what_is_asked_before_a_move_is_offered() -> None:
    """Amounts from one field are added up, `let` is looked through, the lower end of the field counts."""
    golden("goldens/machine/lower/payments.txt", told(lowered(TEXT), "moves of turn", "payable"))


@pytest.mark.parametrize(("price", "gold", "offered"), [(2, 5, True), (2, 4, False), (3, 6, False), (3, 7, True)])
def test_two_payments_must_be_possible_together(game: Play, price: int, gold: int, offered: bool) -> None:
    """price + 1, and price."""
    game.S[game.slot("price")], game.S[game.slot("gold", 1)] = price, gold
    assert ((BUILD, 0) in game.options()) is offered


@pytest.mark.parametrize(("fame", "offered"), [(0, True), (-1, True), (-2, False)])
def test_a_field_is_paid_from_down_to_its_end(game: Play, fame: int, offered: bool) -> None:
    """-3 is the lowest that fame can be."""
    game.S[game.slot("fame", 1)] = fame
    assert ((BOAST, 0) in game.options()) is offered


def test_of_a_bag_there_must_be_enough_of_each_value(game: Play) -> None:
    """3 ore are enough for 2 and 1 more, with a wood; without wood for nothing."""
    mines = [option[2] for option in game.options() if option[0] == MINE]
    assert mines == [1, 2]
    game.S[game.slot("store", 1)] = game.S[game.slot("store", 1)] - 1
    assert [option for option in game.options() if option[0] == MINE] == []


def test_only_payments_known_beforehand_are_requirements(game: Play) -> None:
    """What is paid under an `if`, or by a die, is not asked for."""
    game.S[game.slot("gold", 1)] = 0
    assert [option[0] for option in game.options()] == [BOAST, MINE, MINE, LATE, LATE, LATE, LATE, 0]
