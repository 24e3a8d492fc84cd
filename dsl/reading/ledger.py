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

from dataclasses import dataclass, field
from typing import Any

from dsl.diagnostics import Bag
from dsl.reading.plain_yaml import LOADERS, Node, Unreadable, read_yaml
from dsl.source import SourceFile, Span


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
        bag.error("E014", source.span(error.at, error.at), f"the ledger is not plain YAML{error.problem}")
        return None
    ledger = Ledger(source)
    if root is None or root.what != "map":
        bag.error("E014", source.span(0, 0), "a ledger begins with the lists it holds, such as rules:")
        return None
    lists: set[str] = set()
    for key, value in root.pairs():
        if key.text in lists:
            bag.error("E014", source.span(key.start, key.end), f"the ledger has two lists called {key.text}")
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
            bag.error("E014", ledger.source.span(key.start, key.end), f"this entry says {key.text} twice")
        values.setdefault(key.text, value)
    if "id" not in values:
        return
    words = {key: value.text for key, value in values.items()}
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
        bag.error("E014", span, f"the ledger holds {rule.id} twice")
    else:
        ledger.entries[rule.id] = rule
