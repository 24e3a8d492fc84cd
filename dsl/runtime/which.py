"""Which move somebody means who names one: by the move itself, its index, its text, or the numbers of its option."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.runtime.errors import MoveError
from dsl.runtime.moves import Move, Option, parse_move, text_of

if TYPE_CHECKING:
    from dsl.runtime.state import State


def which(state: State, move: Move | str | int | Option) -> Move:
    """The move that is meant; MoveError if there is none, or if several are."""
    if state.actor == 0:
        raise MoveError("the game is over" if state.is_over else "nobody is asked here")
    if isinstance(move, Move):
        move = move.option
    if isinstance(move, str):
        return _read(state, move)
    if isinstance(move, int):
        if not 0 <= move < len(state.moves()):
            raise MoveError(f"there is no move with the index {move}: there are {len(state.moves())}")
        return state.moves()[move]
    for known in state.moves():
        if known.option == move:
            return known
    if move in state.options():  # a copy of a piece that another move stands for
        return Move(text_of(state.engine.words, state.position, move), move, 0)
    raise MoveError(f"{move} is not among the options here")


def _read(state: State, text: str) -> Move:
    try:
        return parse_move(state.moves(), text)
    except MoveError:
        found = state.meant(text)
        if len(found) != 1:
            raise
        return found[0]
