"""Frozen data as JSON and back: dataclasses that hold numbers, texts, tuples and each other, of any depth.

What is the same object is written once and is the same object again. Only classes that the reader names are made, and
nothing that is read is run.

    {"shapes": [["Span", "r.."], ["Name", "r."]], "rows": [[0, 3, 10, 14], ...]}

What is there anyway when it is read, such as the file in which all places lie, is handed to both sides and written as
the row that it has (`outside`, from 0).

A shape is a class and, for each of its fields, whether it is a row (`r`, by its number, one that stands before) or the
value itself (`.`). Of a tuple the shape says that its members are all rows or all values; `=` is a value alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from operator import attrgetter
from typing import Any, Final, cast

Row = list[Any]
Stored = dict[str, Any]

_ROWS, _VALUES, _VALUE = "(r)", "(.)", "="
_PLAIN: Final[frozenset[type[Any]]] = frozenset([int, str, bool, type(None)])


class NotStored(Exception):
    """Something that has no such form, or something that was not written by `store`."""


def store(value: object, outside: Sequence[object] = ()) -> Stored:
    """A value and all that it holds as what JSON can hold; NotStored for what is no frozen data."""
    writer = _Writer(outside)
    writer.add(value)
    return {"shapes": writer.shapes, "rows": writer.rows}


def restore(stored: Any, classes: Iterable[type[Any]], outside: Sequence[object] = ()) -> Any:
    """The value that was stored. classes: what may be made. NotStored for anything else than what `store` gives."""
    known = {each.__name__: each for each in classes}
    try:
        makers = [_maker(name, kinds, known) for name, kinds in stored["shapes"]]
        made: list[Any] = [*outside]
        add = made.append
        for row in stored["rows"]:
            add(makers[row[0]](row, made))
        return made[-1]
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise NotStored(str(error)) from None


# ---- writing ---------------------------------------------------------------------------------------------------------


@cache
def _fields(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind) if field.init)


@cache
def _reader(kind: type[Any]) -> Callable[[Any], tuple[Any, ...]]:
    """What gives the parts of a value of a class; NotStored for what is no frozen data."""
    if kind is tuple:
        return _itself
    if not is_dataclass(kind):
        raise NotStored(f"{kind.__name__} is no frozen data")
    names = _fields(kind)
    if len(names) > 1:
        return cast("Callable[[Any], tuple[Any, ...]]", attrgetter(*names))
    return lambda value: tuple(getattr(value, name) for name in names)


def _itself(value: tuple[Any, ...]) -> tuple[Any, ...]:
    return value


class _Writer:
    """The rows, while they are written."""

    def __init__(self, outside: Sequence[object]) -> None:
        self.shapes: list[list[str]] = []
        self.rows: list[Row] = []
        self._first = len(outside)
        self._shapes: dict[tuple[type[Any], int], int] = {}
        self._numbers: dict[int, int] = {id(each): number for number, each in enumerate(outside)}
        self._alive: list[object] = [*outside]
        """What has a number, so that no other object gets its identity."""

    def add(self, root: object) -> None:
        """Number a value and all that it holds, what is held first."""
        try:
            self._number(root)
        except RecursionError:
            raise NotStored("too deep") from None

    def _number(self, value: Any) -> int:
        found = self._numbers.get(id(value))
        if found is not None:
            return found
        kind: type[Any] = value.__class__
        if kind in _PLAIN:
            return self._put(value, [self._shape(kind, 0), value])
        row: Row = [0]
        plain, bit = 0, 1
        number, numbers = self._number, self._numbers
        for part in _reader(kind)(value):
            if part.__class__ in _PLAIN:
                row.append(part)
                plain |= bit
            else:
                known = numbers.get(id(part))
                row.append(number(part) if known is None else known)
            bit <<= 1
        if kind is tuple and plain:
            if plain < bit - 1:
                row[1:] = [number(part) for part in value]  # of values and others, all get rows
                plain = 0
            else:
                plain = 1
        row[0] = self._shapes.get((kind, plain), -1)
        if row[0] < 0:
            row[0] = self._shape(kind, plain)
        return self._put(value, row)

    def _put(self, value: object, row: Row) -> int:
        found = self._numbers[id(value)] = self._first + len(self.rows)
        self._alive.append(value)
        self.rows.append(row)
        return found

    def _shape(self, kind: type[Any], plain: int) -> int:
        """The number of a shape; plain: bit by bit, which parts are values."""
        found = self._shapes.get((kind, plain))
        if found is None:
            if kind in _PLAIN:
                shape = [_VALUE, ""]
            elif kind is tuple:
                shape = [_VALUES if plain else _ROWS, ""]
            else:
                shape = [kind.__name__, "".join("r."[plain >> at & 1] for at in range(len(_fields(kind))))]
            found = self._shapes[kind, plain] = len(self.shapes)
            self.shapes.append(shape)
        return found


# ---- reading ---------------------------------------------------------------------------------------------------------


def _maker(name: str, kinds: str, known: dict[str, type[Any]]) -> Callable[[Row, list[Any]], Any]:
    """What makes the value of a row of a shape."""
    if name == _VALUE:
        return _value
    if name == _VALUES:
        return _values
    if name == _ROWS:
        return _rows
    made = known[name]
    if len(kinds) != len(_fields(made)) or set(kinds) - {"r", "."}:
        raise NotStored(f"{name} has other fields")
    places = [at for at, kind in enumerate(kinds, 1) if kind == "r"]
    return _whole(made, len(kinds) + 1, places)


def _value(row: Row, made: list[Any]) -> Any:
    _, value = row
    return value


def _values(row: Row, made: list[Any]) -> Any:
    return tuple(row[1:])


def _rows(row: Row, made: list[Any]) -> Any:
    return tuple([made[number] for number in row[1:]])


def _whole(kind: type[Any], size: int, places: list[int]) -> Callable[[Row, list[Any]], Any]:
    """What makes an instance of a class; most have one to three parts, so these are written out."""

    def make(row: Row, made: list[Any]) -> Any:
        for place in places:
            row[place] = made[row[place]]
        _, *parts = row
        return kind(*parts)

    def one(row: Row, made: list[Any]) -> Any:
        _, first = row
        return kind(made[first])

    def span(row: Row, made: list[Any]) -> Any:
        _, first, second, third = row
        return kind(made[first], second, third)

    def two(row: Row, made: list[Any]) -> Any:
        _, first, second = row
        return kind(made[first], made[second])

    def named(row: Row, made: list[Any]) -> Any:
        _, first, second = row
        return kind(made[first], second)

    usual: dict[tuple[int, ...], Callable[[Row, list[Any]], Any]] = {
        (2, 1): one,
        (4, 1): span,
        (3, 1, 2): two,
        (3, 1): named,
    }
    return usual.get((size, *places), make)
