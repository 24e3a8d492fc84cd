"""Tracks as they stand: where the marker is, where it can be raised to, which bands it stands in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dsl.machine.ir.ops import FieldInfo, TrackInfo
from dsl.runtime.engine import Engine
from dsl.runtime.knowing.asking import Asking
from dsl.runtime.wording import Viewer


@dataclass(frozen=True, slots=True)
class TrackView:
    """A track of a player, a piece, a space, or of the table (entity 0). bands: words, ends, numbers on the spaces.

    limit: where the marker can be raised to now: `high` where nothing bounds it, None if that depends on what the
    viewer cannot see.
    """

    entity: int
    name: str
    label: str
    low: int
    high: int
    at: int
    limit: int | None
    bands: tuple[tuple[str, int, int, tuple[int, ...]], ...]

    @property
    def standing(self) -> tuple[str, ...]:
        """The words of the bands in which the marker stands, with the number there."""
        inside = [(label, worth[self.at - low :]) for label, low, high, worth in self.bands if low <= self.at <= high]
        return tuple(f"{label} {worth[0]}" if worth else label for label, worth in inside)


def tracks_of(engine: Engine, position: list[int], viewer: Viewer, entities: Iterable[int]) -> list[TrackView]:
    """The tracks of some entities (0: the table) in the order of the rules."""
    fields = [(field, field.track) for field in engine.machine.names.fields if field.track is not None]
    asking = Asking(engine, position, viewer)
    return [
        track_of(asking, field, track, entity)
        for entity in entities
        for field, track in fields
        if (field.first <= entity <= field.last if entity else field.first == 0)
    ]


def track_of(asking: Asking, field: FieldInfo, track: TrackInfo, entity: int) -> TrackView:
    """One track of one entity."""
    limit: int | None = field.high
    if track.limit >= 0:
        args = [entity] if entity else []
        limit = asking.call(track.limit, args, [True])
    at = asking.position[field.base + entity]
    return TrackView(entity, field.name, track.label, field.low, field.high, at, limit, track.bands)
