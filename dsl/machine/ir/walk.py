"""Walking a machine: what stands in a node, and which registers and procedures it touches.

Everything that looks at the instructions without running them (the checker, liveness, the meter, the printers of code)
asks here, so a new instruction is described once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any, Final

from dsl.machine.ir import ops
from dsl.machine.ir.draft import Draft
from dsl.machine.ir.ops import End, Expr, Machine, Proc, Stmt


def operands(node: Expr | Stmt | End) -> tuple[Expr, ...]:
    """The expressions directly in a node, in the order in which they are evaluated."""
    found = _OPERANDS.get(type(node))
    return () if found is None else found(node)


def bodies(node: Expr | Stmt | End) -> tuple[tuple[Stmt, ...], ...]:
    """The bodies nested directly in a node."""
    found = _BODIES.get(type(node))
    return () if found is None else found(node)


def _part(*names: str) -> Callable[[Any], tuple[Any, ...]]:
    """Fetches the named fields of a node."""
    get = attrgetter(*names)
    return get if len(names) > 1 else lambda node: (get(node),)


_OPERANDS: Final[dict[type, Callable[[Any], tuple[Expr, ...]]]] = {
    **dict.fromkeys((ops.Load, ops.Look, ops.ListItem), _part("index")),
    **dict.fromkeys((ops.Call, ops.Trial, ops.Do, ops.ListSort, ops.Log, ops.CallFlow), attrgetter("args")),
    **dict.fromkeys((ops.ZoneSize, ops.ForZone, ops.ListZone, ops.Shuffle), _part("zone")),
    **dict.fromkeys((ops.ListHas, ops.SetReg, ops.SwitchDo, ops.Return, ops.ListAdd), _part("value")),
    **dict.fromkeys((ops.Switch, ops.ReturnFlow), _part("value")),
    **dict.fromkeys((ops.IfDo, ops.Loop, ops.Branch), _part("test")),
    **dict.fromkeys((ops.ForRange, ops.ForTable), _part("first", "last")),
    ops.Bin: _part("left", "right"),
    ops.Un: _part("operand"),
    ops.If: _part("test", "then", "otherwise"),
    ops.ZoneItem: _part("zone", "index"),
    ops.Store: _part("index", "value"),
    ops.MovePiece: _part("piece", "zone", "cell"),
    ops.CellPiece: _part("cell"),
    ops.CellHas: _part("of", "item"),
    **dict.fromkeys((ops.CellCount, ops.ListCells), _part("of")),
    ops.SetFace: _part("piece", "up"),
    ops.Know: _part("piece", "mask"),
    ops.Chance: _part("n"),
    ops.Emit: attrgetter("values"),
    ops.Finish: lambda node: (node.who, *node.args),
    ops.Decide: _part("asker"),
}
_BODIES: Final[dict[type, Callable[[Any], tuple[tuple[Stmt, ...], ...]]]] = {
    ops.IfDo: _part("then", "otherwise"),
    ops.SwitchDo: lambda node: tuple(body for _, _, body in node.cases),
    **dict.fromkeys((ops.Loop, ops.ForRange, ops.ForZone, ops.ForList, ops.ForTable), _part("body")),
}


def statements(body: Iterable[Stmt]) -> Iterator[Stmt]:
    """Every statement of a body, nested ones included, in the order of the text."""
    pending = [*body][::-1]
    while pending:
        stmt = pending.pop()
        yield stmt
        for inner in reversed(bodies(stmt)):
            pending.extend(reversed(inner))


def expressions(node: Expr | Stmt | End) -> Iterator[Expr]:
    """Every expression in a node, nested ones included; those of nested bodies are not."""
    pending = [*operands(node)][::-1]
    while pending:
        expr = pending.pop()
        yield expr
        pending.extend(reversed(operands(expr)))


def walk(expr: Expr) -> Iterator[Expr]:
    """An expression and every expression in it."""
    yield expr
    yield from expressions(expr)


def nodes(proc: Proc | Draft) -> Iterator[Stmt | End]:
    """Every statement and block end of a procedure."""
    yield from statements(proc.body)
    for block in proc.blocks:
        yield from statements(block.body)
        yield block.end


def own_reads(node: Expr | Stmt | End) -> tuple[int, ...]:
    """The registers that a node reads by itself, not through its operands."""
    match node:
        case ops.Reg() | ops.ListReg() | ops.ListSize() | ops.ListItem() | ops.ListHas():
            return (node.reg,)
        case ops.ListAdd() | ops.ListZone() | ops.ListSort():
            return (node.reg,)
        case ops.ForList():
            return (node.list,)
        case _:
            return ()


def own_writes(node: Stmt | End) -> tuple[int, ...]:
    """The registers that a node sets by itself (lists changed by a called function are not among them)."""
    match node:
        case ops.SetReg() | ops.Chance() | ops.ForRange() | ops.ForZone() | ops.ForList() | ops.ForTable():
            return (node.reg,)
        case ops.ListClear() | ops.ListAdd() | ops.ListZone() | ops.ListSort() | ops.ListCells():
            return (node.reg,)
        case ops.Do() | ops.CallFlow():
            return () if node.reg is None else (node.reg,)
        case ops.Decide():
            return node.regs
        case _:
            return ()


def successors(end: End) -> tuple[int, ...]:
    """The blocks that can follow a block end."""
    match end:
        case ops.Jump() | ops.CallFlow() | ops.Decide():
            return (end.block,)
        case ops.Branch():
            return (end.then, end.otherwise)
        case ops.Switch():
            return (*(block for _, _, block in end.cases), end.default)
        case ops.ReturnFlow() | ops.Stay():
            return ()


def waits(end: End) -> bool:
    """Whether the frame is left at this end and taken up again at the next block."""
    return isinstance(end, ops.CallFlow | ops.Decide)


def calls(proc: Proc | Draft, *, trials: bool = True) -> Iterator[tuple[int, tuple[Expr, ...]]]:
    """Every call of a function in a procedure: which, and its arguments. The key of a sort has the member first.

    trials: those that only try a function out, too.
    """
    for node in nodes(proc):
        match node:
            case ops.Do():
                yield node.proc, node.args
            case ops.ListSort():
                yield node.key, (ops.Const(0), *node.args)
            case ops.Finish() if node.how == "scored":
                yield node.score, (ops.Const(0),)
            case _:
                pass
        for expr in expressions(node):
            if isinstance(expr, ops.Call) or (trials and isinstance(expr, ops.Trial)):
                yield expr.proc, expr.args


def callees(proc: Proc | Draft) -> dict[int, None]:
    """What a procedure calls, flows included, in order."""
    found = {callee: None for callee, _ in calls(proc)}
    found.update((block.end.proc, None) for block in proc.blocks if isinstance(block.end, ops.CallFlow))
    return found


def callees_first(machine: Machine) -> list[int]:
    """All procedures, callees before their callers (cycles are cut somewhere)."""
    done: dict[int, None] = {}
    for root in machine.procs:
        pending: list[tuple[int, bool]] = [(root.id, False)]
        seen: set[int] = set()
        while pending:
            proc, left = pending.pop()
            if left:
                done.setdefault(proc)
            elif proc not in seen and proc not in done:
                seen.add(proc)
                pending.append((proc, True))
                pending.extend((callee, False) for callee, _ in calls(machine.procs[proc]))
    return list(done)


def changed_lists(machine: Machine) -> list[frozenset[int]]:
    """Per procedure the list parameters that it changes, itself or through functions it hands them to."""
    changed: list[set[int]] = []
    for proc in machine.procs:
        written = {register for node in nodes(proc) for register in own_writes(node)}
        changed.append({r for r in written if r < proc.params and proc.sizes[r] > 0})
    again = True
    while again:
        again = False
        for proc in machine.procs:
            for callee, args in calls(proc):
                for position, arg in enumerate(args):
                    if isinstance(arg, ops.ListReg) and arg.reg < proc.params and position in changed[callee]:
                        again |= arg.reg not in changed[proc.id]
                        changed[proc.id].add(arg.reg)
    return [frozenset(registers) for registers in changed]


def reached_from(procs: Sequence[Proc], some: Iterable[int], *, trials: bool = True) -> set[int]:
    """Some procedures, and all functions that they call. trials: those that are only tried out, too."""
    found = {*some}
    pending = [*found]
    while pending:
        for callee, _ in calls(procs[pending.pop()], trials=trials):
            if callee not in found:
                found.add(callee)
                pending.append(callee)
    return found


def callers_of(procs: Sequence[Proc | Draft], some: Iterable[int], *, trials: bool = True) -> frozenset[int]:
    """Some procedures, and all that call one of them. trials: those that only try one out, too."""
    return closed(callers(procs, trials=trials), some)


def callers(procs: Iterable[Proc | Draft], *, trials: bool = True) -> dict[int, set[int]]:
    """Per function who calls it."""
    found: dict[int, set[int]] = {}
    for proc in procs:
        for callee, _ in calls(proc, trials=trials):
            found.setdefault(callee, set()).add(proc.id)
    return found


def closed(edges: dict[int, set[int]], start: Iterable[int]) -> frozenset[int]:
    """What can be reached from some numbers, themselves included."""
    found = {*start}
    pending = [*found]
    while pending:
        new = edges.get(pending.pop(), set()) - found
        found |= new
        pending.extend(new)
    return frozenset(found)
