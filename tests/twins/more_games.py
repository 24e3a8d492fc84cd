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
action bet (n: 0..3) in turn:
    tells "whether he has so many":
        if sixes(rival of me) >= n: raise me.points by 1
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

LAIRS: Final = """\
game "Lairs" for 3 players
enum Mood: calm, angry
kind Spot is Space:
    zone here: cards of Spy, seen by faces
kind Spy "spy":
    rank: 1..3 = 1
    var mark: Player or none, seen by owner
    var base: Spot or none, seen by owner
    var handler: Player, seen by nobody
card "Ann" is Spy, 4 copies
card "Bob" is Spy, 4 copies:
    rank 2
the table has:
    board town: Spot by place: 1..6
    var culprit: Player or none, seen by nobody
    var scene: Spot or none, seen by nobody
each player has:
    var lair: Spot or none, seen by owner
    var ally: Player or none, seen by owner
    var code: word, seen by owner
    var points: 0..9
    zone hand "hand": cards of Spy, seen by owner
value distance of (p: Player): 0..9 = (if p.lair is none then 9 else place of p.lair)
value liked of (p: Player): 0..9 = number of q in players where q.ally is p
value same of (p: Player): 0..9 = number of q in players where q is not p and q.lair is p.lair and q.lair is not none
value letters of (p: Player): 0..30 = length of p.code
value guilty of (p: Player): 0..1 = (if culprit is p then 1 else 0)
value near of (s: Spot): 0..9 = number of q in players where q.lair is s
value marked of (p: Player): 0..9 = number of u in Spy where u.mark is p
value hunted of (u: Spy): 0..9 = (if u.mark is none then 0 else seat of u.mark) + place of u.base
value rankhere of (s: Spot): 0..99 = sum of rank of u for u in here of s
window turn "your turn", pass "wait"
action search (s: Spot in town) in turn:
    requires ready: me.points > 7 else "not yet"
    requires there: some q in players where q is not me and q.lair is s else "nobody hides at {s}, {near of s}"
    raise me.points by 1
action accuse (q: Player where q is not me) in turn:
    requires ready: me.points > 7 else "not yet"
    requires guilty: culprit is q else "it was {culprit}, at {scene}"
    raise me.points by 1
action flirt (q: Player where q is not me) in turn:
    requires ready: me.points > 7 else "not yet"
    requires loved: q.ally is me else "{q} loves {ally of q}"
    raise me.points by 1
action post (u: Spy in hand of me) at (s: Spot in town) in turn:
    turn u face down
    move u to here of s
action surprise (q: Player where q is not me) at (s: Spot in town) in turn:
    tells "whether he hides there, and whose friend he is":
        if q.lair is s: raise me.points by 1
        if q.ally is me or culprit is q: raise me.points by 1
action move_lair in turn:
    random s from town
    set lair of me to s
action brand (u: Spy in hand of me) in turn:
    random q from players
    set mark of u to q
    random s from town
    set base of u to s
main:
    random q from players on fate
    set culprit to q
    random z from town on fate
    set scene to z
    for each p in players:
        for i from 1 to 2:
            let u be the first c in Spy where c in box
            if u is not none:
                set owner of u to p
                random h from players on fate
                set handler of u to h
                random m from players on fate
                set mark of u to m
                move u to hand of p
    sealed for each p in players:
        choose s from town as "where do you hide?"
        choose a from players where a is not p as "whom do you like?"
        if none: nothing
        choose w from words such as {"owl", "lantern"} as "your code"
    then:
        set p.lair to s
        set p.ally to a
        set p.code to w
    repeat at most 4 times:
        for each p in players: offer turn to p
    end game scored by points
"""

CAMP: Final = """\
game "Camp" for 3 players
kind Unit "unit":
    strength: 1..9
    var wounds: 0..3
    var guards: Unit or none
    zone bag "bag": cards of Token
    zone under "under": cards of Token, seen by faces
kind Token "token":
    worth: 1..3 = 1
card "Ann" is Unit, 3 copies:
    strength 1
card "Bob" is Unit, 3 copies:
    strength 2
card "Cid" is Unit, 3 copies:
    strength 3
piece "Coin" is Token, 4 copies
piece "Gem" is Token, 4 copies:
    worth 3
kind Field is Space:
    zone here: cards of Unit, seen by faces
the table has:
    board land: Field by place: 1..3
    zone deck: stack of Unit, seen by nobody
    zone supply: cards of Token, seen by nobody
each player has:
    var points: 0..9
    zone hand "hand": cards of Unit, seen by owner
    zone camp "camp": cards of Unit, seen by faces, shows power
value power of (u: Unit): 0..99 = strength of u + sum of worth of t for t in under of u
value total of (p: Player): 0..99 = sum of power of u for u in camp of p
value guarded of (u: Unit): 0..9 = number of v in Unit where v.guards is u
window turn "your turn", pass "wait"
action station (u: Unit in hand of me) in turn:
    turn u face down
    move u to camp of me
action open_up (u: Unit in hand of me) in turn:
    move u to camp of me
action go (u: Unit in camp of me) to (f: Field in land) in turn: move u to here of f
action back (f: Field in land) in turn:
    for each u in here of f where u.owner is me or u.face_up: move u to camp of me
action wound (u: Unit in camp of players) in turn: raise u.wounds by 1
action guard (u: Unit in camp of me) by (v: Unit in camp of me where v is not u) in turn: set v.guards to u
action equip (u: Unit in camp of me) in turn:
    let t be the first x in supply
    if t is not none:
        turn t face down
        move t to under of u
action turn_up (u: Unit in camp of me where not u.face_up) in turn: turn u face up
main:
    move Unit to deck
    shuffle deck
    move Token to supply
    for each p in players:
        for i from 1 to 3:
            let u be top of deck
            set owner of u to p
            move u to hand of p
    repeat at most 6 times:
        for each p in players: offer turn to p
    end game scored by points
"""

GUESSES: Final = """\
game "Guesses" for 2 players
enum Rank: one, two, three, four, five, six
kind Card:
    rank: Rank
card "{rank}" is Card, each Rank
each player has:
    var code: 1..6, seen by owner
    var points: 0..9
the table has:
    zone deck "deck": stack of Card, seen by nobody
    zone seen "seen": row of Card
define rival of (p: Player) = the first q in players where q is not p
window turn "your turn", pass "wait"
action name (n: 1..6) in turn:
    requires some_deck: size of deck > 0 else "the deck is empty"
    move top of deck to seen
    if place of rank of top of seen = n: raise me.points by 1
action bet (n: 1..6) in turn:
    random k from 1..6 on dice
    if k = n: raise me.points by 1
action call (n: 1..6) in turn:
    tells "whether it is his code":
        if code of (rival of me) = n: raise me.points by 1
main:
    move Card to deck
    shuffle deck
    for each p in players:
        random n from 1..6
        set code of p to n
    repeat at most 4 times:
        for each p in players: offer turn to p
    end game scored by points
"""
"""Whoever knows what he cannot know gets a point for it."""

MORE: Final = {
    "guesses": GUESSES,
    "lairs": LAIRS,
    "camp": CAMP,
    "sheets": SHEETS,
    "errors": ERRORS,
    "teams": TEAMS,
    "cups": CUPS,
    "vault": VAULT,
}
