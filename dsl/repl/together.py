"""What happened since somebody was told last, in few lines: moves of one sort that follow each other are one of them.

What they changed is told once, from before the first to after the last of them, so that a figure that walks to and fro
is where it went. Where it would still be too long, all moves of one player between two lines of the rules are one line.
The log has each move in a line of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from dsl.runtime.state import State
from dsl.runtime.tongues.own import said

LONG: Final = 30
"""From how many rows on an answer is too long for a line for each sort of moves."""

MOST_NAMED: Final = 12
"""How many moves are named in a line."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log: its words, the state that wrote it, its number there (0: none), the number of its move.

    is_move: it is the move itself. move_effect: it is no line of the log, but says what the move changed.
    """

    words: str
    state: State
    number: int
    move: int
    is_move: bool = False
    move_effect: bool = False


Begun = Callable[[Entry], tuple[str, Hashable] | None]
"""The words that a line begins with and a sort, of moves that may stand together; None of any other line."""


@dataclass(slots=True)
class Run:
    """Lines that are told together, of the moves from `first` to `last` (-1: of none that is looked at)."""

    first: int
    last: int
    lines: list[Entry] = field(default_factory=list[Entry])

    def follows(self, other: Run, begun: Begun) -> bool:
        """Whether the moves go on with the same sort of move, and the rules wrote nothing in between."""
        if not (self.lines and other.lines and other.lines[-1].is_move and self.first == other.last + 1 > 0):
            return False
        sort = begun(self.lines[0])
        return sort is not None and sort == begun(other.lines[-1])


def joined(runs: Iterable[Run], begun: Begun, between: str) -> list[Run]:
    """The runs with those of one sort made one, in a line that has the words of each behind what they begin with."""
    found: list[list[Run]] = []
    for run in runs:
        if found and run.follows(found[-1][-1], begun):
            found[-1].append(run)
        else:
            found.append([run])
    return [_one(group, begun, between) for group in found]


def _one(group: Sequence[Run], begun: Begun, between: str) -> Run:
    if len(group) == 1:
        return group[0]
    head = begun(group[0].lines[-1])
    assert head is not None
    # a run may have been made one before: its line is cut like the others
    moves = [*(run.lines[-1] for run in group[:-1]), group[-1].lines[0]]
    tails = [each.words[len(head[0]) :].strip() for each in moves]
    if len(tails) > MOST_NAMED:
        tails[MOST_NAMED - 2 : -1] = [said("… {1} more", len(tails) - MOST_NAMED + 1)]
    line = Entry(f"{head[0]} {between.join(tails)}", moves[-1].state, moves[-1].number, moves[-1].move, is_move=True)
    return Run(group[0].first, group[-1].last, [*group[0].lines[:-1], line, *group[-1].lines[1:]])


def rows(runs: Sequence[Run]) -> int:
    """About how many rows they take: a line each, and one for what moves have changed that somebody reads of here."""
    return sum(len(run.lines) + (run.last >= 0) for run in runs if run.lines)
