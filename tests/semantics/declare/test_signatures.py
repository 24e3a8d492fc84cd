"""What can be called."""

from __future__ import annotations

import pytest
from semantics.common import codes, world_of

from dsl.semantics.declare.signatures import DEFAULT_LAYERS, held
from dsl.syntax import tree


def test_a_value_has_the_layers_that_are_declared_for_it() -> None:
    """Others have those of the language, in their order."""
    world = world_of("value v of (p: Player): 0..9 = 1\nvalue w of (p: Player): 0..9 = 1\nlayers w: early, late\n")
    assert world.play.values["v"].layers == list(DEFAULT_LAYERS)
    assert world.play.values["w"].layers == ["early", "late"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("event e (n: 0..9) by (n: 0..9)\n", ["E103"]),
        ("event e\nevent e\n", ["E103"]),
        ("limit l: 1 per nothing\n", ["E101"]),
        ("layers nothing: a, b\n", ["E101"]),
        ("event e (me: Player)\n", ["E103"]),
    ],
)
def test_mistakes_of_signatures(text: str, found: list[str]) -> None:
    """Each is told once."""
    assert codes(world_of(text)) == found


def test_actions_of_kinds_and_cards_are_found() -> None:
    """With who has them, in the order of the files."""
    world = world_of('kind A:\n    action go: say "x"\ncard "Ann" is A:\n    action stay: say "y"\n')
    found = [
        (getattr(holder, "name", getattr(holder, "title", "")), item.signature.name.text)
        for holder, item in held(world, tree.ActionItem)
    ]
    assert sorted(found) == [("A", "go"), ("Ann", "stay")]
