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

_SPANS: Final = ("round", "turn", "combat", "activation", "battle", "phase", "step", "game", "raid", "day", "night")


_CONTRARY: Final = {
    "after": (("after", "end", "instead", "always"), ("after", "last", "end"), ("before", "start")),
    "before": (("before", "start", "instead"), ("before", "first", "start"), ("after", "end")),
    "end of": (("end", "after"), ("end", "after"), ("start",)),
    "start of": (("start", "before"), ("start", "before"), ("end",)),
}


def _timing(look: Look) -> Iterator[Difference]:
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


def _durations(look: Look) -> Iterator[Difference]:
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


ASPECTS: Final = (_timing, _windows, _durations)
