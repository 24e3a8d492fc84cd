"""Cribbage beside OpenSpiel's: every card laid away and played, the points of all at each decision, and who wins.

Run as a script for the long run, with tests/ on the path: `python -m oracles.cribbage 500` plays so many games for two,
three and four. Where the two differ: theirs ask players without cards to pass and ours do not. Four cards of one suit
count in their crib, which is an option of ours. They go on counting hands when somebody has won in the middle of it, so
the points at the end are compared as far as ours go; and if another one comes to 121 after that, theirs give the game
to the first of them in order of seats. These games are counted.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import Any

import pyspiel
from oracles.cards import field, game, titles
from oracles.lockstep import Difference, Pair, play

from dsl.runtime.moves import Move
from dsl.runtime.state import State

PASS = 2756
GOAL = 121


def number_of(title: str) -> int:
    """Their number of a card: by suits, the ace low."""
    return "♣♦♥♠".index(title[-1]) * 13 + "A23456789TJQK".index(title[:-1].replace("10", "T"))


class OneByOne:
    """A state of theirs in which two cards are laid away one after the other, as ours are."""

    def __init__(self, state: Any, first: int | None = None) -> None:
        self._state, self._first = state, first

    def __getattr__(self, name: str) -> Any:
        return getattr(self._state, name)

    def __str__(self) -> str:
        return str(self._state)

    def clone(self) -> OneByOne:
        """Another one at the same point."""
        return OneByOne(self._state.clone(), self._first)

    def _pairs(self) -> list[set[int]]:
        if self._state.is_chance_node():
            return []
        return [{*divmod(action - 52, 52)} for action in self._state.legal_actions() if 52 <= action < PASS]

    def legal_actions(self) -> list[int]:
        """Cards, or the pass."""
        pairs = [pair for pair in self._pairs() if self._first is None or self._first in pair]
        return sorted(set[int]().union(*pairs) - {self._first}) if pairs else list(self._state.legal_actions())

    def apply_action(self, action: int) -> None:
        """One card; the second one of two makes their action."""
        if not self._pairs():
            self._state.apply_action(action)
        elif self._first is None:
            self._first = action
        else:
            low, high = sorted((self._first, action))
            self._first = None
            self._state.apply_action(52 + 52 * low + high)


class Theirs:
    """Their game with such states."""

    def __init__(self, players: int) -> None:
        self._game = pyspiel.load_game(f"cribbage(players={players})")

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def __str__(self) -> str:
        return str(self._game)

    def new_initial_state(self) -> OneByOne:
        """The start."""
        return OneByOne(self._game.new_initial_state())


class Cribbage(Pair):
    """Theirs deal to one player after the other, the first of whom deals first."""

    def __init__(self, players: int = 2) -> None:
        super().__init__(game("cribbage", crib_flush=True), Theirs(players), players)
        self.dealt = 6 if players == 2 else 5
        self.scores: list[int] = []
        self.both = 0

    def action(self, ours: State, theirs: Any, move: Move) -> int:
        return PASS if move.text == "go" else number_of(move.text.split()[-1])

    def foresee(self, ours: State, theirs: Any) -> int | None:
        lot = not theirs.history() and len(ours.chance_outcomes()) == self.players and not titles(ours, "deck")
        return 0 if lot else None

    def nature(self, ours: State, theirs: Any) -> int:
        hands = self.dealt * self.players
        extra = self.players == 3
        chance = sum(item.player == -1 for item in theirs.full_history()) % (hands + extra + 1)
        if chance < hands:
            return number_of(titles(ours, "hand", chance // self.dealt + 1)[chance % self.dealt])
        return number_of(titles(ours, "extra" if extra and chance == hands else "starter")[0])

    def settle(self, ours: State, theirs: Any) -> None:
        """Who has no cards passes in theirs."""
        while not theirs.is_terminal() and not theirs.is_chance_node() and theirs.legal_actions() == [PASS]:
            asked = not ours.is_over and not ours.is_chance and ours.actor == self.seat(theirs.current_player())
            if asked and [move.text for move in ours.moves()] == ["go"]:
                break
            theirs.apply_action(PASS)
        self.scores = their_scores(theirs)

    def offered(self, ours: State, theirs: Any) -> Sequence[Move]:
        """All; and the points are compared, since this is asked once at each decision."""
        mine = self.points(ours)
        if mine != self.scores:
            raise Difference(f"points: ours {mine}, theirs {self.scores}\n{theirs}\n{ours.log()[-40:]}")
        return ours.moves()

    def points(self, ours: State) -> list[int]:
        """Everybody's points in ours."""
        return [int(field(ours, "score", player + 1) or 0) for player in range(self.players)]

    def returns(self, ours: State) -> list[float]:
        """Their results: points, and a thousand that the losers give the winners. Ours end when somebody has won."""
        mine, won = self.points(ours), [result > 0 for result in ours.returns()]
        if any(own > min(other, GOAL) for own, other in zip(mine, self.scores, strict=True)):
            raise Difference(f"points at the end: ours {mine}, theirs {self.scores}")
        if any((own == GOAL) != wins for own, wins in zip(mine, won, strict=True)):
            raise Difference(f"who has won: {won} with {mine}")
        if sum(score >= GOAL for score in self.scores) > sum(won):
            self.both += 1
            first = next(player for player, score in enumerate(self.scores) if score >= GOAL)
            sides = 2 if self.players == 4 else self.players
            won = [player % sides == first % sides for player in range(self.players)]
        winners, losers = 1000 / sum(won), 1000 / (self.players - sum(won))
        return [score + (winners if wins else -losers) for score, wins in zip(self.scores, won, strict=True)]


def their_scores(theirs: Any) -> list[int]:
    """Everybody's points in theirs."""
    line = next(line for line in str(theirs).splitlines() if line.startswith("Scores:"))
    return [int(word) for word in line.split()[1:]]


def main(games: int) -> None:
    """The long run."""
    for players in (2, 3, 4):
        begin, pair = time.perf_counter(), Cribbage(players)
        report = play(pair, games, seed=1)
        seconds = time.perf_counter() - begin
        print(f"{players}: {report.ends} games, {report.decisions} decisions, {pair.both} twice won, {seconds:.0f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]))
