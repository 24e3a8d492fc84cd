"""A whole machine as one C file: its numbers, its tables, the common texts (runtime.c, ...), its functions, its lists
of what can be entered from outside.

Everything is static but one table of pointers. No word of a rules file is in it, and nothing asks for memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Final

from dsl.backends.base import Frames
from dsl.backends.native.compact import write_compact
from dsl.backends.native.direct import write_direct
from dsl.backends.native.flows import write_flow
from dsl.backends.native.functions import write_function
from dsl.backends.native.handed import handed
from dsl.backends.native.poured import poured
from dsl.backends.native.source import LONG, Source, number
from dsl.backends.native.trials import write_trials
from dsl.machine.ir import ops
from dsl.machine.ir.analysis.call_graph import deepest
from dsl.machine.ir.analysis.intervals import WORD, slots_of
from dsl.machine.ir.entries import public
from dsl.machine.ir.knowers import everyone
from dsl.machine.ir.ops import HEADER, Machine
from dsl.machine.ir.walk import calls, expressions, nodes

NAMES = ("STATUS", "ASKER", "DECISION", "FP", "RET", "DEPTH", "KEY_LO", "KEY_HI", "REASON")
"""The names of the slots of the header, in their order."""
_INCLUDED = ("#include <setjmp.h>", "#include <stdint.h>", "#include <string.h>")
AHEAD: Final = 4
"""How many numbers of a stream are made at once."""
COMMON = ("entries.c", "batches.c", "search.c", "counting.c", "lanes.c", "counted.c", "onward.c", "shown.c")
"""The texts behind the functions of a machine."""


@dataclass(frozen=True, slots=True)
class Module:
    """A machine as C. shared: what stands in front of all functions; functions: the texts of those that may stand in
    parts of the text that are compiled apart; rest: what comes behind them, in one part. codes: of errors, by number;
    width: numbers of an option, its size included; room: the most numbers that a call takes besides the position;
    ahead: the numbers of what is drawn ahead; memory: those that are remembered of layouts (see
    layouts.c); capacity: the most slots of a position; span: with what is kept behind them.
    """

    shared: str
    functions: tuple[str, ...]
    rest: str
    codes: tuple[str, ...]
    width: int
    room: int
    ahead: int
    memory: int
    capacity: int
    span: int

    @property
    def text(self) -> str:
        """The whole text."""
        return self.parts(1)[0]

    def parts(self, count: int) -> list[str]:
        """The text in so many parts of about equal length, which are compiled apart and then linked."""
        groups: list[list[str]] = [[] for _ in range(count)]
        whole = sum(map(len, self.functions)) + len(self.rest)
        begun = 0
        for function in self.functions:
            groups[min(begun * count // whole, count - 1)].append(function)
            begun += len(function)
        own = "#define OWN static" if count == 1 else "#define OWN"
        heads = [*_INCLUDED, own, self.shared]
        return ["\n".join((*heads, *group, *((self.rest,) if group is groups[-1] else ()), "")) for group in groups]


def write(machine: Machine, frames: Frames, some: frozenset[int] | None = None) -> Module:
    """The C text of a machine. some: of these procedures, which call no others; else of all."""
    known = frozenset(proc.id for proc in machine.procs) if some is None else some
    machine, spelt = poured(_without_others(machine, known))
    count = len(machine.procs)
    machine = handed(machine)
    known |= {*range(count, len(machine.procs))}
    source = Source(machine, frames, spelt)
    for proc in sorted(known):
        if machine.procs[proc].flow:
            write_flow(source, proc)
        else:
            write_function(source, proc)
    write_trials(source)
    write_compact(source)
    write_direct(source)
    outside = _outside(source, known)
    emits = [len(node.values) for proc in machine.procs for node in nodes(proc) if isinstance(node, ops.Emit)]
    width = 1 + max(emits, default=1)
    shared = [
        *_numbers(source, width),
        *_tables(source),
        common("context.c"),
        common("runtime.c"),
        common("trials.c"),
        *([common("layouts.c")] if machine.cells is not None else []),
        *([common("wide.c")] if source.widest else []),
        *source.masks.text(),
        *_lookups(machine),
        *_waiting(source),
        common("waiting.c"),
        common("policy.c"),
        *source.heads,
        *source.inline,
    ]
    rest = [*source.tables, *outside, *map(common, COMMON)]
    capacity = machine.layout.stack + machine.layout.stack_limit
    span = capacity + source.masks.size
    sizes = _room(source, span), _ahead(machine), _memory(machine), capacity, span
    texts = "\n".join(shared), tuple(source.functions), "\n".join(rest)
    return Module(*texts, tuple(source.codes), width, *sizes)


def _without_others(machine: Machine, known: frozenset[int]) -> Machine:
    """The machine with nothing in the procedures that no game comes to."""
    empty = (proc if proc.id in known else replace(proc, body=(), recursive=False) for proc in machine.procs)
    return replace(machine, procs=tuple(empty))


@cache
def common(name: str) -> str:
    """A text that all machines have in common."""
    return files("dsl.backends.native").joinpath(name).read_text(encoding="utf-8")


# ---- numbers and tables ----------------------------------------------------------------------------------------------


def _numbers(source: Source, width: int) -> list[str]:
    machine, layout, cells = source.machine, source.machine.layout, source.machine.cells
    numbers = {
        **{name: at for at, name in enumerate(NAMES)},
        **{"RUNNING": ops.RUNNING, "ASKING": ops.ASKING, "OVER": ops.OVER},
        **{"STACK": layout.stack, "LIMIT": layout.stack_limit, "COUNTERS": layout.counters, "RESULTS": layout.results},
        **{"PLAYERS": machine.players, "EVERYONE": everyone(machine.players), "PROCS": len(machine.procs)},
        **{"FIRST_PIECE": machine.first_piece, "LAST_PIECE": machine.entity_count, "ZONES": source.zones},
        **{"NEXT": layout.next, "CHAIN": layout.chain},
        **{"PLACE": layout.place, "OWNER": layout.owner, "FACE": layout.face, "KNOWN": layout.known},
        **{"DECISIONS": len(machine.decisions), "REGIONS": len(_regions(machine)), "DEPTH_LIMIT": deepest(machine)},
        **{"HEADER": HEADER, "WIDTH": width, "LIMBS": source.widest // 32 + 2, "CELLS": int(cells is not None)},
        "MASKED": source.masks.size,
        **{"AHEAD": AHEAD, "STREAMS": layout.results - layout.counters},
        "WORDS": max((each.words for each in source.masks.filters.values()), default=1),
        "RUNS": max(source.compact.values(), default=1),
    }
    if cells is not None:
        numbers |= {"FIRST_CELL": cells.first, "LAST_CELL": cells.last, "STRIDE": cells.stride}
        numbers |= {"LAYOUTS": len(cells.zones), "CROWD": _crowd(machine)}
        numbers |= {"AREA": cells.stride**2, "CELL_COLUMN": cells.column}
        numbers |= {"CELL_LOW": cells.low, "CELL_HIGH": cells.high}
    return [f"#define {name} {number(value)}" for name, value in numbers.items()]


def _crowd(machine: Machine) -> int:
    """The most pieces that a layout holds."""
    assert machine.cells is not None
    return max(machine.tables[machine.zone_cap][zone] for zone in machine.cells.zones)


def _memory(machine: Machine) -> int:
    """The numbers of what is remembered of layouts: `memory` in layouts.c."""
    if machine.cells is None:
        return 0
    area = machine.cells.stride**2
    return 2 + area + len(machine.cells.zones) * (8 + 2 * _crowd(machine) + 3 * area)


def _ahead(machine: Machine) -> int:
    """The numbers of what is drawn ahead, of streams and of dice: `ahead` in runtime.c."""
    return (machine.layout.results - machine.layout.counters + machine.players) * (4 + AHEAD)


def _table(name: str, values: Sequence[int], least: int = 8) -> str:
    """A table of numbers, as small as they are, or of so many bits at least."""
    low, high = min(values, default=0), max(values, default=0)
    bits = next(bits for bits in (8, 16, 32, 64) if bits >= least and -(1 << bits - 1) <= low and high < 1 << bits - 1)
    texts = [number(value) if bits == 64 else str(value) for value in values] or ["0"]
    rows = [", ".join(texts[at : at + 24]) for at in range(0, len(texts), 24)]
    return f"static const int{bits}_t {name}[] = {{{(',' + chr(10)).join(rows)}}};"


def _tables(source: Source) -> list[str]:
    machine, cells = source.machine, source.machine.cells
    well_known = {
        **{"zone_base": machine.zone_base, "zone_cap": machine.zone_cap, "zone_ordered": machine.zone_ordered},
        **{"zone_seen": machine.zone_seen, "zone_owner": machine.zone_owner, "zone_host": machine.zone_host},
    }
    lines = [_table(name, machine.tables[table]) for name, table in well_known.items()]
    lines.append(_table("frame_sizes", source.frames.sizes))
    if cells is not None:
        lines += [_table("cell_zones", cells.zones), _table("cell_reach", cells.reach)]
        lines.append(_table("cell_layouts", cells.layouts))
    return lines


def _lookups(machine: Machine) -> list[str]:
    """The tables of the machine, and functions that give 0 outside."""
    lines: list[str] = []
    for at, table in enumerate(machine.tables):
        lines.append(_table(f"k{at}", table))
        lines.append(f"static inline int64_t t{at}(int64_t x1) {{")
        lines.append(f"return x1 >= 0 && x1 < {len(table)} ? k{at}[x1] : 0; }}")
    return lines


# ---- what the outside needs ------------------------------------------------------------------------------------------


def _waiting(source: Source) -> list[str]:
    """Where a flow goes on that waits: by its block (see `first_blocks`) a row of numbers in `waiting`, -1 for none. A
    row has the block that is gone on with, how many numbers come, and for each its slot (-1: nowhere), the least and
    the greatest it may be.
    """
    starts, rows, first_blocks = list[int](), list[int](), [0]
    for proc in source.machine.procs:
        for block in proc.blocks:
            row = _waits(source, proc.id, block.end)
            starts.append(len(rows) if row else -1)
            rows += row
        first_blocks.append(len(starts))
    return [_table("first_blocks", first_blocks), _table("waiting_at", starts or [-1], 32), _table("waiting", rows, 64)]


def _waits(source: Source, proc: int, end: ops.End) -> list[int]:
    slots = source.frames.slots[proc]
    if isinstance(end, ops.CallFlow):
        return [end.block, 1, -1 if end.reg is None else slots[end.reg], *LONG]
    if not isinstance(end, ops.Decide):
        return []
    row = [end.block, len(end.regs)]
    for position, reg in enumerate(end.regs):
        known = source.ranges.answer(end.decision, position)
        row += (slots[reg], *(known if known != WORD else LONG))
    return row


def _outside(source: Source, written: frozenset[int]) -> list[str]:
    machine = source.machine
    known = public(machine) & written
    lines: list[str] = []
    for proc in sorted(known):
        about = machine.procs[proc]
        at, given = 0, ["c", "S"]
        for size in about.sizes[: about.params]:
            given.append(f"x1 + {at}" if size else f"x1[{at}]")
            at += 1 + size
        lines.append(f"static int64_t a{proc}(ctx *c, int64_t *S, int64_t *x1) {{")
        lines.append(f"(void)x1; return f{proc}({', '.join(given)}); }}")
    functions = [f"a{proc.id}" if proc.id in known and not proc.flow else "0" for proc in machine.procs]
    flows = [f"f{proc.id}" if proc.flow else "0" for proc in machine.procs]
    lines.append(f"static int64_t (*const functions[])(ctx *, int64_t *, int64_t *) = {{{', '.join(functions)}}};")
    lines.append(f"static void (*const flows[])(ctx *, int64_t *, int64_t) = {{{', '.join(flows)}}};")
    lines.append(_table("decision_sites", [decision.site for decision in machine.decisions]))
    return [*lines, *_question(source), *_checks(source)]


def _question(source: Source) -> list[str]:
    """The options of the decision asked: by decision and by the flow that asks."""
    asking: dict[int, dict[int, None]] = {}
    for proc in source.machine.procs:
        for block in proc.blocks:
            if isinstance(block.end, ops.Decide):
                asking.setdefault(block.end.decision, {})[proc.id] = None
    lines = ["static void question(ctx *c, int64_t *S) {", f"int64_t p1 = S[{ops.FP}];", "switch (S[DECISION]) {"]
    for decision, procs in sorted(asking.items()):
        about = source.machine.decisions[decision]
        lines.append(f"case {decision}: switch (S[p1]) {{")
        for proc in procs:
            slots, sizes = source.frames.slots[proc], source.machine.procs[proc].sizes
            given = ["c", "S"]
            for position, reg in enumerate(about.args):
                text = f"S + p1 + {slots[reg]}" if sizes[reg] else f"S[p1 + {slots[reg]}]"
                copied = sizes[reg] and position in source.changed[about.options]
                given.append(f"copy_of(c, {text})" if copied else text)
            lines.append(f"case {proc}: f{about.options}({', '.join(given)}); return;")
        lines.append("} break;")
    return [*lines, "}", "fault(c, NO_ANSWER, S[DECISION]);", "}"]


def _regions(machine: Machine) -> list[tuple[int, int, int, int]]:
    """The slots of the data that hold less than any number: first, how many, least, greatest."""
    found = [(region.base, region.size, region.low, region.high) for region in machine.layout.regions if region.size]
    first = machine.layout.results + machine.players
    anything = slots_of(machine)
    for base, size, _, _ in sorted(found):
        if base > first:
            found.append((first, base - first, *anything))
        first = max(first, base + size)
    if first < machine.layout.stack:
        found.append((first, machine.layout.stack - first, *anything))
    return found


def _checks(source: Source) -> list[str]:
    """What `sound` holds a position against."""
    machine = source.machine
    rows = ", ".join("{" + ", ".join(map(number, row)) + "}" for row in _regions(machine))
    lines = [f"static const int64_t regions[][4] = {{{rows or '{0}'}}};"]
    blocks, first_registers, registers = list[int](), list[int](), list[int]()
    for proc in machine.procs:
        entered = {0}
        for block in proc.blocks:
            if isinstance(block.end, ops.Decide | ops.CallFlow):
                entered.add(block.end.block)
        for at, block in enumerate(proc.blocks):
            decision = block.end.decision if isinstance(block.end, ops.Decide) else -1
            blocks += [int(at in entered), decision, int(isinstance(block.end, ops.CallFlow))]
        first_registers.append(len(registers) // 3)
        if proc.flow:
            for reg, (size, known) in enumerate(zip(proc.sizes, source.ranges.registers[proc.id], strict=True)):
                registers += [size, *(known or (0, 0))] if reg not in proc.brief else []
    lines += [_table("blocks", blocks, 64)]
    lines += [_table("frame_registers", first_registers), _table("registers", registers, 64)]
    return lines


def _room(source: Source, capacity: int) -> int:
    """The most room that lists and copies take on any way down the calls."""
    machine = source.machine
    own = list(source.room)
    for proc in machine.procs:
        if any(isinstance(part, ops.Trial) for node in nodes(proc) for part in expressions(node)):
            own[proc.id] += 2 * capacity
    again = [proc.id for proc in machine.procs if proc.recursive and not proc.flow]
    plain = max(_deepest(machine, own), default=0)
    if again:
        plain = (deepest(machine) + 2) * (plain + max(own[proc] for proc in again))
    area = machine.cells.stride**2 if machine.cells is not None else 0
    return plain + _flows_take(machine, own) + 6 * (1 + area) + 64


def _flows_take(machine: Machine, own: Sequence[int]) -> int:
    """The most room that flows take by themselves: as plain functions they are all on the way at once."""
    return sum(own[proc.id] + sum(size + 1 for size in proc.sizes if size) for proc in machine.procs if proc.flow)


def _deepest(machine: Machine, own: Sequence[int]) -> list[int]:
    """Per procedure the most room from there on, without what is recursive; own: the room of each by itself."""
    onward = [
        [callee for callee in {callee for callee, _ in calls(proc)} if not machine.procs[callee].recursive]
        for proc in machine.procs
    ]
    deepest: dict[int, int] = {}
    pending = [(proc.id, False) for proc in machine.procs]
    while pending:
        at, ready = pending.pop()
        if ready:
            deepest[at] = own[at] + max((deepest.get(each, 0) for each in onward[at]), default=0)
        elif at not in deepest:
            pending.append((at, True))
            pending.extend((each, False) for each in onward[at])
    return list(deepest.values())
