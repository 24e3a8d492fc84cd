"""Several things that are taken by one confirmation, where the rules ask for one after the other.

The steps are made one after the other all the same, so what others see of them and what is told of them is what it
would be by single clicks. If one of them cannot be, none is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from dsl.play.refused import Refused
from dsl.runtime.errors import GameError, MoveError
from dsl.runtime.information.seat import Seat
from dsl.runtime.information.taking import DONE, Taking
from dsl.runtime.moves import Option, copies_of, option_of
from dsl.runtime.state import State
from dsl.runtime.tongues.own import said
from dsl.table.room import Room


def take(room: Room, number: int, texts: Sequence[str], revision: int) -> None:
    """Take the things of these moves, in this order, and be done: `take Oak`, `take Ash`. The same move twice takes
    two copies.
    """
    seat = room.asked(number, revision)
    before = seat.taking
    if before is None:
        raise Refused(said("nothing is taken one after the other now"))
    options = _options(seat, texts)
    begun, ahead = perf_counter(), room.state.clone()
    try:
        for count, option in enumerate(options):
            if not _goes_on(ahead, number, before, count):
                if before.in_order and count == len(options) - 1:
                    break  # the last one is not asked for
                raise Refused(said("only {1} can be taken", before.taken + count))
            ahead.apply(option)
        if _goes_on(ahead, number, before, len(options)) and not before.in_order:
            if DONE not in ahead.options():
                raise Refused(said("that is not enough: there have to be {1} more", _missing(ahead, number)))
            ahead.apply(DONE)
    except MoveError as error:
        raise Refused(str(error)) from None
    except GameError as error:
        raise room.broken(seat, error) from None
    room.made(ahead, begun)


def _options(seat: Seat, texts: Sequence[str]) -> list[Option]:
    """What the moves are in the position; of copies that differ in nothing each is taken once."""
    left: dict[str, list[Option]] = {}
    found: list[Option] = []
    for text in texts:
        try:
            move = seat.the_move(text)
        except MoveError as error:
            raise Refused(str(error)) from None
        copies = left.setdefault(move.text, [option_of(move), *copies_of(move)])
        if not copies:
            raise Refused(said("there are no more to {1}", move.text))
        found.append(copies.pop(0))
    return found


def _missing(ahead: State, number: int) -> int:
    now = Seat(ahead, number).taking
    return now.least if now is not None else 0


def _goes_on(ahead: State, number: int, before: Taking, count: int) -> bool:
    """Whether the same question still waits, with so many more things taken."""
    now = Seat(ahead, number).taking
    return now is not None and (now.question, now.taken) == (before.question, before.taken + count)
