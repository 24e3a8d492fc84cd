"""Sets of pieces that fields hold: what of them is redealt, told apart and read."""

from __future__ import annotations

from pathlib import Path

from dsl.runtime.game import load
from dsl.runtime.information.determinize import determinize
from dsl.runtime.pieces import in_sets, referred_to
from dsl.runtime.state import State

RULES = """game "Hired" for 2 players
kind Unit
each player has:
    zone camp: cards of Unit
    var hired: set of Unit
piece "Foot" is Unit
piece "Horse" is Unit
piece "Cart" is Unit, 2 copies
window turn
action hire (u: Unit in Unit where u not in me.hired) in turn:
    raise me.hired by u
action call (u: Unit in me.hired) in turn:
    move u to camp of me
main:
    repeat at most 4 times:
        for each p in players: offer turn to p
"""


def _begun(folder: Path) -> State:
    (folder / "game.rules").write_text(RULES, encoding="utf-8")
    state = load(folder).start(2, 1)
    state.apply(state.moves()[1])
    return state


def test_what_a_set_holds_is_not_dealt_again(tmp_path: Path) -> None:
    """Nobody has met what lies in the box; but the set goes on holding the piece that it holds."""
    state = _begun(tmp_path)
    engine = state.engine
    held = in_sets(engine.words, state.position)
    assert len(held) == 1 and held <= referred_to(engine.words, state.position)
    for key in range(20):
        assert in_sets(engine.words, determinize(engine, state.position, 2, key)) == held


def test_it_reads_as_far_as_the_reader_knows_the_pieces(tmp_path: Path) -> None:
    """A piece in the box that nobody has met, and the same piece when it lies on the table."""
    state = _begun(tmp_path)
    assert dict(state.view(2).players[0].fields)["hired"] == "piece in the box"
    state.apply("pass")
    state.apply(next(move for move in state.moves() if str(move).startswith("call")))
    assert dict(state.view(2).players[0].fields)["hired"] == "Horse"
