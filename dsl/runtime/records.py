"""Records: the answers given in a game, with which it can be played again move for move.

A record holds texts and numbers. The numbers are meant for exactly the rules the record was made with, which their
digest proves; for other rules (a game changed while it is being tried out) the texts are read instead, and the replay
stops at the first that is no move there.
"""

from __future__ import annotations

from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from dsl.runtime.engine import Engine
from dsl.runtime.errors import GameError, MoveError, SaveError
from dsl.runtime.state import State

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


def record(state: State, options: dict[str, int | list[int]]) -> Record:
    """The record of a state that began at the beginning; SaveError if it began elsewhere."""
    if not state.from_beginning:
        raise SaveError("this game did not begin at the beginning, so there is no record of it")
    engine = state.engine
    texts = [played.text for played in state.played]
    if any(text is None for text in texts):
        texts = _texts(state)
    moves = tuple(
        RecordedMove(text=text or "", option=played.option, chance=played.chance)
        for text, played in zip(texts, state.played, strict=True)
    )
    return Record(
        game=engine.title,
        rules=engine.digest,
        players=engine.machine.players,
        options=options,
        seed=state.seed,
        start_chance=state.start_chance,
        moves=moves,
    )


def replay(engine: Engine, made: Record, *, other_rules: bool = False) -> State:
    """The state a record leads to.

    SaveError if the record was made with other rules, unless `other_rules` allows to read its texts instead, and if a
    move of it is none here.
    """
    if made.game != engine.title:
        raise SaveError(f"the record is of the game “{made.game}”, not of “{engine.title}”")
    same = made.rules == engine.digest
    if not same and not other_rules:
        raise SaveError("the record was made with another version of the rules")
    if made.players != engine.machine.players:
        raise SaveError(f"the record is of a game of {made.players} players")
    state = begin(engine, made.seed, made.start_chance)
    for number, move in enumerate(made.moves, 1):
        try:
            state.apply_with(move.option if same else move.text, move.chance)
        except (MoveError, GameError) as error:
            raise SaveError(f"move {number}, “{move.text}”, cannot be made: {error}") from None
    return state


def begin(engine: Engine, seed: int, start_chance: tuple[int, ...] = ()) -> State:
    """A new game at its first decision."""
    try:
        return State(engine, engine.backend.new_position(seed), seed=seed, start_chance=start_chance)
    except MoveError as error:
        raise SaveError(f"the game cannot begin like this: {error}") from None


def _texts(state: State) -> list[str | None]:
    """The texts of moves that were played without them."""
    again = begin(state.engine, state.seed, state.start_chance)
    return [again.apply_with(played.option, played.chance).text for played in state.played]
