"""`rulewright new`: a folder with a small game that checks, tests and plays, to be changed into one's own.

The game is a market for two: stalls on the table, goods in a stack, coins to pay with. It is short enough to be read in a
few minutes and uses what most games use: kinds, zones, a window with actions, requirements with words, a limit, a rule that
changes another, and an end.
"""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Final

from dsl.source import is_unsafe
from dsl.tools.checking import replace_file
from dsl.tools.reply import MISUSE, OK, Refusal, say

_GAME: Final = """\
# The whole game in one file; longer ones are cut into several with `include "cards.rules"`.
game "{title}" for 2 players
ledger "ledger.yaml"

kind Good:
    price: 1..5
    worth: 1..9

each player has:
    var coins: 0..20 = 6
    zone shop "shop": cards of Good

the table has:
    zone supply "supply": stack of Good, seen by nobody
    zone stall "stall": row of Good, at most 3

card "Apples" is Good, 4 copies:
    price 1, worth 1
card "Cheese" is Good, 3 copies:
    price 2, worth 3
card "Honey" is Good, 2 copies:
    price 3, worth 5
card "Silk" is Good:
    price 5, worth 9

value points of (p: Player): 0..99 = sum of worth of g for g in shop of p

define opponent of (p: Player) = the first q in players where q is not p

# ---- what players do ---------------------------------------------------------------------------------------------

window turn "turn", pass "close the shop"

action buy (g: Good in stall) in turn:                                     @ST-2.1
    requires coins: coins of me >= price of g else "{{g}} costs {{price of g}} and you have {{coins of me}}"
    lower coins of me by price of g
    move g to shop of me
    refill

action work in turn:                                                       @ST-2.2
    requires poor: coins of me <= 2 else "you have coins enough"
    raise coins of me by 2

# ---- how the game goes -------------------------------------------------------------------------------------------

procedure refill:                                                          @ST-1.2
    repeat until size of stall = 3 or size of supply = 0 at most 3 times:
        move top of supply to stall face up

main:
    move each g in Good to supply                                          @ST-1.1
    shuffle supply
    refill
    repeat at most 10 times:                                               @ST-3.1
        for each p in players:
            offer turn to p
            finish if size of stall = 0
    finish
"""


def run_new(arguments: Namespace) -> int:
    """`new NAME`: make the folder; nothing that exists is touched."""
    raise NotImplementedError
