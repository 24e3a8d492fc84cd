"""Small games in which something is hidden: each way of hiding it, in two worlds made on purpose."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest
from twins.counting import Tally
from twins.faces import Questions, messages
from twins.knowing import Sights
from twins.made_twins import PLANS, Plan, small, worlds

MANY: Final = 60
"""So many questions of each sort are asked: in these games all there are."""

SAMPLE: Final = (
    "the bomb lies elsewhere 1",
    "another bid, its second part is asked",
    "a move and none",
    "which of two questions he is asked",
    "another secret word",
    "an answer in odds and evens",
    "the next die",
    "which copy was played",
    "an order that he alone knows",
    "whom he likes",
)
"""Plans that are tried whenever the tests run; the others in the long run."""

KNOWN: Final[dict[tuple[str, str, int], str]] = {}
"""Plans that fail today, by game, title and seat, with the reason."""


def compared(plan: Plan) -> Tally:
    """The messages of the two worlds of a plan, compared."""
    one, other = worlds(plan)
    games = small(plan.game), small(plan.other_game or plan.game)
    asked = [
        Questions.of(game, state, Sights(state.engine.machine)) for game, state in zip(games, (one, other), strict=True)
    ]
    asked[0].and_of(asked[1])
    first, second = (
        messages(questions, state, plan.seat, Random(5), MANY)
        for questions, state in zip(asked, (one, other), strict=True)
    )
    tally = Tally()
    tally.compare(plan.game, plan.title, plan.seat, first, second)
    return tally


def cases() -> list[object]:
    """All plans; those that are known to fail are expected to."""
    found: list[object] = []
    for plan in PLANS:
        reason = KNOWN.get((plan.game, plan.title, plan.seat))
        marks = [pytest.mark.xfail(strict=True, reason=reason)] if reason else []
        marks += [] if plan.title in SAMPLE and plan.seat else [pytest.mark.long]
        found.append(pytest.param(plan, id=f"{plan.game}: {plan.title} ({plan.seat})", marks=marks))
    return found


@pytest.mark.parametrize("plan", cases())
def test_a_seat_is_told_the_same_in_both_worlds(plan: Plan) -> None:
    """Every message of every face is the same, byte by byte."""
    tally = compared(plan)
    assert not tally.leaks, "\n".join(map(str, tally.leaks[:8]))
    assert tally.total > 7
