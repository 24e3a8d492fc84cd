"""The game beside the second telling, in random positions; and its scenarios are the published cases."""

from __future__ import annotations

import pytest
from oracles.diplomacy.make_scenarios import files
from oracles.diplomacy.positions import BATCH, differing, positions


def test_the_scenarios_are_the_cases() -> None:
    """`python tests/oracles/diplomacy/make_scenarios.py` would write what is there."""
    assert [path.name for path, text in files().items() if path.read_text(encoding="utf-8") != text] == []


@pytest.mark.parametrize(("backend", "count"), [("python", 40), ("reference", 20)])
def test_a_few_positions(backend: str, count: int) -> None:
    assert differing(list(positions(count, seed=3, most=8)), backend) == []


def test_a_difference_is_told() -> None:
    """An outcome that is not so is noticed."""
    ours = next(lines for lines in positions(50, seed=3, most=6) if any(line[0] == "." for line in lines))
    wrong = [line.replace(".", "x", 1) for line in ours]
    assert [lines for _, lines in differing([wrong], "python")] == [wrong]


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 112))
def test_many_positions(seed: int) -> None:
    assert differing(list(positions(BATCH, seed)), "python") == []
