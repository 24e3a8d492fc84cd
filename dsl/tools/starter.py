"""`rulewright new`: a folder with a small game that checks, tests and plays, to be changed into one's own.

The game is a market: goods on a stall, coins to pay with, most points win. It can be read in a few minutes and uses
what most games use: cards, zones, a window with actions, requirements with words, a value, a rule, rulings, an end.
"""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Final

from dsl.diagnostics import printable
from dsl.durable import make_whole
from dsl.tools.reply import MISUSE, OK, Refusal, say

_LONGEST_TITLE: Final = 60


def run_new(arguments: Namespace) -> int:
    """`new NAME`, `new --module NAME --of GAME [--faction]`: make the folder; nothing that exists is touched."""
    if arguments.expansion is not None or arguments.of is not None or arguments.part is not None:
        from dsl.tools.finding import new_module

        if arguments.expansion is None or arguments.of is None or arguments.name is not None:
            raise Refusal("write rulewright new --module NAME --of GAME", MISUSE)
        return new_module(arguments.expansion, arguments.of, arguments.part)
    if arguments.name is None:
        raise Refusal("say what to call it: rulewright new NAME", MISUSE)
    folder = Path(arguments.name)
    title = _title(folder.name)
    if not title or printable(title) != title or len(title) > _LONGEST_TITLE:
        raise Refusal(f"{arguments.name!r} is no name for a game", MISUSE)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Refusal(f"{folder} exists already; nothing was written", MISUSE)
    files = {
        "game.rules": _GAME.replace("TITLE", title),
        "ledger.yaml": _LEDGER,
        "scenarios/market.rules": _SCENARIOS,
        "README.md": _README.replace("TITLE", title).replace("FOLDER", folder.name),
    }
    make_whole(folder, {name: text.encode() for name, text in files.items()})
    say(f"Made {folder}: {', '.join(files)}")
    say(f"Now try: rulewright check {folder}, rulewright test {folder}, rulewright play {folder}")
    return OK


def _title(name: str) -> str:
    """A folder's name as the title of a game: `rope_bridge` is Rope Bridge."""
    words = name.replace("_", " ").replace("-", " ").replace('"', "").replace("\\", "").split()
    return " ".join(word[0].upper() + word[1:] for word in words)


_GAME: Final = """\
# A whole small game. Longer ones are cut into several files: include "cards.rules"
game "TITLE" for 2..4 players
ledger "ledger.yaml"

option coins_at_first: 0..20 = 6 "coins that each player begins with"

ruling last_turn "When the stall is empty: does the round go on?"                 @MK-3.2
    reading at_once "the game ends at once"
    reading round_goes_on "everybody has had the same number of turns when it ends"

# ---- what there is ---------------------------------------------------------------------------------------------------

kind Good:
    price: 0..9
    worth: 0..9

card "Apples" is Good, 4 copies:
    price 1, worth 1
card "Cheese" is Good, 4 copies:
    price 2, worth 3
card "Honey" is Good, 3 copies:
    price 3, worth 5
card "Silk" is Good:
    price 6, worth 9
card "Cart" is Good, 2 copies:
    price 2, worth 0
    text "A coin back for everything that is bought later."
    rule rebate: after buy g when holder of this is holder of g and g is not this:  @MK-2.3
        raise coins of holder of g by 1

each player has:
    var coins: 0..99
    zone shop "shop": cards of Good, active

the table has:
    zone supply "supply": stack of Good, seen by nobody
    zone stall "stall": row of Good, at most 3

value points of (p: Player): 0..99 = sum of worth of g for g in p.shop            @MK-3.3

# ---- what players do -------------------------------------------------------------------------------------------------

window turn "your turn", pass "close the shop for today"

action buy (g: Good in stall) in turn:                                            @MK-2.1
    requires price: me.coins >= g.price else "{g} costs {g.price}"
    lower me.coins by g.price
    move g to me.shop
    refill

action work in turn:                                                              @MK-2.2
    requires poor: me.coins < 3 else "only who has fewer than 3 coins works"
    raise me.coins by 2

# ---- how the game goes -----------------------------------------------------------------------------------------------

text only @MK-2.4 "talk at the table; the program has no part in it"

procedure refill:                                                                 @MK-1.2
    repeat until size of stall = 3 or size of supply = 0 at most 3 times:
        move top of supply to stall

phase market_day:
    for each p in players:
        if size of stall > 0 or last_turn is round_goes_on:                       @MK-3.2
            offer turn to p

procedure count_up:
    end game scored by points because "the market is over"                        @MK-3.3

phase trading:
    repeat at most 20 times:                                                      @MK-3.1
        stop if size of stall = 0
        market_day
    count_up

main:
    for each p in players:                                                        @MK-1.3
        set p.coins to coins_at_first
    move each g in Good to supply                                                 @MK-1.1
    shuffle supply
    refill
    trading
"""

_LEDGER: Final = """\
# The rules of the rulebook one by one. What cites an id with @ in a .rules file writes that rule down; what a scenario
# `proves`, it exercises. `rulewright coverage .` lists what is missing.
rules:
- id: MK-1.1
  where: Setting up
  rule: All goods are shuffled and lie face down as the supply.
- id: MK-1.2
  where: Setting up
  rule: Three goods lie on the stall; it is filled up whenever one is sold.
- id: MK-1.3
  where: Setting up
  rule: Everybody begins with six coins.
- id: MK-2.1
  where: A turn
  rule: Whoever has the turn may buy one good from the stall for its price.
- id: MK-2.2
  where: A turn
  rule: Whoever has fewer than three coins may work for two coins instead.
- id: MK-2.3
  where: A turn
  rule: Whoever owns a cart gets a coin back for every good that is bought later.
- id: MK-2.4
  where: A turn
  rule: Bargaining is part of the fun.
- id: MK-3.1
  where: The end
  rule: The game ends when the stall is empty, and at the latest after twenty days.
- id: MK-3.2
  where: The end
  rule: The book does not say whether the round is finished then.
- id: MK-3.3
  where: The end
  rule: Most points win.
"""

_SCENARIOS: Final = """\
# Each scenario sets up a position, makes moves, and says what must be so. `rulewright test .` plays them all.

scenario "a good costs its price" proves @MK-2.1:
    given:
        set A.coins to 4
        move "Honey" to stall
        move "Apples" to stall
    run market_day
    A does "buy Honey"
    B is asked "your turn"
    expect A.coins = 1 and "Honey" in A.shop

scenario "whoever cannot pay is told the price" proves @MK-2.1:
    given:
        set A.coins to 2
        move "Honey" to stall
    run market_day
    A cannot "buy Honey" because "costs 3"

scenario "the stall is filled up again" proves @MK-1.2:
    given:
        set A.coins to 4
        move "Honey" to stall
        move "Cheese" to supply
    run market_day
    A does "buy Honey"
    B is asked "your turn"
    expect "Cheese" in stall

scenario "the poor work" proves @MK-2.2:
    given:
        set A.coins to 2
        set B.coins to 3
        move "Honey" to stall
    run market_day
    A does "work"
    expect A.coins = 4
    B cannot "work" because "fewer than 3 coins"

scenario "a cart saves a coin" proves @MK-2.3:
    given:
        set A.coins to 4
        move "Cart" to A.shop
        move "Honey" to stall
    run market_day
    A does "buy Honey"
    expect A.coins = 2

scenario "how the game begins" proves @MK-1.1 @MK-1.2 @MK-1.3:
    expect A.coins = 6 and B.coins = 6 and size of stall = 3 and size of supply = 11
    the game asks A "your turn"

scenario "the last good is sold, and the game is over at once" proves @MK-3.1 @MK-3.2:
    given:
        set A.coins to 4
        move "Honey" to stall
    run trading
    A does "buy Honey"
    expect over and winner = A

scenario "the last good is sold, and the day goes on" proves @MK-3.2:
    with last_turn round_goes_on
    given:
        set A.coins to 4
        move "Honey" to stall
    run market_day
    A does "buy Honey"
    the game asks B "your turn"

scenario "most points win" proves @MK-3.3:
    given:
        move "Silk" to A.shop
        move "Honey" to B.shop
    run count_up
    expect over and winner = A
"""

_README: Final = """\
# TITLE

Goods lie on a stall. In turn everybody buys one of them, or works for coins; when the goods run out, the most points
win. This is a small game in the language of Rulewright, to be changed into one of your own.

```sh
rulewright check FOLDER       # every mistake in the files
rulewright test FOLDER        # the scenarios
rulewright play FOLDER        # type help
rulewright coverage FOLDER    # which rules of ledger.yaml are written down and proven
```

| file | what it holds |
|---|---|
| `game.rules` | the game |
| `ledger.yaml` | the rulebook's rules, each with an id that the other files cite |
| `scenarios/*.rules` | what must be so, as positions and moves |

In `play`, change `game.rules` in another window and type `reload`: the rules are read again at the same position.
"""
