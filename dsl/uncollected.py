"""Building something large out of many small things, all of which are kept."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Generator[None]:
    """While it is open, nobody looks for what could be thrown away; also a decorator.

    A compiler keeps nearly all that it makes, and looking through all of it again and again costs more than making it:
    the time to compile would grow faster than the game.
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
