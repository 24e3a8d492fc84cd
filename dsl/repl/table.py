"""The table at which a game is played: the position, who looks at it from which seat, and which bots sit where.

Commands change the table and write what happened into an `Output`. Nothing here draws, reads or prints.

Somebody who has taken a seat sees what that player may see and decides for that player only; whoever has not (`seat` is
None) sees everything and decides for all. What the others do is then done by their bots, or by hand after another seat
was taken: several people who share one keyboard.
"""

from __future__ import annotations

from threading import Thread

from dsl.play.bots import Bot, check_bot, make_bot
from dsl.play.thinking import get_fast, searches, thought_on
from dsl.repl.output import Output
from dsl.repl.seating import Seating
from dsl.runtime.game import Game
from dsl.runtime.moves import Move, Option
from dsl.runtime.state import State
from dsl.runtime.tongues.own import said
from dsl.runtime.viewers import players_at, sits

LONGEST_RUN = 100_000  # decisions that bots take in a row before somebody is asked again
LONGEST_FORCED = 200  # answers made for people in a row before they are asked all the same


class Table(Seating):
    """A game being played. `reload` makes the game anew from its files."""

    _fast: Thread | None = None

    def take_bot(self, player: int, kind: str) -> None:
        """Give a seat to a bot; ValueError if there is no such one, RulesError if it can never play this game."""
        bot = make_bot(kind, self.state.seed * 64 + player)
        check_bot(bot, self.state.engine)
        self.bots[player] = bot
        self.kinds[player] = kind
        self._get_fast()

    def _get_fast(self) -> None:
        """Begin to make what the bots think on, if they need it: who waits for the first of them waits less."""
        if any(searches(bot) for bot in self.bots.values()):
            self._fast = get_fast(self.game, len(self.seats))

    # ---- playing ----

    def play(self, move: Move | str, out: Output) -> None:
        """Make a move, given as one or by its text, then let the bots answer until somebody is asked who has none."""
        self.state.apply(move)
        self.made(out)

    def made(self, out: Output) -> None:
        """After a move: let the bots answer."""
        self._after.clear()
        self.answer(out)

    def change(self, position: list[int], words: str) -> None:
        """Go on from a position made by hand: the log says so, undo leads back, the game has no record any more."""
        self._before.append((self.state, said("changed by hand: {1}", words)))
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
        self._get_fast()
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
                self._passed[len(self.state.played) - 1, self.seat] = self.state.played[-1]
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
            if self.notice is not None and self._may_take_long(bot):
                self.notice(self._thinks(player))
            if self._fast is not None:
                self._fast.join()
            return bot.choose(thought_on(self.game, self.state, bot))
        except KeyboardInterrupt:
            self.interrupted = True
            if player in self.bots:
                self.bots[player] = make_bot(self.kinds[player], self.state.seed * 64 + player)
            return None
        finally:
            self.thinking = False

    def _may_take_long(self, bot: Bot) -> bool:
        """Whether it is told that a bot thinks: where nobody may know who is asked, of each if it is told of any."""
        return searches(bot) or (self.here.is_unseen and any(map(searches, self.bots.values())))

    def _thinks(self, player: int) -> str:
        """Who is thinking, in words; not where nobody may know who is asked."""
        if self.here.is_unseen:
            return said("Choices are being made unseen; Ctrl-C stops.")
        return said("{1} is thinking; Ctrl-C stops.", self.both(player))

    def step_back(self) -> bool:
        """Undo the last decision that a person took, and what bots did since; False if there is none. At a seat it is
        the seat's own, with all that others did since: how many decisions that were is not for it to know.
        """
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
        """Whether a person has a choice now that is counted when it is taken back."""
        return self._has_choice(self.state)

    def _has_choice(self, state: State) -> bool:
        """Whether a person was asked there, and not only because there was one answer; at a seat only that one."""
        undone = state.next_undone
        passed = undone is not None and any(undone is move for move in self._passed.values())
        if passed and not self.asks_all:
            return False
        if self.seat is not None:
            return sits(self.seat, state.actor)
        return state.actor not in self.bots or len(self.bots) == len(self.seats)

    def disclosed(self, count: int) -> list[str]:
        """What speaks against taking so many decisions back from a seat without asking the others."""
        if self.seat is None:
            return []
        steps, back = 0, self.state.clone()
        while steps < len(self.state.played) and count:
            if not back.undo():
                break
            steps += 1
            count -= self._has_choice(back)
        if self._before and (count or not self.state.from_beginning):
            return [said("what was changed by hand is everybody's")]
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
