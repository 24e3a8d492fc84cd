"""Words that people use for things which the language says in another way: what to write instead.

They are hints only, for where a word means nothing else: a game may have an event `draw` and a field `count`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final


def _table(*rows: tuple[str, str]) -> Mapping[str, str]:
    """By each of the words on the left, what stands on the right."""
    return MappingProxyType({word: hint for words, hint in rows for word in words.split()})


NAMES: Final = _table(
    ("true True TRUE false False FALSE", "write yes or no"),
    ("null nil Null None NULL undefined nobody noone nowhere", "write none"),
    ("empty", "whether nothing lies there: size of x = 0"),
    ("my I you your mine", "who acts is `me`: hand of me"),
    ("word words text", 'a word that a player types: choose w from words such as {"sea", "stone"} as "your clue"'),
    ("self", "the piece whose rule it is is `this`"),
    ("player", "who acts is `me`; a certain one is `player 1`; all of them are `players`"),
    ("everyone everybody anyone", "all players are `players`: for each p in players"),
)
"""Names in expressions."""

TYPES: Final = _table(
    ("number int integer Number Int Integer num float decimal", "a number has a range: write 0..20"),
    ("bool boolean Bool Boolean flag", "write yes/no"),
    (
        "text string String str Text",
        "values have names of their own: enum Mood: calm, angry; what a player types is a `word`",
    ),
    ("list array List set", "pieces lie in a zone; values of an enum: set of Suit, or: bag of Suit up to 9"),
)
"""Types of fields and parameters."""

STATEMENTS: Final = _table(
    ("increase increment inc add gain earn", "write: raise x by 1"),
    ("decrease decrement dec subtract reduce lose spend", "write: lower x by 1"),
    ("put place deal take give play send return discard remove", "to move something, write: move c to hand of p"),
    ("draw", "write: move top 3 of deck to hand of p, or declare an event of your own"),
    ("print echo write display output message", 'write: say "words"'),
    ("roll throw flip", "write: random n from 1..6 on dice"),
    ("call perform execute", "what is called stands by its name alone"),
    ("ask", "write: choose u from units by p, or: offer turn to p"),
    ("win wins loses winner", "write: end game won by p"),
    ("break exit", "write: leave"),
    ("continue next", "write: skip"),
    ("wait pause pass", "what does nothing is: nothing"),
    ("assign let_be change update", "write: set x to 1"),
    ("destroy kill delete", "write: move u to box"),
    ("reveal_to", "write: show c to p"),
    ("unless", "write: if not u.ready:"),
    ("foreach", "write: for each u in units:"),
    ("otherwise", "write: else:"),
)
"""Statements: the word they begin with."""

MEANT: Final = {
    **dict.fromkeys(("increase", "increment", "inc"), "raise"),
    **dict.fromkeys(("decrease", "decrement", "dec", "reduce"), "lower"),
    **dict.fromkeys(("put", "place"), "move"),
}
"""Statements that are written with another word, and the rest of them alike."""

DEFINITIONS: Final = _table(
    ("count length len number amount", "write: size of x"),
    ("contains includes holds", "write: c in hand of p"),
    ("has have", "write: c in hand of p, or: p.ready"),
    ("equals", "write: ="),
    ("sum total", "write: sum of cost of c for c in x"),
    ("random rand dice", "chance is a statement: random n from 1..6 on dice"),
    ("any exists", "write: some c in x where ..."),
    ("all", "write: every c in x: ..."),
    ("isnt", "write: is not"),
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
        return f"write: player {seat[1]}"
    if what == "name" and name in ("A", "B", "C", "D"):
        return "letters name players in scenarios only; here they are player 1, player 2 ..."
    return _TABLES.get(what, {}).get(name)


_SEAT: Final = re.compile(r"[Pp]layer_?([0-9]{1,2})")


COUNTS: Final = frozenset(["count", "length", "number", "amount", "len"])
"""What a zone or a set is asked for that has a size."""

ITEMS: Final = _table(
    ("players player", "what each player has stands under: each player has:"),
    ("table", "what lies on the table stands under: the table has:"),
    ("class type struct entity object", "write: kind Unit is Card:"),
    ("function def func method", "write: define twice of (n: 0..9) = n * 2, or: procedure deal:"),
    ("import require load", 'write: include "cards.rules"'),
    ("const constant setting", "write: option goal: 1..20 = 7"),
    ("test", 'write: scenario "what is shown":'),
    ("setup start begin", "the game itself is main: with its statements below"),
    ("zone track var", "it stands under each player has: or the table has:"),
)
"""What items begin with."""
