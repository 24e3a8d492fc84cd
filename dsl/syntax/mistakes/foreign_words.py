"""Words that people use for things which the language says in another way: what to write instead.

They are hints only, for where a word means nothing else: a game may have an event `draw` and a field `count`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from dsl.spoken import marked, said


def _table(*rows: tuple[str, str]) -> Mapping[str, str]:
    """By each of the words on the left, what stands on the right."""
    return MappingProxyType({word: hint for words, hint in rows for word in words.split()})


NAMES: Final = _table(
    ("true True TRUE false False FALSE", marked("write yes or no")),
    ("null nil Null None NULL undefined nobody noone nowhere", marked("write none")),
    ("empty", marked("whether nothing lies there: size of x = 0")),
    ("my I you your mine", marked("who acts is `me`: hand of me")),
    (
        "word words text",
        marked('a word that a player types: choose w from words such as {"sea", "stone"} as "your clue"'),
    ),
    ("self", marked("the piece whose rule it is is `this`")),
    ("player", marked("who acts is `me`; a certain one is `player 1`; all of them are `players`")),
    ("everyone everybody anyone", marked("all players are `players`: for each p in players")),
)
"""Names in expressions."""

TYPES: Final = _table(
    ("number int integer Number Int Integer num float decimal", marked("a number has a range: write 0..20")),
    ("bool boolean Bool Boolean flag", marked("write yes/no")),
    (
        "text string String str Text",
        marked("values have names of their own: enum Mood: calm, angry; what a player types is a `word`"),
    ),
    ("list array List set", marked("pieces lie in a zone; values of an enum: set of Suit, or: bag of Suit up to 9")),
)
"""Types of fields and parameters."""

STATEMENTS: Final = _table(
    ("increase increment inc add gain earn", marked("write: raise x by 1")),
    ("decrease decrement dec subtract reduce lose spend", marked("write: lower x by 1")),
    (
        "put place deal take give play send return discard remove",
        marked("to move something, write: move c to hand of p"),
    ),
    ("draw", marked("write: move top 3 of deck to hand of p, or declare an event of your own")),
    ("print echo write display output message", marked('write: say "words"')),
    ("roll throw flip", marked("write: random n from 1..6 on dice")),
    ("call perform execute", marked("what is called stands by its name alone")),
    ("ask", marked("write: choose u from units by p, or: offer turn to p")),
    ("win wins loses winner", marked("write: end game won by p")),
    ("break exit", marked("write: leave")),
    ("continue next", marked("write: skip")),
    ("wait pause pass", marked("what does nothing is: nothing")),
    ("assign let_be change update", marked("write: set x to 1")),
    ("destroy kill delete", marked("write: move u to box")),
    ("reveal_to", marked("write: show c to p")),
    ("unless", marked("write: if not u.ready:")),
    ("foreach", marked("write: for each u in units:")),
    ("otherwise", marked("write: else:")),
)
"""Statements: the word they begin with."""

MEANT: Final = {
    **dict.fromkeys(("increase", "increment", "inc"), "raise"),
    **dict.fromkeys(("decrease", "decrement", "dec", "reduce"), "lower"),
    **dict.fromkeys(("put", "place"), "move"),
}
"""Statements that are written with another word, and the rest of them alike."""

DEFINITIONS: Final = _table(
    ("count length len number amount", marked("write: size of x")),
    ("contains includes holds", marked("write: c in hand of p")),
    ("has have", marked("write: c in hand of p, or: p.ready")),
    ("equals", marked("write: =")),
    ("sum total", marked("write: sum of cost of c for c in x")),
    ("random rand dice", marked("chance is a statement: random n from 1..6 on dice")),
    ("any exists", marked("write: some c in x where ...")),
    ("all", marked("write: every c in x: ...")),
    ("isnt", marked("write: is not")),
)
"""What is applied to something, or stands between two things."""

_TABLES: Final = {
    "name": NAMES,
    "kind or enum": TYPES,
    "kind": TYPES,
    "event, action or procedure": STATEMENTS,
    "definition": DEFINITIONS,
}


def hint(what: str, name: str) -> str | None:
    """What to write instead of a name that there is not, by what was looked for."""
    seat = _SEAT.fullmatch(name) if what == "name" else None
    if seat is not None:
        return said("write: player {1}", seat[1])
    if what == "name" and name in ("A", "B", "C", "D"):
        return said("letters name players in scenarios only; here they are player 1, player 2 ...")
    if what == "name" and name in _NUMBERS:
        return said("write: {1}", str(_NUMBERS.index(name) + 1))
    found = _TABLES.get(what, {}).get(name)
    return None if found is None else said(found)


_NUMBERS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_SEAT: Final = re.compile(r"[Pp]layer_?([0-9]{1,2})")


COUNTS: Final = frozenset(["count", "length", "number", "amount", "len"])
"""What a zone or a set is asked for that has a size."""

ITEMS: Final = _table(
    ("players player", marked("what each player has stands under: each player has:")),
    ("table", marked("what lies on the table stands under: the table has:")),
    ("class type struct entity object", marked("write: kind Unit is Card:")),
    ("function def func method", marked("write: define twice of (n: 0..9) = n * 2, or: procedure deal:")),
    ("import require load", marked('write: include "cards.rules"')),
    ("const constant setting", marked("write: option goal: 1..20 = 7")),
    ("test", marked('write: scenario "what is shown":')),
    ("setup start begin", marked("the game itself is main: with its statements below")),
    ("zone track var", marked("it stands under each player has: or the table has:")),
)
"""What items begin with."""
