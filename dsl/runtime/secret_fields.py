"""Fields that not everybody sees: `var code: 0..9, seen by owner`, of players, pieces, spaces and the table.

The owner of a player's field is the player himself, that of a piece the player who owns it, that of a space the player
whose board it is on. What has no owner keeps such a field from everybody. Of a piece that somebody does not know he
sees no such field either, though it may be his own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dsl.machine.ir.ops import FieldInfo
from dsl.runtime.told_columns import told_to_others
from dsl.runtime.viewers import Viewer, sits
from dsl.runtime.wording import Words


def is_secret(words: Words, position: Sequence[int], viewer: Viewer, field: FieldInfo, entity: int) -> bool:
    """Whether the viewer does not see the field of an entity (0: of the table)."""
    if viewer is None or field.seen == "all":
        return False
    if field.seen == "nobody" or not words.knows(position, viewer, entity):
        return True
    owner = _owner(words, position, entity)
    return owner == 0 or not sits(viewer, owner)


def _owner(words: Words, position: Sequence[int], entity: int) -> int:
    """The player whose an entity is; 0 if it is nobody's."""
    if words.is_piece(entity):
        return position[words.machine.layout.owner + entity]
    return words.info(entity).player if words.is_space(entity) else entity


def secrets(words: Words, position: Sequence[int], viewer: Viewer) -> Iterator[tuple[int, FieldInfo]]:
    """The slots of fields that a viewer does not see."""
    for field in words.secret_fields:
        entities = range(field.first, field.last + 1) if field.last else range(1)
        for entity in entities:
            if is_secret(words, position, viewer, field, entity):
                yield field.base + entity, field


def may_hold(field: FieldInfo) -> Sequence[int]:
    """The numbers that a secret field may hold, in order: of one that names things these, and 0 where it may name
    none.
    """
    first, last = field.things
    if not first:
        return range(field.low, field.high + 1)
    return [*([] if field.low else [0]), *range(first, last + 1)]


def seen_columns(words: Words, position: Sequence[int], viewer: Viewer, piece: int) -> tuple[tuple[int, int, int], ...]:
    """The columns of a piece, without the fields that the viewer does not see."""
    columns = words.columns_of(piece)
    if words.secret_fields:
        fields = ((each, each.base, each.first, each.last) for each in words.secret_fields)
        hidden = {field[1:] for field in fields if is_secret(words, position, viewer, field[0], piece)}
        columns = tuple(column for column in columns if column not in hidden)
    if words.machine.layout.told_words and viewer is not None:
        others = told_to_others(words.machine, viewer)
        columns = tuple(column for column in columns if column[0] not in others)
    return columns


def seen_state(words: Words, position: Sequence[int], viewer: Viewer, piece: int, *, knowing: bool = True) -> list[int]:
    """What the columns of a piece hold, without the fields that the viewer does not see; `knowing`: with who knows the
    piece. What points at a piece that he does not know is told by where that lies: a number below 0.
    """
    known, place = words.machine.layout.known, words.machine.layout.place
    found: list[int] = []
    for column in seen_columns(words, position, viewer, piece):
        value = position[column[0] + piece]
        if column in words.pointers and not words.knows(position, viewer, value):
            value = -1 - position[place + value]
        if knowing or column[0] != known:
            found.append(value)
    return found
