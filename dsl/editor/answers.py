"""What an editor is told about a place in a rules file. Everything is found by name, so that it works in any state."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from dsl.diagnostics import Diagnostic
from dsl.editor.names import Declared, everything, local_names
from dsl.editor.project import Project
from dsl.editor.word_at import Word, places_of, word_at
from dsl.saying.lexicon import lexicon_of
from dsl.saying.sentences import Sentences, sentences_of
from dsl.source import Span
from dsl.syntax.vocabulary import ITEMS, MEMBERS, RULES, STATEMENTS, STEPS

MOST_LINES: Final = 14
"""How many lines of an item are shown to somebody who points at its name."""

_MEANT: Final = re.compile(r"^(?:did you mean|meant) (?P<words>.+)\?$")
_EXAMPLES: Final = {**STEPS, **MEMBERS, **STATEMENTS, **RULES, **ITEMS}


@dataclass(frozen=True, slots=True)
class Repair:
    """A change that a message proposes: what it is called, and what is written in the place of a part of a file."""

    title: str
    at: Span
    text: str


def hover(project: Project, path: Path, offset: int) -> tuple[str, Span] | None:
    """What stands behind the word at a place, as Markdown, and the word; None if there is nothing to tell."""
    word = word_at(project.text(path), offset)
    if word is None:
        return None
    if word.sort == "cite":
        told = _cited(project, word.text)
    elif word.sort == "text" and word.behind == "means":
        told = "\n\n".join(_understood(project, word.text))
    else:
        told = "\n\n---\n\n".join(_told(project, each) for each in _meant(project, path, offset, word))
        example = _EXAMPLES.get(word.text)
        if not told and word.sort == "name" and example is not None:
            told = f"for example\n\n{_fenced(example)}"
    return (told, word.span) if told else None


def _understood(project: Project, text: str) -> Iterator[str]:
    """The rules that sentences are (`text means`); nothing for one that is not understood."""
    reader = Sentences(lexicon_of(project.snapshot().sources.files))
    for words in sentences_of(text):
        rule = reader.rule(words)
        if rule is not None:
            yield _fenced(rule)


def definition(project: Project, path: Path, offset: int) -> list[tuple[Path, Span]]:
    """Where the word at a place is declared: names, titles of cards, entries of the ledger, files."""
    word = word_at(project.text(path), offset)
    if word is None:
        return []
    if word.sort == "cite":
        entry = project.ledger.entries.get(word.text) if project.ledger is not None else None
        return [] if entry is None else _placed(project, [entry.span])
    if word.sort == "text" and word.behind in ("include", "use", "ledger", "from"):
        found = project.paths.get(word.text) or project.paths.get(f"{word.text}.rules")
        return [] if found is None else [(found, project.text(found).span(0, 0))]
    return _placed(project, [each.at for each in _meant(project, path, offset, word)])


def references(project: Project, path: Path, offset: int) -> list[tuple[Path, Span]]:
    """Where the word at a place is written: a local name in its item, any other name in the whole game."""
    word = word_at(project.text(path), offset)
    if word is None:
        return []
    local = local_at(project, path, offset, word)
    if local is not None:
        item = project.item_at(path, offset)
        inside = places_of(project.text(path), word.sort, word.text)
        return [(path, span) for span in inside if item and item.span.start <= span.start < item.span.end]
    files = [kept.source for kept in project.kept.values()]
    return _placed(project, [span for file in files for span in places_of(file, word.sort, word.text)])


def outline(project: Project, path: Path) -> list[Declared]:
    """What a file declares, in order, for a list beside its text."""
    name = project.name(path)
    if name is None:
        return []
    return project.names_of(name)


def repairs(diagnostic: Diagnostic) -> list[Repair]:
    """The words that a message proposes in the place of those it is about."""
    match = _MEANT.match(diagnostic.hint or "")
    span = diagnostic.span
    if match is None or span is None:
        return []
    found: list[Repair] = []
    for each in (part.strip("`") for part in re.split(r", | or ", match["words"])):
        text = each if span.text.startswith('"') else each.strip('"')
        found.append(Repair(f"write {text}", span, text))
    return found


def _meant(project: Project, path: Path, offset: int, word: Word) -> list[Declared]:
    """What a name or a quoted text may name; a local name hides others."""
    local = local_at(project, path, offset, word)
    if local is not None:
        return [local]
    quoted = word.sort == "text"
    found = [each for each in everything(project.names) if each.name == word.text and each.quoted == quoted]
    here = [each for each in found if each.at.start <= offset <= each.at.end and _same(project, path, each.at)]
    return here or found


def local_at(project: Project, path: Path, offset: int, word: Word) -> Declared | None:
    """The local name that a word means: the last one that its item declares before it."""
    item = None if word.of or word.sort != "name" else project.item_at(path, offset)
    if item is None:
        return None
    named = [each for each in local_names(item) if each.name == word.text]
    before = [each for each in named if each.at.start <= offset]
    return (before or named or [None])[-1]


def _same(project: Project, path: Path, span: Span) -> bool:
    return project.paths.get(span.file.name) == path.resolve()


def _placed(project: Project, spans: list[Span]) -> list[tuple[Path, Span]]:
    return [(project.paths[each.file.name], each) for each in spans if each.file.name in project.paths]


def _told(project: Project, found: Declared) -> str:
    """The beginning of what is declared, the comment above it, and the rules of the rulebook that it cites."""
    lines = found.whole.text.rstrip().split("\n")
    shown = "\n".join(lines[:MOST_LINES]) + ("\n    …" if len(lines) > MOST_LINES else "")
    parts = [f"**{found.sort}** {found.name} ({found.at.file.name}:{found.at.line})", _fenced(shown)]
    comment = comment_above(found.whole)
    if comment:
        parts.insert(1, comment)
    cited = dict.fromkeys(re.findall(r"@([\w.\-]*\w)", found.whole.text))
    parts += [_cited(project, each) for each in list(cited)[:MOST_LINES] if _cited(project, each)]
    return "\n\n".join(parts)


def _cited(project: Project, name: str) -> str:
    entry = project.ledger.entries.get(name) if project.ledger is not None else None
    if entry is None:
        return ""
    return f"**{entry.id}** {entry.words}" + (f" *{entry.note}*" if entry.note else "")


def comment_above(span: Span) -> str:
    """The comment that stands directly above a span."""
    found: list[str] = []
    for number in range(span.line - 1, 0, -1):
        line = span.file.line(number).strip()
        if not line.startswith("#") or line.startswith("# --"):
            break
        found.append(line.lstrip("# "))
    return " ".join(reversed(found))


def _fenced(text: str) -> str:
    return f"```rules\n{text}\n```"
