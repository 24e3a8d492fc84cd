"""Records: the answers given in a game, with which it can be played again move for move.

A record holds texts and numbers. The numbers are meant for exactly the rules the record was made with, which their
digest proves; for other rules (a game changed while it is being tried out) the texts are read instead, and the replay
stops at the first that is no move there.
"""

from __future__ import annotations

from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field

MOST_MOVES: Final = 1_000_000
_STRICT: Final = ConfigDict(strict=True, frozen=True, extra="forbid")


class RecordedMove(BaseModel):
    """One move: its text, the numbers the machine wants, and the outcomes of chance in it that were fixed by hand."""

    model_config = _STRICT
    text: str
    option: tuple[int, ...]
    chance: tuple[int, ...] = ()


class Record(BaseModel):
    """A game from its beginning: the rules by title and digest, what was chosen, and every move."""

    model_config = _STRICT
    format: Literal[1] = 1
    game: str
    rules: str
    players: int = Field(ge=1, le=26)
    options: dict[str, int | list[int]]
    seed: int = Field(ge=0, lt=1 << 64)
    start_chance: tuple[int, ...] = ()
    moves: tuple[RecordedMove, ...] = Field(max_length=MOST_MOVES)
