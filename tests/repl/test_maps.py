"""Layouts drawn as maps."""

from __future__ import annotations

from pathlib import Path

from dsl.repl.drawing.position import Paper, position
from dsl.repl.output import plain, width
from dsl.runtime.game import load

GAME = Path(__file__).parent.parent / "corpus" / "good" / "dark_eden_settlement.rules"


def test_a_settlement_is_a_map() -> None:
    """Highest row first, with the numbers that moves are typed with."""
    state = load(GAME).start(2, seed=1)
    for text in ("build Farm at A 1 0", "pass", "build Bank at A 1 -1"):
        state.apply(text)
    rows = [plain(row) for row in position(state.view(1), Paper(80, ascii=True))]
    at = rows.index("A  target A 1 -1, laid 2")
    assert [row.rstrip() for row in rows[at + 3 : at + 13]] == [
        "       -1         0         1         2",
        "   +---------+---------+---------+---------+",
        " 1 | .       | .       | .       | .       |",
        "   +---------+---------+---------+---------+",
        " 0 | .       |Warlord  |Farm     | .       |",
        "   +---------+---------+---------+---------+",
        "-1 | .       | .       |Bank     | .       |",
        "   +---------+---------+---------+---------+",
        "-2 | .       | .       | .       | .       |",
        "   +---------+---------+---------+---------+",
    ]


def test_a_wide_map_fits() -> None:
    """A long row of pieces keeps within the width, without the empty cells at its ends."""
    state = load(GAME).start(2, seed=1)
    for column in range(1, 6):
        state.apply(f"build Farm at A {column} 0")
        state.apply("pass")
    for columns in (40, 60, 100):
        assert all(width(row) <= columns for row in position(state.view(None), Paper(columns)))
