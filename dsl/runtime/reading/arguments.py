"""What a value is asked of: the things that are named behind it, or words for what is missing or does not fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Final

from dsl.machine.ir.ops import Shown, Takes, ValueInfo
from dsl.runtime.reading.naming import LONGEST, Naming
from dsl.runtime.tongues.own import said

MOST: Final = 200
"""How many things a value is asked of at most, where a text may mean them all."""

_BETWEEN: Final = (", ", ",", " and ", " to ", " ")


def questions(text: str) -> Iterator[tuple[str, str]]:
    """The ways to read a text as a name and what it is asked of; that may hold " of " itself."""
    text = text[:LONGEST].strip()
    yield text, ""
    if text.endswith(")") and "(" in text:
        name, _, rest = text[:-1].partition("(")
        yield name.strip(), rest.strip()
    words = text.split(" of ")
    for cut in range(1, len(words)):
        yield " of ".join(words[:cut]), " of ".join(words[cut:]).strip()


def arguments(naming: Naming, value: ValueInfo, text: str) -> list[list[int]] | str:
    """What a value is asked of, in each way in which the text may mean that: copies of a card are called the same. Or
    words for why that cannot be asked.
    """
    if not value.takes:
        return said("{1} belongs to the whole game: why {1}", value.name) if text else [[]]
    if any(takes.is_set for takes in value.takes):
        return said("{1} is of a set of things, which cannot be named here", value.name)
    if not text:
        return said("say of what: {1}", usage(value))
    for parts in _cut(text, len(value.takes)):
        found = [
            _fitting(naming, takes, shown, part)
            for takes, shown, part in zip(value.takes, value.params, parts, strict=True)
        ]
        if all(found):
            told = [
                naming.different(each) if shown.what == "entity" else each
                for shown, each in zip(value.params, found, strict=True)
            ]
            if prod(map(len, told)) > MOST:
                return too_many(text)
            return [list(each) for each in product(*told)]
    return _problem(naming, value, text)


def too_many(text: str) -> str:
    """What is said where a text may mean more than can be gone through."""
    return said("“{1}” may mean too many things here: say which, by its place", text)


def usage(value: ValueInfo) -> str:
    """How a value is asked for."""
    things = ", ".join(takes.words for takes in value.takes)
    return f"{value.name} of {things}" if things else value.name


def _cut(text: str, count: int) -> Iterator[tuple[str, ...]]:
    """The ways to read a text as so many things."""
    if count == 1:
        yield (text,)
        return
    for between in _BETWEEN:
        start = text.find(between)
        while start >= 0:
            for rest in _cut(text[start + len(between) :].strip(), count - 1):
                yield (text[:start].strip(), *rest)
            start = text.find(between, start + 1)


def _fitting(naming: Naming, takes: Takes, shown: Shown, text: str) -> Sequence[int]:
    """What a text may mean, of what a value can be asked of."""
    found = [each for each in naming.values(shown, text) if may_be(naming, takes, shown, each)]
    if found or shown.what != "entity":
        return found
    begun = [each for each in naming.begun(text) if may_be(naming, takes, shown, each)]
    return begun if len({naming.words.title(each) for each in begun}) == 1 else []


def may_be(naming: Naming, takes: Takes, shown: Shown, found: int) -> bool:
    """Whether something may be what a value is asked of; of a piece that the viewer does not know nobody can say."""
    if shown.what == "entity" and not naming.words.knows(naming.position, naming.viewer, found):
        return True
    return takes.first <= found <= takes.last or (takes.or_none and found == 0)


def _problem(naming: Naming, value: ValueInfo, text: str) -> str:
    """Words for what is named and does not fit."""
    if len(value.takes) == 1:
        shown, takes = value.params[0], value.takes[0]
        found = naming.values(shown, text) if shown.what == "entity" else []
        if found and found[0]:
            name = naming.words.entity(naming.position, naming.viewer, found[0])
            return said("{1} is no {2}: ask for {3}", name, takes.words, usage(value))
        return said("there is no {1} called “{2}” here: ask for {3}", takes.words, text, usage(value))
    return said("“{1}” does not say all of it: ask for {2}", text, usage(value))
