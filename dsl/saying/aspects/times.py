"""Whether a text and a rule say the same of when something is, and how long it lasts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from dsl.saying import claims
from dsl.saying.aspects.look import Difference, Look
from dsl.saying.claims import Found, stems
from dsl.saying.voice import label_of
from dsl.spoken import said

_SPANS: Final = (
    "round",
    "turn",
    "combat",
    "activation",
    "battle",
    "fight",
    "phase",
    "step",
    "game",
    "raid",
    "day",
    "night",
)


_CONTRARY: Final = {
    "after": (("after", "end", "instead", "always"), ("after", "last", "end", "over"), ("before", "start", "first")),
    "before": (("before", "start", "instead"), ("before", "first", "start", "open"), ("after", "end", "last")),
    "end of": (("end", "after"), ("end", "after", "over", "close"), ("start", "open", "begin")),
    "start of": (("start", "before"), ("start", "before", "open", "begin"), ("end", "over", "close")),
}


def _timing(look: Look) -> Iterator[Difference]:
    """Before, where the rule says after; of a card on which no rule stands, the rules that ask for what is printed."""
    own = look.near if look.bare else look.own
    names = stems(" ".join((*own.times, *own.anchors, *own.words, *own.values)))
    for found in claims.times(look.text):
        word = found.word.removeprefix("at the ")
        if word not in _CONTRARY:
            continue
        positions, labels, against = _CONTRARY[word]
        if own.positions & set(positions) or names & stems(" ".join(labels)):
            continue
        times = stems(" ".join((*own.times, *own.values)))
        said_too = any(claims.stem(each) in stems(look.text) for each in against)
        contrary = [] if said_too else [each for each in against if each in own.positions or claims.stem(each) in times]
        if contrary:
            yield look.differs("timing", found, said("in the rule it is {1}", contrary[0]))


def _windows(look: Look) -> Iterator[Difference]:
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


def _labels(look: Look) -> list[str]:
    return [label_of(window) for window in look.whole.program.windows]


def _families(look: Look) -> Iterator[Difference]:
    """While somebody defends, where the rule is for the window of who attacks: windows of one word's difference."""
    own = {name: stems(name) for name in _labels(look) if name in look.own.times}
    for part in re.finditer(r"[^.,:;]+", look.text):
        words = stems(part[0])
        if any(names <= words for names in own.values()):
            continue
        for name in _labels(look):
            alike = [each for each, names in own.items() if _of_family(names, stems(name))]
            if name not in own and alike and stems(name) <= words:
                at = part.start() + len(part[0]) - len(part[0].lstrip())
                rule = said("in the rule it is: {1}", ", ".join(sorted(alike)))
                yield look.differs("timing", Found("", at, part.end()), rule)
                return


def _of_family(names: set[str], others: set[str]) -> bool:
    return len(names) == len(others) > 1 and len(names - others) == 1


def _durations(look: Look) -> Iterator[Difference]:
    """In this round, where the rule says turn."""
    known = {claims.stem(word) for word in _SPANS}
    for found in claims.durations(look.text):
        nouns = stems(found.word) & known
        until = _until(look, nouns)
        if nouns and until:
            rule = said("in the rule it lasts until the end of {1}", ", ".join(sorted(until)))
            yield look.differs("duration", found, rule)


def _until(look: Look, nouns: set[str]) -> set[str]:
    """What ends the effects of a card, if the text names another span: what the rule says, or else what sets back what
    it changes.
    """
    known = {claims.stem(word): word for word in _SPANS}
    own = look.own
    if own.anchors:
        around = stems(" ".join(own.anchors))
        if any(stems(each) <= stems(look.text) for each in own.anchors):
            around |= look.whole.spans.around(own.anchors)
        return own.anchors if around & set(known) and not nouns & around else set()
    ends = look.whole.spans.of(look.card)
    if nouns & (ends | stems(" ".join((*own.times, *own.words)))):
        return set()
    return {word for stem, word in known.items() if stem in ends}


ASPECTS: Final = (_timing, _windows, _families, _durations)
ALSO_BARE: Final = (_timing,)
