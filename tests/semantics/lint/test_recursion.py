"""Circles, and questions where nobody can be asked."""

from __future__ import annotations

import pytest
from semantics.common import PIECES, codes, world_of

from dsl.semantics.body.bodies import check_bodies
from dsl.semantics.lint.recursion import check_graphs

ASKS = "    for each p in players:\n        choose any number of c from hand of p by p\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("value v of (p: Player): 0..9 = w of p\nvalue w of (p: Player): 0..9 = v of p\n", ["E210"]),
        (f"event e: ask\nprocedure ask:\n{ASKS}", ["E140"]),
        ("procedure a: b\nprocedure b: a\n", ["E120"]),
        ("value v of (p: Player): 0..9 = p.gold\nevent e (p: Player): raise p.gold by v of p\n", []),
    ],
)
def test_circles_and_hidden_questions(text: str, found: list[str]) -> None:
    """Each circle once; who calls one that asks must be able to ask."""
    world = world_of(PIECES.replace("0..20", "0..9") + text)
    check_bodies(world)
    check_graphs(world)
    assert codes(world) == found
