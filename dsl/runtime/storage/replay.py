"""Playing again what was recorded or saved."""

from __future__ import annotations

from dsl.diagnostics import many
from dsl.runtime.engine import Engine
from dsl.runtime.errors import GameError, MoveError, OtherRules, SaveError
from dsl.runtime.reading.offer import Rank
from dsl.runtime.state import State
from dsl.runtime.storage.records import Record
from dsl.runtime.storage.saves import Save, layout_digest, problem
from dsl.runtime.tongues.own import said


def replay(engine: Engine, made: Record, *, other_rules: bool = False) -> State:
    """The state a record leads to.

    SaveError if the record was made with other rules, unless `other_rules` allows to read its texts instead, and if a
    move of it is none here.
    """
    title = engine.in_source.title
    if made.game != title:
        raise SaveError(said("the record is of the game “{1}”, not of “{2}”", made.game, title))
    same = made.rules == engine.digest
    if not same and not other_rules:
        raise SaveError(said("the record was made with another version of the rules"))
    if made.players != engine.machine.players:
        raise SaveError(f"the record is of a game of {many(made.players, 'player')}")
    state = begin(engine, made.seed, made.start_chance)
    for number, move in enumerate(made.moves, 1):
        try:
            by_number = same and state.may_type is None  # what a word reads, its number does not say
            meant = move.option if by_number else state.the_move(move.text, Rank.BEGINS)
            state.apply_with(meant, move.chance)
        except (MoveError, GameError) as error:
            raise SaveError(said("move {1}, “{2}”, cannot be made: {3}", number, move.text, error)) from None
    return state


def begin(engine: Engine, seed: int, start_chance: tuple[int, ...] = ()) -> State:
    """A new game at its first decision."""
    try:
        return State(engine, engine.backend.new_position(seed), seed=seed, start_chance=start_chance)
    except MoveError as error:
        raise SaveError(said("the game cannot begin like this: {1}", error)) from None


def of_game(saved: Save, title: str) -> None:
    """SaveError if a save is of a game with another title."""
    if saved.record.game != title:
        raise SaveError(said("the save is of the game “{1}”, not of “{2}”", saved.record.game, title))


def restore(engine: Engine, saved: Save) -> State:
    """The state of a save, with its history."""
    of_game(saved, engine.in_source.title)
    if saved.record.rules != engine.digest or saved.layout != layout_digest(engine.machine):
        raise OtherRules(said("the save was made with another version of the rules; it can only be replayed"))
    wrong = problem(engine.machine, saved.position)
    if wrong is not None:
        raise SaveError(said("the position in the save is impossible: {1}", wrong))
    state = replay(engine, saved.record)
    if tuple(state.position) != saved.position:
        raise SaveError(said("the position in the save is not the one its moves lead to"))
    return state
