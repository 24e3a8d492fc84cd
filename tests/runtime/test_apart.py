"""Moves that would read the same say behind the things in them which are meant, not behind the whole."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from dsl.repl.drawing.answers import answers_of, listed
from dsl.repl.drawing.grid import strokes
from dsl.repl.output import Output
from dsl.runtime.game import Game, load
from dsl.runtime.information.seat import Seat
from dsl.runtime.state import State

GAME = """
game "Apart" for 2 players

kind Man:
    var hurt: 0..9
    zone gear: cards of Bow, seen by all
kind Bow
kind House

card "Guard" is Man, 5 copies
card "Bow" is Bow
card "Hut" is House, 2 copies

each player has:
    zone camp: cards of Man
    zone wood: cards of Man
    zone town: layout of House by edges

action attack (a: Man in camp of me) at (b: Man in camp of player 2) in fights:
    raise b.hurt by 1
action burn (h: House in town of player 2) after (n: 1..9) in fires:
    nothing
action send (m: Man in men_of(me)) in marches:
    raise m.hurt by 1
define men_of (p: Player) = each m: Man in Man where m in camp of p or m in wood of p
window fights "your fight"
window fires "your fire"
window marches "your march"

main:
    move "Guard" to camp of player 1
    move "Guard" copy 2 to camp of player 1
    raise "Guard".hurt by 1
    raise "Guard" copy 3.hurt by 1
    move "Guard" copy 3 to camp of player 2
    move "Guard" copy 4 to camp of player 2
    move "Hut" to town of player 2
    move "Hut" copy 2 to the first k in fringe of town of player 2
    offer fights to player 1
    offer fires to player 1
    move "Bow" to gear of "Guard" copy 2
    move "Guard" copy 5 to wood of player 1
    offer marches to player 1
"""


@cache
def game() -> Game:
    with TemporaryDirectory() as folder:
        (Path(folder) / "game.rules").write_text(GAME, encoding="utf-8")
        return load(folder)


def texts(state: State) -> list[str]:
    return [move.text for move in state.moves()]


def test_a_number_stands_behind_the_piece_that_it_numbers() -> None:
    """Two attackers that differ, two that are attacked: four moves, and each says which."""
    state = game().start(2)
    pairs = [f"attack {one} at {other}" for one in ("Guard", "Guard #2") for other in ("Guard", "Guard #2")]
    assert texts(state) == [*pairs, "pass"]
    state.apply("attack Guard #2 at Guard")
    assert texts(state)[0] == "burn Hut at B 0 -1 after 1"


def test_cells_and_what_lies_on_a_piece_tell_it_apart() -> None:
    """As the position shows it; numbers are for what nobody can tell apart."""
    state = game().start(2)
    state.apply("pass")
    assert {text.partition(" after ")[0] for text in texts(state)} == {
        "burn Hut at B 0 -1",
        "burn Hut at B 0 0",
        "pass",
    }
    state.apply("burn hut b 0 0 after 3")
    assert set(texts(state)) == {
        "send Guard in camp of A",
        "send Guard in camp of A + Bow",
        "send Guard in wood of A",
        "pass",
    }


def test_what_tells_moves_apart_does_not_keep_them_from_standing_together() -> None:
    """Nine answers to a cell are one row, although the cell is said to tell two huts apart."""
    state = game().start(2)
    state.apply("pass")
    found = Output(listed(answers_of(Seat(state, 1)), 80, strokes(False))).plain()
    assert "burn Hut at B 0 -1 after 1, 2, 3, 4, 5, 6, 7, 8, 9" in found
    assert " Hut at B 0 0 after 1, 2," in found
    assert "type what is chosen, such as Hut at B 0 -1 1;" in found
    state.apply("hut at b 0 -1 1")
