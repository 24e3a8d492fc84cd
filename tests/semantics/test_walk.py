"""Walking trees, and whether two parts of syntax say the same."""

from __future__ import annotations

import pytest
from semantics.common import parsed

from dsl.semantics.walk import same, walk
from dsl.syntax import tree


def test_everything_inside_is_met_outside_in() -> None:
    """The node itself first, then its parts from left to right."""
    assert [node.name for node in walk(parsed("a + b * c")) if isinstance(node, tree.Ref)] == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("a", "b", "answer"),
    [
        ("x + 1", "x  +  1", True),
        ("x + 1", "1 + x", False),
        ("(some c in hand where c.cost > 1)", "(some d in hand where d.cost > 1)", True),
        ("(some c in hand where c.cost > 1)", "(some d in hand where c.cost > 1)", False),
        ("(a, b)", "(a, b, c)", False),
    ],
)
def test_same(a: str, b: str, answer: bool) -> None:
    """Wherever it stands, and whatever a bound name is called."""
    assert same(parsed(a), parsed(b)) is answer
