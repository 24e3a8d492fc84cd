"""Boards with links drawn as lists."""

from __future__ import annotations

from pathlib import Path

from dsl.repl.drawing.position import Paper, position
from dsl.repl.output import plain
from dsl.runtime.game import load

GAME = Path(__file__).parent.parent / "corpus" / "good" / "links.rules"


def drawn(columns: int) -> list[str]:
    state = load(GAME).start(2, seed=1)
    state.apply("ride with Red to dover")
    rows = [plain(row) for row in position(state.view(1), Paper(columns, ascii=True))]
    return rows[rows.index("   map") + 1 : rows.index("B <-")]


def test_each_space_has_its_links_and_what_stands_there() -> None:
    """Links lead both ways, those of each name apart; pieces and fields stand below their space."""
    assert drawn(60) == [
        "   york  roads: London Town",
        "   London Town  roads: york, dover, ferries: calais",
        "     Blue [B]",
        "   dover  roads: London Town, ferries: calais",
        "     visited",
        "     Red [A]",
        "   calais  roads: paris, ferries: London Town, dover",
        "   paris  roads: calais",
    ]


def test_a_narrow_terminal_breaks_them() -> None:
    """No line is longer than the terminal, and no link is lost."""
    rows = drawn(30)
    assert max(map(len, rows)) <= 30
    assert rows[1:3] == ["   London Town  roads: york,", "       dover, ferries: calais"]
