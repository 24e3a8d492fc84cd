"""Options as somebody sees them: by these they are told apart in positions that look the same to him.

A piece that somebody does not know is another one in each guess, so the same answer has another number there.
"""

from __future__ import annotations

from dsl.machine.ir.ops import DECISION
from dsl.play.few import worth_trying
from dsl.runtime import pieces
from dsl.runtime.moves import Option, numbers_of
from dsl.runtime.state import State
from dsl.runtime.told import told_of

Sight = tuple[object, ...]
"""An option as somebody sees it."""


def offered(state: State) -> dict[Sight, Option]:
    """The options of the player who is asked, by how he sees them; of those that look alike the first move."""
    found: dict[Sight, Option] = {}
    for option in worth_trying(state):
        found.setdefault(sight_of(state, option, state.actor), option)
    return found


def sight_of(state: State, option: Option, viewer: int) -> Sight:
    """An option as a player sees it: pieces by title and place, or by the place alone."""
    words, position = state.engine.words, state.position
    number = position[DECISION]
    sight: list[object] = [number]
    for value, shown in zip(option, numbers_of(words, words.machine.decisions[number], option), strict=True):
        if shown is None or shown.what != "entity" or not words.is_piece(value):
            sight.append(value)
            continue
        place = words.place_of(position, value)
        known = words.knows(position, viewer, value)
        ordered = place.info is not None and place.info.ordered
        title = (words.info(value).kind, words.info(value).title) if known else ()
        spot = pieces.place_index(words, position, value) if ordered else -1
        state_of = pieces.state_of(words, position, value, viewer) if known or place.lies_open else ()
        heard = told_of(words).not_by(position, viewer, value) if not known else 0
        sight.append((*title, place.instance, spot, state_of, heard))
    return tuple(sight)


def names_hidden(state: State, option: Option) -> bool:
    """Whether an option of the player who is asked names a piece that he does not know."""
    words, position = state.engine.words, state.position
    shown = numbers_of(words, words.machine.decisions[position[DECISION]], option)
    return any(
        what is not None
        and what.what == "entity"
        and words.is_piece(value)
        and not words.knows(position, state.actor, value)
        for value, what in zip(option, shown, strict=True)
    )


def counterpart(state: State, option: Option, guess: State) -> Option | None:
    """The same answer in a guess of the position of the player who is asked; None if there is none."""
    if names_hidden(state, option):
        return offered(guess).get(sight_of(state, option, state.actor))
    return option if option in guess.options() else None
