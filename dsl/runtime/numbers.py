"""The numbers that stand on a piece, as they are now: printed fields that are values too, so that rules modify them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dsl.machine.ops import FieldInfo, ValueInfo
from dsl.runtime.engine import Engine
from dsl.runtime.redeal import Deals
from dsl.runtime.words import Viewer


@dataclass(frozen=True, slots=True)
class Number:
    """One number of a piece. now: as the rules have it, `?` if that depends on what the viewer cannot see."""

    name: str
    printed: str
    now: str


def numbers_of(
    engine: Engine, position: list[int], viewer: Viewer, pieces: Iterable[int]
) -> dict[int, tuple[Number, ...]]:
    """The numbers of some pieces that the viewer knows; those without any are left out."""
    deals = Deals(engine, position, viewer)
    found: dict[int, tuple[Number, ...]] = {}
    for piece in pieces:
        numbers = tuple(_number(engine, deals, value, field, piece) for value, field in _pairs(engine, piece))
        if numbers:
            found[piece] = numbers
    return found


def _number(engine: Engine, deals: Deals, value: ValueInfo, field: FieldInfo, piece: int) -> Number:
    words, position = engine.words, deals.position
    printed = engine.machine.tables[field.table][piece - field.first]
    now = deals.told(lambda there, args: engine.call(there, value.proc, args), [piece], [True])
    return Number(
        field.name,
        words.value(position, deals.viewer, field.shown, printed),
        "?" if now is None else words.value(position, deals.viewer, value.shown, now),
    )


def _pairs(engine: Engine, piece: int) -> Iterator[tuple[ValueInfo, FieldInfo]]:
    """The values of a piece that bear the names of printed numbers of it, in the order of the rules."""
    for field in engine.machine.names.fields:
        if field.var or field.shown.what != "number" or not field.first <= piece <= field.last:
            continue
        for value in engine.machine.values:
            if value.name == field.name and len(value.params) == 1:
                yield value, field
