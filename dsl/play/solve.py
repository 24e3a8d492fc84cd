"""A player that proves: of each position of a small game it knows who wins if nobody errs, by looking at all that can
follow.

That can be known where nothing is drawn and nothing hidden, and one or two play. Where it cannot, or where more
positions follow than are to be looked at, it says so (E165) and takes nothing: an answer that is not proved would be
another bot's.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final
from weakref import WeakKeyDictionary

from dsl.diagnostics import Diagnostic, RulesError
from dsl.machine.ir import ops, walk
from dsl.play.bot import Dice, standing
from dsl.runtime.engine import Engine
from dsl.runtime.information.faults import hides
from dsl.runtime.moves import Option
from dsl.runtime.state import State
from dsl.runtime.tongues.own import marked, said

POSITIONS: Final = 200_000
"""How many positions are looked at for one answer, if nobody says another number."""
MOST_POSITIONS: Final = 2_000_000
"""How many can be: so many are kept, too."""
_WON: Final = 1
_CHANCE: Final = marked("something in this game is left to chance")
_HIDDEN: Final = marked("something in this game is hidden from a player")
_MANY: Final = marked("with more than two players nobody's best answer can be proved: it hangs on what the others like")


class Unsolved(RulesError):
    """A position cannot be proved; the words (E165) say why."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        super().__init__(diagnostics)

    @property
    def words(self) -> str:
        """The code and what it says, in a line."""
        return " ".join(
            f"{each.code}: {each.message}{f' ({each.hint})' if each.hint else ''}" for each in self.diagnostics
        )


def check_solvable(engine: Engine) -> None:
    """Unsolved if positions of a game can never be proved."""
    if engine not in _refusals:
        _refusals[engine] = _refusal(engine)
    if _refusals[engine]:
        raise _unsolved(said("solve cannot play here: {1}", said(_refusals[engine])))


@dataclass(slots=True)
class SolveBot:
    """Takes any of the answers that are proved to be best: those that win, else those that draw. most: how many
    positions it looks at for one answer; what was proved is kept as long as the game.
    """

    dice: Dice
    most: int = POSITIONS
    name: str = "solve"

    def choose(self, state: State) -> Option:
        """One of the best answers of the player who is asked; Unsolved if they cannot be proved."""
        check_solvable(state.engine)
        proof = _Proof(_kept(state.engine, self.most), self.most)
        options, sign = state.options(), _sign(state)
        worth = [sign * proof.value(_after(state, option)) for option in options]
        top = max(worth)
        found = [option for option, value in zip(options, worth, strict=True) if value == top]
        return found[self.dice.pick(len(found))]


def proved(state: State, most: int = POSITIONS) -> int:
    """1 if player 1 wins from here when nobody errs, 0 if it is a draw, -1 if he loses; Unsolved if that is not known
    after so many positions.
    """
    check_solvable(state.engine)
    return _Proof(_kept(state.engine, most), most).value(state)


_refusals: WeakKeyDictionary[Engine, str] = WeakKeyDictionary()
_proved: WeakKeyDictionary[Engine, dict[str, int]] = WeakKeyDictionary()


def _refusal(engine: Engine) -> str:
    """Why positions of a game cannot be proved; nothing if they can."""
    machine = engine.machine
    if any(isinstance(node, ops.Shuffle | ops.Chance) for proc in machine.procs for node in walk.nodes(proc)):
        return _CHANCE
    if hides(machine):
        return _HIDDEN
    return _MANY if machine.players > 2 else ""


def _kept(engine: Engine, most: int) -> dict[str, int]:
    known = _proved.setdefault(engine, {})
    if len(known) + most > MOST_POSITIONS + POSITIONS:
        known.clear()
    return known


def _unsolved(words: str, hint: str | None = None) -> Unsolved:
    return Unsolved([Diagnostic("E165", "error", words, hint=hint)])


def _after(state: State, option: Option) -> State:
    twin = state.clone(history=False)
    twin.play_option(option)
    return twin


def _sign(state: State) -> int:
    """1 if who is asked wants what player 1 wants, else -1."""
    return 1 if state.actor == 1 or state.engine.machine.together else -1


@dataclass(slots=True)
class _Open:
    """A position that is being proved: what was not tried yet, and the best that is known for who is asked."""

    key: str
    state: State
    left: list[Option]
    sign: int
    best: int = -_WON


@dataclass(slots=True)
class _Proof:
    """What is known of positions, and of which it is being found out."""

    known: dict[str, int]
    most: int
    met: int = 0
    path: list[_Open] = field(default_factory=list[_Open])

    def value(self, state: State) -> int:
        """1 if player 1 wins from here when both play well, 0 if it is a draw, -1 if he loses."""
        found = self._begin(state)
        while self.path:
            here = self.path[-1]
            if found is not None:
                here.best = max(here.best, here.sign * found)
            if here.best < _WON and here.left:
                found = self._begin(_after(here.state, here.left.pop()))
                continue
            found = self.known[here.key] = here.sign * here.best
            self.path.pop()
        assert found is not None
        return found

    def _begin(self, state: State) -> int | None:
        """What a position is worth; if that is not known, it is begun to be proved."""
        if state.is_over:
            results = state.returns()
            return int(standing(results[:1] if state.engine.machine.together else results)[0])
        key = state.key()
        if key in self.known:
            return self.known[key]
        self.met += 1
        if self.met > self.most:
            raise _unsolved(
                said("solve has looked at {1} positions and does not know yet what is best", f"{self.most:,}"),
                said("`solve:N` looks at up to N of them; `uct:N` plays without a proof"),
            )
        # no position comes again below itself: how often rules repeat something is counted in it
        self.path.append(_Open(key, state, [*state.options()], _sign(state)))
        return None
