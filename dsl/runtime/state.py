"""A position in play, and everything that is asked of it.

    state = game.start(players=2, seed=7)
    while not state.is_over:
        state.apply(state.moves()[0])

`apply` keeps all that a person wants: undo, log, record. `play_option` keeps nothing and is what simulations use. With
explicit chance a step that needs chance stops at a chance node: see `explicit_chance`.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from dsl.backends.base import Held, PlayError
from dsl.machine.ir.ops import KEY_HI, KEY_LO, REASON, STATUS
from dsl.runtime import explain, reasons
from dsl.runtime.engine import Engine
from dsl.runtime.errors import MoveError, SaveError
from dsl.runtime.explain import Explanation
from dsl.runtime.history import Pending, Played, Shot, Undone
from dsl.runtime.information import observation, views
from dsl.runtime.information.determinize import determinize
from dsl.runtime.information.log import Log, LogLine
from dsl.runtime.information.observation import Moment
from dsl.runtime.moves import Move, Option, moves_of, text_of
from dsl.runtime.nature import ChanceNeeded, Nature
from dsl.runtime.reading.offer import Offer, Rank, Reading
from dsl.runtime.reasons import Reason
from dsl.runtime.wording import Viewer

if TYPE_CHECKING:
    from dsl.runtime.storage.records import Record


class State:
    """A position of a game with its history. Made by `Game.start`."""

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
        self.engine = engine
        self.from_beginning = from_beginning
        self.seed = seed
        self._list: list[int] | None = position
        self._held: Held | None = None
        self._log = Log(engine.words)
        self._nature = Nature(engine.machine, self._log, explicit=explicit_chance)
        self._quiet = Nature(engine.machine)
        self._played: list[Played] = []
        self._past: list[Shot] = []
        self._future: list[Undone] = []
        self._pending: Pending | None = None
        self._options: list[Option] | None = None
        self._moves: list[Move] | None = None
        self._fixed: tuple[int, ...] = ()
        self._fixed_streams: Container[int] | None = None
        self._moment: Moment | None = None  # None: not kept, because moves were made without a log
        self.start_chance = start_chance
        if run:
            self.begin()

    # ---- where it is ----

    @property
    def _position(self) -> list[int]:
        """The position as a list; what a backend holds in a form of its own is fetched when it is asked for."""
        if self._list is None:
            assert self._held is not None
            self._list = self._held.position()
        return self._list

    @_position.setter
    def _position(self, position: list[int]) -> None:
        self._list, self._held = position, None

    def _hold(self) -> Held | None:
        """The position in the backend's own form, if it has one."""
        if self._held is None:
            self._held = self.engine.backend.hold(self._position)
        return self._held

    # ---- what there is ----

    @property
    def position(self) -> list[int]:
        """The numbers of the position (see machine/ops.py). To be read, not written."""
        return self._position

    @property
    def actor(self) -> int:
        """The player who is asked, from 1; 0 when the game is over or chance has to decide."""
        if self._pending:
            return 0
        return self.engine.asker(self._position) if self._held is None else self._held.asker

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        over = self.engine.is_over(self._position) if self._held is None else self._held.is_over
        return over and self._pending is None

    def returns(self) -> list[int]:
        """The result of each player: 1 won, -1 lost, 0 drawn, or the points of a scored game; all 0 before the end."""
        return list(self.engine.backend.score(self._position) if self._held is None else self._held.score())

    @property
    def result_words(self) -> str:
        """Why the game ended, in the words of the rules; empty before the end."""
        reason = self._position[REASON] - 1
        if not self.is_over or reason < 0:
            return ""
        for line in reversed(self._log.lines):
            if line.template == reason:
                return self._log.read(line, None)
        return self.engine.words.text(self._position, None, reason, ())

    def prompt(self, viewer: Viewer = None) -> str:
        """The words of the question that is asked."""
        return "" if self._pending else self.engine.prompt(self._position, viewer)

    def options(self) -> list[Option]:
        """All answers as the machine counts them, in the order of the rules."""
        if self._options is None:
            if self.actor == 0:
                return []
            held = self._hold()
            try:
                self._options = self.engine.backend.options(self._position) if held is None else held.options()
            except PlayError as error:
                raise self.engine.error(error) from None
        return self._options

    def moves(self) -> list[Move]:
        """The moves of the player who is asked, with unique texts; copies that differ in nothing count once."""
        if self._moves is None:
            self._moves = moves_of(self.engine.words, self._position, self.options()) if self.actor else []
        return self._moves

    @property
    def offer(self) -> Offer:
        """The moves of the player who is asked, as texts name them."""
        return Offer(self.engine.words, self._position, self.moves(), self.options())

    def read(self, text: str, loosest: Rank = Rank.CUT) -> Reading:
        """Which of the moves a text means, one or several, read no more loosely than that; see reading/offer.py."""
        return self.offer.read(text, loosest) if self.actor else Reading(text, None, ())

    def the_move(self, move: Move | str | int | Option, loosest: Rank = Rank.CUT) -> Move:
        """The move that is meant by itself, its text, its index or its option; MoveError if it is none or several."""
        if self.actor == 0:
            raise MoveError("the game is over" if self.is_over else "nobody is asked here")
        if isinstance(move, Move):
            move = move.option
        if isinstance(move, str):
            return self.offer.the_one(move, loosest)
        if isinstance(move, int):
            if not 0 <= move < len(self.moves()):
                raise MoveError(f"there is no move with the index {move}: there are {len(self.moves())}")
            return self.moves()[move]
        for known in self.moves():
            if known.option == move:
                return known
        if move in self.options():  # a copy of a piece that another move stands for
            return Move(text_of(self.engine.words, self._position, move), move, 0)
        raise MoveError(f"{move} is not among the options here")

    def key(self) -> str:
        """A fingerprint of the position: equal for equal positions, whatever chance has given so far."""
        pending = self._pending
        own = self.engine.key(self._position)
        return own if pending is None else f"{own}/{pending.option}/{pending.outcomes}"

    # ---- what changes it ----

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
        held = self._hold()
        try:
            if held is not None:
                self._list = None
                held.choose(option)
            else:
                position = self._position
                self.engine.backend.choose(position, option)
                self.engine.backend.run(position, self._quiet)
        except PlayError as error:
            raise self.engine.error(error) from None
        if self.from_beginning:
            self._played.append(Played(option, None))
        self._forget()

    def roll(self, dice: Sequence[tuple[int, int]], whose: Sequence[int], limit: int) -> tuple[int, list[int]] | None:
        """Play on at random, to the end or for `limit` decisions, all in the backend: how many decisions there were,
        and how many numbers each of the dice has given then. None if the backend cannot; then nothing has happened.

        Dice are a seed and how many numbers it has given (`play.bot.Dice`); whose[player - 1] says which dice pick for
        a player: the next number of range(n) is the option, of n options. Nothing of it is kept for a record.
        """
        held = self._hold() if self._pending is None else None
        if held is None:
            return None
        self._list = None
        try:
            done = held.roll(dice, whose, limit)
        except PlayError as error:
            raise self.engine.error(error) from None
        self.from_beginning = False
        self._played.clear()
        self._forget()
        return done

    def leaves(self, depth: int) -> int | None:
        """How many sequences of `depth` decisions there are from here, counted in the backend; None if it cannot."""
        held = self._hold() if self._pending is None else None
        try:
            return None if held is None else held.leaves(depth)
        except PlayError as error:
            raise self.engine.error(error) from None

    def _forget(self) -> None:
        """What was found out about the position holds no longer, and there is no way back."""
        self._options = self._moves = self._moment = None
        if self._past or self._future:
            self._past.clear()
            self._future.clear()

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

    def clone(self, *, history: bool = True) -> State:
        """An equal state that goes its own way. Without history it has no past, no log and no record, and is cheap."""
        held = None if history or self._held is None else self._held.copy()
        twin = State(
            self.engine,
            self._position[:] if held is None else [],
            seed=self.seed,
            explicit_chance=self._nature.explicit,
            start_chance=self.start_chance,
            from_beginning=self.from_beginning and history,
            run=False,
        )
        twin._pending = self._pending
        if held is not None:
            twin._list, twin._held = None, held
        if history:
            twin._moment = self._moment
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

    @property
    def is_chance(self) -> bool:
        """Whether the state is a chance node."""
        return self._pending is not None

    @property
    def pending(self) -> Pending | None:
        """The step that waits for chance, with the outcomes it has; None if none does."""
        return self._pending

    def chance_outcomes(self) -> list[tuple[int, Fraction]]:
        """The outcomes at a chance node, from 0, with their probabilities; none elsewhere."""
        n = self._pending.n if self._pending else 0
        return [(outcome, Fraction(1, n)) for outcome in range(n)]

    def apply_outcome(self, outcome: int) -> None:
        """Go on from a chance node with one of its outcomes."""
        pending = self._pending
        if pending is None or not 0 <= outcome < pending.n:
            raise MoveError(f"{outcome} is no outcome of chance here")
        self._step(pending.option, pending.text, (*pending.outcomes, outcome))

    def determinize(self, player: int, key: int) -> State:
        """A state that the player cannot tell from this one: what he does not know is dealt again, by a key of 64
        bits.
        """
        twin = self.clone(history=False)
        twin._position = determinize(self.engine, self._position, player, key)
        return twin

    def rekey(self, key: int) -> None:
        """Let chance go on by another key of 64 bits: the same position, another future. It has no record then."""
        if self._held is None or self._list is not None:
            self._position[KEY_LO], self._position[KEY_HI] = key & 0xFFFFFFFF, key >> 32
        if self._held is not None:
            self._held.rekey(key)
        self.from_beginning = False
        self._forget()

    # ---- what is kept of it ----

    def record(self) -> Record:
        """What replays this game; SaveError if it did not begin at the beginning."""
        from dsl.runtime.storage.records import (  # brings pydantic along, which takes a while to load
            Record,
            RecordedMove,
        )

        if not self.from_beginning:
            raise SaveError("this game did not begin at the beginning, so there is no record of it")
        texts = [played.text for played in self._played]
        if None in texts:  # moves made without texts
            texts = [played.text for played in self._again()._played]
        return Record(
            game=self.engine.title,
            rules=self.engine.digest,
            players=self.engine.machine.players,
            options=self.engine.options,
            seed=self.seed,
            start_chance=self.start_chance,
            moves=tuple(
                RecordedMove(text=text or "", option=played.option, chance=played.chance)
                for text, played in zip(texts, self._played, strict=True)
            ),
        )

    def save(self, path: str | Path) -> None:
        """Write the game to a file; a save that stood there stays whole until the new one is, or SaveError."""
        from dsl.runtime.storage import saves

        if self._pending is not None:
            raise SaveError("a game cannot be saved while chance has to decide; decide first")
        saves.write(Path(path), self.engine.machine, self.record(), self._position)

    # ---- what people ask ----

    def log(self, viewer: Viewer = None) -> list[str]:
        """The lines of the log as the viewer may read them: moves and what the rules said."""
        return [self._log.read(line, viewer) for line in self._log.visible(viewer)]

    @property
    def lines(self) -> Sequence[LogLine]:
        """The lines of the log as data."""
        return self._log.lines

    @property
    def played(self) -> Sequence[Played]:
        """The moves made since the beginning."""
        return self._played

    def view(self, viewer: Viewer = None) -> views.View:
        """What the viewer may know of the position."""
        return views.view(self.engine, self._position, viewer, asked=self.moves if self.actor else None)

    def observation(self, player: int) -> str:
        """What a player (0: a spectator) sees of the position, as text: equal if and only if what is seen is."""
        return observation.observation(self.engine, self._position, player, self.moves if self.actor else None)

    def information_state(self, player: int) -> str:
        """All that a player (0: a spectator) has observed since the beginning, as text (see runtime/observation.py).

        At a chance node it is that of the decision before. ValueError if the state was made without its history.
        """
        if self._moment is None:
            if self._pending is not None and self._pending.option is None:
                return ""  # nothing has happened yet
            self._moment = self._remembered()
        return observation.information_state(self.engine, self._log, self._moment, player)

    def explain(self, text: str, viewer: Viewer = None, loosest: Rank = Rank.CUT) -> Explanation:
        """Why a move is possible or not, as the asked player (or `viewer`) may know it; see `read` for `loosest`."""
        return explain.why_not(
            self.engine,
            self._position,
            text,
            self.moves(),
            self.options(),
            self.actor if viewer is None else viewer,
            loosest,
        )

    def why(self, text: str, viewer: Viewer = None) -> Reason:
        """Where a number comes from, such as "attack of Town Guard"."""
        return reasons.why(self.engine, self._position, text, viewer)

    def because(self, number: int, viewer: Viewer = None) -> Reason:
        """Where a line of the log (from 1) comes from: the move that led to it and the rule that wrote it."""
        return reasons.because(self.engine, self._log, number, viewer)

    # ---- inside ----

    def _remembered(self) -> Moment:
        """The moments of a game that was played without a log, by playing it again."""
        if not self.from_beginning:
            raise ValueError("a state that was made without its history has no information states")
        moment = self._again()._moment
        assert moment is not None
        return moment

    def _again(self) -> State:
        """The same moves made again from the beginning, with all that `play_option` leaves out."""
        again = State(
            self.engine, self.engine.backend.new_position(self.seed), seed=self.seed, start_chance=self.start_chance
        )
        for played in self._played:
            again.apply_with(played.option, played.chance)
        return again

    def _apply(self, move: Move, outcomes: tuple[int, ...]) -> Move:
        self._step(move.option, move.text, outcomes)
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
        self._log.move = len(self._played) if option is not None else -1
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
                raise self.engine.error(error) from None
            raise
        if not outcomes:
            self._fixed = nature.left
        if option is None:
            self.start_chance = nature.used
        else:
            self._played.append(Played(option, text, nature.used))
        if option is None or self._moment is not None:
            self._moment = Moment(self._moment, trial, tuple(lines[length:]))
        self._position, self._pending = trial, None
        self._options, self._moves = found, None

    def _shot(self) -> Shot:
        return Shot(
            self._position, self._pending, len(self._log.lines), len(self._played), self.start_chance, self._moment
        )

    def _show(self, shot: Shot) -> None:
        self._position, self._pending, self.start_chance = shot.position, shot.pending, shot.start_chance
        self._moment = shot.moment
        self._options = self._moves = None

    def __repr__(self) -> str:
        status = "over" if self.is_over else "chance" if self.is_chance else f"asks {self.actor}"
        return f"<State of {self.engine.title}: {status}, {len(self._played)} moves, status {self._position[STATUS]}>"
