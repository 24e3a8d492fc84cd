"""What a worker of a cluster does: it is sent the rules once, and then plays the games that it is asked for."""

from __future__ import annotations

import threading
from pathlib import Path
from tempfile import TemporaryDirectory

from distributed import Worker, WorkerPlugin

from dsl.backends.native import cc
from dsl.lab.arena import Arena
from dsl.lab.parcel import Foreign, Parcel, unpacked
from dsl.lab.running import game_of, play_chunk
from dsl.lab.store import Chunk
from dsl.lab.variant import Variant, rules_digest

_sent: dict[str, tuple[Variant, TemporaryDirectory[str]]] = {}
_arenas = threading.local()


class Rules(WorkerPlugin):
    """The rules of a variant, on every worker: those that are there, and those that come later."""

    def __init__(self, parcel: Parcel) -> None:
        self.parcel = parcel

    def setup(self, worker: Worker) -> None:
        """Make the worker ready. Foreign if its games would not be the same."""
        folder = TemporaryDirectory(prefix="rulewright-")
        variant = unpacked(self.parcel, Path(folder.name))
        if rules_digest(game_of(variant)) != self.parcel.rules:
            raise Foreign("the rules mean something else there")
        _sent[self.parcel.key] = variant, folder

    def teardown(self, worker: Worker) -> None:
        """Throw the rules away."""
        found = _sent.pop(self.parcel.key, None)
        if found is not None:
            found[1].cleanup()


def play(key: str, first: int, count: int) -> Chunk:
    """Some games of the variant that was sent under a key. Each thread of a worker has an arena of its own."""
    arenas: dict[str, Arena] = _arenas.__dict__.setdefault("by_key", {})
    if key not in arenas:
        variant = _sent[key][0]
        while len(arenas) > 1:  # two are compared at most
            del arenas[next(iter(arenas))]
        arenas[key] = Arena(game_of(variant), variant)
    return play_chunk(arenas[key], first, count)


def compiles() -> bool:
    """Whether there is a C compiler here."""
    try:
        cc.find()
    except cc.CompilerError:
        return False
    return True
