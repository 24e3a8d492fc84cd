"""A board of hexagons in rows drawn as a map: outlines with what their edges and corners say, and what stands inside.

A hexagon has three lines of seven, seven and three letters: its name and the pieces on it, then what its fields say. An
edge or a corner shows the letter of what it holds or of what its first fields say, and a stroke or a dot if that is
nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dsl.repl.drawing.board_plans import letters_of, says
from dsl.repl.output import Line, Segment, cut, line, plain
from dsl.runtime.information.views import BoardView, SpaceView
from dsl.runtime.reading.tokens import fold
from dsl.runtime.tongues.own import words_now

_WIDE: Final = 4
_ROOM: Final = (7, 7, 3)
_Canvas = dict[tuple[int, int], Segment]


def draw(shown: BoardView, parts: Sequence[BoardView], ascii_only: bool) -> list[Line]:
    """The map, as lines. parts: the boards of its edges and its corners."""
    canvas: _Canvas = {}
    for middle, space in zip(shown.points, shown.spaces, strict=True):
        _outline(canvas, middle, ascii_only)
        _inside(canvas, middle, space, shown)
    for board in parts:
        values = dict(board.values)
        for at, space in zip(board.points, board.spaces, strict=True):
            said = _said(space, values)
            if said:
                _mark(canvas, at, said, corner=board.part == "corners")
    return _lines(canvas)


def legend(parts: Sequence[BoardView]) -> list[Line]:
    """What the letters on edges and corners stand for, if it is no single letter itself."""
    said: dict[str, None] = {}
    for board in parts:
        values = dict(board.values)
        for space in board.spaces:
            for word in _words(space, values):
                if len(word) > 1:
                    said[f"{_letter(word)} {word}"] = None
    return [line((each, "dim")) for each in said]


def _outline(canvas: _Canvas, middle: tuple[int, ...], ascii_only: bool) -> None:
    """The strokes and dots of a hexagon."""
    x, y = _at(middle)
    dot = "+" if ascii_only else "·"
    for across, up, sign in (
        (0, 2, dot), (_WIDE, 1, dot), (_WIDE, -1, dot), (0, -2, dot), (-_WIDE, -1, dot), (-_WIDE, 1, dot),
        (2, 2, "\\"), (-2, 2, "/"), (2, -1, "/"), (-2, -1, "\\"), (_WIDE, 0, "|"), (-_WIDE, 0, "|"),
    ):  # fmt: skip
        canvas[x + across, y + up] = Segment(sign, "dim")


def _inside(canvas: _Canvas, middle: tuple[int, ...], space: SpaceView, shown: BoardView) -> None:
    """The name of a hexagon with its pieces, and what its fields say."""
    x, y = _at(middle)
    names = letters_of(shown)
    pieces = [names[item.entity] for zone in space.zones for item in zone.items]
    values = dict(shown.values)
    told = [
        (name if value == words_now().yes else value)
        for name, value in space.fields
        if says(value, values.get(name, ()))
    ]
    rows: list[Line] = [line((space.name, "dim"), *((f" {each}", "name") for each in pieces))]
    rows += [line(fold(each.replace("_", " "))) for each in told[:2]]
    for number, row in enumerate(rows):
        _write(canvas, x, y + 1 - number, cut(row, _ROOM[number]))


def _mark(canvas: _Canvas, at: tuple[int, ...], said: str, *, corner: bool) -> None:
    """The letters of a corner, or of an edge in the middle between its ends."""
    if corner:
        x, y = _at(at)
    else:
        (a, b), (c, d) = _at(at[:2]), _at(at[2:])
        x, y = (a + c) // 2, (b + d) // 2 if a == c else max(b, d)
    _write(canvas, x, y, line((said, "name")))


def _write(canvas: _Canvas, x: int, y: int, row: Line) -> None:
    at = x - len(plain(row)) // 2
    for segment in row:
        for sign in segment.text:
            canvas[at, y] = Segment(sign, segment.style)
            at += 1


def _at(point: Sequence[int]) -> tuple[int, int]:
    return point[0] * _WIDE, point[1]


def _said(space: SpaceView, values: dict[str, tuple[str, ...]]) -> str:
    """The letters of what an edge or a corner holds and says; three at most."""
    return "".join(_letter(word) for word in _words(space, values))[:3]


def _words(space: SpaceView, values: dict[str, tuple[str, ...]]) -> list[str]:
    held = [item.name for zone in space.zones for item in zone.items]
    return held + [
        (name if value == words_now().yes else value).replace("_", " ")
        for name, value in space.fields
        if says(value, values.get(name, ()))
    ]


def _letter(word: str) -> str:
    return fold(word)[:1].upper() or "?"


def _lines(canvas: _Canvas) -> list[Line]:
    """The canvas from the top, each line without blanks at its end."""
    left, low, high = min(x for x, _ in canvas), min(y for _, y in canvas), max(y for _, y in canvas)
    out: list[Line] = []
    for y in range(high, low - 1, -1):
        last = max((x for x, up in canvas if up == y), default=left)
        out.append(tuple(canvas.get((x, y), Segment(" ", "")) for x in range(left, last + 1)))
    return out
