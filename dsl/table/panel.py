"""The panel of whoever designs a game: the position in full, what is asked and by which rule, every option, how long
things take.

It looks through the door of its seat as the page does. Only the host's looks through that of somebody who sees
everything, where he asks for it; and only he is told times and counts of decisions, which would tell what others do
unseen.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Final, TypeVar

from dsl.play.refused import Refused
from dsl.runtime.information import view_text
from dsl.runtime.information.seat import Seat
from dsl.runtime.tongues.own import said
from dsl.table.picture import Data, picture
from dsl.table.room import HOST, ONLOOKER, Room
from dsl.table.spoken import PRESENT

MOST_OPTIONS: Final = 500
_Found = TypeVar("_Found")


def panel(room: Room, number: int, *, everything: bool) -> Data:
    """What the panel of a seat shows. everything: with what is hidden, for the host alone."""
    if everything and number != HOST:
        raise Refused(said("this is for the host of the table"))
    state = room.read(room.state, PRESENT)
    seat = Seat(state, None if everything else max(number, ONLOOKER))
    seen = view_text.lines(seat.view())
    moves = seat.moves()
    row = room.row
    return {
        "everything": everything,
        "position": seen[: len(seen) - len(moves)] if moves and not seat.is_over else seen,
        "kind": seat.kind,
        "asks": _place(seat),
        "options": [[move.text, move.action or ""] for move in moves[:MOST_OPTIONS]],
        "more": max(len(moves) - MOST_OPTIONS, 0),
        "rules": [[name, str(value)] for name, value in sorted(row.options.items())],
        "modules": list(row.modules),
        "seed": row.seed if everything else None,
        "decisions": len(state.played) if number == HOST else None,
        "timing": _timing(room) if number == HOST else [],
    }


def _place(seat: Seat) -> str:
    """The rule that asks, where the question is put to whoever sits here."""
    site = seat.asks
    return "" if site is None else ", ".join([f"{site.file}:{site.line}", *site.cites])


def _timing(room: Room) -> list[list[object]]:
    """How many milliseconds things took: what, and how long."""
    asked = Seat(room.state.clone(history=False), room.state.actor or ONLOOKER)
    return [
        [said("the last move"), round(room.took * 1000, 1)],
        [said("the moves listed"), _measured(asked.moves)],
        [said("the position seen"), _measured(asked.view)],
        [said("the page drawn"), _measured(lambda: picture(asked))],
    ]


def _measured(do: Callable[[], _Found]) -> float:
    begun = perf_counter()
    do()
    return round((perf_counter() - begun) * 1000, 1)
