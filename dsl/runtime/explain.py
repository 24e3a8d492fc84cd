"""Why a move is possible or not, why a number is what it is, why something happened.

An explanation is data: requirements with their words, whether they are met, the numbers of both sides, and the place in the
rules. It is made for a viewer. A piece the viewer does not know answers to its back only, and whatever would come out
differently if the unknown were dealt again is not told: such a requirement says only that it depends on hidden things.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from dsl.machine import walk
from dsl.machine.ops import ActionInfo, FieldInfo, Log as LogStmt, NeedInfo, Site, ValueInfo
from dsl.runtime.engine import Engine
from dsl.runtime.log import Log
from dsl.runtime.moves import Move, fold, read, title_of
from dsl.runtime.naming import Naming
from dsl.runtime.redeal import determinize
from dsl.runtime.words import Viewer

DEALS: Final = 6
"""How often the unknown is dealt again to see whether an answer depends on it."""


@dataclass(frozen=True, slots=True)
class Requirement:
    """One condition of a move. met is None if it depends on what the viewer cannot see.

    sides are the two sides of a comparison with their values; words are what the rules say to a refusal.
    """

    name: str
    met: bool | None
    words: str
    sides: tuple[tuple[str, str], ...] = ()
    compare: str = ""
    site: Site | None = None
    parts: tuple[Requirement, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a move can or cannot be made. changes are the nearest moves that could be, `needed` a number that would do."""

    text: str
    legal: bool
    summary: str
    requirements: tuple[Requirement, ...] = ()
    changes: tuple[str, ...] = ()
    needed: str = ""
    site: Site | None = None

    @property
    def failed(self) -> tuple[Requirement, ...]:
        """The requirements that are not met."""
        return tuple(requirement for requirement in self.requirements if requirement.met is False)


@dataclass(frozen=True, slots=True)
class Reason:
    """Something that is so, its value, the place in the rules that says so, and what it is made of."""

    words: str
    value: str = ""
    site: Site | None = None
    parts: tuple[Reason, ...] = ()


def why_not(engine: Engine, position: list[int], text: str, moves: Sequence[Move], viewer: Viewer) -> Explanation:
    """Why the viewer can or cannot make the move of a text now; `moves` are those of the player who is asked."""
    asker = engine.asker(position)
    player = viewer or asker
    if asker == player:
        for move in moves:
            if fold(move.text) == fold(text):
                return Explanation(move.text, True, "this move can be made now")
    if engine.is_over(position) or not player:
        return Explanation(text, False, "the game is over" if engine.is_over(position) else "nobody is asked now")
    return _Refusal(engine, position, player, viewer, moves if asker == player else ()).explain(text)


class _Refusal:
    """Explains one refusal."""

    def __init__(
        self, engine: Engine, position: list[int], player: int, viewer: Viewer, moves: Sequence[Move]
    ) -> None:
        self.engine = engine
        self.words = engine.words
        self.position = position
        self.player = player
        self.viewer = viewer
        self.moves = moves
        self.naming = Naming(engine.words, position, viewer)
        self.asker = engine.asker(position)
        self.deals: list[list[int]] | None = None

    def explain(self, text: str) -> Explanation:
        """The best reading of the text, requirement by requirement."""
        best: tuple[int, ActionInfo, tuple[int, ...], list[Requirement]] | None = None
        for action in self.engine.machine.actions:
            for reading in self.naming.readings(action, text):
                found = self._requirements(action, reading)
                failed = sum(requirement.met is False for requirement in found)
                if best is None or failed < best[0]:
                    best = (failed, action, reading, found)
        if best is None:
            near = [move.text for move in self.moves if fold(move.text).startswith(fold(text)[:8])][:3]
            return Explanation(text, False, self._no_such(text), changes=tuple(near))
        _, action, reading, requirements = best
        failed = [requirement for requirement in requirements if requirement.met is False]
        hidden = [requirement for requirement in requirements if requirement.met is None]
        first = next(iter((*failed, *hidden)), None)
        summary = first.words if first is not None else "another rule forbids it"
        words = read(self.words, self.position, self.viewer, title_of(action, (self.player, *reading)))
        return Explanation(
            words,
            False,
            summary,
            tuple(requirements),
            self._changes(action, reading),
            _needed(first),
            self._site(action.site),
        )

    def _no_such(self, text: str) -> str:
        for action in self.engine.machine.actions:
            words = [fold(part) for part in action.title if isinstance(part, str)]
            if words and all(word in fold(text) for word in words):
                return "something named in it is not known here"
        return "no action of this game reads like this"

    def _requirements(self, action: ActionInfo, reading: tuple[int, ...]) -> list[Requirement]:
        args = (self.player, *reading)
        found = [self._turn(), self._window(action)]
        if action.thises is not None:
            offered = self._told(lambda position: self._emitted(position, action.thises or 0, args[:1], args[1]))
            name = self.words.entity(self.position, self.viewer, args[1])
            found.append(Requirement("offered", offered, f"{name} does not offer this now", site=self._site(action.site)))
        for index, (name, shown, domain) in enumerate(action.params):
            here = args[: 2 + index]
            inside = self._told(lambda position, d=domain, h=here, v=args[2 + index]: self._emitted(position, d, h, v))
            words = self.words.value(self.position, self.viewer, shown, args[2 + index])
            found.append(Requirement(name, inside, f"{words} cannot be chosen here", site=self._site(action.site)))
        found.extend(self._need(need, args) for need in action.needs)
        if all(requirement.met for requirement in found):
            legal = self._told(lambda position: reading in self._legal(position, action))
            if not legal:
                found.append(Requirement("rules", legal, "another rule forbids it", site=self._site(action.site)))
        return found

    def _turn(self) -> Requirement:
        words = f"it is the turn of {self.words.player(self.asker)}" if self.asker else "nobody is asked now"
        return Requirement("turn", self.asker == self.player, words)

    def _window(self, action: ActionInfo) -> Requirement:
        question = self.engine.question(self.position)
        actions = self.engine.machine.actions
        offered = question is not None and any(actions[number] is action for number in question.actions)
        names = [self.engine.machine.names.windows[window] for window in action.windows]
        words = f"this is done in {' or '.join(names)}, not now" if names else "this is not done by itself"
        return Requirement("window", offered, words, site=self._site(action.site))

    def _need(self, need: NeedInfo, args: tuple[int, ...]) -> Requirement:
        met = self._told(lambda position: bool(self._call(position, need.test, args)))
        holes = [self._call(self.position, hole, args) for hole in need.holes]
        words = self.words.text(self.position, self.viewer, need.words, holes) if need.words >= 0 else need.name
        site = self._site(need.site)
        if met is None:
            return Requirement(need.name, None, "this depends on something that is hidden", site=site)
        sides: list[tuple[str, str]] = []
        for text, proc, shown in need.operands:
            value = self._same(lambda position, p=proc: self._call(position, p, args))
            told = "hidden" if value is None else self.words.value(self.position, self.viewer, shown, value)
            sides.append((text, told))
        parts = tuple(self._need(part, args) for part in need.parts)
        failed = [part for part in parts if part.met is False]
        if failed and not words:
            words = failed[0].words
        if not words:
            words = _comparison(sides, need.compare) if sides else (site.text if site is not None else need.name)
        return Requirement(need.name, met, words, tuple(sides), need.compare, site, parts)

    def _changes(self, action: ActionInfo, reading: tuple[int, ...]) -> tuple[str, ...]:
        """The legal moves of the same action that differ in one thing only."""
        if self.moves:
            number = self.engine.machine.actions.index(action) + 1
            legal = {move.option[1:]: move.text for move in self.moves if move.option[0] == number}
        else:
            legal = {
                other: read(self.words, self.position, self.viewer, title_of(action, (self.player, *other)))
                for other in self._legal(self.position, action)
            }
        near = [
            text for other, text in legal.items() if sum(a != b for a, b in zip(other, reading, strict=False)) == 1
        ]
        return tuple(dict.fromkeys(near))[:3]

    # ---- looking, without telling what is hidden ----

    def _told(self, ask: Callable[[list[int]], bool]) -> bool | None:
        answer = self._same(lambda position: int(ask(position)))
        return None if answer is None else bool(answer)

    def _same(self, ask: Callable[[list[int]], int]) -> int | None:
        """The answer in this position, unless it is another one in a position that looks the same to the viewer."""
        answer = ask(self.position)
        if self.viewer is None:
            return answer
        if self.deals is None:
            self.deals = [determinize(self.engine, self.position, self.viewer, key) for key in range(DEALS)]
        return answer if all(ask(deal) == answer for deal in self.deals) else None

    def _call(self, position: list[int], proc: int, args: Sequence[int]) -> int:
        return self.engine.call(position, proc, args)

    def _emitted(self, position: list[int], proc: int, args: Sequence[int], value: int) -> bool:
        return any(option[:1] == (value,) for option in self.engine.emit(position, proc, args))

    def _legal(self, position: list[int], action: ActionInfo) -> list[tuple[int, ...]]:
        width = 1 + len(action.params)
        found = self.engine.emit(position, action.whole, (self.player,))
        return [(*option, *(0 for _ in range(width - len(option))))[:width] for option in found]

    def _site(self, site: int) -> Site | None:
        return site_of(self.engine, site)


def site_of(engine: Engine, site: int) -> Site | None:
    """A place in the rules by its number, None for none."""
    sites = engine.machine.names.sites
    return sites[site] if 0 <= site < len(sites) and sites[site].file else None


def _comparison(sides: Sequence[tuple[str, str]], compare: str) -> str:
    if len(sides) != 2:
        return ", ".join(f"{text} is {value}" for text, value in sides)
    (left, a), (right, b) = sides
    shown = f"{right} ({b})" if right != b else right
    return f"{left} is {a}, and must be {compare} {shown}"


def _needed(requirement: Requirement | None) -> str:
    """What number would meet a comparison that fails."""
    if requirement is None or len(requirement.sides) != 2 or requirement.compare not in _WORDS:
        return ""
    (left, a), (_, b) = requirement.sides
    return f"{left} would have to be {_WORDS[requirement.compare]} {b}; it is {a}"


_WORDS: Final = {"=": "", "!=": "other than", "<": "less than", "<=": "at most", ">": "more than", ">=": "at least"}


# ---- why and because ------------------------------------------------------------------------------------------------------


def why(engine: Engine, position: list[int], text: str, viewer: Viewer) -> Reason:
    """Where a number comes from: "attack of Gate Pikeman", "gold of A", "protector"."""
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
    return Reason(f"nothing here is called “{text}”")


def _question(engine: Engine, naming: Naming, text: str) -> tuple[str, list[int]]:
    """A name, and the things it is asked of. The name of the thing may hold " of " itself."""
    words = text.split(" of ")
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

    def shown(number: int) -> str:
        return engine.words.value(position, viewer, value.shown, number)

    parts = [Reason("base", shown(engine.call(position, value.base, args)), site_of(engine, value.site))]
    for modifier in value.modifiers:
        if not engine.call(position, modifier.active, args):
            continue
        amount = engine.call(position, modifier.amount, args)
        words = modifier.name or "a rule"
        if engine.words.is_piece(modifier.source):
            words = engine.words.entity(position, viewer, modifier.source)
            words = f"{words} {engine.words.where(position, viewer, modifier.source)}"
        parts.append(Reason(words, f"{modifier.change} {amount}", site_of(engine, modifier.site)))
    of = f" of {engine.words.entity(position, viewer, args[0])}" if args else ""
    total = shown(engine.call(position, value.proc, args))
    return Reason(f"{value.name}{of}", total, site_of(engine, value.site), tuple(parts))


def _takes(value: ValueInfo, entity: int) -> bool:
    """Whether the first parameter of a value can be this entity: its Shown says which entities are meant, if it does."""
    return value.params[0].what == "entity" and entity > 0


def _field(engine: Engine, position: list[int], field: FieldInfo, entity: int, viewer: Viewer) -> Reason:
    if field.var:
        value = position[field.base + entity]
    else:
        value = engine.machine.tables[field.table][entity - field.first]
    of = f" of {engine.words.entity(position, viewer, entity)}" if entity else ""
    words = f"{'' if field.var else 'printed '}{field.name}{of}"
    return Reason(words, engine.words.value(position, viewer, field.shown, value))


def because(engine: Engine, log: Log, number: int, viewer: Viewer) -> Reason:
    """Where a line of the log (from 1) comes from."""
    if not 1 <= number <= len(log.lines):
        return Reason(f"there is no line {number}: the log has {len(log.lines)}")
    line = log.lines[number - 1]
    parts: list[Reason] = []
    if not line.is_move:
        for made in log.lines:
            if made.is_move and made.move == line.move:
                parts.append(Reason(log.read(made, viewer), site=site_of(engine, made.site)))
        if line.move < 0:
            parts.append(Reason("the beginning of the game"))
    site = line.site if line.is_move else _writer(engine, line.template)
    return Reason(log.read(line, viewer), site=site_of(engine, site), parts=tuple(parts))


def _writer(engine: Engine, template: int) -> int:
    """The place of the rule that writes a template to the log."""
    for proc in engine.machine.procs:
        for node in walk.nodes(proc):
            if isinstance(node, LogStmt) and node.template == template:
                return proc.site
    return -1
