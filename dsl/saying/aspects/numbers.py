"""Whether the numbers of a text are those of the rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from dsl.saying import claims
from dsl.saying.aspects.look import Difference, Look
from dsl.saying.claims import Counted, Found, stems
from dsl.saying.parts import printed_on
from dsl.semantics import model as m
from dsl.spoken import marked, said

_EVERYTHING: Final = 50  # who takes off so much takes off all
_WAYS: Final = {"plus": 1, "minus": -1}
_FACTORS: Final = (
    (re.compile(r"\b(?:doubl|twice)\w*", re.I), "times", "divided", marked("the rule divides it")),
    (re.compile(r"\bhal(?:f|v)\w*", re.I), "divided", "times", marked("the rule multiplies it")),
)


def _numbers(look: Look) -> Iterator[Difference]:
    """Numbers of the text that nothing in the rules is."""
    told = claims.counted(look.text)
    bare, story = look.bare, _is_story(look)
    for each in () if story and bare else told:
        if not _in_list(look, each) and not (story and look.text[each.start].isalpha()):
            yield from _number(look, each, bare)


def _number(look: Look, each: Counted, bare: bool) -> Iterator[Difference]:
    """A number that nothing in the rules is."""
    known, sure = _known(look, each)
    named = _aligned(look, each) if bare and (each.number != 1 or _told_behind_colon(look, each)) else set[int]()
    fits = each.number in (named or known)
    if not fits and (named or sure or not _explained(look, each)):
        told = {other.number for other in claims.counted(look.text)}
        rest = named or (known if sure else {number for number in look.own.numbers if number > 1} - told)
        yield look.differs("number", Found("", each.start, each.end), _has(rest))


def _known(look: Look, each: Counted) -> tuple[set[int], bool]:
    """The numbers of a card that a number of its text can be, and whether it can be no other."""
    own = look.own
    if own.results and each.before[-1:] == ("is",) and _of_changed(look, each):
        return own.results, True
    if own.amounts and each.sign and (look.text[each.start] in "+-" or each.before[-1:] == ("by",)):
        return {number for number, _ in own.amounts} | own.results, False
    return own.numbers | own.results, False


def _told_behind_colon(look: Look, each: Counted) -> bool:
    """Whether a number stands in what a colon announces: `prizes: 1`, `the condition: 1 physical and 1 mental`."""
    return ":" in re.split(r"[.;]", look.text[: each.start])[-1]


def _of_changed(look: Look, each: Counted) -> bool:
    """Whether a text says of a value that the card changes that it is this: `your hand size is 5`."""
    before = stems(" ".join(each.before))
    return any(look.whole.values.get(name, {""}) <= before for name in look.own.changed)


def _has(numbers: set[int]) -> str:
    """What numbers a rule has."""
    return (
        said("the rule has {1}", ", ".join(map(str, sorted(numbers))))
        if numbers
        else said("no number of the rule is that")
    )


def _explained(look: Look, each: Counted) -> bool:
    """Whether a number that does not stand on the card is explained otherwise, or counts nothing of the game."""
    if look.text[each.start] in "+-" and look.own.amounts:
        return False  # by how much: no base explains that
    return each.number == 1 or not _means(look, each) or each.number in _near(look, each)


def _aligned(look: Look, each: Counted) -> set[int]:
    """The numbers printed on the card under the name that the text gives to this one."""
    beside = stems(" ".join(each.beside))
    found = {
        name: abs(number)
        for name, field_, number in printed_on(look.card)
        if isinstance(field_.type, m.Int) and field_.type.parts == 1 and beside & stems(name)
    }
    best = max((len(beside & stems(name)) for name in found), default=0)
    return {number for name, number in found.items() if len(beside & stems(name)) == best and stems(name) <= beside}


def _means(look: Look, each: Counted) -> bool:
    """Whether a number counts something of the game."""
    if each.sign:
        return True
    before = each.before[-1:] if look.text[each.start].isdigit() else ()
    near = stems(" ".join((*before, *each.behind[:2])))
    return bool(near & look.whole.vocabulary)


def _is_story(look: Look) -> bool:
    """Whether a text tells a story: nothing in it that is a number of the rules, and none of their names."""
    told = {each.number for each in claims.counted(look.text)}
    printed = stems(" ".join(name for name, _, _ in printed_on(look.card)))
    return not told & look.own.numbers and not (printed | stems(" ".join(look.own.changed))) & stems(look.text)


def _in_list(look: Look, each: Counted) -> bool:
    """Whether a number stands in the middle of others: the 2 of `1, 2 or 3`."""
    rest = look.text[each.end :]
    return bool(re.match(r",? ?\d* or \d|, \d or \d", rest)) and look.text[: each.start].rstrip().endswith(",")


def _near(look: Look, each: Counted) -> set[int]:
    """Numbers that the text may take from what the card calls, or from the base of a value that it names."""
    told = {other.number for other in claims.counted(look.text)}
    untold = {number for number, _ in look.own.amounts if number not in told}
    found = set(look.near.numbers) if not untold else set[int]()
    words = stems(" ".join(each.behind[:3]))
    for name, bases in look.whole.bases.items():
        if stems(name) & words:
            found |= bases
    return found


def _amounts(look: Look) -> Iterator[Difference]:
    """Amounts of the rule that the text does not name although it names others."""
    told = {each.number for each in claims.counted(look.text)}
    held = look.whole.effects.on(look.card)
    if len(held.rules) + len(held.actions) + len(held.bodies) > 1:
        return
    if _is_story(look) or (
        not told & {1, *look.own.numbers, *look.own.results} and not re.search(r"\b(an?|one)\b", look.text)
    ):
        return
    for number, _ in sorted(look.own.amounts):
        untold = 1 < number < _EVERYTHING and number not in told and not look.own.results & told
        if untold and not any(_numbers(look)):
            yield look.differs("number", Found("", 0, len(look.text)), said("the rule has {1}", number))
            return


def _directions(look: Look) -> Iterator[Difference]:
    """More where the rule says less."""
    for each in claims.counted(look.text):
        near = stems(" ".join((*each.before, *each.behind[:2])))
        signs = {sign for number, sign in look.own.amounts if number == each.number}
        if not near & stems(" ".join(look.own.changed)) or not signs or 0 in signs:
            signs = _ways(look, each)
        if each.sign and signs and each.sign not in signs:
            rule = said("the rule lowers it") if each.sign > 0 else said("the rule raises it")
            yield look.differs("number", Found("", each.start, each.end), rule)


def _ways(look: Look, each: Counted) -> set[int]:
    """Whether the rule raises or lowers the value that a number with a sign stands before, by whatever it reckons."""
    if look.text[each.start] not in "+-":
        return set()
    behind = stems(" ".join(each.behind[:1]))
    ways = [way for name, own in look.own.ways.items() if stems(name) == behind for way in own]
    return {_WAYS[way] for way in ways} if all(way in _WAYS for way in ways) else set()


def _times(look: Look) -> Iterator[Difference]:
    """Doubled, where the rule halves."""
    ways = {way for own in look.own.ways.values() for way in own}
    for pattern, way, contrary, rule in _FACTORS:
        found = pattern.search(look.text)
        if found is not None and contrary in ways and way not in ways:
            yield look.differs("number", Found("", found.start(), found.end()), said(rule))


ASPECTS: Final = (_numbers, _amounts, _directions, _times)
ALSO_BARE: Final = (_numbers, _directions)
