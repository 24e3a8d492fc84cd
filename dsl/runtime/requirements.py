"""What an action requires, asked one by one of a position, without telling what is hidden from the viewer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from dsl.machine.ir.ops import ActionInfo, NeedInfo, Shown, Site
from dsl.runtime.engine import Engine
from dsl.runtime.knowing.asking import Asking
from dsl.runtime.moves import title_of
from dsl.runtime.reading.patterns import Values
from dsl.runtime.reading.tokens import spoken
from dsl.runtime.tongues.own import marked, said
from dsl.runtime.wording import Viewer
from dsl.saying.written import PLAIN, condition_words, thing_words
from dsl.spoken import any_of

MOST_OTHERS: Final = 3
"""How many things that can be chosen instead are named in a refusal."""

_RAW: Final = re.compile(r"\w\([^()]*,|\([^()]*\(|\b(?:some|every|each|where|if)\b|\bnot \(|\bnot \w+_\w+")
"""In what a requirement asks: what has words in the rules only, such as sets and names with several arguments."""
_STATE: Final = re.compile(r"(?P<no>not )?(?P<of>[a-z_]\w*)\.(?!has_|can_|may_|is_)(?P<state>[a-z_]\w*)")
"""What something is or is not: `not u.exhausted`."""

HIDDEN: Final = marked("this depends on something that is hidden")


@dataclass(frozen=True, slots=True)
class Requirement:
    """One condition of a move. met is None if it depends on what the viewer cannot see.

    words: what the rules say to a refusal, and if it is met what they demand. sides: the two sides of a comparison
    with their values; of two bags, behind them, what is missing.
    """

    name: str
    met: bool | None
    words: str
    sides: tuple[tuple[str, str], ...] = ()
    compare: str = ""
    site: Site | None = None
    parts: tuple[Requirement, ...] = ()


class Requirements:
    """The requirements of actions in one position, for a player whose move it would be and a viewer who asks."""

    def __init__(self, engine: Engine, position: list[int], player: int, viewer: Viewer) -> None:
        self.engine = engine
        self.words = engine.words
        self.position = position
        self.player = player
        self.viewer = viewer
        self.asker = engine.asker(position)
        self.asking = Asking(engine, position, viewer)
        self._entities: tuple[bool, ...] = ()
        self._called: dict[str, str] = {}
        """What the names in a requirement stand for, as the viewer calls it."""

    def of(self, action: ActionInfo, values: Values) -> list[Requirement]:
        """Everything that must hold for an action with these things, in the order in which it is asked."""
        args = (self.player, *values)
        self._entities = (True, True, *(shown.what == "entity" for _, shown, _ in action.params))
        self._called = self._names(action, args)
        site = self.engine.site(action.site)
        found = [self.turn(), self.window(action)]
        if action.thises is not None:
            found.append(self._offered(action, args, site))
        for index in range(len(action.params)):
            found.append(self._chosen(action, index, args, site))
        if any(
            last > 0 < value and not first <= value <= last for (first, last), value in self._sorted(action, values)
        ):
            return found  # a card where a space is meant: what is required of a space cannot be asked of it
        for need in action.needs:
            if not need.trial or all(requirement.met for requirement in found[2:]):
                found.append(self.need(need, args))
        if all(requirement.met for requirement in found):
            legal = self.asking.emits(action.whole, args[:1], self._entities, args[1:])
            if not legal:
                found.append(_either("rules", legal, "", said("these do not go together here"), site))
        return found

    def demanded(self, action: ActionInfo, values: Values) -> list[str]:
        """Why a move that can be made must be made, in the words of the rules."""
        args = (self.player, *values)
        self._entities = (True, True, *(shown.what == "entity" for _, shown, _ in action.params))
        told = (self._need_words(each, args) for each in action.demands if self._same(each.test, args))
        return [words for words in told if words not in ("", said(HIDDEN))]

    def _names(self, action: ActionInfo, args: Values) -> dict[str, str]:
        """What the names in the requirements of an action stand for."""
        kinds = (Shown("entity"), Shown("entity"), *(shown for _, shown, _ in action.params))
        called = [
            self.words.value(self.position, self.viewer, how, each) for how, each in zip(kinds, args, strict=False)
        ]
        return dict(zip(("me", "this", *(name for name, _, _ in action.params)), called, strict=False))

    @property
    def is_window(self) -> bool:
        """Whether the question that is asked is one of actions."""
        question = self.engine.question(self.position)
        return question is not None and question.kind == "window"

    def turn(self) -> Requirement:
        """Whether the player is asked now."""
        asked = said("{1} is asked now", self.words.player(self.asker)) if self.asker else said("nobody is asked now")
        if self.engine.is_unseen(self.position, self.viewer):
            return Requirement("turn", False, said("others choose unseen now"))
        return Requirement("turn", self.asker == self.player, asked)

    def window(self, action: ActionInfo) -> Requirement:
        """Whether the question that is asked is one that the action answers."""
        question = self.engine.question(self.position)
        actions = self.engine.machine.actions
        offered = question is not None and any(actions[number] is action for number in question.actions)
        names = [self.engine.machine.names.windows[window] for window in action.windows]
        when = said("this is done at {1}", any_of(map(_quoted, names))) if names else said("this is not done by itself")
        prompt = self.engine.prompt(self.position, self.viewer)
        now = (
            said("and now {1} is asked {2}", self.words.player(self.asker), _quoted(prompt))
            if prompt
            else said("and that is not now")
        )
        return _either("window", offered, when, f"{when}, {now}", self.engine.site(action.site))

    def empty(self, action: ActionInfo, this: int = 0) -> Requirement:
        """Why there is nothing to do an action with: it is done elsewhere, or nothing can be chosen for it. this: the
        piece that has it, where that is known.
        """
        window, turn = self.window(action), self.turn()
        if not window.met or not turn.met:
            return turn if window.met else window
        named = {1: self.words.title(this)} if this else {}
        words = "".join(part if isinstance(part, str) else named.get(part[0], "…") for part in action.title)
        why, empty = said("nothing can be chosen for “{1}” now", words), False
        if action.params and (this or action.thises is None):
            proc = action.params[0][2]
            found, whole = self.asking.emitted(proc, (self.player, this), (True, True))
            empty = whole and not found
        words = said("{1}: there is nothing of the sort", why) if empty else why
        return Requirement("choice", False, words, site=self.engine.site(action.site))

    def legal(self, action: ActionInfo) -> list[Values]:
        """What the player can do the action with, as far as the viewer can tell."""
        found, _ = self.asking.emitted(action.whole, (self.player,), (True,))
        return [padded(action, option) for option in found]

    def choosable(self, proc: int, args: Sequence[int]) -> list[tuple[int, ...]]:
        """What can be chosen, by the function that emits it, as far as the viewer can tell."""
        found, _ = self.asking.emitted(proc, args, (True, True, *(False for _ in args)))
        return found

    def strangers(self, action: ActionInfo, values: Values) -> int:
        """How many of the pieces named are of a kind that an action is not about."""
        return sum(
            last > 0 and value > 0 and self.knows(value) and not first <= value <= last
            for (first, last), value in self._sorted(action, values)
        )

    @staticmethod
    def _sorted(action: ActionInfo, values: Values) -> Iterator[tuple[tuple[int, int], int]]:
        """Each thing with the first and last of its kind that the action is about; 0 and 0 for a number."""
        return zip(action.sorts, values, strict=False)

    def read(self, action: ActionInfo, values: Values) -> str:
        """The move that an action with these things is, as the viewer reads it."""
        return self.words.read(self.position, self.viewer, title_of(action, (self.player, *values)))

    @cached_property
    def actions(self) -> list[tuple[int, ActionInfo]]:
        """The actions that the viewer may hear of, with their numbers: not those of cards that are secret for him."""
        cards = [(card.first, card.last) for card in self.words.secret]
        secret = {(first, last) for first, last in cards if not any(map(self.knows, range(first, last + 1)))}
        actions = enumerate(self.engine.machine.actions)
        return [(number, action) for number, action in actions if secret.isdisjoint(action.sorts[:1])]

    def knows(self, entity: int) -> bool:
        """Whether the viewer knows which piece this is."""
        return self.words.knows(self.position, self.viewer, entity)

    # ---- one requirement ----

    def _offered(self, action: ActionInfo, args: Values, site: Site | None) -> Requirement:
        """Whether a piece or a space has this action now; the place of a piece often is the reason why not."""
        name = self.words.entity(self.position, self.viewer, args[1])
        offered = self._emits(action.thises if action.thises is not None else -1, args[:1], args[1])
        refusal = said("{1} does not offer this now", name)
        alone = self.words.is_piece(args[1]) and len(self.words.copies(args[1])) <= 1
        if alone and self.knows(args[1]):  # which of several copies was found depends on what is hidden
            where = self.words.where(self.position, self.viewer, args[1])
            refusal = said("{1}, which lies {2}, does not offer this now", name, where)
        return _either("offered", offered, said("{1} offers this", name), refusal, site)

    def _chosen(self, action: ActionInfo, index: int, args: Values, site: Site | None) -> Requirement:
        """Whether a thing can be chosen for a parameter."""
        name, shown, domain = action.params[index]
        words = self.words.value(self.position, self.viewer, shown, args[2 + index])
        inside = self._emits(domain, args[: 2 + index], args[2 + index])
        refusal = "" if inside else self._refusal(action, index, args)
        refusal = refusal or said("{1} cannot be chosen here", words) + (
            "" if inside else self._instead(shown, domain, args[: 2 + index])
        )
        return _either(name, inside, said("{1} can be chosen", words), refusal, site)

    def _refusal(self, action: ActionInfo, index: int, args: Values) -> str:
        """What the rules say of a thing that cannot be chosen; nothing where it is of another sort."""
        need, value = (action.refusals[index] if action.refusals else None), args[2 + index]
        first, last = action.sorts[1 + index] if action.sorts else (0, 0)
        if last > 0 < value and self.knows(value) and not first <= value <= last:
            name, kind = self.words.entity(self.position, self.viewer, value), action.kinds[index]
            return said("{1} is no {2}", name, kind) if kind else ""
        words = self._need_words(need, args[: 3 + index]) if need is not None else ""
        return "" if words == said(HIDDEN) else words  # that it cannot be chosen is known

    def _instead(self, shown: Shown, domain: int, args: Sequence[int]) -> str:
        """What can be chosen instead, as far as the viewer can tell, if that is said in a few words."""
        found = [option[0] for option in self.choosable(domain, args)]
        if shown.what == "entity":
            found = [entity for entity in found if self.knows(entity)]
        if shown.what == "number" and len(found) > 2 and found == [*range(found[0], found[-1] + 1)]:
            return said(", only {1} to {2}", found[0], found[-1])
        others = [*dict.fromkeys(self.words.value(self.position, self.viewer, shown, each) for each in found)]
        if not 0 < len(others) <= MOST_OTHERS:
            return ""
        *first, last = others
        return said(", only {1} or {2}", ", ".join(first), last) if first else said(", only {1}", last)

    def need(self, need: NeedInfo, args: Values, *, inner: bool = False) -> Requirement:
        """One requirement, asked of some things; a condition of a scenario is asked of none. inner: it is part of
        another, perhaps of a definition, where names are others.
        """
        site = self.engine.site(need.site)
        met = self._same(need.test, args)
        if met is None:
            return Requirement(need.name, None, said(HIDDEN), site=site)
        called = {**self._held, **(self._inner_names(need, args) if inner else self._called)}
        words, is_raw = self._told(need, args, called, inner) if met else (self._need_words(need, args), False)
        sides = [
            (thing_words(text, called, self.words.written), value)
            for text, value in (self._sides(need, args, bool(met)) if not is_raw else ())
        ]
        parts = tuple(self.need(part, args, inner=True) for part in need.parts)
        if not words:
            failed = [part for part in parts if part.met is False]
            words = failed[0].words if failed else _comparison(sides, need.compare)
        if not words and site is not None:
            words = said(
                "it needs this: {1}", condition_words(_condition(site.text, need.name), called, self.words.written)
            )
        words = words or need.name
        return Requirement(need.name, bool(met), words, tuple(sides), need.compare, site, parts)

    def _told(self, need: NeedInfo, args: Values, called: Mapping[str, str], inner: bool) -> tuple[str, bool]:
        """What is met, as it is written; with True where the refusal says better what is not so. inner: it is part of a
        definition, whose names nobody knows here that has words.
        """
        site, refusal = self.engine.site(need.site), self._need_words(need, args)
        if site is None:
            return refusal, False
        asks = _condition(site.text, need.name)
        raw = _RAW.search(asks) is not None or (inner and not need.named)
        if raw and refusal not in ("", said(HIDDEN)):
            return said("not so: {1}", refusal), True
        state = _STATE.fullmatch(asks)
        if state is not None and state["of"] in called and self.words.written is PLAIN:
            return f"{called[state['of']]} is {state['no'] or ''}{spoken(state['state'])}", False
        return condition_words(asks, called, self.words.written), False

    @cached_property
    def _held(self) -> dict[str, str]:
        """What the table holds in fields that hold a thing, as the viewer calls it: who acts is called by his name."""
        return held_things(self.asking)

    def _inner_names(self, need: NeedInfo, args: Values) -> dict[str, str]:
        """What the names in a definition stand for, as far as the viewer can tell."""
        found = [(name, self._same(proc, args, shown), shown) for name, proc, shown in need.named]
        words, position, viewer = self.words, self.position, self.viewer
        return {name: words.value(position, viewer, how, each) for name, each, how in found if each is not None}

    def _sides(self, need: NeedInfo, args: Values, met: bool) -> list[tuple[str, str]]:
        """The sides of a comparison with their values; what is missing only where it does not hold."""
        sides: list[tuple[str, str]] = []
        for text, proc, shown in need.operands[: 2 if met else None]:
            value = self._same(proc, args, shown)
            told = said("hidden") if value is None else self.words.value(self.position, self.viewer, shown, value)
            sides.append((text, told))
        return sides

    def _need_words(self, need: NeedInfo, args: Values) -> str:
        """The words the rules give to a refusal, unless a number in them is hidden."""
        if need.words < 0:
            return ""
        holes = [self._same(hole, args) for hole in need.holes]
        told = [hole for hole in holes if hole is not None]
        return (
            self.words.text(self.position, self.viewer, need.words, told) if len(told) == len(holes) else said(HIDDEN)
        )

    # ---- looking, without telling what is hidden ----

    def _same(self, proc: int, args: Sequence[int], shown: Shown | None = None) -> int | None:
        """The result of a function, unless it is hidden."""
        return self.asking.call(proc, args, self._entities, shown)

    def _emits(self, proc: int, args: Sequence[int], value: int) -> bool | None:
        """Whether a function emits a value, unless that is hidden."""
        return self.asking.emits(proc, args, self._entities, (value,))


def held_things(asking: Asking) -> dict[str, str]:
    """What the fields of the table hold that hold a thing, by their names, as far as who asks knows; a player who is
    named in a condition stays what he is there."""
    found: dict[str, str] = {}
    for field in asking.engine.machine.names.fields:
        if (
            field.first == field.last == 0
            and field.shown.what == "entity"
            and asking.words.is_piece(value := asking.field(field, 0) or 0)
        ):
            found[field.name] = asking.words.value(asking.position, asking.viewer, field.shown, value)
    return found


def _quoted(words: str) -> str:
    return said("“{1}”", words)


def padded(action: ActionInfo, option: Sequence[int]) -> Values:
    """What an option of an action names, with 0 for what it leaves out."""
    width = 1 + len(action.params)
    return (*option, *(0 for _ in range(width - len(option))))[:width]


def needed(requirement: Requirement | None) -> str:
    """What number would meet a comparison that fails; of two bags what the second would need."""
    if requirement is None or len(requirement.sides) < 2 or requirement.compare not in _WORDS:
        return ""
    (left, a), (right, b), *missing = requirement.sides
    if missing:
        return said("{1} would need {2} more", right, missing[0][1])
    return said("{1} would have to be {2}{3}; it is {4}", left, _compared(requirement.compare), b, a)


_WORDS: Final = {
    "=": "",
    "!=": marked("other than "),
    "<": marked("less than "),
    "<=": marked("at most "),
    ">": marked("more than "),
    ">=": marked("at least "),
}


def _compared(sign: str) -> str:
    """What stands before the other side of a comparison."""
    words = _WORDS.get(sign, f"{sign} ")
    return said(words) if words else ""


def _either(name: str, met: bool | None, good: str, bad: str, site: Site | None) -> Requirement:
    """A requirement that reads one way when it is met and another when it is not."""
    words = said(HIDDEN) if met is None else good if met else bad
    return Requirement(name, met, words, site=site)


def _comparison(sides: Sequence[tuple[str, str]], compare: str) -> str:
    if len(sides) < 2:
        return ", ".join(said("{1} is {2}", text, value) for text, value in sides)
    (left, a), (right, b), *more = sides
    shown = f"{right} ({b})" if right != b else right
    lacking = "".join(f"; {text}: {value}" for text, value in more)
    given = left if left == a else said("{1} is {2}, and", left, a)
    return said("{1} must be {2}{3}{4}", given, _compared(compare), shown, lacking)


def _condition(text: str, name: str) -> str:
    """What a requirement asks, from the line it is written on: without its name, its words and its citations."""
    words = " ".join(text.split()).partition(' else "')[0].partition(" @")[0]
    words = words.removeprefix("provided afterwards ")
    return words.removeprefix("requires ").removeprefix("rule ").removeprefix(f"{name}: ")
