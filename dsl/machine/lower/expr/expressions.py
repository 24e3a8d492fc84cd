"""Expressions of the rules as expressions of the machine: the table of what lowers which, and functions of expressions.

An expression of the machine is pure and has no loops and no names for parts. What needs one becomes a call of a small
function whose parameters are the locals that occur in it:

    number of u in units of p where ready of u    call number(p)
    damage of Unit of c                           call field(c):  r1 := host(c)
                                                                  return (if r1 then S[damage + r1] else 0)

`Code.root` is the expression that such a function computes; only directly in it may a part be put into a register. The
table itself is in `Work.rules`: the modules `operators`, `places`, `members` and `applied` each know some sorts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dsl.machine.ir import ops
from dsl.machine.ir.fold import NO, YES, choose, simple
from dsl.machine.ir.ops import Expr
from dsl.machine.lower.builder import Code, NotLowered
from dsl.semantics import model as m
from dsl.semantics.walk import walk

Use = Callable[[Expr], Expr]


def expr(code: Code, node: m.Expr) -> Expr:
    """The value of an expression that is one number."""
    rule = code.work.rules.get(type(node))
    if rule is None:
        raise NotLowered(node.span, f"{type(node).__name__} is not one value")
    return rule(code, node)


def test(code: Code, node: m.Expr | None) -> Expr:
    """A condition; no condition holds."""
    return YES if node is None else expr(code, node)


def local(code: Code, node: m.LocalRef) -> Expr:
    """What a local stands for."""
    found = code.env.get(node.local)
    if found is None:
        raise NotLowered(node.span, f"`{node.local.name}` has no value here")
    return found


def free_locals(node: object) -> list[m.Local]:
    """The locals that an expression takes from outside, in the order in which they occur."""
    found: dict[m.Local, None] = {}
    bound: set[m.Local] = set()
    for part in walk(node):
        if isinstance(part, m.LocalRef):
            found[part.local] = None
        elif isinstance(part, m.Filter | m.Cut | m.Reached | m.LongestRun | m.LongestWay):
            bound.add(part.local)
            if isinstance(part, m.LongestWay):
                bound.add(part.beyond)
    return [one for one in found if one not in bound]


def ask(code: Code, node: m.Expr, name: str, make: Callable[[Code], None]) -> Expr:
    """A call of the function that computes an expression."""
    locals_ = free_locals(node)
    args = tuple(local(code, m.LocalRef(node.span, one.type, one)) for one in locals_)
    sizes = [code.sizes[arg.reg] if isinstance(arg, ops.ListReg) else 0 for arg in args]
    params = list(zip(locals_, sizes, strict=True))
    proc = code.work.demand(
        (name, id(node), *sizes), name, params, make, site=code.work.site(node.span, rule=code.rule), keep=node
    )
    return ops.Call(proc, args)


def spilled(code: Code, node: m.Expr, parts: Sequence[Expr], use: Callable[[list[Expr]], Expr]) -> Expr:
    """`use` of parts that it writes several times; parts that are not simple are put into registers of a function."""
    if code.root is node:
        return use([code.keep(part) for part in parts])
    if all(simple(part) for part in parts):
        return use(list(parts))
    return ask(code, node, type(node).__name__.lower(), lambda inner: code.work.makers.scalar(inner, node))


def on(code: Code, node: m.Expr, subject: m.Expr, use: Use) -> Expr:
    """`use` of a subject if it is there, else 0."""
    found = expr(code, subject)
    if code.there(subject):
        return use(found)
    return spilled(code, node, [found], lambda parts: choose(parts[0], use(parts[0]), NO))


def make_scalar(code: Code, node: m.Expr) -> None:
    """The body of a function that computes one expression."""
    code.root = node
    code.give(expr(code, node))


def with_locals(code: Code, params: Sequence[m.Local], args: Sequence[Expr], body: Callable[[], Expr]) -> Expr:
    """An expression with locals bound to arguments."""
    before = {param: code.env[param] for param in params if param in code.env}
    root, code.root = code.root, None
    code.env.update(zip(params, args, strict=True))
    result = body()
    for param in params:
        code.env.pop(param, None)
    code.env.update(before)
    code.root = root
    return result
