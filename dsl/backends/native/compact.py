"""Option functions once more, for those who want to know how many options there are and the n-th of them.

    static int64_t q8(ctx *c, int64_t *S, struct runs *q, int64_t r0)

A loop that offers one option for each member of a set, and does nothing else, is a *run*: so many bits as the set has,
so many options that is, and the n-th bit is the n-th option. What is not a run is listed as ever. Options keep their
order: a run knows how many stand before it. Where the members of a set are gone through one by one, and each has a row
of which those that pass are offered with it, every turn is a run of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dsl.backends.native.marks import marked
from dsl.backends.native.masks import Filter, RowFilter, is_run
from dsl.backends.native.source import Source
from dsl.backends.native.statements import Statements
from dsl.machine.ir import ops
from dsl.machine.ir.ops import Stmt
from dsl.machine.ir.walk import bodies, calls

MOST_RUNS = 8
MOST_TURNS = 128
"""Most runs of which there is one for each turn of a loop."""


@dataclass(frozen=True, slots=True)
class Runs:
    """The runs of an option function. alone: by the identity of their loops, numbered; each: the loops of which there
    is one for each turn around them; most: how many there may be.
    """

    alone: dict[int, int]
    each: frozenset[int]
    most: int


def runs_of(source: Source, proc: int) -> Runs | None:
    """The runs of an option function; None if it has none."""
    about = source.machine.procs[proc]
    if about.flow or about.recursive or any(callee in source.facts.emits for callee, _ in calls(about)):
        return None
    found: dict[int, int] = {}
    each: dict[int, int] = {}

    def look(body: tuple[Stmt, ...]) -> None:
        for stmt in body:
            known = source.masks.filters.get(id(stmt))
            if known is not None:
                if is_run(known) is not None:
                    found[id(stmt)] = len(found)
                else:
                    each.update((inner, 64 * known.words) for inner in _rows(source, proc, known))
            elif isinstance(stmt, ops.IfDo | ops.SwitchDo):
                for inner in bodies(stmt):
                    look(inner)

    look(about.body)
    turns = sum(each.values())
    if not 0 < len(found) + len(each) <= MOST_RUNS or turns > MOST_TURNS:
        return None
    return Runs(found, frozenset(each), 2 * len(found) + turns)


def _rows(source: Source, proc: int, around: Filter) -> Iterator[int]:
    """The rows that are runs in each turn of a loop."""
    for stmt in around.then:
        found = source.masks.rows.get(id(stmt))
        if found is not None and is_run(found) is not None and source.has_row(proc, found.index, len(found.cells)):
            yield id(stmt)


class Compact(Statements):
    """Writes an option function so."""

    def __init__(self, source: Source, proc: int, runs: Runs) -> None:
        super().__init__(source, proc)
        self.runs = runs

    def _emit(self, stmt: ops.Emit) -> None:
        values = self.ordered(*((value, self.word) for value in stmt.values), apart=True)
        option = self.fresh()
        self.lines.append(f"int64_t *{option} = offer_beside(c, q, {len(values)}); (void){option};")
        self.lines += [f"{option}[{at}] = {value};" for at, value in enumerate(values)]

    def _filtered(self, stmt: ops.ForRange, found: Filter, metered: bool) -> None:
        if id(stmt) not in self.runs.alone:
            super()._filtered(stmt, found, metered)
            return
        if metered:
            self.count(str(found.last - found.first + 1))
        self._offered(found, self.passing(found), str(self.runs.alone[id(stmt)]))
        self.lines.append(f"r{stmt.reg} = {found.last};")

    def _picked(self, stmt: ops.ForTable, found: RowFilter, metered: bool) -> None:
        if id(stmt) not in self.runs.each:
            super()._picked(stmt, found, metered)
            return
        self._offered(found, self.of_row(stmt, found, metered), f"{len(self.runs.alone)} + q->runs")

    def _offered(self, found: Filter | RowFilter, words: str, which: str) -> None:
        """Note a run, and what is noted where it has options."""
        emit = is_run(found)
        assert emit is not None
        run, at = self.fresh(), emit.values.index(ops.Reg(found.loop.reg))
        self.lines.append(f"struct run *{run} = q->run + {which};")
        begin = f"{run}, {found.first}, {found.words}, {words}, {len(emit.values)}, {at}"
        self.lines.append(f"if (run_of(c, q, {begin})) {{")
        for position, value in enumerate(emit.values):
            if position != at:
                self.lines.append(f"{run}->option[{position + 1}] = {self.word(value)};")
        for note in found.then[1:]:
            self.stmt(note)
        self.lines.append("}")


def write_compact(source: Source) -> None:
    """Write the option functions that have runs; Source.compact says which."""
    for proc in sorted({decision.options for decision in source.machine.decisions}):
        runs = runs_of(source, proc)
        if runs is None:
            continue
        about = source.machine.procs[proc]
        source.compact[proc] = runs.most
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
