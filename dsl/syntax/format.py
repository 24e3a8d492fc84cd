"""The canonical form of a rules file.

Only blanks change: every word, sign, text and comment stays, in its order and on its line. So a file means the same
before and after, which the tests check on trees, and formatting twice is formatting once. An item whose layout or
parentheses are wrong is left as it is.

- A block is indented by four spaces, a line that goes on inside parentheses by four more for each open one.
- One space between words and around operators; none inside parentheses, before , : ; and around . and ..
- A sign that belongs to one number stands at it: -1, by +1.
- Citations stand in a margin, in one column of the whole file: the first of 40, 60 and 80 for which no line is too
  long. A line that reaches beyond 80 has its own two spaces behind it.
- Refusals (`else "words"` at the end of a line) of neighbouring lines begin in one column, and so do comments behind
  neighbouring lines, two spaces behind what stands before them.
- At most one blank line together, none at the ends of the file, one line end at its end, no blanks at ends of lines.
- The parameters of what is declared stand off its name: `event wound (u: Unit)`. Elsewhere `near(a, b)` stays closed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from dsl.source import SourceFile
from dsl.syntax.builders.shared import Mistake
from dsl.syntax.chunks import Chunk, check, cut
from dsl.syntax.vocabulary import SIGNS

_WIDTH: Final = 4
_MARGINS: Final = (40, 60, 80)  # where citations may begin
_WIDEST: Final = 80  # longer lines take no part in columns
_TOKEN: Final = re.compile(
    r'"(?:\\.|[^"\\\n])*"|\#.*|@[\w.\-]*|yes/no\b|stand-in\b|[^\W\d]\w*|[0-9]+|\.\.|[!<>]=|[^ \t]',
)
_DECLARING: Final = frozenset(["event", "action", "procedure", "phase", "step", "define", "value", "directions"])
# Words behind which an expression begins: a sign there belongs to what follows.
_LEADING: Final = frozenset(
    {"and", "or", "not", "in", "is", "mod", "if", "then", "else", "when", "where", "until", "be", "to", "by", "of"}
    | {"from", "for", "at", "with", "into", "onto", "under", "against", "on", "before", "after", "over", "per", "most"}
    | {"least", "times", "expect", "requires", "afterwards", "through", "along", "while"}
    | {"within", "costing"}
)
# Those of them that are never names of functions: a blank stands between them and a parenthesis.
_SPACED: Final = frozenset(
    {"and", "or", "not", "in", "is", "mod", "if", "then", "else", "when", "where"}
    | {"until", "be", "to", "by", "of", "from", "through", "along", "while"}
)
_FOREIGN: Final = frozenset(SIGNS) - {"--"}  # signs of other languages stay in one piece, so that they are told as such
_OPERATORS: Final = frozenset(["+", "-", "*", "/", "=", "!=", "<=", ">=", "<", ">"])
_LEFT_CLOSED: Final = frozenset([",", ":", ";", ")", "]", "}", ".", ".."])  # no blank stands before them
_RIGHT_CLOSED: Final = frozenset(["(", "[", "{", ".", ".."])  # and none behind these
_RIGHT_OPEN: Final = _OPERATORS | {",", ":", ";", ")", "]", "}"}  # behind these always


@dataclass(slots=True)
class _Place:
    """How deep a line stands: the columns of the blocks it is in, and the parentheses open before it."""

    columns: list[int]
    opened: int = 0

    def level(self, column: int) -> int:
        """How many blocks begin left of `column`, or at it."""
        return max(0, sum(begun <= column for begun in self.columns) - 1)


@dataclass(slots=True)
class _Line:
    """A line in parts: its words with their indent, a refusal, citations, a comment; or `text`, left as it is."""

    words: str = ""
    refusal: str = ""
    cites: str = ""
    comment: str = ""
    text: str = ""

    @property
    def indent(self) -> int:
        """How many blanks the line begins with."""
        return len(self.words) - len(self.words.lstrip(" "))


def format_text(text: str) -> str:
    """The canonical form of the text of a rules file."""
    file = SourceFile("", text.replace("\r\n", "\n"))
    chunks = list(cut(file))
    head = file.text[: chunks[0].start if chunks else len(file.text)]
    parts = [*(_lines(head) if head else []), *(line for chunk in chunks for line in _chunk(chunk))]
    _align_refusals(parts)
    _align_cites(parts)
    _align_comments(parts)
    lines = "\n".join(part.words or part.text for part in parts).strip("\n")
    return lines and f"{lines}\n"


def _chunk(chunk: Chunk) -> list[_Line]:
    try:
        check(chunk)
    except Mistake:
        return [_Line(text=line) for line in chunk.text.removesuffix("\n").split("\n")]
    return _lines(chunk.text)


def _lines(text: str) -> list[_Line]:
    """The lines of one item, or of what stands before the first."""
    lines = text.removesuffix("\n").split("\n")
    place = _Place([0])
    out: list[_Line] = []
    for number, line in enumerate(lines):
        tokens = list(_TOKEN.finditer(line))
        if not tokens:
            if out[-1:] != [_Line()]:
                out.append(_Line())
            continue
        level = _level(place, tokens, lines[number + 1 :])
        out.append(_line(tokens, " " * (_WIDTH * level)))
        for token in tokens:
            place.opened += (token[0] in "([{") - (token[0] in ")]}")
    return out


def _align_refusals(lines: list[_Line]) -> None:
    """Join refusals to the lines they belong to, those of neighbouring lines in one column."""
    for run in _runs(lines, lambda line: bool(line.refusal)):
        fitting = [line for line in run if len(line.words) <= _WIDEST]
        column = max((len(line.words) for line in fitting), default=0)
        for line in run:
            line.words = f"{line.words:<{column}} {line.refusal}"


def _align_cites(lines: list[_Line]) -> None:
    """Join citations to their lines, in the margin of the file."""
    widest = max((len(line.words) for line in lines if line.cites and len(line.words) <= _WIDEST), default=0)
    column = next(margin for margin in _MARGINS if widest <= margin)
    for line in lines:
        if line.cites:
            line.words = f"{line.words:<{column}}  {line.cites}" if line.words.strip(" ") else line.words + line.cites


def _align_comments(lines: list[_Line]) -> None:
    """Join comments to their lines, those of neighbouring lines in one column."""
    for run in _runs(lines, lambda line: bool(line.comment and line.words.strip(" ")), indented=False):
        fitting = [len(line.words) for line in run if len(line.words) <= _WIDEST]
        column = max(fitting, default=0)
        for line in run:
            line.words = f"{line.words:<{column}}  {line.comment}"
            line.comment = ""
    for line in lines:
        line.words += line.comment


def _runs(lines: list[_Line], has: Callable[[_Line], bool], indented: bool = True) -> Iterator[list[_Line]]:
    """Neighbouring lines that have something; with `indented` only those that begin in one column."""
    for (found, _), group in groupby(lines, lambda line: (has(line), line.indent if indented else 0)):
        if found:
            yield list(group)


def _level(place: _Place, tokens: list[re.Match[str]], below: list[str]) -> int:
    """The level of a line; enters and leaves blocks on the way."""
    column = tokens[0].start()
    if place.opened:
        closing = next((i for i, token in enumerate(tokens) if token[0] not in ")]}"), len(tokens))
        return len(place.columns) - 1 + max(0, place.opened - closing)
    if tokens[0][0].startswith("#"):
        return _comment_level(place, column, below)
    while column < place.columns[-1]:
        place.columns.pop()
    if column > place.columns[-1]:
        place.columns.append(column)
    return place.level(column)


def _comment_level(place: _Place, column: int, below: list[str]) -> int:
    """A comment goes with the line below, or with the block above if it is indented like that."""
    first = next((match for line in below if (match := _TOKEN.search(line)) and match[0][0] != "#"), None)
    following = first.start() if first else 0
    if following > place.columns[-1]:
        return len(place.columns)
    return max(place.level(column), place.level(following))


def _line(tokens: list[re.Match[str]], indent: str) -> _Line:
    """The parts of a line: its words and signs, its refusal, its citations, its comment."""
    words = [token[0] for token in tokens]
    end = len(words) - words[-1].startswith("#")
    cited = end
    while cited > 0 and words[cited - 1].startswith("@"):
        cited -= 1
    if cited > 0 and words[cited - 1] == ",":
        cited = end
    refused = cited - 2 if cited > 2 and words[cited - 2] == "else" and words[cited - 1].startswith('"') else cited
    content = _content(tokens[:cited])
    refusal = content[len(_content(tokens[:refused])) :].lstrip(" ")
    return _Line(
        indent + content.removesuffix(refusal).rstrip(" "),
        refusal,
        " ".join(words[cited:end]),
        "".join(words[end:]).rstrip(),
    )


def _content(tokens: list[re.Match[str]]) -> str:
    out = ""
    declaring = bool(tokens) and tokens[0][0] in _DECLARING
    depth = 0
    for i, token in enumerate(tokens):
        before = tokens[i - 1] if i else None
        if before is not None:
            spaced = before.end() < token.start()
            sign = _is_sign(tokens[max(0, i - 3) : i - 1], before, spaced)
            out += _gap(before[0], token[0], spaced, sign, declaring and depth == 0)
        depth += (token[0] in "([{") - (token[0] in ")]}")
        declaring = declaring and (depth > 0 or token[0] not in (":", "="))
        out += token[0]
    return out


def _gap(left: str, right: str, spaced: bool, sign: bool, declaring: bool) -> str:
    """What stands between two words or signs; `spaced` is whether anything stood there before."""
    if not spaced and left + right in _FOREIGN:
        return ""
    gap = _wanted(left, right, spaced, sign, declaring)
    glued = _TOKEN.match(left + right)
    if not gap and spaced and glued is not None and glued[0] != left:
        return " "
    return gap


def _wanted(left: str, right: str, spaced: bool, sign: bool, declaring: bool) -> str:
    if right in _LEFT_CLOSED or left in _RIGHT_CLOSED:
        return ""
    if right == "[":
        closed = _ends_operand(left)
    elif right == "(" and _is_word(left):
        closed = not (spaced or declaring or left in _SPACED)
    else:
        return _between(left, right, spaced, sign)
    return "" if closed else " "


def _between(left: str, right: str, spaced: bool, sign: bool) -> str:
    if left in ("+", "-") and sign:
        return ""
    begins = left in _RIGHT_OPEN or right in _OPERATORS or (right in "([{" and _is_word(left))
    return " " if spaced or begins else ""


def _is_sign(before: list[re.Match[str]], sign: re.Match[str], spaced: bool) -> bool:
    """Whether a + or - belongs to what follows. In `life -1`, and where a line begins, only the blanks tell.

    before: the two words before it, or what there is of them. A word behind a dot is the name of a field.
    """
    if not before:
        return not spaced
    field = len(before) > 1 and before[0][0] == "."
    operand = field or _ends_operand(before[-1][0])
    return not operand or (before[-1].end() < sign.start() and not spaced)


def _is_word(token: str) -> bool:
    return token[:1].isalnum()


def _ends_operand(token: str) -> bool:
    """Whether an operand may end with this, so that a + or - behind it joins two."""
    return token not in _LEADING and (_is_word(token) or token[-1:] in tuple(')]}"'))
