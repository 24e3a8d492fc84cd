"""Examples of a book: scenarios, played, with the position before and after."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from dsl.book.blocks import Drawing, Example, Source
from dsl.book.boards import drawings
from dsl.runtime.game import Game
from dsl.runtime.information.views import PlayerView, View, ZoneView
from dsl.runtime.proving import Proving
from dsl.runtime.scenario import Result
from dsl.runtime.state import State
from dsl.runtime.tongues.own import marked, numbered, said, words_now
from dsl.saying.voice import title_of
from dsl.semantics.model import Program, Scenario, ScenarioStep

_MOST: Final = 10
"""Changes that an example lists."""


class ExampleError(Exception):
    """A scenario that a book shows does not pass; result says why."""

    def __init__(self, result: Result) -> None:
        super().__init__(result.message)
        self.result = result


class Player:
    """Plays the scenarios of a game that a book asks for. The game must be read with its scenarios."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.titles = [scenario.title for scenario in game.program().scenarios]

    def example(self, title: str) -> Example:
        """A scenario as an example; KeyError if there is none, ExampleError if it fails."""
        proving = Proving(self.game, lambda scenario: scenario.title == title)
        if not proving.scenarios:
            raise KeyError(title)
        scenario = proving.scenarios[0]
        before = proving.state(scenario, "reference")
        first = before.view()
        result, after = proving.shown(scenario)
        if not result.passed:
            raise ExampleError(result)
        return _example(scenario, before, first, after)


def _example(scenario: Scenario, before: State, first: View, after: State) -> Example:
    program = before.engine.program
    assert program is not None
    last = after.view()
    old, new = drawings(first, program), drawings(last, program)
    moved = [index for index, (a, b) in enumerate(zip(old, new, strict=False)) if a != b]
    shown = moved or [index for index, each in enumerate(old) if "#222222" in each.svg or "<circle" in each.svg]
    span, called = scenario.span, _called(program)
    return Example(
        title=called(scenario.title),
        source=Source(span.file.name, span.line, scenario.proves),
        before=_picked(old, shown, called),
        steps=tuple(called(words) for step in scenario.steps for words in _step(step, after)),
        after=_picked(new, moved, called),
        changed=tuple(
            (called(words), called(old), called(new))
            for words, old, new in _changes(first, last, {each.name for each in program.fields if each.unlisted})
        ),
    )


def _called(program: Program) -> Callable[[str], str]:
    """Calls cards in a text as the book does, by their second titles; in another language as they are called there."""
    titles = {card.title: title_of(card) for card in program.cards if title_of(card) != card.title}
    if not titles or words_now().language:
        return str
    names = re.compile("|".join(rf"\b{re.escape(each)}\b" for each in sorted(titles, key=len, reverse=True)))
    return lambda words: names.sub(lambda found: titles[found[0]], words)


def _picked(found: list[Drawing], numbers: list[int], called: Callable[[str], str]) -> tuple[Drawing, ...]:
    picked = [found[index] for index in numbers[:2] if index < len(found)]
    return tuple(replace(each, svg=called(each.svg)) for each in picked)


def _step(step: ScenarioStep, state: State) -> Iterator[str]:
    """What a step does or shows, as people tell it."""
    who = state.engine.words.player(step.player) if step.player else ""
    hows = {"does": marked("{1}: {2}"), "can": marked("{1} may {2}"), "cannot": marked("{1} may not {2}")}
    for text in step.texts:
        if step.how in hows:
            words = said(hows[step.how], who, text)
            yield f"{words}: {step.because}" if step.because else words


def _changes(first: View, last: View, hidden: set[str]) -> Iterator[tuple[str, str, str]]:
    """What lies or stands elsewhere afterwards, apart from boards: words, before, after."""
    before, after = dict(_told(first, hidden)), dict(_told(last, hidden))
    found = 0
    for words in dict.fromkeys((*before, *after)):
        if before.get(words, "") != after.get(words, "") and found < _MOST:
            found += 1
            yield words, before.get(words, "") or said("nothing"), after.get(words, "") or said("nothing")


def _told(view: View, hidden: set[str]) -> Iterator[tuple[str, str]]:
    for owner in (view.table, *view.players):
        yield from _of(owner, hidden)


def _of(owner: PlayerView, hidden: set[str]) -> Iterator[tuple[str, str]]:
    who = owner.name if owner.number else ""
    for name, value in owner.fields:
        if name in hidden:
            continue
        yield words_now().owned(name, who), words_now().none if value == "none" else value
    for zone in owner.zones:
        if zone.count is not None:
            yield zone.words or (said("{1} of {2}", zone.label, who) if who else zone.label), _content(zone)


def _content(zone: ZoneView) -> str:
    if len(zone.items) > 6:
        return numbered(len(zone.items), "{1} card", "{1} cards", len(zone.items))
    return ", ".join(item.name if item.known else said("a card") for item in zone.items)
