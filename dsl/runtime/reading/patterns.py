"""The ways an action is written, and what a text means that is written so.

An action answers to its title, in which its label stands, and to the same with its name: `attack with Oak at Ash` and
`strike with Oak at Ash`. More loosely it answers to its label or name and the things in their order (`attack Oak Ash`),
and to the things alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from dsl.machine.ir.ops import ActionInfo, Shown
from dsl.runtime.reading.naming import LONGEST, Naming
from dsl.runtime.reading.tokens import fold, spoken

MOST: Final = 64
"""How many readings of one text are looked at."""

LONGEST_RUN: Final = 20
"""How many letters of a text are read as things without blanks between them."""

Values = tuple[int, ...]
"""What an action is done with: this, and its parameters."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """One way to write an action: folded words, and None for each thing in its place."""

    parts: tuple[str | None, ...]
    slots: tuple[tuple[int, Shown], ...]


def by_name(action: ActionInfo, text: str) -> str:
    """A text of an action with its name in place of its label; empty if that is no other text."""
    name = spoken(action.name)
    if not action.label or fold(name) == fold(action.label):
        return ""
    if text.startswith(action.label):
        return name + text[len(action.label) :]
    head, sign, rest = text.partition(f": {action.label}")
    return f"{head}: {name}{rest}" if sign else ""


def labelled(action: ActionInfo) -> list[str]:
    """What an action is called, folded: its label, and its name."""
    return [*dict.fromkeys(fold(words) for words in (action.label, spoken(action.name)) if words)]


def patterns(action: ActionInfo) -> list[Pattern]:
    """The ways to write an action in full: its title, and the same with its name."""
    titles = [action.title]
    for index, part in enumerate(action.title):
        if isinstance(part, str):
            head, words = (": ", part[2:]) if part.startswith(": ") else ("", part)
            named = by_name(action, words)
            if named:
                titles.append((*action.title[:index], head + named, *action.title[index + 1 :]))
            break
    return [_pattern(title) for title in titles]


def loose_patterns(action: ActionInfo, *, alone: bool) -> list[Pattern]:
    """The ways to write it by its label or name and the things in it; `alone`: also by the things alone."""
    slots = tuple(part for part in action.title if not isinstance(part, str))
    if not slots:
        return []
    apart = (None, *(part for _ in slots[1:] for part in (" ", None)))
    found = [Pattern((f"{words} ", *apart), slots) for words in labelled(action)]
    return [*found, Pattern(apart, slots), Pattern((None,) * len(slots), slots)] if alone else found


def readings(naming: Naming, action: ActionInfo, text: str) -> Iterator[Values]:
    """The (this, parameters...) that a text may mean as a whole move of this action; at most MOST of them."""
    return _read(naming, action, patterns(action), text)


def loose_readings(naming: Naming, action: ActionInfo, text: str, *, alone: bool) -> Iterator[Values]:
    """The same of a text that names the action and things, or with `alone` only things."""
    return _read(naming, action, loose_patterns(action, alone=alone), text)


def unseen(naming: Naming, action: ActionInfo, text: str) -> list[str]:
    """If a text reads as a move of this action but for pieces of the game the viewer cannot find: their names."""
    for pattern in patterns(action):
        for texts in _cuts(pattern, text):
            pairs = zip(pattern.slots, texts, strict=True)
            missing = [words for (_, shown), words in pairs if not naming.values(shown, words)]
            if missing and all(naming.is_title(words) for words in missing):
                return missing
    return []


def _pattern(title: Sequence[str | tuple[int, Shown]]) -> Pattern:
    # blanks at the ends of a part count, which folding takes away
    parts = tuple(fold(f"x{part}x")[1:-1] if isinstance(part, str) else None for part in title)
    return Pattern(parts, tuple(part for part in title if not isinstance(part, str)))


def _read(naming: Naming, action: ActionInfo, ways: Sequence[Pattern], text: str) -> Iterator[Values]:
    seen: dict[Values, None] = {}
    for pattern in ways:
        for texts in _cuts(pattern, text):
            found: dict[int, list[int]] = {}
            for (index, shown), words in zip(pattern.slots, texts, strict=True):
                found[index] = naming.values(shown, words)
            for values in product(*(found.get(index, [0]) for index in range(1, 2 + len(action.params)))):
                if values in seen:
                    continue
                if len(seen) == MOST:
                    return
                seen[values] = None
                yield values


def _cuts(pattern: Pattern, text: str) -> Iterator[tuple[str, ...]]:
    """All ways to cut a text along a pattern. Names of actions may be typed as they are declared: `give_speed`."""
    typed = fold(text[:LONGEST])
    if len(pattern.slots) > 1 and all(part is None for part in pattern.parts) and len(typed) > LONGEST_RUN:
        return
    first = pattern.parts[0] if pattern.parts else None
    if first is not None and "_" in typed[: len(first)]:
        typed = typed[: len(first)].replace("_", " ") + typed[len(first) :]
    yield from _splits(pattern.parts, typed)


def _splits(parts: Sequence[str | None], text: str) -> Iterator[tuple[str, ...]]:
    """All ways to cut a text along fixed parts; None stands for any text that is not empty."""
    if not parts:
        if not text:
            yield ()
        return
    head, rest = parts[0], parts[1:]
    if head is not None:
        if text.startswith(head):
            yield from _splits(rest, text[len(head) :])
        return
    for end in range(1, len(text) + 1):
        if not rest or rest[0] is None or text.startswith(rest[0], end):
            for found in _splits(rest, text[end:]):
                yield (text[:end], *found)
