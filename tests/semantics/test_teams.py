"""Partners: what makes them so, and that they have the same result everywhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.machine.lower.expr import sides
from dsl.machine.lower.stmt import endings
from dsl.play import scenario_text
from dsl.runtime.backends import BACKENDS
from dsl.runtime.game import load
from dsl.runtime.outcome import won_by
from dsl.semantics.declare.teams import declare_teams

PARTNERS = Path(__file__).parent.parent / "corpus" / "good" / "teams.rules"


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        (["win"], [1, -1, 1, -1]),
        (["wait", "win"], [-1, 1, -1, 1]),
        (["give up"], [-1, 1, -1, 1]),
        (["wait", "count"], [0, 3, 0, 3]),
    ],
)
def test_partners_have_the_same_result(backend: str, moves: list[str], expected: list[int]) -> None:
    """Whoever of them is named, and with the sum of their points."""
    state = load(PARTNERS, backend=backend).start(seed=1)
    for move in moves:
        state.apply(move)
    assert state.is_over and list(state.returns()) == expected
    assert len(won_by(state.returns())) == 2


def test_a_record_names_the_winner_of_a_team() -> None:
    """It can be played as a scenario, so it says nothing that does not hold there."""
    state = load(PARTNERS).start(seed=0)
    state.apply("win")
    assert "expect over and winner = player 1" in list(scenario_text._end(state))  # pyright: ignore[reportPrivateUsage]
    assert sides.side_proc.__doc__ and endings.finish.__doc__ and declare_teams.__doc__
