"""Whether what is printed on a card is what the card does: the warning W305.

Each aspect is compared for itself, and only where the rules say the contrary, or nothing that the text could mean: what
a text leaves out is no difference.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from dsl.saying import claims
from dsl.saying.claims import Counted, Found, stems
from dsl.saying.effects import Effects, sentence
from dsl.saying.facts import Facts, Gatherer
from dsl.saying.parts import printed_on
from dsl.saying.voice import label_of
from dsl.semantics import model as m
from dsl.semantics.walk import walk
from dsl.semantics.world import spoken
from dsl.spoken import said

_FLIP: Final = {">=": ("<", "<="), "<=": (">", ">="), ">": ("<", "<="), "<": (">", ">=")}
_SMALL: Final = stems("a an the of in on to at by for and or no yes none one two it its is be with from up")
_EVERYTHING: Final = 50  # who takes off so much takes off all
_SPANS: Final = ("round", "turn", "combat", "activation", "battle", "phase", "step", "game", "raid", "day", "night")


@dataclass(frozen=True, slots=True)
class Difference:
    """What a text says and the rules do not: aspect, the words of the text and their place in it, what the rules do."""

    card: m.Card
    aspect: str
    text: str
    rule: str
    start: int
    end: int


@dataclass
class _Card:
    """A card that is looked at."""

    card: m.Card
    text: str
    own: Facts
    near: Facts
    deep: Facts
    whole: Checker = field(repr=False)

    def differs(self, aspect: str, found: Found, rule: str) -> Difference:
        """A difference at a word of the text."""
        return Difference(self.card, aspect, self.text[found.start : found.end], rule, found.start, found.end)


class Checker:
    """Compares the texts of a game with what its cards do."""

    def __init__(self, program: m.Program) -> None:
        self.program = program
        self.effects = Effects(program)
        self.gatherer = Gatherer(self.effects)

    def differences(self) -> Iterator[Difference]:
        """All differences, card by card."""
        for card in self.program.cards:
            if card.text:
                yield from self.of(card)

    def of(self, card: m.Card) -> Iterator[Difference]:
        """The differences of one card."""
        gather = self.gatherer
        look = _Card(card, card.text or "", gather.own(card), gather.near(card), gather.deep(card), self)
        bare = self.effects.on(card).empty
        for aspect in _ASPECTS:
            if not bare or aspect in _ALSO_BARE:
                yield from aspect(look)

    def does(self, card: m.Card) -> str:
        """What a card does, in words."""
        return " ".join(sentence(each) for each in self.effects.said(card))

    @cached_property
    def values(self) -> dict[str, set[str]]:
        """The stems of the names of values and numbers of the game that texts may name, by name."""
        names = [spoken(each.name) for each in self.program.values]
        names += [spoken(each.name) for each in self.program.fields if isinstance(each.type, m.Int)]
        return {name: stems(name) for name in names}

    @cached_property
    def vocabulary(self) -> set[str]:
        """The stems of all words that the game has names for."""
        p = self.program
        names = [spoken(each.name) for each in (*p.fields, *p.values, *p.zones, *p.kinds, *p.events)]
        names += [label_of(each) for each in (*p.zones, *p.kinds)]
        names += [text for enum in p.enums for text in (*enum.values, *enum.labels)]
        return stems(" ".join(names)) - _SMALL

    @cached_property
    def bases(self) -> dict[str, set[int]]:
        """The numbers in the bases of values, by name."""
        return {
            spoken(each.name): {
                node.value for node in walk(each.base) if isinstance(node, m.Const) and isinstance(node.type, m.Int)
            }
            for each in self.program.values
        }


def _numbers(look: _Card) -> Iterator[Difference]:
    """Numbers of the text that nothing in the rules is."""
    told = claims.counted(look.text)
    bare, story = look.whole.effects.on(look.card).empty, _is_story(look)
    for each in () if story and bare else told:
        if not _in_list(look, each) and not (story and look.text[each.start].isalpha()):
            yield from _number(look, each, bare)


def _number(look: _Card, each: Counted, bare: bool) -> Iterator[Difference]:
    """A number that nothing in the rules is."""
    known = look.own.numbers | look.own.results
    named = _aligned(look, each) if bare and each.number != 1 else set[int]()
    if (named and each.number not in named) or not (named or each.number in known or _explained(look, each)):
        told = {other.number for other in claims.counted(look.text)}
        rest = named or {number for number in look.own.numbers if number > 1} - told
        yield look.differs("number", Found("", each.start, each.end), _has(rest))


def _has(numbers: set[int]) -> str:
    """What numbers a rule has."""
    return (
        said("the rule has {1}", ", ".join(map(str, sorted(numbers))))
        if numbers
        else said("no number of the rule is that")
    )


def _explained(look: _Card, each: Counted) -> bool:
    """Whether a number that does not stand on the card is explained otherwise, or counts nothing of the game."""
    if look.text[each.start] in "+-" and look.own.amounts:
        return False  # by how much: no base explains that
    return each.number == 1 or not _means(look, each) or each.number in _near(look, each)


def _aligned(look: _Card, each: Counted) -> set[int]:
    """The numbers printed on the card under the name that the text gives to this one."""
    beside = stems(" ".join(each.beside))
    found = {
        name: abs(number)
        for name, field_, number in printed_on(look.card)
        if isinstance(field_.type, m.Int) and field_.type.parts == 1 and beside & stems(name)
    }
    best = max((len(beside & stems(name)) for name in found), default=0)
    return {number for name, number in found.items() if len(beside & stems(name)) == best and stems(name) <= beside}


def _means(look: _Card, each: Counted) -> bool:
    """Whether a number counts something of the game."""
    if each.sign:
        return True
    before = each.before[-1:] if look.text[each.start].isdigit() else ()
    near = stems(" ".join((*before, *each.behind[:2])))
    return bool(near & look.whole.vocabulary)


def _is_story(look: _Card) -> bool:
    """Whether a text tells a story: nothing in it that is a number of the rules, and none of their names."""
    told = {each.number for each in claims.counted(look.text)}
    printed = stems(" ".join(name for name, _, _ in printed_on(look.card)))
    return not told & look.own.numbers and not (printed | stems(" ".join(look.own.changed))) & stems(look.text)


def _in_list(look: _Card, each: Counted) -> bool:
    """Whether a number stands in the middle of others: the 2 of `1, 2 or 3`."""
    rest = look.text[each.end :]
    return bool(re.match(r",? ?\d* or \d|, \d or \d", rest)) and look.text[: each.start].rstrip().endswith(",")


def _near(look: _Card, each: Counted) -> set[int]:
    """Numbers that the text may take from what the card calls, or from the base of a value that it names."""
    told = {other.number for other in claims.counted(look.text)}
    untold = {number for number, _ in look.own.amounts if number not in told}
    found = set(look.near.numbers) if not untold else set[int]()
    words = stems(" ".join(each.behind[:3]))
    for name, bases in look.whole.bases.items():
        if stems(name) & words:
            found |= bases
    return found


def _amounts(look: _Card) -> Iterator[Difference]:
    """Amounts of the rule that the text does not name although it names others."""
    told = {each.number for each in claims.counted(look.text)}
    held = look.whole.effects.on(look.card)
    if len(held.rules) + len(held.actions) + len(held.bodies) > 1:
        return
    if _is_story(look) or (
        not told & {*look.own.numbers, *look.own.results} and not re.search(r"\b(an?|one)\b", look.text)
    ):
        return
    for number, _ in sorted(look.own.amounts):
        if 1 < number < _EVERYTHING and number not in told and not look.own.results & told:
            yield look.differs("number", Found("", 0, len(look.text)), said("the rule has {1}", number))
            return


def _directions(look: _Card) -> Iterator[Difference]:
    """More where the rule says less."""
    for each in claims.counted(look.text):
        near = stems(" ".join((*each.before, *each.behind[:2])))
        if not near & stems(" ".join(look.own.changed)):
            continue
        signs = {sign for number, sign in look.own.amounts if number == each.number}
        if each.sign and signs and 0 not in signs and each.sign not in signs:
            rule = said("the rule lowers it") if each.sign > 0 else said("the rule raises it")
            yield look.differs("number", Found("", each.start, each.end), rule)


def _sides(look: _Card) -> Iterator[Difference]:
    """Whose things are meant."""
    told, mine = claims.others(look.text), claims.mine(look.text)
    words = stems(" ".join(look.near.words))
    speaks = look.near.others or look.near.foreign or bool(words & stems("enemy enemies hostile opponent"))
    if told is not None and not speaks and look.own.mine:
        yield look.differs("target", told, said("nothing in the rule speaks of the other side"))
    if told is None and look.own.others and mine is not None and not claims.everybody(look.text):
        yield look.differs("target", mine, said("the rule speaks of the other side"))
    if mine is not None and not look.near.mine and look.own.others:
        yield look.differs("target", mine, said("nothing in the rule is yours"))


def _several(look: _Card) -> Iterator[Difference]:
    """All, where the rule takes one."""
    found = claims.all_of(look.text)
    if found is not None and not look.near.several:
        yield look.differs("target", found, said("the rule speaks of one alone"))


def _things(look: _Card) -> Iterator[Difference]:
    """Values: the text names one, the rule changes others."""
    own = look.own
    told = {name for each in claims.counted(look.text) if each.sign for name in _named_near(look, each)}
    changed = {name for name in own.changed if name in look.whole.values}
    if told and changed and not told & changed and not stems(" ".join(told)) & stems(" ".join(changed)):
        shared = stems(" ".join(told)) & stems(" ".join(look.deep.words))
        if not shared:
            where = next(each for each in claims.counted(look.text) if each.sign)
            yield look.differs(
                "target", Found("", where.start, where.end), said("the rule changes {1}", ", ".join(sorted(changed)))
            )


def _named_near(look: _Card, each: Counted) -> set[str]:
    near = stems(" ".join(each.behind[:2]))
    return {name for name, own in look.whole.values.items() if own <= near}


_CONTRARY: Final = {
    "after": (("after", "end", "instead", "always"), ("after", "last", "end"), ("before", "start")),
    "before": (("before", "start", "instead"), ("before", "first", "start"), ("after", "end")),
    "end of": (("end", "after"), ("end", "after"), ("start",)),
    "start of": (("start", "before"), ("start", "before"), ("end",)),
}


def _timing(look: _Card) -> Iterator[Difference]:
    """Before, where the rule says after."""
    own = look.own
    names = stems(" ".join((*own.times, *own.anchors, *own.words)))
    for found in claims.times(look.text):
        word = found.word.removeprefix("at the ")
        if word not in _CONTRARY:
            continue
        positions, labels, against = _CONTRARY[word]
        if own.positions & set(positions) or names & stems(" ".join(labels)):
            continue
        times = stems(" ".join(own.times))
        said_too = any(claims.stem(each) in stems(look.text) for each in against)
        contrary = [] if said_too else [each for each in against if each in own.positions or claims.stem(each) in times]
        if contrary:
            yield look.differs("timing", found, said("in the rule it is {1}", contrary[0]))


def _windows(look: _Card) -> Iterator[Difference]:
    """A window that is not that of the action."""
    labels = _labels(look)
    own = {name for name in look.own.times if name in labels}
    if not own:
        return
    words = _run(look.text)
    if any(_run(name) in words for name in own):
        return
    for name in labels:
        run = _run(name)
        if name not in own and run in words and run.count(" ") > 2:
            found = re.search(
                r"\W+".join(f"{claims.stem(word)}\\w*" for word in re.findall(r"\w+", name)), look.text, re.I
            )
            at, end = (found.start(), found.end()) if found else (0, len(look.text))
            yield look.differs("timing", Found("", at, end), said("in the rule it is: {1}", ", ".join(sorted(own))))
            return


def _run(text: str) -> str:
    """The words of a text in a row, without articles and endings."""
    words = [claims.stem(word) for word in re.findall(r"[^\W\d_]+", text.lower()) if word not in ("the", "a", "an")]
    return f" {' '.join(words)} "


def _labels(look: _Card) -> list[str]:
    return [label_of(window) for window in look.whole.program.windows]


def _durations(look: _Card) -> Iterator[Difference]:
    """In this round, where the rule says turn."""
    anchors = stems(" ".join(look.own.anchors))
    if not look.own.anchors:
        return
    told = claims.durations(look.text)
    known = {claims.stem(word) for word in _SPANS}
    if stems(look.text) & known & anchors:
        return
    for found in told:
        nouns = stems(found.word) & known
        if nouns and not nouns & anchors and anchors & known:
            yield look.differs(
                "duration",
                found,
                said("in the rule it lasts until the end of {1}", ", ".join(sorted(look.own.anchors))),
            )


def _conditions(look: _Card) -> Iterator[Difference]:
    """At least, where the rule says at most."""
    for sign, number, found in claims.comparisons(look.text):
        signs = look.own.compared.get(number) or set()
        if signs and sign not in signs and signs & set(_FLIP[sign]):
            yield look.differs("condition", found, said("the rule compares the other way round"))


def _forbidding(look: _Card) -> Iterator[Difference]:
    """Cannot, where the rule forbids nothing."""
    found, positions = claims.forbidding(look.text), look.own.positions
    forbids = bool(positions & {"cannot", "never"})
    if found is not None and not look.deep.forbids and positions and not positions <= {"modify"}:
        yield look.differs("condition", found, said("the rule forbids nothing"))
    elif found is not None and "must" in positions and not forbids:
        yield look.differs("condition", found, said("the rule says that it must be"))
    elif forbids and positions <= {"cannot", "never"} and not claims.negative(look.text):
        yield look.differs("condition", Found("", 0, len(look.text)), said("the rule forbids something"))


def _properties(look: _Card) -> Iterator[Difference]:
    """Exhausted, where the rule asks for unexhausted."""
    words = look.text.lower()
    for name in sorted((look.own.negated | look.own.stated) - look.near.changed):
        yes, no = _said(name, words)
        if yes is not None and no is None and name not in look.own.stated:
            yield look.differs("condition", yes, said("the rule wants it not {1}", name))
        if no is not None and yes is None and name not in look.own.negated:
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


_ASPECTS: Final[tuple[Callable[[_Card], Iterator[Difference]], ...]] = (
    _numbers, _amounts, _directions, _sides, _several, _things, _timing, _windows, _durations, _conditions,
    _forbidding, _properties,
)  # fmt: skip
_ALSO_BARE: Final = (_numbers, _directions)
