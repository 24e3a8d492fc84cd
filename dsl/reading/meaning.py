"""What rules files mean, cut into sayings that can be compared: an item, a member of a kind or card, a row of a table.

Comments, layout, citations and the division into files mean nothing; scenarios prove rules and are none.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final, cast

from dsl.diagnostics import Bag
from dsl.reading.places import grammar_text
from dsl.reading.sources import Sources
from dsl.source import SourceFile, Span, TextError, check_text
from dsl.struct import parts
from dsl.syntax import tree as t
from dsl.syntax.naming import name_of
from dsl.syntax.parse import parse_file
from dsl.syntax.patching import patch_said

_COMMENT: Final = re.compile(r'("(?:\\.|[^"\\\n])*")|[ \t]*#.*')
_CITATION: Final = re.compile(r"[ \t]+@[\w.\-]+")


@dataclass(frozen=True, slots=True)
class Saying:
    """One thing that rules say. `key` is the same in two versions if it is the same thing; `digest` is, if they say the
    same of it. `cites` are the paragraphs it writes down.
    """

    key: str
    digest: str
    text: str
    cites: tuple[str, ...]
    span: Span
    node: t.Item | None = None
    """What was parsed; None for the row of a table."""


def sayings(files: Iterable[t.File], tables: Mapping[str, SourceFile] | None = None) -> dict[str, Saying]:
    """Everything that rules say, by key, in the order in which it stands."""
    found: dict[str, Saying] = {}
    for one in (*_of_files(files), *_of_tables(tables or {})):
        key, count = one.key, 1
        while key in found:
            count += 1
            key = f"{one.key} ({count})"
        found[key] = one if key == one.key else replace(one, key=key)
    return found


def of_game(sources: Sources) -> dict[str, Saying]:
    """What a game says that was read, with its modules."""
    return sayings(sources.files, sources.data)


def of_package(files: Mapping[str, bytes]) -> dict[str, Saying]:
    """What the rules files and tables of a package say; what cannot be read says nothing."""
    bag, grammar = Bag(), grammar_text()
    texts: dict[str, SourceFile] = {}
    for name in sorted(files):
        if name.endswith((".rules", ".csv")):
            try:
                texts[name] = check_text(name, files[name])
            except TextError:
                continue
    trees = [parse_file(text, bag, grammar) for name, text in texts.items() if name.endswith(".rules")]
    return sayings(trees, {name: text for name, text in texts.items() if name.endswith(".csv")})


def digest_of(found: Mapping[str, Saying]) -> str:
    """A fingerprint of what rules say: 64 hexadecimal digits."""
    whole = sha256()
    for key, one in found.items():
        whole.update(f"{key}\0{one.digest}\n".encode())
    return whole.hexdigest()


def words_digest(text: str) -> str:
    """A fingerprint of what is written: the same whatever the layout, the comments and the citations, and in every
    version of the program.
    """
    return sha256(" ".join(plain(text).split()).encode()).hexdigest()[:16]


def plain(text: str) -> str:
    """A text of rules without its comments and citations, and without blanks at ends of lines."""
    without = _COMMENT.sub(lambda found: found[1] or "", text)
    without = _CITATION.sub("", without)
    return "\n".join(line.rstrip() for line in without.split("\n") if line.strip())


def _of_files(files: Iterable[t.File]) -> Iterator[Saying]:
    for file in files:
        for item in file.items:
            if not isinstance(item, t.ScenarioItem | t.FileItem):
                yield from _of_item(item, "")


def _of_item(item: t.Item, where: str) -> Iterator[Saying]:
    key = where + title_of(item)
    if not isinstance(item, t.KindItem | t.HasItem | t.CardItem):
        yield _saying(key, item, item.span.text)
        return
    own = tuple(member for member in item.members if isinstance(member, t.PrintedItem | t.TextItem))
    head = item.span.text.split("\n", 1)[0]
    words = "\n    ".join([head, *(member.span.text for member in own)])
    yield _saying(key, replace(item, members=own), words)
    for member in item.members:
        if not isinstance(member, t.PrintedItem | t.TextItem):
            yield from _of_item(member, f"{key}: ")


def _saying(key: str, item: t.Item, text: str) -> Saying:
    digest = sha256(repr(_meant(item)).encode()).hexdigest()[:32]
    cites = tuple(dict.fromkeys(_cited(item)))
    return Saying(key, digest, plain(text), cites, item.span, item)


def _of_tables(tables: Mapping[str, SourceFile]) -> Iterator[Saying]:
    for name, source in sorted(tables.items()):
        rows = list(csv.reader(io.StringIO(source.text)))
        for row in rows[1:]:
            if row:
                text = ", ".join(f"{head} {cell}" for head, cell in zip(rows[0], row, strict=False) if cell)
                digest = sha256(repr(row).encode()).hexdigest()[:32]
                called = f'card "{row[0]}"' if "title" in rows[0] else f'row "{row[0]}"'
                yield Saying(f"{called} of {name}", digest, text, (), source.span(0, 0))


def title_of(item: t.Item) -> str:
    """What an item is called in words, for people: `rule first_blood`, `card "Honey"`, `game`."""
    if isinstance(item, t.ReplaceItem):
        return f"replace {title_of(item.item)}"
    if isinstance(item, t.AddItem | t.DefaultItem | t.ChangeItem | t.RemoveItem | t.RenameItem):
        return patch_said(item)
    id_ = name_of(item)
    if id_ is not None:
        return f'{id_[0]} "{id_[1]}"' if id_[0] == "card" else f"{id_[0]} {id_[1]}"
    if isinstance(item, t.HasItem):
        return "each player" if item.whose == "player" else "the table"
    if isinstance(item, t.ZoneItem | t.BoardItem | t.MemoryItem | t.ModuleItem):
        return f"{_sort(item)} {item.name.text}"
    if isinstance(item, t.FieldItem):
        return f"field {', '.join(name.text for name in item.names)}"
    if isinstance(item, t.PackItem):
        return f"pack {item.value.text}"
    if isinstance(item, t.GameItem):
        return "game"
    first = plain(item.span.text).split("\n", 1)[0].strip()
    return f"{_sort(item)} `{first}`"


def _sort(item: t.Item) -> str:
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(item).__name__.removesuffix("Item"))
    return words.lower()


def _meant(value: object) -> object:
    """A tree without its places and citations, and without what is empty: a construct that is new to the language is a
    part that is none, no, () or "" wherever it is not used, and must not make old rules look like others.
    """
    if isinstance(value, t.Node):
        found = ((name, getattr(value, name)) for name in parts(type(value)))
        return (type(value).__name__, *((name, _meant(part)) for name, part in found if not _means_nothing(name, part)))
    if isinstance(value, tuple):
        return tuple(_meant(each) for each in cast(tuple[object, ...], value))
    return value


def _means_nothing(name: str, part: object) -> bool:
    return name == "cites" or isinstance(part, Span) or part is None or part is False or part in ("", ())


def _cited(value: object) -> Iterator[str]:
    if isinstance(value, t.Cite):
        yield value.id
    elif isinstance(value, t.Node):
        for name in parts(type(value)):
            yield from _cited(getattr(value, name))
    elif isinstance(value, tuple):
        for part in cast(tuple[object, ...], value):
            yield from _cited(part)
