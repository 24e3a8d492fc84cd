"""A process that serves for days, and never makes anybody wait for its garbage."""

from __future__ import annotations

import gc
import sys
from collections.abc import Mapping
from typing import Final

_LOOKS: Final = (700, 2, 1_000_000)
"""Objects between two looks for garbage among the newest; how many such looks go before one that is a little longer,
and how many of those before one at everything, which would stop a server of many tables for a second.
"""
_TURN: Final = 0.001
"""Seconds after which a thread that makes a move lets the one in that listens to the sockets."""


def settle() -> None:
    """Make the process ready to serve. What is there by now, and what has lived through two looks, is not looked
    through again: circles that nobody holds are made within a move, and are found before.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_LOOKS)
    gc.callbacks.append(_keep)
    sys.setswitchinterval(_TURN)


def _keep(phase: str, info: Mapping[str, int]) -> None:
    if phase == "stop" and info["generation"] == 1:
        gc.freeze()
