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
from typing import Any, Final, TypeGuard, cast

Plain = int | str | bool | None
Row = list[Any]
Stored = dict[str, Any]

_ROWS, _VALUES, _VALUE = "(r)", "(.)", "="
_PLAIN: Final = (int, str, bool, type(None))


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


class _Writer:
    """The rows, while they are written."""

    def __init__(self, outside: Sequence[object]) -> None:
        self.shapes: list[list[str]] = []
        self.rows: list[Row] = []
        self._first = len(outside)
        self._shapes: dict[tuple[str, str], int] = {}
        self._numbers: dict[int, int] = {id(each): number for number, each in enumerate(outside)}
        self._alive: list[object] = [*outside]
        """What has a number, so that no other object gets its identity."""

    def add(self, root: object) -> None:
        """Number a value and all that it holds, what is held first."""
        pending: list[tuple[Any, bool]] = [(root, False)]
        while pending:
            value, ready = pending.pop()
            if id(value) in self._numbers:
                continue
            parts = _parts(value)
            if ready or not parts:
                row = self._row(value)  # may add rows of its own
                self._numbers[id(value)] = self._first + len(self.rows)
                self._alive.append(value)
                self.rows.append(row)
                continue
            pending.append((value, True))
            pending.extend((part, False) for part in reversed(parts))

    def _row(self, value: Any) -> Row:
        if isinstance(value, _PLAIN):
            return [self._shape(_VALUE, ""), value]
        if _is_tuple(value):
            whole = not any(isinstance(part, _PLAIN) for part in value)
            if whole:
                return [self._shape(_ROWS, ""), *(self._numbers[id(part)] for part in value)]
            if all(isinstance(part, _PLAIN) for part in value):
                return [self._shape(_VALUES, ""), *value]
            return [self._shape(_ROWS, ""), *(self._held(part) for part in value)]
        kind = cast(type[Any], type(value))
        held = [getattr(value, name) for name in _fields(kind)]
        kinds = "".join("." if isinstance(part, _PLAIN) else "r" for part in held)
        numbers = (part if isinstance(part, _PLAIN) else self._numbers[id(part)] for part in held)
        return [self._shape(kind.__name__, kinds), *numbers]

    def _held(self, part: Any) -> int:
        """The number of a member of a tuple that has values and rows: a value gets a row of its own."""
        if not isinstance(part, _PLAIN):
            return self._numbers[id(part)]
        self.rows.append(self._row(part))
        return self._first + len(self.rows) - 1

    def _shape(self, name: str, kinds: str) -> int:
        found = self._shapes.get((name, kinds))
        if found is None:
            found = self._shapes[name, kinds] = len(self.shapes)
            self.shapes.append([name, kinds])
        return found


def _parts(value: Any) -> Sequence[Any]:
    """What a value holds that has a row of its own."""
    if isinstance(value, _PLAIN):
        return ()
    held: Iterable[Any]
    if _is_tuple(value):
        held = value
    elif is_dataclass(value) and not isinstance(value, type):
        held = (getattr(value, name) for name in _fields(type(value)))
    else:
        raise NotStored(f"{type(value).__name__} is no frozen data")
    return [part for part in held if not isinstance(part, _PLAIN)]


def _is_tuple(value: Any) -> TypeGuard[tuple[Any, ...]]:
    return type(value) is tuple


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
