"""What a state keeps of its past: the moves made, and the moments to go back and forward to."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.runtime.information.log import LogLine
from dsl.runtime.information.observation import Moment
from dsl.runtime.kept import Kept
from dsl.runtime.moves import Option


@dataclass(frozen=True, slots=True)
class Played:
    """A move that was made: the option, its text (None: never worked out), the outcomes of chance that were fixed."""

    option: Option
    text: str | None
    chance: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Pending:
    """A step stopped at chance: what was to be done (None: the beginning), the outcomes so far, what is needed next."""

    option: Option | None
    text: str | None
    outcomes: tuple[int, ...]
    n: int


@dataclass(frozen=True, slots=True)
class Shot:
    """A moment to go back to: the position, and how many lines the log and moves the record had."""

    position: Kept
    pending: Pending | None
    lines: int
    played: int
    start_chance: tuple[int, ...]
    moment: Moment | None


@dataclass(frozen=True, slots=True)
class Undone:
    """A moment to go forward to again, with the lines and moves that led there."""

    shot: Shot
    lines: list[LogLine]
    played: list[Played]
