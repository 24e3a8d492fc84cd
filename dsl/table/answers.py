"""What a seat asks: why a number is what it is, why a move cannot be made, where a line comes from, what cards say."""

from __future__ import annotations

from dsl.play.refused import Refused
from dsl.runtime.errors import GameError, MoveError
from dsl.runtime.explain import Explanation
from dsl.runtime.information.seat import Seat
from dsl.runtime.reasons import Reason
from dsl.runtime.tongues.own import said
from dsl.table.picture import Data, card, faces, reason
from dsl.table.room import Room

MOST_FACES = 200


def answer(room: Room, number: int, what: str, text: str) -> Data:
    """The answer to a question of a seat: `why`, `why not`, `because` a line of the log, `card`."""
    seat = room.seat(number)
    try:
        if what == "why":
            return {"reason": reason(seat.why(text))}
        if what == "because":
            return {"reason": reason(_because(room, seat, text))}
        if what == "why not":
            return {"explanation": _explained(seat.explain(text))}
    except GameError as error:
        raise room.broken(seat, error) from None
    except (MoveError, ValueError, IndexError, KeyError) as error:
        raise Refused(str(error)) from None
    if what == "card":
        found = card(seat, text)
        if found is None:
            raise Refused(said("no card that you may read is called {1}", text))
        ledger = room.game.sources.ledger
        entries = ledger.entries if ledger is not None else {}
        return {"card": {**found, "rules": [[id_, entries[id_].words] for id_ in found["cites"] if id_ in entries]}}
    raise Refused(said("there is no question {1}", what))


def printed(room: Room, number: int, titles: list[str]) -> Data:
    """What is printed on the cards of some titles that a seat may read, by their titles."""
    return faces(room.seat(number), titles[:MOST_FACES])


def _because(room: Room, seat: Seat, text: str) -> Reason:
    """Where a line of the log comes from, by its number from 1."""
    if not text.strip().isdecimal():
        raise Refused(said("say which line of the log, by its number"))
    number = int(text)
    for which, (state, _) in enumerate(room.stretches):
        each = Seat(room.read(state, which), seat.viewer)
        lines = len(each.log())
        if 1 <= number <= lines:
            return each.because(number)
        if number == lines + 1:
            raise Refused(said("the host did this by hand; no rule says so"))
        number -= lines + 1
    return seat.because(number)


def _explained(found: Explanation) -> Data:
    """Why a move can or cannot be made, as data."""
    return {
        "text": found.text,
        "legal": found.legal,
        "summary": found.summary,
        "requirements": [
            {
                "words": each.words,
                "met": each.met,
                "place": "" if each.site is None else f"{each.site.file}:{each.site.line}",
                "cites": [] if each.site is None else list(each.site.cites),
            }
            for each in found.requirements
        ],
        "changes": list(found.changes),
        "needed": found.needed,
    }
