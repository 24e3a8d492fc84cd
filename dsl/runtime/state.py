"""A position in play, and everything that is asked of it.

    state = game.start(players=2, seed=7)
    while not state.is_over:
        state.apply(state.moves()[0])

A state is made of three layers, each of which needs only those before it: what there is in a position (standing.py:
who is asked, which moves there are, which one a text means), what changes it (course.py: moves, undo, copies, chance),
and here what people look at, ask about and keep.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dsl.machine.ir.ops import REASON, STATUS
from dsl.runtime import explain, reasons
from dsl.runtime.course import Course
from dsl.runtime.errors import SaveError
from dsl.runtime.explain import Explanation
from dsl.runtime.information import observation, views
from dsl.runtime.information.determinize import determinize
from dsl.runtime.information.log import LogLine
from dsl.runtime.information.observation import Moment
from dsl.runtime.reading.offer import Rank
from dsl.runtime.reasons import Reason
from dsl.runtime.wording import Viewer

if TYPE_CHECKING:
    from dsl.runtime.storage.records import Record


class State(Course):
    """A position of a game with its history. Made by `Game.start`."""

    # ---- what is seen of it ----

    def view(self, viewer: Viewer = None) -> views.View:
        """What the viewer may know of the position."""
        return views.view(self.engine, self._position, viewer, asked=self.moves if self.actor else None)

    def observation(self, player: int) -> str:
        """What a player (0: a spectator) sees of the position, as text: equal if and only if what is seen is."""
        return observation.observation(self.engine, self._position, player, self.moves if self.actor else None)

    def information_state(self, player: int) -> str:
        """All that a player (0: a spectator) has observed from the beginning, as text (information/observation.py).

        At a chance node it is that of the decision before. ValueError if the state was made without its history.
        """
        if self._moment is None:
            if self._pending is not None and self._pending.option is None:
                return ""  # nothing has happened yet
            self._moment = self._remembered()
        return observation.information_state(self.engine, self._log, self._moment, player)

    def log(self, viewer: Viewer = None, first: int = 0) -> list[str]:
        """The lines of the log as the viewer may read them: moves and what the rules said. first: how many lines of
        `lines` are passed over.
        """
        lines = self._log.lines[first:]
        return [self._log.read(line, viewer) for line in lines if self._log.is_visible(line, viewer)]

    @property
    def lines(self) -> Sequence[LogLine]:
        """The lines of the log as data."""
        return self._log.lines

    @property
    def result_words(self) -> str:
        """Why the game ended, in the words of the rules; empty before the end."""
        return self.ending(None)

    def ending(self, viewer: Viewer) -> str:
        """The same as the viewer may read it."""
        reason = self._position[REASON] - 1
        if not self.is_over or reason < 0:
            return ""
        for line in reversed(self._log.lines):
            if line.template == reason:
                return self._log.read(line, viewer)
        return self.engine.words.text(self._position, viewer, reason, ())

    def determinize(self, player: Viewer, key: int) -> State:
        """A state that the player cannot tell from this one: what he does not know is dealt again, by a key of 64
        bits.
        """
        twin = self.clone(history=False)
        twin._position = determinize(self.engine, self._position, player, key)
        return twin

    def disclosed(self, steps: int) -> list[str]:
        """What speaks against taking the last steps back without asking: chance was drawn, somebody learnt something.

        The one who made a step has learnt something if he knows a piece afterwards that he did not know before; the
        others if they noticed the step at all. Empty where nothing speaks against it. ValueError if the state was made
        without its history.
        """
        if self._moment is None:
            self._moment = self._remembered()
        drawn, learnt, moment = False, set[int](), self._moment
        counters, streams = self.engine.machine.layout.counters, len(self.engine.machine.names.streams)
        for _ in range(steps):
            before = moment.before
            if before is None:
                break
            mover = self.engine.asker(before.position)
            drawn |= moment.position[counters : counters + streams] != before.position[counters : counters + streams]
            for player in range(1, self.engine.machine.players + 1):
                if player == mover:
                    knows = self._known_to(moment.position, player) - self._known_to(before.position, player)
                else:
                    knows = observation.learnt(self.engine, self._log, moment, player)
                if knows:
                    learnt.add(player)
            moment = before
        found = [f"{self.engine.words.player(player)} has learnt something" for player in sorted(learnt)]
        return [*(["chance was drawn"] if drawn else []), *found]

    def _known_to(self, position: list[int], player: int) -> set[int]:
        machine = self.engine.machine
        pieces = range(machine.first_piece, machine.entity_count + 1)
        return {piece for piece in pieces if self.engine.words.knows(position, player, piece)}

    # ---- what people ask ----

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
        saves.write(Path(path), self.engine.machine, self.record(), self._position, self.engine.lock())

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

    def __repr__(self) -> str:
        status = "over" if self.is_over else "chance" if self.is_chance else f"asks {self.actor}"
        return f"<State of {self.engine.title}: {status}, {len(self._played)} moves, status {self._position[STATUS]}>"
