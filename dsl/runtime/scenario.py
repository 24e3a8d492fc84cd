"""Scenarios: what a game proves about its rules, played and compared.

A scenario puts a position together, plays moves it names, and says what must be so, in the order in which its steps
stand. A move it did not script fails it, so does an `expect` behind a question that it neither names nor answers, and
an outcome of chance that nothing asked for. The first step that fails is the result: where it stands, what was
expected, what was found, and which moves there were.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final

from dsl.backends.base import PlayError
from dsl.machine.ir.ops import OVER, RAN_TO_ITS_END, REASON, RET, RUNNING, STATUS, ScenarioProcs
from dsl.runtime import pieces
from dsl.runtime.engine import Engine
from dsl.runtime.errors import GameError, MoveError
from dsl.runtime.information.view_text import sights
from dsl.runtime.nature import Nature
from dsl.runtime.reading.offer import Rank
from dsl.runtime.reading.tokens import fold
from dsl.runtime.requirements import Requirements
from dsl.runtime.shortcomings import one_line, reasons, unmet
from dsl.runtime.state import State
from dsl.runtime.wording import Viewer
from dsl.semantics.model import Scenario, ScenarioStep
from dsl.source import Span


@dataclass(frozen=True, slots=True)
class Result:
    """How one scenario went. span is the step that failed, else the scenario; moves are those there were at that
    point.
    """

    title: str
    proves: tuple[str, ...]
    passed: bool
    span: Span
    message: str = ""
    asked: str = ""
    moves: tuple[str, ...] = ()
    unmet: bool = False
    """Whether a condition does not hold of which nothing but its text is known."""

    @property
    def place(self) -> str:
        """File and line of the step that failed, or of the scenario."""
        return f"{self.span.file.name}:{self.span.line}"


class _Failed(Exception):
    """A step does not hold. unmet: it is a condition of which nothing but its text is known."""

    def __init__(self, message: str, unmet: bool = False) -> None:
        super().__init__(message)
        self.unmet = unmet


def run_scenario(
    engine: Engine, scenario: Scenario, procs: ScenarioProcs, first: Mapping[int, int] | None = None
) -> Result:
    """Play one scenario on an engine whose machine was compiled with scenarios, for its players and options.

    first: what stands in slots of the position before anything is given.
    """
    return _Run(engine, scenario, procs, first or {}).result()


def show_scenario(engine: Engine, scenario: Scenario, procs: ScenarioProcs) -> tuple[Result, State]:
    """How a scenario goes, and the state that it ends in."""
    run = _Run(engine, scenario, procs)
    return run.result(), run.playing


def given_state(engine: Engine, scenario: Scenario, procs: ScenarioProcs) -> State:
    """The state at the first decision of what a scenario plays, from the position it begins with; no step is made."""
    state = State(engine, _Run(engine, scenario, procs).first_position(), from_beginning=False, run=False)
    state.begin()
    return state


NAMING: Final = ("asks", "can", "cannot")
"""Steps that speak of the question that stands open."""
LOOKING: Final = ("sees", "not_sees", "reads", "not_reads")
"""Steps that look at the position and the log in the middle of a question, whatever it is."""


class _Run:
    """One scenario being played."""

    def __init__(
        self, engine: Engine, scenario: Scenario, procs: ScenarioProcs, first: Mapping[int, int] | None = None
    ) -> None:
        self.first = first or {}
        self.engine = engine
        self.scenario = scenario
        self.procs = procs
        self.state: State | None = None
        self.given = False
        self.begun = False
        self.at = 0
        """The number of the step that is made."""
        self.heard = 0
        """The lines of the log before the last step that made moves."""

    def result(self) -> Result:
        """Play it to its end or to the first step that fails."""
        span = self.scenario.span
        try:
            self.state = State(self.engine, self.bare(), from_beginning=False, run=False)
            for index, step in enumerate(self.scenario.steps):
                span, self.at = step.span, index
                self._give(index)
                self._step(index, step)
            self.at = len(self.scenario.steps)
            self._give(self.at)
            self._begin()
            span = self.scenario.steps[-1].span if self.scenario.steps else self.scenario.span
            self._end()
        except _Failed as failed:
            return replace(self._failure(span, str(failed)), unmet=failed.unmet)
        except (MoveError, GameError) as error:
            return self._failure(span, str(error))
        except PlayError as error:
            return self._failure(span, str(self.engine.error(error)))
        return Result(self.scenario.title, self.scenario.proves, True, self.scenario.span)

    def bare(self) -> list[int]:
        """The position before anything is given."""
        position = self.engine.backend.new_position(self.scenario.seed, self.procs.run)
        for slot, value in self.first.items():
            position[slot] = value
        return position

    def first_position(self) -> list[int]:
        """The position it begins with."""
        position = self.bare()
        self._put(position)
        return position

    def _put(self, position: list[int]) -> None:
        self.engine.backend.call(position, self.procs.given, (), Nature(self.engine.machine))

    def _give(self, index: int) -> None:
        """Put together what is given, where its place among the steps has come."""
        if self.given or index < self.scenario.given_at:
            return
        assert self.state is not None
        self.given = True
        if self._is_run and self.scenario.run_at < self.scenario.given_at:
            self._begin()
        self.state.change(self._put)

    def _failure(self, span: Span, message: str) -> Result:
        asked, moves = "", ()
        state = self.state
        if state is not None and self.begun and state.actor:
            asked = f"{self.engine.words.player(state.actor)}: {state.prompt(state.actor)}"
            moves = tuple(move.text for move in state.moves())
        return Result(self.scenario.title, self.scenario.proves, False, span, message, asked, moves)

    @property
    def _is_run(self) -> bool:
        """Whether the scenario says what is played; else it is the whole game, from what is given."""
        return self.scenario.run is not None or self.scenario.still

    @property
    def playing(self) -> State:
        """The state, played on to its first question if what is played stands before this step."""
        assert self.state is not None
        begins = self.scenario.run_at if self._is_run else self.scenario.given_at
        if self.at >= begins:
            self._begin()
        return self.state

    def _begin(self) -> None:
        if not self.begun and self.state is not None:
            self.state.begin()
            self.begun = True

    def _step(self, index: int, step: ScenarioStep) -> None:
        if step.how == "chance":
            assert self.state is not None
            self.state.fix_chance([number - 1 for number in step.numbers], self.engine.dice)
            return
        act: dict[str, Callable[[ScenarioStep], None]] = {
            "does": self._does,
            "can": self._can,
            "cannot": self._cannot,
            "sees": self._sees,
            "not_sees": self._does_not_see,
            "reads": self._reads,
            "not_reads": self._does_not_read,
            "asks": self._asks,
            "nobody": self._nobody,
            "order": self._order,
            "said": self._said,
        }
        if step.how == "expect":
            self._expect(step, index)
        else:
            act[step.how](step)
        if step.how in ("expect", "said", "order"):
            self._no_open_question(index)

    def _does(self, step: ScenarioStep) -> None:
        state = self.playing
        self.heard = len(state.lines)
        for text in step.texts:
            if state.actor != step.player:
                raise _Failed(f"{self._name(step.player)} is to do “{text}”, but {self._situation()}")
            try:
                state.apply(state.the_move(text, Rank.BEGINS))
            except MoveError as error:
                why = state.explain(text, loosest=Rank.FULL).summary
                told = f"“{text}” is not a move here"
                words = told if str(error).startswith(told) else str(error)
                raise _Failed(words if why in words else f"{words}: {why}") from None

    def _can(self, step: ScenarioStep) -> None:
        for text in step.texts:
            if not self._possible(step.player, text):
                why = self.playing.explain(text, step.player, Rank.FULL).summary
                raise _Failed(f"{self._name(step.player)} cannot do “{text}”: {why}")

    def _cannot(self, step: ScenarioStep) -> None:
        if not self.playing.actor:
            raise _Failed(f"nobody can do anything here: {self._situation()}")
        for text in step.texts:
            if self._possible(step.player, text):
                raise _Failed(f"{self._name(step.player)} can do “{text}”")
            unseen = self.engine.is_unseen(self.playing.position, step.player)  # others choose, and no more is told
            if self.playing.may_type is None or unseen:  # any word may be typed
                self._no_slip(text)
            explanation = self.playing.explain(text, step.player, Rank.FULL)
            if not unseen and not explanation.requirements and (explanation.changes or not explanation.begun):
                raise _Failed(f"“{text}” is no move of this game: {explanation.summary}")
            if step.because is not None and fold(step.because) not in fold(" / ".join(reasons(explanation))):
                raise _Failed(
                    f"{self._name(step.player)} cannot do “{text}”, but not because “{step.because}”: "
                    + "; ".join(reasons(explanation))
                )

    def _no_slip(self, text: str, *, part: bool = False) -> None:
        """A text of something that does not hold must be about things that there are."""
        slip = self.engine.lexicon.slip(text, part=part)
        if slip is not None:
            word, near = slip
            meant = f"; did you mean “{near}”?" if near else ""
            raise _Failed(f"nothing in this game is called “{word}”, as in “{text}”{meant}")

    def _possible(self, player: int, text: str) -> bool:
        state = self.playing
        return state.actor == player and bool(state.read(text, Rank.FULL).moves)

    def _expect(self, step: ScenarioStep, index: int) -> None:
        position = self.playing.position
        if self._ran_out:
            position = [*position]
            position[STATUS] = RUNNING
        if self.engine.call(position, self.procs.conditions[index], ()):
            return
        told = self.procs.told[index] if self.procs.told else None
        if told is None:
            raise _Failed(f"this is not so: {one_line(step.span.text)}", unmet=True)
        asked = Requirements(self.engine, position, 0, None).need(told, ())
        raise _Failed("; ".join(unmet(asked)))

    def _asks(self, step: ScenarioStep) -> None:
        state = self.playing
        if state.actor != step.player:
            raise _Failed(f"{self._name(step.player)} is not asked: {self._situation()}")
        prompt = state.prompt(step.player)
        for text in step.texts:
            if fold(text) not in fold(prompt):
                raise _Failed(f"{self._name(step.player)} is asked “{prompt}”, not “{text}”")

    def _order(self, step: ScenarioStep) -> None:
        """What lies in a stack, from the top on, or in a row, from the left on."""
        position, words = self.playing.position, self.engine.words
        zone = self.engine.call(position, self.procs.conditions[self.at], ())
        found = pieces.members(words, position, zone)
        info = words.places[zone].info
        if info is not None and info.shape == "stack":
            found = found[::-1]
        titles = [words.title(piece) for piece in found]
        for number, text in enumerate(step.texts):
            if number >= len(titles) or fold(titles[number]) != fold(text):
                self._no_slip(text)
                told = ", ".join(f"“{title}”" for title in titles[: len(step.texts)]) or "nothing"
                raise _Failed(f"“{text}” is not number {number + 1} there: first lie {told}")

    def _nobody(self, step: ScenarioStep) -> None:
        state = self.playing
        if state.actor:
            raise _Failed(f"somebody is asked: {self._situation()}")

    def _sees(self, step: ScenarioStep) -> None:
        for text in step.texts:
            if not self._visible(step.player, text):
                raise _Failed(f"{self._name(step.player)} does not see “{text}”")

    def _does_not_see(self, step: ScenarioStep) -> None:
        for text in step.texts:
            if self._visible(step.player, text):
                raise _Failed(f"{self._name(step.player)} sees “{text}”")
            if not self._visible(None, text):
                self._no_slip(text, part=True)

    def _visible(self, player: Viewer, text: str) -> bool:
        wanted = fold(text)
        return any(wanted in fold(line) for line in sights(self.playing.view(player)))

    def _reads(self, step: ScenarioStep) -> None:
        lines = self._log_of(step.player)
        for text in step.texts:
            if not any(fold(text) in fold(line) for line in lines):
                told = "; ".join(f"“{line}”" for line in lines)
                found = f", but {told}" if told else "; there is nothing to read"
                raise _Failed(f"{self._name(step.player)} does not read “{text}”{found}")

    def _does_not_read(self, step: ScenarioStep) -> None:
        for text in step.texts:
            for line in self._log_of(step.player):
                if fold(text) in fold(line):
                    raise _Failed(f"{self._name(step.player)} reads “{text}”: “{line}”")
            if not any(fold(text) in fold(line) for line in self._log_of(None)):
                self._no_slip(text, part=True)

    def _log_of(self, player: Viewer) -> list[str]:
        """What a player reads in the log since the last step that made moves, moves included, or since the
        beginning.
        """
        return self.playing.log(player, self.heard)

    def _said(self, step: ScenarioStep) -> None:
        lines = self._lines()
        for text in step.texts:
            if not any(fold(text) in fold(line) for line in lines):
                told = "; ".join(f"“{line}”" for line in lines)
                raise _Failed(f"“{text}” was not said" + (f", but {told}" if told else "; nothing was"))

    def _lines(self) -> list[str]:
        """What the rules said since the last step that made moves, or since the beginning."""
        state = self.playing
        read = zip(state.lines, state.log(), strict=True)
        return [words for line, words in [*read][self.heard :] if not line.is_move]

    def _no_open_question(self, index: int) -> None:
        """Whatever is expected, a question that nobody thought of may have come before it: each question that stands
        open there must be named by a step, before or behind, or be answered by the next move.
        """
        if self.playing.actor and not self._named(index):
            asked = self._situation()
            raise _Failed(f"a question stands open that the scenario neither answers nor names: {asked}")

    def _named(self, index: int) -> bool:
        """Whether a step names or answers the question that stands open at a step."""
        steps = self.scenario.steps
        before = takewhile(lambda step: step.how != "does", reversed(steps[:index]))
        behind = takewhile(lambda step: step.how != "does", steps[index + 1 :])
        answered = any(step.how == "does" for step in steps[index + 1 :])
        return answered or any(self._names(step) for step in (*before, *behind))

    def _names(self, step: ScenarioStep) -> bool:
        """Whether a step speaks of the question that stands open: who is asked, or what he can or cannot do."""
        return step.how in NAMING and step.player == self.playing.actor

    def _end(self) -> None:
        state = self.playing
        last = self.scenario.steps[-1].how if self.scenario.steps else ""
        if state.actor and last not in LOOKING and not self._named(len(self.scenario.steps)):
            raise _Failed(f"the scenario ends while {self._situation()}")
        if state.fixed_chance:
            raise _Failed(f"{len(state.fixed_chance)} outcomes of chance were given and never asked for")

    @property
    def _ran_out(self) -> bool:
        """The procedure that was run has come to its end, and the game has not."""
        position = self.playing.position
        return (position[STATUS], position[RET], position[REASON]) == (OVER, RAN_TO_ITS_END, 0)

    def _situation(self) -> str:
        state = self.playing
        if self._ran_out:
            return "what was run has come to its end"
        if state.is_over:
            return "the game is over"
        if not state.actor:
            return "nobody is asked"
        return f"{self._name(state.actor)} is asked “{state.prompt(state.actor)}”"

    def _name(self, player: int) -> str:
        return self.engine.words.player(player)
