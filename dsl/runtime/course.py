"""A game in play: moves made and taken back, chance, and what is kept of it on the way.

`apply` keeps all that a person wants: undo, log, record. `play_option` keeps nothing and is what simulations use. With
explicit chance a step that needs chance stops at a chance node: see `explicit_chance`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Final, Self

from dsl.backends.base import Backend, PlayError
from dsl.runtime.breaking import broken
from dsl.runtime.chance import mix
from dsl.runtime.engine import Engine
from dsl.runtime.errors import GameError, MoveError
from dsl.runtime.history import Pending, Played, Shot, Undone
from dsl.runtime.information.log import Log, LogLine
from dsl.runtime.information.observation import Moment
from dsl.runtime.kept import Kept
from dsl.runtime.moves import Move, Option, option_of
from dsl.runtime.nature import ChanceNeeded, Nature
from dsl.runtime.standing import Standing

_ANEW: Final = 0x7A9E


class Course(Standing):
    """A position with the way that led to it, and the ways that lead on."""

    def __init__(
        self,
        engine: Engine,
        position: list[int],
        *,
        seed: int = 0,
        explicit_chance: bool = False,
        start_chance: tuple[int, ...] = (),
        from_beginning: bool = True,
        run: bool = True,
    ) -> None:
        """A state that owns `position` and, with `run`, plays on to its first decision.

        `from_beginning`: the position is a new one, so that seed and moves lead here again.
        """
        super().__init__(engine, position)
        self.from_beginning = from_beginning
        self.seed = seed
        self._log = Log(engine.words)
        self._nature = Nature(engine.machine, self._log, explicit=explicit_chance)
        self._played: list[Played] = []
        self._past: list[Shot] = []
        self._future: list[Undone] = []
        self._fixed: tuple[int, ...] = ()
        self._fixed_streams: Container[int] | None = None
        self._moment: Moment | None = None  # None: not kept, because moves were made without a log
        self.start_chance = start_chance
        if run:
            self.begin()

    # ---- moves ----

    def begin(self) -> None:
        """Play on from a position in which nobody has been asked yet, to its first decision. `run` does this."""
        self._advance(None, None, self.start_chance)

    def apply(self, move: Move | str | int | Option) -> Move:
        """Make a move: one of `moves()`, its text, its index in that list, or an option. Returns the move made.

        MoveError if it is none, GameError if the description breaks; the position is then what it was.
        """
        return self._apply(self.the_move(move), ())

    def apply_with(self, move: Move | str | int | Option, outcomes: Sequence[int]) -> Move:
        """Make a move with the first outcomes of chance in it fixed, each from 0."""
        return self._apply(self.the_move(move), tuple(outcomes))

    def play_option(self, option: Option) -> None:
        """Make a move given as an option, fast: it is not checked, nothing can be undone, nothing is logged."""
        self._choose(option)
        if self.from_beginning:
            self._played.append(Played(option, None))
        self._forget()

    def roll(self, dice: Sequence[tuple[int, int]], whose: Sequence[int], limit: int) -> tuple[int, list[int]] | None:
        """Play on at random, to the end or for `limit` decisions, all in the backend: how many decisions there were,
        and how many numbers each of the dice has given then. None if the backend cannot; then nothing has happened.

        Dice are a seed and how many numbers it has given (`play.bot.Dice`); whose[player - 1] says which dice pick for
        a player: the next number of range(n) is the option, of n options. Nothing of it is kept for a record.
        """
        done = self._roll(dice, whose, limit)
        if done is not None:
            self.from_beginning = False
            self._played.clear()
            self._forget()
        return done

    @property
    def played(self) -> Sequence[Played]:
        """The moves made since the beginning."""
        return self._played

    @property
    def next_undone(self) -> Played | None:
        """The move that `redo` would make first; None if nothing was taken back, or a step without a move."""
        return next(iter(self._future[-1].played), None) if self._future else None

    def undo(self) -> bool:
        """Take the last step back, exactly; False if there is none."""
        if not self._past:
            return False
        shot, now = self._past.pop(), self._shot()
        self._future.append(Undone(now, self._log.lines[shot.lines :], self._played[shot.played :]))
        del self._log.lines[shot.lines :]
        del self._played[shot.played :]
        self._show(shot)
        return True

    def redo(self) -> bool:
        """Make the step taken back last once more; False if there is none."""
        if not self._future:
            return False
        undone = self._future.pop()
        self._past.append(self._shot())
        self._log.lines.extend(undone.lines)
        self._played.extend(undone.played)
        self._show(undone.shot)
        return True

    def on(self, engine: Engine) -> Self:
        """An equal state that goes its own way on another engine, one of the same machine."""
        twin = self.clone()
        twin.engine = engine
        return twin

    def clone(self, *, history: bool = True) -> Self:
        """An equal state that goes its own way. Without history it has no past, no log and no record, and is cheap."""
        held = None if history or self._held is None else self._held.copy()
        twin = type(self)(
            self.engine,
            self._position[:] if held is None else [],
            seed=self.seed,
            explicit_chance=self._nature.explicit,
            start_chance=self.start_chance,
            from_beginning=self.from_beginning and history,
            run=False,
        )
        twin._pending = self._pending
        twin._nature.anew = self._nature.anew
        if held is not None:
            twin._list, twin._held = None, held
        if history:
            twin._moment, twin._kept = self._moment, self._kept
            twin._options, twin._moves = self._options, self._moves
            twin._log.lines.extend(self._log.lines)
            twin._played.extend(self._played)
            twin._past.extend(self._past)
            twin._future.extend(self._future)
        return twin

    # ---- chance ----

    def explicit_chance(self, on: bool = True) -> None:
        """From now on a step that needs chance stops before it: see `is_chance`, `chance_outcomes`, `apply_outcome`."""
        self._nature.explicit = on

    def fix_chance(self, outcomes: Sequence[int], streams: Container[int] | None = None) -> None:
        """Fix the next outcomes of chance, each from 0: what a die showed at a real table, what a test wants.

        They wait until they are asked for. If `streams` are given, only draws on these streams take them.
        """
        self._fixed = (*self._fixed, *outcomes)
        self._fixed_streams = streams

    @property
    def fixed_chance(self) -> tuple[int, ...]:
        """The fixed outcomes that nothing has asked for yet."""
        return self._fixed

    def apply_outcome(self, outcome: int) -> None:
        """Go on from a chance node with one of its outcomes."""
        pending = self._pending
        if pending is None or not 0 <= outcome < pending.n:
            raise MoveError(f"{outcome} is no outcome of chance here")
        self._step(pending.option, pending.text, (*pending.outcomes, outcome))

    def draw_anew(self, salt: int = 0) -> None:
        """Let chance go on by another key, as at a table where a die is rolled again after a move was taken back. The
        game keeps its record, which says what was drawn. salt: another one gives another key.
        """
        self._nature.anew = mix((self._nature.anew or self.seed ^ _ANEW) + 1 ^ salt) or 1

    def change(self, how: Callable[[list[int]], None]) -> None:
        """Change the position by hand, as a scenario does: on a copy, which stands if nothing fails. No record then."""
        position = self._position[:]
        try:
            how(position)
        except PlayError as error:
            raise self.engine.error(error) from None
        self._position, self.from_beginning = position, False
        self._forget()

    def meet(self, position: list[int]) -> None:
        """Stand in another position of the same game, as somebody meets it who has not noticed how it came about. There
        is no record then.
        """
        self._arrive(position, (), is_first=False)
        self._options = self._moves = None
        self.from_beginning = False

    def rekey(self, key: int) -> None:
        """Let chance go on by another key of 64 bits: the same position, another future. It has no record then."""
        self._rekey(key)
        self.from_beginning = False
        self._forget()

    # ---- inside ----

    def _forget(self) -> None:
        """What was found out about the position holds no longer, and there is no way back."""
        self._options = self._moves = self._moment = self._kept = None
        if self._past or self._future:
            self._past.clear()
            self._future.clear()

    def _apply(self, move: Move, outcomes: tuple[int, ...]) -> Move:
        self._step(option_of(move), move.text, outcomes)
        return move

    def _step(self, option: Option | None, text: str | None, outcomes: tuple[int, ...]) -> None:
        shot = self._shot()
        self._advance(option, text, outcomes)
        self._past.append(shot)
        self._future.clear()

    def _advance(self, option: Option | None, text: str | None, outcomes: tuple[int, ...]) -> None:
        """Run a step on a copy of the position and keep the copy, or stop at the chance that it needs."""
        backend, nature, lines = self.engine.backend, self._nature, self._log.lines
        trial = self._position[:]
        length = len(lines)
        self._log.begin(len(self._played) if option is not None else -1)
        nature.force(outcomes or self._fixed, None if outcomes else self._fixed_streams)
        try:
            if option is not None:
                self._log.made(trial, option, *self.engine.prompt_of(trial))
                backend.choose(trial, option)
            backend.run(trial, nature)
            found = backend.options(trial) if self.engine.asker(trial) else None
            self._log.settle(trial, length)
            if outcomes and nature.left:
                raise MoveError("more outcomes of chance were fixed than the move needs")
        except ChanceNeeded as need:
            del lines[length:]
            self._pending = Pending(option, text, outcomes, need.n)
            self._options = self._moves = None
            return
        except BaseException as error:
            del lines[length:]
            if isinstance(error, PlayError):
                raise self._broken(error, option, outcomes) from None
            raise
        if not outcomes:
            self._fixed = nature.left
        if option is None:
            self.start_chance = nature.used
        else:
            self._played.append(Played(option, text, nature.used))
        self._arrive(trial, tuple(lines[length:]), is_first=option is None)
        self._options, self._moves = found, None

    def _arrive(self, position: list[int], lines: tuple[LogLine, ...], *, is_first: bool) -> None:
        """Go on to a position that a step led to, and keep it as what has changed by the step."""
        kept = Kept(position) if is_first else self._keep().then(self._position, position)
        if is_first or self._moment is not None:
            self._moment = Moment(self._moment, kept, lines)
        self._position, self._kept, self._pending = position, kept, None

    def _broken(self, error: PlayError, option: Option | None, outcomes: tuple[int, ...]) -> GameError:
        """A step that broke, in words."""

        def again(backend: Backend, position: list[int]) -> None:
            nature = Nature(self.engine.machine)
            nature.force(outcomes or self._fixed, None if outcomes else self._fixed_streams)
            if option is not None:
                backend.choose(position, option)
            backend.run(position, nature)
            if self.engine.asker(position):
                backend.options(position)

        return broken(self.engine, error, again, self._position)

    def _shot(self) -> Shot:
        return Shot(
            self._keep(), self._pending, len(self._log.lines), len(self._played), self.start_chance, self._moment
        )

    def _show(self, shot: Shot) -> None:
        self._come_back(shot.position)
        self._pending, self.start_chance = shot.pending, shot.start_chance
        self._moment = shot.moment
        self._options = self._moves = None
