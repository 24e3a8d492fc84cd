"""Small games in which something is hidden, each with one way of hiding it. See `made_twins.py` for their worlds."""

from __future__ import annotations

from typing import Final

from twins.more_games import MORE
from twins.seen_games import SEEN

BOMB: Final = """\
game "One Bomb" for 2 players
kind Card "card":
    danger: 0..9
    price: 1..9 = 1
card "Bomb" is Card:
    danger 9
    text "It ticks."
card "Blank" is Card, 29 copies:
    danger 0
each player has:
    var courage: 0..9 = 3
    zone hand "hand": cards of Card, seen by owner
    zone shown "shown": row of Card
the table has:
    zone deck "deck": stack of Card, seen by nobody
define rival of (p: Player) = the first q in players where q is not p
value fear of (p: Player): 0..99 = sum of danger of c for c in hand of p
value alarm of (p: Player): 0..99 = (if some c in hand of p where c.danger > 5 then 1 else 0)
value hazard of (c: Card): 0..9 = danger of c
window turn "your turn", pass "wait"
action lay (c: Card in hand of me) in turn:
    requires brave: c.danger <= me.courage else "{c} is too dangerous"
    move c to shown of me
action accuse in turn:
    requires daring: me.courage > 8 else "take heart first"
    requires armed: some c in hand of (rival of me) where c.danger > 5 else "nobody holds a bomb"
    raise me.courage by 1
action dare (n: 0..9) in turn:
    requires daring: me.courage > 8 else "take heart first"
    requires worse: n >= fear of (rival of me) else "the other hand is worth {fear of (rival of me)}"
    lower me.courage by 1
action sniff in turn:
    requires daring: me.courage > 8 else "take heart first"
    requires heavy: (sum of danger of d for d in top 3 of deck) = 0 else "something heavy lies on top"
    raise me.courage by 1
main:
    move each c in Card to deck
    shuffle deck
    for each p in players:
        move top of deck to hand of p
    repeat at most 9 times:
        for each p in players: offer turn to p
    end game drawn
"""

AUCTION: Final = """\
game "Sealed Auction" for 3 players
kind Lot
card "Vase" is Lot
card "Clock" is Lot
each player has:
    var gold: 0..20 = 10
    var bid: 0..9
    zone won "won": cards of Lot
the table has:
    zone sale: row of Lot
main:
    move Lot to sale
    for each l in sale:
        sealed for each p in players:
            choose n from 0..5 as "your bid for {l}"
            choose m from 0..n as "of it in silver, at most {n}"
        then:
            set p.bid to n
        for each p in players:
            if l in sale and not (some q in players where q.bid > p.bid):
                move l to won of p
                lower p.gold by p.bid
    end game scored by gold
"""

MIXED_QUESTIONS: Final = """\
game "Two Doors" for 2 players
kind Card
card "Key" is Card, 3 copies
card "Stone" is Card, 5 copies
each player has:
    var luck: 0..9
    var picked: 0..9
    zone hand "hand": cards of Card, seen by owner
the table has:
    zone deck: stack of Card, seen by nobody
main:
    move Card to deck
    shuffle deck
    for each p in players: move each c in top 3 of deck to hand of p
    repeat at most 3 times:
        sealed for each p in players:
            let keys be number of c in hand of p where c is "Key"
            choose n from 1..3 as "which door, with {keys} keys?"
            choose k from each c in hand of p where c is "Key" as "which key?"
            if none: nothing
        then:
            set p.picked to n
        for each p in players: raise p.luck by 1
    end game scored by luck
"""

ODDS: Final = """\
game "Odds and Evens" for 2 players
enum Hand: one, two
each player has:
    var points: 0..20
    var shown: Hand
main:
    repeat at most 4 times:
        sealed for each p in players:
            choose h from Hand as "one or two?"
        then:
            set p.shown to h
        if player 1.shown is player 2.shown: raise player 1.points by 1
        else: raise player 2.points by 1
    end game scored by points
"""

DICE: Final = """\
game "About to Roll" for 2 players
kind Card
card "Red" is Card, 4 copies
card "Blue" is Card, 4 copies
each player has:
    var points: 0..99
    zone hand "hand": cards of Card, seen by owner
the table has:
    zone deck: stack of Card, seen by nobody
    var last: 0..6
window turn "your turn", pass "stop"
action roll in turn:
    random k from 1..6 on dice
    say "a {k}"
    set last to k
    raise me.points by k
action draw in turn:
    if size of deck > 0:
        random c from deck
        say "{me} draws {c}"
        move c to hand of me
action turn_up in turn:
    let c be top of deck
    if size of deck > 0: move c to hand of me
    say "{me} finds {c}"
action stir in turn:
    shuffle deck
    move the first c in top 1 of deck to hand of me
main:
    move Card to deck
    repeat at most 4 times:
        for each p in players: offer turn to p
    end game scored by points
"""

COPIES: Final = """\
game "Copies" for 2 players
kind Card "card":
    worth: 1..9 = 1
    var marks: 0..9
card "Penny" is Card, 6 copies
card "Crown" is Card, 2 copies:
    worth 5
each player has:
    zone hand "hand": cards of Card, seen by owner
    zone played "played": cards of Card
    var spent: 0..9
window turn "your turn", pass "wait"
action play (c: Card in hand of me) in turn: move c to played of me
action take (c: Card in played of me) in turn: move c to hand of me
action mark (c: Card in played of me) in turn: raise c.marks by 1
main:
    for each p in players:
        move the first c in Card where c is "Crown" and c in box to hand of p
        for i from 1 to 3: move the first c in Card where c is "Penny" and c in box to hand of p
    repeat at most 9 times:
        for each p in players: offer turn to p
    end game drawn
"""

THREE: Final = """\
game "Look at Three" for 2 players
kind Card "card":
    worth: 1..9
card "Ace" is Card:
    worth 1
card "Two" is Card:
    worth 2
card "Three" is Card:
    worth 3
card "Four" is Card:
    worth 4
card "Five" is Card:
    worth 5
card "Six" is Card:
    worth 6
card "Seven" is Card:
    worth 7
card "Eight" is Card:
    worth 8
card "Nine" is Card:
    worth 9
card "Joker" is Card, 3 copies:
    worth 1
each player has:
    zone looked "looked at": cards of Card, seen by owner
    zone hand "hand": cards of Card, seen by owner
    zone open "open": row of Card
the table has:
    zone deck "deck": stack of Card, seen by nobody
window turn "your turn", pass "wait"
action scry in turn:
    move each c in top 3 of deck to looked of me
    arrange s from looked of me as "put them back in any order"
    for each c in s: move c to deck
action dig in turn:
    move each c in top 3 of deck to looked of me
    choose k from looked of me as "which one do you keep?"
    if none: nothing
    move k to hand of me
    for each c in looked of me: move c to bottom of deck
action spoon in turn:
    move each c in top 2 of deck to looked of me
    choose any number of k from looked of me as "which go under?"
    for each c in k: move c to bottom of deck
    for each c in looked of me: move c to deck
action tuck in turn:
    arrange s from open of me as "in which order under the deck?"
    for each c in s: move c to bottom of deck
action bury (c: Card in hand of me) in turn: move c to bottom of deck
action flash (q: Player where q is not me) in turn: show hand of me to q
main:
    move each c in Card to deck
    shuffle deck
    for each p in players:
        move top of deck to hand of p
        move each c in top 2 of deck to open of p
    repeat at most 9 times:
        for each p in players: offer turn to p
    end game drawn
"""

ATTACHED: Final = """\
game "Under the Captain" for 2 players
kind Unit "unit":
    strength: 1..9
    zone attached "attached": cards of Unit, seen by faces
kind Captain is Unit
card "Anna" is Captain, belongs to player 1:
    strength 5
card "Boris" is Captain, belongs to player 2:
    strength 5
card "Spy" is Unit, belongs to player 2:
    strength 1
card "Guard" is Unit, belongs to player 2:
    strength 4
card "Cook" is Unit, belongs to player 2:
    strength 2
each player has:
    zone camp "camp": cards of Unit, seen by faces, active
    zone hand "hand": cards of Unit, seen by owner
the table has:
    var rounds: 0..9
value power of (u: Unit): 0..99 = strength of u + sum of strength of a for a in attached of u
window turn "your turn", pass "wait"
action hide (u: Unit in hand of me) under (k: Captain in camp of me) in turn:
    turn u face down
    move u to attached of k
action station (u: Unit in hand of me) in turn:
    turn u face down
    move u to camp of me
action strike (k: Captain where k not in camp of me) in turn:
    requires late: rounds > 7 else "too early"
    requires weak: power of k < 9 else "{k} is too strong"
    raise rounds by 1
main:
    for each c in Captain: move c to camp of owner of c
    for each u in Unit where u is not Captain: move u to hand of owner of u
    repeat at most 6 times:
        for each p in players: offer turn to p
    end game drawn
"""

SECRET: Final = """\
game "Letters" for 2 players
kind Letter "letter":
    worth: 0..9 = 0
card "Letter from Home" is Letter, secret:
    worth 3
    text "Your house has burnt down."
card "Letter from the Front" is Letter, secret:
    worth 5
    text "The war is over."
card "Bill" is Letter, 3 copies:
    worth 1
each player has:
    zone hand "hand": cards of Letter, seen by owner
    var read: 0..9
the table has:
    zone post "post": stack of Letter, seen by nobody
window turn "your turn", pass "wait"
action fetch in turn:
    requires some_post: size of post > 0 else "no post"
    move top of post to hand of me
action read_out (l: Letter in hand of me) in turn:
    say "{me} reads {l}: {text of l}"
    raise me.read by 1
main:
    move each l in Letter to post
    shuffle post
    repeat at most 5 times:
        for each p in players: offer turn to p
    end game drawn
"""

POINTING: Final = """\
game "Pointing" for 2 players
kind Card "card":
    worth: 0..9
card "Ace" is Card:
    worth 1
card "Two" is Card:
    worth 2
card "Three" is Card:
    worth 3
card "Four" is Card:
    worth 4
each player has:
    var favourite: Card or none
    var guess: 0..9
    zone hand: cards of Card, seen by owner
define rival of (p: Player) = the first q in players where q is not p
value merit of (p: Player): 0..9 = (if p.favourite is none then 0 else worth of p.favourite)
window turn "your turn", pass "wait"
action like (c: Card in hand of me) in turn: set favourite of me to c
action guess (n: 0..9) in turn:
    requires daring: me.guess > 8 else "not yet"
    requires right: n = merit of (rival of me) else "it is not {n}"
    set me.guess to n
main:
    move Card to hand of player 2
    repeat at most 3 times:
        for each p in players: offer turn to p
    end game drawn
"""

RAIDS: Final = """\
game "Raids" for 3 players
kind Card "card":
    might: 1..9
card "Fox" is Card, 2 copies:
    might 1
card "Bear" is Card, 2 copies:
    might 5
card "Wolf" is Card, 2 copies:
    might 3
each player has:
    var gold: 0..40 = 9
    var store: 0..9 = 5
    var friend: Player or none
    var rested: 0..9
    zone hand "hand": cards of Card, seen by owner
    zone laid "laid": cards of Card
the table has:
    zone deck "deck": stack of Card, seen by nobody
window raid "the raid", pass "stay at home"
action send (c: Card in hand of me) in raid:
    move c to laid of me
action grab (n: 1..5) in raid:
    requires left: n <= me.store else "the store holds {store of me}"
    lower me.store by n
action bribe (q: Player where q is not me) in raid:
    pay 2 from me.gold else "a bribe costs 2"
    set me.friend to q
main:
    move Card to deck
    shuffle deck
    for each p in players: move each c in top 2 of deck to hand of p
    repeat at most 2 times:
        sealed for each p in players:
            let strength: 0..9 be 0
            offer raid to p as "what {p} does, {gold of p} gold left"
            if passed:
                choose n from 1..3 as "how long?"
                set strength to n
        then:
            raise p.rested by strength
            if not passed: set p.rested to 0
    end game scored by gold
"""

WORDS: Final = """\
game "Secret Words" for 3 players
each player has:
    var secret: word, seen by owner
    var clue: word
    var points: 0..9
window turn "your turn", pass "wait"
action guess in turn:
    choose w from words such as {"sea", "stone"} as "which word?"
    tells "whether it is the word":
        for each p in players where p is not me and p.secret = w: raise me.points by 1
action hint (n: 1..3) in turn:
    requires daring: me.points > 7 else "not yet"
    raise me.points by n
main:
    sealed for each p in players:
        choose w from words such as {"sea", "stone"} as "your secret word"
    then:
        set p.secret to w
    for each p in players:
        choose c from words such as {"red", "blue"} by p as "your clue"
        set p.clue to c
    repeat at most 3 times:
        for each p in players: offer turn to p
    end game scored by points
"""

TEXTS: Final[dict[str, str]] = {
    "bomb": BOMB,
    "auction": AUCTION,
    "two_doors": MIXED_QUESTIONS,
    "raids": RAIDS,
    "words": WORDS,
    "odds": ODDS,
    "dice": DICE,
    "copies": COPIES,
    "three": THREE,
    "attached": ATTACHED,
    "secret": SECRET,
    "pointing": POINTING,
}

TEXTS.update(MORE)
TEXTS.update(SEEN)
TEXTS["only_keys"] = (
    MIXED_QUESTIONS.replace('            choose n from 1..3 as "which door, with {keys} keys?"\n', "")
    .replace("set p.picked to n", "if k is not none: set p.picked to 1")
    .replace("    repeat", '    choose n from 1..2 by player 1 as "how long?"\n    repeat')
)
TEXTS["other_letters"] = (
    SECRET.replace("Letter from Home", "Parcel of Tea")
    .replace("Your house has burnt down.", "With love from your aunt in the country, who has not forgotten.")
    .replace("worth 3", "worth 7")
)
"""The same game with another secret card."""
