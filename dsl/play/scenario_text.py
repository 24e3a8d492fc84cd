"""What was played, written as a scenario of the language.

A scenario is played from the beginning with a seed, and chance is never fixed or drawn anew on the way. A game where
it was, or whose seed is no number of the language, is a scenario only if it goes the same way without that:
`scenario_text` tries it out before it promises anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Final

from dsl.play.refused import Refused
from dsl.runtime.errors import SaveError
from dsl.runtime.game import Game
from dsl.runtime.outcome import is_drawn, winner, won_by
from dsl.runtime.state import State
from dsl.runtime.tongues.own import said
from dsl.runtime.viewers import letter
from dsl.semantics.model import Bool, EnumOf, Option

if TYPE_CHECKING:
    from dsl.runtime.storage.records import Record

SEED: Final = 0
"""What a scenario is dealt with that names no seed."""

_HIGHEST: Final = 999_999_999
"""The largest number that can be written."""

_INDENT: Final = "    "
_WIDEST: Final = 110


def scenario_text(game: Game, state: State) -> str:
    """The scenario that repeats a game; Refused, with the reason, if there is none."""
    try:
        made = game.record(state)
    except SaveError as error:
        raise Refused(said("{1}: what was changed by hand is no scenario", error)) from None
    if not made.moves:
        raise Refused(said("nothing was played yet"))
    if state.engine.tongue is not None:
        game, state = game.in_source(), state.in_source()
    seed = made.seed if made.seed <= _HIGHEST else SEED
    _repeats(game, state, made, seed)
    lines = [f'scenario "played here ({state.key()[:6]})":']
    lines += [f"{_INDENT}{each}" for each in (*_setup(game, made, seed), *_moves(state), *_end(state))]
    return "\n".join(lines) + "\n"


def quoted(text: str) -> str:
    """A text as it stands in a rules file."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _repeats(game: Game, state: State, made: Record, seed: int) -> None:
    """Refused unless the moves lead to this position with this seed alone."""
    from dsl.runtime.storage.replay import replay  # brings pydantic along, which takes a while to load

    if made.seed == seed and not made.start_chance and not any(move.chance for move in made.moves):
        return
    plain = tuple(move.model_copy(update={"chance": ()}) for move in made.moves)
    alone = {"seed": seed, "moves": plain, "start_chance": ()}
    try:
        again = replay(game.engine(made.players), made.model_copy(update=alone))
    except SaveError:
        again = None
    if again is None or again.key() != state.key():
        if made.seed == seed:
            raise Refused(said("chance was fixed here, or drawn anew, which a scenario cannot repeat from its seed"))
        raise Refused(said("the seed {1} is too long for a scenario: numbers have at most nine digits", made.seed))


def _setup(game: Game, made: Record, seed: int) -> Iterator[str]:
    if made.players != game.players.start:
        yield f"players {made.players}"
    if seed != SEED:
        yield f"seed {seed}"
    known = {option.name: option for option in game.options}
    for name, value in made.options.items():
        if isinstance(value, int):
            yield f"with {name} {_value(known[name], value)}"


def _value(option: Option, value: int) -> str:
    if isinstance(option.type, Bool):
        return "yes" if value else "no"
    if isinstance(option.type, EnumOf):
        words = option.type.enum.values
        return words[value - option.type.or_none] if value >= option.type.or_none else "none"
    return str(value)


def _moves(state: State) -> Iterator[str]:
    """What each player did, one after the other in a line as long as it is one player's turn."""
    texts: list[tuple[str, str]] = []
    again = state.clone()
    moves = [played.text or "" for played in state.played]
    while again.undo():
        pass
    for text in moves:
        texts.append((letter(again.actor), text))
        again.redo()
    for player, group in groupby(texts, key=lambda each: each[0]):
        row = f"{player} does "
        begun = row
        for _, text in group:
            item = quoted(text)
            if row != begun and len(row) + len(item) + 2 > _WIDEST:
                yield row
                row = begun
            row += item if row == begun else f", {item}"
        yield row


def _end(state: State) -> Iterator[str]:
    """What is so at the end."""
    if not state.is_over:
        prompt = state.prompt(state.actor)
        yield f"the game asks {letter(state.actor)}" + (f" {quoted(prompt)}" if prompt else "")
        return
    returns = state.returns()
    program = state.engine.program
    team = won_by(returns) if program is not None and program.teams is not None else []
    if team:
        yield f"expect over and winner = player {team[0]}"
    elif is_drawn(returns):
        yield "expect over and drawn"
    elif winner(returns):
        yield f"expect over and winner = player {winner(returns)}"
    else:
        yield "expect over"
