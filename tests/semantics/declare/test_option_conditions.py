"""For which games an option is (`when`)."""

from __future__ import annotations

import pytest
from semantics.common import checked, codes, world_of

from dsl.semantics.declare.option_conditions import check_is_met

RULES = """
enum Choice: by_lot, named
option lanterns: Choice = by_lot
option bright: yes/no = no
option size: 1..9 = 5
option which: 1..3 = 1 when CONDITION
"""


@pytest.mark.parametrize(
    ("condition", "others", "holds"),
    [
        ("lanterns is named", {}, False),
        ("lanterns is named", {"lanterns": "named"}, True),
        ("lanterns is not named", {"lanterns": "named"}, False),
        ("bright", {"bright": "yes"}, True),
        ("not bright", {}, True),
        ("size >= 6 and not bright", {"size": 6}, True),
        ("size >= 6 and not bright", {"size": 6, "bright": "yes"}, False),
        ("size < 3 or lanterns is named", {"size": 2}, True),
    ],
)
def test_what_is_chosen_must_count(condition: str, others: dict[str, int | str], holds: bool) -> None:
    """An option that would do nothing is refused; nobody minds if it is not chosen."""
    text = RULES.replace("CONDITION", condition)
    _, bag = checked(text, options={**others, "which": 2})
    assert [each.code for each in bag.all()].count("E171") == (not holds), check_is_met.__doc__
    _, bag = checked(text, options=dict(others))
    assert "E171" not in [each.code for each in bag.all()]


@pytest.mark.parametrize(("condition", "code"), [("2 + 2", "E104"), ("lanterns", "E104"), ("colours is 2", "E101")])
def test_a_condition_asks_other_options(condition: str, code: str) -> None:
    """Nothing else is known before the game."""
    assert code in codes(world_of(RULES.replace("CONDITION", condition)))
