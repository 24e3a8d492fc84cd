"""`measure`: what is measured, of whom and when."""

from __future__ import annotations

import pytest
from semantics.common import checked, good

from dsl.semantics.body.measures import check_measures
from dsl.semantics.model import Bool, Int

RULES = """
each player has:
    var gold: 0..9
event sale of (n: 1..3) to (p: Player):
    raise p.gold by n
"""


def test_measures_know_when_and_of_whom() -> None:
    """At the end, at each turn, after an event; of each player or of the table."""
    lines = "measure a for each p in players: gold of p\nmeasure b at each turn: 3\nmeasure c after sale of n: n > 2\n"
    found = good(RULES + lines).measures
    assert [(each.name, each.when, each.each) for each in found] == [
        ("a", "end", True),
        ("b", "turn", False),
        ("c", "event", False),
    ]
    bodies = [taking.body.type for each in found for taking in each.takings]
    assert isinstance(bodies[0], Int) and isinstance(bodies[2], Bool)
    (after,) = found[2].takings
    assert after.event is not None and after.event.name == "sale" and [each.name for each in after.params] == ["n"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("measure a for each p in gold: 1", "E104"),
        ("measure a: players", "E104"),
        ("measure a after theft: 1", "E101"),
        ("measure a after sale from n: 1", "E105"),
        ("measure gold: 1", "E103"),
        ("measure a: 1\nmeasure a: 2", "E103"),
    ],
)
def test_what_cannot_be_measured(line: str, code: str) -> None:
    """Only numbers, of players or of the table, after what there is."""
    _, bag = checked('game "X" for 2 players\n' + RULES + line + "\n")
    assert [each.code for each in bag.all()] == [code], check_measures.__doc__
