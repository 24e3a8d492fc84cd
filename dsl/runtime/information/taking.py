"""Questions that are answered by taking things one after the other: how many are taken, and how many more can be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from dsl.machine.ir.ops import DECISION, FP, DecisionInfo
from dsl.runtime.engine import Engine
from dsl.runtime.moves import Move, Option, option_of

TAKEN: Final = 1
"""Which list of a choice of several, or of an order to be made, has what is taken already."""
DONE: Final[Option] = (1,)
"""The option that ends a choice of several."""
_ALL, _NEED, _ARGUMENTS = 0, 2, 3


@dataclass(frozen=True, slots=True)
class Taking:
    """Such a question. question: which of the rules' it is; taken: how many things are by now; least, most: how many
    more have to and can be (most: 0 if all of them can). in_order: it is an order that is asked for, of
    all of them. done: the words that end it, if it can be ended now.
    """

    question: int
    taken: int
    least: int
    most: int
    in_order: bool
    done: str


def taking_of(engine: Engine, position: list[int], moves: Sequence[Move]) -> Taking | None:
    """How things are taken in answer to the question that waits; None where they are not. A plan is edited one step
    after the other, since what it comes to is told in between.
    """
    question = engine.question(position)
    if question is None or question.kind not in ("several", "arrange") or len(question.args) > _ARGUMENTS:
        return None
    held = [engine.words.frames.register(position, position[position[FP]], each) for each in question.args]
    sizes = [len(each) if isinstance(each, list) else each for each in held]
    in_order, taken = question.kind == "arrange", sizes[TAKEN]
    least = sizes[_ALL] - taken if in_order else max(0, sizes[_NEED])
    most = takes_of(engine, position, question)
    done = next((move.text for move in moves if option_of(move) == DONE), "")
    return Taking(position[DECISION], taken, least, most, in_order, done)


def takes_of(engine: Engine, position: list[int], question: DecisionInfo) -> int:
    """How many more things can be taken of several; 0 if all of them can, and where none are."""
    if question.kind != "several":
        return 0
    frames, frame = engine.words.frames, position[position[FP]]
    most = question.most
    if question.most_at >= 0:
        reckoned = frames.register(position, frame, question.most_at)
        most = reckoned if isinstance(reckoned, int) else 0
    taken = frames.register(position, frame, question.args[TAKEN])
    return max(most - (len(taken) if isinstance(taken, list) else taken), 0)
