"""Players that are programs: random, greedy, UCT (play/uct.py), information-set MCTS (play/ismcts.py), and one that
proves (play/solve.py).

A bot picks one of the options of the player who is asked. It sees a position only through `State`, draws its numbers
from the generator of runtime/chance.py under a seed of its own, and changes nothing: the same seed and position give
the same answer, on every machine.

What a bot looks ahead at is a *guess* of the position (`guess`): what the asked player does not know is dealt again,
and chance goes on otherwise. So a bot neither reads a deck nor foresees a die.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from dsl.diagnostics import nearest
from dsl.machine.ir.ops import DECISION
from dsl.play.bot import Bot, Dice, guess, rolls_of, standing
from dsl.play.few import worth_trying
from dsl.play.ismcts import IsmctsBot
from dsl.play.judge import judge_of
from dsl.play.outlook import outlook
from dsl.play.sights import counterpart
from dsl.play.solve import MOST_POSITIONS, POSITIONS, SolveBot, check_solvable
from dsl.play.uct import UctBot
from dsl.runtime.engine import Engine
from dsl.runtime.errors import GameError
from dsl.runtime.moves import Option
from dsl.runtime.state import State
from dsl.runtime.tongues.own import said

__all__ = ["KINDS", "Bot", "Dice", "check_bot", "guess", "make_bot", "standing"]

KINDS: Final = ("random", "greedy", "uct", "ismcts", "solve")
MAX_ITERATIONS: Final = 100_000
MAX_SECONDS: Final = 600
UNBOUNDED: Final = 1 << 40
"""More games than there is time for."""

PATIENCE: Final = 24
"""How often in a row a greedy bot answers one question by what leaves it most to do."""

MOST_BACK: Final = 3
"""How many answers that are new after a move are tried as ways back from it."""


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
    """Looks one decision ahead: takes what wins at once, last what loses at once; between these what puts it ahead by
    the score that ends the game, if the rules declare one, and of equal options what leaves it most to do. What can be
    taken back at once, as a change of a plan can, brings nothing. Asked the same PATIENCE times with nobody between, it
    takes what brings the game on: a plan can be changed for ever.
    """

    dice: Dice
    name: str = "greedy"
    _question: tuple[int, int] = (-1, -1)  # what it was asked last, and as which move of the game
    _again: int = 0  # how often it was asked that with nobody between

    def choose(self, state: State) -> Option:
        """One of the options of the player who is asked."""
        me = state.actor
        decision, number = state.position[DECISION], len(state.played)
        self._again = self._again + 1 if self._question == (decision, number - 1) else 0
        self._question = decision, number
        options = worth_trying(state)
        worth = [self._worth(state, option, me) for option in options]
        top = max(worth)
        found = [option for option, value in zip(options, worth, strict=True) if value == top]
        return found[self.dice.pick(len(found))]

    def _worth(self, state: State, option: Option, me: int) -> tuple[float, float, int]:
        ahead = guess(state, self.dice)
        meant = counterpart(state, option, ahead)
        if meant is None:
            return 0, 0, 0
        try:
            ahead.play_option(meant)
        except GameError:  # the rules break, so what was guessed cannot be
            return 0, 0, 0
        if ahead.is_over:
            return standing(ahead.returns())[me - 1], 0, 0
        is_same = ahead.actor == me and ahead.position[DECISION] == state.position[DECISION]
        if is_same and (self._again >= PATIENCE or _goes_back(state, ahead)):
            return 0, lead(ahead, me), -1
        return 0, lead(ahead, me), len(ahead.options()) if ahead.actor == me else 0


def _goes_back(state: State, ahead: State) -> bool:
    """Whether one move leads back from what a move led to: to the same question with the same answers."""
    before, after = state.options(), ahead.options()
    if len(before) != len(after):
        return False
    known = set(before)
    for option in [each for each in after if each not in known][:MOST_BACK]:
        back = ahead.clone(history=False)
        with suppress(GameError):
            back.play_option(option)
            same = back.actor == state.actor and back.position[DECISION] == state.position[DECISION]
            if same and set(back.options()) == known:
                return True
    return False


def lead(state: State, player: int) -> int:
    """By how much a player is ahead of the best other one, counted as the game is at its end; 0 without a score."""
    points = judge_of(state.engine).points(state)
    return points.pop(player - 1) - max(points, default=0) if points else 0


@dataclass(slots=True)
class RolloutBot:
    """Plays `games` games at random after each of its options, each on another guess, and takes the best on average."""

    dice: Dice
    games: int
    name: str = "greedy"

    def choose(self, state: State) -> Option:
        """One of the options of the player who is asked."""
        options, me, view = worth_trying(state), state.actor, outlook(state)
        if len(options) == 1:
            return options[0]
        rolls = rolls_of(self.dice, view.players)
        guesses = view.look_round(state, rolls, self.games * len(options))
        view.measure(me, guesses, rolls.seats)
        worth = [0.0] * len(options)
        for _ in range(self.games):
            for number, option in enumerate(options):
                with suppress(GameError):  # the rules break, so what was guessed cannot be
                    ahead = view.next(guesses)
                    if option in ahead.options():
                        ahead.play_option(option)
                    worth[number] += view.after(ahead, rolls.seats)[me - 1]
        return options[worth.index(max(worth))]


def make_bot(words: str, seed: int) -> Bot:
    """The bot that words such as `random`, `greedy`, `uct 200`, `uct:200`, `ismcts:0.5s` (seconds) or `solve` stand
    for; ValueError if none.
    """
    kind, _, number = words.strip().lower().replace(":", " ").partition(" ")
    number = number.strip()
    if kind not in KINDS:
        near = nearest(kind, KINDS)
        raise ValueError(
            said(
                "there is no bot {1}: {2}there are {3}",
                kind or said("(none given)"),
                said("meant {1}? ", near[0]) if near else "",
                ", ".join(KINDS),
            )
        )
    if kind == "random" and number:
        raise ValueError(said("a random bot takes no number"))
    if kind == "random":
        return RandomBot(Dice(seed))
    if kind == "greedy" and not number:
        return GreedyBot(Dice(seed))
    if kind == "solve":
        return _proving(seed, number or str(POSITIONS))
    return _searching(kind, seed, number or "100")


def check_bot(bot: Bot, engine: Engine) -> None:
    """RulesError (E165) if a bot can never play a game."""
    if isinstance(bot, SolveBot):
        check_solvable(engine)


def _proving(seed: int, number: str) -> Bot:
    """A bot that proves, and looks at so many positions; ValueError if there is none that does."""
    if not (number.isascii() and number.isdigit()) or len(number) > 9 or not 1 <= int(number) <= MOST_POSITIONS:
        raise ValueError(
            said("solve looks at between 1 and {1} positions for an answer, not {2}", f"{MOST_POSITIONS:,}", number)
        )
    return SolveBot(Dice(seed), int(number))


def _searching(kind: str, seed: int, number: str) -> Bot:
    """A bot that plays so many games before each decision, or for so long; ValueError if there is none that does."""
    if kind != "greedy" and number.endswith("s"):
        return _timed(kind, seed, number[:-1].strip())
    if not (number.isascii() and number.isdigit()) or len(number) > 9 or not 1 <= int(number) <= MAX_ITERATIONS:
        raise ValueError(
            said("{1} plays between 1 and {2} games before each decision, not {3}", kind, f"{MAX_ITERATIONS:,}", number)
        )
    made = {"greedy": RolloutBot, "uct": UctBot, "ismcts": IsmctsBot}[kind]
    return made(Dice(seed), int(number))


def _timed(kind: str, seed: int, number: str) -> Bot:
    """A bot that searches for some seconds before each decision; ValueError if there is none that takes so many."""
    plain = number.replace(".", "", 1)
    if not (plain.isascii() and plain.isdigit()) or len(number) > 9 or not 0 < float(number) <= MAX_SECONDS:
        raise ValueError(
            said("{1} thinks for up to {2} seconds before each decision, not {3}", kind, str(MAX_SECONDS), number)
        )
    made = {"uct": UctBot, "ismcts": IsmctsBot}[kind]
    return made(Dice(seed), UNBOUNDED, float(number))
