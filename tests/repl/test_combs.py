"""Boards of hexagons drawn as maps."""

from __future__ import annotations

from pathlib import Path

from dsl.repl.drawing.position import Paper, position
from dsl.repl.output import plain
from dsl.runtime.game import load

GAME = Path(__file__).parent.parent / "corpus" / "good" / "hexagons.rules"


def test_roads_and_houses_stand_on_edges_and_corners() -> None:
    """Whose they are by their letters; what a hexagon is inside it; pieces in the list below."""
    state = load(GAME).start(2, seed=1)
    for text in (
        "settle on corner a1-a2-b2",
        "settle on corner north of e1",
        "build on a1-a2",
        "build on northwest of e1",
    ):
        state.apply(text)
    drawn = [plain(row) for row in position(state.view(1), Paper(80, ascii=True))]
    at = drawn.index("   island")
    assert drawn[at + 1 : at + 19] == [
        "             B B \\   / + \\   / + \\",
        "           +  e1   +  e2   +  e3   +",
        "           |       |       |       |",
        "         / + \\   / + \\   / + \\   / + \\",
        "       +  d1   +  d2   +  d3   +  d4   +",
        "       |       |       |       |       |",
        "     / + \\   / + \\   / + \\   / + \\   / + \\",
        "   +  c1   +  c2   + c3 Wo +  c4   +  c5   +",
        "   |       |       |       |       |       |",
        "   + \\   / + \\   / + \\   / + \\   / + \\   / +",
        "       +  b1   +  b2   +  b3   +  b4   +",
        "       |       |forest |       |       |",
        "       + \\   / + \\11 / + \\   / + \\   / +",
        "           +  a1   A  a2   +  a3   +",
        "           |       A       |       |",
        "           + \\   / + \\   / + \\   / +",
        "               +       +       +",
        "   Wo Wolf c3",
    ]
