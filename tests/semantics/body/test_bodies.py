"""Bodies of definitions, values, events and procedures."""

from __future__ import annotations

import pytest
from semantics.common import PIECES, codes, world_of

from dsl.semantics.body.bodies import Inference, check_bodies
from dsl.semantics.types import say


def test_types_of_definitions_are_found_in_any_order() -> None:
    """Each when it is first asked for; the order in the file means nothing."""
    world = world_of("define a = b + 1\ndefine b = c * 2\ndefine c = 3\n")
    infer = Inference(world)
    assert say(infer(world.play.defines["a"])) == "the number 7" and codes(world) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("define a = b + 1\ndefine b = a\n", ["E120"]),
        ("value v of (p: Player): 0..9 = p\n", ["E104"]),
        ("event e: lose_all\n", ["E101"]),
        ("event e (p: Player): raise p.gold by 1\n", []),
    ],
)
def test_bodies(text: str, found: list[str]) -> None:
    """Each mistake once."""
    world = world_of(PIECES + text)
    check_bodies(world)
    assert codes(world) == found
