"""Why a move is possible or not.

An explanation is data: requirements with their words, whether they are met, the numbers of both sides, and the place
in the rules. It is made for a viewer. A piece the viewer does not know answers to its back only, and whatever would
come out differently if the unknown were dealt again is not told: such a requirement says only that it depends on
hidden things.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from dsl.machine.ir.ops import DECISION, ActionInfo, NeedInfo, Shown, Site
from dsl.runtime.engine import Engine
from dsl.runtime.information.determinize import Deals
from dsl.runtime.moves import Move, fold, title_of
from dsl.runtime.naming import Naming
from dsl.runtime.wording import Viewer
from dsl.semantics.model import Ref

NEAREST: Final = 4
"""How many of the moves that begin like a text are told."""

MOST_TRIED: Final = 150
"""How many choices of an action are looked at for a text that is only a beginning."""

MOST_EXPLAINED: Final = 16
"""How many of them that cannot be made are looked into."""

NAMED: Final = 4
"""How many actions are named to somebody who asks about none."""

HIDDEN: Final = "this depends on something that is hidden"


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


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a move can or cannot be made. changes: the nearest moves that can be; needed: a number that would do.

    begun: where the text is only the beginning of moves, those of them that cannot be made, the nearest first.
    others: where several actions read like the text and each may be meant, why the others of them cannot be done.
    """

    text: str
    legal: bool
    summary: str
    requirements: tuple[Requirement, ...] = ()
    changes: tuple[str, ...] = ()
    needed: str = ""
    site: Site | None = None
    begun: tuple[Explanation, ...] = ()
    others: tuple[Explanation, ...] = ()

    @property
    def failed(self) -> tuple[Requirement, ...]:
        """The requirements that are not met."""
        return tuple(requirement for requirement in self.requirements if requirement.met is False)


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


def chosen_from(parameter: str) -> str:
    """What a parameter of an action is chosen from, as it is written: `hand of me` of `c: Card in hand of me`."""
    text = " ".join(parameter.split()).partition(": ")[2]
    kind, word, rest = text.partition(" ")
    return rest.removeprefix("in ") if rest.startswith("in ") else f"{kind}{word}{rest}"


def spelt_out(engine: Engine, position: list[int], text: str, viewer: Viewer) -> str:
    """The move whose chosen things a text names: `e2 e5` is `move e2 to e5`. The text itself if it names none."""
    question = engine.question(position)
    naming = Naming(engine.words, position, viewer)
    for number in question.actions if question is not None else ():
        action = engine.machine.actions[number]
        slots = [part for part in action.title if not isinstance(part, str)]
        parts = [part for slot in slots for part in (" ", slot)][1:]
        for reading in naming.readings(replace(action, title=tuple(parts)), text) if slots else ():
            return engine.words.read(position, viewer, title_of(action, (engine.asker(position), *reading)))
    return text


class _Refusal:
    """Explains one refusal."""

    def __init__(self, engine: Engine, position: list[int], player: int, viewer: Viewer, moves: Sequence[Move]) -> None:
        self.engine = engine
        self.words = engine.words
        self.position = position
        self.player = player
        self.viewer = viewer
        self.moves = moves
        self.naming = Naming(engine.words, position, viewer)
        self.asker = engine.asker(position)
        self.entities: tuple[bool, ...] = ()
        self.deals = Deals(engine, position, viewer)

    def explain(self, text: str) -> Explanation:
        """The best reading of the text, requirement by requirement."""
        found = self._readings(text)
        if not found and self.naming.is_answer(text):
            return self._no_answer(text)
        if not found:
            for action in self.engine.machine.actions:
                for name in self.naming.unseen(action, text)[:1]:
                    return self._unseen(action, text, name)
            if (begun := self._begun(text)) is not None:
                return begun
            near = [move.text for move in self.moves if fold(move.text).startswith(fold(text)[:8])][:3]
            return Explanation(text, False, self._no_such(text), changes=tuple(near))
        first, *others = [self._refused_action(*reading) for reading in found[:NEAREST]]
        return replace(first, others=tuple(others))

    def _readings(self, text: str) -> list[tuple[ActionInfo, tuple[int, ...], list[Requirement]]]:
        """What a text means: of each action that reads like it the likeliest reading, with its requirements.

        Actions may share their words. One whose pieces are of another sort, or cannot be chosen, or which is not done
        now, is not meant where another one is closer.
        """
        found: list[tuple[tuple[bool, int, int], ActionInfo, tuple[int, ...], list[Requirement]]] = []
        for action in self.engine.machine.actions:
            likeliest: tuple[tuple[bool, int, int], ActionInfo, tuple[int, ...], list[Requirement]] | None = None
            for reading in self.naming.readings(action, text):
                asked = self._requirements(action, reading)
                unmet = [requirement.name for requirement in asked if requirement.met is not True]
                apart = {"window", *(name for name, _, _ in action.params)}
                strange = self._strangers(action, reading) + sum(name in apart for name in unmet)
                # the piece named may have no such action at all; and what is hidden speaks for no reading
                rank = ("offered" in unmet, strange, len(unmet))
                if likeliest is None or rank < likeliest[0]:
                    likeliest = (rank, action, reading, asked)
            if likeliest is not None:
                found.append(likeliest)
        found.sort(key=lambda each: each[0])
        return [(action, reading, asked) for rank, action, reading, asked in found if rank[:2] == found[0][0][:2]]

    def _strangers(self, action: ActionInfo, reading: tuple[int, ...]) -> int:
        """How many of the pieces of a reading are of a kind that its action is not about."""
        if self.engine.program is None:
            return 0
        written = self.engine.program.actions[self.engine.machine.actions.index(action)]
        sorts = [written.holder if written.this else None]
        sorts += [param.type.kind if isinstance(param.type, Ref) else None for param in written.params]
        return sum(
            sort is not None and value > 0 and self._knows(value) and not sort.first <= value <= sort.last
            for sort, value in zip(sorts, reading, strict=True)
        )

    def _refused_action(
        self, action: ActionInfo, reading: tuple[int, ...], requirements: list[Requirement]
    ) -> Explanation:
        """Why one action cannot be done with what a text names."""
        failed = [requirement for requirement in requirements if requirement.met is False]
        hidden = [requirement for requirement in requirements if requirement.met is None]
        first = next(iter((*failed, *hidden)), None)
        summary = first.words if first is not None else "another rule forbids it"
        return Explanation(
            self.words.read(self.position, self.viewer, title_of(action, (self.player, *reading))),
            False,
            summary,
            tuple(requirements),
            self._changes(action, reading),
            _needed(first),
            self._site(action.site),
        )

    def _no_answer(self, text: str) -> Explanation:
        """Why a text that answers some question does not answer this one."""
        asked = self.engine.prompt(self.position, self.viewer)
        words = f"“{text}” is not among the answers to “{asked}”"
        if refused := self._refused(fold(text) == "done"):
            words = refused
        answer = Requirement("answer", False, words)
        turn = self._turn()
        summary = words if turn.met else turn.words
        return Explanation(text, False, summary, (turn, answer), tuple(move.text for move in self.moves[:3]))

    def _refused(self, done: bool) -> str:
        """Why the plan cannot be done yet, or why a thing cannot be chosen; empty if the rules give no words."""
        if not self.moves:
            return ""
        decision = self.engine.machine.decisions[self.position[DECISION]]
        words, args = decision.refusal, decision.refusal_args
        if decision.kind == "several" and not done:
            words, args = decision.other, decision.other_args
        elif done == (decision.kind == "member"):
            return ""
        if words < 0:
            return ""
        return self.words.text(self.position, self.viewer, words, self.words.registers(self.position, args))

    def _unseen(self, action: ActionInfo, text: str, name: str) -> Explanation:
        """A move with a piece of the game that lies where the viewer does not see it, if anywhere."""
        site = self._site(action.site)
        known = Requirement("known", False, f"{self.naming.spelt(name)} is nowhere to be seen", site=site)
        return Explanation(text, False, known.words, (self._turn(), self._window(action), known), site=site)

    def _no_such(self, text: str) -> str:
        titles = [
            words
            for action in self.engine.machine.actions
            if (words := [fold(part) for part in action.title if isinstance(part, str)])
        ]
        for words in titles:
            named = self.naming.spelt(fold(text).removeprefix(words[0]).strip())
            if self.naming.is_title(fold(named)):
                seen = self.naming.values(Shown("entity"), fold(named))
                return f"nothing of the sort can be done with {named}" if seen else f"{named} is nowhere to be seen"
        if any(all(word in fold(text) for word in words) for words in titles):
            return "something named in it is not known here"
        texts = [move.text for move in self.moves]
        more = ", …" if len(texts) > NAMED else ""
        now = f"; among what can be done now: {', '.join(texts[:NAMED])}{more}" if texts else ""
        return f"no action of this game reads like this{now}"

    def _begun(self, text: str) -> Explanation | None:
        """A text that is only the beginning, or some words, of moves; None if no action reads so."""
        wanted = fold(text)
        possible: list[str] = []
        refused: dict[str, tuple[tuple[bool, bool, int], Explanation]] = {}
        empty: list[Requirement] = []
        tried = 0
        for action in self.engine.machine.actions:
            first = action.title[0] if action.title else ""
            named = isinstance(first, str) and fold(first).startswith(wanted)
            readings = self._candidates(action, wanted)
            legal = self._offered(action)
            for reading, words in readings:
                if reading in legal:
                    possible.append(words)
                    continue
                if tried == MOST_EXPLAINED:
                    break
                tried += 1
                found = self._requirements(action, reading)
                failed = [requirement for requirement in found if requirement.met is not True]
                if any(each.met is None and each.name in self._domains(action) for each in failed):
                    continue  # whether it is a candidate at all is hidden
                if not failed:
                    possible.append(words)
                    continue
                site = self._site(action.site)
                told = Explanation(words, False, failed[0].words, tuple(failed), needed=_needed(failed[0]), site=site)
                offered = not any(each.name == "offered" for each in failed)
                refused.setdefault(words, ((not fold(words).startswith(wanted), not offered, len(failed)), told))
            if named and not readings:
                empty.append(self._nothing(action))
        if not possible and not refused and not empty:
            return None
        ranked = [told for _, told in sorted(refused.values(), key=lambda each: each[0])]
        nearest = tuple(ranked[:NEAREST])
        if possible:
            summary = f"{len(possible)} of the moves that begin so can be made now"
        elif refused:
            shared = [each for each in nearest[0].requirements if all(each in told.requirements for told in ranked)]
            summary = shared[0].words if shared else "none of the moves that begin so can be made now"
        else:
            summary = empty[0].words
        return Explanation(text, False, summary, changes=tuple(possible[:NEAREST]), begun=nearest)

    def _offered(self, action: ActionInfo) -> set[tuple[int, ...]]:
        """What the action can be done with now, if the viewer is asked: the list of moves says so already."""
        question = self.engine.question(self.position)
        if not self.moves or question is None:
            return set()
        number = self.engine.machine.actions.index(action) + 1
        width = 1 + len(action.params)
        options = (move.option[1:] for move in self.moves if move.option[0] == number)
        return {(*option, *(0 for _ in range(width - len(option)))) for option in options}

    def _candidates(self, action: ActionInfo, wanted: str) -> list[tuple[tuple[int, ...], str]]:
        """What an action could be done with, of what the viewer knows: readings and texts that begin like `wanted`."""
        readings: list[tuple[int, ...]] = [(0,)]
        if action.thises is not None:
            offered = self.engine.emit(self.position, action.thises, (self.player,))
            readings = [option[:1] for option in offered if self._knows(option[0])]
        for _, shown, domain in action.params:
            wider = (
                (*reading, option[0])
                for reading in readings
                for option in self.engine.emit(self.position, domain, (self.player, *reading))
                if shown.what != "entity" or self._knows(option[0])
            )
            readings = list(islice(wider, MOST_TRIED))
        texts = [
            (reading, self.words.read(self.position, self.viewer, title_of(action, (self.player, *reading))))
            for reading in readings
        ]
        return [(reading, words) for reading, words in texts if begins_so(fold(words), wanted)]

    def _nothing(self, action: ActionInfo) -> Requirement:
        """Why there is nothing to do an action with: it is done elsewhere, or nothing can be chosen for it."""
        window = self._window(action)
        if not window.met or not self._turn().met:
            return window if not window.met else self._turn()
        words = "".join(part if isinstance(part, str) else "…" for part in action.title)
        why, empty = f"nothing can be chosen for “{words}” now", None
        if action.params and action.thises is None:
            proc = action.params[0][2]
            empty = self.deals.told(
                lambda position, here: not self.engine.emit(position, proc, here), (self.player, 0), (True, True)
            )
        domain = self._domain_words(action, 0) if empty else ""
        return Requirement(
            "choice", False, f"{why}: nothing is in {domain}" if domain else why, site=self._site(action.site)
        )

    def _knows(self, entity: int) -> bool:
        return self.words.knows(self.position, self.viewer, entity)

    def _domains(self, action: ActionInfo) -> set[str]:
        return {"offered", *(name for name, _, _ in action.params)}

    def _domain_words(self, action: ActionInfo, index: int) -> str:
        """How the rules say what can be chosen for a parameter; empty if there is no text."""
        program = self.engine.program
        number = self.engine.machine.actions.index(action)
        if program is None or number >= len(program.actions) or index >= len(program.actions[number].domains):
            return ""
        return chosen_from(program.actions[number].domains[index].span.text)

    def _requirements(self, action: ActionInfo, reading: tuple[int, ...]) -> list[Requirement]:
        args = (self.player, *reading)
        self.entities = (True, True, *(shown.what == "entity" for _, shown, _ in action.params))
        site = self._site(action.site)
        found = [self._turn(), self._window(action)]
        if action.thises is not None:
            name = self.words.entity(self.position, self.viewer, args[1])
            offered = self._emits(action.thises, args[:1], args[1])
            found.append(_either("offered", offered, f"{name} offers this", f"{name} does not offer this now", site))
        for index, (name, shown, domain) in enumerate(action.params):
            words = self.words.value(self.position, self.viewer, shown, args[2 + index])
            inside = self._emits(domain, args[: 2 + index], args[2 + index])
            domain_words = self._domain_words(action, index)
            refusal = f"{words} cannot be chosen here" + (f": not in {domain_words}" if domain_words else "")
            found.append(_either(name, inside, f"{words} can be chosen", refusal, site))
        for need in action.needs:
            if not need.trial or all(requirement.met for requirement in found[2:]):
                found.append(self._need(need, args))
        if all(requirement.met for requirement in found):
            legal = self.deals.told(
                lambda position, here: tuple(here[1:]) in self._legal(position, action), args, self.entities
            )
            if not legal:
                met = None if legal is None else False
                found.append(Requirement("rules", met, "another rule forbids it", site=site))
        return found

    def _turn(self) -> Requirement:
        asked = f"{self.words.player(self.asker)} is asked now" if self.asker else "nobody is asked now"
        return Requirement("turn", self.asker == self.player, asked)

    def _window(self, action: ActionInfo) -> Requirement:
        question = self.engine.question(self.position)
        actions = self.engine.machine.actions
        offered = question is not None and any(actions[number] is action for number in question.actions)
        names = [self.engine.machine.names.windows[window] for window in action.windows]
        when = f"this is done in {' or '.join(names)}" if names else "this is not done by itself"
        return _either("window", offered, when, f"{when}, and that is not now", self._site(action.site))

    def _need(self, need: NeedInfo, args: tuple[int, ...]) -> Requirement:
        site = self._site(need.site)
        met = self._same(need.test, args)
        if met is None:
            return Requirement(need.name, None, HIDDEN, site=site)
        words = _condition(site.text, need.name) if met and site is not None else self._need_words(need, args)
        sides: list[tuple[str, str]] = []
        for text, proc, shown in need.operands[: 2 if met else None]:
            value = self._same(proc, args)
            told = "hidden" if value is None else self.words.value(self.position, self.viewer, shown, value)
            sides.append((text, told))
        parts = tuple(self._need(part, args) for part in need.parts)
        if not words:
            failed = [part for part in parts if part.met is False]
            words = failed[0].words if failed else _comparison(sides, need.compare)
        words = words or (site.text if site is not None else need.name)
        return Requirement(need.name, bool(met), words, tuple(sides), need.compare, site, parts)

    def _need_words(self, need: NeedInfo, args: tuple[int, ...]) -> str:
        """The words the rules give to a refusal, unless a number in them is hidden."""
        if need.words < 0:
            return ""
        holes = [self._same(hole, args) for hole in need.holes]
        told = [hole for hole in holes if hole is not None]
        return self.words.text(self.position, self.viewer, need.words, told) if len(told) == len(holes) else HIDDEN

    def _changes(self, action: ActionInfo, reading: tuple[int, ...]) -> tuple[str, ...]:
        """The legal moves of the same action that differ in one thing only."""
        if self.moves:
            number = self.engine.machine.actions.index(action) + 1
            legal = {move.option[1:]: move.text for move in self.moves if move.option[0] == number}
        else:
            legal = {
                other: self.words.read(self.position, self.viewer, title_of(action, (self.player, *other)))
                for other in self._legal(self.position, action)
            }
        near = [text for other, text in legal.items() if sum(a != b for a, b in zip(other, reading, strict=False)) == 1]
        return tuple(dict.fromkeys(near))[:3]

    # ---- looking, without telling what is hidden ----

    def _same(self, proc: int, args: Sequence[int]) -> int | None:
        """The result of a function, unless it is hidden."""
        return self.deals.told(lambda position, here: self.engine.call(position, proc, here), args, self.entities)

    def _emits(self, proc: int, args: Sequence[int], value: int) -> bool | None:
        """Whether a function emits a value, unless that is hidden."""

        def ask(position: list[int], here: Sequence[int]) -> int:
            return any(option[:1] == (here[-1],) for option in self.engine.emit(position, proc, here[:-1]))

        answer = self.deals.told(ask, (*args, value), self.entities)
        return None if answer is None else bool(answer)

    def _legal(self, position: list[int], action: ActionInfo) -> list[tuple[int, ...]]:
        width = 1 + len(action.params)
        found = self.engine.emit(position, action.whole, (self.player,))
        return [(*option, *(0 for _ in range(width - len(option))))[:width] for option in found]

    def _site(self, site: int) -> Site | None:
        return self.engine.site(site)


def begins_so(text: str, wanted: str) -> bool:
    """Whether a folded text begins with another, or has its words in their order, also cut short."""
    rest = iter(text.split())
    return text.startswith(wanted) or all(any(word.startswith(each) for word in rest) for each in wanted.split())


def _either(name: str, met: bool | None, good: str, bad: str, site: Site | None) -> Requirement:
    """A requirement that reads one way when it is met and another when it is not."""
    words = HIDDEN if met is None else good if met else bad
    return Requirement(name, met, words, site=site)


def _comparison(sides: Sequence[tuple[str, str]], compare: str) -> str:
    if len(sides) < 2:
        return ", ".join(f"{text} is {value}" for text, value in sides)
    (left, a), (right, b), *more = sides
    shown = f"{right} ({b})" if right != b else right
    lacking = "".join(f"; {text}: {value}" for text, value in more)
    given = left if left == a else f"{left} is {a}, and"
    return f"{given} must be {compare} {shown}{lacking}"


def _needed(requirement: Requirement | None) -> str:
    """What number would meet a comparison that fails."""
    if requirement is None or len(requirement.sides) < 2 or requirement.compare not in _WORDS:
        return ""
    (left, a), (_, b), *_ = requirement.sides
    return f"{left} would have to be {_WORDS[requirement.compare]}{b}; it is {a}"


_WORDS: Final = {
    "=": "",
    "!=": "other than ",
    "<": "less than ",
    "<=": "at most ",
    ">": "more than ",
    ">=": "at least ",
}


def _condition(text: str, name: str) -> str:
    """What a requirement asks, from the line it is written on: without its name, its words and its citations."""
    words = " ".join(text.split()).partition(" else ")[0].partition(" @")[0]
    words = words.removeprefix("provided afterwards ")
    return words.removeprefix("requires ").removeprefix("rule ").removeprefix(f"{name}: ")
