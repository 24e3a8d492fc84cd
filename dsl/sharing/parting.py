"""Where games played by two versions of rules part: the same seeds, the same decisions, and the first difference."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from random import Random
from typing import Final

from dsl.runtime.errors import GameError, MoveError
from dsl.runtime.explain import Explanation
from dsl.runtime.game import Game
from dsl.runtime.state import State
from dsl.spoken import said

MOST_DECISIONS: Final = 2_000
_TOLD: Final = 3
_BEFORE: Final = 4


@dataclass(frozen=True, slots=True)
class Parting:
    """The first difference of two games: the seed, after how many decisions and which last ones, what is said of the
    difference, and what each of the rules has to say, with its place.
    """

    seed: int
    after: int
    made: tuple[str, ...]
    words: str
    reasons: tuple[str, ...] = ()


def partings(old: Game, new: Game, games: int, seed: int = 0, players: int | None = None) -> Iterator[Parting | None]:
    """Play so many pairs of games, decisions drawn at random; for each where it parts, or None."""
    for number in range(games):
        yield parting(old, new, seed + number, players)


def parting(old: Game, new: Game, seed: int, players: int | None = None) -> Parting | None:
    """Where one pair of games with a seed parts; None if it is the same to the end, or for MOST_DECISIONS."""
    dice = Random(seed)
    pair = old.start(players, seed), new.start(players, seed)
    made: list[str] = []
    lines = 0
    for _ in range(MOST_DECISIONS):
        words = _differ(*pair, lines)
        if words is not None:
            return Parting(seed, len(made), tuple(made[-_BEFORE:]), words, tuple(_reasons(*pair)))
        if pair[0].is_over:
            return None
        lines = len(pair[0].lines)
        text = dice.choice(pair[0].moves()).text
        made.append(text)
        for state, what in zip(pair, ("old", "new"), strict=True):
            try:
                state.apply(text)
            except (MoveError, GameError) as error:
                is_old = what == "old"
                words = said("the old rules break: {1}", error) if is_old else said("the new rules break: {1}", error)
                return Parting(seed, len(made), tuple(made[-_BEFORE:]), words)
    return None


def _differ(old: State, new: State, lines: int) -> str | None:
    """What differs in two positions that somebody sees: the log since a line, the question, the moves, the end."""
    logged = _logs_differ(old.log(None, lines), new.log(None, lines))
    if old.is_over != new.is_over:
        if old.is_over:
            return said("the old game is over ({1})", old.result_words)
        return said("the new game is over ({1})", new.result_words)
    if old.is_over and old.result_words != new.result_words:
        return said("it ends otherwise: {1}; now {2}", old.result_words, new.result_words)
    if logged is not None:
        return logged
    if (old.actor, old.prompt()) != (new.actor, new.prompt()):
        now = said("{1} is asked: {2}", new.engine.words.player(new.actor), new.prompt())
        return said("{1} was asked: {2}; now {3}", old.engine.words.player(old.actor), old.prompt(), now)
    return _moves_differ(_texts(old), _texts(new))


def _logs_differ(before: list[str], now: list[str]) -> str | None:
    for one, two in zip_longest(before, now, fillvalue=""):
        if one != two:
            return (
                said("it was “{1}”, and is “{2}”", one, two)
                if one and two
                else said("no longer “{1}”", one)
                if one
                else said("now “{1}”", two)
            )
    return None


def _moves_differ(before: Collection[str], now: Collection[str]) -> str | None:
    gone, added = [text for text in before if text not in now], [text for text in now if text not in before]
    told = [
        *([said("no longer {1}", _some(gone))] if gone else []),
        *([said("now also {1}", _some(added))] if added else []),
    ]
    return "; ".join(told) or None


def _reasons(old: State, new: State) -> Iterator[str]:
    """Why moves that only one of the rules allows are not possible by the others."""
    if old.is_over or new.is_over:
        return
    before, now = _texts(old), _texts(new)
    for what, state, texts in (
        ("new", new, [text for text in before if text not in now]),
        ("old", old, [text for text in now if text not in before]),
    ):
        for text in texts[:_TOLD]:
            why = _why(state.explain(text))
            is_old = what == "old"
            yield (
                said("the old rules on “{1}”: {2}", text, why)
                if is_old
                else said("the new rules on “{1}”: {2}", text, why)
            )


def _why(found: Explanation) -> str:
    failed = found.failed
    if not failed:
        return found.summary
    site = failed[0].site
    return f"{failed[0].words}{f' ({site.file}:{site.line})' if site is not None else ''}"


def _texts(state: State) -> dict[str, None]:
    return dict.fromkeys(move.text for move in state.moves())


def _some(texts: list[str]) -> str:
    more = said(" and {1} more", len(texts) - _TOLD) if len(texts) > _TOLD else ""
    return ", ".join(f"“{text}”" for text in texts[:_TOLD]) + more
