"""A machine as JSON, and its fingerprint.

Code is stored as one flat list of nodes, children before parents, each child a number, equal nodes once: expressions of
any depth make no deep JSON. Everything else is stored as its dataclasses are. What is read is checked by pydantic,
strictly; whether it is a *good* machine is for verify to say.

    {"format": 1,
     "code": [{"op": "const", "value": 3}, {"op": "set", "reg": 0, "value": 0}],
     "procs": [...],
     "machine": {...}}
"""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass, replace
from functools import cache
from hashlib import sha256
from typing import Annotated, Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from dsl.machine.ir.ops import Block, End, Expr, Machine, Names, Proc, Stmt
from dsl.machine.ir.walk import bodies, operands

FORMAT = 1
Node = Expr | Stmt | End
NODES: dict[str, type[Any]] = {
    get_args(get_type_hints(node)["op"])[0]: node for node in (*get_args(Expr), *get_args(Stmt), *get_args(End))
}
"""The class of each tag."""
PLACES = frozenset({"site", "numbers", "named", "entry"})
"""Fields that say where something was written, not what it does."""
NO_WORDS = Names("", (), (), (), (), (), (), (), (), (), (), ())


def to_json(machine: Machine) -> str:
    """A machine as JSON, the same text for equal machines."""
    writer = _Writer(frozenset())
    procs = [writer.proc(proc) for proc in machine.procs]
    shell = {name: _plain(getattr(machine, name), frozenset()) for name in _shell_hints()}
    stored = {"format": FORMAT, "code": writer.code, "procs": procs, "machine": shell}
    return json.dumps(stored, ensure_ascii=False, separators=(",", ":"))


def from_json(text: str) -> Machine:
    """The machine that to_json wrote. ValueError with what is wrong, where text is not one."""
    from pydantic import ValidationError

    try:
        stored = _reader().validate_json(text, strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise ValueError(f"not a stored machine: {where}: {first['msg']}") from None
    built: list[Node] = []
    for found in stored.code:
        kind = NODES[found.op]
        built.append(kind(**_built(kind, found, built)))
    procs = tuple(Proc(**_built(Proc, found, built)) for found in stored.procs)
    shell = {name: getattr(stored.machine, name) for name in _shell_hints()}
    return Machine(procs=procs, **shell)


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
        measures=(),
        scenarios=(),
        names=NO_WORDS,
        layout=replace(machine.layout, regions=regions),
    )
    everything = [FORMAT, writer.code, procs, _plain(bare, PLACES), decisions]
    return sha256(json.dumps(everything, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()


# ---- writing ---------------------------------------------------------------------------------------------------------


class _Writer:
    """The flat list of nodes, while procedures are written."""

    def __init__(self, left_out: frozenset[str]) -> None:
        self.code: list[dict[str, Any]] = []
        self._left_out = left_out
        self._numbers: dict[int, int] = {}
        self._known: dict[str, int] = {}

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
                self._numbers[id(node)] = self._number({"op": node.op, **self._fields(node)})
                continue
            inner = [stmt for body in bodies(node) for stmt in body]
            pending.append((node, True))
            pending.extend((child, False) for child in reversed((*operands(node), *inner)))

    def _number(self, stored: dict[str, Any]) -> int:
        """The number of a node; equal nodes have the same one."""
        found = self._known.setdefault(repr(stored), len(self.code))
        if found == len(self.code):
            self.code.append(stored)
        return found

    def _fields(self, node: Node | Proc | Block) -> dict[str, Any]:
        kind = type(node)
        return {name: self._value(getattr(node, name)) for name in _hints(kind) if name not in self._left_out}

    def _value(self, value: Any) -> Any:
        if isinstance(value, tuple):
            return [self._value(part) for part in value]  # pyright: ignore[reportUnknownVariableType] # of any shape
        if isinstance(value, Block):
            return self._fields(value)
        return self._numbers[id(value)] if is_dataclass(value) else value


def _plain(value: Any, left_out: frozenset[str]) -> Any:
    """Dataclasses as objects, tuples as arrays."""
    if is_dataclass(value):
        named = ((field.name, getattr(value, field.name)) for field in fields(value))
        return {name: _plain(inner, left_out) for name, inner in named if name not in left_out}
    if isinstance(value, tuple):
        return [_plain(part, left_out) for part in value]  # pyright: ignore[reportUnknownVariableType] # of any shape
    return value


# ---- reading ---------------------------------------------------------------------------------------------------------


@cache
def _hints(kind: type[Any]) -> dict[str, Any]:
    """The fields of a node and their types, without its tag."""
    return {name: hint for name, hint in get_type_hints(kind).items() if name != "op"}


def _shell_hints() -> dict[str, Any]:
    return {name: hint for name, hint in _hints(Machine).items() if name != "procs"}


@cache
def _reader() -> Any:
    """What checks stored machines; made once, when first needed."""
    from pydantic import ConfigDict, Field, TypeAdapter, create_model

    make: Any = create_model
    config = ConfigDict(extra="forbid")
    number = Annotated[int, Field(ge=0)]

    def model(name: str, hints: dict[str, Any]) -> Any:
        return make(name, __config__=config, **{key: (hint, ...) for key, hint in hints.items()})

    def flat(hint: Any) -> Any:
        """The type with a number in place of every node."""
        if hint in (Expr, Stmt, End):
            return number
        if hint is Block:
            return block
        if get_origin(hint) is tuple:
            return tuple[tuple(part if part is ... else flat(part) for part in get_args(hint))]
        return hint

    def flattened(kind: type[Any]) -> dict[str, Any]:
        return {name: flat(hint) for name, hint in _hints(kind).items()}

    block: Any = None
    block = model("Block", flattened(Block))
    kinds = tuple(model(kind.__name__, {"op": Literal[tag], **flattened(kind)}) for tag, kind in NODES.items())
    code: Any = Annotated[Union[kinds], Field(discriminator="op")]  # noqa: UP007 # the members are known at run time
    stored = {
        "format": Literal[1],
        "code": list[code],
        "procs": list[model("Proc", flattened(Proc))],
        "machine": model("Shell", _shell_hints()),
    }
    adapter: Any = TypeAdapter(model("Stored", stored))
    return adapter


def _built(kind: type[Any], found: Any, built: list[Node]) -> dict[str, Any]:
    return {name: _build(hint, getattr(found, name), built) for name, hint in _hints(kind).items()}


def _build(hint: Any, value: Any, built: list[Node]) -> Any:
    """A field of a node with nodes in place of numbers."""
    if hint in (Expr, Stmt, End):
        if value >= len(built) or not isinstance(built[value], get_args(hint)):
            raise ValueError(f"not a stored machine: node {value} cannot stand there")
        return cast(Any, built[value])
    if hint is Block:
        return Block(**_built(Block, value, built))
    if get_origin(hint) is tuple:
        inner = get_args(hint)
        hints = [inner[0]] * len(value) if inner[-1] is ... else inner
        return tuple(_build(part, item, built) for part, item in zip(hints, value, strict=True))
    return value
