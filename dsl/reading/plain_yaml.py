"""Plain YAML: nested lists and mappings of texts, and nothing else that YAML can say.

Anchors, aliases, tags and merge keys are refused: twenty lines of aliases can stand for a gigabyte. So the events of a
YAML parser are enough: libyaml's where PyYAML was built with it, which are there ten times sooner, else PyYAML's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, cast

import yaml

from dsl.spoken import said

MAX_DEPTH: Final = 16
LOADERS: Final[tuple[Any, ...]] = (*([yaml.CBaseLoader] if yaml.__with_libyaml__ else []), yaml.BaseLoader)
"""What can make events of a text, the fastest first."""


class Unreadable(Exception):
    """A text that is no plain YAML: what is wrong with it, and at which character."""

    def __init__(self, problem: str, at: int) -> None:
        super().__init__(problem)
        self.problem = problem
        self.at = at


def read_yaml(text: str, loader: Any = LOADERS[0]) -> Node | None:
    """What a text holds; None if it holds nothing. Unreadable if it is no plain YAML."""
    try:
        return _root(_events(text, loader))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        at = min(mark.index, len(text)) if mark is not None else 0
        raise Unreadable(f": {error.problem or 'it cannot be read'}", at) from None
    except yaml.YAMLError:
        raise Unreadable("", 0) from None


@dataclass(slots=True)
class Node:
    """what: text, list or map (with keys and values in turn as its parts). text: empty unless it is one."""

    what: str
    text: str
    start: int
    end: int
    parts: list[Node] = field(default_factory=list["Node"])

    def pairs(self) -> Iterator[tuple[Node, Node]]:
        """The keys of a map with their values."""
        return zip(self.parts[::2], self.parts[1::2], strict=True)


def _events(text: str, loader: Any) -> Iterator[Any]:
    """What the YAML parser meets, in order."""
    return cast(Any, yaml).parse(text, Loader=loader)  # PyYAML does not say what its events are


def _root(events: Iterator[Any]) -> Node | None:
    """What the only document of a stream holds, None for an empty stream; MarkedYAMLError at what is not read."""
    root: Node | None = None
    above: list[Node] = []
    for event in events:
        match event:
            case yaml.DocumentStartEvent() if root is not None:
                raise yaml.MarkedYAMLError(problem=said("there is a second document"), problem_mark=event.start_mark)
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


def _node(event: Any, depth: int) -> Node:
    if event.anchor is not None:
        raise yaml.MarkedYAMLError(problem=said("anchors and aliases are not read"), problem_mark=event.start_mark)
    if event.tag is not None:
        raise yaml.MarkedYAMLError(problem=said("tags are not read"), problem_mark=event.start_mark)
    if depth >= MAX_DEPTH:
        raise yaml.MarkedYAMLError(problem=said("lists nest deeper than {1}", MAX_DEPTH), problem_mark=event.start_mark)
    start, end = event.start_mark.index, event.end_mark.index
    if isinstance(event, yaml.ScalarEvent) and event.value == "<<" and event.implicit[0]:
        raise yaml.MarkedYAMLError(problem=said("merge keys are not read"), problem_mark=event.start_mark)
    if isinstance(event, yaml.ScalarEvent):
        return Node("text", str(event.value), start, end)
    return Node("map" if isinstance(event, yaml.MappingStartEvent) else "list", "", start, end)
