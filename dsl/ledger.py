"""The rule ledger of a game: `ledger.yaml`, the rulebook's rules one by one, each with an id that rules files cite.

    rules:
    - id: DO-8.3
      where: 8 Combat
      rule: The faster unit attacks first.
      note: Ruling: ...

Every value is read as a text. Other lists of the file may hold entries with an `id` too (worked examples, missing
contents); those ids can be cited as well. Anchors, aliases, tags and merge keys are refused: a ledger is a plain list,
and twenty lines of aliases can stand for a gigabyte.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, cast

import yaml

from dsl.diagnostics import Bag
from dsl.source import SourceFile, Span

MAX_DEPTH: Final = 16


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


def read_ledger(source: SourceFile, bag: Bag) -> Ledger | None:
    """The ledger in a file, or None and a diagnostic."""
    loader = _PlainLoader(source.text)
    try:
        root = loader.get_single_node()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        at = min(mark.index, len(source.text)) if mark is not None else 0
        bag.error("E014", source.span(at, at), f"the ledger is not plain YAML: {error.problem or 'it cannot be read'}")
        return None
    except yaml.YAMLError:
        bag.error("E014", source.span(0, 0), "the ledger is not plain YAML")
        return None
    ledger = Ledger(source)
    if not isinstance(root, yaml.MappingNode):
        bag.error("E014", source.span(0, 0), "a ledger begins with the lists it holds, such as rules:")
        return None
    for key, value in root.value:
        if isinstance(value, yaml.SequenceNode):
            for entry in value.value:
                _add(ledger, _text(key), entry, bag)
    return ledger


def _add(ledger: Ledger, name: str, node: yaml.Node, bag: Bag) -> None:
    if not isinstance(node, yaml.MappingNode):
        return
    values = {_text(key): (_text(value), value) for key, value in node.value}
    if "id" not in values:
        return
    words = {key: text for key, (text, _) in values.items()}
    mark, end = values["id"][1].start_mark, values["id"][1].end_mark
    span = ledger.source.span(mark.index, end.index)
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


def _text(node: yaml.Node) -> str:
    return str(node.value) if isinstance(node, yaml.ScalarNode) else ""


class _PlainLoader(yaml.BaseLoader):
    """Reads nested lists and mappings of texts, and nothing else that YAML can say."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._depth = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        """A node as the base class makes it, unless it has an anchor, an alias or a tag, or stands too deep."""
        event: Any = cast(Any, self).peek_event()  # PyYAML does not say what its events are
        if getattr(event, "anchor", None) is not None:
            raise yaml.MarkedYAMLError(problem="anchors and aliases are not read", problem_mark=event.start_mark)
        if getattr(event, "tag", None) is not None:
            raise yaml.MarkedYAMLError(problem="tags are not read", problem_mark=event.start_mark)
        if self._depth >= MAX_DEPTH:
            raise yaml.MarkedYAMLError(problem=f"lists nest deeper than {MAX_DEPTH}", problem_mark=event.start_mark)
        self._depth += 1
        try:
            return super().compose_node(parent, index)
        finally:
            self._depth -= 1
