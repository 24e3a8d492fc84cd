"""What a player observes, as text that is equal exactly when what was observed is: for search, learning and proofs.

An *observation* is the position as the player may know it, one fact a line. An *information state* is everything the
player has observed since the beginning (perfect recall): the first observation, then for each step the lines of the
log as this player may read them and the facts that have changed. A step of which the player notices nothing leaves
nothing, not even a count. So an information state always begins with the earlier ones, and two histories that differ
only in what is hidden from the player have the same one.

Pieces are called by their titles and places, never by their numbers: copies of one card are as alike as at a table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from dsl.runtime.engine import Engine
from dsl.runtime.information import views
from dsl.runtime.information.log import Log, LogLine
from dsl.runtime.information.views import Fields, ItemView, PlayerView, SpaceView, View, ZoneView
from dsl.runtime.kept import Kept
from dsl.runtime.moves import Move, moves_of
from dsl.runtime.viewers import sits

Facts = dict[str, str]
"""What is observed: where or what, and how it is."""
UNSEEN: Final = ("[asked]", "unseen")
"""That sealed choices are being made, and nobody is told by whom."""


@dataclass(slots=True)
class Moment:
    """A moment at which the game stood still: where it began, or after a step.

    `kept` is the position, `lines` are what the log said on the way there. `texts` are what each player learnt by it,
    once somebody has asked, and `facts` what they could see then, as long as it is the last moment that was asked for.
    """

    before: Moment | None
    kept: Kept
    lines: tuple[LogLine, ...]
    texts: dict[int, str] = field(default_factory=dict[int, str])
    facts: dict[int, Facts] = field(default_factory=dict[int, Facts])


def observation(engine: Engine, position: list[int], viewer: int, asked: Callable[[], Sequence[Move]] | None) -> str:
    """What a player (0: a spectator) sees of a position, one fact a line; `asked` gives the moves, if one is asked."""
    return "\n".join(_told(facts_of(engine, position, viewer, asked)))


def information_state(engine: Engine, log: Log, moment: Moment, viewer: int) -> str:
    """All that a player (0: a spectator) has observed up to a moment."""
    texts: list[str] = []
    step: Moment | None = moment
    while step is not None:
        if viewer not in step.texts:
            _learn(engine, log, step, viewer)
        texts.append(step.texts[viewer])
        step = step.before
    who = engine.words.player(viewer) if viewer else "a spectator"
    return "\n".join([f"seen by {who}", *(text for text in reversed(texts) if text)])


def learnt(engine: Engine, log: Log, moment: Moment, viewer: int) -> bool:
    """Whether a player has noticed anything in the step that led to a moment: his information state is another."""
    if viewer not in moment.texts:
        _learn(engine, log, moment, viewer)
    return bool(moment.texts[viewer])


def facts_of(engine: Engine, position: list[int], viewer: int, asked: Callable[[], Sequence[Move]] | None) -> Facts:
    """The facts of an observation."""
    return dict(_facts(views.view(engine, position, viewer, asked, placed=True)))


def _learn(engine: Engine, log: Log, moment: Moment, viewer: int) -> None:
    """Work out what a player learnt by a moment, from the last one before it that was worked out."""
    path = [moment]
    while path[-1].before is not None and viewer not in path[-1].before.texts:
        path.append(path[-1].before)
    for step in reversed(path):
        before = _seen(engine, step.before, viewer) if step.before is not None else {}
        facts = _seen(engine, step, viewer)
        told = [f"> {log.read(line, viewer, placed=True)}" for line in step.lines if log.is_visible(line, viewer)]
        told += _told({name: text for name, text in facts.items() if before.get(name) != text})
        told += [f"{name}: gone" for name in before if name not in facts]
        step.texts[viewer], step.facts[viewer] = "\n".join(told), facts
        if step.before is not None:
            step.before.facts.pop(viewer, None)


def _seen(engine: Engine, moment: Moment, viewer: int) -> Facts:
    """What a player could see at a moment."""
    if viewer in moment.facts:
        return moment.facts[viewer]
    position = moment.kept.position()
    return facts_of(engine, position, viewer, _asked(engine, position))


def _asked(engine: Engine, position: list[int]) -> Callable[[], Sequence[Move]] | None:
    if not engine.asker(position):
        return None
    return lambda: moves_of(engine.words, position, engine.backend.options(position))


def _told(facts: Facts) -> list[str]:
    return [f"{name}: {text}" for name, text in facts.items()]


def _facts(view: View) -> Iterator[tuple[str, str]]:
    for player in (view.table, *view.players):
        of = of_whom(player)
        yield from facts_of_fields(of, player.fields)
        yield from (fact_of_zone(of, zone) for zone in player.zones)
        for board in player.boards:
            for space in board.spaces:
                yield from facts_of_space(f"{board.name}{of}", space)
    if view.asked:
        yield "[asked]", view.players[view.asked - 1].name
        if view.viewer is not None and sits(view.viewer, view.asked):
            yield "[question]", view.prompt
            yield "[moves]", " | ".join(view.moves)
    if view.unseen:
        yield UNSEEN
    if view.is_over:
        yield fact_of_end(view.results)


def of_whom(player: PlayerView) -> str:
    """What stands behind the names of what is a player's; nothing for the table."""
    return f" of {player.name}" if player.number else ""


def facts_of_fields(of: str, fields: Fields) -> list[tuple[str, str]]:
    """The facts that fields are; of: whose (see `of_whom`)."""
    return [(f"{name}{of}", value) for name, value in fields]


def fact_of_zone(of: str, zone: ZoneView) -> tuple[str, str]:
    """What lies in a zone; of: whose it is."""
    return f"{zone.name}{of}", _zone(zone)


def facts_of_space(board: str, space: SpaceView) -> Iterator[tuple[str, str]]:
    """The facts of a space; board: what the board is called, and whose it is."""
    where = f"{board} {space.name}"
    yield from ((f"{name} of {where}", value) for name, value in space.fields)
    for zone in space.zones:
        if zone.items:
            yield f"{zone.name} of {where}", _zone(zone)


def fact_of_end(results: Sequence[int]) -> tuple[str, str]:
    """That the game is over."""
    return "[over]", " ".join(map(str, results))


def _zone(zone: ZoneView) -> str:
    """What lies in a zone, in its order; how many, where that is no secret and not all can be seen."""
    count = "" if zone.count is None else f"{zone.count} "
    if zone.items and all(item.name == zone.items[0].name and _plain(item) for item in zone.items):
        return f"{count}{zone.items[0].name}"
    return f"{count}[{', '.join(_item(item, zone) for item in zone.items)}]"


def _plain(item: ItemView) -> bool:
    return not (item.known or item.fields or item.zones or item.owner)


def _item(item: ItemView, zone: ZoneView) -> str:
    notes = [f"of {chr(ord('A') + item.owner - 1)}"] if item.owner and item.owner != zone.owner else []
    notes += ["face down"] if item.known and not item.face_up else []
    notes += _fields(item.fields)
    notes += [f"{inner.name}: {_zone(inner)}" for inner in item.zones if inner.items]
    return f"{item.name} ({'; '.join(notes)})" if notes else item.name


def _fields(fields: Fields) -> list[str]:
    return [f"{name} {value}" for name, value in fields]
