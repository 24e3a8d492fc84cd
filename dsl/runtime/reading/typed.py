"""Questions that are answered with a word: which words may be typed, and which word a text is."""

from __future__ import annotations

from collections.abc import Callable

from dsl.backends.base import PlayError
from dsl.machine.ir.ops import ASKING, DECISION, FP, STATUS
from dsl.runtime.engine import Engine
from dsl.runtime.moves import Handle, Move, Option
from dsl.runtime.tongues.own import said
from dsl.typed_words import LONGEST, QUOTES, as_word, is_met, meet, spelt, word_of

May = Callable[[int], bool]
"""Whether a word, by its number, is an answer."""


def may_type(engine: Engine, position: list[int]) -> May | None:
    """What says of a word whether it answers the question that is asked in a position; None if no word does."""
    question = engine.machine.decisions[position[DECISION]] if position[STATUS] == ASKING else None
    if question is None or question.typed < 0:
        return None
    slot = engine.words.frames.slots[position[position[FP]]][question.typed]

    def may(number: int) -> bool:
        there = position[:]
        there[position[FP] + slot] = number
        try:
            return bool(number) and engine.backend.options(there) == [(number,)]
        except PlayError as error:
            if error.code == "STUCK":  # the word is no answer, and there is no other one
                return False
            raise engine.error(error) from None

    return may


def word_move(text: str, may: May) -> Move | None:
    """The answer that a text is; None if it is none that can be given."""
    number = as_word(text)
    if not number or not may(number):
        return None
    meet([text])  # only what is an answer is remembered, and not all that is tried
    return Move(word_of(number), Handle((number,)), 0)


def word_chosen(option: Option, may: May) -> Move | None:
    """The answer that an option is; None if it is no word that this process has met, or none that can be given."""
    known = len(option) == 1 and is_met(option[0])
    return Move(word_of(option[0]), Handle(option), 0) if known and may(option[0]) else None


def no_word(text: str) -> str:
    """Why a text is no word; empty if it is one."""
    if spelt(text.strip(" " + QUOTES)):
        return ""
    return said("“{1}” is no word: it has letters, digits, blanks, - and ', {2} at most", text[: 2 * LONGEST], LONGEST)
