"""A room in another language: the moves that were made, made again in its words.

The room itself stays in the words of the rules: its events, its links and what is out of date are the same for
everybody, whatever is read at a seat.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Any, Final

from dsl.runtime.engine import Engine
from dsl.runtime.state import State
from dsl.runtime.tongues.catalogue import catalogue_file, program_tongue, tongue_of

Data = dict[str, Any]
PRESENT: Final = -1
"""Where the game is now, among the moments that are kept."""


class Spoken:
    """The states of one room in one language."""

    def __init__(self, folder: Path, engine: Engine, language: str) -> None:
        """folder: that of the game; without a catalogue there only the program speaks the language."""
        there = catalogue_file(folder, language).is_file()
        self.source = engine
        self.engine = engine.in_tongue(tongue_of(folder, language) if there else program_tongue(language))
        self.own = self.engine.words.own
        self._states: dict[int, State] = {}
        self._pictures: dict[int, tuple[int, Data]] = {}
        self._lock = Lock()

    def follow(self, source: State, which: int = PRESENT) -> State:
        """The same state in this language. which: among those that are kept, the one to go on from."""
        with self._lock:
            state = self._states.get(which)
            if state is None or not _leads_back(state, source):
                state = self._states[which] = self._begun(source)
            for played in source.played[len(state.played) :]:
                state.apply_with(played.option, played.chance)
            return state.clone()

    def picture(self, number: int, count: int, draw: Callable[[], Data]) -> Data:
        """The picture of a seat, kept as long as it is the same in the words of the rules."""
        known = self._pictures.get(number)
        if known is None or known[0] != count:
            known = self._pictures[number] = count, draw()
        return known[1]

    def _begun(self, source: State) -> State:
        """The beginning of a state: of the game, or where it was changed by hand."""
        if source.from_beginning:
            position = self.engine.backend.new_position(source.seed)
            return State(self.engine, position, seed=source.seed, start_chance=source.start_chance)
        back = source.clone()
        while back.undo():
            pass
        return State(self.engine, [*back.position], seed=source.seed, from_beginning=False, run=False)


def _leads_back(state: State, source: State) -> bool:
    """Take a state back as far as it went another way than its source; False if that cannot be."""
    if state.from_beginning != source.from_beginning or not source.from_beginning:
        return False
    alike = 0
    for mine, theirs in zip(state.played, source.played, strict=False):
        if (mine.option, mine.chance) != (theirs.option, theirs.chance):
            break
        alike += 1
    while len(state.played) > alike:
        if not state.undo():
            return False
    return True
