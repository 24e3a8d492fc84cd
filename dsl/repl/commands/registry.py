"""What a command is: its name, its words for `help`, and the function that does it.

A command gets the table, the rest of the typed line, and the output to write to. What cannot be done is raised as
`Refused` with one sentence for the player; the session shows it and goes on. A command that fails leaves the position
as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from dsl.play.refused import Refused
from dsl.repl.output import Output
from dsl.repl.table import Table
from dsl.runtime.reading.tokens import fold
from dsl.runtime.tongues.own import numbered, said

Run = Callable[[Table, str, Output], None]


@dataclass(frozen=True, slots=True)
class Command:
    """One command. usage: as typed, what is in capitals is to be filled in; details: further lines of `help NAME`."""

    name: str
    usage: str
    summary: str
    run: Run
    details: str = ""
    aliases: tuple[str, ...] = ()


def players_and_seed(table: Table, seed: int) -> str:
    """What is said behind the title of a game that begins."""
    count = len(table.seats)
    return numbered(count, ": {1} player, seed {2}.", ": {1} players, seed {2}.", count, seed)


def seat_number(table: Table, text: str) -> int:
    """The player a seat's letter, number or name stands for; Refused if there is none."""
    wanted = fold(text)
    for player in table.seats:
        if wanted in (str(player), fold(table.letter(player)), fold(table.name(player))):
            return player
    seats = ", ".join(table.letter(player) for player in table.seats)
    raise Refused(said("there is no seat {1}: the seats are {2}", text or said("(none given)"), seats))


def whole_number(text: str, otherwise: int, highest: int = 1_000_000) -> int:
    """The number typed, `otherwise` where nothing was; Refused unless it is a whole number from 1 to `highest`."""
    if not text:
        return otherwise
    if not (text.isascii() and text.isdigit()) or len(text) > 9 or not 1 <= int(text) <= highest:
        raise Refused(said("{1} is not a whole number from 1 to {2}", text, f"{highest:,}"))
    return int(text)


def file_path(text: str, suffix: str = "") -> Path:
    """A path as typed; `~` is the home folder; `suffix` is added to a name without one."""
    if not text:
        raise Refused(said("name a file"))
    if "\0" in text:
        raise Refused(said("the name of a file cannot hold that character"))
    path = Path(text.strip('"')).expanduser()
    if path.name in ("", "..") or path.is_dir():
        raise Refused(said("{1} is no name of a file", text))
    return path if path.suffix or not suffix else path.with_name(path.name + suffix)


def matching(typed: str, candidates: Iterable[str]) -> list[str]:
    """The candidates `typed` can stand for: those equal to it, else those it begins, else those that hold its words."""
    wanted = fold(typed)
    folded = [(each, fold(each)) for each in dict.fromkeys(candidates)]
    for fits in (_equal, _begins, _holds):
        found = [each for each, text in folded if fits(text, wanted)]
        if found:
            return found
    return []


def _equal(text: str, wanted: str) -> bool:
    return text == wanted


def _begins(text: str, wanted: str) -> bool:
    return text.startswith(wanted)


def _holds(text: str, wanted: str) -> bool:
    return all(word in text for word in wanted.split())
