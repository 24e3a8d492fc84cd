"""What a command is: its name, its words for `help`, and the function that does it.

A command gets the table, the rest of the typed line, and the output to write to. What cannot be done is raised as `Refused`
with one sentence for the player; the session shows it and goes on. A command that fails leaves the position as it was.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from dsl.repl.output import Output
from dsl.repl.table import Table

Run = Callable[[Table, str, Output], None]


@dataclass(frozen=True, slots=True)
class Command:
    """One command. usage: as typed, parts in capitals are to be filled in; details: the further lines of `help NAME`."""

    name: str
    usage: str
    summary: str
    run: Run
    details: str = ""
    aliases: tuple[str, ...] = ()


class Refused(Exception):
    """A command cannot be done; the words say why and, where there is one, name the way out."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


def fold(text: str) -> str:
    """`text` as it is compared: small letters, no marks on them, single blanks. `Łódź` and `lodz` are the same."""
    flat = unicodedata.normalize("NFKD", text.translate(_STROKES))
    bare = "".join(letter for letter in flat if not unicodedata.combining(letter))
    return " ".join(bare.casefold().split())


_STROKES = str.maketrans("łŁøØđĐ", "lLoOdD")  # letters that NFKD leaves whole
_STROKES[ord("“")] = _STROKES[ord("”")] = '"'


def seat_number(table: Table, text: str) -> int:
    """The player a seat's letter, number or name stands for; Refused if there is none."""
    wanted = fold(text)
    for player in table.seats:
        if wanted in (str(player), table.letter(player).casefold(), fold(table.name(player))):
            return player
    seats = ", ".join(table.letter(player) for player in table.seats)
    raise Refused(f"there is no seat {text or '(none given)'}: the seats are {seats}")


def whole_number(text: str, otherwise: int, highest: int = 1_000_000) -> int:
    """The number typed, `otherwise` where nothing was; Refused unless it is a whole number from 1 to `highest`."""
    if not text:
        return otherwise
    if not (text.isascii() and text.isdigit()) or len(text) > 9 or not 1 <= int(text) <= highest:
        raise Refused(f"{text} is not a whole number from 1 to {highest:,}")
    return int(text)


def best(typed: str, candidates: Iterable[str]) -> list[str]:
    """The candidates that `typed` can stand for: those equal to it, else those that begin with it, else those that hold it."""
    listed = list(dict.fromkeys(candidates))
    wanted = fold(typed)
    folded = [(each, fold(each)) for each in listed]
    for fits in (
        lambda text: text == wanted,
        lambda text: text.startswith(wanted),
        lambda text: all(word in text for word in wanted.split()),
    ):
        found = [each for each, text in folded if fits(text)]
        if found:
            return found
    return []
