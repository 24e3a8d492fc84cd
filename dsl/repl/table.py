"""The table at which a game is played: the position, who looks at it from which seat, and which bots sit where.

Commands change the table and write what happened into an `Output`. Nothing here draws, reads or prints.

Somebody who has taken a seat sees what that player may see and decides for that player only; whoever has not (`seat` is
None) sees everything and decides for all. What the others do then is done by their bots, or by hand after `seat` was
called again: several people who share one keyboard.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dsl.play.bots import Bot
from dsl.repl.output import Output
from dsl.runtime.game import Game
from dsl.runtime.moves import Move
from dsl.runtime.state import State
from dsl.runtime.words import Viewer

LONGEST_RUN = 100_000  # decisions that bots take in a row before somebody is asked again


class Table:
    """A game being played. `reload` makes the game anew from its files."""

    def __init__(self, game: Game, state: State, reload: Callable[[], Game] | None = None) -> None:
        self.game = game
        self.state = state
        self.reload = reload
        self.seat: int | None = None
        self.bots: dict[int, Bot] = {}
        self.width = 100
        self.ascii = False
        self.brief = False
        self.interrupted = False
        self.told = 0  # how many lines of the log have been shown

    # ---- who is here ----

    @property
    def seats(self) -> Sequence[int]:
        """All players, from 1."""
        return range(1, self.state.players + 1)

    @property
    def viewer(self) -> Viewer:
        """Whose knowledge limits what is shown."""
        return self.seat

    def letter(self, player: int) -> str:
        """The letter of a seat: A, B, C."""
        return chr(ord("A") + player - 1)

    def name(self, player: int) -> str:
        """What a player is called."""
        return self.game.words.player(player)

    @property
    def mine(self) -> bool:
        """Whether whoever types may answer the question that waits: it is put to this seat, or nobody took one."""
        return not self.state.is_over and (self.seat is None or self.seat == self.state.actor)

    @property
    def moves(self) -> Sequence[Move]:
        """The moves that whoever types may make now."""
        return self.state.moves() if self.mine else ()

    # ---- playing ----

    def play(self, move: Move, out: Output) -> None:
        """Make a move, then let the bots answer until somebody is asked who has none."""
        self.state.apply(move)
        self.run_bots(out)

    def run_bots(self, out: Output) -> None:
        """Let bots decide until a person is asked. When every seat has one, nothing happens (`auto` plays on)."""
        if len(self.bots) < len(self.seats):
            self.auto(LONGEST_RUN, only_bots=True)
        self.tell(out)

    def auto(self, most: int, *, only_bots: bool, fallback: Bot | None = None) -> int:
        """Let bots make up to `most` decisions; those without a bot by `fallback`. How many were made."""
        made = 0
        while made < most and not self.state.is_over and not self.interrupted:
            bot = self.bots.get(self.state.actor, None if only_bots else fallback)
            if bot is None:
                break
            self.state.play_option(bot.choose(self.state))
            made += 1
        return made

    def tell(self, out: Output) -> None:
        """Write the lines of the log that came since the last time, as this seat may read them."""
        lines = self.state.log(self.viewer)
        for text in lines[min(self.told, len(lines)) :]:
            out.say(("  " + text, "dim"))
        self.told = len(lines)
