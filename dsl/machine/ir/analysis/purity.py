"""What a printer of code wants to know about each procedure before it writes a line.

* `emits`    it emits options, itself or through what it calls;
* `asks_env` it draws, logs or ends the game, so it needs the surroundings;
* `changes`  it changes the position (or draws, logs, emits): calling it twice is not calling it once;
* `moves`    it moves or shuffles pieces: the members of a zone may be others afterwards;
* `ends`     it may end the game, itself or through what it calls;
* `formula`  its whole body as one expression, if it is one and is small.
"""

from __future__ import annotations

from dataclasses import dataclass

from dsl.machine.ir import ops
from dsl.machine.ir.ops import End, Expr, Machine, Proc, Stmt
from dsl.machine.ir.walk import callees_first, callers, closed, nodes, own_reads, walk

FORMULA_NODES = 40
"""Most nodes of a body that is written into its callers."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts about all procedures of a machine, by id."""

    emits: frozenset[int]
    asks_env: frozenset[int]
    changes: frozenset[int]
    moves: frozenset[int]
    ends: frozenset[int]
    formulas: dict[int, Expr]


def facts(machine: Machine) -> Facts:
    """The facts about a machine's procedures."""
    called_by = callers(machine.procs, trials=False)
    emits: set[int] = set()
    asks_env: set[int] = set()
    changes: set[int] = set()
    moves: set[int] = set()
    ends: set[int] = set()
    for proc in machine.procs:
        for node in nodes(proc):
            if isinstance(node, ops.Emit):
                emits.add(proc.id)
            if isinstance(node, ops.MovePiece | ops.Shuffle):
                moves.add(proc.id)
            if isinstance(node, ops.Finish):
                ends.add(proc.id)
            if isinstance(node, ops.Chance | ops.Shuffle | ops.Log | ops.Finish):
                asks_env.add(proc.id)
            if _changes(proc, node):
                changes.add(proc.id)
    all_changes = closed(called_by, changes)
    return Facts(
        emits=closed(called_by, emits),
        asks_env=closed(called_by, asks_env),
        changes=all_changes,
        moves=closed(called_by, moves),
        ends=closed(called_by, ends),
        formulas=_formulas(machine, all_changes),
    )


def total(expr: Expr) -> bool:
    """Whether evaluating an expression can neither fail nor change anything: it may be put off or left out."""
    return all(safe(part) and not isinstance(part, ops.Call | ops.Trial) for part in walk(expr))


def safe(part: Expr) -> bool:
    """Whether a node cannot fail by itself: it neither divides nor shifts, or by a number that is known and good."""
    match part:
        case ops.Bin("//" | "%", _, ops.Const(value)):
            return value != 0
        case ops.Bin("<<", _, ops.Const(value)):
            return 0 <= value < 63
        case ops.Bin(fn):
            return fn not in ("//", "%", "<<")
        case _:
            return True


def _changes(proc: Proc, node: Stmt | End) -> bool:
    match node:
        case ops.Store() | ops.MovePiece() | ops.SetFace() | ops.Know() | ops.Shuffle() | ops.Chance():
            return True
        case ops.Emit() | ops.Log() | ops.Finish():
            return True
        case ops.ListAdd() | ops.ListZone() | ops.ListClear() | ops.ListSort() | ops.ListCells():
            return node.reg < proc.params
        case _:
            return proc.recursive


def _formulas(machine: Machine, changes: frozenset[int]) -> dict[int, Expr]:
    """The procedures whose body is one small expression, counting what it takes over from those it calls."""
    formulas: dict[int, Expr] = {}
    sizes: dict[int, int] = {}
    for proc in callees_first(machine):
        body = None if machine.procs[proc].flow or proc in changes else _returned(machine.procs[proc].body)
        if body is None:
            continue
        parts = [*walk(body)]
        if any(isinstance(part, ops.Trial) for part in parts):
            continue
        called = [part.proc for part in parts if isinstance(part, ops.Call)]
        if any(reg >= machine.procs[proc].params for part in parts for reg in own_reads(part)):
            continue
        size = len(parts) + sum(sizes.get(callee, 0) for callee in called)
        if size <= FORMULA_NODES and all(map(safe, parts)):
            formulas[proc], sizes[proc] = body, size
    return formulas


def _returned(body: tuple[Stmt, ...]) -> Expr | None:
    match body:
        case (ops.Return(value), *_):
            return value
        case (ops.IfDo(test, then, otherwise), *rest):
            yes = _returned((*then, *rest))
            no = _returned((*otherwise, *rest))
            return None if yes is None or no is None else ops.If(test, yes, no)
        case ():
            return ops.Const(0)
        case _:
            return None
