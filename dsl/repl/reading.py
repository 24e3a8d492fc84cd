"""Which move a typed text means, when it is not the whole text of one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dsl.repl.commands.registry import Refused
from dsl.runtime.moves import Move, chosen_in, fold
from dsl.runtime.state import State

MOST_NAMED: Final = 6
"""How many moves are named where a text may mean several."""


def meant(state: State, typed: str) -> Move | None:
    """The one move whose beginning, chosen things or words are those typed; None if none has them.

    `c3 d4` and `c3d4` are `step from c3 to d4`, `town rid` is `attack with Town Guard at Rider`; Refused, with the
    moves it may be, if there are several.
    """
    wanted = fold(typed)
    moves = state.moves()
    begins = [move for move in moves if fold(move.text).startswith(wanted)]
    if len(begins) == 1:
        return begins[0]
    words, position = state.engine.words, state.position
    chosen = [(move, fold(chosen_in(words, position, move.option))) for move in moves]
    found = [move for move, text in chosen if text and wanted in (text, text.replace(" ", ""))]
    for fits in (str.__eq__, _begins):
        found = found or [move for move in moves if _holds(fold(move.text).split(), wanted.split(), fits)]
    found = found or begins
    if len(found) > 1:
        shown = [f"{move.number} {move.text}" for move in found[:MOST_NAMED]]
        more = f" and {len(found) - MOST_NAMED} more (moves {typed})" if len(found) > MOST_NAMED else ""
        raise Refused(f"{typed} can be {len(found)} moves: {', '.join(shown)}{more}")
    return found[0] if found else None


def _holds(words: list[str], wanted: list[str], fits: Callable[[str, str], bool]) -> bool:
    """Whether a text has the wanted words, in their order."""
    rest = iter(words)
    return all(any(fits(word, each) for word in rest) for each in wanted)


def _begins(word: str, typed: str) -> bool:
    """Whether a word begins like what was typed; a single letter is too little, and numbers stand for themselves."""
    return word.startswith(typed) and len(typed) > 1 and not typed.isdecimal()
