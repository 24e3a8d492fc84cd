"""What differs between two versions of rules, in meaning: things that are new, gone, or say something else."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from dsl.reading.meaning import Saying
from dsl.syntax import tree as t

How = Literal["added", "gone", "changed"]


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that differs. `numbers`: printed values that are others now, as (name, before, now); lines: the other
    lines that are, each with + or - before it. `cites` are the paragraphs of both.
    """

    how: How
    key: str
    where: str
    numbers: tuple[tuple[str, str, str], ...] = ()
    lines: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()

    @property
    def sort(self) -> str:
        """The sort of the thing, as it is written: rule, card, event, option .."""
        return self.key.rsplit(": ", 1)[-1].split(" ", 1)[0]


def differences(old: Mapping[str, Saying], new: Mapping[str, Saying]) -> list[Difference]:
    """What is another thing in the new rules than in the old ones, in the order of the new ones, then what is gone."""
    found: list[Difference] = []
    for key, now in new.items():
        before = old.get(key)
        if before is None:
            found.append(Difference("added", key, str(now.span), lines=_signed("+", now.text), cites=now.cites))
        elif before.digest != now.digest:
            found.append(_changed(before, now))
    for key, before in old.items():
        if key not in new:
            where = str(before.span)
            found.append(Difference("gone", key, where, lines=_signed("-", before.text), cites=before.cites))
    return found


def _changed(before: Saying, now: Saying) -> Difference:
    numbers = tuple(_numbers(before, now))
    told = {name for name, _, _ in numbers}
    one, two = before.text.split("\n"), now.text.split("\n")
    lines = [
        line
        for line in difflib.unified_diff(one, two, n=0, lineterm="")
        if line[:3] not in ("---", "+++") and not line.startswith("@@") and not _is_told(line, told)
    ]
    cites = tuple(dict.fromkeys((*before.cites, *now.cites)))
    return Difference("changed", now.key, str(now.span), numbers, tuple(lines), cites)


def _is_told(line: str, told: set[str]) -> bool:
    """Whether a line holds printed values that are told as numbers, and nothing else."""
    parts = [part.split() for part in line[1:].split(",")]
    return (
        bool(told)
        and all(len(part) >= 2 and part[0].isidentifier() for part in parts)
        and told >= {part[0] for part in parts if part[0] in told}
        and any(part[0] in told for part in parts)
    )


def _numbers(before: Saying, now: Saying) -> Iterator[tuple[str, str, str]]:
    """Printed values of a card, and the default of an option, that differ."""
    old, new = _values(before.node), _values(now.node)
    for name in {**old, **new}:
        if old.get(name) != new.get(name):
            yield name, old.get(name, ""), new.get(name, "")


def _values(item: t.Item | None) -> dict[str, str]:
    if isinstance(item, t.OptionItem):
        return {"default": item.default.span.text}
    if not isinstance(item, t.CardItem):
        return {}
    printed = {
        name.text: value.span.text
        for member in item.members
        if isinstance(member, t.PrintedItem)
        for name, value in member.fields
    }
    return {"copies": str(item.copies or 1), **printed}


def _signed(sign: str, text: str) -> tuple[str, ...]:
    return tuple(f"{sign}{line}" for line in text.split("\n"))
