"""A room: one game that people play together, each at his own seat.

Every change is an event, written to the store before anybody is told; a room that is opened again makes its events
again. Each seat has a count of its own of the changes that it was told of, because even the number of decisions can
tell what somebody does unseen. Whoever wants to change something says which of them he has seen last, so that a message
that comes twice or too late changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Final

from dsl.play.bots import Bot
from dsl.play.by_hand import Change
from dsl.play.refused import Refused
from dsl.play.thinking import thought_on
from dsl.runtime.errors import GameError, MoveError
from dsl.runtime.game import Game
from dsl.runtime.history import Played
from dsl.runtime.information.faults import ASK_HOST
from dsl.runtime.information.seat import Seat
from dsl.runtime.moves import option_of
from dsl.runtime.state import State
from dsl.runtime.tongues.own import Own, said, speaking, words_now
from dsl.runtime.viewers import Viewer
from dsl.table.picture import MOST_LINES, Data, Drawn, picture
from dsl.table.shown import Make, Notice, Pictures, Ready, Shown
from dsl.table.spoken import PRESENT, Spoken
from dsl.table.store import Event, RoomRow, Store

SOURCE: Final = Own()
"""The program's words as they stand in it."""
SOURCE_LANGUAGE: Final = "en"
ONLOOKER: Final = 0
HOST: Final = -1
"""Who has the link of the host sees what onlookers see, and orders the table."""


@dataclass(slots=True)
class Proposal:
    """Somebody wants to take his last decision back: who, which seats have not agreed yet, and what speaks against it
    as far as each seat knows, in each language that is read.
    """

    by: int
    left: set[int]
    why: dict[str, dict[int, list[str]]]


@dataclass(slots=True)
class Room:
    """One game. Methods raise Refused with words for whoever asked."""

    row: RoomRow
    game: Game
    store: Store
    state: State
    events: int = 0
    proposal: Proposal | None = None
    pictures: Pictures = field(default_factory=Pictures)
    bots: dict[int, Bot] = field(default_factory=dict[int, Bot])
    orders: dict[int, str] = field(default_factory=dict[int, str])
    """What the bot of each seat is called."""
    links: dict[int, str] = field(default_factory=dict[int, str])
    took: float = 0.0
    """How many seconds the last move took."""
    paused: bool = False
    stretches: list[tuple[State, Change]] = field(default_factory=list[tuple[State, Change]])
    """The game up to each change by hand, and what was changed."""
    look: Data = field(default_factory=dict[str, Any])
    """Images, colours and places of the game's own, which all may know."""
    trouble: str = ""
    """What is wrong with the rules as they lie on the disk now; the table goes on with those that it has. Everybody
    reads it."""
    details: str = ""
    """What the host reads besides: it may quote what others did unseen, as the scenario does that the host may have."""

    @property
    def people(self) -> list[int]:
        """The seats that no bot has."""
        return [seat for seat in range(1, self.row.players + 1) if seat not in self.bots]

    spoken: dict[str, Spoken] = field(default_factory=dict[str, "Spoken"])
    """The same game in other languages, by their codes."""

    def seat(self, number: int) -> Seat:
        """The door through which a seat looks, in the language that is spoken now; 0 is an onlooker."""
        return Seat(self.read(self.state, PRESENT), max(number, ONLOOKER))

    def read(self, state: State, which: int) -> State:
        """A state in the language that is spoken now. which: a stretch, or PRESENT for where the game is now."""
        spoken = self.spoken.get(words_now().language)
        return state if spoken is None else spoken.follow(state, which)

    def words(self, language: str) -> Own:
        """The program's words in a language, with those of the game behind them."""
        if language == SOURCE_LANGUAGE:
            return SOURCE
        known = self.spoken.get(language)
        if known is None or known.source is not self.state.engine:
            known = self.spoken[language] = Spoken(self.game.sources.root, self.state.engine, language)
        return known.own

    def letter(self, seat: int) -> str:
        """What a seat is called."""
        return self.state.engine.words.player(seat) if seat > 0 else "onlooker" if seat == ONLOOKER else "host"

    # ---- what is told ----

    def told(self, number: int) -> Data:
        """Everything that the page of a seat shows."""
        seat, own = Seat(self.state, max(number, ONLOOKER)), words_now()
        proposal = self.proposal
        shown = self.shown[max(number, ONLOOKER)]
        return {
            "revision": shown.count,
            "moments": len(self.moments),
            "seat": number,
            "name": self.letter(number),
            "mine": seat.mine and not self.paused,
            "paused": self.paused,
            "trouble": f"{said(self.trouble)} {self.details}".strip() if number == HOST else said(self.trouble),
            "says": {"yes": own.yes, "no": own.no, "none": own.none, "nothing": own.nothing},
            "ready": self._ready(),
            "bots": {self.letter(each): words for each, words in self.orders.items()},
            "proposal": None
            if proposal is None
            else {
                "by": self.letter(proposal.by),
                "mine": proposal.by == number,
                "asked": number in proposal.left,
                "why": proposal.why.get(own.language, proposal.why[SOURCE.language]).get(number, []),
            },
            "position": self._picture(number, shown),
        }

    def _picture(self, number: int, shown: Shown) -> Data:
        """What a seat was shown last, in the language that is spoken now."""
        spoken = self.spoken.get(words_now().language)
        if spoken is None:
            return shown.picture
        number = max(number, ONLOOKER)
        return spoken.picture(number, shown.count, lambda: self.pictured(self.seat(number), len(self.stretches)))

    def _ready(self) -> Data | None:
        """Who has made his sealed choices and who has not, by their letters. It is no part of the picture, so a seat's
        moves, and what is proposed, stay good while others choose.
        """
        ready = self.pictures.ready
        if ready is None:
            return None
        done, left = ready
        return {"done": [self.letter(each) for each in done], "left": [self.letter(each) for each in left]}

    # ---- what is done ----

    def move(self, number: int, text: str, revision: int) -> None:
        """Make a move of a seat, given by its text."""
        seat = self.asked(number, revision)
        try:
            move = seat.the_move(text)
            self._step(option_of(move) if words_now().language else move)
        except MoveError as error:
            raise Refused(str(error)) from None
        except GameError as error:
            raise self.broken(seat, error) from None

    def asked(self, number: int, revision: int) -> Seat:
        """The seat that is asked, if it is this one and it has seen what there is to see; else it is refused."""
        self.current(number, revision)
        seat = self.seat(number)
        if number <= 0 or not seat.mine:
            raise Refused(said("you are not asked now"))
        if self.paused:
            raise Refused(said("the host has stopped the table for a while"))
        return seat

    def broken(self, seat: Seat, error: GameError) -> Refused:
        """What a seat is told where the rules break under it; the host reads the rest."""
        told = seat.fault(error, ASK_HOST)
        if told != str(error):
            self.details = str(error)
        return Refused(said("the rules break here: {1}", told))

    def undo(self, number: int, revision: int) -> None:
        """Take back the last decision of a seat, with all that others did since: at once if nobody learnt anything by
        it and the seat has noticed nothing since, else the others are asked. What others did unseen counts for nothing
        and is told by nothing.
        """
        self.current(number, revision)
        steps = self._own_steps(number)
        if not steps:
            raise Refused(said("there is no decision of yours to take back"))
        against = self.state.disclosed(steps, number)
        left = {seat for seat in self.people if seat != number}
        if not against or not left:
            self._take_back(steps)
            return
        self.proposal = Proposal(number, left, {own.language: self._why(own, steps) for own in self._languages()})

    def _languages(self) -> list[Own]:
        return [SOURCE, *(spoken.own for spoken in self.spoken.values())]

    def _why(self, own: Own, steps: int) -> dict[int, list[str]]:
        """What speaks against taking steps back, as far as each seat knows."""
        with speaking(own):
            return {seat: self.state.disclosed(steps, seat) for seat in self.people}

    def agree(self, number: int, yes: bool) -> None:
        """What a seat says to somebody who wants to take a decision back."""
        proposal = self.proposal
        if proposal is None or number not in proposal.left:
            raise Refused(said("you are not asked to agree to anything"))
        if not yes:
            self.proposal = None
            return
        proposal.left.discard(number)
        if not proposal.left:
            self._take_back(self._own_steps(proposal.by))

    def think(self) -> bool:
        """Let a bot decide, if one is asked; whether there was anything to do. May take as long as the bot thinks."""
        bot = self.bots.get(self.state.actor)
        if bot is None or self.state.is_over or self.paused:
            return False
        self._step(bot.choose(thought_on(self.game, self.state.clone(), bot)))
        self.catch_up()
        return True

    def past(self, upto: int) -> Data:
        """One of the moments that an onlooker saw; after the end with everything that was hidden."""
        viewer: Viewer = None if self.state.is_over else ONLOOKER
        twin, stretch = self.at(upto)
        here = self.read(twin, len(self.stretches) + 1 + stretch)  # beside where the game is, not in its place
        return {**self.pictured(Seat(here, viewer), stretch), "at": upto, "moves": []}

    def at(self, upto: int) -> tuple[State, int]:
        """The position of a moment that an onlooker saw, and how many changes by hand there were before it."""
        if not 0 <= upto < len(self.moments):
            raise Refused(said("the game has no such moment"))
        stretch, decisions = self.moments[upto]
        last = self.stretches[stretch][0] if stretch < len(self.stretches) else self.state
        twin = last.clone()
        for _ in range(len(last.played) - decisions):
            if not twin.undo():
                raise Refused(said("the game cannot be taken back so far"))
        return twin, stretch

    # ---- inside ----

    def current(self, number: int, revision: int) -> None:
        """Refuse what somebody asks for who has not seen what there is to see by now."""
        if revision != self.shown[max(number, ONLOOKER)].count:
            raise Refused(said("the table has moved on; look again"))

    def _step(self, move: Any) -> None:
        """Try a step on a copy, write it down, and only then make it what everybody sees who looks from now on."""
        begun, ahead = perf_counter(), self.state.clone()
        ahead.apply(move)
        self.made(ahead, begun)

    def made(self, ahead: State, begun: float) -> None:
        """Go on at a copy of the state at which moves were made: all of them are written down, or none is. begun: when
        they were asked for, by the clock `perf_counter`.
        """
        moves = [move_data(each) for each in ahead.played[len(self.state.played) :]]
        self.enter(Event("move", moves[0]) if len(moves) == 1 else Event("moves", {"moves": moves}))
        self.state = ahead
        self.took = perf_counter() - begun
        self.pictures.out_of_date()

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
        self.enter(Event("undo", {"anew": True, "steps": steps}))
        self.step_back(steps, anew=True)
        self.proposal = None
        self.show()

    def step_back(self, steps: int, *, anew: bool, salt: int = 0) -> None:
        """Undo decisions, without a word to anybody; anew: what chance will draw is drawn from other numbers (salt)."""
        for _ in range(steps):
            self.state.undo()
        if anew:
            self.state.draw_anew(salt)

    def enter(self, event: Event) -> None:
        """Write an event to the store; when this returns it is kept. What happened before it was seen before it."""
        self.catch_up()
        self.store.add_event(self.row.id, self.events + 1, event)
        self.events += 1

    @property
    def shown(self) -> dict[int, Shown]:
        """What each seat is shown now."""
        self.catch_up()
        return self.pictures.of

    @property
    def moments(self) -> list[tuple[int, int]]:
        """When an onlooker saw something else, from the beginning on: in which stretch, after how many decisions of
        it.
        """
        self.catch_up()
        return self.pictures.moments

    def show(self) -> None:
        """Make the picture of every seat anew, since something has happened."""
        self.pictures.out_of_date()
        self.catch_up()

    def catch_up(self) -> None:
        """Make the pictures that are out of date; all of one state, though others go on meanwhile."""
        with speaking(SOURCE):
            self.pictures.catch_up(range(self.row.players + 1), self._begin)

    def _begin(self) -> tuple[Make, Notice, Ready]:
        state, stretch = self.state, len(self.stretches)

        def notice(number: int) -> None:
            if number == ONLOOKER:
                self.pictures.moment(stretch, len(state.played))
                self.proposal = None  # the table has moved on; what is done unseen leaves it as it is

        ready = Seat(state, ONLOOKER).ready
        return lambda number, drawn: self.pictured(Seat(state, number), stretch, drawn), notice, ready

    def pictured(self, seat: Seat, stretch: int, drawn: Drawn | None = None) -> Data:
        """What is seen through a seat, with the log of everything before the changes by hand."""
        made = picture(seat, drawn)
        before = self._before(seat, stretch)
        if before:
            made["log"] = [*before, *made["log"]][-MOST_LINES:]
            made["first"] = max(len(before) + len(seat.log()) - MOST_LINES, 0) + 1
        return made

    def _before(self, seat: Seat, stretch: int) -> list[str]:
        """The log of the stretches that are over, as one seat reads it."""
        found: list[str] = []
        for number, (state, change) in enumerate(self.stretches[:stretch]):
            told = change.told(seat.engine.words)
            found += [*Seat(self.read(state, number), seat.viewer).log(), said("The host changed by hand: {1}.", told)]
        return found


def move_data(played: Played) -> Data:
    """A move that was made, as the data of an event."""
    return {"option": list(played.option), "text": played.text, "chance": list(played.chance)}
