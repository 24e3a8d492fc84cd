"""Which answers a search tries: all of them, but of many numbers only some."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.machine.ir.ops import DECISION
from dsl.runtime.moves import Option
from dsl.runtime.reading.numbers import LISTED
from dsl.runtime.state import State


def worth_trying(state: State) -> Sequence[Option]:
    """The options of the player who is asked. Of a choice among more than LISTED numbers: the ends, the middle, and
    from the lower end on always about twice as much, so that a raise up to 5,000 is a dozen answers.
    """
    options = state.options()
    decision = state.engine.machine.decisions[state.position[DECISION]]
    if len(options) <= LISTED or decision.kind != "member" or decision.shown.what != "number":
        return options
    found, middle = [options[0]], options[len(options) // 2]
    wanted = _further(options[0][0])
    for option in options[1:-1]:
        if option[0] >= wanted or option == middle:
            found.append(option)
        if option[0] >= wanted:
            wanted = _further(option[0])
    return [*found, options[-1]]


def _further(number: int) -> int:
    return max(2 * number, number + LISTED // 2)
