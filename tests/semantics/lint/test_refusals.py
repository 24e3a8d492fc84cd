"""Requirements without words: which of them would read out the rules."""

from __future__ import annotations

import pytest
from semantics.common import checked

from dsl.semantics.lint import refusals

GAME = """game "X" for 2 players
kind Dog:
    age: 0..20 = 3
    fierce: yes/no = no
card "Rex" is Dog:
    fierce yes
define led (d: Dog):
    requires not d.fierce {inside}
define quiet (d: Dog) = d.age > 9
window walks "a walk"
action lead (d: Dog in box) in walks:
    requires {condition}
    turn d face up
main: offer walks to player 1
"""


@pytest.mark.parametrize(
    ("condition", "inside", "warned"),
    [
        ("d.age > 2", 'else "fierce"', False),
        ("quiet(d)", 'else "fierce"', True),
        ('quiet(d) else "{d} barks"', 'else "fierce"', False),
        ("d.age > 2 and quiet(d)", 'else "fierce"', True),
        ("led(d)", 'else "fierce"', False),
        ("led(d)", "", True),
        ("led(d) and d.age < 9", "", True),
        ('led(d) else "no"', "", False),
        ("some e in Dog where e.fierce", "", True),
    ],
)
def test_which_requirements_are_told(condition: str, inside: str, warned: bool) -> None:
    """A definition answers with its own requirements only where nobody speaks for it."""
    assert refusals.check_refusals.__doc__
    _, bag = checked(GAME.replace("{condition}", condition).replace("{inside}", inside))
    assert not bag.has_errors
    assert any(each.code == "W310" for each in bag.all()) is warned
