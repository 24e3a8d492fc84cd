"""The table at which a game is played: the position, who looks at it from which seat, and which bots sit where.

Commands change the table and write what happened into an `Output`. Nothing here draws, reads or prints.

Somebody who has taken a seat sees what that player may see and decides for that player only; whoever has not (`seat` is
None) sees everything and decides for all. What the others do is then done by their bots, or by hand after another seat
was taken: several people who share one keyboard.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from dsl.play.bots import Bot, UctBot, make_bot
from dsl.repl.drawing.answers import answers_of
from dsl.repl.drawing.changes import Drawn
from dsl.repl.drawing.grid import words_of, wrapped
from dsl.repl.drawing.layout_maps import is_map
from dsl.repl.drawing.men import men_of
from dsl.repl.drawing.pieces import letter
from dsl.repl.drawing.position import Paper
from dsl.repl.output import Line, Output, line, width
from dsl.runtime.errors import MoveError
from dsl.runtime.game import Game
from dsl.runtime.information.effects import told as told_effects
from dsl.runtime.information.seat import Seat
from dsl.runtime.information.view_changes import listed, unlisted_of
from dsl.runtime.information.views import View
from dsl.runtime.moves import Move, Option
from dsl.runtime.reasons import Reason
from dsl.runtime.state import State
from dsl.runtime.viewers import players_at, sits
from dsl.runtime.wording import Viewer

DONE: Final = (1,)
"""The option that ends a choice of several."""

LONGEST_RUN = 100_000  # decisions that bots take in a row before somebody is asked again
LONGEST_FORCED = 200  # answers made for people in a row before they are asked all the same
MOST_TOLD = 40  # moves in a row of which it is told what they changed
MOST_EFFECTS = 8  # of what one move changed


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log: its words, the state that wrote it, its number there (0: none), the number of its move.

    is_move: it is the move itself. move_effect: it is no line of the log, but says what the move changed.
    """

    words: str
    state: State
    number: int
    move: int
    is_move: bool = False
    move_effect: bool = False


class Table:
    """A game being played. `reload` makes the game anew from its files."""

    def __init__(self, game: Game, state: State, reload: Callable[[], Game] | None = None) -> None:
        self.game = game
        self.state = state
        self.reload = reload
        self.seat: Viewer = None
        self.bots: dict[int, Bot] = {}
        self.kinds: dict[int, str] = {}  # the words that each of them was made from
        self.thinking = False  # whether a bot is choosing, so that it can be stopped at once
        self.width = 100
        self.ascii = False
        self.brief = False  # draw the position only when asked to, for scripts
        self.fixed = False  # the position has a place of its own on the screen, so answers do not draw it
        self.asks_all = False  # put questions that have one answer, too
        self.interrupted = False  # set from outside to stop bots at the next decision
        self.told = 0  # how many lines of the log have been shown
        self._told_moves: tuple[State, int] = state, 0  # how many moves of which state have been told
        self._passed: set[tuple[int, Viewer]] = set()  # moves that were made because there was no other, and at which seat
        self._kept = ""  # the position that was saved or recorded last
        self.warned = False  # that something will be lost was said in answer to the line before
        self.drawn: Drawn | None = None  # how the position was drawn last, at this seat
        self._learn()
        self._before: list[
            tuple[State, str]
        ] = []  # what was left by changing the position by hand, and the words for it
        self._after: list[tuple[State, str]] = []  # changes by hand that were taken back

    def _learn(self) -> None:
        """Work out from the declarations of the game how its positions are drawn."""
        self._closed = frozenset(zone.name for zone in self.state.engine.machine.names.zones if zone.seen == "nobody")
        self._men = men_of(self.state.engine.words, self.state.engine.program)
        self._unlisted = unlisted_of(self.state.engine)

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
        if view.is_over:
            return replace(self.paper, scores=self.here.scores())
        return replace(self.paper, answers=answers_of(self.here)) if view.moves else self.paper

    def paper_for(self, seat: Seat, view: View) -> Paper:
        """What a position is drawn on: the same, with the numbers of the pieces on boards and maps.

        Piles that nobody sees are counted for who sees everything; a seat sees in them what it was shown.
        """
        places = (view.table, *view.players)
        zones = [zone for place in places for zone in place.zones if is_map(zone)]
        zones += [zone for place in places for board in place.boards for space in board.spaces for zone in space.zones]
        known = [item.piece for zone in zones for item in zone.items if item.known]
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
    def forced(self) -> Move | None:
        """The answer that is made without asking, because there is no other: not where people at other seats would
        learn from it what they cannot know.
        """
        if self.asks_all or not self.mine or not (self.alone or self.here.is_public):
            return None
        return self.here.forced

    @property
    def taking(self) -> str:
        """`several` or `arrange` where things are taken one after the other, else nothing."""
        kind = self.here.kind
        return kind if kind in ("several", "arrange") else ""

    def take_bot(self, player: int, kind: str) -> None:
        """Give a seat to a bot; ValueError if there is no such one."""
        self.bots[player] = make_bot(kind, self.state.seed * 64 + player)
        self.kinds[player] = kind
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
        self._passed.clear()
        self.state = State(self.state.engine, position, seed=self.state.seed, from_beginning=False, run=False)

    def take(self, game: Game, state: State) -> None:
        """Put another game or position on the table; nothing of the old one can be undone."""
        self.game, self.state = game, state
        self._learn()
        self._before.clear()
        self._after.clear()
        self._passed.clear()
        self.drawn = None
        self.kept()
        self.bots = {player: bot for player, bot in self.bots.items() if player in self.seats}
        if any(player not in self.seats for player in players_at(self.seat)):
            self.seat = None
        if any(isinstance(bot, UctBot) for bot in self.bots.values()):
            self.hurry()
        self.caught_up()

    def answer(self, out: Output) -> None:
        """Let bots decide, and make answers that are the only ones, until a person has a choice; when every seat has a
        bot, nothing happens (`auto` plays on).
        """
        try:
            for _ in range(LONGEST_FORCED if len(self.bots) < len(self.seats) else 0):
                self.run(LONGEST_RUN)
                move = self.forced if not self.interrupted else None
                if move is None:
                    break
                self.state.apply(move)
                self._passed.add((len(self.state.played) - 1, self.seat))
        finally:
            self.tell(out)

    def run(self, most: int, fallback: Bot | None = None) -> int:
        """Let bots make up to `most` decisions, `fallback` for seats without one. How many were made."""
        made = 0
        while made < most and self.state.actor and not self.interrupted:
            player = self.state.actor
            bot = self.bots.get(player, fallback)
            if bot is None:
                break
            option = self._thought(player, bot)
            if option is None:
                break
            self.state.apply(self.state.shown(option))
            made += 1
        return made

    def _thought(self, player: int, bot: Bot) -> Option | None:
        """What a bot chooses; None if it is stopped while it thinks. A bot that was stopped begins anew."""
        try:
            self.thinking = True
            return bot.choose(self.state)
        except KeyboardInterrupt:
            self.interrupted = True
            if player in self.bots:
                self.bots[player] = make_bot(self.kinds[player], self.state.seed * 64 + player)
            return None
        finally:
            self.thinking = False

    def step_back(self) -> bool:
        """Undo the last decision that a person took, and what bots did since; False if there is none."""
        undone = 0
        while self.state.undo():
            undone += 1
            if self._is_asked():
                return True
        for _ in range(undone):  # only bots have decided so far, or nobody had a choice
            self.state.redo()
        if not self._before:
            return False
        changed = self.state
        self.state, words = self._before.pop()
        self._after.append((changed, words))
        return True

    def _is_asked(self) -> bool:
        """Whether a person has a choice now."""
        if len(self.bots) == len(self.seats):
            return True
        return self._has_choice(self.state)

    def _has_choice(self, state: State) -> bool:
        """Whether a person was asked there, and not only because there was one answer."""
        passed = any(number == len(state.played) for number, _ in self._passed)
        return state.actor not in self.bots and (self.asks_all or not passed)

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
            count -= self._has_choice(back) or len(self.bots) == len(self.seats)
        if count or not self.state.from_beginning:
            return ["what was changed by hand is everybody's"] if self._before else []
        return self.state.disclosed(steps)

    def step_forward(self) -> bool:
        """Redo one decision and what bots did after it; False if nothing was undone."""
        if not self.state.redo():
            if not self._after:
                return False
            changed, words = self._after.pop()
            self._before.append((self.state, words))
            self.state = changed
            return True
        while not self._is_asked() and self.state.redo():
            pass
        return True

    def kept(self) -> None:
        """The game was written to a file as it stands."""
        self._kept = self._mark()

    @property
    def unsaved(self) -> bool:
        """Whether a game is going on of which something would be lost."""
        played = self.state.played and not self.state.is_over
        return bool(played or self._before) and self._kept != self._mark()

    def _mark(self) -> str:
        return f"{len(self.state.played)} {self.state.key()}"

    # ---- what happened ----

    def log(self) -> list[str]:
        """All lines of the log, as this seat may read them."""
        return [each.words for each in self._lines()]

    def entries(self) -> list[Entry]:
        """All lines of the log, with what each of the last moves changed behind its last line."""
        found: list[Entry] = []
        lines = self._lines()
        first = self._first_told(lines)
        for number, each in enumerate(lines):
            found.append(each)
            following = lines[number + 1] if number + 1 < len(lines) else None
            is_last = following is None or following.move != each.move or following.state is not each.state
            if is_last and each.state is self.state and each.move >= max(0, first):
                found += self._effects(each.move)
        return found

    def _first_told(self, lines: Sequence[Entry]) -> int:
        """From which move on it is told what moves changed: only moves that are seen here are counted."""
        moves = list(dict.fromkeys(each.move for each in lines if each.state is self.state))
        return moves[-MOST_TOLD] if len(moves) >= MOST_TOLD else 0

    def because(self, number: int) -> Reason:
        """Where a line of the log (from 1) comes from."""
        line = self._lines()[number - 1]
        return Seat(line.state, self.seat).because(line.number) if line.number else Reason(line.words)

    def tell(self, out: Output) -> None:
        """Write the lines of the log that came since the last time, and what each move changed."""
        lines = self._lines()
        state, moves = self._told_moves
        if state is not self.state:
            moves = len(self.state.played)
        moves = max(moves, self._first_told(lines))
        told: list[Entry] = []
        for each in lines[min(self.told, len(lines)) :]:
            while each.state is self.state and moves < each.move:
                told += self._effects(moves)
                moves += 1
            told.append(each)
        for move in range(moves, len(self.state.played)):
            told += self._effects(move)
        for each in told:
            self.write(each, out)
        self.told, self._told_moves = len(lines), (self.state, len(self.state.played))

    def write(self, entry: Entry, out: Output, begin: Line = ()) -> None:
        """Write a line of the log, or what a move changed, a little deeper; `begin` stands before it."""
        if not entry.move_effect:
            alone = " (the only answer)" if entry.is_move and self.is_passed(entry) else ""
            out.extend([line(*begin, ("  " if not begin else "", "dim"), (entry.words + alone, "dim"))])
            return
        indent = width(begin) + 5
        out.extend(wrapped(words_of(entry.words), self.width, first=line(" " * indent), indent=indent + 2))

    def is_passed(self, entry: Entry) -> bool:
        """Whether a move was made by itself, as there was no other; told to who decided there only."""
        return entry.state is self.state and (entry.move, self.seat) in self._passed

    def caught_up(self) -> None:
        """Take all lines of the log for shown."""
        self.told, self._told_moves = len(self._lines()), (self.state, len(self.state.played))
        self.drawn = None

    def _effects(self, move: int) -> list[Entry]:
        """What a move changed, in words; nothing of boards that are drawn with letters, which show it themselves."""
        effects = [each for each in self.here.effects(move) if each.board not in self._men]
        found = told_effects(effects[:MOST_EFFECTS])
        if len(effects) > MOST_EFFECTS:
            found.append(f"and {len(effects) - MOST_EFFECTS} more changes")
        return [Entry("; ".join(found), self.state, 0, move, move_effect=True)] if found else []

    def _lines(self) -> list[Entry]:
        """Lines of the log with the state that wrote them and their number there (0: a change by hand)."""
        found: list[Entry] = []
        for state, words in self._before:
            found += _entries(Seat(state, self.seat), state)
            found.append(Entry(words, state, 0, -1))
        return found + _entries(self.here, self.state)


def _entries(seat: Seat, state: State) -> list[Entry]:
    return [
        Entry(words, state, number, move, is_move=is_move)
        for number, (move, is_move, words) in enumerate(seat.steps(), 1)
    ]
