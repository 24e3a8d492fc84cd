"""What the spaces of a board are called: `a2`, `3 1`, `first left`."""

from __future__ import annotations

from math import prod

from dsl.semantics.model import Board, EnumOf, Field
from dsl.semantics.world import member


def values(board: Board, index: int) -> tuple[str, ...]:
    """The words of the values of a dimension, by its index."""
    name, size, low = board.dims[index]
    if board.names:
        return board.names
    field = member(board.kind, name)
    if isinstance(field, Field) and isinstance(field.type, EnumOf):
        return tuple(field.type.enum.labels[low : low + size])
    if name in board.letters:
        return tuple(chr(ord("a") - 1 + low + number) for number in range(size))
    return tuple(str(low + number) for number in range(size))


def space_names(board: Board) -> list[str]:
    """The words of the spaces of a board (of one holder), in their order; a number stands right behind a letter.

    An edge is called by the two spaces that it parts: `b2-c2`; at the border `west of a1`.
    """
    if board.names:
        return list(board.names)
    if board.of is not None and board.part != "corners":
        return _edge_names(board, board.of)
    if board.of is not None:
        return [f"corner {across} {up}" for across in values(board, 0) for up in values(board, 1)]
    found = [""]
    for index, (name, _, _) in enumerate(board.dims):
        close = index > 0 and board.dims[index - 1][0] in board.letters and name not in board.letters
        between = "" if close or index == 0 else " "
        found = [f"{before}{between}{value}" for before in found for value in values(board, index)]
    return found


def _edge_names(edges: Board, of: Board) -> list[str]:
    (_, columns, _), (_, rows, _) = of.dims
    names = space_names(of)
    east = edges.part == "east"
    found: list[str] = []
    for column in range(0 if east else 1, columns + 1):
        for row in range(1 if east else 0, rows + 1):
            number = (column - 1) * rows + row - 1
            if (column if east else row) == 0:
                found.append(f"{'west' if east else 'south'} of {names[row - 1 if east else number + 1]}")
            elif (column, row)[not east] == (columns, rows)[not east]:
                found.append(f"{'east' if east else 'north'} of {names[number]}")
            else:
                found.append(f"{names[number]}-{names[number + (rows if east else 1)]}")
    return found


def indices_of(board: Board, name: str) -> list[int] | None:
    """The values of the coordinates of the space with a name; None if there is none."""
    if not board.places:
        for at, words in enumerate(space_names(board)):
            board.places.setdefault(_spoken(words), at)
    offset = board.places.get(_spoken(name))
    if offset is None:
        return None
    steps = [prod(size for _, size, _ in board.dims[index + 1 :]) for index in range(len(board.dims))]
    return [low + offset // step % size for (_, size, low), step in zip(board.dims, steps, strict=True)]


def _spoken(name: str) -> str:
    """A name without regard to case and spaces."""
    return " ".join(name.casefold().split())
