"""Sentences read: the patterns of `phrases` turned round, from words to what is written in rules.

    After this unit is hit by a unit: draw 1 for you.
        after hit x1 by x2 when x1 is this: draw 1 for holder of this

What a piece of a sentence may mean is tried in one order, and the first meaning that takes all of the sentence is it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Final

from dsl.saying.lexicon import Called, Lexicon
from dsl.saying.phrases import plural

_STEPS: Final = 200_000  # tries; no sentence that somebody wrote comes near
_COMPARED: Final = (
    (" is not one of ", " not in "), (" is none of ", " not in "), (" is one of ", " in "),
    (" is at least ", " >= "), (" is at most ", " <= "), (" is more than ", " > "), (" is less than ", " < "),
    (" is not in ", " not in "), (" is in ", " in "),
)  # fmt: skip
_SUMS: Final = ((" plus ", " + "), (" minus ", " - "), (" times ", " * "), (" divided by ", " / "))


class TooLong(Exception):
    """A sentence that cannot be read in the tries that are allowed."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What words mean where something is said: who `you` are; locals by their words; how many are named."""

    you: str = "holder of this"
    called: tuple[tuple[str, str], ...] = ()
    used: int = 0

    def naming(self, words: str, code: str) -> Scope:
        """The scope where these words mean that local."""
        return replace(self, called=((words, code), *self.called), used=self.used + 1)

    def binding(self, noun: str, name: str) -> Scope:
        """The scope where a local is `that NOUN`, or `the other NOUN` where another one is that already."""
        taken = {words for words, _ in self.called}
        words = f"that {noun}"
        return self.naming(words if words not in taken else f"the other {noun}", name)

    def nearest(self, name: str, body: str) -> Scope:
        """The scope inside `for each`, where `that unit` is the one gone through, unless `the other` is said."""
        words = next(words for words, code in self.called if code == name)
        near = words.replace("the other ", "that ", 1)
        return self if words in body else self.naming(near, name)

    @property
    def fresh(self) -> str:
        """A name for another local."""
        return f"x{self.used + 1}"


@dataclass(slots=True)
class Reader:
    """Reads expressions and conditions of a game's sentences."""

    names: Lexicon
    steps: int = field(default=_STEPS)

    def _step(self) -> None:
        self.steps -= 1
        if self.steps < 0:
            raise TooLong

    # ---- values -----------------------------------------------------------------------------------------------------

    def value(self, text: str, scope: Scope) -> Iterator[str]:
        """What a piece of a sentence may be as a value, the likeliest first."""
        self._step()
        if not text:
            return
        yield from (code for words, code in scope.called if words == text)
        if re.fullmatch(r"\d+", text):
            yield text
        if text.startswith("(") and text.endswith(")") and _closed(text[1:-1]):
            yield from (code if code.startswith("(") else f"({code})" for code in self.value(text[1:-1], scope))
        yield from self._plain(text, scope)
        yield from self._chosen(text, scope)
        for sign, code in _SUMS:
            for left, right in split_at(text, sign):
                for a in self.value(left, scope):
                    yield from (f"({a}{code}{b})" for b in self.value(right, scope))
        yield from self._place(text, scope)
        yield from self._owned(text, scope)

    def _plain(self, text: str, scope: Scope) -> Iterator[str]:
        """What is one name."""
        names = self.names
        if text in ("yes", "no", "none"):
            yield text
        if text in ("you", "us", "we"):
            yield scope.you
        if text.startswith("this ") and text[5:] in names.kinds:
            yield "this"
        if text.startswith("“") and text.endswith("”") and text[1:-1] in names.cards:
            yield f'"{names.cards[text[1:-1]]}"'
        yield from self._bare(text)
        for table in (names.on_table, names.constants, names.zones):
            if text in table:
                yield table[text]
        yield from self._kind(text)

    def _bare(self, text: str) -> Iterator[str]:
        """The values and definitions of this name that are asked of nothing."""
        both = (*self.names.values, *self.names.defines)
        yield from (each.name for each in both if each.words == text and not each.types)

    def _kind(self, text: str) -> Iterator[str]:
        """A kind, and all that are of it."""
        kinds = self.names.kinds.items()
        if text.startswith("all "):
            yield from (name for words, name in kinds if plural(words) == text[4:])
        yield from (name for words, name in kinds if words == text and name != "Player")

    def _chosen(self, text: str, scope: Scope) -> Iterator[str]:
        """`3 if you are tired, otherwise 2`, `3 if you are tired, 2 if you are hurt, otherwise 1`."""
        for then, rest in split_at(text, " if "):
            for test, other in split_at(rest, ", "):
                for a in self.value(then, scope):
                    for code in self.test(test, scope):
                        for b in self.value(other.removeprefix("otherwise "), scope):
                            last = b[1:-1] if b.startswith("(if ") else b
                            yield f"(if {code} then {a} else {last})"

    def _place(self, text: str, scope: Scope) -> Iterator[str]:
        """Where something is, who holds it, how many there are."""
        for pattern, code in _PLACES:
            found = re.fullmatch(pattern, text)
            if found is None:
                continue
            kind = found.groupdict().get("kind")
            if kind is not None and kind not in self.names.kinds:
                continue
            for inner in self.value(found["x"], scope):
                yield code.format(inner, kind=self.names.kinds.get(kind or "", ""))
        found = re.fullmatch(r"the top (\d+) of (.+)", text)
        if found is not None:
            yield from (f"top {found[1]} of {inner}" for inner in self.value(found[2], scope))
        if text.startswith("the number of "):
            yield from (f"(number of {code})" for code, _, _ in self.members(text[14:], scope))
        if text.startswith("the sum of "):
            for body, over in split_at(text[11:], " over "):
                for code, inner, _ in self.members(over, scope):
                    yield from (f"(sum of {what} for {code})" for what in self.value(body, inner))

    def _owned(self, text: str, scope: Scope) -> Iterator[str]:
        """`your hand`, `damage of that unit`, `price of a card and you`."""
        if text.startswith("your "):
            yield from self._had(text[5:], [scope.you])
        for left, right in split_at(text, " of "):
            for whom in self.several(right, scope):
                yield from self._had(left, whom)

    def _had(self, what: str, whom: Sequence[str]) -> Iterator[str]:
        names, first = self.names, whom[0]
        for each in (*names.values, *names.defines):
            if each.words == what and len(each.types) == len(whom):
                yield f"{each.name}({', '.join(whom)})"
        if len(whom) == 1:
            for table in (names.zones, names.fields):
                if what in table:
                    yield f"{table[what]} of {first}"
            if what == "owner":
                yield f"owner of {first}"

    def several(self, text: str, scope: Scope) -> Iterator[list[str]]:
        """Things in a row: `a, b and c`."""
        yield from ([code] for code in self.value(text, scope))
        for left, right in split_at(text, " and "):
            for last in self.value(right, scope):
                for first in self._row(left, scope):
                    yield [*first, last]

    def _row(self, text: str, scope: Scope) -> Iterator[list[str]]:
        yield from ([code] for code in self.value(text, scope))
        for left, right in split_at(text, ", "):
            for last in self.value(right, scope):
                yield from ([*first, last] for first in self._row(left, scope))

    def members(self, text: str, scope: Scope) -> Iterator[tuple[str, Scope, str]]:
        """`unit in your hand for which it is hurt`: as it stands behind `each`, the scope with it, its name."""
        self._step()
        what, _, test = text.partition(" for which ")
        name = scope.fresh
        for noun, domain in self._domains(what, scope):
            inner = scope.binding(noun, name)
            if not test:
                yield f"{name} in {domain}", inner, name
            for code in self.test(test, inner.naming("it", name)) if test else ():
                yield f"{name} in {domain} where {code}", inner, name

    def _domains(self, text: str, scope: Scope) -> Iterator[tuple[str, str]]:
        if text in self.names.kinds:
            name = self.names.kinds[text]
            yield text, "players" if name == "Player" else name
        for noun, place in split_at(text, " in "):
            if noun in self.names.kinds or re.fullmatch(r"[\w ]+", noun):
                for code in self.several(place, scope):
                    yield noun, code[0] if len(code) == 1 else f"({', '.join(code)})"

    # ---- conditions -------------------------------------------------------------------------------------------------

    def test(self, text: str, scope: Scope) -> Iterator[str]:
        """What a piece of a sentence may be as a condition."""
        self._step()
        for word in ("or", "and"):
            for left, right in split_at(text, f" {word} "):
                for last in self.test(right, scope):
                    yield from (_joined(word, [*first, last]) for first in self._tests(left, scope))
        yield from self._compared(text, scope)
        yield from self._property(text, scope)
        for ending, code in ((" is in the game", "not in box"), (" is out of the game", "in box")):
            if text.endswith(ending):
                yield from (f"{what} {code}" for what in self.value(text.removesuffix(ending), scope))
        if text.startswith("it is not so that "):
            yield from (f"not ({code})" for code in self.test(text[18:], scope))
        for start, word in (("there is a ", "some"), ("there is an ", "some"), ("there is no ", "not some")):
            if text.startswith(start):
                yield from (f"({word} {code})" for code, _, _ in self.members(text[len(start) :], scope))
        yield from self._bare(text)
        yield from (name for words, name in self.names.on_table.items() if words == text)

    def _tests(self, text: str, scope: Scope) -> Iterator[list[str]]:
        yield from ([code] for code in self.test(text, scope))
        for left, right in split_at(text, ", "):
            for last in self.test(right, scope):
                yield from ([*first, last] for first in self._tests(left, scope))

    def _compared(self, text: str, scope: Scope) -> Iterator[str]:
        for sign, code in _COMPARED:
            for left, right in split_at(text, sign):
                for a in self.value(left, scope):
                    yield from (f"{a}{code}{b}" for b in self.value(right, scope))
        for sign, code in ((" is not ", " is not "), (" is ", " is "), (" are ", " is ")):
            for left, right in split_at(text, sign):
                for a in self.value(left, scope):
                    yield from (f"{a}{code}{b}" for b in self._kind_or(right, scope))

    def _kind_or(self, text: str, scope: Scope) -> Iterator[str]:
        """What something may be: a kind, a card, a value."""
        bare = re.sub(r"^an? ", "", text)
        if bare != text and bare in self.names.kinds:
            yield self.names.kinds[bare]
        yield from self.value(text, scope)

    def _property(self, text: str, scope: Scope) -> Iterator[str]:
        """`that unit is hurt`, `that card has tactic (sea)`."""
        text, _, given = text.removesuffix(")").partition(" (") if text.endswith(")") else (text, "", "")
        for sign, code in ((" is not ", "not "), (" are not ", "not "), (" is ", ""), (" are ", ""), (" ", "")):
            for left, how in split_at(text, sign):
                for whom in self.value(left, scope):
                    yield from (f"{code}{each}" for each in self._held(how, whom, given, scope))

    def _held(self, how: str, whom: str, given: str, scope: Scope) -> Iterator[str]:
        names = self.names
        rest: list[list[str]] = [[]] if not given else [*islice(self._row(given, scope), 3)]
        for each in (*names.values, *names.defines):
            for more in rest:
                if each.words == how and len(each.types) == 1 + len(more):
                    yield f"{each.name}({', '.join([whom, *more])})"
        if how in names.fields and not given:
            yield f"{names.fields[how]} of {whom}"


_PLACES: Final = (
    (r"the (?P<kind>.+?) that (?P<x>.+) is at", "{kind} of {0}"),
    (r"the player who holds (?P<x>.+)", "holder of {0}"),
    (r"the number of cards in (?P<x>.+)", "size of {0}"),
    (r"the top of (?P<x>.+)", "top of {0}"),
    (r"the bottom of (?P<x>.+)", "bottom of {0}"),
    (r"the spaces of (?P<x>.+)", "{0}"),
)


def _closed(text: str) -> bool:
    """Whether each bracket in a text is closed in it."""
    deep = 0
    for sign in text:
        deep += (sign == "(") - (sign == ")")
        if deep < 0:
            return False
    return deep == 0


def split_at(text: str, sign: str) -> Iterator[tuple[str, str]]:
    """A text cut in two at each place of a sign that stands in no brackets and no quotes."""
    at = text.find(sign)
    while at >= 0:
        left, right = text[:at], text[at + len(sign) :]
        if left and right and _closed(left) and left.count("“") == left.count("”"):
            yield left, right
        at = text.find(sign, at + 1)


def _joined(word: str, tests: Sequence[str]) -> str:
    return "(" + f" {word} ".join(tests) + ")"


def arguments(called: Called, text: str, first: bool = True) -> Iterator[list[str]]:
    """The arguments in what is said behind a name: `that unit by 2`; first: whether the first one is among them."""
    yield from _parts(called.before[0 if first else 1 :], text)


def _parts(words: Sequence[str], text: str) -> Iterator[list[str]]:
    """A text cut into as many parts as there are words before parts."""
    if not words:
        if not text:
            yield []
        return
    start = f"{words[0]} " if words[0] else ""
    if not text.startswith(start):
        return
    rest = text[len(start) :]
    if len(words) == 1:
        if rest:
            yield [rest]
        return
    sign = ", " if words[1] == "," else f" {words[1]} " if words[1] else " "
    for left, right in split_at(rest, sign):
        again = f"{words[1]} {right}" if words[1] else right
        yield from ([left, *more] for more in _parts(words[1:], again))
