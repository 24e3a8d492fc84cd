"""Sealed choices as other ecosystems meet them: everybody is asked at once, in rounds.

The rules ask one member after the other, so who is asked, and for how long, would show by whose turn it is. Here all
players answer in each round; whoever has nothing to choose (any more) has one answer, `WAIT`. How many rounds there are
follows from what everybody sees: from what the rules allow, and from how many pieces lie in the zones that are chosen
from. What a player is told meanwhile is worked out in a position in which nobody but him has been asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dsl.runtime.information.sealing import Sealing
from dsl.runtime.moves import Handle, Move, Option, option_of
from dsl.runtime.state import State

WAIT: Final = "(nothing to choose)"
"""The text of the answer of who is not asked."""
_WAITING: Final = Move(WAIT, Handle(()), 1)

Answers = tuple[Option, ...]
"""What the players answer in a round, in their order; empty for who waits."""


class Rounds:
    """The rounds of the sealed choices that are being made in a state, and where they stand. The state is left as it
    is until `finish`.
    """

    def __init__(self, state: State, flow: Sealing, *, history: bool) -> None:
        """history: whether information states are asked for."""
        position = state.position
        self._flow = flow
        self._there = [flow.ask(position, member) for member in range(flow.index, flow.last + 1)]
        self._given: list[list[Option]] = [[] for _ in self._there]
        self._seats = [state.clone(history=history) for _ in range(state.engine.machine.players)]
        self._history = history
        self._members: list[int] = []
        self.made: list[Answers] = []
        self.most = flow.questions(position)
        self._hand_out()

    @property
    def number(self) -> int:
        """Which round it is, from 1."""
        return len(self.made) + 1

    @property
    def is_over(self) -> bool:
        """Whether everybody has chosen, and as many rounds are over as there can be questions."""
        return self.number > self.most and all(member < 0 for member in self._members)

    @property
    def words(self) -> str:
        """Which round it is, in words."""
        return f"[round] {self.number} of {self.most}"

    def seat(self, player: int) -> State:
        """The state as a player meets it: he is asked, or knows only that others may be."""
        return self._seats[player - 1]

    def moves(self, player: int) -> list[Move]:
        """What a player can answer in this round."""
        return self.seat(player).moves() if self._members[player - 1] >= 0 else [_WAITING]

    def answer(self, moves: Mapping[int, Move]) -> None:
        """Go on to the next round with an answer of every player."""
        answers = [option_of(moves[player]) for player in range(1, len(self._seats) + 1)]
        self.again(tuple(answers))

    def again(self, answers: Answers) -> None:
        """The same with answers that were given before, as they stand in `made`."""
        for seat, member, option in zip(self._seats, self._members, answers, strict=True):
            if member < 0:
                continue
            if self._history:
                seat.apply(option)
            else:
                seat.play_option(option)
            self._there[member] = seat.position[:]
            self._given[member].append(option)
        self.made.append(answers)
        self._hand_out()

    def finish(self, state: State) -> None:
        """Give all answers in the state, in the order in which the rules ask."""
        for option in (option for given in self._given for option in given):
            if self._history:
                state.apply(option)
            else:
                state.play_option(option)

    def clone(self) -> Rounds:
        """The same rounds, which go their own way."""
        twin = object.__new__(Rounds)
        twin._flow, twin._history, twin.most = self._flow, self._history, self.most
        twin._there = [there[:] for there in self._there]
        twin._given = [given[:] for given in self._given]
        twin._seats = [seat.clone(history=self._history) for seat in self._seats]
        twin._members, twin.made = self._members[:], self.made[:]
        return twin

    def _hand_out(self) -> None:
        """Give each player the first of the members for whom he is asked now."""
        self._members = [-1] * len(self._seats)
        for member, there in enumerate(self._there):
            asked = self._flow.asked(there)
            if asked and self._members[asked - 1] < 0:
                self._members[asked - 1] = member
        for seat, member in zip(self._seats, self._members, strict=True):
            if member >= 0 and seat.position != self._there[member]:
                seat.meet(self._there[member][:])


def rounds_of(state: State, *, history: bool) -> Rounds | None:
    """The rounds that begin in a state; None if nothing is chosen unseen there."""
    question = state.engine.question(state.position) if state.actor else None
    if question is None or question.seal is None:
        return None
    return Rounds(state, Sealing(state.engine, state.position, question.seal), history=history)
