"""A machine with its words in another language. All but words is as it was, so positions and answers are the same.

The same walk says which words there are: whoever collects them passes a function that writes them down.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from dsl.machine.ir.ops import (
    ActionInfo,
    BoardInfo,
    DecisionInfo,
    EntityInfo,
    FieldInfo,
    Machine,
    Names,
    Shown,
    TextTemplate,
    TrackInfo,
    ValueInfo,
    ZoneInfo,
)
from dsl.runtime.about import About, SecretCard
from dsl.runtime.tongues.tongue import parts_of

Say = Callable[[str, str], str]
"""The words for a text, by what it is (context) and what it is in the rules."""

GAME: Final = "game"
NAME: Final = "name"
CARD_TEXT: Final = "card text"
PLACE: Final = "place"
VALUE: Final = "value"
ZONE: Final = "zone"
QUALITY: Final = "quality"
MOVE: Final = "move"
ANSWER: Final = "answer"
KIND: Final = "kind"
TRACK: Final = "track"
SAID: Final = "said"
OPTION: Final = "option"
ABOUT: Final = "about"
PART: Final = "part"
_COORDINATES: Final = re.compile(r"[A-Za-z]?[0-9]*")
"""The letter of a player, the title of a space."""
_WORD: Final = re.compile(r"[^\W\d_]{2}")
_OWN: Final = "Piece"
"""The kind that holds the fields of every piece, which the program knows by name."""


def spoken(machine: Machine, say: Say) -> Machine:
    """The machine with its words as `say` gives them. Texts with holes stay: they are put together as they are read."""
    return replace(
        machine,
        names=_names(machine.names, say),
        actions=tuple(_action(action, say) for action in machine.actions),
        decisions=tuple(_decision(decision, say) for decision in machine.decisions),
        values=tuple(_value(value, say) for value in machine.values),
    )


def spoken_about(known: About, say: Say) -> About:
    """What words need of the rules, in the words of `say`."""
    return replace(
        known,
        backs=tuple((zone, _some(say, KIND, back)) for zone, back in known.backs),
        labels=tuple((kind, _some(say, KIND, label)) for kind, label in known.labels),
        told=tuple(_some(say, NAME, title) for title in known.told),
        secret=tuple(SecretCard(_some(say, NAME, card.title), card.first, card.last) for card in known.secret),
    )


def with_holes(parts: Sequence[str | Shown]) -> str:
    """A template as translators see it: `{1}`, `{2}` for what is filled in."""
    number, found = 0, ""
    for part in parts:
        number += not isinstance(part, str)
        found += part if isinstance(part, str) else f"{{{number}}}"
    return found


def is_said(template: TextTemplate) -> bool:
    """Whether a template has words of its own, and is not just what fills it in."""
    return any(isinstance(part, str) and any(map(str.isalpha, part)) for part in template.parts)


def _some(say: Say, context: str, text: str) -> str:
    return say(context, text) if _WORD.search(text) else text


def _spoken_name(say: Say, name: str) -> str:
    """The name of a field or a value, which the rules write with underscores."""
    words = name.replace("_", " ")
    found = say(QUALITY, words)
    return name if found == words else found


def _names(names: Names, say: Say) -> Names:
    for template in names.templates:
        if is_said(template):
            say(SAID, with_holes(template.parts))
    return replace(
        names,
        title=_some(say, GAME, names.title),
        entities=tuple(_entity(entity, say) for entity in names.entities),
        enums=tuple((name, tuple(_some(say, VALUE, word) for word in words)) for name, words in names.enums),
        fields=tuple(_field(field, say) for field in names.fields),
        zones=tuple(_zone(zone, say) for zone in names.zones),
        boards=tuple(_board(board, say) for board in names.boards),
        windows=tuple(_some(say, SAID, words) for words in names.windows),
    )


def _entity(entity: EntityInfo, say: Say) -> EntityInfo:
    if entity.where or not entity.title:
        return replace(entity, where=_some(say, PLACE, entity.where))
    short = _COORDINATES.fullmatch(entity.title)
    title = entity.title if short else _some(say, NAME, entity.title)
    return replace(entity, title=title, text=_some(say, CARD_TEXT, entity.text))


def _board(board: BoardInfo, say: Say) -> BoardInfo:
    _spoken_name(say, board.name)  # which stays: drawings know it by that, and say it in words
    dims = tuple((name, size, tuple(_some(say, VALUE, word) for word in words)) for name, size, words in board.dims)
    return replace(board, dims=dims)


def _field(field: FieldInfo, say: Say) -> FieldInfo:
    if field.kind == _OWN:
        return field
    track = field.track
    if track is not None:
        bands = tuple((_some(say, TRACK, words), first, last, on) for words, first, last, on in track.bands)
        track = TrackInfo(_some(say, TRACK, track.label), bands, track.limit)
    return replace(field, name=_spoken_name(say, field.name), track=track)


def _zone(zone: ZoneInfo, say: Say) -> ZoneInfo:
    shows = tuple((_spoken_name(say, name), worth) for name, worth in zone.shows)
    return replace(zone, label=_some(say, ZONE, zone.label or zone.name.replace("_", " ")), shows=shows)


def _action(action: ActionInfo, say: Say) -> ActionInfo:
    holes = [Shown("entity"), Shown("entity"), *(shown for _, shown, _ in action.params)]
    written = "".join(part if isinstance(part, str) else f"{{{part[0] + 1}}}" for part in action.title)
    found = say(MOVE, written) if any(isinstance(part, str) and part.strip() for part in action.title) else written
    label = _some(say, MOVE, action.label)
    needs = tuple(replace(need, pays=_some(say, QUALITY, need.pays)) if need.pays else need for need in action.needs)
    action = replace(action, kinds=tuple(_some(say, KIND, words) for words in action.kinds), needs=needs)
    if found == written:
        return replace(action, label=label)
    shown = dict(part for part in action.title if not isinstance(part, str))
    for at, how in shown.items():
        holes[at] = how
    return replace(action, title=tuple(parts_of(found, holes)), label=label)


def _decision(decision: DecisionInfo, say: Say) -> DecisionInfo:
    take, put = decision.edits
    edits = (_some(say, ANSWER, take), _some(say, ANSWER, put))
    return replace(decision, pass_words=_some(say, ANSWER, decision.pass_words), edits=edits)


def _value(value: ValueInfo, say: Say) -> ValueInfo:
    return replace(value, name=_spoken_name(say, value.name), label=_some(say, QUALITY, value.label))
