"""Whole sentences read: rules and what they do, from words to lines of rules. `reader` reads what stands in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from dsl.saying.lexicon import Called, Lexicon
from dsl.saying.reader import Reader, Scope, TooLong, arguments, split_at

PATTERNS: Final = (
    "After EVENT: EFFECT.", "After EVENT, if CONDITION: EFFECT.", "Before EVENT: EFFECT.",
    "Instead, when EVENT: EFFECT.",
    "At the start of PHASE: EFFECT.", "At the end of PHASE: EFFECT.", "At the end of PHASE, if CONDITION: EFFECT.",
    "Whenever CONDITION: EFFECT.", "Not allowed: EVENT.", "Not allowed: EVENT, if CONDITION.",
    "Required, if it can be done: EVENT.",
    "VALUE of THING: N more.", "VALUE of THING: N more, if CONDITION.", "VALUE of THING: N less.",
    "VALUE of THING is N.",
    "VALUE of THING is doubled.", "VALUE of THING is halved.", "THING is PROPERTY.",
)  # fmt: skip
"""The patterns of rules, as they are told to somebody who wrote another one."""
_BEHIND: Final = re.compile(r"(?<=\.)\s+(?=[A-Z“])")
_HEADS: Final = (("after ", "after"), ("before ", "before"), ("instead, when ", "instead of"))
_CHANGES: Final = (
    (r"(.+): (.+) more", "by +{}", "plus"), (r"(.+): (.+) less", "by -{}", "plus"),
    (r"(.+) is doubled()", "times 2", "times"), (r"(.+) is halved()", "divided by 2", "times"),
    (r"(.+) is multiplied by (.+)", "times {}", "times"), (r"(.+) is divided by (.+)", "divided by {}", "times"),
    (r"(.+) is at least (.+)", "to at least {}", "least"), (r"(.+) is at most (.+)", "to at most {}", "most"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Bound:
    """What the arguments of a rule come to: the names of its parameters, what they must be, the scope with them."""

    names: tuple[str, ...]
    tests: tuple[str, ...]
    scope: Scope


class Sentences:
    """Reads the sentences of a game."""

    def __init__(self, names: Lexicon) -> None:
        self.names = names
        self.scope = Scope(names.you)
        self.reader = Reader(names)

    def rule(self, sentence: str) -> str | None:
        """The rule that a sentence is, as lines of rules; None if it is not understood."""
        self.reader.steps = Reader(self.names).steps
        try:
            return next(self.rules(sentence), None)
        except (TooLong, RecursionError):  # many ways to read it, or pieces in pieces in pieces
            return None

    def rules(self, sentence: str) -> Iterator[str]:
        """What a sentence without its stop may be, the likeliest first."""
        text = lowered(sentence)
        for start, word in _HEADS:
            if text.startswith(start):
                yield from self._attached(word, text[len(start) :])
        for start in ("start", "end"):
            if text.startswith(f"at the {start} of "):
                yield from self._timed(start, text.removeprefix(f"at the {start} of "))
        if text.startswith("whenever "):
            for test, body in split_at(text[9:], ": "):
                for code in self.reader.test(test, self.scope):
                    yield from (f"always when {code}:{block}" for block in self.block(body, self.scope))
        for start, word in (("not allowed: ", "cannot"), ("required, if it can be done: ", "must")):
            if text.startswith(start):
                yield from self._permission(word, text[len(start) :])
        yield from self._modify(text)

    def _attached(self, word: str, text: str) -> Iterator[str]:
        for head, body in split_at(text, ": "):
            for event, test in _tested(head):
                for called, bound in self._happening(event):
                    for when, scope in self._when(bound, test):
                        pattern = _call(called, bound.names)
                        yield from (f"{word} {pattern}{when}:{block}" for block in self.block(body, scope))

    def _timed(self, word: str, text: str) -> Iterator[str]:
        for head, body in split_at(text, ": "):
            for anchor, test in _tested(head):
                if anchor in self.names.flows:
                    for when, scope in self._when(Bound((), (), self.scope), test):
                        name = self.names.flows[anchor]
                        yield from (f"at {word} of {name}{when}:{block}" for block in self.block(body, scope))

    def _permission(self, word: str, text: str) -> Iterator[str]:
        for event, test in _tested(text):
            for called, given in self._ordered(event, whole=False):
                for bound in self._bound(called, given):
                    for when, _ in self._when(bound, test):
                        yield f"{word} {_call(called, bound.names)}{when}"

    def _ordered(self, text: str, whole: bool = True) -> Iterator[tuple[Called, list[str]]]:
        """An event as an order, with its arguments in words: `wound that unit by 2`; whole: with all of them."""
        for called in self.names.events if whole else self._patterns():
            if text == called.words or text.startswith(f"{called.words} "):
                yield from ((called, given) for given in arguments(called, text[len(called.words) :].strip()))

    def _patterns(self) -> Iterator[Called]:
        """The events with all of their parameters, and with fewer: a rule names those that it speaks of."""
        for called in self.names.events:
            for count in range(len(called.types), -1, -1):
                yield replace(called, before=called.before[:count], types=called.types[:count])

    def _when(self, bound: Bound, test: str) -> Iterator[tuple[str, Scope]]:
        for code in self.reader.test(test, bound.scope) if test else ("",):
            tests = [*bound.tests, code] if code else [*bound.tests]
            yield (f" when {' and '.join(tests)}" if tests else ""), bound.scope

    def _happening(self, text: str) -> Iterator[tuple[Called, Bound]]:
        """What happens, with what it happens to: `that unit is wounded by 2`, `your hand is full`."""
        for called in self._patterns():
            if called.types and not called.before[0]:
                for be in ("is", "are"):
                    yield from self._suffered(called, f" {be} {called.passive}", text)
        for called, given in self._ordered(text, whole=False):
            if not called.types or called.before[0]:
                yield from ((called, bound) for bound in self._bound(called, given))

    def _suffered(self, called: Called, verb: str, text: str) -> Iterator[tuple[Called, Bound]]:
        if text.endswith(verb) and len(called.types) == 1:
            yield from ((called, bound) for bound in self._bound(called, [text.removesuffix(verb)]))
        for left, right in split_at(text, f"{verb} "):
            for rest in arguments(called, right, first=False):
                yield from ((called, bound) for bound in self._bound(called, [left, *rest]))

    def _bound(self, called: Called, given: Sequence[str]) -> Iterator[Bound]:
        """The parameters of a rule: `a unit` is any one, anything else is what it must be."""
        if len(given) != len(called.types):
            return
        yield from self._bind(called, given, Bound((), (), self.scope))

    def _bind(self, called: Called, given: Sequence[str], done: Bound) -> Iterator[Bound]:
        at = len(done.names)
        if at == len(given):
            yield done
            return
        name, text = f"x{at + 1}", given[at]
        bare = re.sub(r"^an? ", "", text)
        if bare != text and bare == (self.names.named(called.types[at]) or "number"):
            scope = done.scope.binding(bare, name)
            yield from self._bind(called, given, Bound((*done.names, name), done.tests, scope))
        for code in self.reader.value(text, self.scope):
            scope = done.scope.naming(text, name)
            scope = replace(done.scope, used=scope.used) if code == "this" else scope
            bound = Bound((*done.names, name), (*done.tests, f"{name} is {code}"), scope)
            yield from self._bind(called, given, bound)

    # ---- values that change -----------------------------------------------------------------------------------------

    def _modify(self, text: str) -> Iterator[str]:
        for said, test in _tested(text):
            for pattern, change, layer in _CHANGES:
                found = re.fullmatch(pattern, said)
                if found is not None:
                    yield from self._changed(found[1], found[2], change, layer, test)
            for what, amount in split_at(said, " is "):
                yield from self._changed(what, amount, "to {}", "set", test)
            yield from self._truth(said, test)

    def _values_in(self, layer: str) -> Iterator[Called]:
        """The values that have this layer without naming it: a sentence names none."""
        layers = self.names.layers
        yield from (each for each in self.names.values if each.name not in layers or layer in layers[each.name])

    def _changed(self, what: str, amount: str, change: str, layer: str, test: str) -> Iterator[str]:
        for called in self._values_in(layer):
            for given in _possessed(called.words, what):
                for bound in self._bound(called, given):
                    for when, scope in self._when(bound, test):
                        for code in self.reader.value(amount, scope) if amount else ("",):
                            yield f"modify {_value(called, bound.names)} {change.format(code)}{when}"

    def _truth(self, text: str, test: str) -> Iterator[str]:
        """`you are gear allowed`, `that card has tactic (sea)`."""
        said, _, rest = text.removesuffix(")").partition(" (") if text.endswith(")") else (text, "", "")
        for called in self._values_in("set"):
            for ending, truth in ((f" is not {called.words}", "no"), (f" are not {called.words}", "no"),
                                  (f" is {called.words}", "yes"), (f" are {called.words}", "yes"),
                                  (f" {called.words}", "yes")):  # fmt: skip
                if said.endswith(ending):
                    given = [said.removesuffix(ending), *(rest.split(", ") if rest else [])]
                    for bound in self._bound(called, given):
                        for when, _ in self._when(bound, test):
                            yield f"modify {_value(called, bound.names)} to {truth}{when}"
                    break

    # ---- what is done -----------------------------------------------------------------------------------------------

    def block(self, text: str, scope: Scope) -> Iterator[str]:
        """What is done, in the lines below a head."""
        for lines in self.lines(text.split("; "), scope):
            yield "\n" + "\n".join(f"    {line}" for line in lines)

    def lines(self, pieces: Sequence[str], scope: Scope) -> Iterator[list[str]]:
        """The lines of what is done in order. What follows a condition stands below it."""
        first, *rest = pieces
        for head, body in split_at(first, ": "):
            yield from self._nested(head, [body, *rest], scope)
        for line, inner in self.statement(first, scope):
            if not rest:
                yield [line]
            else:
                yield from ([line, *more] for more in self.lines(rest, inner))

    def _nested(self, head: str, pieces: Sequence[str], scope: Scope) -> Iterator[list[str]]:
        """`if`, `for each` and `at the end of`, with all that follows below them."""
        if head.startswith("if "):
            yield from self._if(head[3:], pieces, scope)
        if head.startswith("for each "):
            for code, inner, name in self.reader.members(head[9:], scope):
                inside = inner.nearest(name, "; ".join(pieces))
                yield from (_below(f"for each {code}:", body) for body in self.lines(pieces, inside))
        anchor = self.names.flows.get(head.removeprefix("at the end of "))
        if anchor is not None and head.startswith("at the end of "):
            yield from (_below(f"at end of {anchor}:", body) for body in self.lines(pieces, scope))

    def _if(self, test: str, pieces: Sequence[str], scope: Scope) -> Iterator[list[str]]:
        """What is done if something is so, up to `otherwise`."""
        cut = next((at for at, piece in enumerate(pieces) if piece.startswith("otherwise: ")), len(pieces))
        left = [piece.removeprefix("otherwise: ") if at == 0 else piece for at, piece in enumerate(pieces[cut:])]
        for code in self.reader.test(test, scope):
            for body in self.lines(pieces[:cut], scope):
                done = _below(f"if {code}:", body)
                for other in self.lines(left, scope) if left else ([],):
                    yield [*done, *(_below("else:", other) if other else ())]

    def statement(self, text: str, scope: Scope) -> Iterator[tuple[str, Scope]]:
        """One thing that is done, and what words mean behind it."""
        for pattern, code in _DONE:
            found = re.fullmatch(pattern, text)
            if found is not None:
                for whole in self._filled(code, found.groups(), scope):
                    yield whole, scope
        yield from ((code, scope) for code in self._marked(text, scope))
        if text.startswith("this ends here"):
            yield from ((f"stop if {code}", scope) for code in self.reader.test(text[18:], scope))
            if text == "this ends here":
                yield "stop", scope
        found = re.fullmatch(r"(?:you|us|we) choose an? (.+)", text)
        if found is not None:
            for code, _, name in self.reader.members(found[1], scope):
                noun = re.split(" in | for which ", found[1])[0]
                chosen = code.replace(f"{name} in", f"{name} from", 1)
                yield f"choose {chosen} by {scope.you}", scope.binding(noun, name)
        yield from ((code, scope) for code in self._called(text, scope))

    def _marked(self, text: str, scope: Scope) -> Iterator[str]:
        """`that unit is exhausted now`, `that unit is exhausted no longer`."""
        found = re.fullmatch(r"(.+?) (?:is|are) (.+) (now|no longer)", text)
        if found is not None and found[2] in self.names.fields:
            truth = "yes" if found[3] == "now" else "no"
            for whom in self.reader.value(found[1], scope):
                yield f"set {self.names.fields[found[2]]} of {whom} to {truth}"

    def _filled(self, code: str, holes: Sequence[str], scope: Scope) -> Iterator[str]:
        if not holes:
            yield code
            return
        for first in self.reader.value(holes[0], scope):
            for rest in self.reader.value(holes[1], scope) if len(holes) > 1 else ("",):
                yield code.format(first, rest)

    def _called(self, text: str, scope: Scope) -> Iterator[str]:
        """`wound that unit by 2`, `do “blast” for that marine`."""
        for called, given in self._ordered(text):
            yield from (_call(called, args) for args in self._values(given, scope))
        found = re.fullmatch(r"do “(.+?)”(?: for (.+))?", text)
        if found is not None and found[1] in self.names.flows:
            name = self.names.flows[found[1]]
            before = self.names.before.get(name, ())
            for args in self.reader.several(found[2], scope) if found[2] else iter([list[str]()]):
                if len(args) == len(before):
                    yield _call(Called(name, name, before), args)

    def _values(self, given: Sequence[str], scope: Scope) -> Iterator[list[str]]:
        if not given:
            yield []
            return
        for first in self.reader.value(given[0], scope):
            yield from ([first, *rest] for rest in self._values(given[1:], scope))


_DONE: Final = (
    (r"shuffle (.+)", "shuffle {0}"),
    (r"(.+) goe?s? to (.+), face up", "move {0} to {1} face up"),
    (r"(.+) goe?s? to (.+), face down", "move {0} to {1} face down"),
    (r"(.+) goe?s? to (.+)", "move {0} to {1}"),
    (r"turn (.+) face up", "turn {0} face up"),
    (r"turn (.+) face down", "turn {0} face down"),
    (r"(.+) becomes (.+)", "set {0} to {1}"),
    (r"(.+) rises by (.+)", "raise {0} by {1}"),
    (r"(.+) falls by (.+)", "lower {0} by {1}"),
)


def sentences_of(text: str) -> list[str]:
    """The sentences of a text."""
    return _BEHIND.split(text.strip())


def lowered(sentence: str) -> str:
    """A sentence without its stop, begun with a small letter."""
    text = sentence.strip().removesuffix(".")
    return text[:1].lower() + text[1:]


def _below(head: str, body: Sequence[str]) -> list[str]:
    return [head, *(f"    {line}" for line in body)]


def _tested(text: str) -> Iterator[tuple[str, str]]:
    """A head with its condition, if it has one."""
    yield from split_at(text, ", if ")
    yield text, ""


def _possessed(name: str, text: str) -> Iterator[list[str]]:
    """The things of which a text says a name: `price of a card and you`."""
    if text == name:
        yield []
    elif text == f"your {name}":
        yield ["you"]
    elif text.startswith(f"{name} of "):
        rest = text[len(name) + 4 :]
        yield [rest]
        for left, right in split_at(rest, " and "):
            yield [*left.split(", "), right]


def _call(called: Called, given: Sequence[str]) -> str:
    text = called.name
    for before, each in zip(called.before, given, strict=True):
        text += f", {each}" if before == "," else f" {before} {each}" if before else f" {each}"
    return text


def _value(called: Called, names: Sequence[str]) -> str:
    return f"{called.name} of {', '.join(names)}" if names else called.name
