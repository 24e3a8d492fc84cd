"""A process that serves for days, and never makes anybody wait for its garbage."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import monotonic
from typing import Final

_LOOKS: Final = (700, 2, 1_000_000)
"""Objects between two looks for garbage among the newest; how many such looks go before one that is a little longer,
and how many of those before one at everything, which would stop a server of many tables for a second.
"""
_TURN: Final = 0.001
"""Seconds after which a thread that makes a move lets the one in that listens to the sockets."""
_WAIT: Final = 5.0
"""Seconds between two questions whether it is time to look at everything."""
_QUIET: Final = 2.0
"""Seconds without a message after which nobody would notice it."""


def settle() -> None:
    """Make the process ready to serve. What is there by now, and what has lived through two looks, is not looked
    through again until it is time to (see `swept`): circles that nobody holds are mostly made within a move, and are
    found before.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_LOOKS)
    gc.callbacks.append(_keep)
    sys.setswitchinterval(_TURN)


def _keep(phase: str, info: Mapping[str, int]) -> None:
    if phase == "stop" and info["generation"] == 1:
        gc.freeze()


@dataclass(slots=True)
class Traffic:
    """What is told of those who come and go. last: when somebody came or sent a message, by the clock `monotonic`;
    gone: how many sockets were closed since everything was looked at.
    """

    last: float = field(default_factory=monotonic)
    gone: int = 0

    def heard(self) -> None:
        """Somebody came, or sent a message."""
        self.last = monotonic()


def due(frozen: int, before: int, gone: int, quiet: float) -> bool:
    """Whether it is time to look at everything: nobody has sent anything for a while, and since the last time some
    sockets were closed or there are more objects by a quarter; or so many that it cannot wait. A closed socket
    leaves few objects, but large ones. quiet: seconds since the last message.
    """
    some = gone >= 20 or frozen > before + before // 4 + 50_000
    many = gone >= 2_000 or frozen > 4 * before + 2_000_000
    return many or (some and quiet >= _QUIET)


async def swept(traffic: Traffic) -> None:
    """Now and then throw away what has lived long and is held by nobody, such as what closed sockets leave behind."""
    before = gc.get_freeze_count()
    while True:
        await asyncio.sleep(_WAIT)
        if due(gc.get_freeze_count(), before, traffic.gone, monotonic() - traffic.last):
            traffic.gone = 0
            gc.unfreeze()
            gc.collect()
            gc.freeze()
            before = gc.get_freeze_count()
