"""A board with edges drawn as a map: spaces close together, their edges between them, a list of what stands there.

A space has room for four letters: those of its pieces, and the first letters of what its fields say. A stroke stands
for what the first field of an edge says, in the order of its values; a letter for a piece that lies on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from dsl.repl.output import Line, Segment, cut, line, pad, plain, width
from dsl.runtime.information.views import BoardView, ItemView, SpaceView
from dsl.runtime.reading.tokens import fold
from dsl.runtime.tongues.own import said, words_now
from dsl.runtime.viewers import letter

CELL: Final = 4
_STROKES: Final = ("━┃", "╍┋", "═║", "≈≀", "××", "○○")
_PLAIN: Final = ("-|", ".:", "=H", "~S", "xx", "oo")
_STYLES: Final = ("name", "own", "other")


def draw(
    shown: BoardView, edges: Sequence[BoardView], ascii_only: bool, columns: int, facts: Callable[[ItemView], Line]
) -> tuple[list[Line], list[Line]]:
    """The map, and what its signs mean, each a line to be joined with others. facts: what is said of a piece.

    A map that is too broad for the columns is drawn in parts, one below the other, of as many spaces each.
    """
    names = letters_of(shown)
    strokes = _PLAIN if ascii_only else _STROKES
    sides = [{space.where: space for space in board.spaces} for board in edges]
    cells = {space.where: space for space in shown.spaces}
    heads, rows = shown.dims[-1][1], shown.dims[-2][1]
    values = [dict(board.values) for board in edges]

    def side(number: int, column: int, row: int, upright: bool) -> Segment:
        """An edge, by the coordinates of its own board; rows are counted from below."""
        at = sides[number].get((column, row))
        mark, style = (" ", "") if at is None else _mark(at, values[number], strokes, upright)
        return Segment(mark if upright else mark * CELL, style)

    margin = max(map(len, rows)) + 1

    def part(across: range) -> Iterator[Line]:
        """Some columns of the map."""
        yield line(" " * (margin + 1), ("".join(heads[at].center(CELL + 1) for at in across), "dim"))
        for number, name in enumerate(rows):
            row = len(rows) - number
            yield line(" " * margin, *_level([side(1, at, row, False) for at in across]))
            spaces: list[Segment] = [Segment(name.rjust(margin - 1) + " ", "dim"), side(0, across[0], row - 1, True)]
            for at in across:
                spaces += pad(cut(_cell(cells[number, at], names, shown), CELL), CELL)
                spaces.append(side(0, at + 1, row - 1, True))
            yield tuple(spaces)
        yield line(" " * margin, *_level([side(1, at, 0, False) for at in across]))

    parts = -(-len(heads) // max(1, (columns - margin - 1) // (CELL + 1)))
    broad = -(-len(heads) // parts)
    drawn = [each for at in range(0, len(heads), broad) for each in part(range(at, min(at + broad, len(heads))))]
    more = [line((said("~ more is there"), "dim"))]
    is_cut = any(width(_cell(each, names, shown)) > CELL for each in cells.values())
    return drawn, [*pieces_of(shown, names, facts), *_legend(shown, edges, strokes), *(more if is_cut else [])]


def _level(sides: Sequence[Segment]) -> list[Segment]:
    """A line of level edges with a dot at each corner."""
    corner = Segment("+", "dim")
    return [each for side in sides for each in (corner, side)] + [corner]


def _mark(
    edge: SpaceView, values: dict[str, tuple[str, ...]], strokes: Sequence[str], upright: bool
) -> tuple[str, str]:
    """The sign of an edge and its style: of the piece that lies there, else of the first field that says something."""
    for zone in edge.zones:
        for item in zone.items:
            return fold(item.name)[:1].upper() or "?", "ask"
    for name, value in edge.fields:
        known = values.get(name, (words_now().no, words_now().yes))
        if value in known[1:]:
            return strokes[min(known.index(value), len(strokes)) - 1][upright], "name"
    return " ", ""


def _items(shown: BoardView) -> list[tuple[SpaceView, ItemView]]:
    return [(space, item) for space in shown.spaces for zone in space.zones for item in zone.items]


def letters_of(shown: BoardView) -> dict[int, str]:
    """Two letters for each piece on the board; pieces of one name are counted."""
    titles: dict[str, str] = {}
    items = sorted((item for _, item in _items(shown)), key=lambda item: item.entity)
    for item in items:
        letters = "".join(each for each in fold(_title(item)) if each.isalnum()).capitalize() or "?"
        free = (letters[0] + each for each in letters[1:] if letters[0] + each not in titles.values())
        titles.setdefault(_title(item), next(free, letters[:2]))
    found: dict[int, str] = {}
    for title, short in titles.items():
        alike = [item for item in items if _title(item) == title]
        for number, item in enumerate(alike, 1):
            found[item.entity] = short + (str(number) if len(alike) > 1 else "")
    return found


def _title(item: ItemView) -> str:
    return item.name


def _cell(space: SpaceView, names: dict[int, str], shown: BoardView) -> Line:
    """The pieces of a space, then the first letters of what its fields say."""
    parts: list[tuple[str, str]] = []
    for zone in space.zones:
        for item in zone.items:
            parts.append((names[item.entity], _STYLES[min(item.owner, 2)] if item.known else "dim"))
    values = dict(shown.values)
    for name, value in space.fields:
        if says(value, values.get(name, ())):
            parts.append(((name if value == words_now().yes else value)[:1].lower(), "dim"))
    return line(*parts)


def says(value: str, known: Sequence[str]) -> bool:
    """Whether the value of a field is worth a sign; known: what an enum field may say, its start first."""
    return value != known[0] if known else value not in words_now().idle


def pieces_of(shown: BoardView, names: dict[int, str], facts: Callable[[ItemView], Line]) -> list[Line]:
    """Each piece with its letters, its place and what is unusual about it."""
    found: list[Line] = []
    owners = {item.owner for _, item in _items(shown)} - {0}
    for space, item in sorted(_items(shown), key=lambda each: each[1].entity):
        told = facts(item)
        extra = (*line(" ("), *told, *line(")")) if plain(told) else ()
        whose = f" [{letter(item.owner)}]" if item.owner and len(owners) > 1 else ""
        found.append((*line((names[item.entity], "name"), f" {item.name}{whose} {space.name}"), *extra))
    return found


def _legend(shown: BoardView, edges: Sequence[BoardView], strokes: Sequence[str]) -> list[Line]:
    """The strokes and letters that stand for something on this map."""
    told: dict[str, None] = {}
    for board in edges:
        values = dict(board.values)
        for edge in board.spaces:
            for item in (item for zone in edge.zones for item in zone.items):
                told[f"{fold(item.name)[:1].upper()} {item.name}"] = None
            for name, value in edge.fields:
                known = values.get(name, (words_now().no, words_now().yes))
                if value in known[1:]:
                    word = name if value == words_now().yes else value
                    told[f"{strokes[min(known.index(value), len(strokes)) - 1][0]} {word}"] = None
    values = dict(shown.values)
    for space in shown.spaces:
        for name, value in space.fields:
            if says(value, values.get(name, ())):
                word = name.replace("_", " ") if value == words_now().yes else value
                told[f"{word[:1].lower()} {word}"] = None
    return [line((each, "dim")) for each in told]
