"""The words for changes: what became of a field, of a set or an amount in it, and where pieces went."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from dsl.runtime.tongues.own import numbered, said, words_now

Usual = Callable[[int, str], str]
"""What a field of an entity holds in the beginning, as a text; empty if that is not known."""

MOST_NAMED: Final = 4
"""How many different pieces that go one way are named."""

_COUNTED: Final = re.compile(r"(?:(?P<count>\d+) )?(?P<what>[^\W\d][^,]*)")

_NAME: Final = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)+")

BESIDE: Final = frozenset(["above", "behind", "before", "below", "beside", "in", "off", "on", "out", "over", "under"])
"""Words that say where something lies: of a zone that is called so, nobody says `to` or `of`."""

_STATES: Final = frozenset(["drawn", "face", "laid", "taken", "worn"])
"""Words like `removed` that say what became of what lies there: it is not told that it went `to` that."""


@dataclass(frozen=True, slots=True)
class FieldWords:
    """What there is to say of fields. usual: what they hold in the beginning; leave_out: those that are not worth a
    word; called: names on the screen that are other ones; sets: those that hold things, each of them once or not.
    fits: whether a piece can lie in a zone of a name.
    """

    usual: Usual
    leave_out: Collection[str]
    called: Mapping[str, str]
    sets: Collection[str]
    fits: Callable[[str, int], bool]

    def became(self, name: str, was: str | None, now: str | None, entity: int) -> str:
        """What became of a field; None where it is not told, because it is what it is in the beginning."""
        usual = self.usual(entity, name)
        was, now = value_words(was if was is not None else usual), value_words(now if now is not None else usual)
        words = spaced(self.called.get(name, name))
        return ", ".join(_members(words, was, now)) if name in self.sets else _became(words, was, now)


def _members(words: str, was: str, now: str) -> Iterator[str]:
    """Which things came into a set and which went from it."""
    nothing = ("", words_now().none, words_now().nothing)
    old, new = (dict.fromkeys(each.split(", ")) if each not in nothing else {} for each in (was, now))
    if come := ", ".join(each for each in new if each not in old):
        yield said("{1} now with {2}", words, come)
    if gone := ", ".join(each for each in old if each not in new):
        yield said("{1} no longer with {2}", words, gone)


def _became(words: str, was: str, now: str) -> str:
    """What became of a field that is called so."""
    own = words_now()
    if now in (own.yes, own.no) and was in (own.yes, own.no, ""):
        return words if now == own.yes else own("no longer {1}", words)
    if not was:
        return f"{words} {now}"
    counts = _recounted(was, now)
    if counts:
        return f"{words} {counts}"
    return own("{1} {2} to {3}", words, was, now) if now else own("no longer {1} {2}", words, was)


def _recounted(was: str, now: str) -> str:
    """Which counts changed between two texts that count several things; empty where they are none."""
    if not any(", " in each or re.match(r"\d+ ", each) or each == words_now().nothing for each in (was, now)):
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


def way(names: str, source: str, target: str, count: int) -> str:
    """So many pieces and where they went."""
    if not target and source and says_state(source):
        return said("{1} no longer {2}", names, source)
    if not target:
        return numbered(count, "{1} leaves {2}", "{1} leave {2}", names, source) if source else names
    first = target.split(" ", 1)[0]
    beside = first in BESIDE or says_state(target)
    label, _, owner = target.rpartition(" of ")
    if beside and label and first not in BESIDE:  # `now discarded`, and whose it is where that does not stand before
        target = label if source.endswith(f" of {owner}") else f"{label} ({owner})"
    if not source:
        return said("{1} now {2}", names, target) if beside else said("{1} to {2}", names, target)
    if beside:
        return said("{1} from {2}, now {3}", names, source, target)
    return said("{1} from {2} to {3}", names, source, target)


def says_state(label: str) -> bool:
    """Whether a zone is called by what became of what lies there: `discarded`, `attached`."""
    first = label.split(" ", 1)[0]
    return first in _STATES or (first.endswith("ed") and len(first) > len("bed"))


def counted(names: Sequence[str]) -> str:
    """Names, equal ones counted; of many only how many they are."""
    if len(set(names)) > MOST_NAMED:
        return numbered(len(names), "{1} pieces", "{1} pieces", len(names))
    return ", ".join(f"{count} {name}" if count > 1 else name for name, count in Counter(names).items())


def spaced(name: str) -> str:
    """A name of the rules as words."""
    return name.replace("_", " ")


def value_words(value: str) -> str:
    """A value as people read it: names of the rules, such as `before_play`, without their underscores."""
    return ", ".join(spaced(each) if _NAME.fullmatch(each) else each for each in value.split(", "))
