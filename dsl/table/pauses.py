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
    """Those who come and go. last: when somebody came or sent a message, by the clock `monotonic`; gone, messages: how
    many sockets were closed and how many messages came since everything was looked at.
    """

    last: float = field(default_factory=monotonic)
    gone: int = 0
    messages: int = 0

    def heard(self) -> None:
        """Somebody came, or sent a message."""
        self.last = monotonic()
        self.messages += 1


def due(gone: int, messages: int, quiet: float) -> bool:
    """Whether it is time to look at everything: nobody has sent anything for a while, and since the last time some
    sockets were closed or many messages came; or so many that it cannot wait. quiet: seconds since the last message.
    """
    return (quiet >= _QUIET and (gone >= 20 or messages >= 2_000)) or gone >= 2_000 or messages >= 100_000


async def swept(traffic: Traffic) -> None:
    """Now and then throw away what has lived long and is held by nobody, such as what closed sockets leave behind."""
    while True:
        await asyncio.sleep(_WAIT)
        if due(traffic.gone, traffic.messages, monotonic() - traffic.last):
            traffic.gone = traffic.messages = 0
            gc.unfreeze()
            gc.collect()
            gc.freeze()
