"""Rules against each other."""

from __future__ import annotations

import pytest
from semantics.common import checked

from dsl.semantics.lint import conflicts

GAME = """
game "T" for 2 players
each player has:
    var gold: 0..9
value v of (p: Player): 0..9 = p.gold
main:
    for each p in players: raise p.gold by v of p
"""


@pytest.mark.parametrize(
    ("rules", "found"),
    [
        ("modify v of p to 1\nmodify v of p to 2\n", ["E201"]),
        ("modify v of p to 1 when p.gold > 5\nmodify v of p to 2 when p.gold < 5\n", []),
        ("modify v of p to 1\nmodify v of p by +2\n", []),
        ("modify v of p to 1\n", []),
    ],
)
def test_two_rules_that_set_one_value(rules: str, found: list[str]) -> None:
    """They are a conflict; a rule that adds is none."""
    assert conflicts.check_conflicts.__doc__
    assert [each.code for each in checked(GAME + rules)[1].all()] == found
