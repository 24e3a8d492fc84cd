"""Procedures as lowering writes them, before any pass over them, in words: for the tests of its single modules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from machine.common import program_of

from dsl.machine.ir.ops import ASKER, STATUS, Machine, Proc
from dsl.machine.ir.printer import proc_text
from dsl.machine.ir.verify import verify
from dsl.machine.lower.driver import lower

SHORT = 16
"""Tables of no more numbers are told."""


@cache
def lowered(text: str, players: int | None = None) -> Machine:
    """The machine of a text with no pass over it, which must be well formed."""
    machine = lower(program_of(text, players), passes=())
    assert not verify(machine), "\n".join(verify(machine))
    return machine


def told(machine: Machine, *names: str) -> str:
    """Some procedures, in this order; of one name there may be several, which come as they were written."""
    found: list[str] = []
    for name in names:
        procs = [proc for proc in machine.procs if machine.names.procs[proc.id] == name]
        assert procs, f"nothing is called {name!r}, only {machine.names.procs}"
        found.extend(f"==== {name} ====\n{_said(machine, proc)}\n" for proc in procs)
    return "".join(found)


def written(machine: Machine, name: str) -> str:
    """The body of the one procedure of this name."""
    (found,) = [proc for proc in machine.procs if machine.names.procs[proc.id] == name]
    return _said(machine, found)


def _said(machine: Machine, proc: Proc) -> str:
    """The body of a procedure; functions and slots by their names, so that what else there is does not matter."""
    slots, columns = _slots(machine)
    lines: list[str] = []
    for line in proc_text(machine, proc).splitlines()[1:]:
        said = line.partition(" ;")[0].rstrip()[2:]
        said = re.sub(r"\bf(\d+)\(", lambda call: f"<{machine.names.procs[int(call[1])]}>(", said)
        said = re.sub(r"S\[(\d+)\]", lambda slot: f"S[{slots.get(int(slot[1]), slot[1])}]", said)
        said = re.sub(r"\bt(\d+)\[", lambda table: f"{_table(machine, int(table[1]))}[", said)
        lines.append(re.sub(r"S\[(-?\d+) \+", lambda at: f"S[{columns.get(int(at[1]), at[1])} +", said))
    return "\n".join(lines)


def _table(machine: Machine, table: int) -> str:
    """The numbers of a short table, the number of a long one; those about zones by their names."""
    for name in ("zone_base", "zone_cap", "zone_ordered", "zone_seen", "zone_owner", "zone_host"):
        if getattr(machine, name) == table:
            return name
    numbers = machine.tables[table]
    return f"({' '.join(map(str, numbers))})" if len(numbers) <= SHORT else f"table of {len(numbers)}"


def _slots(machine: Machine) -> tuple[Mapping[int, str], Mapping[int, str]]:
    """The names of slots: of the table, and of the columns that the number of an entity is added to."""
    layout, slots = machine.layout, {STATUS: "status", ASKER: "asker"}
    slots |= {layout.results + player: f"result {player + 1}" for player in range(machine.players)}
    columns = {layout.place: "place", layout.owner: "owner", layout.face: "face", layout.known: "known"}
    for field in machine.names.fields:
        if field.var and field.first:
            columns[field.base] = field.name
            ours = range(field.first, field.last + 1)
            slots |= {field.base + entity: f"{field.name} {entity}" for entity in ours}
        elif field.var:
            slots[field.base] = field.name
    for column, base in list(columns.items()):
        if base in ("place", "owner", "face", "known"):
            pieces = range(machine.first_piece, machine.entity_count + 1)
            slots |= {column + entity: f"{base} {entity}" for entity in pieces}
    return slots, columns
