"""Small games whose zones and fields are seen by some: a code, a hand that all others see, what a side shares."""

from __future__ import annotations

from typing import Final

CODES: Final = """\
game "Codes" for 3 players
enum Tint: red, green, blue
each player has:
    var code: 0..9, seen by owner
    var tint: Tint, seen by owner
    var points: 0..9
the table has:
    var trap: 1..6, seen by nobody
value worth of (p: Player): 0..99 = code of p * 2 + trap
value warm of (p: Player): 0..1 = (if code of p > 4 or p.tint is red then 1 else 0)
window turn "your turn", pass "wait"
action guess (q: Player where q is not me) for (n: 0..9) in turn:
    requires ready: me.points > 7 else "not yet"
    requires near: code of q >= n else "it is {code of q}"
    raise me.points by 1
action change in turn:
    random k from 0..9
    set me.code to k
    say "{me} has another code"
action spring in turn:
    requires ready: me.points > 7 else "not yet"
    requires open: trap > 3 else "the trap is {trap}"
    raise me.points by trap
main:
    random t from 1..6
    set trap to t
    sealed for each p in players:
        choose n from 0..9 as "your code"
        choose c from Tint as "your tint"
    then:
        set p.code to n
        set p.tint to c
    repeat at most 6 times:
        for each p in players: offer turn to p
    end game scored by points
"""
HANABI: Final = """\
game "Fireworks" for 3 players
enum Suit: red, blue
kind Card "card":
    rank: 1..5
    suit: Suit = red
card "One" is Card, 4 copies:
    rank 1
card "Two" is Card, 4 copies:
    rank 2
card "Five" is Card, 4 copies:
    rank 5, suit blue
each player has:
    zone hand "hand": row of Card, seen by p where p is not owner
    var clues: 0..9
the table has:
    zone deck "deck": stack of Card, seen by nobody
    zone played "played": row of Card
value total of (p: Player): 0..99 = sum of rank of c for c in hand of p
value reds of (p: Player): 0..9 = number of c in hand of p where c.suit is red
window turn "your turn", pass "wait"
action play (c: Card in hand of me) in turn:
    move c to played
    if size of deck > 0: move top of deck to hand of me
action clue (q: Player where q is not me) in turn: raise q.clues by 1
action swap_first in turn:
    let c be bottom of hand of me
    if c is not none: move c to hand of me
main:
    move each c in Card to deck
    shuffle deck
    for each p in players: move each c in top 3 of deck to hand of p
    repeat at most 5 times:
        for each p in players: offer turn to p
    end game drawn
"""
SIDES: Final = """\
game "Sides" for 4 players
kind Card "card":
    worth: 1..9
card "One" is Card, 5 copies:
    worth 1
card "Five" is Card, 5 copies:
    worth 5
card "Nine" is Card, 5 copies:
    worth 9
each player has:
    var side: 1..2
    var points: 0..99
    zone hand "hand": cards of Card, seen by p where p.side is owner.side
the table has:
    zone deck "deck": stack of Card, seen by nobody
value strength of (p: Player): 0..99 = sum of worth of c for c in hand of p
window turn "your turn", pass "wait"
action give (c: Card in hand of me) to (q: Player where q is not me) in turn: move c to hand of q
action bury (c: Card in hand of me) in turn: move c to bottom of deck
action draw in turn:
    if size of deck > 0: move top of deck to hand of me
main:
    for each p in players: set p.side to (if seat of p in 1..2 then 1 else 2)
    move each c in Card to deck
    shuffle deck
    for each p in players: move each c in top 2 of deck to hand of p
    repeat at most 4 times:
        for each p in players: offer turn to p
    end game scored by points
"""

SEEN: Final = {"codes": CODES, "hanabi": HANABI, "sides": SIDES}
