"""The table at which a game is played: the position, who looks at it from which seat, and which bots sit where.

Commands change the table and write what happened into an `Output`. Nothing here draws, reads or prints.

Somebody who has taken a seat sees what that player may see and decides for that player only; whoever has not (`seat` is
None) sees everything and decides for all. What the others do is then done by their bots, or by hand after another seat
was taken: several people who share one keyboard.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from dsl.play.bots import Bot, UctBot, make_bot
from dsl.repl.drawing.answers import answers_of
from dsl.repl.drawing.layout_maps import is_map
from dsl.repl.drawing.men import men_of
from dsl.repl.drawing.pieces import letter
from dsl.repl.drawing.position import Paper
from dsl.repl.output import Output
from dsl.runtime.errors import MoveError
from dsl.runtime.game import Game
from dsl.runtime.information.seat import Seat
from dsl.runtime.information.view_changes import listed
from dsl.runtime.information.views import View, piece_of
from dsl.runtime.moves import Move
from dsl.runtime.reasons import Reason
from dsl.runtime.state import State
from dsl.runtime.viewers import players_at, sits
from dsl.runtime.wording import Viewer

DONE: Final = (1,)
"""The option that ends a choice of several."""

LONGEST_RUN = 100_000  # decisions that bots take in a row before somebody is asked again


class Table:
    """A game being played. `reload` makes the game anew from its files."""

    def __init__(self, game: Game, state: State, reload: Callable[[], Game] | None = None) -> None:
        self.game = game
        self.state = state
        self.reload = reload
        self.seat: Viewer = None
        self.bots: dict[int, Bot] = {}
        self.width = 100
        self.ascii = False
        self.brief = False  # draw the position only when asked to, for scripts
        self.interrupted = False  # set from outside to stop bots at the next decision
        self.told = 0  # how many lines of the log have been shown
        self._learn()
        self._before: list[
            tuple[State, str]
        ] = []  # what was left by changing the position by hand, and the words for it
        self._after: list[tuple[State, str]] = []  # changes by hand that were taken back

    def _learn(self) -> None:
        """Work out from the declarations of the game how its positions are drawn."""
        self._closed = frozenset(zone.name for zone in self.state.engine.machine.names.zones if zone.seen == "nobody")
        self._men = men_of(self.state.engine.words, self.state.engine.program)
        names = self.state.engine.machine.names.fields
        self._unlisted = {field.name for field in names if field.unlisted} - {
            field.name for field in names if field.var and not field.unlisted
        }

    # ---- who is here ----

    @property
    def paper(self) -> Paper:
        """What answers are drawn on."""
        return Paper(self.width, self.ascii, men=self._men)

    @property
    def here(self) -> Seat:
        """What whoever is here may look at: all that commands read of the game."""
        return Seat(self.state, self.seat)

    def seen(self, seat: Seat) -> View:
        """What a seat sees, as it is drawn: without what is unlisted, and with what zones show of their pieces."""
        return seat.with_values(listed(seat.view(), self._unlisted))

    def answering(self, view: View) -> Paper:
        """What a question is drawn on: the same, with the answers in parts where the viewer may see them."""
        return replace(self.paper, answers=answers_of(self.here)) if view.moves else self.paper

    def paper_for(self, seat: Seat, view: View) -> Paper:
        """What a position is drawn on: the same, with the numbers of the pieces on boards and maps.

        Piles that nobody sees are counted for who sees everything; a seat sees in them what it was shown.
        """
        places = (view.table, *view.players)
        zones = [zone for place in places for zone in place.zones if is_map(zone)]
        zones += [zone for place in places for board in place.boards for space in board.spaces for zone in space.zones]
        known = [piece_of(item) for zone in zones for item in zone.items if item.known]
        closed = self._closed if seat.viewer is None else frozenset[str]()
        return replace(
            self.answering(view), closed=closed, numbers=seat.numbers(known), tracks=seat.tracks((0, *self.seats))
        )

    @property
    def seats(self) -> Sequence[int]:
        """All players, from 1."""
        return range(1, self.state.engine.machine.players + 1)

    def letter(self, player: int) -> str:
        """The letter of a seat: A, B, C."""
        return letter(player)

    def name(self, player: int) -> str:
        """What a player is called."""
        return self.state.engine.words.player(player)

    def both(self, player: int) -> str:
        """The name of a player, and the letter of the seat where it is another."""
        name = self.name(player)
        return name if name == letter(player) else f"{name} ({letter(player)})"

    @property
    def sitting(self) -> str:
        """Who sits here, in words."""
        return " and ".join(self.both(player) for player in sorted(players_at(self.seat)))

    @property
    def mine(self) -> bool:
        """Whether whoever types may answer the question that waits: it is put to this seat, or nobody took one."""
        return self.here.mine

    @property
    def moves(self) -> Sequence[Move]:
        """The moves that whoever types may make now."""
        return self.here.moves()

    @property
    def taking(self) -> str:
        """`several` or `arrange` where things are taken one after the other, else nothing."""
        kind = self.here.kind
        return kind if kind in ("several", "arrange") else ""

    def take_bot(self, player: int, kind: str) -> None:
        """Give a seat to a bot; ValueError if there is no such one."""
        self.bots[player] = make_bot(kind, self.state.seed * 64 + player)
        if isinstance(self.bots[player], UctBot):
            self.hurry()

    def hurry(self) -> None:
        """Go on with the fast backend, which takes a while to make and plays the same."""
        self.state.engine = self.game.engine(len(self.seats), "python")

    # ---- playing ----

    def play(self, move: Move | str, out: Output) -> None:
        """Make a move, given as one or by its text, then let the bots answer until somebody is asked who has none."""
        try:
            self.state.apply(move)
        except MoveError as error:
            raise self._with_reason(error, move) from None
        self.made(out)

    def _with_reason(self, error: MoveError, move: Move | str) -> MoveError:
        """What is told of a move that cannot be made: why, if it is one that the game knows."""
        if error.several or error.said or not isinstance(move, str) or not self.state.actor:
            return error
        told = self.here.explain(move)
        if told.legal or not (told.requirements or (told.begun and not told.changes)):
            return error
        return MoveError(f"“{move}” is not a move here: {told.summary}", () if told.requirements else error.near)

    def made(self, out: Output) -> None:
        """After a move: let the bots answer."""
        self._after.clear()
        self.answer(out)

    def change(self, position: list[int], words: str) -> None:
        """Go on from a position made by hand: the log says so, undo leads back, the game has no record any more."""
        self._before.append((self.state, f"changed by hand: {words}"))
        self._after.clear()
        self.state = State(self.state.engine, position, seed=self.state.seed, from_beginning=False, run=False)

    def take(self, game: Game, state: State) -> None:
        """Put another game or position on the table; nothing of the old one can be undone."""
        self.game, self.state = game, state
        self._learn()
        self._before.clear()
        self._after.clear()
        self.bots = {player: bot for player, bot in self.bots.items() if player in self.seats}
        if any(player not in self.seats for player in players_at(self.seat)):
            self.seat = None
        if any(isinstance(bot, UctBot) for bot in self.bots.values()):
            self.hurry()
        self.caught_up()

    def answer(self, out: Output) -> None:
        """Let bots decide until a person is asked; when every seat has one, nothing happens (`auto` plays on)."""
        try:
            if len(self.bots) < len(self.seats):
                self.run(LONGEST_RUN)
        finally:
            self.tell(out)

    def run(self, most: int, fallback: Bot | None = None) -> int:
        """Let bots make up to `most` decisions, `fallback` for seats without one. How many were made."""
        made = 0
        while made < most and self.state.actor and not self.interrupted:
            bot = self.bots.get(self.state.actor, fallback)
            if bot is None:
                break
            self.state.apply(self.state.shown(bot.choose(self.state)))
            made += 1
        return made

    def step_back(self) -> bool:
        """Undo the last decision that a person took, and what bots did since; False if there is none. At a seat it is
        the seat's own, with all that others did since: how many decisions that were is not for it to know.
        """
        undone = 0
        while self.state.undo():
            undone += 1
            if self._counts():
                return True
        for _ in range(undone):  # only bots have decided so far
            self.state.redo()
        if not self._before:
            return False
        changed = self.state
        self.state, words = self._before.pop()
        self._after.append((changed, words))
        return True

    def _counts(self, state: State | None = None) -> bool:
        """Whether the decision that is asked now is one of those that are counted when they are taken back."""
        actor = (state or self.state).actor
        if self.seat is not None:
            return sits(self.seat, actor)
        return actor not in self.bots or len(self.bots) == len(self.seats)

    @property
    def alone(self) -> bool:
        """Whether all other seats are played by bots, or nobody has taken a seat."""
        return self.seat is None or all(seat in self.bots for seat in self.seats if not sits(self.seat, seat))

    def disclosed(self, count: int) -> list[str]:
        """What speaks against taking so many decisions back from a seat without asking the others."""
        if self.seat is None:
            return []
        steps, back = 0, self.state.clone()
        while steps < len(self.state.played) and count:
            if not back.undo():
                break
            steps += 1
            count -= self._counts(back)
        if self._before and (count or not self.state.from_beginning):
            return ["what was changed by hand is everybody's"]
        if count:
            return []
        return self.state.disclosed(steps, self.seat)

    def step_forward(self) -> bool:
        """Redo one decision and what bots did after it; False if nothing was undone."""
        if not self.state.redo():
            if not self._after:
                return False
            changed, words = self._after.pop()
            self._before.append((self.state, words))
            self.state = changed
            return True
        while not self._counts() and self.state.redo():
            pass
        return True

    # ---- what happened ----

    def log(self) -> list[str]:
        """All lines of the log, as this seat may read them."""
        return [words for words, _, _ in self._lines()]

    def because(self, number: int) -> Reason:
        """Where a line of the log (from 1) comes from."""
        words, state, own = self._lines()[number - 1]
        return Seat(state, self.seat).because(own) if own else Reason(words)

    def tell(self, out: Output) -> None:
        """Write the lines of the log that came since the last time."""
        lines = self.log()
        for text in lines[min(self.told, len(lines)) :]:
            out.say(("  " + text, "dim"))
        self.told = len(lines)

    def caught_up(self) -> None:
        """Take all lines of the log for shown."""
        self.told = len(self.log())

    def _lines(self) -> list[tuple[str, State, int]]:
        """Lines of the log with the state that wrote them and their number there (0: a change by hand)."""
        found: list[tuple[str, State, int]] = []
        for state, words in self._before:
            found += [(text, state, number) for number, text in enumerate(Seat(state, self.seat).log(), 1)]
            found.append((words, state, 0))
        return found + [(text, self.state, number) for number, text in enumerate(self.here.log(), 1)]
