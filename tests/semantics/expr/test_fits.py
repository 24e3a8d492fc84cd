"""Where a piece may lie."""

from __future__ import annotations

import pytest
from semantics.common import PIECES, asked, world_of

from dsl.semantics import model
from dsl.semantics.expr import fits
from dsl.semantics.scopes import is_bad
from dsl.semantics.types import say


@pytest.mark.parametrize(
    ("text", "sort", "said"),
    [
        ("c fits in hand of p", model.FitsIn, "yes/no"),
        ("c fits in pile", model.FitsIn, "yes/no"),
    ],
)
def test_fits(text: str, sort: type, said: str) -> None:
    """What it becomes, and of which type."""
    expr, mistakes = asked(text)
    assert (mistakes, type(expr), say(expr.type)) == ([], sort, said)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("n fits in pile", "E104"),
        ("c fits in n", "E104"),
        ("p fits in pile", "E104"),
    ],
)
def test_mistakes_of_fits(text: str, code: str) -> None:
    """One mistake, one message; what stands for it fits everywhere."""
    expr, mistakes = asked(text)
    assert mistakes == [code] and is_bad(expr)


def test_zones_for_just_such_pieces_come_first() -> None:
    """`fitting_zones` of a player: the hand holds cards, and a beast is one."""
    world = world_of(PIECES)
    found = fits.fitting_zones(world, world.player, world.things.kinds["Beast"])
    assert [zone.name for zone in found] == ["hand"]
    assert fits.fitting_zones(world, world.things.kinds["Field"], world.things.kinds["Beast"]) == []
