"""Functions of the machine as C functions."""

from __future__ import annotations

from dsl.backends.native.marks import marked
from dsl.backends.native.source import Source
from dsl.backends.native.statements import Statements


def write_function(source: Source, proc: int) -> None:
    """Write a function of the machine."""
    about = source.machine.procs[proc]
    writer = Statements(source, proc)
    writer.marks = marked(about, source.ranges)
    params = "".join(f", int64_t {'*' if about.sizes[reg] else ''}r{reg}" for reg in range(about.params))
    hint = (
        "INTO " if proc in source.spelt else "inline " if proc in source.facts.formulas and not about.recursive else ""
    )
    name = f"{'g' if about.recursive else 'f'}{proc}"
    writer.function(f"static {hint}int64_t {name}(ctx *c, int64_t *S{params})")
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
