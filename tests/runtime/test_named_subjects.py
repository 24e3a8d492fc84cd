"""Questions name their subject, and the log which of several pieces was meant: as far as the reader knows."""

from __future__ import annotations

from pathlib import Path

from dsl.runtime.game import load

GAME = """\
game "Demons" for 2 players
kind Demon:
    var moves: 0..9 = 3
card "Imp" is Demon, 3 copies
card "Pinky" is Demon
each player has:
    zone hand: cards of Demon, seen by owner
    zone pit: cards of Demon
window act "the activation of a demon", pass "end"
action step with (d: Demon in (pit of me, hand of me)) in act:
    lower moves of d by 1
main:
    move "Imp" copy 1 to pit of player 1
    move "Imp" copy 2 to pit of player 2
    move "Imp" copy 3 to hand of player 1
    move "Pinky" to hand of player 2
    for each d in pit of player 1:
        offer act to player 1 as "the activation of {d}, {d.moves} movement point(s) left"
    for each d in hand of player 2:
        offer act to player 1 as "what {d} does", no passing
    offer act to player 2
"""


def test_an_offer_has_words_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(GAME, encoding="utf-8")
    for backend in ("python", "reference"):
        state = load(tmp_path).start(backend=backend)
        assert state.prompt(1) == "the activation of Imp, 3 movement points left"
        state.apply("end")
        assert state.prompt(2) == "what Pinky does" and state.prompt(1) == "what demon in hand of B does"
        assert "end" not in [move.text for move in state.moves()]
        state.apply("step with Imp in hand of A")
        assert state.prompt(2) == "the activation of a demon"


def test_the_log_says_which_of_several_in_sight(tmp_path: Path) -> None:
    """Two Imps lie open: the line says where the one that was meant lay; a third one in a hand adds nothing."""
    (tmp_path / "game.rules").write_text(GAME, encoding="utf-8")
    state = load(tmp_path).start()
    state.apply("step with Imp in pit of A")
    assert state.log(2)[0] == "A: step with Imp in pit of A"
    state.apply("step with Imp in hand of A")
    assert state.log(2)[1] == "A: step with demon in hand of A"
    assert state.log(1)[1] == "A: step with Imp"
