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


QUAYS = """
game "Quays" for 1 player

enum Quay: any_good "any good", fish

kind Land is Space
kind Site is Space:
    var quay: Quay or none

the table has:
    board rock: Land, hexagons within 0, corners Site

main:
    set quay of rock_corners["corner north of a1"] to any_good
    set quay of rock_corners["corner south of a1"] to fish
    choose n from 1..2 by player 1
    end game drawn
"""


def test_the_first_value_is_worth_a_letter_where_there_may_be_none(tmp_path: Path) -> None:
    """What is not drawn is `none`."""
    path = tmp_path / "quays.rules"
    path.write_text(QUAYS, encoding="utf-8")
    drawn = [plain(row) for row in position(load(path).start(1, seed=1).view(1), Paper(80, ascii=True))]
    at = drawn.index("   rock")
    assert drawn[at + 1 : at + 7] == [
        "     / A \\",
        "   +  a1   +",
        "   |       |",
        "   + \\   / +",
        "       F",
        "   F fish, A any good",
    ]
