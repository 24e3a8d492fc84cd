"""What is new in a drawing: of the parts of a position those that are drawn otherwise than before, with a mark.

Two drawings of one viewer are compared, line by line. A line that was not there before begins with `*`, so that nobody
needs colours to see it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from dsl.repl.drawing.position import Block
from dsl.repl.output import Line, Segment, line, plain

Drawn = Mapping[tuple[int, str], Sequence[str]]
"""The lines of each part of a drawing, by whose it is and what."""

MARGIN: Final = 2
"""How many columns the marks take."""
LONG: Final = 14
"""From how many lines on only those of a part are told that are new."""


def drawn(blocks: Sequence[Block]) -> Drawn:
    """What to keep of a drawing, to compare the next one with."""
    return {(block.whose, block.what): [plain(each) for each in block.lines] for block in blocks}


def marked(blocks: Sequence[Block], before: Drawn | None) -> list[Line]:
    """The whole drawing, with marks where it is new; None: nothing was drawn before, so nothing is marked."""
    return [row for block in blocks for row, _ in _rows(block, before)]


def changed(blocks: Sequence[Block], before: Drawn) -> list[Line]:
    """The parts that are new, with marks; of a long part only the lines that are new. Above those of a player stands
    who that is.
    """
    out: list[Line] = []
    named: dict[int, Block] = {block.whose: block for block in blocks if not block.what}
    for block in blocks:
        rows = [*_rows(block, before)][_is_title(block) :]
        if not any(new for _, new in rows):
            continue
        if block.what and block.whose in named and block.whose:
            out += [row for row, _ in _rows(named[block.whose], before)][:1]
        named.pop(block.whose, None)
        out += _short(rows, LONG if block.what else 1)
    return out


def _is_title(block: Block) -> bool:
    """Whether a part begins with the title of the game, which is told once."""
    return not block.whose and not block.what


def _short(rows: Sequence[tuple[Line, bool]], most: int) -> Iterator[Line]:
    """The rows of a part, or of a longer one its first and those that are new."""
    for number, (row, new) in enumerate(rows):
        if len(rows) <= most or new or number == 0:
            yield row


def _rows(block: Block, before: Drawn | None) -> Iterator[tuple[Line, bool]]:
    known = Counter(before.get((block.whose, block.what), ())) if before is not None else None
    for each in block.lines:
        words = plain(each)
        new = known is not None and not known[words]
        if known is not None and not new:
            known[words] -= 1
        yield (line(("* ", "warn"), *each) if new else (Segment(" " * MARGIN), *each)), new
