"""A game with a great many values and requirements about hidden things: every form over every sort of set."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

SETS: Final = {
    "hand": "hand of p",
    "rival": "hand of (rival of p)",
    "camp": "camp of p",
    "top": "top 3 of deck",
    "bottom": "(each d in deck where d is bottom of deck)",
    "deck": "deck",
    "under": "attached of (the first k in camp of p)",
    "all": "Card",
    "owned": "(each d in Card where d.owner is p)",
    "sorted": "(each d in hand of p where d.danger > 2)",
    "marked": "(each d in hand of p where d.marks > 0)",
    "held": "(each d in Card where holder of d is p)",
    "open": "(each d in camp of p where d.face_up)",
    "purse": "purse of p",
    "looked": "looked of p",
}
"""Sets of cards, of some player p."""

FORMS: Final = {
    "size": "size of {s}",
    "sum": "sum of danger of c for c in {s}",
    "highest": "(highest danger of c for c in {s})",
    "lowest": "(lowest danger of c for c in {s} else 7)",
    "many": "number of c in {s} where c.danger > 4",
    "some": '(if some c in {s} where c is "Bomb" then 1 else 0)',
    "every": "(if every c in {s}: c.danger < 5 then 1 else 0)",
    "first": "danger of (the first c in {s})",
    "which": "danger of (whichever c in {s} has lowest danger of c)",
    "one": '(if "Bomb" in {s} then 1 else 0)',
    "up": "number of c in {s} where c.face_up",
    "marks": "sum of c.marks for c in {s}",
    "copies": '(if some c in {s} where c is copy of "Nil" copy 2 then 1 else 0)',
    "mine": "number of c in {s} where holder of c is p",
    "suits": "number of c in {s} where c.suit is red and c.owner is not none",
    "parity": "(sum of danger of c for c in {s}) mod 2",
    "share": "20 / (1 + (sum of danger of c for c in {s}))",
    "spirit": "sum of spirit of c for c in {s}",
    "friend": "number of c in {s} where c.friend is not none and c.friend.danger > 3",
    "twins": "number of c in {s} where (some e in {s} where e is not c and e.danger = c.danger)",
}
"""Numbers that can be asked of a set."""

_HEAD: Final = """\
game "Zoo" for 2 players
enum Suit: red, blue
kind Card "card":
    danger: 0..9
    suit: Suit = red
    var marks: 0..3
    var friend: Card or none
    zone attached "attached": cards of Card, seen by faces
card "Bomb" is Card:
    danger 9
    modify spirit of c by +4 when c is not this
card "Nil" is Card, 4 copies:
    danger 0, suit blue
card "Four" is Card, 3 copies:
    danger 4
card "Five" is Card, 3 copies:
    danger 5, suit blue
    modify spirit of c by +1 when c.danger > 3
card "Six" is Card, 2 copies:
    danger 6
each player has:
    var courage: 0..9 = 3
    zone hand "hand": cards of Card, seen by owner, playable
    zone camp "camp": cards of Card, seen by faces, active
    zone looked "looked at": row of Card, seen by owner
    zone purse "purse": cards of Card, seen by owner, private
the table has:
    zone deck "deck": stack of Card, seen by nobody
define rival of (p: Player) = the first q in players where q is not p
value spirit of (c: Card): 0..99 stops at ends = danger of c
window turn "your turn", pass "wait"
action station (c: Card in hand of me) in turn:
    turn c face down
    set c.marks to 1
    move c to camp of me
action show_off (c: Card in hand of me) in turn: move c to camp of me
action hide (c: Card in hand of me) under (k: Card in camp of me) in turn:
    turn c face down
    move c to attached of k
action save (c: Card in hand of me) in turn: move c to purse of me
action befriend (c: Card in hand of me) with (k: Card in camp of me) in turn:
    set c.friend to k
    set k.friend to c
action draw in turn: move each c in top 2 of deck to hand of me
action scry in turn:
    move each c in top 2 of deck to looked of me
action back in turn:
    for each c in looked of me: move c to deck
action expose in turn: show hand of me to (rival of me)
"""
_TAIL: Final = """\
main:
    move each c in Card to deck
    shuffle deck
    for each p in players: move each c in top 3 of deck to hand of p
    repeat at most 20 times:
        for each p in players: offer turn to p
    end game drawn
"""


def text(sets: tuple[str, ...] = tuple(SETS), forms: tuple[str, ...] = tuple(FORMS)) -> str:
    """The rules, with a value of each form over each set, and an action for each form that asks it of the rival."""
    return _HEAD + "".join(_values(sets, forms)) + _TAIL


def _values(sets: tuple[str, ...], forms: tuple[str, ...]) -> Iterator[str]:
    for which in sets:
        for form in forms:
            yield f"value {form}_{which} of (p: Player): -99..999 stops at ends = {FORMS[form].format(s=SETS[which])}\n"
    for form in forms:
        yield (
            f"action try_{form} (q: Player where q is not me) in turn:\n"
            '    requires ready: me.courage > 8 else "not yet"\n'
            f'    requires it: {form}_{sets[0]}(q) > 2 else "only {{{form}_{sets[0]}(q)}} of {{q}}"\n'
            f"    requires more: {form}_{sets[-1]}(q) >= {form}_{sets[3]}(me)\n"
            "    raise me.courage by 1\n"
        )
