"""What a step has changed, in words: the difference between what a viewer may know before it and after it.

Nothing is looked at but two views of one viewer. So what is told is never more than the two of them show, and a step of
which the viewer sees nothing has no effects. Copies of one card are as alike here as in a view: of three Spears that
look the same it is told that one came or went, never which. Fields that the rules call `unlisted` are left out: so a
game says what is not worth a word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from dsl.runtime.information.effect_words import BESIDE, FieldWords, counted, says_state, spaced, way
from dsl.runtime.information.view_text import all_items
from dsl.runtime.information.views import ItemView, PlayerView, SpaceView, View, ZoneView, piece_of
from dsl.runtime.tongues.own import marked, said, words_now

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
    words: FieldWords,
) -> list[Effect]:
    """What is otherwise in the second of two views of one viewer; `words`: what there is to say of fields."""
    old, new = _Sight(before), _Sight(after)
    for was, now in zip((before.table, *before.players), (after.table, *after.players), strict=True):
        _compare(old, was, new, now)
    found = [*_fields(old, new, words), *_Lying(old, new, words).effects()]
    return list(dict.fromkeys(found))


@dataclass(slots=True)
class _Where:
    """A zone of a view: how many pieces lie there (None: that is private), and these. stack: whether one is the top."""

    name: str
    count: int | None
    items: list[ItemView]
    stack: bool = False


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
            self.zones[label] = _Where(zone.name, zone.count, [*zone.items], zone.shape == "stack")
        else:  # zones of one name, such as those of two cards with one title
            there.stack = False
            there.count = None if there.count is None or zone.count is None else there.count + zone.count
            there.items.extend(zone.items)
        for item in zone.items:
            for inner in item.zones:
                where = item.name if len(item.zones) == 1 else _on(item.name, spaced(inner.label))
                self.add_zone(inner, where if item.known else said("{1} at {2}", where, label))


def _on(name: str, label: str) -> str:
    """Where a piece lies on another one: of what is called `attached` or `played on it` nobody says whose it is."""
    return f"{name} ({label})" if says_state(label) else said("{1} of {2}", label, name)


def _held(zone: ZoneView, holder: PlayerView) -> str:
    """What a zone of a player or of the table is called."""
    label = spaced(zone.label)
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
        label = spaced(zone.label)
        there = f"{label} {name}" if label in BESIDE else said("{1} of {2}", label, name)
        sight.add_zone(zone, there if number else name)


def _fields(old: _Sight, new: _Sight, words: FieldWords) -> Iterator[Effect]:
    """The fields that changed, of everything but pieces."""
    for key in dict.fromkeys((*old.fields, *new.fields)):
        of, board, name, entity = key
        was, now = old.fields.get(key), new.fields.get(key)
        if was != now and name not in words.leave_out:
            yield Effect(of, words.became(name, was, now, entity), board)


class _Lying:
    """What became of the pieces: what came, what went, what is otherwise about those that stayed."""

    def __init__(self, old: _Sight, new: _Sight, words: FieldWords) -> None:
        self.words = words
        self.leave_out = (*SAID, *words.leave_out)
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
            yield Effect("", way(counted(names), source, target, len(names)))
        yield from noticed
        yield from self._counts(known)
        yield from self._on_top()
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
                yield self.words.became(name, old.get(name), new.get(name), piece_of(was) or -1)

    def _moved(self) -> dict[tuple[str, str], list[str]]:
        """Known pieces that lie elsewhere, by where they came from and where they went; either may be out of sight."""
        ways: dict[tuple[str, str], list[str]] = {}
        left = [(label, item) for label, item in self.gone if item.known]
        piles = self._piles()
        for target, item in self.come:
            if not item.known:
                continue
            source = _origin(item, left)
            if source is not None:
                left.remove(source)
                if self._alike(source[0], target):
                    self.otherwise += [Effect(item.name, words) for words in self._otherwise(source[1], item)]
            origin = source[0] if source is not None else piles.get(piece_of(item) or 0, "")
            ways.setdefault((origin, target), []).append(item.name)
        for source, item in left:
            ways.setdefault((source, ""), []).append(item.name)
        return ways

    def _piles(self) -> dict[int, str]:
        """Where pieces that came to be seen lay unseen, by their numbers: in the one pile that can hold them, if it has
        lost as many.
        """
        came = {piece_of(item) or 0 for _, item in self.come if item.known}
        gone = {label: fewer for label in self.old.zones if (fewer := self._fewer(label))}
        fits = {
            label: {piece for piece in came if self.words.fits(self.old.zones[label].name, piece)} for label in gone
        }
        found: dict[int, str] = {}
        for label, count in gone.items():
            others = set[int]().union(*(held for each, held in fits.items() if each != label))
            if len(fits[label]) == count and not fits[label] & others:
                found.update(dict.fromkeys(fits[label], label))
        return found

    def _fewer(self, label: str) -> int:
        """How many backs a zone has lost; 0 for none, and below 0 where known pieces went from it too or came to be
        known in it, so that nobody can count them.
        """
        was, now = self.old.zones[label], self.new.zones.get(label)
        if was.count is None or now is None or now.count is None or was.count <= now.count:
            return 0
        backs = was.count - now.count + sum(each.known for each in now.items) - sum(each.known for each in was.items)
        return backs if backs == was.count - now.count else -1 if backs > 0 else 0

    def _noticed(self, moved: dict[tuple[str, str], list[str]]) -> list[Effect]:
        """Pieces that came to be known where they lay, or are not known there any more, since so many neither came nor
        went; they are taken out of those that moved.
        """
        found: list[Effect] = []
        for ends in [each for each in moved if "" in each]:
            label = ends[0] or ends[1]
            more = self._more(label, moved)
            if more is None:
                continue
            names, room = moved.pop(ends), max(0, more if ends[1] else -more)
            if names[room:]:
                words = marked("{1} now known in {2}") if ends[1] else marked("{1} no longer known in {2}")
                found.append(Effect("", said(words, counted(names[room:]), label)))
            if names[:room]:
                moved[ends] = names[:room]
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
            if now.count == was.count:  # for known ones that went there may be others, whose backs are seen
                backs = [each.name for each in now.items if not each.known]
                if known[label] < 0 and backs:
                    yield Effect("", way(counted(backs[known[label] :]), "", label, -known[label]))
            elif now.count - was.count != known[label]:
                yield Effect("", said("{1} {2} to {3}", label, was.count, now.count))

    def _on_top(self) -> Iterator[Effect]:
        """The new tops of stacks in which pieces lie in another order, and that hold the same ones as before."""
        for label, was in self.old.zones.items():
            now = self.new.zones.get(label)
            if now is None or not (was.stack and now.stack and was.items and now.items):
                continue
            top = now.items[-1]
            if top.known and _look(was.items[-1]) != _look(top) and _apart(was.items, now.items) == ([], []):
                yield Effect("", said("{1} now on top of {2}", top.name, label))


def _origin(item: ItemView, left: Sequence[tuple[str, ItemView]]) -> tuple[str, ItemView] | None:
    """Which of the pieces that are gone a piece may be: one of the same owner, or else of its name."""
    same = next((each for each in left if _same(each[1], item)), None)
    return same or next((each for each in left if each[1].name == item.name), None)


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
