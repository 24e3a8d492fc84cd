"""What moves cost: the payments of their actions, told beside the moves so that nobody has to ask for each.

action buy (c: Card in hand of me): pay price of c from me.gold      `buy Mill (costs 3 gold)`

What a move requires to be there and then takes away is a price as well: `requires price of c <= me.gold` with
`lower me.gold by price of c`; and what a definition is asked for and then goes to an event with a label, `requires
affordable(6)` with `return_cards 6`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from dsl.machine.ir.ops import ASKER, ActionInfo, NeedInfo, Shown
from dsl.runtime.errors import GameError
from dsl.runtime.knowing.asking import Asking
from dsl.runtime.moves import Option
from dsl.runtime.tongues.own import said
from dsl.spoken import all_of

MOST_ALIKE: Final = 2
"""How many moves of one action are each told what they cost without a `pay`; of more those unlike most."""


def charges(action: ActionInfo) -> bool:
    """Whether an action costs something without a `pay`: a requirement of its own asks for it."""
    return any(need.pays and need.name for need in action.needs)


def usual_prices(told: Sequence[tuple[int, str]]) -> dict[int, str]:
    """What most moves of an action cost, by its number, where that is not worth a word; told: number and price of each
    move.
    """
    by_action: dict[int, Counter[str]] = {}
    for number, words in told:
        by_action.setdefault(number, Counter())[words] += 1
    found: dict[int, str] = {}
    for number, prices in by_action.items():
        words, count = prices.most_common(1)[0]
        if prices.total() > MOST_ALIKE and 2 * count > prices.total():
            found[number] = words
    return found


def price(asking: Asking, action: ActionInfo, option: Option) -> str:
    """What a move of an action costs, as far as whoever asks knows: `costs 3 gold`; nothing if that is nothing."""
    args = (asking.position[ASKER], *option[1:])
    found = [words for need in action.needs if need.pays and (words := _payment(asking, action, need, args))]
    return said("costs {1}", all_of(found)) if found else ""


def _payment(asking: Asking, action: ActionInfo, need: NeedInfo, args: Sequence[int]) -> str:
    shown, proc = Shown("number"), need.price
    if proc < 0:
        _, proc, shown = need.operands[1 if need.compare == ">=" else 0]
    entities = [True, True, *(kind.what == "entity" for _, kind, _ in action.params)]
    try:
        amount = asking.call(proc, args, entities, shown)
    except GameError:  # the rules break there; whoever makes the move is told so
        return ""
    if not amount:
        return ""
    words = asking.words.value(asking.position, asking.viewer, shown, amount)
    if shown.what != "number":  # a bag names what it holds
        return words
    one = amount == 1 and need.pays.endswith("s") and not need.pays.endswith("ss")
    return f"{words} {need.pays[:-1] if one else need.pays}"
