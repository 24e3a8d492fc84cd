"""What can go wrong at the table: a move that is none, a description that breaks, a save that cannot be used."""

from __future__ import annotations

from typing import Final

from dsl.machine.ir.ops import Site
from dsl.runtime.tongues.own import marked, said
from dsl.spoken import any_of

_LONGEST: Final = 400
"""Characters of a message: what was typed or read may be as long as a file."""


def _short(words: str) -> str:
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST // 2]} … {words[-_LONGEST // 4 :]}"


class MoveError(Exception):
    """What was typed or given is no move of the player who is asked; `near` are moves that are spelt alike.

    several: how many moves it may be, if that is why. said: whether the message says all that is to be said.
    """

    def __init__(self, message: str, near: tuple[str, ...] = (), several: int = 0, *, said: bool = False) -> None:
        super().__init__(message)
        self.message = _short(message)
        self.near = near
        self.several = several
        self.said = said

    def __str__(self) -> str:
        if not self.near:
            return self.message
        return said("{1}; did you mean {2}?", self.message, any_of(f"“{text}”" for text in self.near))


class GameError(Exception):
    """The description broke while it was played. The position is what it was before.

    `code` is one of dsl.codes.FAULTS; `site` is the rule that broke, if one did; `nested`: it broke where what happens
    calls itself in a roundabout way. words: what would be beyond its bounds; card: the card that says so.
    known: whether it broke in what somebody asked, and so follows from what he knows.
    """

    def __init__(
        self,
        code: str,
        site: Site | None,
        words: str = "",
        card: str = "",
        *,
        nested: bool = False,
        known: bool = False,
    ) -> None:
        super().__init__(code, site)
        self.code = code
        self.site = site
        self.words = words
        self.card = card
        self.nested = nested
        self.known = known

    @property
    def message(self) -> str:
        """One sentence that says what happened."""
        if self.nested and self.code == "RUNAWAY":
            return said("it goes on inside itself too deep (`at most N deep` says how deep it may)")
        return self.words or (
            said(_SENTENCES[self.code])
            if self.code in _SENTENCES
            else said("the description fails here: {1}", self.code)
        )

    def __str__(self) -> str:
        if self.site is None:
            return f"{self.code}: {self.message}"
        rule = said(" in {1}", self.site.rule) if self.site.rule else ""
        rule += said(" on {1}", self.card) if self.card else ""
        return f"{self.code}: {self.message}, at {self.site.file}:{self.site.line}{rule}: {self.site.text}"


_SENTENCES = {
    "BOUND": marked("a number, a zone or a list would go beyond its bounds"),
    "STUCK": marked("somebody is asked and has no answer at all"),
    "ROUNDS": marked("it was repeated as often as `at most` says, and what it waits for is still not so"),
    "RUNAWAY": marked("too much happens before anybody decides again"),
    "DIVIDE": marked("something is divided by zero"),
    "MISSING": marked("a rule is needed that is not written yet"),
    "NONE": marked("a piece or player that is to be changed is none"),
    "UNTRUE": marked("what is told of a piece is not so"),
    "PLACE": marked("a piece is to lie in a zone that is not for such pieces"),
}


class SaveError(Exception):
    """A save or a record cannot be used; the message is one sentence for people."""

    def __init__(self, message: str) -> None:
        super().__init__(_short(message))


class OtherRules(SaveError):
    """A save was made with another version of the rules."""
