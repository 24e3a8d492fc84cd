"""Which pieces are alike: those of which everything printed is the same. What is told of a piece speaks of these.

Only the kinds that `tell` speaks of are looked at; all other pieces are like nothing (0). A mask over the sorts says
which of them a piece is known not to be: bit n - 1 for the sort n, in words of `BITS` bits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dsl.machine.lower.program.kinds import size_of
from dsl.semantics import model as m

BITS: Final = 32


@dataclass(frozen=True, slots=True)
class Likeness:
    """sorts: per piece its sort from 1, or 0. examples: per sort (from 0) the first piece of it."""

    sorts: tuple[int, ...]
    examples: tuple[int, ...]

    @property
    def words(self) -> int:
        """The words of a mask over the sorts."""
        return -(-len(self.examples) // BITS)


def likeness(program: m.Program) -> Likeness | None:
    """The sorts of the pieces of a program; None if nothing is told of any."""
    if not program.told_kinds:
        return None
    first = program.piece_kind.first
    told = {piece for kind in program.told_kinds for piece in range(kind.first, kind.last + 1)}
    printed = [field for field in program.fields if not field.var and field.holder is not None]
    sorts, examples, numbers = [0] * size_of(program.piece_kind), list[int](), dict[object, int]()
    for number, card in enumerate(program.cards):
        for piece in range(card.first, card.last + 1):
            if piece in told:
                looks = number, *(_value(field, piece) for field in printed)
                if looks not in numbers:
                    examples.append(piece)
                    numbers[looks] = len(examples)
                sorts[piece - first] = numbers[looks]
    return Likeness(tuple(sorts), tuple(examples))


def _value(field: m.Field, piece: int) -> int | None:
    kind = field.holder
    assert kind is not None
    return field.printed[piece - kind.first] if kind.first <= piece <= kind.last else None
