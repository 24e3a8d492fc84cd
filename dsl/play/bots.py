"""Players that are programs: random, greedy and UCT.

A bot picks one of the options of the player who is asked. It sees a position only through `State`, draws its numbers
from the generator of runtime/chance.py under a seed of its own, and changes nothing: the same seed and position give
the same answer, on every machine.

What a bot looks ahead at is a *guess* of the position (`guess`): what the asked player does not know is dealt again,
and chance goes on otherwise. So a bot neither reads a deck nor foresees a die.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from dsl.diagnostics import nearest
from dsl.machine.ops import KEY_HI, KEY_LO
from dsl.runtime.chance import draw
from dsl.runtime.moves import Option
from dsl.runtime.redeal import determinize
from dsl.runtime.state import State

KINDS: Final = ("random", "greedy", "uct")
MAX_ITERATIONS: Final = 100_000
_ROLLOUT: Final = 2_000  # decisions after which a game played out at random counts as drawn
_EXPLORATION: Final = 1.0


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


@dataclass(slots=True)
class RandomBot:
    """Takes any option, each equally likely."""

    dice: Dice
    name: str = "random"

    def choose(self, state: State) -> Option:
        """One of the options of the player who is asked."""
        options = state.options()
        return options[self.dice.pick(len(options))]


@dataclass(slots=True)
class GreedyBot:
    """Looks one decision ahead: takes what wins at once, else what leaves it most to do, last what loses at once."""

    dice: Dice
    name: str = "greedy"

    def choose(self, state: State) -> Option:
        """One of the options of the player who is asked."""
        me = state.actor
        options = state.options()
        worth = [self._worth(state, option, me) for option in options]
        top = max(worth)
        found = [option for option, value in zip(options, worth, strict=True) if value == top]
        return found[self.dice.pick(len(found))]

    def _worth(self, state: State, option: Option, me: int) -> tuple[float, int]:
        ahead = guess(state, self.dice)
        if option not in ahead.options():  # it names something hidden, which lies elsewhere in this guess
            return 0, 0
        ahead.play_option(option)
        if ahead.is_over:
            return standing(ahead.returns())[me - 1], 0
        return 0, len(ahead.options()) if ahead.actor == me else 0


@dataclass(slots=True)
class _Node:
    """The games that went on with one option: how many, how often it could be taken, what each player got in all."""

    visits: int = 0
    offered: int = 0
    got: list[float] = field(default_factory=list[float])
    after: dict[Option, _Node] = field(default_factory=dict[Option, "_Node"])


@dataclass(slots=True)
class UctBot:
    """Plays `iterations` games from here, each on another guess, and takes the option it tried most.

    This is information-set UCT: the tree is one of decisions, not of positions. Chance and hidden cards differ from
    game to game, so an option is judged among the games in which it could be taken.
    """

    dice: Dice
    iterations: int
    name: str = "uct"

    def choose(self, state: State) -> Option:
        """One of the options of the player who is asked."""
        options = state.options()
        if len(options) == 1:
            return options[0]
        root = _Node()
        for _ in range(self.iterations):
            ahead = guess(state, self.dice)
            path = self._descend(root, ahead)
            got = self._play_out(ahead)
            for node in path:
                node.visits += 1
                node.got = [a + b for a, b in zip(node.got or [0.0] * len(got), got, strict=True)]
        return max(options, key=lambda option: root.after[option].visits if option in root.after else 0)

    def _descend(self, root: _Node, ahead: State) -> list[_Node]:
        """Follow the best option at each decision, down to the first one never tried; the nodes on the way."""
        path = [root]
        while not ahead.is_over:
            options, asker = ahead.options(), ahead.actor
            node = path[-1]
            fresh = [option for option in options if option not in node.after]
            for option in options:
                if option in node.after:
                    node.after[option].offered += 1
            if fresh:
                option = fresh[self.dice.pick(len(fresh))]
                node.after[option] = _Node(offered=1)
            else:
                option = max(options, key=lambda option: _bound(node.after[option], asker))
            ahead.play_option(option)
            path.append(node.after[option])
            if fresh:
                break
        return path

    def _play_out(self, ahead: State) -> list[float]:
        for _ in range(_ROLLOUT):
            if ahead.is_over:
                break
            options = ahead.options()
            ahead.play_option(options[self.dice.pick(len(options))])
        return standing(ahead.returns())


def _bound(node: _Node, asker: int) -> float:
    """How promising an option is to whoever is asked: what it brought, and more the less it was tried."""
    return node.got[asker - 1] / node.visits + _EXPLORATION * math.sqrt(math.log(node.offered + 1) / node.visits)


def standing(returns: Sequence[int]) -> list[float]:
    """Results as -1..1 for each player: the share of the others that stand below, less the share that stands above."""
    if len(returns) == 1:
        return [float((returns[0] > 0) - (returns[0] < 0))]
    others = len(returns) - 1
    return [sum((mine > each) - (mine < each) for each in returns) / others for mine in returns]


def guess(state: State, dice: Dice) -> State:
    """A copy of the position as the player who is asked may imagine it: the unknown dealt again, other chance."""
    low, high = dice.pick(1 << 32), dice.pick(1 << 32)
    position = determinize(state.engine, state.position, state.actor, low | high << 32)
    position[KEY_LO], position[KEY_HI] = low, high
    return State(state.engine, position, from_beginning=False, run=False)


def make_bot(words: str, seed: int) -> Bot:
    """The bot that words such as `random`, `greedy`, `uct 200` or `uct:200` stand for; ValueError if none."""
    kind, _, number = words.strip().lower().replace(":", " ").partition(" ")
    number = number.strip()
    if kind not in KINDS:
        near = nearest(kind, KINDS)
        raise ValueError(
            f"there is no bot {kind or '(none given)'}: {f'meant {near[0]}? ' if near else ''}"
            f"there are {', '.join(KINDS)}"
        )
    if kind != "uct" and number:
        raise ValueError(f"a {kind} bot takes no number")
    if kind == "uct":
        number = number or "100"
        if not (number.isascii() and number.isdigit()) or len(number) > 9 or not 1 <= int(number) <= MAX_ITERATIONS:
            raise ValueError(f"uct plays between 1 and {MAX_ITERATIONS:,} games before each decision, not {number}")
        return UctBot(Dice(seed), int(number))
    return RandomBot(Dice(seed)) if kind == "random" else GreedyBot(Dice(seed))
