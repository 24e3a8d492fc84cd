"""A file or game from above: names by a part of them, blocks that can be folded, how what is called is written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from dsl.editor.answers import comment_above, references
from dsl.editor.names import Declared, everything
from dsl.editor.project import Project
from dsl.source import Span

MOST_SYMBOLS: Final = 500
_PARAM: Final = re.compile(r"[ \t]*(?P<word>,|\w*)[ \t]*(?P<param>\((?P<name>\w+):[^()]*\))")
_CALLED: Final = ("event", "define", "value", "action", "procedure", "phase", "step")


def symbols(project: Project, query: str) -> list[Declared]:
    """What a game declares whose names hold the letters of a query in their order."""
    wanted = re.compile(".*".join(map(re.escape, query)), re.IGNORECASE)
    return [each for each in everything(project.names) if wanted.search(each.name)][:MOST_SYMBOLS]


def highlights(project: Project, path: Path, offset: int) -> list[Span]:
    """Where a file has what is meant at a place of it."""
    wanted = path.resolve()
    return [span for at, span in references(project, path, offset) if at.resolve() == wanted]


def folds(project: Project, path: Path) -> list[tuple[int, int]]:
    """The blocks of a file, from the line that begins one to its last one, counted from 1."""
    file = project.text(path)
    found: list[tuple[int, int]] = []
    opened: list[tuple[int, int]] = []  # indentation and line
    last = 0
    for number in range(1, len(file.line_starts) + 1):
        line = file.line(number)
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        indent = len(line) - len(line.lstrip())
        while opened and opened[-1][0] >= indent:
            begun = opened.pop()[1]
            if last > begun:
                found.append((begun, last))
        opened.append((indent, number))
        last = number
    found += ((begun, last) for _, begun in opened if last > begun)
    return sorted(found)


@dataclass(frozen=True, slots=True)
class Called:
    """How something is called: its signature, where its parameters stand in it, which one is being written, more."""

    signature: str
    params: list[tuple[int, int]]
    active: int
    more: str


def signature(project: Project, path: Path, offset: int) -> Called | None:
    """What is being called in the line of a place, before it."""
    file = project.text(path)
    line, column = file.position(offset)
    before = file.line(line)[: column - 1]
    known = {each.name: each for each in everything(project.names) if each.sort.partition(" ")[0] in _CALLED}
    called = [match for match in re.finditer(r"[^\W\d]\w*", before) if match[0] in known]
    for match in reversed(called):
        found = known[match[0]]
        params = _params(found)
        rest = before[match.end() :]
        if params and rest and not re.search(r"\)\s*$", rest):
            return _called(found, params, rest)
    return None


def _params(found: Declared) -> list[re.Match[str]]:
    """The parameters that stand behind a name where it is declared."""
    text, at = found.whole.file.text, found.at.end
    label = re.compile(r'[ \t]*"[^"\n]*"').match(text, at)
    at = label.end() if label else at
    params: list[re.Match[str]] = []
    while match := _PARAM.match(text, at):
        params.append(match)
        at = match.end()
    return params


def _called(found: Declared, params: list[re.Match[str]], rest: str) -> Called:
    text = found.name
    places: list[tuple[int, int]] = []
    active = 0
    for number, match in enumerate(params):
        word = match["word"]
        text += word if word == "," else f" {word}" if word else ""
        text += " "
        places.append((len(text), len(text) + len(match["param"])))
        text += match["param"]
        if number and word and re.search(re.escape(word) if word == "," else rf"\b{re.escape(word)}\b", rest):
            active = number
    return Called(text, places, active, comment_above(found.whole))
