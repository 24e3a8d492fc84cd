"""How a function is tried out: on the position itself where all that it changes are slots, else on a copy of it.

    static int64_t w54(ctx *c, int64_t *S, ...)           f54 once more: S[note(c, 144)] = ...
    static int64_t y25(ctx *c, int64_t *S, int64_t x1, ...)   try it out; x1 is the answer if the game ends in it

What a slot held is noted before it is written, and put back when the answer is known (trials.c). A function that moves
pieces, draws, logs or ends the game, and one that may call itself while it changes anything, is tried out on a copy.
"""

from __future__ import annotations

from collections.abc import Iterable

from dsl.backends.native.marks import marked
from dsl.backends.native.source import Source
from dsl.backends.native.statements import Statements
from dsl.machine.ir import ops
from dsl.machine.ir.walk import callers, closed, expressions, nodes, reached_from

_OTHERWISE = ops.MovePiece | ops.SetFace | ops.Know | ops.Shuffle | ops.Chance | ops.Emit | ops.Log | ops.Finish
"""What changes more than slots."""


def write_trials(source: Source) -> None:
    """Write how each function is tried out that is."""
    machine = source.machine
    asked = (part for proc in machine.procs for node in nodes(proc) for part in expressions(node))
    tried = sorted({part.proc for part in asked if isinstance(part, ops.Trial)})
    written: set[int] = set()
    for proc in tried:
        noted = _noted(source, proc)
        if noted is None:
            _on_a_copy(source, proc)
            continue
        for each in sorted(noted - written):
            Noted(source, each, noted).write()
        written |= noted
        _in_place(source, proc, noted)


def _noted(source: Source, proc: int) -> frozenset[int] | None:
    """The functions that write slots when one is tried out; None if that is not all that they do."""
    procs = source.machine.procs
    reached = reached_from(procs, [proc], trials=False)
    inside = [node for each in reached for node in nodes(procs[each])]
    if any(isinstance(node, _OTHERWISE) for node in inside):
        return None
    writing = (each.id for each in procs if any(isinstance(node, ops.Store) for node in nodes(each)))
    found = closed(callers(procs, trials=False), writing) & reached
    if any(procs[each].recursive for each in found):
        return None
    sorted_by = {node.key for node in inside if isinstance(node, ops.ListSort)}
    return None if sorted_by & found else frozenset(found)


class Noted(Statements):
    """Writes a function once more, with what its slots held noted."""

    def __init__(self, source: Source, proc: int, noted: Iterable[int]) -> None:
        super().__init__(source, proc)
        self._noted = frozenset(noted)

    def write(self) -> None:
        """Write the function."""
        about = self.about
        self.marks = marked(about, self.source.ranges)
        self.function(f"static int64_t w{self.proc}(ctx *c, int64_t *S{parameters(self.source, self.proc)})")

    def called(self, proc: int) -> str:
        """The name of a function that is called."""
        return f"w{proc}" if proc in self._noted else super().called(proc)

    def put(self, kept: int | str | None, target: str, value: str, where: str = "") -> None:
        """Note what a slot held, and write to it."""
        super().put(kept, f"note(c, S, {target})", value, where)


def parameters(source: Source, proc: int) -> str:
    """The parameters of a function, behind the context and the position."""
    about = source.machine.procs[proc]
    return "".join(f", int64_t {'*' if about.sizes[reg] else ''}r{reg}" for reg in range(about.params))


def _in_place(source: Source, proc: int, noted: frozenset[int]) -> None:
    given = ", ".join(["c", "S", *(f"r{reg}" for reg in range(source.machine.procs[proc].params))])
    if proc not in noted:  # it changes nothing
        body = [f"return f{proc}({given});"]
    else:
        body = [
            "struct trial x2;",
            "int64_t x3 = c->silent, x4;",
            "c->silent = 1;",
            "try_out(c, S, &x2);",
            f"x4 = w{proc}({given});",
            "take_back(c);",
            "c->silent = x3;",
            "return x4;",
        ]
    source.function(f"static int64_t y{proc}(ctx *c, int64_t *S, int64_t x1{parameters(source, proc)})", body)


def _on_a_copy(source: Source, proc: int) -> None:
    given = ", ".join(["c", "x2", *(f"r{reg}" for reg in range(source.machine.procs[proc].params))])
    source.function(
        f"static int64_t y{proc}(ctx *c, int64_t *S, int64_t x1{parameters(source, proc)})",
        [
            "int64_t *m0 = c->top, *x2 = aside(c, S), x3 = c->silent, x4;",
            "jmp_buf *x5 = c->over, x6;",
            "c->silent = 1;",
            "c->over = &x6;",
            f"if (setjmp(x6)) x4 = x1; else x4 = f{proc}({given});",
            "c->over = x5;",
            "c->silent = x3;",
            "c->top = m0;",
            "return x4;",
        ],
    )
