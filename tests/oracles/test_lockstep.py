"""The harness: it passes equal games and finds each way in which games can differ."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyspiel
import pytest
from oracles.lockstep import Difference, Pair, exhaust, play

from dsl.runtime.game import Game, load
from dsl.runtime.moves import Move
from dsl.runtime.state import State

NOUGHTS = (Path(__file__).parent / "games" / "noughts.rules").read_text(encoding="utf-8")

BY_ROWS = NOUGHTS.replace("    move the first", "    REST").partition("window turn")[0] + (
    """\
procedure mark_for (p: Player):
    choose r from 1..3 where some c in 1..3 where size of mark of square[r, c] = 0 by p as "which row?"
    if none:
        nothing
    choose c from 1..3 where size of mark of square[r, c] = 0 by p as "which column?"
    if none:
        nothing
    move the first m in Stone where owner of m is p and m in box to square[r, c]

main:
    repeat at most 5 times:
        for each p in players:
            if some s in square where size of mark of s = 0:
                mark_for p
                if across(p) or down(p) or aslant(p):
                    end game won by p because "three in a line"
    end game drawn because "the board is full"
"""
)

KUHN = (Path(__file__).parent / "games" / "three_cards.rules").read_text(encoding="utf-8")


class Noughts(Pair):
    """Our squares by row and column, theirs by one number."""

    def action(self, ours: State, theirs: Any, move: Move) -> int | str | tuple[int | str, ...]:
        row, column = map(int, move.text.split()[1:])
        return 3 * (row - 1) + column - 1


class ByRows(Pair):
    """Two decisions of ours, first the row, then the column, are one of theirs."""

    def moves(self, ours: State, theirs: Any, action: int) -> tuple[str, ...]:
        return str(action // 3 + 1), str(action % 3 + 1)


class Split:
    """A game of OpenSpiel whose actions 0..8 are made in two: the row, then the column."""

    def __init__(self, state: Any, row: int | None = None) -> None:
        self.state, self.row = state, row

    def __getattr__(self, name: str) -> Any:
        return getattr(self.state, name)

    def new_initial_state(self) -> Split:
        return Split(self.state.new_initial_state())

    def clone(self) -> Split:
        return Split(self.state.clone(), self.row)

    def legal_actions(self) -> list[int]:
        squares = self.state.legal_actions()
        return sorted({s // 3 for s in squares} if self.row is None else {s % 3 for s in squares if s // 3 == self.row})

    def apply_action(self, action: int) -> None:
        if self.row is None:
            self.row = action
        else:
            self.state.apply_action(3 * self.row + action)
            self.row = None

    def action_to_string(self, player: int, action: int) -> str:
        return str(action)

    def __str__(self) -> str:
        return str(self.state)


class BySplit(Noughts):
    """One decision of ours is two of theirs."""

    def action(self, ours: State, theirs: Any, move: Move) -> int | str | tuple[int | str, ...]:
        row, column = map(int, move.text.split()[1:])
        return row - 1, column - 1


class Kuhn(Pair):
    """Our deck is shuffled at once, theirs is dealt card by card; the moves are called alike."""

    hidden = True

    def nature(self, ours: State, theirs: Any) -> int | None:
        hand = ours.view().players[len(theirs.history())].zones[0]
        return ("Jack", "Queen", "King").index(hand.items[0].name)


Make = Callable[[str], Game]


@pytest.fixture(scope="module")
def make(tmp_path_factory: pytest.TempPathFactory) -> Make:
    """A game from the text of its rules."""

    def made(text: str) -> Game:
        folder = tmp_path_factory.mktemp("game")
        (folder / "game.rules").write_text(text, encoding="utf-8")
        return load(folder)

    return made


@pytest.mark.long
def test_every_position_of_noughts(make: Make) -> None:
    """The published number of positions: 958 are ends, 5,478 in all."""
    report = exhaust(Noughts(make(NOUGHTS), "tic_tac_toe"), merge=True)
    assert (report.decisions, report.ends) == (4_520, 958)


def test_random_games_of_noughts(make: Make) -> None:
    report = play(Noughts(make(NOUGHTS), "tic_tac_toe"), games=20, seed=1)
    assert report.games == report.ends == 20


def test_two_decisions_of_ours_are_one_of_theirs(make: Make) -> None:
    assert play(ByRows(make(BY_ROWS), "tic_tac_toe"), games=20, seed=2).ends == 20


def test_one_decision_of_ours_is_two_of_theirs(make: Make) -> None:
    theirs = Split(pyspiel.load_game("tic_tac_toe"))
    assert play(BySplit(make(NOUGHTS), theirs), games=20, seed=2).ends == 20


def test_every_history_of_kuhn_poker(make: Make) -> None:
    """54 of the 58 known histories are decisions and ends; there are 6 information states for each player."""
    report = exhaust(Kuhn(make(KUHN), "kuhn_poker"))
    assert (report.histories, report.information) == (54, [6, 6])
    assert play(Kuhn(make(KUHN), "kuhn_poker"), games=30, seed=3).ends == 30


class Backwards(Kuhn):
    """The outcomes of chance in another order: nobody is dealt what the other game deals."""

    def nature(self, ours: State, theirs: Any) -> int | None:
        return (super().nature(ours, theirs) or 0) ^ 1


class Free(Kuhn):
    """Whatever our deck is like, they deal as they like."""

    def nature(self, ours: State, theirs: Any) -> int | None:
        return None


class Forgetful(Kuhn):
    """Everybody forgets what was done."""

    def information(self, ours: State, player: int) -> str:
        return ours.view(player).players[player - 1].zones[0].items[0].name


class Cheating(Kuhn):
    """Everybody sees all."""

    def information(self, ours: State, player: int) -> str:
        return super().information(ours, player) + str(ours.view())


class Shuffled(Noughts):
    """Another square."""

    def action(self, ours: State, theirs: Any, move: Move) -> int | str | tuple[int | str, ...]:
        action = super().action(ours, theirs, move)
        return {0: 1, 1: 0}.get(action, action) if isinstance(action, int) else action


class Once(Noughts):
    """Two moves are one."""

    def action(self, ours: State, theirs: Any, move: Move) -> int | str | tuple[int | str, ...]:
        return min(8, int(str(super().action(ours, theirs, move))))


class Named(Noughts):
    """By a text that they do not know."""

    def action(self, ours: State, theirs: Any, move: Move) -> int | str | tuple[int | str, ...]:
        return move.text


DIFFERENT = {
    "another end": (Noughts, NOUGHTS.replace(" or aslant(p)", ""), "tic_tac_toe", "only one of the games is over"),
    "another winner": (Noughts, NOUGHTS.replace("won by p", "lost by p"), "tic_tac_toe", "the returns differ"),
    "fewer moves": (
        Noughts,
        NOUGHTS.replace("mark of s = 0) in turn:", "mark of s = 0 and s is not square[2, 2]) in turn:"),
        "tic_tac_toe",
        "only in theirs: ['4 x(1,1)']",
    ),
    "more moves": (Noughts, NOUGHTS.replace("column: 1..3", "column: 1..4"), "tic_tac_toe", "only in ours: ['9 ']"),
    "another player": (Noughts, NOUGHTS.replace("if some s", "if p is player 1 and some s"), "tic_tac_toe", "another"),
    "moves mixed up": (Shuffled, NOUGHTS, "tic_tac_toe", "only one of the games is over"),
    "two moves in one": (
        Once,
        NOUGHTS.replace("column: 1..3", "column: 1..4"),
        "tic_tac_toe",
        "two moves of one game are one of the other",
    ),
    "texts that are none": (Named, NOUGHTS, "tic_tac_toe", "is none of theirs"),
    "chance mixed up": (Backwards, KUHN, "kuhn_poker", "chance"),
    "chance set free": (Free, KUHN, "kuhn_poker", "information state"),
    "no memory": (Forgetful, KUHN, "kuhn_poker", "in ours only"),
    "no secrets": (Cheating, KUHN, "kuhn_poker", "in theirs only"),
    "a card shown": (Kuhn, KUHN.replace("seen by owner", "seen by all"), "kuhn_poker", "in theirs only"),
    "more cards": (Kuhn, KUHN.replace('"Jack" is Card:', '"Jack" is Card, 2 copies:'), "kuhn_poker", "chance"),
}


@pytest.mark.parametrize("name", DIFFERENT)
def test_every_difference_is_found(make: Make, name: str) -> None:
    """In all histories, and in random games."""
    pair, rules, theirs, words = DIFFERENT[name]
    with pytest.raises(Difference) as found:
        exhaust(pair(make(rules), theirs))
    assert words in str(found.value)
    if name != "more cards":
        with pytest.raises(Difference, match=r"play\(pair, 1, 4, first="):
            play(pair(make(rules), theirs), games=300, seed=4)


def test_a_failure_says_where(make: Make) -> None:
    """Games, seed, history, both sides; and the line it gives repeats it."""
    pair = Noughts(make(NOUGHTS.replace(" or aslant(p)", "")), "tic_tac_toe")
    with pytest.raises(Difference) as found:
        play(pair, games=200, seed=5)
    text = str(found.value)
    assert text.startswith("Noughts and tic_tac_toe(): ")
    first = int(text.partition("first=")[2].partition(")")[0])
    with pytest.raises(Difference) as again:
        play(pair, 1, 5, first=first)
    assert str(again.value) == text
    for part in ("  history: mark ", "  their history: [", "  ours:   ", "  theirs: "):
        assert part in text
