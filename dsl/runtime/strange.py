"""What is said of a text that reads like no move: which part of it is understood, and what is called otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dsl.machine.ir.ops import Shown
from dsl.runtime.engine import Engine
from dsl.runtime.moves import Move
from dsl.runtime.reading.naming import Naming
from dsl.runtime.reading.patterns import labelled
from dsl.runtime.reading.tokens import bare_words, fold
from dsl.runtime.requirements import Requirements
from dsl.runtime.tongues.own import said

NAMED: Final = 4
"""How many actions are named to somebody who asks about none."""


class Strange:
    """What can be said of texts that are no moves, in one position for one viewer."""

    def __init__(self, engine: Engine, asked: Requirements, naming: Naming, moves: Sequence[Move]) -> None:
        """`moves` are those on offer."""
        self.engine = engine
        self.asked = asked
        self.naming = naming
        self.moves = moves

    def hidden(self, text: str) -> str:
        """What is said of a title that the viewer sees nowhere; empty if the text is none, or he sees it."""
        if not self.naming.is_title(fold(text)) or self.naming.entities(text):
            return ""
        return said("{1} is nowhere to be seen", self.naming.spelt(fold(text)))

    def of_thing(self, named: str) -> str:
        """What is said of a thing that no action in question is about."""
        seen = self.naming.values(Shown("entity"), fold(named))
        if seen:
            return said("nothing of the sort can be done with {1}", named)
        return said("{1} is nowhere to be seen", named)

    def no_such(self, text: str) -> str:
        """What is said of a text that reads like no move: which part of it is understood."""
        typed, actions = fold(text), [action for _, action in self.asked.actions]
        slip = self.engine.lexicon.slip(text)
        if slip is not None and slip[1]:
            return said("nothing here is called “{1}”; did you mean “{2}”?", slip[0], slip[1])
        if named := self.thing_behind(typed):
            return self.of_thing(named)
        for action in actions:
            words = [fold(part) for part in action.title if isinstance(part, str)]
            if words and all(word in typed for word in words):
                return said("something named in it is not known here")
        texts = [move.text for move in self.moves]
        more = ", …" if len(texts) > NAMED else ""
        now = said("; among what can be done now: {1}{2}", ", ".join(texts[:NAMED]), more) if texts else ""
        return said("no action of this game reads like this{1}", now)

    def called_otherwise(self, text: str) -> str:
        """The moves with all words of a text, in whatever order; empty if there are none."""
        alike = [move.text for move in self.moves if bare_words(fold(text)) <= bare_words(fold(move.text))]
        return said("what can be done is called otherwise: {1}", ", ".join(alike[:NAMED])) if alike else ""

    def thing_behind(self, typed: str) -> str:
        """The title that follows the first words of some action in a folded text; empty if none does."""
        for _, action in self.asked.actions:
            first = next((fold(part) for part in action.title if isinstance(part, str)), None)
            heads = [first] if first is not None else []
            for head in (*heads, *labelled(action)):
                named = self.naming.spelt(typed.removeprefix(head).strip())
                if self.naming.is_title(fold(named)):
                    return named
        return ""
