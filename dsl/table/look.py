"""The look of a game as a page is told of it: only what everybody may know, for things that the rules declare."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.diagnostics import nearest
from dsl.packages.look import Look, read_look
from dsl.runtime.game import Game
from dsl.runtime.information.seat import Seat
from dsl.runtime.reading.tokens import fold
from dsl.runtime.state import State
from dsl.runtime.tongues.own import Own
from dsl.runtime.tongues.spoken import NAME, PLACE
from dsl.semantics import model as m
from dsl.table.picture import Data


def look_of(game: Game, state: State) -> Data:
    """What pages are told of the look of a game; empty if it has none. RulesError (E172) if it names what is not there,
    or shows a card that the rules keep secret.
    """
    look = read_look(game.sources.root)
    if look is None:
        return {}
    _check_images(look, game.program(state.engine.machine.players))
    _check_positions(look, state)
    images = {fold(key): address for key, address in look.images.items()}
    return {"images": images, "colours": look.colours, "positions": look.positions}


def spoken_look(look: Data, own: Own) -> Data:
    """The same look for a page in another language, which knows things by what they are called there."""
    if not own.language or not look:
        return look
    images = dict(look["images"])
    for name, address in look["images"].items():
        title, of, whose = name.rpartition(" of ") if re.search(r" of [a-z]$", name) else (name, "", "")
        for known in own.called(title):
            images[f"{known.lower()}{of}{whose}"] = address
    positions = {
        board: {told: at for space, at in spaces.items() for told in (space, own.word(PLACE, own.word(NAME, space)))}
        for board, spaces in look["positions"].items()
    }
    return {**look, "images": images, "positions": positions}


def _check_images(look: Look, program: m.Program) -> None:
    secret = {fold(card.title) for card in program.cards if card.secret}
    known = {fold(name): name for name in _names(program)}
    for key in look.images:
        name = fold(key.rpartition(" of ")[0] if _is_owned(key) else key)
        if name in secret:
            look.refuse(key, f"{key} is a card that the rules keep secret", "pages would show that there is one")
        if name not in known:
            near = nearest(name, list(known))
            hint = f"meant `{known[near[0]]}`?" if near else "an image is for a card, a kind, a value or a field"
            look.refuse(key, f"nothing in the game is called {key}", hint)


def _is_owned(key: str) -> bool:
    """Whether a key is for one player's only: `king of A`."""
    _, of, whose = key.rpartition(" of ")
    return bool(of) and len(whose) == 1 and whose.isupper()


def _names(program: m.Program) -> Iterator[str]:
    """What may be drawn: cards, kinds, values of enums, and fields that say whose something is."""
    yield from (card.title for card in program.cards)
    for kind in program.kinds:
        yield kind.label or kind.name
        yield from (name.replace("_", " ") for name in kind.fields)
    for enum in program.enums:
        yield from enum.values


def _check_positions(look: Look, state: State) -> None:
    seen = Seat(state, 0).view()
    boards = {board.name: board for player in (seen.table, *seen.players) for board in player.boards}
    for name, places in look.positions.items():
        if name not in boards:
            look.refuse(name, f"there is no board {name}", f"there are {', '.join(boards) or 'none'}")
        spaces = {space.name for space in boards[name].spaces}
        for space in places:
            if space not in spaces:
                look.refuse(space, f"{name} has no space {space}", "")
        missing = spaces - set(places)
        if missing:
            look.refuse(name, f"it is not said where {min(missing)} of {name} lies", "say it for all of its spaces")
