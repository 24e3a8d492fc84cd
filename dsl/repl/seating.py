"""What is seen at the table from a seat, and what is told there of what happened.

Nothing here changes the game: see `table`, which plays it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Final

from dsl.play.bots import Bot
from dsl.repl.drawing.answers import answers_of
from dsl.repl.drawing.changes import Drawn
from dsl.repl.drawing.grid import words_of, wrapped
from dsl.repl.drawing.layout_maps import is_map
from dsl.repl.drawing.men import men_of
from dsl.repl.drawing.position import Paper
from dsl.repl.output import Line, Output, line, width
from dsl.repl.together import LONG, Entry, Run, joined, rows
from dsl.runtime.game import Game
from dsl.runtime.information.effects import Effect
from dsl.runtime.information.effects import told as told_effects
from dsl.runtime.information.seat import Seat
from dsl.runtime.information.view_changes import listed, unlisted_of
from dsl.runtime.information.views import View, piece_of
from dsl.runtime.moves import Move
from dsl.runtime.reasons import Reason
from dsl.runtime.state import State
from dsl.runtime.tongues.own import numbered, said
from dsl.runtime.viewers import letter, players_at, sits
from dsl.runtime.wording import Viewer
from dsl.spoken import all_of

MOST_TOLD: Final = 40  # moves in a row of which it is told what they changed
MOST_EFFECTS: Final = 8  # of what one move changed


class Seating:
    """A game on the table, as it is seen from a seat, and what is told there. `reload` makes the game anew."""

    def __init__(self, game: Game, state: State, reload: Callable[[], Game] | None = None) -> None:
        self.game = game
        self.state = state
        self.reload = reload
        self.seat: Viewer = None
        self.bots: dict[int, Bot] = {}
        self.kinds: dict[int, str] = {}  # the words that each of them was made from
        self.thinking = False  # whether a bot is choosing, so that it can be stopped at once
        self.notice: Callable[[str], None] | None = None  # told who thinks, before an answer that may take long
        self.width = 100
        self.ascii = False
        self.brief = False  # draw the position only when asked to, for scripts
        self.fixed = False  # the position has a place of its own on the screen, so answers do not draw it
        self.asks_all = False  # put questions that have one answer, too
        self.interrupted = False  # set from outside to stop bots at the next decision
        self.told = 0  # how many lines of the log have been shown
        self._told_moves: tuple[State, int] = state, 0  # how many moves of which state have been told
        self._passed: dict[tuple[int, Viewer], object] = {}  # moves that were the only ones, by number and seat
        self._worded: dict[tuple[int, int, Viewer], tuple[State, object, str]] = {}  # what moves changed, in words
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
        self._men = men_of(self.state.engine.words)
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
        if view.moves:
            return self.paper_to_answer(self.here)
        return replace(self.paper, ready=self.ready)

    @property
    def ready(self) -> str:
        """Who has made sealed choices, and who has not, in words; empty where none are made or nobody may know."""
        ready = self.here.ready
        if ready is None:
            return ""
        done, left = (", ".join(map(self.letter, seats)) for seats in ready)
        return said(
            "{1}; still choosing: {2}.", said("Ready: {1}", done) if done else said("Nobody is ready yet"), left
        )

    def paper_to_answer(self, seat: Seat) -> Paper:
        """What the question put to a seat is drawn on."""
        return replace(self.paper, answers=answers_of(seat), taken=seat.taken(), ready=self.ready, types=seat.types)

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

    @property
    def game_title(self) -> str:
        """What the game is called here."""
        return self.state.engine.title

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
        return all_of(self.both(player) for player in sorted(players_at(self.seat)))

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
    def alone(self) -> bool:
        """Whether all other seats are played by bots, or nobody has taken a seat."""
        return self.seat is None or all(seat in self.bots for seat in self.seats if not sits(self.seat, seat))

    @property
    def taking(self) -> str:
        """`several` or `arrange` where things are taken one after the other, else nothing."""
        kind = self.here.kind
        return kind if kind in ("several", "arrange") else ""

    # ---- what happened ----

    def log(self) -> list[str]:
        """All lines of the log, as this seat may read them."""
        return [each.words for each in self._lines()]

    def entries(self, *, whole: bool = False) -> list[Entry]:
        """All lines of the log, with what each of the last moves changed behind its last line; whole: all of it."""
        found: list[Entry] = []
        lines = self._lines()
        first = self._first_told(lines)
        for number, each in enumerate(lines):
            found.append(each)
            following = lines[number + 1] if number + 1 < len(lines) else None
            is_last = following is None or following.move != each.move or following.state is not each.state
            if is_last and each.state is self.state and each.move >= max(0, first):
                found += self._effects(each.move) if not whole else self._all_effects(each.move)
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
        """Write the lines of the log that came since the last time, and what moves changed: together those that follow
        each other and are of one sort, or of one player where there is much to tell.
        """
        lines = self._lines()
        state, moves = self._told_moves
        if state is not self.state:
            moves = len(self.state.played)
        runs = joined(self._runs(lines[min(self.told, len(lines)) :], moves), self._begun, ", ")
        if rows(runs) > LONG:
            runs = joined(runs, self._mover, "; ")
        seen = [run.last for run in runs if run.lines and run.last >= 0]
        first = seen[-MOST_TOLD] if len(seen) >= MOST_TOLD else 0
        told = list[Entry]()
        for run in runs:
            told += run.lines
            told += self._effects(run.last, run.first) if run.last >= first else []
        for each in self._without_repeats(told):
            self.write(each, out)
        self.told, self._told_moves = len(lines), (self.state, len(self.state.played))

    def _runs(self, lines: Sequence[Entry], moves: int) -> list[Run]:
        """Lines of the log by the moves they belong to, from number `moves` on. Moves that nobody here reads of belong
        to the one before: how many there were is not told by what stands together.
        """
        found: list[Run] = []

        def reach(move: int) -> None:
            nonlocal moves
            for each in range(moves, move):
                if found and found[-1].last == each - 1 >= 0:
                    found[-1].last = each
                else:
                    found.append(Run(each, each))
            moves = max(moves, move)

        for each in lines:
            here = each.state is self.state
            if here and each.move >= moves:
                reach(each.move)
                found.append(Run(moves, moves))
                moves += 1
            if here and found and found[-1].first <= each.move <= found[-1].last:
                found[-1].lines.append(each)
            else:
                found.append(Run(-1, -1, [each]))
        reach(len(self.state.played))
        return found

    def _without_repeats(self, told: Sequence[Entry]) -> Iterator[Entry]:
        """Lines without those of only answers that changed nothing and were told just before: the log has them all."""
        passed: set[str] = set()
        for each, after in zip_longest(told, told[1:]):
            passes = each.is_move and self.is_passed(each) and (after is None or not after.move_effect)
            if not passes or each.words not in passed:
                yield each
            if passes:
                passed.add(each.words)

    def _begun(self, entry: Entry) -> tuple[str, Hashable] | None:
        """All but the last word of a move with something chosen in it, which is its sort; None for every other line.

        Not the action: two may read alike here, each for another kind of what is hidden.
        """
        if not entry.is_move or entry.state is not self.state or self.is_passed(entry):
            return None
        option, (head, _, tail) = self.state.played[entry.move].option, entry.words.rpartition(" ")
        return (head, head) if len(option) > 1 and head.count(" ") > 1 and tail[-1:] != ")" else None

    def _mover(self, entry: Entry) -> tuple[str, Hashable] | None:
        """Who made a move, as its line begins; None of other lines, and of moves that somebody who is here made."""
        head, sign, _ = entry.words.partition(": ")
        if not (sign and entry.is_move and entry.state is self.state) or self.is_passed(entry):
            return None
        here = {self.name(player) for player in players_at(self.seat)}
        return (f"{head}:", head) if head not in here else None

    def write(self, entry: Entry, out: Output, begin: Line = ()) -> None:
        """Write a line of the log, or what a move changed, a little deeper; `begin` stands before it."""
        if not entry.move_effect:
            words = _alone(entry.words) if entry.is_move and self.is_passed(entry) else entry.words
            out.extend([line(*begin, ("  " if not begin else "", "dim"), (words, "dim"))])
            return
        indent = width(begin) + 5
        out.extend(wrapped(words_of(entry.words), self.width, first=line(" " * indent), indent=indent + 2))

    def is_passed(self, entry: Entry) -> bool:
        """Whether a move was made by itself, as there was no other; told to who decided there only."""
        if entry.state is not self.state or (entry.move, self.seat) not in self._passed:
            return False
        return self._passed[entry.move, self.seat] is self.state.played[entry.move]

    def caught_up(self) -> None:
        """Take all lines of the log for shown."""
        self.told, self._told_moves = len(self._lines()), (self.state, len(self.state.played))
        self.drawn = None

    def effects_of(self, effects: Sequence[Effect], most: int = MOST_EFFECTS) -> str:
        """What was changed, in words; nothing of boards that are drawn with letters, which show it themselves."""
        told = [each for each in effects if each.board not in self._men]
        found = told_effects(told[:most])
        if len(told) > most:
            found.append(numbered(len(told) - most, "and {1} more change", "and {1} more changes"))
        return "; ".join(found)

    def _all_effects(self, move: int) -> list[Entry]:
        """Everything that a move changed."""
        effects = self.here.effects(move)
        words = self.effects_of(effects, len(effects))
        return [Entry(words, self.state, 0, move, move_effect=True)] if words else []

    def _effects(self, move: int, first: int | None = None) -> list[Entry]:
        """What a move changed, or what all from the first one to it did; the log tells it again, so the words are kept
        as long as the move is the same.
        """
        first, made = move if first is None else first, self.state.played[move]
        kept = self._worded.get((move, first, self.seat))
        if kept is None or kept[0] is not self.state or kept[1] is not made:
            words = self.effects_of(self.here.effects(move, first))
            kept = self._worded[move, first, self.seat] = self.state, made, words
        words = kept[2]
        return [Entry(words, self.state, 0, move, move_effect=True)] if words else []

    def _lines(self) -> list[Entry]:
        """Lines of the log with the state that wrote them and their number there (0: a change by hand)."""
        found: list[Entry] = []
        for state, words in self._before:
            found += _entries(Seat(state, self.seat), state)
            found.append(Entry(words, state, 0, -1))
        return found + _entries(self.here, self.state)


def _alone(words: str) -> str:
    """A line of an answer that was the only one; what was asked stands in the same parentheses."""
    return words[:-1] + said("; the only answer)") if words.endswith(")") else words + said(" (the only answer)")


def _entries(seat: Seat, state: State) -> list[Entry]:
    return [
        Entry(words, state, number, move, is_move=is_move)
        for number, (move, is_move, words) in enumerate(seat.steps(), 1)
    ]
