"""Reasons for changes inside rules that nobody can notice: `mutants.yaml`, beside the rules of a game.

    mutants:
    - file: combat.rules
      item: phase combat "Combat phase"
      of: set last_attacked to none
      change: left out
      because: Nobody asks for it before it is set.

`item` is the first line of the item in which the change stands, without citations and the colon at its end; `of` what
is changed, as the report words it; `change` what is changed about it. A key that is left out fits everything. Changes
are found again by these words, not by lines, so that the file stays right while other things are written above them;
words of refusals in an item (`else "..."`) do not count.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from dsl.diagnostics import Bag, from_text_error
from dsl.reading.plain_yaml import Node, Unreadable, read_yaml
from dsl.source import SourceFile, Span, TextError, check_text
from dsl.spoken import said

MUTANTS: Final = "mutants.yaml"
MAX_BYTES: Final = 1 << 20
_REFUSAL: Final = re.compile(r'\s+else\s+"(?:[^"\\]|\\.)*"')
_KEYS: Final = ("file", "item", "of", "change", "because")


@dataclass(frozen=True, slots=True)
class Equal:
    """Changes that change nothing, and why. An empty text fits everything."""

    file: str
    item: str
    of: str
    change: str
    because: str
    span: Span

    @property
    def place(self) -> str:
        """File and line of the entry."""
        return f"{self.span.file.name}:{self.span.line}"

    def fits(self, file: str, item: str, of: str, change: str) -> bool:
        """Whether a change is one of these."""
        items = (_REFUSAL.sub("", self.item), _REFUSAL.sub("", item))
        pairs = ((self.file, file), items, (self.of, of), (self.change, change))
        return all(own in ("", theirs) for own, theirs in pairs)


def read_mutants(root: Path, bag: Bag) -> list[Equal]:
    """The reasons in the folder of a game; none if it has no such file. What is wrong with it is told to the bag."""
    path = root / MUTANTS
    if not path.is_file():
        return []
    with path.open("rb") as stream:
        data = stream.read(MAX_BYTES + 1)
    try:
        source = check_text(MUTANTS, data)
    except TextError as error:
        bag.extend(from_text_error(error))
        return []
    try:
        node = read_yaml(source.text)
    except Unreadable as error:
        bag.error("E015", source.span(error.at, error.at), said("it is not plain YAML{1}", error.problem))
        return []
    pairs = node.pairs() if node is not None and node.what == "map" else ()
    listed = next((value for key, value in pairs if key.text == "mutants"), None)
    if listed is None or listed.what != "list":
        bag.error("E015", source.span(0, 0), said("it begins with the list it holds, which is mutants:"))
        return []
    found = [_entry(source, each, bag) for each in listed.parts]
    return [each for each in found if each is not None]


def _entry(source: SourceFile, node: Node, bag: Bag) -> Equal | None:
    span = source.span(node.start, node.start)
    if node.what != "map":
        bag.error("E015", span, said("an entry has the keys {1}", ", ".join(_KEYS)))
        return None
    words: dict[str, str] = {}
    for key, value in node.pairs():
        if key.text not in _KEYS or key.text in words or value.what != "text":
            at = source.span(key.start, key.end)
            bag.error("E015", at, said("an entry has each of the keys {1} once, with a text", ", ".join(_KEYS)))
            return None
        words[key.text] = " ".join(value.text.split())
    if not words.get("file") or not words.get("because"):
        bag.error("E015", span, said("an entry names a file, and says why nobody can notice the change: because: ..."))
        return None
    item, of, change = (words.get(key, "") for key in ("item", "of", "change"))
    return Equal(words["file"], item, of, change, words["because"], span)
