"""A small game with hidden hands, a die and a ledger, for the tests of sessions."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.repl.session import Session
from dsl.runtime.game import load

DUEL = """\
game "Duel" for 2 players
ledger "ledger.yaml"

enum Side: fox, owl

kind Card "card":
    strength: 1..9

card "Ace" is Card, 2 copies:
    strength 9
    text "Too strong for the weak."
card "Łotr" is Card, 2 copies:  @DU-2
    strength 4
card "Page" is Card, 4 copies:
    strength 2

each player has:
    var life: 0..9 stops at ends = 5
    var side: Side
    zone hand "hand": cards of Card, seen by owner
    zone played "played": row of Card, active

the table has:
    var round: 0..20
    zone deck "deck": stack of Card, seen by nobody

define rival of (p: Player) = the first q in players where q is not p

value might of (p: Player): 0..99 = p.life + sum of strength of c for c in p.played

window turn "your turn", pass "wait"

action play (c: Card in hand of me) in turn:  @DU-1
    requires weak: c.strength <= me.life + 3 else "{c} is too strong for you"
    say "{me} plays {c}"
    move c to me.played

action roll in turn:
    random k from 1..6 on dice
    say "a {k}"
    lower life of (rival of me) by k

main:
    move each c in Card to deck
    shuffle deck
    for each p in players:
        move each c in top 2 of deck to p.hand
        choose one by p as "which side?":
            option "foxes":
                set p.side to fox
            option "owls":
                set p.side to owl
    repeat at most 8 times:
        raise round by 1
        for each p in players:
            offer turn to p
            if life of (rival of p) = 0:
                end game won by p because "the other fell"
    end game drawn because "nobody fell"
"""

LEDGER = """\
rules:
- id: DU-1
  where: Turns
  rule: A card that is not too strong may be played.
  note: Strength is compared with life and three.
- id: DU-2
  where: Cards
  rule: There is a rogue.
- id: DU-3
  where: Cards
  rule: There is more.
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of the game."""
    (tmp_path / "game.rules").write_text(DUEL, encoding="utf-8")
    (tmp_path / "ledger.yaml").write_text(LEDGER, encoding="utf-8")
    return tmp_path


@pytest.fixture
def session(folder: Path) -> Session:
    """A session of the game, for scripts: positions are drawn only when asked for."""
    made = Session(load(folder), reload=lambda: load(folder))
    made.table.brief = True
    made.begin()
    return made
