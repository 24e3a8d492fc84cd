"""What is counted of a game: its answers (actions, choices, passes), the things they name (cards, pieces, spaces) and
both together, each with a number for the machine and words for people.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dsl.backends.counting import Answer, KeyTable
from dsl.diagnostics import nearest
from dsl.machine.ir.ops import ActionInfo, DecisionInfo
from dsl.runtime.engine import Engine
from dsl.runtime.wording import ENTITY

NUMBERS: Final = 33
"""Answers to a question for a number that are told apart, from 0; those above count as the last."""
MOST_PAIRS: Final = 50_000
GAP: Final = "…"
"""Stands where the words of an answer name something; `..` is read as the same."""
_EDITED: Final = ("several", "arrange")
"""Questions to which things are given one by one."""
_HERE: Final = "\0"
"""Stands where they name the thing that it is about."""


@dataclass(frozen=True, slots=True)
class Key:
    """What a key means. answer: the words of the answer; thing: of what it names; where: file and line of the rule;
    words: what people call both together.
    """

    answer: str
    thing: str
    where: str
    words: str


class Keys:
    """The keys of a game for one number of players."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.names: list[Key] = []
        self._answers: list[tuple[int, tuple[int, int]]] = []
        self._forms: list[str] = []
        self.things: list[str] = []
        decisions = self._name_answers()
        sorts = self._name_things()
        answers = self._name_pairs(sorts)
        self.table = KeyTable(tuple(answers), tuple(decisions), tuple(sorts), len(self.names))

    def find(self, words: str) -> list[int]:
        """The keys that words mean: an answer (`drop to ..`), a thing in any answer (`a4`), or both (`drop to a4`).
        ValueError, with the nearest words, if there are none.
        """
        asked = words.replace("..", GAP)
        found = [at for at, key in enumerate(self.names) if asked in (key.words, key.thing)]
        if not found:
            known = {words for key in self.names for words in (key.words, key.thing) if words}
            near = nearest(words, sorted(known))
            raise ValueError(f"nothing in the game is called “{words}”{f'; meant “{near[0]}”?' if near else ''}")
        return found

    # ---- inside ----

    def _name_answers(self) -> list[tuple[int, int]]:
        machine = self.engine.machine
        self._add("pass", -1)
        for action in machine.actions:
            place, among = _subject(action)
            self._add(_title(action), action.site, (place, among), _title(action, place - 1))
        decisions: list[tuple[int, int]] = []
        for decision in machine.decisions:
            if decision.kind == "window":
                decisions.append((0, len(machine.actions) + 1))
                continue
            first = len(self.names)
            for words, thing in self._choices(decision):
                edited = f"{words} {_HERE}" if thing and decision.kind in _EDITED else ""
                about = (thing, (1, machine.entity_count)) if thing else (0, (0, 0))
                self._add(words, decision.site, about, edited)
            decisions.append((first, len(self.names) - first))
        return decisions

    def _choices(self, decision: DecisionInfo) -> list[tuple[str, int]]:
        """The answers to a question that is no window: words, and where the thing stands."""
        prompt = self._text(decision.prompt)
        if decision.kind == "branch":
            return [(f"{prompt}: {self._text(each)}", 0) for each in decision.branches]
        if decision.kind in _EDITED:
            thing = 2 if decision.shown.what == "entity" else 0
            take, back = decision.edits
            return [(f"{prompt}: {take}", thing), (f"{prompt}: done", 0), (f"{prompt}: {back}", thing)]
        if decision.shown.what == "entity":
            return [(prompt, 1)]
        plain = self.engine.words.plain
        return [(f"{prompt}: {plain(decision.shown, value)}", 0) for value in self._values(decision)]

    def _values(self, decision: DecisionInfo) -> range:
        if decision.shown.what == "enum":
            names = self.engine.machine.names.enums[decision.shown.index][1]
            return range(len(names) + decision.shown.or_none)
        return range(2 if decision.shown.what == "bool" else NUMBERS)

    def _name_things(self) -> list[int]:
        machine, words, beginning = self.engine.machine, self.engine.words, self.engine.beginning
        found: dict[tuple[str, str, int], int] = {}
        sorts = [-1]
        for entity in range(1, machine.entity_count + 1):
            info = words.info(entity)
            is_piece = entity >= machine.first_piece
            what = (info.kind, info.title, 0 if is_piece else entity)
            if what not in found:
                found[what] = len(found)
                self.things.append(info.title if is_piece else words.read(beginning, None, [(ENTITY, entity)]))
            sorts.append(found[what])
        return sorts

    def _name_pairs(self, sorts: list[int]) -> list[Answer]:
        answers: list[Answer] = []
        for at, (place, (low, high)) in enumerate(self._answers):
            among = sorted({sorts[entity] for entity in range(low, high + 1)}) if place else []
            count = among[-1] - among[0] + 1 if among else 0
            if not count or len(self.names) + count > MOST_PAIRS:
                answers.append(Answer())
                continue
            answers.append(Answer(place, among[0], count, len(self.names)))
            key = self.names[at]
            for sort in range(among[0], among[0] + count):
                thing = self.things[sort]
                self.names.append(Key(key.answer, thing, key.where, _said(key.answer, self._forms[at], thing)))
        return answers

    def _add(self, words: str, site: int, thing: tuple[int, tuple[int, int]] = (0, (0, 0)), form: str = "") -> None:
        place = self.engine.site(site)
        self.names.append(Key(words, "", f"{place.file}:{place.line}" if place is not None else "", words))
        self._answers.append(thing)
        self._forms.append(form)

    def _text(self, template: int) -> str:
        templates = self.engine.machine.names.templates
        if not 0 <= template < len(templates):
            return ""
        return "".join(part if isinstance(part, str) else GAP for part in templates[template].parts)


def _title(action: ActionInfo, thing: int = -1) -> str:
    """What an action is called, with a gap where it names something; _HERE where it names one thing, by its place."""
    parts = [part if isinstance(part, str) else _HERE if part[0] == thing else GAP for part in action.title]
    words = "".join(parts).strip()
    return words if words.strip(f"{GAP}{_HERE} ") or _HERE in words else action.label or action.name


def _said(answer: str, form: str, thing: str) -> str:
    """An answer together with the thing that it names."""
    if _HERE in form:
        return form.replace(_HERE, thing)
    return f"{answer} {thing}" if answer.endswith("?") else f"{answer}: {thing}"


def _subject(action: ActionInfo) -> tuple[int, tuple[int, int]]:
    """Where the thing that an action is about stands in its option, and from where to where its numbers go."""
    for at, (low, high) in enumerate(action.sorts):
        if high and low <= high and (at or action.thises is not None):
            return at + 2, (low, high)
    return 0, (0, 0)
