"""Where results are kept: one SQLite file of chunks of games, each written whole or not at all, and none twice.

A chunk holds the games of a variant with the numbers from `first` on: for each of them a row of numbers, packed column
by column into as few bytes as they need; what was offered and taken in all of them; the turns of the first games; and,
in a table that older stores do not have, what lay in decks and hands.
"""

from __future__ import annotations

import json
import sqlite3
import sys
import zlib
from array import array
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, cast

from dsl.backends.counting import CARDS, TOLD
from dsl.diagnostics import Diagnostic, RulesError

FORM: Final = 1
"""Of the file; another one is refused."""
_SORTS: Final = ("b", "h", "i", "q")
_TABLES: Final = """
create table if not exists about (form integer not null);
create table if not exists variants (id text primary key, about text not null);
create table if not exists chunks (
    variant text not null references variants (id), first integer not null, count integer not null,
    seconds real not null, rows blob not null, counts blob not null, turns blob not null,
    primary key (variant, first)
) without rowid;
create table if not exists notes (variant text not null, name text not null, note text not null,
    primary key (variant, name)) without rowid;
create table if not exists cards (variant text not null, first integer not null, counts blob not null,
    primary key (variant, first)) without rowid;
"""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Games of a variant that were played one after the other."""

    first: int
    count: int
    seconds: float
    columns: list[list[int]]
    counts: dict[tuple[int, int], tuple[int, ...]]
    turns: list[tuple[int, ...]]
    cards: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict[tuple[int, int], tuple[int, ...]])


class Store:
    """A file of results. Several programs can write to it at once."""

    def __init__(self, path: Path) -> None:
        """RulesError (E169) if it is no such file."""
        self.path = path
        try:
            self._base = sqlite3.connect(path, timeout=60, isolation_level=None)
            names = {str(row[0]) for row in self._base.execute("select name from sqlite_master where type = 'table'")}
            if names and "variants" not in names:
                self._base.close()
                raise _unusable(path, "it is a database of something else")
            self._base.execute("pragma journal_mode = wal")
            self._base.execute("pragma synchronous = normal")
            self._base.executescript(_TABLES)
            form = self._base.execute("select form from about").fetchone()
            if form is None:
                self._base.execute("insert into about select ? where not exists (select 1 from about)", (FORM,))
            elif form[0] != FORM:
                raise _unusable(path, f"it was written by another version of the lab (form {form[0]}, not {FORM})")
        except sqlite3.Error as error:
            raise _unusable(path, str(error)) from None

    def close(self) -> None:
        """Nothing is asked of it any more."""
        self._base.close()

    @contextmanager
    def reading(self) -> Generator[None]:
        """Where what the file holds is looked at or written: RulesError (E169) if it is not what was written there,
        or cannot be written.
        """
        try:
            yield
        except sqlite3.Error as error:
            raise _unusable(self.path, str(error)) from error
        except (KeyError, IndexError, TypeError, ValueError, AttributeError, OverflowError, zlib.error) as error:
            raise _unusable(self.path, f"what it holds is damaged ({type(error).__name__}: {error})") from error

    # ---- variants ----

    def enter(self, variant: str, about: Mapping[str, object]) -> None:
        """Make a variant known; what is known of it already stays."""
        text = json.dumps(about, ensure_ascii=False, default=str)
        with self.reading():
            self._base.execute("insert or ignore into variants values (?, ?)", (variant, text))

    def variants(self) -> dict[str, dict[str, Any]]:
        """All variants, and what is known about each, in the order in which they came."""
        with self.reading():
            found = self._base.execute("select id, about from variants order by rowid")
            return {name: self._whole(about) for name, about in found.fetchall()}

    def about(self, variant: str) -> dict[str, Any] | None:
        """What is known of a variant, by its name or the beginning of it; None if it is not there."""
        with self.reading():
            found = self._base.execute("select about from variants where substr(id, 1, ?) = ?", (len(variant), variant))
            rows = found.fetchall()
            return self._whole(rows[0][0]) if len(rows) == 1 else None

    def _whole(self, text: str) -> dict[str, Any]:
        """What is known of a variant; one that is `like` another has all that it does not say from there."""
        about = cast(dict[str, Any], dict(json.loads(text)))
        like = self.about(about["like"]) if "like" in about else None
        return {**(like or {}), **about}

    def note(self, variant: str, name: str, note: object) -> None:
        """Keep something that was worked out of a variant."""
        text = json.dumps(note, ensure_ascii=False)
        with self.reading():
            self._base.execute("insert or replace into notes values (?, ?, ?)", (variant, name, text))

    def noted(self, variant: str, name: str) -> Any:
        """What was kept under a name; None if nothing was."""
        wanted = "select note from notes where variant = ? and name = ?"
        with self.reading():
            found = self._base.execute(wanted, (variant, name)).fetchone()
            return None if found is None else json.loads(found[0])

    # ---- games ----

    def add(self, variant: str, chunk: Chunk) -> bool:
        """Write a chunk; False, and nothing is written, if one of its games is there already."""
        with self.reading():
            return self._add(variant, chunk)

    def _add(self, variant: str, chunk: Chunk) -> bool:
        blobs = pack(chunk.columns), _packed_counts(chunk.counts), _packed_turns(chunk)
        self._base.execute("begin immediate")
        try:
            last = chunk.first + chunk.count
            taken = "select 1 from chunks where variant = ? and first < ? and first + count > ?"
            if self._base.execute(taken, (variant, last, chunk.first)).fetchone() is not None:
                self._base.execute("rollback")
                return False
            row = (variant, chunk.first, chunk.count, chunk.seconds, *blobs)
            self._base.execute("insert into chunks values (?, ?, ?, ?, ?, ?, ?)", row)
            if chunk.cards:
                lying = (variant, chunk.first, _packed_counts(chunk.cards))
                self._base.execute("insert into cards values (?, ?, ?)", lying)
            self._base.execute("commit")
        except BaseException:
            if self._base.in_transaction:  # a full disk ends it
                self._base.execute("rollback")
            raise
        return True

    def spans(self, variant: str) -> list[tuple[int, int]]:
        """Which games are there: first numbers and how many, in order."""
        with self.reading():
            found = self._base.execute("select first, count from chunks where variant = ? order by first", (variant,))
            return [(int(first), int(count)) for first, count in found]

    def missing(self, variant: str, games: int) -> list[tuple[int, int]]:
        """The stretches of the first `games` games that are not there."""
        found: list[tuple[int, int]] = []
        at = 0
        for first, count in [*self.spans(variant), (games, 0)]:
            if at < min(first, games):
                found.append((at, min(first, games) - at))
            at = max(at, first + count)
        return found

    def chunks(self, variant: str) -> Iterator[Chunk]:
        """All chunks of a variant, in the order of their games."""
        wanted = (
            "select first, count, seconds, rows, chunks.counts, turns, cards.counts from chunks "
            "left join cards using (variant, first) where variant = ? order by first"
        )
        with self.reading():
            for first, count, seconds, rows, counts, turns, cards in self._base.execute(wanted, (variant,)):
                columns = unpack(rows)
                if any(len(column) != count for column in columns):
                    raise ValueError("a chunk has not as many games as it says")
                lying = {} if cards is None else _counts_of(cards, CARDS)
                told = _counts_of(counts, TOLD), _turns_of(turns), lying
                yield Chunk(int(first), count, float(seconds), columns, *told)


def pack(columns: Sequence[Sequence[int]]) -> bytes:
    """Columns of numbers, each in as few bytes as its greatest number needs."""
    parts: list[bytes] = []
    for column in columns:
        most = max(max(column, default=0), -1 - min(column, default=0))
        sort = next(sort for sort in _SORTS if most < 1 << 8 * array(sort).itemsize - 1)
        found = array(sort, column)
        if sys.byteorder == "big":
            found.byteswap()
        data = found.tobytes()
        parts += [sort.encode(), len(data).to_bytes(8, "little"), data]
    return b"".join(parts)


def unpack(data: bytes) -> list[list[int]]:
    """The columns again."""
    found: list[list[int]] = []
    at = 0
    while at < len(data):
        column: array[int] = array(data[at : at + 1].decode())
        size = int.from_bytes(data[at + 1 : at + 9], "little")
        column.frombytes(data[at + 9 : at + 9 + size])
        if sys.byteorder == "big":
            column.byteswap()
        found.append(column.tolist())
        at += 9 + size
    return found


def _packed_counts(counts: Mapping[tuple[int, int], Sequence[int]]) -> bytes:
    rows = [(key, seat, *numbers) for (key, seat), numbers in sorted(counts.items())]
    return zlib.compress(pack([list(column) for column in zip(*rows, strict=True)]), 1)


def _counts_of(data: bytes, told: int) -> dict[tuple[int, int], tuple[int, ...]]:
    rows = zip(*unpack(zlib.decompress(data)), strict=True)
    return {(row[0], row[1]): row[2 : 2 + told] for row in rows}


def _packed_turns(chunk: Chunk) -> bytes:
    return zlib.compress(pack([list(column) for column in zip(*chunk.turns, strict=True)]), 1)


def _turns_of(data: bytes) -> list[tuple[int, ...]]:
    return list(zip(*unpack(zlib.decompress(data)), strict=True))


def _unusable(path: Path, words: str) -> RulesError:
    return RulesError([Diagnostic("E169", "error", f"{path} cannot be used as a store of results: {words}")])
