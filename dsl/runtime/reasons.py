"""Why a number is what it is, and what a line of the log came from: trees of reasons with their places in the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from dsl.machine.ir import walk
from dsl.machine.ir.ops import FieldInfo, ModifierInfo, Shown, Site, ValueInfo
from dsl.machine.ir.ops import Log as LogStmt
from dsl.runtime.engine import Engine
from dsl.runtime.information.determinize import Deals
from dsl.runtime.information.log import Log
from dsl.runtime.information.track_state import track_of
from dsl.runtime.reading.naming import LONGEST, Naming
from dsl.runtime.reading.tokens import fold
from dsl.runtime.wording import Viewer


@dataclass(frozen=True, slots=True)
class Reason:
    """Something that is so, its value, the place in the rules that says so, and what it is made of."""

    words: str
    value: str = ""
    site: Site | None = None
    parts: tuple[Reason, ...] = ()


def why(engine: Engine, position: list[int], text: str, viewer: Viewer) -> Reason:
    """Where a number comes from: "attack of Town Guard", "gold of A", "protector"."""
    naming = Naming(engine.words, position, viewer)
    name, args = _question(engine, naming, text)
    for value in engine.machine.values:
        if fold(value.name) == name and (args or not value.params):
            return _value(engine, position, value, args, viewer)
    for entity in args or [0]:
        for field in engine.machine.names.fields:
            inside = field.first <= entity <= field.last if entity else field.first == 0
            if fold(field.name) == name and inside:
                return _field(engine, position, field, entity, viewer)
    if any(fold(each.name) == name for each in (*engine.machine.values, *engine.machine.names.fields)):
        return Reason(f"say of what: {text.split(' of ')[0].strip()} of ...")
    return Reason(f"nothing here is called “{text}”")


def _question(engine: Engine, naming: Naming, text: str) -> tuple[str, list[int]]:
    """A name, and the things it is asked of. The name of the thing may hold " of " itself."""
    words = text[:LONGEST].split(" of ")
    for cut in range(1, len(words)):
        rest = " of ".join(words[cut:])
        found = naming.entities(rest)
        if found:
            return fold(" of ".join(words[:cut])), found
    return fold(text), []


def _value(engine: Engine, position: list[int], value: ValueInfo, found: list[int], viewer: Viewer) -> Reason:
    fits = [entity for entity in found if not value.params or _takes(value, entity)] or found[:1]
    args = fits[: len(value.params)]
    args += [0] * (len(value.params) - len(args))
    deals = Deals(engine, position, viewer)

    def result(proc: int, *more: int) -> int | None:
        return deals.told(
            lambda there, here: engine.call(there, proc, here), [*args, *more], [True] * (len(args) + len(more))
        )

    def shown(number: int | None, how: Shown = value.shown) -> str:
        return "hidden" if number is None else engine.words.value(position, viewer, how, number)

    def change(modifier: ModifierInfo, piece: int, more: tuple[int, ...]) -> Reason:
        amount = result(modifier.amount, *more)
        scales = modifier.change in ("times", "divided") and amount is not None
        told = _CHANGES[modifier.change].format(str(amount) if scales else shown(amount, modifier.shown or value.shown))
        told += f", {modifier.layer}" if modifier.layer else ""
        return Reason(_source(engine, position, modifier, piece, viewer), told, engine.site(modifier.site))

    parts = [Reason("base", shown(result(value.base)), engine.site(value.site))]
    for modifier in value.modifiers:
        for piece, more in _instances(modifier):
            # what does not hold in truth cannot be told to hold, so most pieces are passed over quickly
            if engine.call(position, modifier.active, [*args, *more]) and result(modifier.active, *more):
                parts.append(change(modifier, piece, more))
    of = f" of {engine.words.entity(position, viewer, args[0])}" if args else ""
    return Reason(f"{value.name}{of}", shown(result(value.proc)), engine.site(value.site), tuple(parts))


def _instances(modifier: ModifierInfo) -> Iterator[tuple[int, tuple[int, ...]]]:
    """What has a modifier, and with it what its functions are asked besides the arguments of the value."""
    if not modifier.last:
        yield modifier.source, ()
    for piece in range(modifier.first, modifier.last + 1) if modifier.last else ():
        yield piece, (piece,)


def _source(engine: Engine, position: list[int], modifier: ModifierInfo, piece: int, viewer: Viewer) -> str:
    """What a modifier is called: the piece that has it and where that lies, else the rule."""
    words = engine.words
    if not words.is_piece(piece):
        return modifier.name or "a rule"
    return f"{words.entity(position, viewer, piece)} {words.where(position, viewer, piece)}"


_CHANGES: Final = {
    "plus": "+ {}",
    "minus": "- {}",
    "times": "times {}",
    "divided": "divided by {}",
    "set": "is {}",
    "least": "at least {}",
    "most": "at most {}",
}


def _takes(value: ValueInfo, entity: int) -> bool:
    """Whether the first parameter of a value can be this entity."""
    return value.params[0].what == "entity" and entity > 0


def _field(engine: Engine, position: list[int], field: FieldInfo, entity: int, viewer: Viewer) -> Reason:
    if field.var:
        value = position[field.base + entity]
    else:
        value = engine.machine.tables[field.table][entity - field.first]
    of = f" of {engine.words.entity(position, viewer, entity)}" if entity else ""
    words = f"{'' if field.var else 'printed '}{field.name}{of}"
    told = engine.words.value(position, viewer, field.shown, value)
    if field.track is None:
        return Reason(words, told)
    track = track_of(Deals(engine, position, viewer), field, field.track, entity)
    parts = [Reason("at most", "hidden" if track.limit is None else str(track.limit))] if field.track.limit >= 0 else []
    return Reason(words, ", ".join([told, *track.standing]), parts=tuple(parts))


def because(engine: Engine, log: Log, number: int, viewer: Viewer) -> Reason:
    """Where a line comes from, counted from 1 in the log as the viewer reads it."""
    lines = log.visible(viewer)
    if not 1 <= number <= len(lines):
        return Reason(f"there is no line {number}: the log has {len(lines)}")
    line = lines[number - 1]
    parts: list[Reason] = []
    if not line.is_move:
        for made in lines:
            if made.is_move and made.move == line.move:
                parts.append(Reason(log.read(made, viewer), site=engine.site(made.site)))
        if line.move < 0:
            parts.append(Reason("the beginning of the game"))
    site = line.site if line.is_move else _writer(engine, line.template)
    return Reason(log.read(line, viewer), site=engine.site(site), parts=tuple(parts))


def _writer(engine: Engine, template: int) -> int:
    """The place of the rule that writes a template to the log."""
    for proc in engine.machine.procs:
        for node in walk.nodes(proc):
            if isinstance(node, LogStmt) and node.template == template:
                return proc.site
    return -1
