"""How a player is asked: the decision, its words, and the registers that the answer goes to."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.machine.ir import ops
from dsl.machine.ir.ops import Expr, Shown
from dsl.machine.lower.builder import Code
from dsl.machine.lower.expr.expressions import local
from dsl.machine.lower.expr.texts import shown, template
from dsl.machine.lower.program.cardinality import size_of_local
from dsl.machine.lower.stmt.changes import site
from dsl.semantics import model as m


def decide(
    code: Code,
    stmt: m.Stmt,
    kind: str,
    options: int,
    args: Sequence[int],
    regs: tuple[int, ...],
    player: Expr,
    prompt: m.Template,
    read: Shown,
    branches: tuple[tuple[int, tuple[int, ...]], ...] = (),
    refusal: m.Template | None = None,
    edits: tuple[str, str] = ("take", "put back"),
    other: m.Template | None = None,
    high: Expr | None = None,
    typed: int = -1,
) -> None:
    """Ask, and go on in a new block when the answer is in `regs`. high: how many can be taken of several things."""
    number, values = template(code, prompt)
    holes = tuple(code.as_register(value) for value in values)
    words, told = template(code, refusal)
    refused = tuple(code.as_register(value) for value in told)
    else_words, else_told = template(code, other)
    else_args = tuple(code.as_register(value) for value in else_told)
    info = ops.DecisionInfo(
        kind=kind,
        options=options,
        args=tuple(args),
        width=len(regs),
        shown=read,
        branches=tuple(words for words, _ in branches),
        actions=(),
        prompt=number,
        prompt_args=holes,
        pass_words="",
        sealed=code.seal is not None,
        site=site(code, stmt),
        branch_args=tuple(args for _, args in branches),
        refusal=words,
        refusal_args=refused,
        other=else_words,
        other_args=else_args,
        edits=edits,
        seal=code.seal,
        openly=isinstance(stmt, m.ChooseMember | m.ChooseSeveral) and stmt.openly,
        most=high.value if isinstance(high, ops.Const) else 0,
        most_at=high.reg if isinstance(high, ops.Reg) else -1,
        typed=typed,
    )
    code.work.decisions.append(info)
    after = code.label()
    code.end(ops.Decide(len(code.work.decisions) - 1, player, regs, after))
    code.begin(after)


def decide_several(
    code: Code,
    stmt: m.ChooseSeveral,
    options: int,
    args: Sequence[int],
    regs: tuple[int, int],
    player: Expr,
    high: Expr | None,
) -> None:
    """Ask which of several things is next, in the words of the choice; high: how many can be taken."""
    reading = shown(code.work.program, stmt.over.local.type)
    decide(
        code,
        stmt,
        "several",
        options,
        args,
        regs,
        player,
        stmt.prompt,
        reading,
        refusal=stmt.words,
        edits=stmt.edits,
        other=stmt.other,
        high=high,
    )


def registers_of(code: Code, locals_: Sequence[m.Local], node: m.Expr) -> list[int]:
    """The frame registers that hold some locals."""
    found: list[int] = []
    for one in locals_:
        value = local(code, m.LocalRef(node.span, one.type, one))
        found.append(value.reg if isinstance(value, ops.ListReg) else code.as_register(value))
    return found


def number_register(code: Code, chosen: m.Local) -> int:
    """The register of a local that is a number; a new one if it has none."""
    value = code.env.get(chosen)
    if not isinstance(value, ops.Reg):
        value = ops.Reg(code.register())
        code.env[chosen] = value
    return value.reg


def list_register(code: Code, chosen: m.Local) -> int:
    """The register of a local that is a list, emptied."""
    value = code.env.get(chosen)
    if not isinstance(value, ops.ListReg):
        value = ops.ListReg(code.register(size_of_local(code.work.program, chosen)))
        code.env[chosen] = value
    code.emit(ops.ListClear(value.reg))
    return value.reg
