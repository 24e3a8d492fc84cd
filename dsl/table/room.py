"""A room: one game that people play together, each at his own seat.

Every change is an event, written to the store before anybody is told; a room that is opened again makes its events
again. Each seat has a count of its own of the changes that it was told of, because even the number of decisions can
tell what somebody does unseen. Whoever wants to change something says which of them he has seen last, so that a message
that comes twice or too late changes nothing.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from dsl.play.bots import Bot, make_bot
from dsl.runtime.errors import GameError, MoveError
from dsl.runtime.explain import Explanation
from dsl.runtime.game import Game, load
from dsl.runtime.information.seat import Seat
from dsl.runtime.state import State
from dsl.runtime.viewers import Viewer
from dsl.table.picture import Data, card, picture, reason
from dsl.table.store import Event, RoomRow, Store

ONLOOKER: Final = 0
MOST_BOT_MOVES: Final = 2_000
"""Decisions of bots after each other; then people go on."""


class Refused(Exception):
    """What was asked for cannot be done; the words say why."""


@dataclass(slots=True)
class Proposal:
    """Somebody wants to take his last decision back: who, which seats have not agreed yet, and what speaks against it
    as far as each seat knows.
    """

    by: int
    left: set[int]
    why: dict[int, list[str]]


@dataclass(slots=True)
class Shown:
    """What a seat was shown last, and the how-manieth picture that is."""

    picture: Data
    count: int


@dataclass(slots=True)
class Room:
    """One game. Methods raise Refused with words for whoever asked."""

    row: RoomRow
    game: Game
    store: Store
    state: State
    events: int = 0
    proposal: Proposal | None = None
    shown: dict[int, Shown] = field(default_factory=dict[int, "Shown"])
    moments: list[int] = field(default_factory=list[int])
    """After how many decisions an onlooker saw something else, from the beginning on."""
    bots: dict[int, Bot] = field(default_factory=dict[int, Bot])

    @property
    def people(self) -> list[int]:
        """The seats that no bot has."""
        return [seat for seat in range(1, self.row.players + 1) if seat not in self.bots]

    def seat(self, number: int) -> Seat:
        """The door through which a seat looks; 0 is an onlooker."""
        return Seat(self.state, number)

    def letter(self, seat: int) -> str:
        """What a seat is called."""
        return self.state.engine.words.player(seat) if seat else "onlooker"

    # ---- what is told ----

    def told(self, number: int) -> Data:
        """Everything that the page of a seat shows."""
        seat = self.seat(number)
        proposal = self.proposal
        return {
            "revision": self.shown[number].count,
            "moments": len(self.moments),
            "seat": number,
            "name": self.letter(number),
            "mine": seat.mine,
            "bots": {self.letter(each): self.row.bots[each] for each in self.bots},
            "proposal": None
            if proposal is None
            else {
                "by": self.letter(proposal.by),
                "mine": proposal.by == number,
                "asked": number in proposal.left,
                "why": proposal.why.get(number, []),
            },
            "position": self.shown[number].picture,
        }

    def answer(self, number: int, what: str, text: str) -> Data:
        """The answer to a question of a seat: `why`, `why not`, `because` and `tried`."""
        seat = self.seat(number)
        try:
            if what == "why":
                return {"reason": reason(seat.why(text))}
            if what == "because":
                if not text.strip().isdecimal():
                    raise Refused("say which line of the log, by its number")
                return {"reason": reason(seat.because(int(text)))}
            if what == "why not":
                return {"explanation": _explained(seat.explain(text))}
        except (MoveError, GameError, ValueError, IndexError, KeyError) as error:
            raise Refused(str(error)) from None
        if what == "card":
            found = card(seat, text)
            if found is None:
                raise Refused(f"no card that you may read is called {text}")
            ledger = self.game.sources.ledger
            entries = ledger.entries if ledger is not None else {}
            return {"card": {**found, "rules": [[id_, entries[id_].words] for id_ in found["cites"] if id_ in entries]}}
        raise Refused(f"there is no question {what}")

    # ---- what is done ----

    def move(self, number: int, text: str, revision: int) -> None:
        """Make a move of a seat, given by its text."""
        self._current(number, revision)
        seat = self.seat(number)
        if not number or not seat.mine:
            raise Refused("you are not asked now")
        try:
            move = seat.the_move(text)
            self._step(move)
        except (MoveError, GameError) as error:
            raise Refused(str(error)) from None

    def undo(self, number: int, revision: int) -> None:
        """Take back the last decision of a seat, with all that others did since: at once if nobody learnt anything by
        it and the seat has noticed nothing since, else the others are asked. What others did unseen counts for nothing
        and is told by nothing.
        """
        self._current(number, revision)
        steps = self._own_steps(number)
        if not steps:
            raise Refused("there is no decision of yours to take back")
        against = self.state.disclosed(steps, number)
        left = {seat for seat in self.people if seat != number}
        if not against or not left:
            self._take_back(steps)
            return
        why = {seat: self.state.disclosed(steps, seat) for seat in left}
        self.proposal = Proposal(number, left, {**why, number: against})

    def agree(self, number: int, yes: bool) -> None:
        """What a seat says to somebody who wants to take a decision back."""
        proposal = self.proposal
        if proposal is None or number not in proposal.left:
            raise Refused("you are not asked to agree to anything")
        if not yes:
            self.proposal = None
            return
        proposal.left.discard(number)
        if not proposal.left:
            self._take_back(self._own_steps(proposal.by))

    def think(self) -> bool:
        """Let a bot decide, if one is asked; whether there was anything to do. May take as long as the bot thinks."""
        bot = self.bots.get(self.state.actor)
        if bot is None or self.state.is_over:
            return False
        self._step(bot.choose(self.state.clone()))
        return True

    def past(self, number: int, upto: int) -> Data:
        """One of the moments that an onlooker saw; after the end with everything that was hidden."""
        viewer: Viewer = None if self.state.is_over else ONLOOKER
        if not 0 <= upto < len(self.moments):
            raise Refused("the game has no such moment")
        twin = self.state.clone()
        for _ in range(len(self.state.played) - self.moments[upto]):
            if not twin.undo():
                raise Refused("the game cannot be taken back so far")
        return {**picture(Seat(twin, viewer)), "at": upto, "moves": []}

    # ---- inside ----

    def _current(self, number: int, revision: int) -> None:
        if revision != self.shown[number].count:
            raise Refused("the table has moved on; look again")

    def _step(self, move: Any) -> None:
        """Try a step on a copy, write it down, and only then make it what everybody sees."""
        ahead = self.state.clone()
        ahead.apply(move)
        played = ahead.played[-1]
        self._enter(Event("move", {"option": list(played.option), "chance": list(played.chance)}))
        self.state = ahead
        self.show()

    def _own_steps(self, number: int) -> int:
        """How many steps lead back to the last decision of a seat; 0 if it has made none."""
        back, steps = self.state.clone(), 0
        while number and back.undo():
            steps += 1
            if back.actor == number:
                return steps
        return 0

    def _take_back(self, steps: int) -> None:
        """Take steps back; chance is drawn anew, so that nobody moves again knowing what a die will show."""
        self._enter(Event("undo", {"anew": True, "steps": steps}))
        self._undo(steps, anew=True)
        self.proposal = None
        self.show()

    def _undo(self, steps: int, *, anew: bool) -> None:
        for _ in range(steps):
            self.state.undo()
        if anew:
            self.state.draw_anew()

    def _enter(self, event: Event) -> None:
        self.store.add_event(self.row.id, self.events + 1, event)
        self.events += 1

    def show(self) -> None:
        """Make the picture of every seat anew; what looks the same as before is the same picture."""
        for number in range(self.row.players + 1):
            made = picture(self.seat(number))
            before = self.shown.get(number)
            if before is None or before.picture != made:
                self.shown[number] = Shown(made, 0 if before is None else before.count + 1)
                if number == ONLOOKER:
                    self._moment()
                    self.proposal = None  # the table has moved on; what is done unseen leaves it as it is

    def _moment(self) -> None:
        now = len(self.state.played)
        while self.moments and self.moments[-1] >= now:
            self.moments.pop()
        self.moments.append(now)

    def again(self) -> None:
        """Make the events of the store again."""
        for event in self.store.events(self.row.id):
            self.events += 1
            if event.what == "move":
                self.state.apply_with(tuple(event.data["option"]), tuple(event.data["chance"]))
            else:
                self._undo(int(event.data.get("steps", 1)), anew=bool(event.data["anew"]))
            self.show()


def new_room(
    store: Store,
    game: str,
    *,
    modules: tuple[str, ...] = (),
    options: dict[str, int | str | list[int]] | None = None,
    players: int | None = None,
    seed: int = 0,
    bots: dict[int, str] | None = None,
    read: Callable[[RoomRow], Game] | None = None,
) -> Room:
    """A new room with links of its own, kept in the store. RulesError if the game cannot be played like that;
    ValueError for a bot that there is none of.
    """
    first = load(game, modules, options or {})
    number = players or first.players[0]
    links = {seat: secrets.token_urlsafe(24) for seat in range(number + 1)}
    row = RoomRow(secrets.token_hex(8), game, modules, options or {}, number, seed, bots or {}, links)
    room = _opened(store, row, first if read is None else read(row))
    store.add_room(row)
    return room


def open_rooms(store: Store) -> list[Room]:
    """The rooms of a store as they were left. RulesError or GameError where the rules have changed since."""
    found: list[Room] = []
    for row in store.rooms():
        room = _opened(store, row, load(row.game, row.modules, row.options))
        room.again()
        found.append(room)
    return found


def _opened(store: Store, row: RoomRow, game: Game) -> Room:
    bots = {seat: make_bot(words, row.seed + seat) for seat, words in row.bots.items()}
    room = Room(row, game, store, game.start(row.players, row.seed), bots=bots)
    room.show()
    return room


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
