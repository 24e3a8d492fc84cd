"""Warnings about what is probably not meant."""

from __future__ import annotations

import pytest
from semantics.common import PIECES, checked, parsed, scope_of, world_of

from dsl.semantics.lint.usage import constant_of
from dsl.semantics.model import Int


@pytest.mark.parametrize(
    ("text", "always"),
    [
        ("n > 9", 0),
        ("n < 10", 1),
        ("n > 3", None),
        ("n > 3 and n > 9", 0),
        ("n > 3 or n < 10", 1),
        ("not (n > 9)", 1),
        ("n = 11", 0),
        ("n != 11", 1),
    ],
)
def test_what_a_condition_always_is(text: str, always: int | None) -> None:
    """From the ranges alone; n is 0..9."""
    world = world_of(PIECES)
    assert constant_of(world, scope_of(world, n=Int(0, 9)).expr(parsed(text))) == always


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("main: nothing\neach player has:\n    var gold: 0..9\n", "`gold` is never used"),
        (
            "main:\n    for each p in players: set p.gold to 1\neach player has:\n    var gold: 0..9\n",
            "written and never read",
        ),
        ("define rich = yes\nmain: nothing\n", "the definition `rich` is never used"),
        ("kind A\n", "no file says `main`"),
    ],
)
def test_what_is_never_used_is_warned_of(text: str, part: str) -> None:
    """W301, and the program is made all the same."""
    program, bag = checked('game "T" for 2 players\n' + text)
    assert program is not None
    assert [each.code for each in bag.all()] == ["W301"] and part in bag.all()[0].message
