"""One mistake is one message: what a declaration with a mistake would have made is missed nowhere else."""

from __future__ import annotations

import pytest
from semantics.common import checked

GAME = """game "Market" for 2 players
enum Suit: red, gold
kind Good
kind Card is Good:
    suit: Suit or none = none
    cost: 0..9
kind Stall is Space:
    zone wares: cards of Card
each player has:
    zone hand: cards of Card, seen by owner
    var coins: 0..9
    var liked: Suit
    var best: Card or none
the table has:
    zone deck: stack of Card
    board row: Stall by number: 1..3
card "Lamp" is Card, 2 copies:
    cost 1
card "Torch" is Card:
    cost 2
pack red of Suit:
    2 "Torch"
card "{suit} rag" is Card, each Suit:
    cost 0
define price of (c: Card) = cost of c + (if suit of c is red then 1 else 0)
value worth of (c: Card): 0..9 = cost of c
modify worth of c to 3 when c is "Lamp"
event pay_for (c: Card) by (p: Player): lower p.coins by price of c
before pay_for c by p when p.liked is red: set p.best to c
limit buys: 1 per turn_of each player
window turn
action buy (c: Card in deck) in turn:
    uses buys
    pay worth of c from me.coins
    pay_for c by me
    move c to hand of me
    move top of deck to row[1]
procedure turn_of (p: Player):
    offer turn to p
main:
    move Card to deck
    shuffle deck
    move "Lamp" to wares of row[2]
    for each p in players: turn_of p
    end game scored by coins
scenario "lamps":
    given:
        move "Lamp" to hand of A
        set A.best to "Torch"
    run turn_of A
    A cannot "buy Torch"
    A does "pass"
    expect number of s in Stall where size of wares of s > 0 = 0 and A.liked is red
"""

SLIPS = [
    ("kind Card is Good", "kind Card is Godo"),
    ("suit: Suit or", "suit: Siut or"),
    ("cost: 0..9", "cost: 9..0"),
    ("cost: 0..9", "cost: number"),
    ("kind Stall is Space", "kind Stall is Spcae"),
    ("wares: cards of Card", "wares: cards of Crad"),
    ("hand: cards of Card", "hand: cards of Cards"),
    ("var coins: 0..9", "var coins: whole"),
    ("var liked: Suit", "var liked: Suti"),
    ("var best: Card", "var best: Crad"),
    ("deck: stack of Card", "deck: stack of card"),
    ("row: Stall by", "row: Stal by"),
    ("row: Stall by number: 1..3", "row: Stall by number: Nubmer"),
    ('card "Lamp" is Card', 'card "Lamp" is Crad'),
    ('card "Torch" is Card', 'card "Torch" is Player'),
    ("pack red of", "pack rde of"),
    ("is Card, each Suit", "is Card, each Siut"),
    ("price of (c: Card)", "price of (c: Crad)"),
    ("worth of (c: Card)", "worth of (c: Crad)"),
    ("worth of (c: Card): 0..9", "worth of (c: Card): 0..many"),
    ("pay_for (c: Card)", "pay_for (c: Crad)"),
    ("1 per turn_of", "1 per turn_fo"),
    ("(c: Card in deck) in turn", "(c: Card in deck) in trun"),
    ("turn_of (p: Player)", "turn_of (p: Palyer)"),
]


def test_the_game_is_right() -> None:
    _, bag = checked(GAME)
    assert not bag.has_errors


@pytest.mark.parametrize(("right", "wrong"), SLIPS, ids=[wrong for _, wrong in SLIPS])
def test_a_slip_is_told_once(right: str, wrong: str) -> None:
    assert right in GAME
    _, bag = checked(GAME.replace(right, wrong, 1))
    told = [f"{each.span.line if each.span else 0}: {each.message}" for each in bag.all() if each.severity == "error"]
    assert len(told) == 1, told
