"""The program's own words in what players read of a game: `in hand of A`, `face-down card`, `yes`, `nothing`."""

from __future__ import annotations

from typing import Final

from dsl.diagnostics import article
from dsl.runtime.tongues.tongue import HOLE, Tongue

PROGRAM: Final = "program"
OWN: Final = (
    "in the box",
    "box",
    "none",
    "nothing",
    "yes",
    "no",
    "done",
    "pass",
    "at {1}",
    "at {1} ({2})",
    "in {1} of {2}",
    "in {1}",
    "on {1}",
    "{1} of {2}",
    "face-down {1}",
    "{1} {2}",
)
"""The texts that a catalogue of the program has; `{1} {2}` is a thing that nobody knows and the place where it lies."""


class Own:
    """These words in one language; without one as they stand above."""

    def __init__(self, tongue: Tongue | None = None) -> None:
        self._tongue = tongue

    def __call__(self, text: str, *given: str) -> str:
        """A text with what fills its holes."""
        tongue = self._tongue
        texts = tongue.texts(PROGRAM, text) if tongue is not None else ()

        def filled(hole: str, form: str) -> str:
            value = given[int(hole) - 1]
            return tongue.inflected(value, form) if tongue is not None and form else value

        return HOLE.sub(lambda hole: filled(hole[1], hole[2] or ""), texts[0] if texts else text)

    def one(self, kind: str) -> str:
        """One of a kind, that is not named: `a card`; other languages have no article."""
        return article(kind) if self._tongue is None else kind
