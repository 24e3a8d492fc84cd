"""How much a test tries: a little whenever the tests run, all of it in the long run (`pytest -m long`).

A test that asks `many` is marked `wide`: it runs in both.
"""

from __future__ import annotations

_long = False


def lengthen() -> None:
    """Everything is tried. Called by conftest.py before any test is read."""
    global _long
    _long = True


def many(short: int, full: int) -> int:
    """How many examples, rounds or seeds to try: `full` in the long run, otherwise `short`."""
    return full if _long else short
