"""What is wrong with a game while it is written: at once in what changed, a moment later in all of it.

`check_all` is what `rulewright check` says: every number of players and set of modules. `check_changed` reads the
declarations anew, which is soon done, but only the bodies of items that changed or that speak of a name that is now
declared in another way; what was said about all others before is said again. Only the whole check sees circles,
conflicts and what is never used.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, pairwise
from pathlib import Path
from typing import Final

from dsl.diagnostics import Bag, Diagnostic, RulesError
from dsl.editor.names import Declared, declared, everything, nodes
from dsl.editor.project import Snapshot
from dsl.pipeline import check_modules, check_sources
from dsl.reading.drafts import Kept
from dsl.reading.modules import with_modules
from dsl.reading.sources import Sources
from dsl.semantics.world import Only
from dsl.source import Span
from dsl.syntax import tree as t
from dsl.syntax.moving import moved_told
from dsl.syntax.parse import Read

MOST_AT_ONCE: Final = 100
"""How many items that speak of changed names are looked at at once."""
_HEADED: Final = frozenset(("action", "event", "main", "phase", "procedure", "step"))
"""Sorts of which others see the first line only."""
_READING: Final = frozenset(("E011", "E012", "E013"))
"""Files are missing: everything that stands in them would be missed."""


class Outdated(Exception):
    """The game has changed; nobody wants to know about this version any more."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is wrong with a game at one moment, by the name of each file; what has no place, under the empty name."""

    game: Snapshot
    told: dict[str, tuple[Diagnostic, ...]]

    def by_path(self) -> dict[Path, list[Diagnostic]]:
        """What is wrong in each file; what has no place, at the beginning of the game's first one."""
        paths = self.game.paths
        found: dict[Path, list[Diagnostic]] = {path: [] for path in (self.game.main, *paths.values())}
        for name, told in self.told.items():
            found[paths.get(name, self.game.main)] += told
        return found


def check_all(game: Snapshot, heed: Callable[[], None] = lambda: None) -> Verdict:
    """Everything that is wrong. heed: called now and then, and may raise Outdated."""
    bag = _bag(game)
    only = Only(None, heed)
    if _is_whole(game):
        numbers = sorted(set(game.sources.players))
        try:
            for number in numbers:
                check_sources(game.sources, bag, players=number, only=only)
            if not bag.has_errors:
                check_modules(game.sources, bag, numbers, only=only)
        except RulesError as error:
            bag.extend(error.diagnostics)
    return _verdict(game, (*game.told, *bag.all()))


def check_changed(game: Snapshot, before: Verdict) -> Verdict:
    """What is wrong as far as it can be said at once: in what has changed since `before`, and there."""
    files = [_File(name, kept, before.game.kept.get(name)) for name, kept in game.kept.items()]
    fresh = [read for file in files for read in file.fresh]
    lost = [_File(name, None, kept) for name, kept in before.game.kept.items() if name not in game.kept]
    gone = [read for file in (*files, *lost) for read in file.gone]
    names = _changed_names(_seen(fresh), _seen(gone))
    names += _of_kinds(game, _changed_names(_kinds(fresh), _kinds(gone)))
    speaking = islice(_speaking(game, names), MOST_AT_ONCE)
    wanted = {id(read): read for read in (*fresh, *speaking)}
    bag = _bag(game)
    _check(game, [read.item for read in wanted.values() if read.item is not None], bag)
    again = (each for file in files for each in file.again(wanted, before.told.get(file.name, ())))
    nowhere = before.told.get("", ()) if not fresh else ()
    return _verdict(game, (*game.told, *bag.all(), *again, *nowhere))


class _File:
    """A file now and when all of it was checked; None if there is or was none. same: its items that were there then,
    by their numbers now.
    """

    def __init__(self, name: str, kept: Kept | None, before: Kept | None) -> None:
        self.name = name
        self.kept = kept
        self.before = before
        self.same = _same(kept, before)

    @property
    def fresh(self) -> list[Read]:
        """What was not there then."""
        return [read for number, read in enumerate(self.kept.reads) if number not in self.same] if self.kept else []

    @property
    def gone(self) -> list[Read]:
        """What is not there any more."""
        old = set(self.same.values())
        return [read for number, read in enumerate(self.before.reads) if number not in old] if self.before else []

    def again(self, anew: dict[int, Read], told: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
        """What was said then about items that have not been looked at anew, where they stand now."""
        if self.kept is None or self.before is None:
            return
        now = {old: new for new, old in self.same.items() if id(self.kept.reads[new]) not in anew}
        for each in told:
            number = None if each.span is None else _number(self.before, each.span)
            if number is None and self.kept is self.before:
                yield each
            elif number is not None and number in now:
                by = self.kept.reads[now[number]].chunk.start - self.before.reads[number].chunk.start
                yield each if self.kept is self.before else moved_told(each, self.kept.source, by)


# ---- what has changed ------------------------------------------------------------------------------------------------


def _same(kept: Kept | None, before: Kept | None) -> dict[int, int]:
    """The items of a file that were there before, word for word, by their numbers now and then."""
    if kept is None or before is None:
        return {}
    if kept is before:
        return {number: number for number in range(len(kept.reads))}
    then: dict[tuple[str, bool], list[int]] = {}
    for number, read in enumerate(before.reads):
        then.setdefault((read.chunk.text, read.mistake is None), []).append(number)
    found: dict[int, int] = {}
    for number, read in enumerate(kept.reads):
        alike = then.get((read.chunk.text, read.mistake is None))
        if alike:
            found[number] = alike.pop(0)
    return found


def _seen(reads: Iterable[Read]) -> dict[str, set[str]]:
    """What other items see of some: their names, with all that matters of what is declared."""
    found: dict[str, set[str]] = {}
    for read in reads:
        if read.item is None:
            continue
        for each in everything(declared([t.File(read.item.span, (read.item,))])):
            found.setdefault(each.name, set()).add(_face(each))
    return found


def _face(found: Declared) -> str:
    """What others see of something: of what has a body that says no more, the first line."""
    text = found.whole.text
    if found.sort == "scenario":
        return ""
    if found.sort.partition(" ")[0] in _HEADED:
        head = text.partition("\n")[0].partition("#")[0].rstrip()
        return head.partition("@")[0] if head.count("(") == head.count(")") else text
    return f"{found.sort} {text}"


def _changed_names(now: dict[str, set[str]], then: dict[str, set[str]]) -> list[str]:
    return [name for name in {**now, **then} if now.get(name) != then.get(name)]


def _kinds(reads: Iterable[Read]) -> dict[str, set[str]]:
    """The kinds among some items, with what they are kinds of."""
    return {name: {kind} for name, kind in map(_of, reads) if name}


def _of_kinds(game: Snapshot, kinds: list[str]) -> list[str]:
    """What is of some kinds, by its names: who speaks of a card depends on what its kind is a kind of."""
    found = set(kinds)
    named = [_of(read) for kept in game.kept.values() for read in kept.reads]
    before = 0
    while before < len(found):
        before = len(found)
        found |= {name for name, kind in named if kind in found}
    return sorted(found - set(kinds))


def _of(read: Read) -> tuple[str, str]:
    """A card or a kind by its name, and the kind that it is of; empty names where there is none."""
    item = read.item
    if isinstance(item, t.KindItem):
        return item.name.text, item.parent.text if item.parent is not None else ""
    return (item.title.value, item.kind.text) if isinstance(item, t.CardItem) else ("", "")


def _words(names: Iterable[str]) -> re.Pattern[str]:
    return re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, names)) + r")(?!\w)")


def _speaking(game: Snapshot, names: list[str]) -> Iterator[Read]:
    """The items in which one of some names is written."""
    if not names:
        return
    words = _words(names)
    for kept in game.kept.values():
        if any(name in kept.source.text for name in names):
            yield from (read for read in kept.reads if words.search(read.chunk.text))


# ---- what is said of it ----------------------------------------------------------------------------------------------


def _check(game: Snapshot, items: list[t.Item], bag: Bag) -> None:
    """Check the bodies of some items, in the smallest game that has one of them."""
    if not items or not _is_whole(game):
        return
    sources = _holding(game, items)
    if any(
        isinstance(each, t.RuleItem) and each.position in ("lifts", "silences")
        for item in items
        for each in nodes(item)
    ):
        items += (each for file in sources.files for each in file.items if not isinstance(each, t.ScenarioItem))
    try:
        check_sources(sources, bag, players=sources.players[0], only=Only(tuple(items)))
    except RulesError as error:
        bag.extend(error.diagnostics)


def _holding(game: Snapshot, items: list[t.Item]) -> Sources:
    """The game with the first set of modules that has one of some items in it."""
    for names in ((), *game.sets):
        sources = with_modules(game.sources, Bag(), names) if names else game.sources
        places = {_place(item) for file in (*sources.files, *sources.scenarios) for item in file.items}
        if any(_place(item) in places for item in items):
            return sources
    return game.sources


def _is_whole(game: Snapshot) -> bool:
    """Whether all files of a game could be found."""
    return _READING.isdisjoint(each.code for each in game.told)


def _place(item: t.Item) -> tuple[int, int]:
    return id(item.span.file), item.span.start


def _number(kept: Kept, span: Span) -> int | None:
    """The number of the chunk that a place lies in."""
    starts = [read.chunk.start for read in kept.reads]
    for number, (start, end) in enumerate(pairwise([*starts, len(kept.source.text) + 1])):
        if start <= span.start < end:
            return number
    return None


def _bag(game: Snapshot) -> Bag:
    """A bag for what is said of the meaning. It has the mistakes of the form if anything could not be read at all: then
    nobody misses what may be declared there."""
    bag = Bag()
    if any(read.item is None for kept in game.kept.values() for read in kept.reads):
        bag.extend(game.told)
    return bag


def _verdict(game: Snapshot, told: Iterable[Diagnostic]) -> Verdict:
    """What is said, by files, in order, once; nothing about what is kept of an earlier version of an item."""
    bag = Bag()
    bag.extend(each for each in told if _is_current(game, each.span))
    found: dict[str, list[Diagnostic]] = {name: [] for name in game.kept}
    for each in bag.all():
        found.setdefault(each.span.file.name if each.span is not None else "", []).append(each)
    return Verdict(game, {name: tuple(told) for name, told in found.items()})


def _is_current(game: Snapshot, span: Span | None) -> bool:
    kept = game.kept.get(span.file.name) if span is not None else None
    return kept is None or span is None or kept.is_current(span)
