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

BLUFFS: Final = """\
game "Bluffs" for 3 players
enum Mood: calm, angry
kind Guard "guard":
    rank: 1..3 = 1
    var strength: 0..5, seen by owner
    var mood: Mood, seen by nobody
    var wounds: 0..3
card "Anna" is Guard, 6 copies
card "Boris" is Guard, 6 copies:
    rank 2
kind Field is Space:
    var mines: 0..3, seen by owner
    var depth: 0..4, seen by nobody
    var tracks: 0..9
each player has:
    var points: 0..9
    board ground: Field by row: 1..2, column: 1..2
    zone camp "camp": cards of Guard
    zone hand "hand": cards of Guard, seen by owner
    zone front "front": row of Guard, seen by faces
define rival of (p: Player) = the first q in players where q is not p
value power of (g: Guard): 0..99 = rank of g + strength of g
value danger of (f: Field): 0..99 = mines of f + depth of f
value force of (p: Player): 0..99 = sum of strength of g for g in camp of p
value angry of (p: Player): 0..9 = number of g in camp of p where g.mood is angry
window turn "your turn", pass "wait"
action scout (q: Player where q is not me) in turn:
    if force(q) > 4: raise me.points by 1
action post (g: Guard in hand of me) in turn: move g to camp of me
action hide (g: Guard in hand of me) in turn:
    turn g face down
    move g to front of me
action train (g: Guard in camp of me) in turn:
    random k from 0..5
    set strength of g to k
action upset (g: Guard in camp of me) in turn:
    random k from 0..1
    if k = 1: set mood of g to angry
    else: set mood of g to calm
action dig (f: Field in ground of me) in turn:
    random k from 0..3
    set mines of f to k
    raise tracks of f by 1
action attack (g: Guard where g in camp of (rival of me)) in turn:
    requires ready: me.points > 8 else "not yet"
    requires weak: power of g < 4 else "{g} has {power of g}"
    raise me.points by 1
action step (f: Field where f in ground of (rival of me)) in turn:
    requires ready: me.points > 8 else "not yet"
    requires safe: danger of f < 2 else "{mines of f} mines"
    raise me.points by 1
main:
    for each p in players:
        for i from 1 to 4:
            let g be the first c in Guard where c in box
            if g is not none:
                set owner of g to p
                if i > 2: move g to hand of p
                else: move g to camp of p
        for each f in ground of p:
            random k from 0..3
            set mines of f to k
            random d from 0..4
            set depth of f to d
    for each g in Guard:
        random k from 0..5
        set strength of g to k
        random m from 0..1
        if m = 1: set mood of g to angry
    repeat at most 6 times:
        for each p in players: offer turn to p
    end game drawn
"""

HINTS: Final = """\
game "Hints" for 3 players
enum Suit: red, blue
kind Card "card":
    suit: Suit
    rank: 1..3
card "{suit} 1" is Card, 3 copies each Suit:
    rank 1
card "{suit} 2" is Card, 3 copies each Suit:
    rank 2
card "{suit} 3" is Card, each Suit:
    rank 3
each player has:
    zone hand "hand": row of Card, seen by p where p is not owner
    zone bag "bag": cards of Card, seen by owner
the table has:
    zone deck "deck": stack of Card, seen by nobody
    zone played "played": row of Card
value total of (p: Player): 0..99 = sum of rank of c for c in hand of p
value reds of (p: Player): 0..9 = number of c in bag of p where c.suit is red
value first of (p: Player): 0..9 = (if size of hand of p > 0 then rank of (bottom of hand of p) else 0)
window turn "your turn", pass "wait"
action play (c: Card in hand of me) in turn:
    move c to played
    if size of deck > 0: move top of deck to hand of me
action keep (c: Card in hand of me) in turn: move c to bag of me
action drop (c: Card in bag of me) in turn: move c to bottom of deck
action hint (x: Suit in Suit) to (q: Player where q is not me) in turn:
    for each c in hand of q: tell players whether c.suit is x
action whisper (q: Player where q is not me) in turn:
    for each c in hand of q: tell q whether c.rank > 1
action boast in turn:
    for each c in bag of me: tell players that c.rank > 0
    for each c in bag of me: tell (each q in players where q is not player 1) suit of c
main:
    move each c in Card to deck
    shuffle deck
    for each p in players: move each c in top 3 of deck to hand of p
    repeat at most 5 times:
        for each p in players: offer turn to p
    end game drawn
"""

SEEN: Final = {"hints": HINTS, "codes": CODES, "fireworks": HANABI, "sides": SIDES, "bluffs": BLUFFS}
