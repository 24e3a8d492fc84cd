"""`rulewright graph`: how a game flows, as a mermaid or DOT drawing.

Nodes are the game, its phases, steps and procedures, the windows in which players act, and the actions. An edge says
"runs", "asks for" or "offers". Names from a rules file appear as labels only, with every character that means something
to mermaid or DOT written as a number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from typing import Final

from dsl.semantics.model import (
    Action,
    ChooseBranch,
    ChooseMember,
    ChooseSeveral,
    OfferWindow,
    Procedure,
    Program,
    RunProcedure,
    Stmt,
    Template,
    Window,
)

FORMATS: Final = ("mermaid", "dot")
_SHAPES: Final = {
    "main": "stadium",
    "phase": "box",
    "step": "box",
    "procedure": "box",
    "window": "diamond",
    "action": "round",
}


@dataclass(frozen=True, slots=True)
class Node:
    """A thing drawn. what: main, phase, step, procedure, window or action."""

    id: str
    what: str
    label: str


@dataclass(frozen=True, slots=True)
class Edge:
    """An arrow with words."""

    source: str
    target: str
    words: str


@dataclass(slots=True)
class Graph:
    """Nodes and edges in the order of the rules file."""

    title: str
    nodes: list[Node] = field(default_factory=list[Node])
    edges: list[Edge] = field(default_factory=list[Edge])


def graph_of(program: Program) -> Graph:
    """The flow of a game: what main reaches by running procedures and offering windows."""
    graph = Graph(program.title)
    if program.main is None:
        return graph
    ids: dict[int, str] = {}
    waiting: list[Procedure | Window | Action] = [program.main]
    _node(graph, ids, program.main)
    while waiting:
        thing = waiting.pop(0)
        for target, words in _reached(thing):
            if id(target) not in ids:
                _node(graph, ids, target)
                waiting.append(target)
            edge = Edge(ids[id(thing)], ids[id(target)], words)
            if edge not in graph.edges:
                graph.edges.append(edge)
    return graph


def render(graph: Graph, how: str) -> str:
    """The graph as text in one of `FORMATS`."""
    return _mermaid(graph) if how == "mermaid" else _dot(graph)


def statements(body: Iterable[object]) -> Iterator[Stmt]:
    """Every statement of a body, those inside others included."""
    for part in body:
        if isinstance(part, Stmt):
            yield part
            yield from statements(getattr(part, each.name) for each in fields(part))
        elif isinstance(part, (tuple, list)):
            yield from statements(part)  # pyright: ignore[reportUnknownArgumentType]  # parts of any type are looked at


def _node(graph: Graph, ids: dict[int, str], thing: Procedure | Window | Action) -> None:
    name = f"n{len(graph.nodes) + 1}"
    ids[id(thing)] = name
    if isinstance(thing, Procedure):
        what = "main" if thing.name == "main" else thing.word
        asks = [_question(each) for each in statements(_bodies(thing))]
        words = "; ".join(dict.fromkeys(each for each in asks if each))
        label = (graph.title if what == "main" else f"{what} {thing.label or thing.name}") + (
            f": {words}" if words else ""
        )
    else:
        what = "window" if isinstance(thing, Window) else "action"
        label = thing.label or thing.name
    graph.nodes.append(Node(name, what, label))


def _question(statement: Stmt) -> str | None:
    if isinstance(statement, (ChooseMember, ChooseSeveral, ChooseBranch)):
        words = _words(statement.prompt)
        return f"choose {words}" if words else "choose"
    return None


def _words(template: Template) -> str:
    return "".join(part if isinstance(part, str) else ".." for part in template.parts).strip()


def _bodies(procedure: Procedure) -> list[object]:
    return [procedure.body, *(body for _, _, body in procedure.variants)]


def _reached(thing: Procedure | Window | Action) -> Iterator[tuple[Procedure | Window | Action, str]]:
    if isinstance(thing, Window):
        for action in thing.actions:
            yield action, "offers"
        return
    bodies = _bodies(thing) if isinstance(thing, Procedure) else [thing.effects]
    for statement in statements(bodies):
        if isinstance(statement, RunProcedure):
            yield statement.procedure, "runs"
        elif isinstance(statement, OfferWindow):
            yield statement.window, "asks for"


def _mermaid(graph: Graph) -> str:
    brackets = {"stadium": ("([", "])"), "box": ("[", "]"), "diamond": ("{{", "}}"), "round": ("(", ")")}
    lines = ["flowchart TD"]
    for node in graph.nodes:
        left, right = brackets[_SHAPES.get(node.what, "box")]
        lines.append(f'    {node.id}{left}"{_numbered(node.label, "#{};")}"{right}')
    lines += [f'    {edge.source} -->|"{edge.words}"| {edge.target}' for edge in graph.edges]
    return "\n".join(lines) + "\n"


def _dot(graph: Graph) -> str:
    shapes = {"stadium": "oval", "box": "box", "diamond": "diamond", "round": "ellipse"}
    lines = ["digraph game {", "    rankdir=TB;"]
    for node in graph.nodes:
        shape = shapes[_SHAPES.get(node.what, "box")]
        lines.append(f'    {node.id} [shape={shape}, label="{_numbered(node.label, "&#{};")}"];')
    lines += [f'    {edge.source} -> {edge.target} [label="{edge.words}"];' for edge in graph.edges]
    return "\n".join([*lines, "}"]) + "\n"


def _numbered(text: str, form: str) -> str:
    """Letters, digits and a few harmless signs as they are, every other character by its number."""
    return "".join(each if each.isalnum() or each in " .,:-'" else form.format(ord(each)) for each in text)
