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
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from dsl.machine.ir.ops import REASON, STATUS
from dsl.runtime import explain, reasons, rollouts
from dsl.runtime.course import Course
from dsl.runtime.errors import MoveError, SaveError
from dsl.runtime.explain import Explanation
from dsl.runtime.information import effects, observation, views
from dsl.runtime.information.determinize import determinize
from dsl.runtime.information.effects import Effect
from dsl.runtime.information.log import LogLine
from dsl.runtime.information.observation import Moment
from dsl.runtime.information.view_changes import field_words
from dsl.runtime.information.view_memory import Memories
from dsl.runtime.moves import Move, Option
from dsl.runtime.origins import Past
from dsl.runtime.reading.offer import Rank
from dsl.runtime.reasons import Reason
from dsl.runtime.rollouts import Policy, Rollouts
from dsl.runtime.tongues.own import said, words_now
from dsl.runtime.viewers import players_at, sits
from dsl.runtime.wording import Viewer

if TYPE_CHECKING:
    from dsl.runtime.storage.records import Record


_MOST_VIEWS: Final = 16


class State(Course):
    """A position of a game with its history. Made by `Game.start`."""

    @cached_property
    def _kept_views(self) -> dict[tuple[int, Viewer], tuple[list[int], list[int], views.View]]:
        return {}

    @cached_property
    def _read(self) -> dict[tuple[Viewer, str], list[tuple[LogLine, str | None]]]:
        """The lines of the log as each viewer reads them in each language; None for one that he may not read."""
        return {}

    @cached_property
    def _memories(self) -> Memories:
        """Views of this game by itself: a server has many, and one thread for each."""
        return {}

    def clone(self, *, history: bool = True) -> Self:
        """An equal state that goes its own way, and remembers how this one was seen. Without history it has no past, no
        log and no record, and is cheap.
        """
        twin = super().clone(history=history)
        if history:
            twin.__dict__.update(
                (name, self.__dict__[name]) for name in ("_memories", "_read") if name in self.__dict__
            )
        return twin

    # ---- what is seen of it ----

    def view(self, viewer: Viewer = None) -> views.View:
        """What the viewer may know of the position."""
        seen = self._seen(self._position, viewer)
        return views.with_question(seen, self.engine, self._position, self.moves) if self.actor else seen

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
        log, read = self._log, self._read.setdefault((viewer, words_now().language), [])
        for number, line in enumerate(log.lines):
            if number >= len(read) or read[number][0] is not line:
                del read[number:]
                read.append((line, log.read(line, viewer) if log.is_visible(line, viewer) else None))
        del read[len(log.lines) :]
        return [text for _, text in read[first:] if text is not None]

    def steps(self, viewer: Viewer = None) -> list[tuple[int, bool, str]]:
        """The lines of the log as the viewer may read them, each with the number of its move (-1: the start), and
        whether it is the move itself.
        """
        log = self._log
        return [(each.move, each.is_move, log.read(each, viewer)) for each in log.visible(viewer)]

    def effects(self, move: int, viewer: Viewer = None, first: int | None = None) -> list[Effect]:
        """What a move (by its number, from 0) changed in what the viewer may know, or what all from `first` to it did;
        empty if its moment is not kept.
        """
        first = move if first is None else first
        past = [shot.position for shot in self._past if shot.played == first]
        after = next((shot.position for shot in self._past if shot.played == move + 1), None)
        if after is None and move + 1 == len(self._played):
            after = self._keep()
        if not past or after is None:
            return []
        before, now = self._seen(past[0].position(), viewer), self._seen(after.position(), viewer)
        if before == now:
            return []
        return effects.effects(before, now, field_words(self.engine))

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

    def disclosed(self, steps: int, viewer: Viewer = None) -> list[str]:
        """What speaks against taking the last steps back without asking: chance was drawn, somebody learnt something.

        The one who made a step has learnt something if he knows a piece afterwards that he did not know before; the
        others if they noticed the step at all. Empty where nothing speaks against it, or where nobody knows because the
        state was made without its history.

        viewer: who asks. Of a step that somebody else made only what he noticed counts: he is not to find out that
        there was one.
        """
        if self._moment is None and not self.from_beginning:
            return []
        if self._moment is None:
            self._moment = self._remembered()
        drawn, learnt, moment = False, set[int](), self._moment
        counters, streams = self.engine.machine.layout.counters, len(self.engine.machine.names.streams)
        after = moment.kept.position()
        for _ in range(steps):
            before = moment.before
            if before is None:
                break
            position = before.kept.position()
            mover = self.engine.asker(position)
            if not sits(viewer, mover):
                noticed = (player for player in players_at(viewer) if self._learnt(moment, player))
                learnt.update(noticed)
                moment, after = before, position
                continue
            drawn |= after[counters : counters + streams] != position[counters : counters + streams]
            for player in range(1, self.engine.machine.players + 1):
                if player == mover:
                    knows = self._known_to(after, player) - self._known_to(position, player)
                else:
                    knows = self._learnt(moment, player)
                if knows:
                    learnt.add(player)
            moment, after = before, position
        found = [said("{1} has learnt something", self.engine.words.player(player)) for player in sorted(learnt)]
        return [*([said("chance was drawn")] if drawn else []), *found]

    def _learnt(self, moment: Moment, player: int) -> bool:
        return observation.learnt(self.engine, self._log, moment, player)

    def _known_to(self, position: list[int], player: int) -> set[int]:
        machine = self.engine.machine
        pieces = range(machine.first_piece, machine.entity_count + 1)
        return {piece for piece in pieces if self.engine.words.knows(position, player, piece)}

    # ---- what may come of it ----

    def rollouts(
        self,
        count: int,
        seed: int = 0,
        policy: str | Policy[State] | Sequence[Policy[State]] = "random",
        *,
        measures: Sequence[str] = (),
        first: int = 0,
        limit: int = rollouts.LIMIT,
        keep: bool = True,
        threads: int = 1,
    ) -> Rollouts:
        """Play `count` games on from here, each with its own chance: the position as it is, hidden things and all.

        The games are numbered from `first` on; game i draws by the key `rollouts.game_seed(seed, i)`. policy: `random`
        (in C where the backend can, on several threads if so many are wanted), or what makes a bot from a seed, one for
        all or one for each seat. measures: fields and values of players and of the table to be told of each game when
        it is over. limit: decisions of a game at most. keep: whether each game is kept, and not only the sums.
        ValueError if the numbers or names are none that can be.
        """
        plan: rollouts.Plan[State] = rollouts.Plan(count, seed, first, policy, tuple(measures), limit, keep, threads)
        return rollouts.roll(self, plan)

    # ---- what people ask ----

    def the_move(self, move: Move | str | int | Option, loosest: Rank = Rank.LOOSE) -> Move:
        """The move that is meant by itself, its text, its index or its option; MoveError if it is none or several, with
        the reason that `explain` gives where the game knows such a move.
        """
        try:
            return super().the_move(move, loosest)
        except MoveError as error:
            if error.several or error.said or not isinstance(move, str) or not self.actor:
                raise
            raise explain.with_reason(error, move, self.explain(move, loosest=loosest)) from None

    def explain(self, text: str, viewer: Viewer = None, loosest: Rank = Rank.LOOSE) -> Explanation:
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
        """Where a number comes from, such as "attack of Town Guard"; of a field, what changed it."""
        past = Past([(shot.played, shot.position) for shot in reversed(self._past)], self._log)
        return reasons.why(self.engine, self._position, text, viewer, past)

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
            raise SaveError(said("this game did not begin at the beginning, so there is no record of it"))
        texts = [played.text for played in self._played]
        if None in texts or self.engine.tongue is not None:  # moves made without texts, or in words of another language
            texts = [played.text for played in self.in_source()._played]
        return Record(
            game=self.engine.in_source.title,
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
            raise SaveError(said("a game cannot be saved while chance has to decide; decide first"))
        saves.write(Path(path), self.engine.machine, self.record(), self._position, self.engine.lock())

    # ---- inside ----

    def _seen(self, position: list[int], viewer: Viewer) -> views.View:
        """What a viewer sees of this position or one before it, without the question; kept for a while."""
        kept = self._kept_views.get((id(position), viewer))
        if kept is not None and kept[0] is position and kept[1] == position:
            return kept[2]
        found = views.view(self.engine, position, viewer, asked=None, memories=self._memories)
        if len(self._kept_views) >= _MOST_VIEWS:
            self._kept_views.clear()
        self._kept_views[id(position), viewer] = position, position[:], found
        return found

    def _remembered(self) -> Moment:
        """The moments of a game that was played without a log, by playing it again."""
        if not self.from_beginning:
            raise ValueError("a state that was made without its history has no information states")
        moment = self.in_source()._moment
        assert moment is not None
        return moment

    def in_source(self) -> State:
        """The same moves made again from the beginning, with all that `play_option` leaves out, in the words of the
        rules.
        """
        engine = self.engine.in_source
        again = State(engine, engine.backend.new_position(self.seed), seed=self.seed, start_chance=self.start_chance)
        for played in self._played:
            again.apply_with(played.option, played.chance)
        return again

    def __repr__(self) -> str:
        status = "over" if self.is_over else "chance" if self.is_chance else f"asks {self.actor}"
        return f"<State of {self.engine.title}: {status}, {len(self._played)} moves, status {self._position[STATUS]}>"
