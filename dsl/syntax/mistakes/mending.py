"""The line as it was probably meant: what can be tried on a line that cannot be read.

Each turn is a way in which people write a line who come from elsewhere, and what it is in this language. Whether the
whole item can be read with it is tried by whoever asks, so that no hint shows what would be wrong again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from dsl.spoken import said
from dsl.syntax.builders.shared import Mistake
from dsl.syntax.chunks import Chunk

_MOST_READ: Final = 30_000
"""How many characters are read again at most to mend one item."""
_NAME: Final = r"[^\W\d]\w*"
_PLACE: Final = rf"{_NAME}(?:\.{_NAME}|\[[^\]]*\]| of {_NAME})*"
_TURNS: Final[tuple[tuple[str, str], ...]] = (
    (r" *//", "  #"),
    (r"(?<![<>=!])==(?!=)", "="),
    (r"\s*&&\s*", " and "),
    (r"\s*\|\|\s*", " or "),
    (r"!(?=[\w(])", "not "),
    (r"\belif\b|\belsif\b|\belseif\b", "else if"),
    (rf"\bforeach ({_NAME})\b", r"for each \1"),
    (rf"\bfor ({_NAME}) in\b", r"for each \1 in"),
    (r"\brepeat (\w+) times\b", r"repeat at most \1 times"),
    (r"\bin order of (.+?) where (.+?)(?=:)", r"where \2 in order of \1"),
    (rf"({_NAME})['’]s ({_NAME})", r"\1.\2"),
    (r"\binto\b", "to"),
    (r"\b(?:move|put|deal) (.+) (?:at|on|onto|in|towards?|for) (?=\w)", r"move \1 to "),
    (r"(\.\.\S+) = (\S+) (stops at ends|ignored beyond)", r"\1 \3 = \2"),
    (r"\b(modify .+?) (?:plus|\+) (\w+)(?=$| when\b)", r"\1 by +\2"),
    (r"\b(modify .+?) (?:minus|-) (\w+)(?=$| when\b)", r"\1 by -\2"),
    (r"\b(modify .+?) (?:plus|\+) (.+?)(?=$| when\b)", r"\1 by +(\2)"),
    (r"^(\s*)(?:when|if|on) (\w+?)(?:ed)?:", r"\1after \2 c when c is this:"),
    (rf"^(\s*requires {_NAME}) (?=[\w(])", r"\1: "),
    (r"\bgame (won|lost) (?!by\b)", r"game \1 by "),
    (rf"(:\s*|^(?:rule {_NAME}: )?)when (?={_NAME})", r"\1after "),
    (r"\(([^()]*) if ([^()]*)\)", r"(\1 where \2)"),
    (r" if (?=[^:]*:)", " when "),
    (rf"\bif ({_NAME}) (?:by|for|to|from|with|at) ({_NAME})(?=[: ])", r"if \1(\2)"),
    (r"\b([0-9]+) ?- ?([0-9]+)\b", r"\1..\2"),
    (r"\bcan not\b|\bcan't\b", "cannot"),
    (r'^(\s*[A-Z]) \w+ (?=")', r"\1 does "),
    (r'^(\s*[A-Z] (?:does|can|cannot)) ([^"\s][^"]*?)\s*$', r'\1 "\2"'),
    (r"^(\s*with \w+) = ?", r"\1 "),
    (r"^(\s*default \w+) = ?", r"\1 is "),
    (r"^(window \w+): ?", r"\1 "),
    (rf"^(enum {_NAME}) (?={_NAME})", r"\1: "),
    (r"^(\s*var \w+)\s*$", r"\1: 0..20"),
    (r"^(option \w+) = (?=[0-9])", r"\1: 0..20 = "),
    (r'^(card|piece) ([^"]+?) is\b', r'\1 "\2" is'),
    (r'^game ([^"]+?) for\b', r'game "\1" for'),
    (r"^(\s+(?:\w+ \w+, )*\w+)(?: = |: )(?=\w)", r"\1 "),
    (rf"^add ({_NAME}:)", r"add to \1"),
    (r'^change (?=")', "change card "),
    (rf"^change (?={_NAME}:)", "change kind "),
    (r"\bpay (.+?)(?= else|$)", r"pay \1 from me.gold"),
    (rf"([0-9]) (?={_NAME}$)", r"\1 for "),
    (r"\s*\{\s*$", ":"),
    (r";\s*$", ""),
    (r"\s*$", ":"),
    (r"\s*$", '"'),
)
_CHANGES: Final = (
    (re.compile(rf"({_PLACE})\s*\+=\s*([^;]+)"), r"raise \1 by \2"),
    (re.compile(rf"({_PLACE})\s*-=\s*([^;]+)"), r"lower \1 by \2"),
    (re.compile(rf"(?:set )?({_PLACE})\s*:?=(?!=)\s*([^;]+)"), r"set \1 to \2"),
)
_NO_CHANGE: Final = re.compile(r"\s*(?:if|expect|requires|provided|var|option|define|value|with|while|else if)\b")
_COMPILED: Final = tuple((re.compile(pattern), new) for pattern, new in _TURNS)
_SAID: Final = re.compile(r'^(\s*)expect (.+) and said ((?:"[^"]*"(?:, )?)+)\s*$')


def mended(mistake: Mistake, chunk: Chunk, reads: Callable[[str], bool]) -> Mistake:
    """The mistake with a hint that shows the line as it can be read, if one is found. reads: whether an item can be."""
    text, at = chunk.text, min(max(mistake.span.start - chunk.start, 0), len(chunk.text))
    start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
    end = len(text) if end < 0 else end
    left = _MOST_READ // max(len(text), 1)
    end = start + len(_code(text[start:end]))
    for new in _tried(text[start:end].rstrip()):
        left -= 1
        if left < 0:
            break
        if reads(text[:start] + new + text[end:]):
            return Mistake(mistake.code, mistake.span, mistake.message, _hint(mistake.hint, new))
    return mistake


def _code(line: str) -> str:
    """The line without its comment; all of it, if a text in it is not closed."""
    inside = False
    for place, sign in enumerate(line):
        inside ^= sign == '"'
        if sign == "#" and not inside:
            return line[:place]
    return line


def _tried(line: str) -> Iterator[str]:
    """The line, changed in one way after another; texts in quotes stay as they are."""
    said = _SAID.match(line)
    if said is not None:
        yield f"{said[1]}expect {said[2]}\n{said[1]}expect said {said[3]}"
    changes = () if _NO_CHANGE.match(line) else _CHANGES
    for pattern, new in (*changes, *_COMPILED):
        changed = _outside_texts(pattern, new, line)
        if changed != line:
            yield changed.rstrip()


def _outside_texts(pattern: re.Pattern[str], new: str, line: str) -> str:
    """The line with what a pattern finds replaced, unless it begins inside a text in quotes."""

    def one(found: re.Match[str]) -> str:
        return found.expand(new) if line.count('"', 0, found.start()) % 2 == 0 or new == '"' else found[0]

    return pattern.sub(one, line, count=0 if len(new) < 6 and "\\" not in new and new not in (":", '"') else 1)


def _hint(hint: str | None, line: str) -> str:
    words = said(" and on a line of its own: ").join(part.strip() for part in line.split("\n"))
    if hint is None or _is_an_example(hint):
        return said("write: {1}", words)
    return hint if words in hint else said("{1}; here: {2}", hint, words)


def _is_an_example(hint: str) -> bool:
    """Whether a hint shows a line as well, or says nothing that the line as it was meant does not show."""
    shows = said("write: {1}", ""), said("for example: {1}", "")
    return hint.startswith(shows) or hint == said("a text begins and ends on one line")
