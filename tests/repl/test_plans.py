"""Boards with edges drawn as maps."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from dsl.repl.drawing import board_plans
from dsl.repl.drawing.position import Paper, position
from dsl.repl.output import plain
from dsl.runtime.game import load
from dsl.runtime.information.views import SpaceView

GAME = Path(__file__).parent.parent / "corpus" / "good" / "edges.rules"


def rows(text: str, *, ascii_only: bool) -> list[str]:
    """The map after a move, and what stands below it."""
    state = load(GAME).start(2, seed=1)
    state.apply(text)
    drawn = [plain(row) for row in position(state.view(1), Paper(80, ascii=ascii_only))]
    at = drawn.index("   keep")
    return drawn[at + 1 : at + 10]


def test_walls_and_doors_stand_between_the_spaces() -> None:
    """Edges by what they are, pieces by two letters, and the list below."""
    assert rows("march with Guard at a1 to b1", ascii_only=True) == [
        "       a    b    c    d",
        "    +----+----+----+----+",
        "  3 |                   |",
        "    +----+    +    +....+",
        "  2 |Gu1      |         |",
        "    +    +    +    +    +",
        "  1 |     Gu2m|         |",
        "    +----+----+----+----+",
        "   Gu1 Guard a2, Gu2 Guard b1, - wall, . door, m marsh",
    ]


def test_an_open_door_is_gone() -> None:
    """What is at its first value is not drawn."""
    assert rows("open d2-d3", ascii_only=False)[3] == "    +━━━━+    +    +    +"


def test_a_mark_where_not_all_fits_is_explained() -> None:
    """Three pieces of a space have more than four letters."""
    boards = load(GAME).start(2, seed=1).view(1).table.boards
    board = next(each for each in boards if each.edges)
    edges = [each for each in boards if each.name in board.edges]

    def signs(spaces: tuple[SpaceView, ...]) -> str:
        _, said = board_plans.draw(replace(board, spaces=spaces), edges, True, 80, lambda item: ())
        return " ".join(map(plain, said))

    full = next(each for each in board.spaces if any(zone.items for zone in each.zones))
    zones = tuple(replace(zone, items=3 * zone.items) for zone in full.zones)
    assert "~" not in signs(board.spaces)
    spaces = tuple(replace(each, zones=zones) if each is full else each for each in board.spaces)
    assert signs(spaces).endswith("~ more is there")
