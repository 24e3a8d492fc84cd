"""Scenarios: what a game proves about its rules, played and compared.

A scenario puts a position together, plays moves it names, and says what must be so. A move it did not script fails
it, so does a question it leaves open without speaking of it, and an outcome of chance that nothing asked for. The
first step that fails is the result: where it stands, what was expected, what was found, and which moves there were.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from dsl.backends.base import PlayError
from dsl.machine.ir.ops import OVER, RAN_TO_ITS_END, REASON, RET, RUNNING, STATUS, ScenarioProcs
from dsl.runtime.engine import Engine
from dsl.runtime.errors import GameError, MoveError
from dsl.runtime.explain import Explanation
from dsl.runtime.information.view_text import sights
from dsl.runtime.nature import Nature
from dsl.runtime.reading.offer import Rank
from dsl.runtime.reading.tokens import fold
from dsl.runtime.requirements import Requirement
from dsl.runtime.state import State
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

    @property
    def place(self) -> str:
        """File and line of the step that failed, or of the scenario."""
        return f"{self.span.file.name}:{self.span.line}"


class _Failed(Exception):
    """A step does not hold."""


def run_scenario(
    engine: Engine, scenario: Scenario, procs: ScenarioProcs, first: Mapping[int, int] | None = None
) -> Result:
    """Play one scenario on an engine whose machine was compiled with scenarios, for its players and options.

    first: what stands in slots of the position before anything is given.
    """
    return _Run(engine, scenario, procs, first or {}).result()


def given_state(engine: Engine, scenario: Scenario, procs: ScenarioProcs) -> State:
    """The state at the first decision of what a scenario plays, from the position it begins with; no step is made."""
    state = State(engine, _Run(engine, scenario, procs).given(), from_beginning=False, run=False)
    state.begin()
    return state


SPEAKING: Final = ("expect", "said", "cannot", "can", "asks", "sees", "not_sees")
"""Steps that speak of the question a scenario may leave open."""


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
        self.begun = False
        self.heard = 0
        """The lines of the log before the last step that made moves."""

    def result(self) -> Result:
        """Play it to its end or to the first step that fails."""
        span = self.scenario.span
        try:
            self.state = State(self.engine, self.given(), from_beginning=False, run=False)
            for index, step in enumerate(self.scenario.steps):
                span = step.span
                self._step(index, step)
            self._begin()
            span = self.scenario.steps[-1].span if self.scenario.steps else self.scenario.span
            self._end()
        except _Failed as failed:
            return self._failure(span, str(failed))
        except (MoveError, GameError) as error:
            return self._failure(span, str(error))
        except PlayError as error:
            return self._failure(span, str(self.engine.error(error)))
        return Result(self.scenario.title, self.scenario.proves, True, self.scenario.span)

    def given(self) -> list[int]:
        """The position it begins with."""
        position = self.engine.backend.new_position(0, self.procs.run)
        for slot, value in self.first.items():
            position[slot] = value
        self.engine.backend.call(position, self.procs.given, (), Nature(self.engine.machine))
        return position

    def _failure(self, span: Span, message: str) -> Result:
        asked, moves = "", ()
        state = self.state
        if state is not None and self.begun and state.actor:
            asked = f"{self.engine.words.player(state.actor)}: {state.prompt(state.actor)}"
            moves = tuple(move.text for move in state.moves())
        return Result(self.scenario.title, self.scenario.proves, False, span, message, asked, moves)

    @property
    def playing(self) -> State:
        """The state, played on to its first question."""
        assert self.state is not None
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
            "asks": self._asks,
            "said": self._said,
        }
        if step.how == "expect":
            self._expect(step, self.procs.conditions[index])
        else:
            act[step.how](step)

    def _does(self, step: ScenarioStep) -> None:
        state = self.playing
        self.heard = len(state.lines)
        for text in step.texts:
            if state.actor != step.player:
                raise _Failed(f"{self._name(step.player)} is to do “{text}”, but {self._situation()}")
            try:
                state.apply(state.the_move(text, Rank.BEGINS))
            except MoveError as error:
                explanation = state.explain(text, loosest=Rank.FULL)
                raise _Failed(f"{error}: {explanation.summary}") from None

    def _can(self, step: ScenarioStep) -> None:
        for text in step.texts:
            if not self._possible(step.player, text):
                why = self.playing.explain(text, step.player, Rank.FULL).summary
                raise _Failed(f"{self._name(step.player)} cannot do “{text}”: {why}")

    def _cannot(self, step: ScenarioStep) -> None:
        for text in step.texts:
            if self._possible(step.player, text):
                raise _Failed(f"{self._name(step.player)} can do “{text}”")
            explanation = self.playing.explain(text, step.player, Rank.FULL)
            if not explanation.requirements and not self.playing.is_over:
                raise _Failed(f"“{text}” is no move of this game: {explanation.summary}")
            if step.because is not None and fold(step.because) not in fold(" / ".join(reasons(explanation))):
                raise _Failed(
                    f"{self._name(step.player)} cannot do “{text}”, but not because “{step.because}”: "
                    + "; ".join(reasons(explanation))
                )

    def _possible(self, player: int, text: str) -> bool:
        state = self.playing
        return state.actor == player and bool(state.read(text, Rank.FULL).moves)

    def _expect(self, step: ScenarioStep, condition: int) -> None:
        position = self.playing.position
        if self._ran_out:
            position = [*position]
            position[STATUS] = RUNNING
        if not self.engine.call(position, condition, ()):
            raise _Failed(f"this is not so: {_one_line(step.span.text)}")

    def _asks(self, step: ScenarioStep) -> None:
        state = self.playing
        if state.actor != step.player:
            raise _Failed(f"{self._name(step.player)} is not asked: {self._situation()}")
        prompt = state.prompt(step.player)
        for text in step.texts:
            if fold(text) not in fold(prompt):
                raise _Failed(f"{self._name(step.player)} is asked “{prompt}”, not “{text}”")

    def _sees(self, step: ScenarioStep) -> None:
        for text in step.texts:
            if not self._visible(step.player, text):
                raise _Failed(f"{self._name(step.player)} does not see “{text}”")

    def _does_not_see(self, step: ScenarioStep) -> None:
        for text in step.texts:
            if self._visible(step.player, text):
                raise _Failed(f"{self._name(step.player)} sees “{text}”")

    def _visible(self, player: int, text: str) -> bool:
        wanted = fold(text)
        return any(wanted in fold(line) for line in sights(self.playing.view(player)))

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

    def _end(self) -> None:
        state = self.playing
        last = self.scenario.steps[-1].how if self.scenario.steps else ""
        if state.actor and last not in SPEAKING:
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


def reasons(explanation: Explanation) -> list[str]:
    """The words of everything that stands against a move, the parts of requirements included, and of all
    actions that can be meant."""
    found: list[str] = []
    for meant in (explanation, *explanation.others):
        found.append(meant.summary)
        for requirement in meant.requirements:
            found.extend(_words(requirement))
    return list(dict.fromkeys(word for word in found if word))


def _words(requirement: Requirement) -> Iterator[str]:
    if requirement.met is not True:
        yield requirement.words
        for part in requirement.parts:
            yield from _words(part)


def _one_line(text: str) -> str:
    return " ".join(text.split())
