"""Small games in which it is known beforehand what the lab must find."""

COIN = """game "Coin" for 2 players
option chance_of_a: 0..100 = 50
window wait "wait"
action go in wait: nothing
main:
    for each p in players: offer wait to p, no passing
    random n from 1..100 on coin
    if n <= chance_of_a: end game won by player 1 because "heads"
    end game won by player 2 because "tails"
"""

NIM = """game "Nim" for 2 players
the table has:
    var left: 0..21 = 21
window turn "your turn"
action take_one in turn: lower left by 1
action take_two in turn:
    requires left >= 2
    lower left by 2
main:
    repeat at most 21 times:
        for each p in players:
            offer turn to p, no passing
            if left = 0: end game won by p because "the last one"
"""

CARDS = """game "Cards" for 2 players
use "decks"
option strong: 0..40 = 0
option weak: 0..20 = 0
kind Card:
    worth: 0..20 = 10
card "Twin One" is Card, 4 copies
card "Twin Two" is Card, 4 copies
card "Hero" is Card, 4 copies
card "Dud" is Card, 4 copies
each player has:
    zone hand: cards of Card, seen by owner
    var points: 0..400
the table has:
    zone deck: bag of Card, seen by nobody
    zone pile: stack of Card
window turn "your turn"
define loss of (c: Card) = (if c is "Dud" then min(weak, c.worth) else 0)
define gain of (c: Card) = c.worth + (if c is "Hero" then strong else 0) - loss of c
action play (c: Card in hand of me) in turn:
    move c to pile
    raise me.points by gain of c
main:
    move Card to deck
    for each p in players:
        for i from 1 to 4: draw_random from deck to hand of p
    for i from 1 to 2:
        for each p in players: offer turn to p, no passing
    for each p in players:
        random n from 1..40 on fate
        raise p.points by n
    end game scored by points
"""
