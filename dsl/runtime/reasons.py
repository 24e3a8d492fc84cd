"""Why a number is what it is, and what a line of the log came from: trees of reasons with their places in the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from dsl.machine.ir import walk
from dsl.machine.ir.ops import FieldInfo, ModifierInfo, Shown, Site, ValueInfo
from dsl.machine.ir.ops import Log as LogStmt
from dsl.runtime.engine import Engine
from dsl.runtime.information.log import Log
from dsl.runtime.information.track_state import track_of
from dsl.runtime.information.view_changes import field_words
from dsl.runtime.knowing.asking import Asking
from dsl.runtime.origins import MOST_CHANGES, Change, Past, changes
from dsl.runtime.reading.arguments import MOST, arguments, questions, too_many
from dsl.runtime.reading.naming import Naming
from dsl.runtime.reading.tokens import fold, spoken
from dsl.runtime.requirements import held_things
from dsl.runtime.tongues.own import marked, numbered, said
from dsl.runtime.wording import Viewer
from dsl.saying.written import thing_words


@dataclass(frozen=True, slots=True)
class Reason:
    """Something that is so, its value, the place in the rules that says so, and what it is made of."""

    words: str
    value: str = ""
    site: Site | None = None
    parts: tuple[Reason, ...] = ()


def why(engine: Engine, position: list[int], text: str, viewer: Viewer, past: Past | None = None) -> Reason:
    """Where a number comes from: "attack of Town Guard", "gold of A", "wounds of A, body", "protector".

    past: the moments before the position; then of a field it is told what changed it.
    """
    naming = Naming(engine.words, position, viewer)
    problem = ""
    for name, rest in questions(text):
        wanted = spoken(fold(name))
        asked = engine.explaining if engine.has_parts(wanted) else engine
        for value in asked.machine.values:
            if wanted in (spoken(fold(value.name)), fold(value.label)):
                args = arguments(naming, value, rest)
                if not isinstance(args, str):
                    return _of_each(
                        naming,
                        rest,
                        [(_things(value, each), _value(asked, position, value, each, viewer)) for each in args],
                    )
                problem = args
        fields = [field for field in engine.machine.names.fields if wanted in _names(field)]
        found = _field_of(engine, naming, fields, rest, past) if fields else None
        if isinstance(found, Reason):
            return found
        problem = problem or found or ""
    return Reason(problem or said("nothing here is called “{1}”", text))


def _names(field: FieldInfo) -> set[str]:
    """What a field is called where it is drawn: by its name, or on its track."""
    return {spoken(fold(field.name)), *([fold(field.track.label)] if field.track is not None else [])}


def _field_of(engine: Engine, naming: Naming, fields: list[FieldInfo], text: str, past: Past | None) -> Reason | str:
    """A field of what a text names, or words for what is missing; of one thing with what changed it."""
    things = naming.different(naming.entities(text)) if text else [0]
    found: list[tuple[list[int], Reason]] = []
    if len(things) > MOST:
        return too_many(text)
    position = [*naming.position]
    for entity in things:
        field = next((each for each in fields if _has(naming, each, entity)), None)
        if field is not None:
            found.append(([entity], _field(engine, position, field, entity, naming.viewer)))
            if len(things) == 1 and past is not None and field.var:
                made = changes(engine, past, position, field, entity, naming.viewer)
                told = [_changed(engine, field, entity, each) for each in made[:MOST_CHANGES]]
                return replace(found[0][1], parts=(*found[0][1].parts, *told, *_more(made)))
    if found:
        return _of_each(naming, text, found)
    if not text:
        return said("say of what: {1} of ...", fields[0].name)
    return said("{1} has no {2}", text, fields[0].name) if things else said("nothing here is called “{1}”", text)


def _things(value: ValueInfo, args: list[int]) -> list[int]:
    """The entities among what a value is asked of."""
    return [each for shown, each in zip(value.params, args, strict=True) if shown.what == "entity"]


def _of_each(naming: Naming, text: str, found: Sequence[tuple[list[int], Reason]]) -> Reason:
    """One answer for all that a text may mean. Where it is not the same for all of them, each with where it lies, in an
    order that the viewer can see: which of them has the lowest number is nobody's business.
    """
    if len({reason for _, reason in found}) == 1:
        return found[0][1]
    words, position, viewer = naming.words, naming.position, naming.viewer
    told: set[Reason] = set()
    for things, reason in found:
        known = [each for each in things if words.is_piece(each) and words.knows(position, viewer, each)]
        where = " ".join(words.where(position, viewer, each) for each in known)
        told.add(replace(reason, words=f"{reason.words} {where}".strip()))
    return Reason(said("“{1}” may mean each of these", text), parts=tuple(sorted(told, key=repr)))


def _has(naming: Naming, field: FieldInfo, entity: int) -> bool:
    """Whether an entity (0: the table) may have a field: of a piece that the viewer does not know nobody can say."""
    if naming.words.is_piece(entity) and not naming.words.knows(naming.position, naming.viewer, entity):
        return naming.words.is_piece(field.first)
    return field.first <= entity <= field.last if entity else field.first == 0


def _value(engine: Engine, position: list[int], value: ValueInfo, args: list[int], viewer: Viewer) -> Reason:
    asking = Asking(engine, position, viewer)
    sorts = [each.what == "entity" for each in value.params]

    def result(proc: int, *more: int, how: Shown | None = None) -> int | None:
        return asking.call(proc, [*args, *more], [*sorts, *(True for _ in more)], how)

    def shown(number: int | None, how: Shown = value.shown) -> str:
        return said("hidden") if number is None else engine.words.value(position, viewer, how, number)

    def change(modifier: ModifierInfo, piece: int, more: tuple[int, ...]) -> Reason:
        amount = result(modifier.amount, *more)
        scales = modifier.change in ("times", "divided") and amount is not None
        told = said(_CHANGES[modifier.change], amount if scales else shown(amount, modifier.shown or value.shown))
        told += f", {modifier.layer}" if modifier.layer else ""
        return Reason(_source(engine, position, modifier, piece, viewer), told, engine.site(modifier.site))

    nothing = {said(_CHANGES[how], number) for how, number in _NOTHING}
    asked = [engine.words.value(position, viewer, how, each) for how, each in zip(value.params, args, strict=True)]
    called = {**held_things(asking), **dict(zip(engine.names_of(value.name), asked, strict=False))}
    terms = [
        Reason(thing_words(words, called, engine.words.written), shown(result(proc, how=how), how))
        for words, proc, how in value.terms
    ]
    terms = [each for each in terms if each.value != "0"]
    base = Reason(said("base"), shown(result(value.base, how=value.shown)), engine.site(value.site), tuple(terms))
    parts = [base] if value.base != value.proc else terms
    for modifier, piece, more in _in_order(value, asking, result):
        made = change(modifier, piece, more)
        parts += [made] if made.value.partition(",")[0] not in nothing else []
    name = spoken(value.name)
    return Reason(
        said("{1} of {2}", name, ", ".join(asked)) if args else name,
        shown(result(value.proc, how=value.shown)),
        engine.site(value.site),
        tuple(parts),
    )


def _in_order(
    value: ValueInfo, asking: Asking, result: Callable[..., int | None]
) -> list[tuple[ModifierInfo, int, tuple[int, ...]]]:
    """The modifiers that work now, each with the piece that has it, in the order in which they are applied."""
    found: list[tuple[int, int, tuple[ModifierInfo, int, tuple[int, ...]]]] = []
    for place, modifier in enumerate(value.modifiers):
        for piece, more in _instances(modifier, asking):
            if result(modifier.active, *more):
                age = result(modifier.age, *more) if modifier.age >= 0 else None
                found.append((_group(value, place), age or 0, (modifier, piece, more)))
    return [each for _, _, each in sorted(found, key=lambda each: each[:2])]


def _group(value: ValueInfo, place: int) -> int:
    """The first of the modifiers among which the oldest comes first, with this one; itself where order is as listed."""
    modifier = value.modifiers[place]
    while (
        modifier.age >= 0
        and place
        and (value.modifiers[place - 1].age >= 0)
        and (value.modifiers[place - 1].layer == modifier.layer)
    ):
        place -= 1
    return place


def _instances(modifier: ModifierInfo, asking: Asking) -> Iterator[tuple[int, tuple[int, ...]]]:
    """What has a modifier, and with it what its functions are asked besides the arguments of the value."""
    if not modifier.last:
        yield modifier.source, ()
    for piece in asking.instances(modifier.first, modifier.last) if modifier.last else ():
        yield piece, (piece,)


def _source(engine: Engine, position: list[int], modifier: ModifierInfo, piece: int, viewer: Viewer) -> str:
    """What a modifier is called: the piece that has it and where that lies, else the rule."""
    words = engine.words
    if not words.is_piece(piece) or not (modifier.last or words.knows(position, viewer, piece)):
        return modifier.name or said("a rule")
    return f"{words.entity(position, viewer, piece)} {words.where(position, viewer, piece)}"


_NOTHING: Final = (("plus", 0), ("minus", 0), ("times", 1), ("divided", 1))
"""Changes that change nothing, which are not told."""

_CHANGES: Final = {
    "plus": "+ {1}",
    "minus": "- {1}",
    "times": marked("times {1}"),
    "divided": marked("divided by {1}"),
    "set": marked("is {1}"),
    "least": marked("at least {1}"),
    "most": marked("at most {1}"),
}


def _field(engine: Engine, position: list[int], field: FieldInfo, entity: int, viewer: Viewer) -> Reason:
    asking = Asking(engine, position, viewer)
    value = asking.field(field, entity)
    name = spoken(field.name) if field.var else said("printed {1}", spoken(field.name))
    words = said("{1} of {2}", name, engine.words.entity(position, viewer, entity)) if entity else name
    told = said("hidden")
    if value is not None:
        read = engine.words.value(position, viewer, field.shown, value)
        told = read if field.var else engine.words.in_print(field.shown, value)
    if field.track is None or value is None:
        return Reason(words, told)
    track = track_of(asking, field, field.track, entity)
    parts = (
        [Reason(said("at most"), said("hidden") if track.limit is None else str(track.limit))]
        if field.track.limit >= 0
        else []
    )
    return Reason(words, ", ".join([told, *track.standing]), parts=tuple(parts))


def _changed(engine: Engine, field: FieldInfo, entity: int, change: Change) -> Reason:
    """A change as a reason: from what to what, by which move, and what the rules wrote then."""
    words = field_words(engine).became(field.name, change.was, change.now, entity)
    if not change.lines:
        return Reason(words)
    (line, site), *others = change.lines
    return Reason(words, line, site, tuple(Reason(each, site=place) for each, place in others))


def _more(made: Sequence[Change]) -> list[Reason]:
    """That there were more changes than are told."""
    return [Reason(said("it changed before that as well"))] if len(made) > MOST_CHANGES else []


def because(engine: Engine, log: Log, number: int, viewer: Viewer) -> Reason:
    """Where a line comes from, counted from 1 in the log as the viewer reads it."""
    lines = log.visible(viewer)
    if not 1 <= number <= len(lines):
        return Reason(
            numbered(
                len(lines),
                "there is no line {1}: the log has {2}",
                "there is no line {1}: the log has {2}",
                number,
                len(lines),
            )
        )
    line = lines[number - 1]
    parts: list[Reason] = []
    if not line.is_move:
        for made in lines:
            if made.is_move and made.move == line.move:
                parts.append(Reason(log.read(made, viewer), site=engine.site(made.site)))
        if line.move < 0:
            parts.append(Reason(said("the beginning of the game")))
    site = line.site if line.site >= 0 else _writer(engine, line.template)
    return Reason(log.read(line, viewer), site=engine.site(site), parts=tuple(parts))


def _writer(engine: Engine, template: int) -> int:
    """The place of the rule that writes a template to the log."""
    for proc in engine.machine.procs:
        for node in walk.nodes(proc):
            if isinstance(node, LogStmt) and node.template == template:
                return proc.site
    return -1
