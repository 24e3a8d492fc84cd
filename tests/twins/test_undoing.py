"""Taking back at a seat tells nothing of what others did unseen."""

from __future__ import annotations

from random import Random

import pytest
from twins.counting import Tally
from twins.made_twins import Plan, small, worlds
from twins.undoing import taken_back, undoing
from twins.worlds import Attack, Effort

PLANS = (
    Plan("how many were taken", "three", 1, ("wait", "spoon", "#0", "done"), ("wait", "spoon", "done")),
    Plan("what was bid", "auction", 1, ("1", "0", "2", "1"), ("1", "0", "4", "3")),
    Plan("who was asked once more", "two_doors", 1, ("1",), ("1",), (("Key", "Stone"),), seed=3),
)


@pytest.mark.parametrize("plan", [pytest.param(plan, id=plan.title) for plan in PLANS])
def test_what_others_did_is_not_counted(plan: Plan) -> None:
    one, other = worlds(plan)
    attack = Attack(Tally(), plan.game, small(plan.game), one, Effort(1, 1, 3))
    attack.compare(
        "taking back", plan.seat, taken_back(attack, one, plan.seat), taken_back(attack, other, plan.seat), ""
    )
    assert not attack.tally.leaks, "\n".join(map(str, attack.tally.leaks[:6]))
    assert attack.tally.total > 20


@pytest.mark.long
@pytest.mark.parametrize("name", ["two_doors", "three", "auction", "sides", "bluffs", "kuhn_poker"])
def test_histories_taken_back(name: str) -> None:
    """Random games that the seat cannot tell."""
    import shared

    game = shared.game(name) if name == "kuhn_poker" else small(name)
    attack = Attack(Tally(), name, game, game.start(None, 1), Effort(3, 3, 3))
    undoing(attack, None, Random(3).randrange(99))
    assert not attack.tally.leaks, "\n".join(map(str, attack.tally.leaks[:6]))
