"""Option functions once more, for those who want to know how many options there are and the n-th of them.

    static int64_t q8(ctx *c, int64_t *S, struct runs *q, int64_t r0)

A loop that offers one option for each member of a set, and does nothing else, is a *run*: so many bits as the set has,
so many options that is, and the n-th bit is the n-th option. What is not a run is listed as ever. Options keep their
order: a run knows how many stand before it.
"""

from __future__ import annotations

from dsl.backends.native.marks import marked
from dsl.backends.native.masks import Filter, is_run
from dsl.backends.native.source import Source
from dsl.backends.native.statements import Statements
from dsl.machine.ir import ops
from dsl.machine.ir.ops import Stmt
from dsl.machine.ir.walk import bodies, calls

MOST_RUNS = 8


def runs_of(source: Source, proc: int) -> dict[int, int]:
    """The runs of an option function by the identity of their loops, numbered; empty if it has none."""
    about = source.machine.procs[proc]
    if about.flow or about.recursive or any(callee in source.facts.emits for callee, _ in calls(about)):
        return {}
    found: dict[int, int] = {}

    def look(body: tuple[Stmt, ...]) -> None:
        for stmt in body:
            known = source.masks.filters.get(id(stmt))
            if known is not None:
                if is_run(known) is not None:
                    found[id(stmt)] = len(found)
            elif isinstance(stmt, ops.IfDo | ops.SwitchDo):
                for inner in bodies(stmt):
                    look(inner)

    look(about.body)
    return found if 0 < len(found) <= MOST_RUNS else {}


class Compact(Statements):
    """Writes an option function so."""

    def __init__(self, source: Source, proc: int, runs: dict[int, int]) -> None:
        super().__init__(source, proc)
        self.runs = runs

    def _emit(self, stmt: ops.Emit) -> None:
        values = self.ordered(*((value, self.word) for value in stmt.values), apart=True)
        option = self.fresh()
        self.lines.append(f"int64_t *{option} = offer_beside(c, q, {len(values)}); (void){option};")
        self.lines += [f"{option}[{at}] = {value};" for at, value in enumerate(values)]

    def _filtered(self, stmt: ops.ForRange, found: Filter, metered: bool) -> None:
        if id(stmt) not in self.runs:
            super()._filtered(stmt, found, metered)
            return
        if metered:
            self.count(str(found.last - found.first + 1))
        emit = is_run(found)
        assert emit is not None
        words = self.passing(found)
        run, which = self.fresh(), self.runs[id(stmt)]
        at = emit.values.index(ops.Reg(stmt.reg))
        self.lines.append(f"struct run *{run} = q->run + {which};")
        begin = f"{run}, {found.first}, {found.words}, {words}, {len(emit.values)}, {at}"
        self.lines.append(f"if (run_of(c, q, {begin})) {{")
        for position, value in enumerate(emit.values):
            if position != at:
                self.lines.append(f"{run}->option[{position + 1}] = {self.word(value)};")
        for note in found.then[1:]:
            self.stmt(note)
        self.lines += ["}", f"r{stmt.reg} = {found.last};"]


def write_compact(source: Source) -> None:
    """Write the option functions that have runs; Source.compact says which."""
    for proc in sorted({decision.options for decision in source.machine.decisions}):
        runs = runs_of(source, proc)
        if not runs:
            continue
        about = source.machine.procs[proc]
        source.compact[proc] = len(runs)
        writer = Compact(source, proc, runs)
        writer.marks = marked(about, source.ranges)
        own = writer.registers(list(range(about.params, len(about.sizes))))
        if proc in source.meter.procs:
            writer.count("1")
        writer.lines += own
        writer.body(about.body)
        writer.leave("0")
        params = "".join(f", int64_t {'*' if about.sizes[reg] else ''}r{reg}" for reg in range(about.params))
        source.function(f"static int64_t q{proc}(ctx *c, int64_t *S, struct runs *q{params})", writer.left())
