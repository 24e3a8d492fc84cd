"""Functions of the machine as C functions, and how one is tried out."""

from __future__ import annotations

from dsl.backends.native.marks import marked
from dsl.backends.native.source import Source
from dsl.backends.native.statements import Statements
from dsl.machine.ir import ops


def write_function(source: Source, proc: int) -> None:
    """Write a function of the machine."""
    about = source.machine.procs[proc]
    writer = Statements(source, proc)
    writer.marks = marked(about, source.ranges)
    own = writer.registers(list(range(about.params, len(about.sizes))))
    if proc in source.meter.procs:
        writer.count("1")
    writer.lines += own
    writer.body(about.body)
    if not (about.body and isinstance(about.body[-1], ops.Return)):
        writer.leave("0")
    params = "".join(f", int64_t {'*' if about.sizes[reg] else ''}r{reg}" for reg in range(about.params))
    hint = "inline " if proc in source.facts.formulas and not about.recursive else ""
    name = f"{'g' if about.recursive else 'f'}{proc}"
    source.function(f"static {hint}int64_t {name}(ctx *c, int64_t *S{params})", writer.left())
    if about.recursive:
        given = ", ".join(["c", "S", *(f"r{reg}" for reg in range(about.params))])
        source.function(
            f"static int64_t f{proc}(ctx *c, int64_t *S{params})",
            [
                f"if (++S[DEPTH] > {about.deepest}) fail(c, RUNAWAY, {about.site});",
                f"int64_t x1 = g{proc}({given});",
                "S[DEPTH]--;",
                "return x1;",
            ],
        )


def write_trial(source: Source, proc: int) -> None:
    """Write how a function is tried out on a copy of the position; the game may end in it."""
    about = source.machine.procs[proc]
    params = "".join(f", int64_t {'*' if about.sizes[reg] else ''}r{reg}" for reg in range(about.params))
    given = ", ".join(["c", "x2", *(f"r{reg}" for reg in range(about.params))])
    source.function(
        f"static int64_t y{proc}(ctx *c, int64_t *S, int64_t x1{params})",
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
