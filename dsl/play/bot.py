"""What bots share: numbers of their own, guesses at what they cannot see, and how much an end is worth to them."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, Protocol

from dsl.runtime.chance import draw
from dsl.runtime.errors import GameError
from dsl.runtime.information.determinize import Dealer
from dsl.runtime.moves import Option
from dsl.runtime.state import State

_HALF: Final = 1 << 32
ROLLOUT: Final = 2_000
"""Decisions after which a game played out at random counts as drawn."""


class Bot(Protocol):
    """A player that is a program."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    def choose(self, state: State) -> Option:
        """One of the options of the player who is asked."""
        ...


@dataclass(slots=True)
class Dice:
    """Numbers for a bot: the stream of a seed, counted."""

    seed: int
    count: int = 0

    def pick(self, n: int) -> int:
        """A number of range(n)."""
        self.count += 1
        return draw(self.seed, 0xB07, self.count, n)

    def wide(self) -> int:
        """A number of 64 bits."""
        return self.pick(_HALF) | self.pick(_HALF) << 32


@dataclass(slots=True)
class Rolls:
    """The numbers of one search, each sort a stream of its own, so that it can be gone on with anywhere: those that
    guesses are dealt by, those that are picked in the tree, and the dice of each player for games played at random.
    """

    guesses: Dice
    picks: Dice
    seats: list[Dice]


def rolls_of(dice: Dice, players: int) -> Rolls:
    """Numbers for a search, begun by the next ones of a bot."""
    guesses, picks, *seats = (Dice(dice.wide()) for _ in range(2 + players))
    return Rolls(guesses, picks, seats)


def standing(returns: Sequence[int]) -> list[float]:
    """Results as -1..1 for each player: the share of the others that stand below, less the share that stands above."""
    if len(returns) == 1:
        return [float((returns[0] > 0) - (returns[0] < 0))]
    others = len(returns) - 1
    return [sum((mine > each) - (mine < each) for each in returns) / others for mine in returns]


def guess(state: State, dice: Dice) -> State:
    """A copy of the position as the player who is asked may imagine it: the unknown dealt again, other chance."""
    return Guesses(state, dice.wide()).next()


@dataclass(slots=True)
class Guesses:
    """Guesses at one position, each found by its number. `most`: so many deals of the unknown at most, which then come
    round again, each time with other chance; 0 for any number. A few deals tell nearly as much as many and save the
    time of dealing (Cowling, Ward and Powley, "Ensemble Determinization in Monte Carlo Tree Search", 2012).
    """

    state: State
    seed: int
    most: int = 0
    given: int = 0
    turn: int = -1
    """Which of the deals was given last."""
    _dealer: Dealer | None = None
    _dealt: dict[int, State | None] = field(default_factory=dict[int, "State | None"])

    @property
    def dealer(self) -> Dealer:
        """What deals them."""
        if self._dealer is None:
            self._dealer = Dealer(self.state.engine, self.state.position, self.state.actor)
        return self._dealer

    def key(self, number: int) -> int:
        """What the guess of a number is dealt by, and by what chance goes on in it."""
        return Dice(self.seed, 2 * number).wide()

    def deal(self, number: int) -> list[int] | None:
        """The position of the guess of a number; None if the rules break in it, so that it cannot be."""
        try:
            return self.dealer.deal(self.key(number))
        except GameError:
            return None

    def next(self) -> State:
        """One more guess; GameError if it cannot be."""
        key, self.turn = self.key(self.given), self.given % self.most if self.most else self.given
        self.given += 1
        if not self.most:
            ahead = State(self.state.engine, self.dealer.deal(key), from_beginning=False, run=False)
        else:
            ahead = self._kept(self.turn).clone(history=False)
        ahead.rekey(key)
        return ahead

    def _kept(self, number: int) -> State:
        """The deal of a number, made when it is wanted first."""
        if number not in self._dealt:
            self._dealt[number] = None
            made = State(self.state.engine, self.dealer.deal(self.key(number)), from_beginning=False, run=False)
            made.options()  # now the backend has it in its own form, of which the copies are made
            self._dealt[number] = made
        found = self._dealt[number]
        if found is None:
            raise GameError("RULES", None)
        return found


@contextmanager
def whole(dice: Sequence[Dice]) -> Generator[None]:
    """A game in which the rules break has taken nothing of the dice."""
    given = [each.count for each in dice]
    try:
        yield
    except GameError:
        for each, count in zip(dice, given, strict=True):
            each.count = count
        raise


def play_out(ahead: State, dice: Sequence[Dice]) -> list[int]:
    """The results of a game played on at random; of one that does not end, those of a draw."""
    play_on(ahead, dice, ROLLOUT)
    return ahead.returns()


def play_on(ahead: State, dice: Sequence[Dice], limit: int) -> None:
    """Play on at random, to the end or for `limit` decisions. dice: those of each player, or one for all."""
    players = ahead.engine.machine.players
    whose = range(players) if len(dice) == players else [0] * players
    rolled = ahead.roll([(each.seed, each.count) for each in dice], whose, limit)
    if rolled is not None:
        for each, count in zip(dice, rolled[1], strict=True):
            each.count = count
        return
    for _ in range(limit):
        if ahead.is_over:
            break
        options = ahead.options()
        ahead.play_option(options[dice[whose[ahead.actor - 1]].pick(len(options))])


@dataclass(slots=True)
class Stakes:
    """How much results are worth to each player, from -1 to 1.

    Results that add up to 0 are stakes: losing 2 is twice as bad as losing 1, so they count as shares of the highest
    stake met so far. Of other results only the order of the players counts (see `standing`).
    """

    highest: int = 1

    def worth(self, returns: Sequence[int]) -> list[float]:
        """The worth of the results of one game."""
        if len(returns) < 2 or sum(returns):
            return standing(returns)
        self.highest = max(self.highest, *map(abs, returns))
        return [result / self.highest for result in returns]
