"""What is told of a scenario that fails: why a move cannot be made, and which parts of a condition do not hold."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.runtime.explain import Explanation
from dsl.runtime.requirements import Requirement


def reasons(explanation: Explanation) -> list[str]:
    """The words of everything that stands against a move, the parts of requirements included, and of all
    actions that can be meant."""
    found: list[str] = []
    for meant in (explanation, *explanation.others, *explanation.begun):
        found.append(meant.summary)
        for requirement in meant.requirements:
            found.extend(_words(requirement))
    return list(dict.fromkeys(word for word in found if word))


def unmet(requirement: Requirement) -> Iterator[str]:
    """The parts of a condition that do not hold, each with what its sides are."""
    failed = [part for part in requirement.parts if part.met is False]
    for part in failed:
        yield from unmet(part)
    if not failed:
        sides = [f"{text} is {value}" for text, value in requirement.sides if text not in ("", value)]
        text = one_line(requirement.site.text) if requirement.site is not None else requirement.name
        told = f"{requirement.name}: {requirement.words}" if requirement.name else f"this is not so: {text}"
        yield told + (f" ({', '.join(sides)})" if sides else "")


def _words(requirement: Requirement) -> Iterator[str]:
    if requirement.met is not True:
        yield requirement.words
        for part in requirement.parts:
            yield from _words(part)


def one_line(text: str) -> str:
    """A text without its line ends."""
    return " ".join(text.split())
