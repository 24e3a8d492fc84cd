"""What a step has changed, in words: the difference between what a viewer may know before it and after it.

Nothing is looked at but two views of one viewer. So what is told is never more than the two of them show, and a step of
which the viewer sees nothing has no effects. Copies of one card are as alike here as in a view: of three Spears that
look the same it is told that one came or went, never which. Fields that the rules call `unlisted` are left out: so a
game says what is not worth a word.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from dsl.runtime.information.view_text import all_items
from dsl.runtime.information.views import ItemView, PlayerView, SpaceView, View, ZoneView, piece_of
from dsl.runtime.tongues.own import marked, numbered, said, words_now

Usual = Callable[[int, str], str]
"""What a field of an entity holds in the beginning, as a text; empty if that is not known."""

MOST_NAMED: Final = 4
"""How many different pieces that go one way are named."""

_COUNTED: Final = re.compile(r"(?:(?P<count>\d+) )?(?P<what>[^\W\d][^,]*)")

_NAME: Final = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)+")

_BESIDE: Final = frozenset(["above", "behind", "before", "below", "beside", "in", "off", "on", "out", "over", "under"])
"""Words that say where something lies: of a zone that is called so, nobody says `to` or `of`."""

_STATES: Final = frozenset(["drawn", "face", "laid", "taken", "worn"])
"""Words like `removed` that say what became of what lies there: it is not told that it went `to` that."""

SAID: Final = ("cell", "face_down", "owner")


@dataclass(frozen=True, slots=True)
class Effect:
    """A change: of whom or what (empty: of the table), and in words what became of it: `money 10 to 14`.

    board: the board that it lies on, if it is a field of a space.
    """

    of: str
    words: str
    board: str = ""


def told(effects: Sequence[Effect]) -> list[str]:
    """The effects in words, those of one subject together: `A: money 10 to 14, Knowledge 0 to 1`."""
    groups: dict[str, list[str]] = {}
    for effect in effects:
        groups.setdefault(effect.of, []).append(effect.words)
    return [f"{of}: {', '.join(words)}" if of else ", ".join(words) for of, words in groups.items()]


def effects(
    before: View,
    after: View,
    usual: Usual,
    leave_out: Collection[str] = (),
    called: Mapping[str, str] = MappingProxyType({}),
) -> list[Effect]:
    """What is otherwise in the second of two views of one viewer; `leave_out`: fields that are not worth a word;
    `called`: what fields are called that have another name on the screen.
    """
    old, new = _Sight(before), _Sight(after)
    for was, now in zip((before.table, *before.players), (after.table, *after.players), strict=True):
        _compare(old, was, new, now)
    found = [*_fields(old, new, usual, leave_out, called), *_Lying(old, new, usual, leave_out, called).effects()]
    return list(dict.fromkeys(found))


@dataclass(slots=True)
class _Where:
    """A zone of a view: how many pieces lie there (None: that is private), and these."""

    name: str
    count: int | None
    items: list[ItemView]


@dataclass(slots=True)
class _Sight:
    """A view taken apart, as far as it is to be compared: the fields of everything but pieces, and the zones."""

    view: View
    fields: dict[tuple[str, str, str, int], str] = field(default_factory=dict[tuple[str, str, str, int], str])
    zones: dict[str, _Where] = field(default_factory=dict[str, _Where])
    spaces: set[str] = field(default_factory=set[str])

    def add_zone(self, zone: ZoneView, label: str) -> None:
        """Take a zone, and the zones of the pieces in it."""
        there = self.zones.get(label)
        if there is None:
            self.zones[label] = _Where(zone.name, zone.count, [*zone.items])
        else:  # zones of one name, such as those of two cards with one title
            there.count = None if there.count is None or zone.count is None else there.count + zone.count
            there.items.extend(zone.items)
        for item in zone.items:
            for inner in item.zones:
                where = item.name if len(item.zones) == 1 else _on(item.name, _spaced(inner.label))
                self.add_zone(inner, where if item.known else said("{1} at {2}", where, label))


def _on(name: str, label: str) -> str:
    """Where a piece lies on another one: of what is called `attached` or `played on it` nobody says whose it is."""
    return f"{name} ({label})" if _says_state(label) else said("{1} of {2}", label, name)


def _held(zone: ZoneView, holder: PlayerView) -> str:
    """What a zone of a player or of the table is called."""
    label = _spaced(zone.label)
    return said("{1} of {2}", label, holder.name) if holder.number else label


def _compare(old: _Sight, was: PlayerView, new: _Sight, now: PlayerView) -> None:
    """Take what is not the same of a player or of the table in two views."""
    for sight, each in ((old, was), (new, now)):
        for name, value in each.fields:
            sight.fields[now.name, "", name, now.number] = value
    for one, other in zip(was.zones, now.zones, strict=True):
        if one != other:
            old.add_zone(one, _held(one, now))
            new.add_zone(other, _held(other, now))
    for before, after in zip(was.boards, now.boards, strict=True):
        for one, other in zip(before.spaces, after.spaces, strict=True):
            if one is not other and one != other:
                _take_space(old, one, after.name, now.name if now.number else "")
                _take_space(new, other, after.name, now.name if now.number else "")


def _take_space(sight: _Sight, space: SpaceView, board: str, whose: str) -> None:
    name = f"{words_now().named(board)} {space.name}" if space.name.isdecimal() else space.name
    if whose and not name.startswith(f"{whose} "):  # some say whose they are
        name = said("{1} of {2}", name, whose)
    for each, value in space.fields:
        sight.fields[name, board, each, space.entity] = value
    sight.spaces.add(name)
    for number, zone in enumerate(space.zones):
        label = _spaced(zone.label)
        there = f"{label} {name}" if label in _BESIDE else said("{1} of {2}", label, name)
        sight.add_zone(zone, there if number else name)


def _fields(
    old: _Sight, new: _Sight, usual: Usual, leave_out: Collection[str], called: Mapping[str, str]
) -> Iterator[Effect]:
    """The fields that changed, of everything but pieces."""
    for key in dict.fromkeys((*old.fields, *new.fields)):
        of, board, name, entity = key
        was, now = old.fields.get(key), new.fields.get(key)
        if was != now and name not in leave_out:
            yield Effect(of, _became(called.get(name, name), was, now, usual(entity, name)), board)


def _became(name: str, was: str | None, now: str | None, usual: str) -> str:
    """What became of a field; None where it is not told, because it is what it is in the beginning."""
    words = _spaced(name)
    was, now = value_words(was if was is not None else usual), value_words(now if now is not None else usual)
    own = words_now()
    if now in (own.yes, own.no) and was in (own.yes, own.no, ""):
        return words if now == own.yes else own("no longer {1}", words)
    if not was:
        return f"{words} {now}"
    counts = _recounted(was, now)
    if counts:
        return f"{words} {counts}"
    return own("{1} {2} to {3}", words, was, now) if now else own("{1} no longer {2}", words, was)


def _recounted(was: str, now: str) -> str:
    """Which counts changed between two texts that count several things; empty where they are none."""
    if not any(", " in each or re.match(r"\d+ ", each) for each in (was, now)):
        return ""
    old, new = _counts_of(was), _counts_of(now)
    if old is None or new is None:
        return ""
    changed = [each for each in dict.fromkeys((*old, *new)) if old[each] != new[each]]
    names = (f"{each}:" if each[-1].isdigit() else each for each in changed)  # `red 0: 2 to 1`
    return ", ".join(
        said("{1} {2} to {3}", name, old[each], new[each]) for name, each in zip(names, changed, strict=True)
    )


def _counts_of(value: str) -> Counter[str] | None:
    """A text that says how many there are of each of several things, such as `2 wood, water`; None if it is none."""
    if value in (words_now().nothing, words_now().none):
        return Counter()
    found = Counter[str]()
    for part in value.split(", "):
        number = _COUNTED.fullmatch(part)
        if number is None:
            return None
        found[number["what"]] += int(number["count"] or 1)
    return found


class _Lying:
    """What became of the pieces: what came, what went, what is otherwise about those that stayed."""

    def __init__(
        self, old: _Sight, new: _Sight, usual: Usual, leave_out: Collection[str], called: Mapping[str, str]
    ) -> None:
        self.usual = usual
        self.called = called
        self.leave_out = (*SAID, *leave_out)
        self.old, self.new = old, new
        self.gone: list[tuple[str, ItemView]] = []
        self.come: list[tuple[str, ItemView]] = []
        self.otherwise: list[Effect] = []
        self.named: Counter[str] | None = None
        for label in dict.fromkeys((*old.zones, *new.zones)):
            was, now = old.zones.get(label), new.zones.get(label)
            left, arrived = _apart(was.items if was else [], now.items if now else [])
            self.gone += [(label, item) for item in left]
            self.come += [(label, item) for item in arrived]

    def effects(self) -> Iterator[Effect]:
        """What is to be told."""
        changed = list(self._changed())
        moved = self._moved()
        noticed = self._noticed(moved)
        known = Counter[str]()
        for (source, target), names in moved.items():
            for label, by in ((source, -len(names)), (target, len(names))):
                if label:
                    known[label] += by
        for (source, target), names in moved.items():
            yield Effect("", _way(_counted(names), source, target, len(names)))
        yield from noticed
        yield from self._counts(known)
        yield from changed
        yield from self.otherwise

    def _alike(self, source: str, target: str) -> bool:
        """Whether two places are zones of one name, such as two spaces: then what a piece is like goes with it."""
        was, now = self.old.zones.get(source), self.new.zones.get(target)
        return was is not None and now is not None and was.name == now.name

    def _changed(self) -> Iterator[Effect]:
        """Pieces that stayed where they were and look otherwise: of those with one name, one after the other."""
        for label, item in [*self.gone]:
            there = next((each for each in self.come if each[0] == label and each[1].name == item.name), None)
            if there is None or (there[1].owner != item.owner and any(_same(each, item) for _, each in self.come)):
                continue
            self.gone.remove((label, item))
            self.come.remove(there)
            name = said("{1} at {2}", item.name, label) if self._is_one_of_several(item, label) else item.name
            yield from (Effect(name, words) for words in self._otherwise(item, there[1]))

    def _is_one_of_several(self, item: ItemView, label: str) -> bool:
        """Whether a piece is on a space and what it is called does not say which it is."""
        if item.known and label not in self.new.spaces:
            return False
        if self.named is None:
            self.named = Counter(each.name for each in all_items(self.new.view) if each.known)
        return not item.known or self.named[item.name] > 1

    def _otherwise(self, was: ItemView, now: ItemView) -> Iterator[str]:
        if was.owner != now.owner:
            names = [player.name for player in self.new.view.players]
            yield said("now of {1}", names[now.owner - 1]) if now.owner else said("nobody's now")
        if was.known and now.known and was.face_up != now.face_up:
            yield said("face up") if now.face_up else said("face down")
        if was.cell != now.cell and now.cell is not None:
            yield said("to {1} {2}", *now.cell)
        old, new = dict(was.fields), dict(now.fields)
        for name in dict.fromkeys((*old, *new)):
            if old.get(name) != new.get(name) and name not in self.leave_out:
                usual = self.usual(piece_of(was) or -1, name)
                yield _became(self.called.get(name, name), old.get(name), new.get(name), usual)

    def _moved(self) -> dict[tuple[str, str], list[str]]:
        """Known pieces that lie elsewhere, by where they came from and where they went; either may be out of sight."""
        ways: dict[tuple[str, str], list[str]] = {}
        left = [(label, item) for label, item in self.gone if item.known]
        for target, item in self.come:
            if not item.known:
                continue
            source = next((each for each in left if _same(each[1], item)), None)
            source = source or next((each for each in left if each[1].name == item.name), None)
            if source is not None:
                left.remove(source)
                if self._alike(source[0], target):
                    self.otherwise += [Effect(item.name, words) for words in self._otherwise(source[1], item)]
            ways.setdefault((source[0] if source else "", target), []).append(item.name)
        for source, item in left:
            ways.setdefault((source, ""), []).append(item.name)
        return ways

    def _noticed(self, moved: dict[tuple[str, str], list[str]]) -> list[Effect]:
        """Pieces that came to be known where they lay, or are not known there any more, since so many neither came nor
        went; they are taken out of those that moved.
        """
        found: list[Effect] = []
        for way in [way for way in moved if "" in way]:
            label = way[0] or way[1]
            more = self._more(label, moved)
            if more is None:
                continue
            names, room = moved.pop(way), max(0, more if way[1] else -more)
            if names[room:]:
                words = marked("{1} now known in {2}") if way[1] else marked("{1} no longer known in {2}")
                found.append(Effect("", said(words, _counted(names[room:]), label)))
            if names[:room]:
                moved[way] = names[:room]
        return found

    def _more(self, label: str, moved: dict[tuple[str, str], list[str]]) -> int | None:
        """By how many pieces of which it is not known where they came from or went a zone has grown; None if that is
        private.
        """
        was, now = self.old.zones.get(label), self.new.zones.get(label)
        if was is None or now is None or was.count is None or now.count is None:
            return None
        come = sum(len(names) for (source, target), names in moved.items() if target == label and source)
        gone = sum(len(names) for (source, target), names in moved.items() if source == label and target)
        return now.count - was.count - come + gone

    def _counts(self, known: Counter[str]) -> Iterator[Effect]:
        """Zones that hold more or less than what is known to have come and gone."""
        for label in dict.fromkeys((*self.old.zones, *self.new.zones)):
            was, now = self.old.zones.get(label), self.new.zones.get(label)
            if was is None or now is None or was.count is None or now.count is None:
                continue
            if now.count - was.count != known[label]:
                yield Effect("", said("{1} {2} to {3}", label, was.count, now.count))


def _apart(was: Sequence[ItemView], now: Sequence[ItemView]) -> tuple[list[ItemView], list[ItemView]]:
    """What two lists of pieces have each for itself, by their looks."""
    more = Counter(map(_look, now))
    left: list[ItemView] = []
    for item in was:
        if more[_look(item)]:
            more[_look(item)] -= 1
        else:
            left.append(item)
    arrived: list[ItemView] = []
    for item in reversed(now):
        if more[_look(item)] > 0:
            more[_look(item)] -= 1
            arrived.insert(0, item)
    return left, arrived


def _same(one: ItemView, other: ItemView) -> bool:
    """Whether two pieces may be one: pieces change places more often than owners."""
    return one.name == other.name and one.owner == other.owner


def _look(item: ItemView) -> tuple[object, ...]:
    """What is seen of a piece, without what lies on it."""
    return item.name, item.known, item.owner, item.face_up, item.fields, item.cell


def _way(names: str, source: str, target: str, count: int) -> str:
    """So many pieces and where they went."""
    if not target:
        return numbered(count, "{1} leaves {2}", "{1} leave {2}", names, source) if source else names
    first = target.split(" ", 1)[0]
    beside = first in _BESIDE or _says_state(target)
    label, _, owner = target.rpartition(" of ")
    if beside and label and first not in _BESIDE:  # `now discarded`, and whose it is where that does not stand before
        target = label if source.endswith(f" of {owner}") else f"{label} ({owner})"
    if not source:
        return said("{1} now {2}", names, target) if beside else said("{1} to {2}", names, target)
    if beside:
        return said("{1} from {2}, now {3}", names, source, target)
    return said("{1} from {2} to {3}", names, source, target)


def _says_state(label: str) -> bool:
    """Whether a zone is called by what became of what lies there: `discarded`, `attached`."""
    first = label.split(" ", 1)[0]
    return first in _STATES or (first.endswith("ed") and len(first) > len("bed"))


def _counted(names: Sequence[str]) -> str:
    """Names, equal ones counted; of many only how many they are."""
    if len(set(names)) > MOST_NAMED:
        return numbered(len(names), "{1} pieces", "{1} pieces", len(names))
    return ", ".join(f"{count} {name}" if count > 1 else name for name, count in Counter(names).items())


def _spaced(name: str) -> str:
    return name.replace("_", " ")


def value_words(value: str) -> str:
    """A value as people read it: a name of the rules, such as `before_play`, without its underscores."""
    return _spaced(value) if _NAME.fullmatch(value) else value
