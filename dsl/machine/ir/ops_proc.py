"""The machine: procedures, the blocks of flows and how these end. See `ops`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from dsl.machine.ir.ops_expr import Expr
from dsl.machine.ir.ops_stmt import Stmt


@dataclass(frozen=True, slots=True)
class Jump:
    """Go on with a block."""

    block: int
    op: Literal["jump"] = "jump"


@dataclass(frozen=True, slots=True)
class Branch:
    """test ? then : otherwise."""

    test: Expr
    then: int
    otherwise: int
    op: Literal["branch"] = "branch"


@dataclass(frozen=True, slots=True)
class Switch:
    """The block of the case whose range low..high holds the value, else default."""

    value: Expr
    cases: tuple[tuple[int, int, int], ...]
    default: int
    op: Literal["switch"] = "switch"


@dataclass(frozen=True, slots=True)
class CallFlow:
    """Call a flow with scalar (or ListReg) arguments; when it returns, its value goes to reg (if any) and block goes
    on.
    """

    proc: int
    args: tuple[Expr, ...]
    reg: int | None
    block: int
    op: Literal["call_flow"] = "call_flow"


@dataclass(frozen=True, slots=True)
class ReturnFlow:
    """Pop the frame; value to the caller. Returning from the bottom frame without an end of the game: nobody wins
    (drawn).
    """

    value: Expr
    op: Literal["return_flow"] = "return_flow"


@dataclass(frozen=True, slots=True)
class Decide:
    """Ask: S[ASKER] := asker, S[DECISION] := decision, S[STATUS] := ASKING, and wait. The options are what the
    decision's option function emits when called with the frame registers `DecisionInfo.args`; the chosen option's
    numbers go to `regs` (missing ones 0), and block goes on. A decision with no option at all is the error STUCK.
    """

    decision: int
    asker: Expr
    regs: tuple[int, ...]
    block: int
    op: Literal["decide"] = "decide"


@dataclass(frozen=True, slots=True)
class Stay:
    """The body has ended the game (follows a Finish)."""

    op: Literal["stay"] = "stay"


End = Jump | Branch | Switch | CallFlow | ReturnFlow | Decide | Stay


@dataclass(frozen=True, slots=True)
class Block:
    """A basic block of a flow."""

    body: tuple[Stmt, ...]
    end: End


@dataclass(frozen=True, slots=True)
class Proc:
    """A procedure.

    sizes: one entry per register: 0 for a scalar, n for a list of at most n. The first `params` registers are the
    parameters.
    flow: blocks (block 0 first); otherwise body. recursive: its calls are counted in S[DEPTH], because it can reach
    itself; one more than deepest is the error RUNAWAY. No circle of calls leaves out all of these. site: where it was
    written. numbers: the registers, in order, that never hold an entity: what lies in them may be equal to the number
    of a piece without meaning it. named: those that hold an entity, or none, and nothing else. Of the others nothing is
    known.
    brief: the lists of a flow, in order, that are empty whenever it waits: they have no room in its frame.
    """

    id: int
    params: int
    sizes: tuple[int, ...]
    flow: bool
    recursive: bool
    body: tuple[Stmt, ...]
    blocks: tuple[Block, ...]
    site: int
    numbers: tuple[int, ...] = ()
    named: tuple[int, ...] = ()
    brief: tuple[int, ...] = ()
    deepest: int = 0
