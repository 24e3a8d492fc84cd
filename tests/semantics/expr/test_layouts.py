"""Layouts: zones whose pieces lie in cells."""

from __future__ import annotations

import pytest
from semantics.common import codes, parsed, scope_of, world_of

from dsl.semantics.expr import layouts
from dsl.semantics.model import Int, Ref
from dsl.semantics.types import say

LAYOUT = """
kind House
each player has:
    zone village: layout of House by edges, at most 4
card "Hut" is House, 4 copies
"""


@pytest.mark.parametrize(
    ("text", "said", "mistakes"),
    [
        ("p.village[0, 1]", "a Cell or none", []),
        ("neighbours of h", "a set of House pieces", []),
        ("fringe of village of p", "a set of Cells", []),
        ("p.village[0]", "", ["E105"]),
    ],
)
def test_what_is_asked_of_layouts(text: str, said: str, mistakes: list[str]) -> None:
    """Cells by their coordinates, what touches, where there is room."""
    world = world_of(LAYOUT)
    found = scope_of(world, p=Ref(world.player), h=Ref(world.things.kinds["House"])).expr(parsed(text))
    assert codes(world) == mistakes and (not said or say(found.type) in (said, said.replace("Cells", "Cell pieces")))


def test_cells_are_numbered_behind_the_pieces() -> None:
    """Each village has a square of them, with a border that no piece reaches."""
    world = world_of(LAYOUT)
    cells = world.things.cells
    assert cells is not None and [item.name.text for item in layouts.zone_items(world)] == ["village"]
    assert cells.kind.last - cells.kind.first + 1 == 2 * cells.stride**2
    assert cells.kind.first == world.piece.last + 1
    assert layouts.is_cell(world, Ref(cells.kind)) and not layouts.is_cell(world, Int(0, 1))
    assert codes(world_of(LAYOUT.replace("at most 4", "at most 4, within 0"))) == ["E106"]
