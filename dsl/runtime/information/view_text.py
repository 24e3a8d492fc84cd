"""A view as plain lines of text: what tests compare, what `sees` looks through, what a dumb terminal prints."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.runtime.information.views import ItemView, PlayerView, SpaceView, View, ZoneView
from dsl.runtime.tongues.own import said


def lines(view: View) -> list[str]:
    """A view, one fact a line."""
    found = [view.title, *_player(view.table)]
    for player in view.players:
        found.append(f"{player.name}:")
        found.extend(f"  {line}" for line in _player(player))
    if view.asked:
        found.append(said("{1} is asked: {2}", view.players[view.asked - 1].name, view.prompt))
    if view.unseen:
        found.append(said("choices are being made unseen"))
    found.extend(f"  {text}" for text in view.moves)
    if view.is_over:
        found.append(said("over: {1}", " ".join(map(str, view.results))))
    return found


def sights(view: View) -> list[str]:
    """The lines of a view, and each piece in it with the place where it lies: what somebody may say that he sees."""
    found = lines(view)
    pending: list[ZoneView] = []
    for player in (view.table, *view.players):
        pending.extend(player.zones)
        pending.extend(zone for board in player.boards for space in board.spaces for zone in space.zones)
    while pending:
        zone = pending.pop()
        found.extend(f"{item.name} {zone.words}" for item in zone.items)
        pending.extend(inner for item in zone.items for inner in item.zones)
    return found


def item_text(item: ItemView) -> str:
    """A piece with its fields and what is attached to it, in one line."""
    notes = [f"{name} {value}" for name, value in item.fields]
    for zone in item.zones:
        if zone.items:
            notes.append(f"{zone.label}: {', '.join(map(item_text, zone.items))}")
    return item.name + (f" ({'; '.join(notes)})" if notes else "")


def zone_text(zone: ZoneView) -> str:
    """A zone in one line; equal neighbours are counted."""
    texts: list[tuple[str, int]] = []
    for item in zone.items:
        text = item_text(item)
        if texts and texts[-1][0] == text:
            texts[-1] = (text, texts[-1][1] + 1)
        else:
            texts.append((text, 1))
    count = "" if zone.count is None else f" ({zone.count})"
    if count and len(texts) == 1 and not zone.items[0].known and not zone.items[0].fields and not zone.items[0].zones:
        return f"{zone.label}{count}"
    shown = ", ".join(text if number == 1 else f"{number} {text}" for text, number in texts)
    return f"{zone.label}{count}: {shown}".rstrip(": ")


def _player(player: PlayerView) -> Iterator[str]:
    for name, value in player.fields:
        yield f"{name} {value}"
    for zone in player.zones:
        yield zone_text(zone)
    for board in player.boards:
        for space in board.spaces:
            yield from _space(space)


def _space(space: SpaceView) -> Iterator[str]:
    fields = [f"{name} {value}" for name, value in space.fields]
    zones = [zone_text(zone) for zone in space.zones if zone.items]
    if fields or zones:
        yield f"{space.name}: {'; '.join([*fields, *zones])}"


def all_items(view: View) -> Iterator[ItemView]:
    """The pieces of a view, with those that lie on others."""
    zones: list[ZoneView] = []
    for holder in (view.table, *view.players):
        zones += holder.zones
        zones += (zone for board in holder.boards for space in board.spaces for zone in space.zones)
    while zones:
        for item in zones.pop().items:
            yield item
            zones += item.zones
