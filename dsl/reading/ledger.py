"""The rule ledger of a game: `ledger.yaml`, the rulebook's rules one by one, each with an id that rules files cite.

    rules:
    - id: DO-8.3
      where: 8 Combat
      rule: The faster unit attacks first.
      note: Ruling: ...

Every value is read as a text. Other lists of the file may hold entries with an `id` too (worked examples, missing
contents); those ids can be cited as well. Anchors, aliases, tags and merge keys are refused: a ledger is a plain list,
and twenty lines of aliases can stand for a gigabyte. So the events of a YAML parser are enough: libyaml's where PyYAML
was built with it, which are there ten times sooner, else PyYAML's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, cast

import yaml

from dsl.diagnostics import Bag
from dsl.source import SourceFile, Span

MAX_DEPTH: Final = 16
LOADERS: Final[tuple[Any, ...]] = (*([yaml.CBaseLoader] if yaml.__with_libyaml__ else []), yaml.BaseLoader)
"""What can make events of a text, the fastest first."""


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
        root = _root(_events(source.text, loader))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        at = min(mark.index, len(source.text)) if mark is not None else 0
        bag.error("E014", source.span(at, at), f"the ledger is not plain YAML: {error.problem or 'it cannot be read'}")
        return None
    except yaml.YAMLError:
        bag.error("E014", source.span(0, 0), "the ledger is not plain YAML")
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


def _add(ledger: Ledger, name: str, node: _Node, bag: Bag) -> None:
    if node.what != "map":
        return
    values: dict[str, _Node] = {}
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


# ---- nested lists and mappings of texts, and nothing else that YAML can say ------------------------------------------


@dataclass(slots=True)
class _Node:
    """what: text, list or map (with keys and values in turn as its parts). text: empty unless it is one."""

    what: str
    text: str
    start: int
    end: int
    parts: list[_Node] = field(default_factory=list["_Node"])

    def pairs(self) -> Iterator[tuple[_Node, _Node]]:
        """The keys of a map with their values."""
        return zip(self.parts[::2], self.parts[1::2], strict=True)


def _events(text: str, loader: Any) -> Iterator[Any]:
    """What the YAML parser meets, in order."""
    return cast(Any, yaml).parse(text, Loader=loader)  # PyYAML does not say what its events are


def _root(events: Iterator[Any]) -> _Node | None:
    """What the only document of a stream holds, None for an empty stream; MarkedYAMLError at what is not read."""
    root: _Node | None = None
    above: list[_Node] = []
    for event in events:
        match event:
            case yaml.DocumentStartEvent() if root is not None:
                raise yaml.MarkedYAMLError(problem="there is a second document", problem_mark=event.start_mark)
            case yaml.NodeEvent():
                node = _node(event, len(above))
                if above:
                    above[-1].parts.append(node)
                else:
                    root = node
                if node.what != "text":
                    above.append(node)
            case yaml.CollectionEndEvent():
                above.pop()
            case _:
                pass
    return root


def _node(event: Any, depth: int) -> _Node:
    if event.anchor is not None:
        raise yaml.MarkedYAMLError(problem="anchors and aliases are not read", problem_mark=event.start_mark)
    if event.tag is not None:
        raise yaml.MarkedYAMLError(problem="tags are not read", problem_mark=event.start_mark)
    if depth >= MAX_DEPTH:
        raise yaml.MarkedYAMLError(problem=f"lists nest deeper than {MAX_DEPTH}", problem_mark=event.start_mark)
    start, end = event.start_mark.index, event.end_mark.index
    if isinstance(event, yaml.ScalarEvent) and event.value == "<<" and event.implicit[0]:
        raise yaml.MarkedYAMLError(problem="merge keys are not read", problem_mark=event.start_mark)
    if isinstance(event, yaml.ScalarEvent):
        return _Node("text", str(event.value), start, end)
    return _Node("map" if isinstance(event, yaml.MappingStartEvent) else "list", "", start, end)
