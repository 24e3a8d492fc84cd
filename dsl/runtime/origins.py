"""What has made a field what it is: the moves that changed it, as somebody at the table saw them.

mind of A = 2
  3 to 2: B: play Whisper at A
  5 to 3: A: rest

What is told is worked out from the positions that are kept to go back to, each as the viewer could know it then. A
piece that he could not follow from one moment to the next, because he did not know it or because another one like it
lay beside it, has no past for him before that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from dsl.machine.ir.ops import FieldInfo, Site
from dsl.runtime.engine import Engine
from dsl.runtime.information.log import Log, LogLine
from dsl.runtime.kept import Kept
from dsl.runtime.knowing.asking import Asking
from dsl.runtime.reading.tokens import fold, spoken
from dsl.runtime.wording import Viewer

MOST_CHANGES: Final = 5
"""How many changes are told, the last first."""
MOST_LINES: Final = 2
"""How many of the lines that the rules wrote in a move are told with a change."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a field: from what to what, and the lines of the log that tell what happened then."""

    was: str
    now: str
    lines: tuple[tuple[str, Site | None], ...]


@dataclass(frozen=True, slots=True)
class Past:
    """The moments before a position: each with the number of the move that was made there, the last first."""

    moments: Sequence[tuple[int, Kept]]
    log: Log


def changes(engine: Engine, past: Past, now: list[int], field: FieldInfo, entity: int, viewer: Viewer) -> list[Change]:
    """The last changes of a field that a viewer could see, the last first; one more than are told if there are more."""
    found: list[Change] = []
    after = _told(engine, now, field, entity, viewer)
    for move, kept in past.moments:
        position = kept.position()
        if not _is_followed(engine, position, now, entity, viewer):
            break
        before = _told(engine, position, field, entity, viewer)
        if before is None or after is None:
            if before is not after:
                break  # it was hidden then: what became of it in between is nobody's business
        elif before != after:
            found.append(Change(before, after, tuple(_lines(engine, past.log, move, field, entity, viewer))))
            if len(found) > MOST_CHANGES:
                break
        after, now = before, position
    return found


def _told(engine: Engine, position: list[int], field: FieldInfo, entity: int, viewer: Viewer) -> str | None:
    """What a field holds, in words; None where that is hidden."""
    value = Asking(engine, position, viewer).field(field, entity)
    return None if value is None else engine.words.value(position, viewer, field.shown, value)


def _is_followed(engine: Engine, before: list[int], after: list[int], entity: int, viewer: Viewer) -> bool:
    """Whether a viewer can say that an entity is the same at two moments, one after the other."""
    words = engine.words
    if not words.is_piece(entity):
        return True
    if not (words.knows(before, viewer, entity) and words.knows(after, viewer, entity)):
        return False
    copies = [each for each in words.copies(entity) if each != entity]
    place = engine.machine.layout.place
    here = {before[place + entity], after[place + entity]}
    return not copies or (
        len(here) == 1
        and not any(
            position[place + each] in here and words.knows(position, viewer, each)  # another back is none to him
            for position in (before, after)
            for each in copies
        )
    )


def _lines(
    engine: Engine, log: Log, move: int, field: FieldInfo, entity: int, viewer: Viewer
) -> Iterator[tuple[str, Site | None]]:
    """The lines of a move: the move itself, and what the rules wrote of the field or of whom it belongs to."""
    lines = [line for line in log.lines if line.move == move and log.is_visible(line, viewer)]
    yield from (_line(engine, log, line, viewer) for line in lines if line.is_move)
    wanted = {fold(spoken(field.name))}
    if entity:
        wanted.add(fold(engine.words.title(entity)))
    others = [_line(engine, log, line, viewer) for line in lines if not line.is_move]
    about = [each for each in others if any(word in fold(each[0]) for word in wanted)]
    yield from (others if len(others) <= MOST_LINES else about[:MOST_LINES])


def _line(engine: Engine, log: Log, line: LogLine, viewer: Viewer) -> tuple[str, Site | None]:
    return log.read(line, viewer), engine.site(line.site)
