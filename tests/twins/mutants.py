"""Changes of the program by which something that is hidden is told, and whether the comparison of twins notices them.

A mutant is a change of one function of the program; behind it stands the plan (or the game, whose positions are
compared with their twins) that shows it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from twins.counting import Tally
from twins.faces import IN_C
from twins.made_twins import PLANS, small
from twins.test_made import KNOWN, compared
from twins.worlds import Attack, Effort, swapped

USUAL = Effort(4, 3, 4, 3)
Way = Callable[[Attack, int | None, int], None]


@dataclass(frozen=True)
class Mutant:
    """A change, and where it must be noticed: a plan by game and title, or a game."""

    what: str
    where: Any
    name: str
    change: Callable[[Any], Any]
    """Makes the new function of the old one."""
    game: str
    title: str = ""
    way: Way = swapped
    """How the worlds of a game are made where no plan makes them."""
    effort: Effort = USUAL
    in_c: bool = False
    """Whether it must be noticed by what programs do that search in C."""


def always(answer: object) -> Callable[[Any], Any]:
    """What is answered is always this."""
    return lambda old: lambda *args, **words: answer


def for_all(number: int) -> Callable[[Any], Any]:
    """The viewer, who is that argument, is taken for somebody who sees everything."""

    def change(old: Any) -> Any:
        def made(*args: Any, **words: Any) -> Any:
            given = list(args)
            if len(given) > number:
                given[number] = None
            return old(*given, **{**words, **({"viewer": None} if "viewer" in words else {})})

        return made

    return change


def as_it_is(number: int) -> Callable[[Any], Any]:
    """What is given comes back as it was."""
    return lambda old: lambda *args, **words: args[number]


def noticed(mutant: Mutant) -> bool:
    """Whether the comparison finds something that it does not find without the mutant."""
    if mutant.title:
        plans = [plan for plan in PLANS if (plan.game, plan.title) == (mutant.game, mutant.title)]
        assert plans
        return any(compared(plan).leaks for plan in plans if (plan.game, plan.title, plan.seat) not in KNOWN)
    tally, game = Tally(), small.__wrapped__(mutant.game) if mutant.in_c else small(mutant.game)
    attack = Attack(tally, mutant.game, game, game.start(None, 2), mutant.effort)
    if mutant.in_c:
        attack.skip = frozenset({"position", "log", "asking", "repl", "completion"})
        attack.asked.searched_in_c()
        assert attack.asked.searches is not None
    mutant.way(attack, None, 2)
    return any(leak.face.startswith(IN_C) for leak in tally.leaks) if mutant.in_c else bool(tally.leaks)
