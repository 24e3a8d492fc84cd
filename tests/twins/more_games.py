"""More small games in which something is hidden."""

from __future__ import annotations

from typing import Final

SHEETS: Final = """\
game "Sheets" for 2 players
kind Card "card":
    worth: 0..9 = 1
card "Red Sheet" is Card:
    worth 2
card "Blue Sheet" is Card
card "Green Sheet" is Card
card "Grey Sheet" is Card:
    worth 5
kind Beast "beast":
    sheet: Card
piece "Wolf" is Beast:
    sheet "Red Sheet"
piece "Bear" is Beast:
    sheet "Blue Sheet"
each player has:
    zone hand "hand": cards of Card, seen by owner
    zone laid "laid": cards of Card, seen by faces
    var points: 0..9
the table has:
    zone deck "deck": stack of Card, seen by nobody
    zone field "field": cards of Beast
define rival of (p: Player) = the first q in players where q is not p
value fierce of (b: Beast): 0..99 = (if sheet of b in laid of player 1 then 9 else 1)
value harm of (b: Beast): 0..99 = worth of sheet of b
window turn "your turn", pass "wait"
action lay (c: Card in hand of me) in turn:
    turn c face down
    move c to laid of me
action loose (b: Beast in field) in turn:
    requires ready: me.points > 8 else "not yet"
    requires at_hand: sheet of b in laid of player 1 or sheet of b in laid of player 2 else "it lies elsewhere"
    raise me.points by 1
main:
    move each b in Beast to field
    move each c in Card to deck
    shuffle deck
    for each p in players: move top of deck to hand of p
    repeat at most 9 times:
        for each p in players: offer turn to p
    end game drawn
"""

ERRORS: Final = """\
game "Breaking" for 2 players
kind Card "card":
    danger: 0..9
    var friend: Card or none
card "Six" is Card, 3 copies:
    danger 6
card "Nil" is Card, 3 copies:
    danger 0
each player has:
    zone hand "hand": cards of Card, seen by owner
    var points: 0..9
the table has:
    zone deck "deck": stack of Card, seen by nobody
define rival of (p: Player) = the first q in players where q is not p
value fear of (p: Player): 0..9 = sum of danger of c for c in hand of p
value share of (p: Player): 0..99 = 12 / (sum of danger of c for c in hand of p)
value top_danger of (p: Player): 0..9 = p.points + danger of top of deck
window turn "your turn", pass "wait"
action burn in turn:
    requires ready: me.points > 8 else "not yet"
    requires some_fear: fear of (rival of me) > 0 else "no fear"
    raise me.points by 1
action gamble in turn:
    raise me.points by danger of top of deck
    raise me.points by danger of top of deck
action divide in turn:
    raise me.points by 12 / (1 + danger of top of deck)
main:
    move each c in Card to deck
    shuffle deck
    for each p in players: move each c in top 2 of deck to hand of p
    repeat at most 9 times:
        for each p in players: offer turn to p
    end game drawn
"""

TEAMS: Final = """\
game "Two against Two" for 4 players
kind Card "card":
    worth: 1..9
card "One" is Card, 4 copies:
    worth 1
card "Five" is Card, 4 copies:
    worth 5
card "Nine" is Card, 4 copies:
    worth 9
each player has:
    var side: 1..2
    var points: 0..99
    zone hand "hand": cards of Card, seen by owner
    zone open "open": cards of Card
the table has:
    zone deck "deck": stack of Card, seen by nobody
define partner of (p: Player) = the first q in players where q is not p and q.side = p.side
value strength of (p: Player): 0..99 = sum of worth of c for c in hand of p
window turn "your turn", pass "wait"
action tell (q: Player where q.side = me.side and q is not me) in turn: show hand of me to q
action give (c: Card in hand of me) in turn: move c to hand of (partner of me)
action lay (c: Card in hand of me) in turn: move c to open of me
action peek (q: Player where q is not me) in turn: show hand of q to me
main:
    for each p in players: set p.side to (if seat of p in 1..2 then 1 else 2)
    move each c in Card to deck
    shuffle deck
    for each p in players: move each c in top 2 of deck to hand of p
    repeat at most 4 times:
        for each p in players: offer turn to p
    end game scored by points
"""

CUPS: Final = """\
game "Cups" for 2 players
kind Die "die":
    var face: 1..6
piece "Die" is Die, 6 copies
each player has:
    var points: 0..9
    zone cup "cup": cards of Die, seen by owner
define rival of (p: Player) = the first q in players where q is not p
value sixes of (p: Player): 0..9 = number of d in cup of p where d.face = 6
value total of (p: Player): 0..99 = sum of d.face for d in cup of p
window turn "your turn", pass "wait"
action doubt (n: 0..3) in turn:
    requires ready: me.points > 8 else "not yet"
    requires it: sixes(rival of me) >= n else "there are {sixes(rival of me)}"
    raise me.points by 1
main:
    for each p in players:
        for i from 1 to 3: move the first d in Die where d in box to cup of p
        for each d in cup of p:
            random k from 1..6 on dice
            set d.face to k
    repeat at most 6 times:
        for each p in players: offer turn to p
    end game drawn
"""

VAULT: Final = """\
game "Vault" for 2 players
kind Coin "coin":
    worth: 1..9 = 1
card "Penny" is Coin, 4 copies
card "Crown" is Coin, 4 copies:
    worth 5
each player has:
    var points: 0..9
    zone purse "purse": cards of Coin, seen by owner, private
    zone vault "vault": cards of Coin, seen by owner, private
    zone tray "tray": cards of Coin
define rival of (p: Player) = the first q in players where q is not p
value wealth of (p: Player): 0..99 = size of vault of p
value full of (p: Player): 0..1 = (if size of purse of p > 1 then 1 else 0)
window turn "your turn", pass "wait"
action spend (c: Coin in purse of me) in turn: move c to tray of me
action rob in turn:
    requires ready: me.points > 8 else "not yet"
    requires rich: size of vault of (rival of me) > 1 else "only {size of vault of (rival of me)}"
    raise me.points by 1
main:
    for each p in players:
        for i from 1 to 2:
            move the first c in Coin where c is "Penny" and c in box to purse of p
            move the first c in Coin where c is "Crown" and c in box to vault of p
    repeat at most 6 times:
        for each p in players: offer turn to p
    end game drawn
"""

MORE: Final = {"sheets": SHEETS, "errors": ERRORS, "teams": TEAMS, "cups": CUPS, "vault": VAULT}
