"""A machine as JSON, and its fingerprint.

Code is stored as one flat list of nodes, children before parents, each child a number: expressions of any depth make no deep
JSON. Everything else is stored as its dataclasses are. What is read is checked by pydantic, strictly; whether it is a *good*
machine is for verify to say.

    {"format": 1, "code": [{"op": "const", "value": 3}, {"op": "set", "reg": 0, "value": 0}], "blocks": [...], "machine": {...}}
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from functools import cache
from hashlib import sha256
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from dsl.machine import ops
from dsl.machine.ops import Block, End, Expr, Machine, Names, Proc, Stmt
from dsl.machine.walk import bodies, operands

FORMAT = 1
Node = Expr | Stmt | End
NODES: dict[str, type[Any]] = {node.op: node for node in (*get_args(Expr), *get_args(Stmt), *get_args(End))}
"""The class of each tag."""
PLACES = frozenset({"site"})
"""Fields that say where something was written, not what it does."""
NO_WORDS = Names("", (), (), (), (), (), (), (), (), (), (), ())


def to_json(machine: Machine) -> str:
    """A machine as JSON, the same text for equal machines."""
    writer = _Writer(frozenset())
    procs = [writer.proc(proc) for proc in machine.procs]
    shell = _plain(replace(machine, procs=()), frozenset())
    stored = {"format": FORMAT, "code": writer.code, "procs": procs, "machine": shell}
    return json.dumps(stored, ensure_ascii=False, separators=(",", ":"))


def from_json(text: str) -> Machine:
    """The machine that to_json wrote. ValueError with what is wrong, where text is not one."""
    from pydantic import ValidationError

    try:
        stored = _readers()[0].validate_json(text)
    except ValidationError as error:
        raise ValueError(f"not a stored machine: {error}") from None
    built: list[Node] = []
    for stored_node in stored["code"]:
        kind = NODES[stored_node.op]
        values = {name: getattr(stored_node, name) for name in _hints(kind)}
        built.append(_build(kind, values, built))
    procs: list[Proc] = []
    for values in stored["procs"]:
        blocks = tuple(_build(Block, block, built) for block in values["blocks"])
        procs.append(_build(Proc, {**values, "blocks": ()}, built, blocks=blocks))
    return replace(stored["machine"], procs=tuple(procs))


def digest(machine: Machine) -> str:
    """A fingerprint of everything that runs: words, and places in rules files, are not in it."""
    writer = _Writer(PLACES)
    procs = [writer.proc(proc) for proc in machine.procs]
    regions = tuple(replace(region, name="") for region in machine.layout.regions)
    decisions = [
        (decision.kind, decision.options, decision.args, decision.width, decision.sealed)
        for decision in machine.decisions
    ]
    bare = replace(
        machine,
        procs=(),
        decisions=(),
        actions=(),
        values=(),
        scenarios=(),
        names=NO_WORDS,
        layout=replace(machine.layout, regions=regions),
    )
    everything = [FORMAT, writer.code, procs, _plain(bare, PLACES), decisions]
    return sha256(json.dumps(everything, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()


# ---- writing ----------------------------------------------------------------------------------------------------------


class _Writer:
    """The flat list of nodes, while procedures are written."""

    def __init__(self, left_out: frozenset[str]) -> None:
        self.code: list[dict[str, Any]] = []
        self._left_out = left_out
        self._numbers: dict[int, int] = {}

    def proc(self, proc: Proc) -> dict[str, Any]:
        for stmt in proc.body:
            self._add(stmt)
        for block in proc.blocks:
            for node in (*block.body, block.end):
                self._add(node)
        return self._fields(proc)

    def _add(self, root: Node) -> None:
        """Number a node and all below it, children first."""
        pending: list[tuple[Node, bool]] = [(root, False)]
        while pending:
            node, ready = pending.pop()
            if id(node) in self._numbers:
                continue
            if ready:
                self._numbers[id(node)] = len(self.code)
                self.code.append({"op": node.op, **self._fields(node)})
                continue
            inner = [stmt for body in _bodies(node) for stmt in body]
            pending.append((node, True))
            pending.extend((child, False) for child in reversed((*operands(node), *inner)))

    def _fields(self, node: Node | Proc | Block) -> dict[str, Any]:
        kind = type(node)
        return {name: self._value(getattr(node, name)) for name in _hints(kind) if name not in self._left_out}

    def _value(self, value: Any) -> Any:
        if isinstance(value, tuple):
            return [self._value(part) for part in value]  # pyright: ignore[reportUnknownVariableType] # of any shape
        if isinstance(value, Block):
            return self._fields(value)
        return self._numbers[id(value)] if is_dataclass(value) else value


def _bodies(node: Node) -> tuple[tuple[Stmt, ...], ...]:
    return bodies(node) if isinstance(node, get_args(Stmt)) else ()


def _plain(value: Any, left_out: frozenset[str]) -> Any:
    """Dataclasses as objects, tuples as arrays."""
    if is_dataclass(value):
        named = ((field.name, getattr(value, field.name)) for field in fields(value))
        return {name: _plain(inner, left_out) for name, inner in named if name not in left_out}
    if isinstance(value, tuple):
        return [_plain(part, left_out) for part in value]  # pyright: ignore[reportUnknownVariableType] # of any shape
    return value


# ---- reading ----------------------------------------------------------------------------------------------------------


@cache
def _hints(kind: type[Any]) -> dict[str, Any]:
    """The fields of a node and their types, without its tag."""
    return {name: hint for name, hint in get_type_hints(kind).items() if name != "op"}


def _flat(hint: Any) -> Any:
    """A type with a number in place of every node."""
    if hint in (Expr, Stmt, End):
        return Annotated[int, _at_least_0()]
    if get_origin(hint) is tuple:
        return tuple[tuple(part if part is ... else _flat(part) for part in get_args(hint))]
    return hint


def _at_least_0() -> Any:
    from annotated_types import Ge

    return Ge(0)
