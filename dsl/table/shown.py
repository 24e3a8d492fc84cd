"""What the seats of a room were shown last.

Pictures are made when they are looked for, so that whoever makes a move is answered before they are, and only as often
as something has happened. Threads may look at the same time: one makes the pictures, the others wait for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from threading import Lock

from dsl.table.picture import Data, Drawn


@dataclass(slots=True)
class Shown:
    """What a seat was shown last, and the how-manieth picture that is."""

    picture: Data
    count: int
    drawn: Drawn


Make = Callable[[int, Drawn], Data]
"""The picture for a seat; with what was drawn for it before."""
Notice = Callable[[int], None]
"""What is done where a seat sees something else than before."""
Ready = tuple[list[int], list[int]] | None
"""Who has made his sealed choices and who has not; None where none are made, or not all can tell who is asked."""


class Pictures:
    """The last picture of each seat. of: them, by seat, as they were made last. ready: who was, when they were made.
    moments: see `Room.moments`.
    """

    def __init__(self) -> None:
        self.of: dict[int, Shown] = {}
        self.ready: Ready = None
        self.moments: list[tuple[int, int]] = []
        self._lock = Lock()
        self._happened = self._made = 0

    def out_of_date(self) -> None:
        """Something has happened."""
        self._happened += 1

    @property
    def behind(self) -> bool:
        """Whether something has happened since the pictures were made."""
        return self._made != self._happened

    def moment(self, stretch: int, decisions: int) -> None:
        """An onlooker sees something else, in this stretch after so many decisions."""
        now = stretch, decisions
        while self.moments and self.moments[-1] >= now:
            self.moments.pop()
        self.moments.append(now)

    def catch_up(self, seats: Iterable[int], begin: Callable[[], tuple[Make, Notice, Ready]]) -> None:
        """Make the picture of each seat anew, unless nothing has happened; what looks the same as before is the same
        picture. If that fails they stay what they were. begin: reads what there is now.
        """
        with self._lock:
            if not self.behind:
                return
            self._made = self._happened  # before it is read what there is: it is at least as new
            make, notice, self.ready = begin()
            for seat in seats:
                before = self.of.get(seat)
                drawn = Drawn() if before is None else before.drawn
                made = make(seat, drawn)
                if before is None or before.picture != made:
                    self.of[seat] = Shown(made, 0 if before is None else before.count + 1, drawn)
                    notice(seat)
