"""Where programs think: on the fastest backend there is, whatever the game is played on.

What people see and ask needs no compiled machine, and a game begins without one, since it takes seconds to make.
Whoever plays whole games in his head is given the same position on that one, with the same options in the same order.
"""

from __future__ import annotations

from contextlib import suppress
from threading import Thread
from typing import Final

from dsl.play.bot import Bot
from dsl.play.bots import RolloutBot
from dsl.play.ismcts import IsmctsBot
from dsl.play.solve import SolveBot
from dsl.play.uct import UctBot
from dsl.runtime.game import Game
from dsl.runtime.state import State

_FAST: Final = "auto"


def searches(bot: Bot) -> bool:
    """Whether a bot plays games in its head, many for each of its decisions."""
    return isinstance(bot, UctBot | IsmctsBot | RolloutBot | SolveBot)


def thought_on(game: Game, state: State, bot: Bot) -> State:
    """What a bot is to think on: this state, or an equal one. Takes as long as the compiler, if nobody asked before."""
    if not searches(bot):
        return state
    return state.on(game.engine(state.engine.machine.players, _FAST))


def get_fast(game: Game, players: int) -> Thread:
    """Begin to make what bots will think on; the thread ends by itself, and with the program."""

    def make() -> None:
        with suppress(Exception):  # whoever needs it is told
            game.engine(players, _FAST)

    thread = Thread(target=make, name="fast", daemon=True)
    thread.start()
    return thread
