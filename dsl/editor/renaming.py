"""Another name for something, wherever it is written in the files of a game.

Answers go by names, and so does this: what has one name gets one other name, be it the field of two kinds. A local name
changes in its item, where it hides others; a card's title, and what players read because it has no other words, also
in the moves of scenarios; a title in whatever scenarios read.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from pathlib import Path
from typing import Final

from dsl.editor.answers import local_at
from dsl.editor.colours import tokens
from dsl.editor.names import Declared, everything, local_names, nodes
from dsl.editor.project import Project
from dsl.editor.word_at import Word, word_at, words_of
from dsl.reading.drafts import Kept
from dsl.reading.places import grammar_text
from dsl.saying.phrases import participle
from dsl.semantics.world import RESERVED as TAKEN
from dsl.semantics.world import spoken
from dsl.source import Span
from dsl.syntax import tree as t
from dsl.syntax.chunks import Chunk
from dsl.syntax.parse import Read, parser_of
from dsl.syntax.table_rows import TEXT, TITLE, cells_of
from dsl.syntax.vocabulary import RESERVED

_NAME: Final = re.compile(r"[^\W\d]\w*")
_SPACE: Final = re.compile(r"[a-z]\d+")
"""What spaces of drawn boards are called, and in moves of their games such a word is a space, whatever else has that
name."""
_WORDS: Final = (TITLE, "called", TEXT)
"""The columns of tables that hold what players read, and no names."""
_READ_AS: Final = ("action", "value of")
"""Sorts whose names players read in moves, if nothing else is written there."""
_MOVES: Final = ("does", "can", "cannot")
"""Steps of scenarios whose texts are moves. Those of the others are what somebody reads, or the titles of cards."""


class Unnamable(Exception):
    """There is nothing to rename, or it cannot be called that; the words say why."""


def renamable(project: Project, path: Path, offset: int) -> Span:
    """The word that would be renamed; Unnamable if there is none."""
    return _asked(project, path, offset)[0].span


def renamed(project: Project, path: Path, offset: int, new: str) -> list[tuple[Path, Span, str]]:
    """What is written where, so that what a word names is called something else; Unnamable if it cannot be."""
    word, found = _asked(project, path, offset)
    if word.sort == "text":
        return _retitled(project, word.text, new)
    if not _NAME.fullmatch(new) or new in RESERVED or new in TAKEN:
        raise Unnamable(f"{new} is no name, or a word of the language")
    local = local_at(project, path, offset, word)
    if local is not None:
        return _local(project, path, offset, local, new)
    if any(each.name == new and not each.quoted for each in everything(project.names)):
        raise Unnamable(f"{new} is the name of something else")
    edits = [*_everywhere(project, word.text, new), *_in_tables(project, word.text, new)]
    if any(map(_is_read, found)) and not (_SPACE.fullmatch(word.text) and _draws_a_board(project)):
        edits += _in_steps(project, spoken(word.text), spoken(new), _MOVES)
    if not all(_has_words(each) for each in found):
        edits += _in_sentences(project, spoken(word.text), spoken(new))
    return _once(edits)


def _asked(project: Project, path: Path, offset: int) -> tuple[Word, list[Declared]]:
    """The word at a place, and what of the game has that name."""
    word = word_at(project.text(path), offset)
    if word is None or word.sort not in ("name", "text"):
        raise Unnamable("there is no name here")
    if local_at(project, path, offset, word) is not None:
        return word, []
    quoted = word.sort == "text"
    sorts = ("card",) if quoted else None
    found = [
        each
        for each in everything(project.names)
        if each.name == word.text
        and each.quoted == quoted
        and each.sort != "main"
        and (sorts is None or each.sort in sorts)
    ]
    if not found:
        raise Unnamable(f"nothing of this game is called {word.text}")
    root = project.path if project.path.is_dir() else project.path.parent
    for each in found:
        at = project.paths[each.at.file.name]
        if not at.is_relative_to(root.resolve()):
            raise Unnamable(f"{word.text} belongs to a library")
    return word, found


# ---- names -----------------------------------------------------------------------------------------------------------


def _local(project: Project, path: Path, offset: int, local: Declared, new: str) -> list[tuple[Path, Span, str]]:
    item = project.item_at(path, offset)
    assert item is not None
    if any(each.name == new for each in local_names(item)):
        raise Unnamable(f"{new} is another local name here")
    text = project.text(path)
    lines = range(item.span.line, text.position(item.span.end)[0] + 1)
    words = (word for line in lines for word in words_of(text, line))
    inside = (word for word in words if item.span.start <= word.span.start < item.span.end)
    return [
        (path, word.span, new) for word in inside if word.sort == "name" and word.text == local.name and not word.of
    ]


def _everywhere(project: Project, name: str, new: str) -> Iterator[tuple[Path, Span, str]]:
    """Where the game speaks of a name that is no local one."""
    words = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    for file, kept in project.kept.items():
        for read in kept.reads:
            if words.search(read.chunk.text):
                yield from ((project.paths[file], span, new) for span in _global(kept, read, name, new))


def _draws_a_board(project: Project) -> bool:
    """Whether spaces of the game are called by a letter and a number."""
    items = (kept.item(read) for kept in project.kept.values() for read in kept.reads)
    boards = (node for item in items if item is not None for node in nodes(item) if isinstance(node, t.BoardItem))
    return any(
        board.columns is not None or board.hexagons is not None or any(each.letters for each in board.dimensions)
        for board in boards
    )


def _in_tables(
    project: Project, name: str, new: str, besides: Container[str] = _WORDS
) -> Iterator[tuple[Path, Span, str]]:
    """The cells of tables that are a name: a column called like a field, or a value; in no column of `besides`."""
    for source in project.sources.data.values():
        for column, span in cells_of(source):
            if span.text == name and column not in besides:
                yield project.paths[source.name], span, new


def _global(kept: Kept, read: Read, name: str, new: str) -> Iterator[Span]:
    """Where an item speaks of a name of the game, not of a local one of its own, and not in a word of the language."""
    item = kept.item(read)
    local = {each.name for each in local_names(item)} if item is not None else set[str]()
    if new in local:
        line = kept.source.position(read.chunk.start)[0]
        raise Unnamable(f"{new} is a local name in line {line} of {kept.source.name}")
    found = tokens(read.chunk, parser_of(grammar_text()))
    other = {read.chunk.start + (each.start_pos or 0) for each in found if each.type != "NAME"}
    other.update(each.span.start for each in _modules(item))  # a module has the name of its file
    for word in _words(read.chunk):
        if (
            word.sort == "name"
            and word.text == name
            and word.span.start not in other
            and (word.of or name not in local)
        ):
            yield word.span


def _modules(item: t.Item | None) -> tuple[t.Name, ...]:
    """The names of modules in an item."""
    if isinstance(item, t.ScenarioItem):
        return item.modules
    return (item.name,) if isinstance(item, t.ModuleItem) else item.names if isinstance(item, t.ModulesItem) else ()


def _words(chunk: Chunk) -> Iterator[Word]:
    first, last = (chunk.file.position(at)[0] for at in (chunk.start, chunk.end))
    words = (word for line in range(first, last + 1) for word in words_of(chunk.file, line))
    return (word for word in words if chunk.start <= word.span.start < chunk.end)


def _is_read(found: Declared) -> bool:
    """Whether players read the name in moves, since nothing else is written there."""
    return found.sort.startswith(_READ_AS) and not _has_words(found)


def _has_words(found: Declared) -> bool:
    """Whether something else than the name stands there for players to read."""
    return '"' in found.whole.file.text[found.at.end : found.at.end + 2]


def _in_sentences(project: Project, old: str, new: str) -> Iterator[tuple[Path, Span, str]]:
    """The sentences that are rules (`text means`) in which something is called so, or is said to have happened."""
    forms = {old: new, _happened(old): _happened(new)}
    words = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(forms, key=len, reverse=True)))})(?!\w)", re.I)
    for name, kept in project.kept.items():
        for read in kept.reads:
            item = kept.item(read) if words.search(read.chunk.text) else None
            for node in nodes(item) if item is not None else ():
                if isinstance(node, t.TextItem) and node.means:
                    for match in words.finditer(node.text.span.text):
                        at = node.text.span.start + match.start()
                        said = forms.get(match[0].lower(), new)
                        said = said[:1].upper() + said[1:] if match[0][:1].isupper() else said
                        yield project.paths[name], kept.source.span(at, at + len(match[0])), said


def _happened(words: str) -> str:
    verb, _, more = words.partition(" ")
    return f"{participle(verb)} {more}".strip()


# ---- titles and texts ------------------------------------------------------------------------------------------------


def _retitled(project: Project, old: str, new: str) -> list[tuple[Path, Span, str]]:
    if '"' in new or "\n" in new or not new.strip():
        raise Unnamable("a title is a text without quotes")
    if any(each.name == new and each.quoted for each in everything(project.names)):
        raise Unnamable(f"{new} is the title of something else")
    edits: list[tuple[Path, Span, str]] = []
    for name, kept in project.kept.items():
        for read in kept.reads:
            item = kept.item(read)
            if item is not None and old in read.chunk.text:
                edits += ((project.paths[name], span, new) for span in _titles(item, old))
    return _once([*edits, *_in_tables(project, old, new, (TEXT,)), *_in_steps(project, old, new)])


def _titles(item: t.Item, title: str) -> Iterator[Span]:
    """Where an item names a card by its title, without the quotes."""
    for node in nodes(item):
        if isinstance(node, t.CardRef) and node.title == title:
            yield _inside(node.span)
        else:
            yield from (_inside(text.span) for text in _titles_beside(node) if text.value == title)


def _titles_beside(node: t.Node) -> Iterable[t.Text]:
    """The texts of a node that are titles of cards, though they are no expressions."""
    match node:
        case t.CardItem():
            return (node.title,)
        case t.PackItem():
            return (text for _, text in node.lines)
        case t.PrintedHere():
            return (node.card,)
        case _:
            return ()


def _inside(span: Span) -> Span:
    at = span.file.text.index('"', span.start) + 1
    return span.file.span(at, span.file.text.index('"', at))


def _in_steps(
    project: Project, old: str, new: str, steps: Container[str] | None = None
) -> Iterator[tuple[Path, Span, str]]:
    """The texts of scenarios in which something is read, and not a longer title; steps: only of these."""
    longer = {each.name for each in everything(project.names) if each.sort == "card" and old in each.name} - {old}
    names = "|".join(map(re.escape, [*sorted(longer, key=len, reverse=True), old]))
    words = re.compile(rf"(?<!\w)(?:{names})(?!\w)")
    for name, kept in project.kept.items():
        for read in kept.reads:
            item = kept.item(read)
            if not isinstance(item, t.ScenarioItem) or old not in read.chunk.text:
                continue
            for text in _texts(item, steps):
                for match in words.finditer(text.span.text):
                    at = text.span.start + match.start()
                    if match[0] == old:
                        yield project.paths[name], kept.source.span(at, at + len(old)), new


def _texts(item: t.ScenarioItem, steps: Container[str] | None) -> Iterator[t.Text]:
    for step in item.steps:
        if steps is None or step.how in steps:
            yield from step.texts
            if steps is None and step.because is not None:
                yield step.because


def _once(edits: Iterable[tuple[Path, Span, str]]) -> list[tuple[Path, Span, str]]:
    return list({(path, span.start): (path, span, new) for path, span, new in edits}.values())
