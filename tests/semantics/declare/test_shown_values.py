"""What drawings of a zone tell of its pieces."""

from __future__ import annotations

import pytest
from semantics.common import checked, good

from dsl.semantics.declare import shown_values

GAME = """
kind A
each player has:
    zone hand: cards of A, seen by all, shows {shown}
value tired of (a: A): yes/no = yes
value far of (p: Player): 0..9 = 1
main: nothing
"""


def test_values_of_what_lies_there_are_shown() -> None:
    """With whether a no is told as well."""
    program = good(GAME.replace("{shown}", "not tired"))
    zone = next(zone for zone in program.zones if zone.name == "hand")
    assert zone.shows == (("tired", True),)


@pytest.mark.parametrize(("shown", "code"), [("tried", "E101"), ("far", "E104")])
def test_what_cannot_be_shown(shown: str, code: str) -> None:
    """A value that is not there, and one that is asked of something else."""
    assert shown_values.check_shown.__doc__
    program, bag = checked('game "T" for 2 players\n' + GAME.replace("{shown}", shown))
    assert program is None and [each.code for each in bag.all()] == [code]
