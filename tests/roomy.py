"""Room for calls: Python 3.11 and later keep the frames of calls in pieces of memory of 16 KB.

Where a loop calls functions just at the end of such a piece, each call fetches the next piece from the system and each
return gives it back, which takes more time than the work of the loop. How deep a test begins decides whether it meets
that, so tests begin behind one frame that is large enough to bring a large piece along.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

_NAMES: Final = 33_000
"""Just over 256 KB: what is fetched is a power of two, so half of it is left for the calls of the test."""


def _made() -> Callable[[Callable[[], object]], None]:
    names: dict[str, Any] = {}
    never_set = " = ".join(f"name_{number}" for number in range(_NAMES))
    exec(f"def roomy(run):\n    if False:\n        {never_set} = 0\n    run()\n", names)
    return cast("Callable[[Callable[[], object]], None]", names["roomy"])


roomy: Final = _made()
"""Calls a function behind a large frame."""
