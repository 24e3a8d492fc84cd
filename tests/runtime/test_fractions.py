"""Values in halves as people read them: in texts, and in answers to `why`."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.machine.ir.ops import Shown
from dsl.runtime.game import load

GAME = """
game "Halves" for 1 player
kind Unit:
    life: 0..9
the table has:
    zone camp: cards of Unit, active
value power of (u: Unit): 0..99 in quarters = life of u
layers power: plus, times
card "Ox" is Unit:
    life 5
card "Yoke" is Unit:
    life 0
    modify power of u divided by 4 when u is "Ox"
    modify power of u by +1 when u is "Ox"
main:
    move Unit to camp
    for each u in camp where u is "Ox": say "{power of u}"
    choose u from camp by player 1
    if none: nothing
    move u to box
    end game drawn
"""


@pytest.mark.parametrize("backend", ["python", "reference"])
def test_fractions_read_as_people_write_them(tmp_path: Path, backend: str) -> None:
    """In the log, in `why` with the layers, and the parts of a change."""
    (tmp_path / "game.rules").write_text(GAME.lstrip("\n"), encoding="utf-8")
    state = load(tmp_path).start(1, seed=1, backend=backend)
    assert any("1 1/2" in line for line in state.log())
    found = state.why("power of Ox")
    assert found.value == "1 1/2"
    assert [part.value for part in found.parts] == ["5", "+ 1", "divided by 4"]


def test_how_parts_read(tmp_path: Path) -> None:
    """Wholes alone, fractions in lowest terms, the sign in front."""
    (tmp_path / "game.rules").write_text(GAME.lstrip("\n"), encoding="utf-8")
    words = load(tmp_path).engine(1).words
    read = [words.plain(Shown("parts", 4), number) for number in (0, 4, 1, 2, 6, -3, -10)]
    assert read == ["0", "1", "1/4", "1/2", "1 1/2", "-3/4", "-2 1/2"]
