"""Solved games: OpenSpiel's counterfactual regret minimisation goes on our poker exactly as on its own.

The known value of Kuhn poker for the first player is -1/18.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyspiel
import pytest

from dsl.play.openspiel import register

CLASSICS = Path(__file__).parents[2] / "games" / "classics"


def curve(game: Any, marks: tuple[int, ...]) -> list[tuple[float, float]]:
    """The exploitability and the value for the first player of the average strategy, after these many iterations."""
    tree = pyspiel.convert_to_cached_tree(game)
    solver = pyspiel.CFRSolver(tree)
    found: list[tuple[float, float]] = []
    for number in range(1, marks[-1] + 1):
        solver.evaluate_and_update_policy()
        if number in marks:
            policy = solver.average_policy()
            value = pyspiel.expected_returns(tree.new_initial_state(), policy, -1, True)[0]
            found.append((pyspiel.exploitability(tree, policy), value))
    return found


@pytest.mark.long
@pytest.mark.parametrize("name, marks", [("kuhn_poker", (1, 5, 50, 1_000)), ("leduc_poker", (1, 5, 30))])
def test_the_curves_are_the_same(name: str, marks: tuple[int, ...]) -> None:
    game = register(CLASSICS / name, name=f"rulewright_{name}_solved", zero_sum=True)
    ours, theirs = curve(game, marks), curve(pyspiel.load_game(name), marks)
    for one, other in zip(ours, theirs, strict=True):
        assert one == pytest.approx(other, abs=1e-9)
    assert ours[-1][0] < ours[0][0] / 5
    if name == "kuhn_poker":
        assert ours[-1][1] == pytest.approx(-1 / 18, abs=1e-3)
