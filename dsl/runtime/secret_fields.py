"""Fields that not everybody sees: `var code: 0..9, seen by owner`."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.machine.ir.ops import FieldInfo
from dsl.runtime.viewers import Viewer, sits
from dsl.runtime.wording import Words


def is_secret(viewer: Viewer, field: FieldInfo, entity: int) -> bool:
    """Whether the viewer does not see the field of an entity (0: of the table)."""
    return viewer is not None and (field.seen == "nobody" or (field.seen == "owner" and not sits(viewer, entity)))


def secrets(words: Words, viewer: Viewer) -> Iterator[tuple[int, FieldInfo]]:
    """The slots of fields that a viewer does not see."""
    for field in words.names.fields:
        if field.seen != "all":
            entities = range(field.first, field.last + 1) if field.last else range(1)
            yield from ((field.base + entity, field) for entity in entities if is_secret(viewer, field, entity))
