"""The text of a machine, function by function: written when it is asked for, or as it was written before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dsl.backends.base import Frames
from dsl.backends.python.flows import write_flow
from dsl.backends.python.source import Source
from dsl.backends.python.statements import write_function
from dsl.machine.ir.analysis.table_rows import rows
from dsl.machine.ir.ops import Machine

Table = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Written:
    """The whole text of a machine. functions: name, procedure, text; tables of rows: name and the two tables that they
    are made of; the procedures that are handed the surroundings, and those that emit.
    """

    functions: tuple[tuple[str, int, str], ...]
    tables: tuple[tuple[str, int, int], ...]
    asks_env: tuple[int, ...]
    emits: tuple[int, ...]


class Texts:
    """The text of a machine, by procedure. Not for several threads at once."""

    def __init__(self, machine: Machine, frames: Frames, written: Written | None) -> None:
        self._machine = machine
        self._written = written
        self._source = Source(machine, frames) if written is None else None
        self._done: set[int] = set()
        facts = self._source.facts if self._source is not None else None
        assert written is not None or facts is not None
        self.asks_env = frozenset(facts.asks_env if facts is not None else written.asks_env if written else ())
        self.emits = frozenset(facts.emits if facts is not None else written.emits if written else ())
        self._by_proc: dict[int, list[tuple[str, str]]] = {}
        for name, proc, text in written.functions if written is not None else ():
            self._by_proc.setdefault(proc, []).append((name, text))

    def of(self, proc: int) -> tuple[list[tuple[str, str]], Mapping[str, Table]]:
        """The functions of a procedure with their texts, and tables that they need."""
        source = self._source
        if source is None:
            assert self._written is not None
            made = self._written.tables if not self._done else ()
            self._done.add(proc)
            return self._by_proc.get(proc, []), {
                name: rows(self._machine, cells, starts) for name, cells, starts in made
            }
        self._write(source, proc)
        return self._by_proc[proc], dict(source.tables.values())

    def written(self) -> Written:
        """All of it; what nobody has asked for yet is written now."""
        source = self._source
        if source is None:
            assert self._written is not None
            return self._written
        for proc in self._machine.procs:
            self._write(source, proc.id)
        functions = tuple((name, proc, text) for proc, texts in sorted(self._by_proc.items()) for name, text in texts)
        tables = tuple((name, cells, starts) for (cells, starts), (name, _) in source.tables.items())
        return Written(functions, tables, (*sorted(self.asks_env),), (*sorted(self.emits),))

    def _write(self, source: Source, proc: int) -> None:
        if proc in self._done:
            return
        self._done.add(proc)
        (write_flow if self._machine.procs[proc].flow else write_function)(source, proc)
        self._by_proc[proc], source.functions = source.functions, []
