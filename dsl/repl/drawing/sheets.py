"""A board as sheets of rows: what its last two dimensions are, once for each place in the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dsl.runtime.information.views import BoardView, SpaceView

Row = tuple[str, list[SpaceView]]
"""The name of a row of a board, and its spaces."""


def sheets(shown: BoardView) -> list[tuple[list[str], list[Row]]]:
    """The grids of a board: the words of the outer dimensions, and rows of spaces."""
    *outer, row_words = [words for _, words in shown.dims[:-1]] or [()]
    found: list[tuple[list[str], list[Row]]] = []
    for fixed in _combinations([len(words) for words in outer]):
        rows: list[Row] = []
        for number, name in enumerate(row_words or ("",)):
            where = (*fixed, number) if row_words else fixed
            rows.append((name, [space for space in shown.spaces if space.where[:-1] == where]))
        found.append(([words[index] for words, index in zip(outer, fixed, strict=True)], rows))
    return found


def heads(shown: BoardView) -> list[str]:
    """What stands above the columns of a board."""
    return list(shown.dims[-1][1]) if shown.dims else [""]


def _combinations(sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    if not sizes:
        yield ()
        return
    for first in range(sizes[0]):
        for rest in _combinations(sizes[1:]):
            yield (first, *rest)
