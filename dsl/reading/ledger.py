"""The rule ledger of a game: `ledger.yaml`, the rulebook's rules one by one, each with an id that rules files cite.

    rules:
    - id: DO-8.3
      where: 8 Combat
      rule: The faster unit attacks first.
      note: Ruling: ...

Every value is read as a text. Other lists of the file may hold entries with an `id` too (worked examples, missing
contents); those ids can be cited as well.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Final

from dsl.diagnostics import Bag
from dsl.reading.plain_yaml import LOADERS, Node, Unreadable, read_yaml
from dsl.source import SourceFile, Span
from dsl.spoken import said


@dataclass(frozen=True, slots=True)
class LedgerRule:
    """One entry: its id, the list it stands in (`rules` for the rulebook's rules), where in the book, words, place."""

    id: str
    list: str
    where: str
    kind: str
    words: str
    note: str
    span: Span


@dataclass(frozen=True, slots=True)
class Ledger:
    """All entries by id, in the order of the file."""

    source: SourceFile
    entries: dict[str, LedgerRule] = field(default_factory=dict[str, LedgerRule])

    @property
    def ids(self) -> frozenset[str]:
        """Everything that can be cited."""
        return frozenset(self.entries)

    @property
    def rules(self) -> tuple[LedgerRule, ...]:
        """The rules of the rulebook, in the order of the file."""
        return tuple(entry for entry in self.entries.values() if entry.list == "rules")


def read_ledger(source: SourceFile, bag: Bag, loader: Any = LOADERS[0]) -> Ledger | None:
    """The ledger in a file, or None and a diagnostic."""
    try:
        root = read_yaml(source.text, loader)
    except Unreadable as error:
        glued = _GLUED.search(source.text)
        if glued is not None:
            at = source.span(glued.start(1), glued.end(1))
            hint = said("write {1} {2}", glued[1][:-1], glued[1][-1])
            bag.error("E014", at, said("behind the colon of a ledger's line stands a space"), hint=hint)
            return None
        bag.error("E014", source.span(error.at, error.at), said("the ledger is not plain YAML{1}", error.problem))
        return None
    ledger = Ledger(source)
    if root is None or root.what != "map":
        bag.error("E014", source.span(0, 0), said("a ledger begins with the lists it holds, such as rules:"))
        return None
    lists: set[str] = set()
    for key, value in root.pairs():
        if key.text in lists:
            bag.error("E014", source.span(key.start, key.end), said("the ledger has two lists called {1}", key.text))
        lists.add(key.text)
        if value.what == "list":
            for entry in value.parts:
                _add(ledger, key.text, entry, bag)
    return ledger


def _add(ledger: Ledger, name: str, node: Node, bag: Bag) -> None:
    if node.what != "map":
        return
    values: dict[str, Node] = {}
    for key, value in node.pairs():
        if key.text in values:
            bag.error("E014", ledger.source.span(key.start, key.end), said("this entry says {1} twice", key.text))
        values.setdefault(key.text, value)
    if "id" not in values:
        return
    words = {key: value.text for key, value in values.items()}
    if name == "rules":
        _check_entry(ledger, node, values, bag)
    span = ledger.source.span(values["id"].start, values["id"].end)
    rule = LedgerRule(
        words["id"],
        name,
        words.get("where", ""),
        words.get("kind", ""),
        words.get("rule", ""),
        words.get("note", ""),
        span,
    )
    if rule.id in ledger.entries:
        bag.error(
            "E014", span, said("the ledger holds {1} twice", rule.id), hint=said("write {1}", _free(ledger, rule.id))
        )
    else:
        ledger.entries[rule.id] = rule


_ID: Final = re.compile(r"[^\W\d_]+(-[\w.]*\w)+")
_GLUED: Final = re.compile(r"^[ -]*((?:id|where|kind|rule|note):[^\s])", re.MULTILINE)
_KEYS: Final = ("id", "where", "kind", "rule", "note")


def _check_entry(ledger: Ledger, node: Node, values: dict[str, Node], bag: Bag) -> None:
    """E014 for an id that no line can cite, and for an entry that does not say its rule."""
    at = values["id"]
    if not _ID.fullmatch(at.text):
        parts = re.fullmatch(r"([^\W\d_]+)\W*([0-9].*)", at.text)
        hint = (
            said("write {1}-{2}", parts[1], parts[2])
            if parts
            else said("an id is letters, a hyphen and a number, such as DO-8.3")
        )
        words = said("{1} is no id that a line can cite", at.text)
        bag.error("E014", ledger.source.span(at.start, at.end), words, hint=hint)
    other = next((key for key, _ in node.pairs() if key.text not in _KEYS), None)
    if "rule" not in values and other is not None:
        words = said("the entry {1} does not say its rule", at.text)
        bag.error("E014", ledger.source.span(other.start, other.end), words, hint=said("write rule"))


def _free(ledger: Ledger, taken: str) -> str:
    """An id behind a taken one that is free."""
    head = taken.rstrip("0123456789")
    number = int(taken[len(head) :] or 1)
    following = (f"{head}{count}" for count in range(number + 1, number + 2 + len(ledger.entries)))
    return next(each for each in following if each not in ledger.entries)
