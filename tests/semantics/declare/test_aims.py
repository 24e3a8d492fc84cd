"""Values that programs aim at (`bots aim at`)."""

from __future__ import annotations

import pytest
from semantics.common import codes, good, world_of

from dsl.semantics.declare.aims import MOST_WEIGHT, declare_aim

RULES = """
value heat: 0..9 = 3
value riches of (p: Player): 0..9 = 4
value size of (p: Player): 0..9 = 5
"""


def test_aims_have_weights() -> None:
    """One, if nothing is said."""
    program = good(RULES + f"bots aim at riches\nbots aim at size weighing {MOST_WEIGHT}\n")
    assert [(aim.value.name, aim.weight) for aim in program.aims] == [("riches", 1), ("size", MOST_WEIGHT)]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("bots aim at heat", "E104"),
        ("bots aim at luck", "E101"),
        ("bots aim at riches weighing 0", "E106"),
        (f"bots aim at riches weighing {MOST_WEIGHT + 1}", "E106"),
        ("bots aim at riches\nbots aim at riches", "E026"),
    ],
)
def test_what_nobody_can_aim_at(line: str, code: str) -> None:
    """A number of each player, once."""
    assert codes(world_of(RULES + line + "\n")) == [code], declare_aim.__doc__
