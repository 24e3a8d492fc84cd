"""What a text begins: the moves that can be made, those that cannot and why, and actions with nothing to choose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from dsl.machine.ir.ops import ActionInfo
from dsl.runtime.engine import Engine
from dsl.runtime.moves import Move, option_of
from dsl.runtime.reading import tokens
from dsl.runtime.reading.offer import small_words
from dsl.runtime.reading.patterns import Values, by_name, labelled
from dsl.runtime.reading.tokens import fold
from dsl.runtime.requirements import Requirement, Requirements, padded

MOST_TRIED: Final = 150
"""How many choices of an action are looked at for a text that is only a beginning."""

MOST_EXPLAINED: Final = 16
"""How many of them that cannot be made are looked into."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A move that a text begins and that cannot be made, with all its requirements."""

    text: str
    action: ActionInfo
    values: Values
    requirements: tuple[Requirement, ...]

    @property
    def failed(self) -> tuple[Requirement, ...]:
        """Those that are not met, or hidden."""
        return tuple(requirement for requirement in self.requirements if requirement.met is not True)


@dataclass(slots=True)
class Found:
    """What a text begins. empty: of actions that it names and nothing can be chosen for, why."""

    possible: list[str] = field(default_factory=list[str])
    refused: list[Begun] = field(default_factory=list[Begun])
    empty: list[Requirement] = field(default_factory=list[Requirement])


class Beginnings:
    """Looks for moves that begin like a text, among all that could be chosen of what the viewer knows."""

    def __init__(self, engine: Engine, asked: Requirements, moves: Sequence[Move]) -> None:
        self.engine = engine
        self.asked = asked
        self.moves = moves

    def of(self, text: str, on_offer: Sequence[Move]) -> Found:
        """What a text begins, besides the moves on offer that answer to it."""
        wanted = fold(text).replace("_", " ")
        found = Found([move.text for move in on_offer])
        tried = 0
        for _, action in self.asked.actions if wanted else ():
            legal = self._offered(action)
            candidates = [*self._candidates(action, wanted)]
            for values, words in candidates:
                if values in legal:
                    continue
                if tried == MOST_EXPLAINED:
                    break
                tried += 1
                self._look(action, values, words, found)
            if not candidates and any(words.startswith(wanted) for words in _beginnings(action)):
                found.empty.append(self.asked.empty(action))
            elif not candidates and (this := self._used(action, wanted)):
                found.empty.append(self.asked.empty(action, this))
        found.refused.sort(key=lambda each: _distance(each, wanted))
        return found

    def _used(self, action: ActionInfo, wanted: str) -> int:
        """The piece with an action that begins with its title, and has nothing to choose from, that a text names; else
        0.
        """
        if action.thises is None or not action.params or isinstance(action.title[0], str):
            return 0
        held = (option[0] for option in self.asked.choosable(action.thises, (self.asked.player,)))
        named = (each for each in held if self.asked.knows(each) and fold(self.engine.words.title(each)) == wanted)
        return next(named, 0)

    def _look(self, action: ActionInfo, values: Values, words: str, found: Found) -> None:
        """Put a candidate where it belongs."""
        requirements = self.asked.of(action, values)
        failed = [requirement for requirement in requirements if requirement.met is not True]
        domains = {"offered", *(name for name, _, _ in action.params)}
        if any(each.met is None and each.name in domains for each in failed):
            return  # whether it is a candidate at all is hidden
        if not failed:
            found.possible.append(words)
        elif all(each.text != words for each in found.refused):
            found.refused.append(Begun(words, action, values, tuple(requirements)))

    def _offered(self, action: ActionInfo) -> set[Values]:
        """What the action can be done with now, if the viewer is asked: the list of moves says so already."""
        question = self.engine.question(self.asked.position)
        if not self.moves or question is None:
            return set()
        number = self.engine.machine.actions.index(action) + 1
        options = map(option_of, self.moves)
        return {padded(action, option[1:]) for option in options if option[0] == number}

    def _candidates(self, action: ActionInfo, wanted: str) -> Iterator[tuple[Values, str]]:
        """What an action could be done with, of what the viewer knows: values and texts that begin like `wanted`."""
        asked = self.asked
        found: list[Values] = [(0,)]
        if action.thises is not None:
            offered = asked.choosable(action.thises, (asked.player,))
            found = [option[:1] for option in offered if asked.knows(option[0])]
        for _, shown, domain in action.params:
            wider = (
                (*values, option[0])
                for values in found
                for option in asked.choosable(domain, (asked.player, *values))
                if shown.what != "entity" or asked.knows(option[0])
            )
            found = list(islice(wider, MOST_TRIED))
        for values in found:
            words = asked.read(action, values)
            if any(_begins_so(fold(each), wanted) for each in (words, by_name(action, words)) if each):
                yield values, words


def _beginnings(action: ActionInfo) -> Iterator[str]:
    """The folded words that the action begins with."""
    if action.title and isinstance(action.title[0], str):
        yield fold(action.title[0])
    yield from labelled(action)


def _begins_so(text: str, wanted: str) -> bool:
    """Whether a folded text begins with another, or has its words in their order, also cut short."""
    words, typed = tokens.tokens(text), tokens.tokens(wanted)
    return (
        tokens.begins(text, wanted)
        or tokens.has_words(words, typed, cut=True)
        or tokens.has_words(words, tokens.without(typed, small_words()), cut=True)
    )


def _distance(begun: Begun, wanted: str) -> tuple[bool, bool, int]:
    """How far a move that cannot be made is from what was typed."""
    failed = begun.failed
    return not fold(begun.text).startswith(wanted), any(each.name == "offered" for each in failed), len(failed)
