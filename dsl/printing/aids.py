"""The player aid: the order of play, moves with what they want and cost, answers, tracks, ends, in a line each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from dsl.printing.course import Course, Turn, course
from dsl.runtime.game import Game
from dsl.runtime.tongues.own import said
from dsl.runtime.tongues.speech import speech_of
from dsl.saying.effects import Effects
from dsl.saying.rules import title_of_action, voice_of
from dsl.saying.values import noun_where
from dsl.saying.voice import Voice, title_of
from dsl.semantics import model as m
from dsl.semantics.walk import walk
from dsl.semantics.world import spoken

_DEEP: Final = 5
_MOST: Final = 8  # cards that are named one by one
_LONG: Final = 240  # letters of what a move wants and does
_HOLE: Final = re.compile(r"\[[^\]]*\]")  # what is worked out at the table
_WORDY: Final = 14  # words of a condition that is told


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the aid: what it tells of, in which what is to be put in stands in brackets; words; how far inside it
    stands; note: it is about the lines beside it.
    """

    strong: str
    words: str = ""
    deep: int = 0
    note: bool = False

    @property
    def whole(self) -> str:
        """All of it."""
        return f"{self.strong}: {self.words}" if self.strong and self.words else self.strong or self.words


@dataclass(frozen=True, slots=True)
class Aid:
    """What a player wants to have at hand: headings, each with lines."""

    title: str
    parts: tuple[tuple[str, tuple[Line, ...]], ...]


def aid(game: Game) -> Aid:
    """The aid of a game, in its language."""
    teller = _Teller(game)
    parts = [(said("The order of play"), tuple(teller.order()))]
    parts += teller.windows()
    parts += [
        (said("Tracks"), tuple(teller.tracks())),
        (said("The end of the game"), tuple(teller.ends())),
        (said("Before it begins"), tuple(teller.options())),
    ]
    return Aid(game.engine().title, tuple((heading, lines) for heading, lines in parts if lines))


class _Teller:
    """Tells the parts of an aid."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.program = game.program()
        self.speech = speech_of(game.tongue)
        self.effects = Effects(self.program, self.speech)
        self.voice = voice_of(self.program, self.speech)
        self.course: Course = course(self.program)

    # ---- the order of play -------------------------------------------------------------------------------------------

    def order(self) -> Iterator[Line]:
        """Phases and steps in the order in which they come, with the moves that are made there."""
        for turn in self.course.turns:
            yield from self._turn(turn, 0)

    def _turn(self, turn: Turn, deep: int) -> Iterator[Line]:
        windows = ", ".join(self.voice.label(each) for each in turn.windows)
        if turn.flow is not None:
            yield Line(_capital(self.voice.label(turn.flow)), windows, deep)
        elif windows:
            yield Line(said("In turn"), windows, deep)
        for each in turn.inner if deep + 1 < _DEEP else ():
            yield from self._turn(each, deep + (turn.flow is not None))

    # ---- moves -------------------------------------------------------------------------------------------------------

    def windows(self) -> list[tuple[str, tuple[Line, ...]]]:
        """What can be done in each window, in the order of play; then answers, with their moment."""
        where: dict[m.Window, str] = {}
        self._places(self.course.turns, [], where)
        rest = [each for each in self.program.windows if each not in where]
        told: set[m.Action] = set()
        found: list[tuple[str, tuple[Line, ...]]] = []
        for window in (*where, *rest):
            moment = where.get(window) or self._moment(window)
            lines = [*self._moves(window, told)]
            if lines:
                found.append(
                    (_capital(self.voice.label(window)), (*([Line("", moment, note=True)] if moment else []), *lines))
                )
        return found

    def _places(self, turns: Sequence[Turn], above: list[str], where: dict[m.Window, str]) -> None:
        for turn in turns:
            path = [*above, *([_capital(self.voice.label(turn.flow))] if turn.flow is not None else [])]
            for window in turn.windows:
                where.setdefault(window, said("When: {1}.", " › ".join(path)) if path else "")
            self._places(turn.inner, path, where)

    def _moment(self, window: m.Window) -> str:
        """When a window opens that no step of the game opens: what it answers to."""
        moments = [self._answered(each) for each in self.course.openers(window)]
        told = list(dict.fromkeys(each for each in moments if each))[:3]
        return said("Answers: {1}.", "; ".join(told)) if told else ""

    def _answered(self, opener: object) -> str:
        match opener:
            case m.Action():
                return title_of_action(self.voice, opener, "[{}]")
            case m.Event():
                return self.effects.sayer.event(opener).words
            case m.Attachment():
                found = next((each for each in self.effects.on(None).rules if each.rule is opener), None)
                return self.effects.sayer.rule(found).words if found is not None else opener.label
            case m.Card():
                return self._card(opener)
            case _:
                return ""

    def _moves(self, window: m.Window, told: set[m.Action]) -> Iterator[Line]:
        again: list[str] = []
        for action in (each for each in window.actions if each.holder is None):
            title = title_of_action(self.voice, action, "[{}]")
            if action in told:
                again.append(title)
            else:
                told.add(action)
                yield Line(title, self._wants(action))
        if again:
            yield Line("", said("Also: {1}.", "; ".join(dict.fromkeys(again))), note=True)
        holders = [each.holder for each in window.actions if each.holder is not None]
        if holders:
            yield Line("", said("With cards: {1}.", ", ".join(self._holders(holders))), note=True)

    def _holders(self, holders: Sequence[m.Card | m.Kind]) -> list[str]:
        cards = list(dict.fromkeys(each for each in holders if isinstance(each, m.Card)))
        kinds = list(dict.fromkeys(each for each in holders if isinstance(each, m.Kind)))
        named = [self.voice.plural(self.voice.label(each.known)) for each in kinds]
        if len(cards) <= _MOST:
            return list(dict.fromkeys([*named, *map(self._card, cards)]))
        counts: dict[str, int] = {}
        for card in cards:
            label = self.voice.plural(self.voice.label(card.kind.known))
            counts[label] = counts.get(label, 0) + 1
        return list(dict.fromkeys([*named, *(f"{label} ({count})" for label, count in counts.items())]))

    def _card(self, card: m.Card) -> str:
        name = title_of(card) if self.speech.plain or not self.speech.knows(card.title) else card.title
        return self.voice.word(name) if self.speech.knows(name) else name

    def _wants(self, action: m.Action) -> str:
        """What a move is made with, costs, may not be, and does; as much of it as there is room for."""
        voice = replace(self.voice, me=frozenset((action.me,)), this=action.this)
        chosen: list[str] = []
        for param, domain in zip(action.params, action.domains, strict=True):
            if not isinstance(domain.domain, m.KindMembers) or domain.where is not None:
                chosen.append(voice.article(noun_where(voice, domain)))
            voice = voice.naming(param)
        asked = [self._need(voice, need) for need in (*action.needs, *action.afterwards)]
        limits = [self.effects.sayer.limit(limit).words for limit, _ in action.uses]
        costs, rest = self._done(voice, action)
        told = [*(each for each in chosen if len(each.split()) < _WORDY), *costs, *limits]
        parts = [*filter(self._is_said, told), *asked, *filter(self._is_said, rest)]
        return _fitting([each for each in parts if each])

    def _is_said(self, words: str) -> bool:
        """Whether all names in it are words of the language; others stand in its quotation marks."""
        return self.speech.plain or "„" not in words

    def _need(self, voice: Voice, need: m.Need) -> str:
        if need.words is not None:
            return said("not if “{1}”", _HOLE.sub("…", self.effects.sayer.scene(voice).template(need.words)))
        test = voice.tell(need.condition)
        return voice.phrase("needs", test=test) if len(test.split()) < _WORDY and self._is_said(test) else ""

    def _done(self, voice: Voice, action: m.Action) -> tuple[list[str], list[str]]:
        """What a move costs, and what else it does at once."""
        scene = self.effects.sayer.scene(voice)
        costs: list[str] = []
        rest: list[str] = []
        for each in action.effects:
            if isinstance(each, m.AssignField) and each.field.holder is None:
                continue  # what the table only keeps
            is_cost = isinstance(each, m.PayFrom) or (isinstance(each, m.AssignField) and each.how == "lower")
            told = [said.words for said in scene.said((each,)) if said.words and not said.below]
            costs += told if is_cost else ()
            rest += () if is_cost else told
        return costs, rest

    # ---- tracks, ends, options ---------------------------------------------------------------------------------------

    def tracks(self) -> Iterator[Line]:
        """What each track counts, and what stretches of it mean."""
        for found in self.program.fields:
            if found.track is None or not found.var or not isinstance(found.type, m.Int):
                continue
            bands = [f"{self._span(band.low, band.high)} {self.voice.label(band)}" for band in found.track.bands]
            words = ", ".join([self._span(found.type.low, found.type.high), *bands])
            yield Line(self.voice.field(found), words)

    def _span(self, low: int, high: int) -> str:
        return str(low) if low == high else self.voice.phrase("range", low=str(low), high=str(high))

    def ends(self) -> Iterator[Line]:
        """How the game ends, each way once, and what counts for the score."""
        ends = [node for body in self._bodies() for node in walk(list(body)) if isinstance(node, m.FinishGame)]
        yield from dict.fromkeys(map(self._end, ends))
        for score in dict.fromkeys(each.score for each in ends):
            voice, body = self.voice, getattr(score, "base", None) or getattr(score, "body", None)
            if isinstance(score, m.Define | m.Value) and isinstance(body, m.Expr):
                for param in score.params:
                    voice = voice.naming(param)
                line = Line(voice.name(score.name), f"{voice.tell(body)}.")
                yield from (line,) if self._is_said(line.whole) else ()

    def _bodies(self) -> Iterator[Sequence[m.Stmt]]:
        """All that may end the game; what scenarios declare is none of it."""
        proofs = {file.span.file.name for file in self.game.sources.scenarios}
        yield from (each.body for each in (*self.program.procedures, *self.program.events))
        yield from (each.rule.body for each in self.effects.on(None).rules if each.rule.span.file.name not in proofs)
        if self.program.main is not None:
            yield self.program.main.body

    def _end(self, end: m.FinishGame) -> Line:
        who = self.voice.tell(end.who) if end.who is not None else ""
        match end.how:
            case "scored":
                how = said("the highest {1} wins", self.voice.name(end.score.name) if end.score is not None else "")
            case "won" | "lost":
                how = self.voice.phrase(end.how, who=who).partition(": ")[2]
            case _:
                how = said("a draw")
        why = self.effects.sayer.scene(self.voice).template(end.because) if end.because is not None else ""
        why = _HOLE.sub("…", why)
        if why and not self._is_said(how):
            return Line("", f"{_capital(why)}.")
        return Line(_capital(why), f"{how}.") if why else Line("", f"{_capital(how)}.")

    def options(self) -> Iterator[Line]:
        """What is agreed on before the game."""
        for option in self.program.options:
            if option.words and not option.ruling:
                yield Line(spoken(option.name) if self.speech.plain else "", spoken(self.speech.text(option.words)))


def _capital(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


def _fitting(parts: Sequence[str]) -> str:
    """Parts in a row, as many as there is room for."""
    kept: list[str] = []
    for each in dict.fromkeys(parts):
        if kept and sum(map(len, kept)) + len(each) > _LONG:
            break
        kept.append(each)
    return f"{'; '.join(kept)}." if kept else ""
