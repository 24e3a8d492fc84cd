"""What the zones, boards, tracks and spaces that are seen are called when somebody asks for them."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.repl.table import Table
from dsl.runtime.information.track_state import TrackView
from dsl.runtime.information.views import BoardView, SpaceView, View, ZoneView
from dsl.runtime.tongues.own import said


def places_seen(view: View, table: Table) -> Iterator[tuple[str, tuple[str, ZoneView | BoardView | TrackView]]]:
    """The zones, boards and tracks there are, by the names they can be asked for."""
    tracks = table.here.tracks((0, *table.seats))
    for player in (view.table, *view.players):
        owner = player.name if player.number else ""
        own = [track for track in tracks if track.entity == player.number]
        for shown in (*player.zones, *player.boards, *own):
            label = shown.name if isinstance(shown, BoardView) else shown.label
            for name in dict.fromkeys((label, shown.name)):
                if owner:
                    for who in dict.fromkeys((owner, table.letter(player.number))):
                        yield owned(name, who), (owner, shown)
                else:
                    yield name, (owner, shown)


def owned(name: str, who: str) -> str:
    """What a zone, board or track of somebody is called."""
    return said("{1} of {2}", name, who)


def spaces_of(view: View) -> Iterator[SpaceView]:
    """The spaces of all boards."""
    for player in (view.table, *view.players):
        for board in player.boards:
            yield from board.spaces
