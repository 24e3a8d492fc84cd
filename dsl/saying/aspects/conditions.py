"""Whether a text and a rule ask for the same, and forbid the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from dsl.saying import claims
from dsl.saying.aspects.look import Difference, Look
from dsl.saying.claims import Found
from dsl.spoken import said

_FLIP: Final = {">=": ("<", "<="), "<=": (">", ">="), ">": ("<", "<="), "<": (">", ">=")}


def _conditions(look: Look) -> Iterator[Difference]:
    """At least, where the rule says at most."""
    for sign, number, found in claims.comparisons(look.text):
        signs = look.own.compared.get(number) or set()
        if signs and sign not in signs and signs & set(_FLIP[sign]):
            yield look.differs("condition", found, said("the rule compares the other way round"))


def _forbidding(look: Look) -> Iterator[Difference]:
    """Cannot, where the rule forbids nothing."""
    found, positions = claims.forbidding(look.text), look.own.positions
    forbids = bool(positions & {"cannot", "never"})
    if found is not None and not look.deep.forbids and positions and not positions <= {"modify"}:
        yield look.differs("condition", found, said("the rule forbids nothing"))
    elif found is not None and "must" in positions and not forbids:
        yield look.differs("condition", found, said("the rule says that it must be"))
    elif forbids and positions <= {"cannot", "never"} and not claims.negative(look.text):
        yield look.differs("condition", Found("", 0, len(look.text)), said("the rule forbids something"))


def _allowing(look: Look) -> Iterator[Difference]:
    """May, where all that the rule does makes something impossible; and the other way round."""
    allows, forbids = claims.allowing(look.text), claims.forbids_only(look.text)
    if allows is not None and -1 in look.done and 1 not in look.done:
        yield look.differs("condition", allows, said("the rule forbids something"))
    if forbids is not None and 1 in look.done and -1 not in look.done:
        yield look.differs("condition", forbids, said("the rule forbids nothing"))


def _properties(look: Look) -> Iterator[Difference]:
    """Exhausted, where the rule asks for unexhausted."""
    words = look.text.lower()
    for name in sorted((look.own.negated | look.own.stated) - look.near.changed):
        yes, no = _said(name, words)
        if yes is not None and no is None and name not in look.own.stated:
            yield look.differs("condition", yes, said("the rule wants it not {1}", name))
        if no is not None and yes is None and name not in look.own.negated:
            yield look.differs("condition", no, said("the rule wants it {1}", name))


def _marked(look: Look) -> Iterator[Difference]:
    """An exhausted unit, where the rule asks for one that is not."""
    for name, holds in look.wanted.items():
        yes, no = claims.marked(name, look.text)
        if yes is not None and no is None and holds == {False}:
            yield look.differs("condition", yes, said("the rule wants it not {1}", name))
        if no is not None and yes is None and holds == {True}:
            yield look.differs("condition", no, said("the rule wants it {1}", name))


def _said(name: str, words: str) -> tuple[Found | None, Found | None]:
    """Where a property is named in a text, and where its contrary is."""
    positive = rf"(?<![\w-]){re.escape(name)}\b" if name != "face up" else r"\bface-up\b"
    negative = rf"\b(?:un|non-?|not |no longer ){re.escape(name)}\b" if name != "face up" else r"\bface-down\b"
    no = re.search(negative, words)
    yes = next(
        (each for each in re.finditer(positive, words) if no is None or not no.start() <= each.start() < no.end()), None
    )
    return _place(yes), _place(no)


def _place(found: re.Match[str] | None) -> Found | None:
    return Found(found[0], found.start(), found.end()) if found else None


ASPECTS: Final = (_conditions, _forbidding, _allowing, _marked, _properties)
ALSO_BARE: Final = (_allowing,)
