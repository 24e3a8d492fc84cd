"""Moves that stand together, and who thinks, tell a seat nothing that it does not read in the moves themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from dsl.repl.session import Session
from dsl.repl.together import Entry, Run, rows
from dsl.runtime.game import Game, load
from dsl.runtime.moves import Option
from dsl.runtime.state import State

BURY = """\
game "Bury" for 3 players
kind Card
kind Red is Card
kind Blue is Card
card "Rose" is Red, 4 copies
card "Sky" is Blue, 4 copies
each player has:
    zone hand: cards of Card, seen by owner
    zone kept: cards of Card, seen by owner
window turn "your turn"
action bury_red "bury" (c: Red in hand of me) in turn:
    move c to kept of me
action bury_blue "bury" (c: Blue in hand of me) in turn:
    move c to kept of me
action wait in turn:
    nothing
action rest in turn:
    nothing
main:
    for each c in Card: move c to hand of player 2
    offer turn to player 1, no passing
    for i from 1 to 4: offer turn to player 2, no passing
    offer turn to player 1, no passing
    end game drawn
"""

ASKED = """\
game "Asked" for 3 players
kind Card
kind Trump is Card
card "Ash" is Trump, 2 copies
card "Oak" is Card, 2 copies
each player has:
    zone hand: cards of Card, seen by owner
window turn "your turn"
action wait in turn:
    nothing
action rest in turn:
    nothing
main:
    random n from 0..1
    for each c in Trump where n = 0: move c to hand of player 2
    for each c in Trump where n = 1: move c to hand of player 3
    for each c in Card where c is not Trump and n = 0: move c to hand of player 3
    for each c in Card where c is not Trump and n = 1: move c to hand of player 2
    offer turn to player 1, no passing
    sealed for each p in players:
        choose up to 1 c from each d in hand of p where d is Trump by p as "the card"
    then:
        nothing
    offer turn to player 1, no passing
    end game drawn
"""


class Buries:
    """A bot that plays what it is told to."""

    name = "buries"

    def __init__(self, wanted: Sequence[str]) -> None:
        self.wanted: Iterator[str] = iter(wanted)

    def choose(self, state: State) -> Option:
        wanted = next(self.wanted)
        return next(
            option for option, move in zip(state.options(), state.moves(), strict=True) if move.text.endswith(wanted)
        )


def _loaded(folder: Path, rules: str) -> Game:
    (folder / "game.rules").write_text(rules, encoding="utf-8")
    return load(folder)


def test_actions_that_read_alike_here_stand_together(tmp_path: Path) -> None:
    """Where the kind of a hidden card says which action it was, nobody can tell."""
    game = _loaded(tmp_path, BURY)
    told = list[str]()
    for wanted in (["Rose"] * 4, ["Rose", "Sky", "Rose", "Sky"], ["Sky", "Sky", "Rose", "Rose"]):
        made = Session(game, 3, seed=3)
        made.begin()
        made.line("seat A")
        made.table.bots[2] = Buries(wanted)
        told.append(made.line("wait").plain())
    assert told[0] == told[1] == told[2]
    assert "B: bury card in hand of B, B, B, B" in told[0]


def test_moves_that_nobody_here_reads_of_take_no_rows(tmp_path: Path) -> None:
    """Whether there were any would be told by what stands together."""
    state = Session(_loaded(tmp_path, BURY), 3).table.state
    seen = Run(1, 1, [Entry("A: wait", state, 1, 1, is_move=True)])
    assert rows([Run(0, 0), seen]) == rows([seen])
    assert rows([Run(-1, -1), seen]) == rows([seen])


def test_that_a_program_thinks_does_not_tell_which_is_asked(tmp_path: Path) -> None:
    """B searches and C does not; who holds the card is asked unseen."""
    game, told = _loaded(tmp_path, ASKED), dict[int, set[str]]()
    for seed in range(1, 9):
        made, said = Session(game, 3, seed=seed), list[str]()
        holder = next(
            player.number
            for player in made.table.state.view().players
            if any("Ash" in item.name for item in player.zones[0].items)
        )
        made.begin()
        for line in ("seat A", "bot B uct 2", "bot C random"):
            made.line(line)
        made.table.notice = said.append
        made.line("wait")
        told.setdefault(holder, set()).update(said)
    assert told[2] == told[3] == {"Choices are being made unseen; Ctrl-C stops."}
