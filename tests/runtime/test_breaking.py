"""Where the rules break: the number or zone is named, with what it is, what it would be, the card and the rule."""

from __future__ import annotations

from pathlib import Path

import pytest

import dsl
from dsl.runtime.errors import GameError

TEXT = """game "Hot" for 2 players
kind Card:
    cost: 0..9
the table has:
    var heat: 0..3
each player has:
    var luck: 0..2
    zone hand "hand": cards of Card, at most 2, active
window turn "turn"
card "Bellows" is Card:
    cost 1
    action blow in turn:
        raise me.luck by 5
card "Tongs" is Card, 2 copies:
    cost 2
action stoke in turn: raise heat by 4
action grab in turn:
    move each c in Card where c is "Tongs" to hand of me
main:
    move "Bellows" to hand of player 1
    repeat at most 5 times: offer turn to player 1
"""


@pytest.mark.parametrize("backend", ["python", "reference", "native"])
def test_a_repetition_without_end_says_so(tmp_path: Path, backend: str) -> None:
    """It is no number and no zone that goes beyond anything."""
    path = tmp_path / "hot.rules"
    path.write_text(
        TEXT.replace("    repeat at most 5 times:", "    repeat until heat = 1 at most 5 times:"), encoding="utf-8"
    )
    state = dsl.load(path, backend=backend).start()
    for _ in range(4):
        state.apply("pass")
    with pytest.raises(GameError, match="repeated as often as `at most` says") as broken:
        state.apply("pass")
    assert broken.value.code == "ROUNDS" and "repeat until heat = 1 at most 5 times" in str(broken.value)


@pytest.mark.parametrize("backend", ["python", "reference"])
@pytest.mark.parametrize(
    ("move", "words", "card"),
    [
        ("stoke", "heat is 0, goes from 0 to 3, and would be 4", ""),
        ("Bellows: blow", "luck of A is 0, goes from 0 to 2, and would be 5", "Bellows"),
        ("grab", "hand of A holds 2 pieces and has room for 2", ""),
    ],
)
def test_the_thing_is_named_with_its_bounds(tmp_path: Path, backend: str, move: str, words: str, card: str) -> None:
    path = tmp_path / "hot.rules"
    path.write_text(TEXT, encoding="utf-8")
    state = dsl.load(path, backend=backend).start()
    with pytest.raises(GameError) as broken:
        state.apply(move)
    assert (broken.value.code, broken.value.message, broken.value.card) == ("BOUND", words, card)
    site = broken.value.site
    assert site is not None and f"hot.rules:{site.line}" in str(broken.value)
    assert ("on Bellows" in str(broken.value)) is bool(card)
