"""The machine's own checker: what is wrong with a machine, before anything runs it.

A rules file cannot cause what is found here; a mistake in lowering can, and so can a stored machine that was tampered
with. `verify` looks at the machine as a whole (tables, layout, who calls whom, stack), `verify_code` at what stands in
procedures. Complaints are plain sentences; an empty list means the machine is well formed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from dsl.intervals import within
from dsl.machine.ir import ops
from dsl.machine.ir.analysis.intervals import WIDEST, Ranges
from dsl.machine.ir.analysis.liveness import brief, frame_size, liveness
from dsl.machine.ir.entries import asked_for_options, made_of, needed
from dsl.machine.ir.ops import HEADER, Machine, Proc
from dsl.machine.ir.verify_code import Checker
from dsl.machine.ir.walk import callees, callers_of, changed_lists, closed, nodes, reached_from, successors

CHANGES = (ops.Store, ops.MovePiece, ops.SetFace, ops.Know, ops.Shuffle, ops.Chance, ops.Log, ops.Finish)
"""What a function that is asked for options must not do."""


def verify(machine: Machine) -> list[str]:
    """Everything wrong with a machine; the first complaints may be the cause of later ones."""
    found = [*_numbers(machine), *_layout(machine), *_infos(machine)]
    if found:
        return found  # what follows looks things up without asking
    found.extend(_zones(machine))
    checker = Checker(machine, changed_lists(machine))
    for proc in machine.procs:
        found.extend(f"{_called(machine, proc)}: {complaint}" for complaint in checker.proc(proc))
    if found:
        return found
    found.extend(_stores(machine))
    for proc in machine.procs:
        found.extend(f"{_called(machine, proc)}: {complaint}" for complaint in _flow(machine, proc))
    return [*found, *_emitting(machine), *_recursion(machine), *_depth(machine)]


def _called(machine: Machine, proc: Proc) -> str:
    names = machine.names.procs
    return f"f{proc.id} ({names[proc.id]})" if proc.id < len(names) else f"f{proc.id}"


def _well_known(machine: Machine) -> tuple[int, ...]:
    owners = machine.zone_owner, machine.zone_host
    return machine.zone_base, machine.zone_cap, machine.zone_ordered, machine.zone_seen, *owners


# ---- the whole -------------------------------------------------------------------------------------------------------


def _numbers(machine: Machine) -> Iterator[str]:
    """Ids, kinds of procedures, tables."""
    for index, proc in enumerate(machine.procs):
        yield from _proc_numbers(index, proc)
    if not machine.players or machine.first_piece <= machine.players:
        yield "players come before pieces, and there is one"
    tables = _well_known(machine)
    if not all(0 <= table < len(machine.tables) for table in tables):
        yield "a table of the zones does not exist"
    elif len({len(machine.tables[table]) for table in tables}) != 1:
        yield "the tables of the zones are not equally long"


def _proc_numbers(index: int, proc: Proc) -> Iterator[str]:
    if proc.id != index:
        yield f"procedure {index} has the id {proc.id}"
    if not 0 <= proc.params <= len(proc.sizes):
        yield f"f{index}: {proc.params} parameters in {len(proc.sizes)} registers"
    if list(proc.numbers) != sorted({*proc.numbers} & {*range(len(proc.sizes))}):
        yield f"f{index}: the registers that hold numbers are not registers in order"
    if any(size < 0 for size in proc.sizes):
        yield f"f{index}: a list of less than no members"
    if proc.flow != bool(proc.blocks) or (proc.flow and proc.body):
        yield f"f{index}: a flow has blocks and a function has a body"


def _layout(machine: Machine) -> Iterator[str]:
    layout = machine.layout
    first = layout.results + machine.players
    if layout.counters != HEADER or layout.results < layout.counters:
        yield "the header is followed by counters and results"
    if layout.stack_limit <= 0:
        yield "there is no room for a stack"
    yield from _regions(machine, first)
    if machine.entity_count >= machine.first_piece:
        columns = {"place": layout.place, "owner": layout.owner, "face": layout.face, "known": layout.known}
        if layout.linked:
            columns["next"] = layout.next
        for name, base in columns.items():
            if base + machine.first_piece < first or base + machine.entity_count >= layout.stack:
                yield f"the column {name} is outside the data"


def _regions(machine: Machine, first: int) -> Iterator[str]:
    """The regions of the data, which begin at slot `first`."""
    last = first
    for region in sorted(machine.layout.regions, key=lambda region: region.base):
        if region.base < last:
            yield f"region {region.name} overlaps what lies before it"
        if region.size < 0 or region.low > region.high or not within((region.low, region.high), WIDEST):
            yield f"region {region.name} has an impossible size or range"
        if list(region.numbers) != sorted({*region.numbers} & {*range(region.entry)}):
            yield f"region {region.name}: the slots that hold numbers are not slots of an entry in order"
        last = max(last, region.base + region.size)
    if last > machine.layout.stack:
        yield "the stack begins before the data ends"


def _zones(machine: Machine) -> Iterator[str]:
    bases, rooms, ordered, seen, owners, hosts = (machine.tables[table] for table in _well_known(machine))
    first = machine.layout.results + machine.players
    spans: list[tuple[int, int]] = []
    for zone in range(1, len(bases)):
        last = bases[zone] + (1 if bases[zone] >= machine.layout.chain else rooms[zone])
        if bases[zone] < first or last >= machine.layout.stack or rooms[zone] < 1:
            yield f"zone {zone} is outside the data or has no room"
        if ordered[zone] not in (0, 1) or seen[zone] not in range(5):
            yield f"zone {zone} has an unknown order or visibility"
        if not 0 <= owners[zone] <= machine.players or not 0 <= hosts[zone] <= machine.entity_count:
            yield f"zone {zone} has an owner or host that does not exist"
        if ordered[zone] and bases[zone] >= machine.layout.chain:
            yield f"zone {zone} is linked and has an order"
        spans.append((bases[zone], last))
    spans.sort()
    for (_, last), (base, _) in pairwise(spans):
        if base <= last:
            yield f"two zones share the slot {base}"


def _infos(machine: Machine) -> Iterator[str]:
    """What the machine tells of itself: the procedures named there."""
    if _missing(machine, machine.start, 0):
        yield "start is no function without parameters"
    if _missing(machine, machine.main, 0, flow=True):
        yield "main is no flow without parameters"
    for index, decision in enumerate(machine.decisions):
        if _missing(machine, decision.options, len(decision.args)):
            yield f"d{index}: its options are no function of {len(decision.args)} parameters"
    for action in machine.actions:
        told = needed(action.told())
        if any(_missing(machine, proc) for proc in (*asked_for_options(action), *told)):
            yield f"action {action.name}: one of its functions does not exist"
    for value in machine.values:
        if any(_missing(machine, proc) for proc in made_of(value)):
            yield f"value {value.name}: one of its functions does not exist"
    yield from _scenarios(machine)


def _scenarios(machine: Machine) -> Iterator[str]:
    for scenario in machine.scenarios:
        if _missing(machine, scenario.given, 0) or _missing(machine, scenario.run, 0, flow=True):
            yield f"scenario {scenario.title}: it cannot be set up or run"
        if any(_missing(machine, condition, 0) for condition in scenario.conditions if condition >= 0):
            yield f"scenario {scenario.title}: one of its conditions does not exist"


def _missing(machine: Machine, proc: int, params: int | None = None, *, flow: bool = False) -> bool:
    """Whether there is no such procedure: a function (or flow), of so many parameters if that is told."""
    if not 0 <= proc < len(machine.procs):
        return True
    about = machine.procs[proc]
    return about.flow != flow or (params is not None and about.params != params)


# ---- flows -----------------------------------------------------------------------------------------------------------


def _flow(machine: Machine, proc: Proc) -> Iterator[str]:
    """Blocks that nothing leads to, and registers that are read before they are set."""
    if {*proc.brief} - {*brief(machine.decisions, proc)}:
        yield "a list that is read after a stop has no room in its frame"
    unset = sorted(reg for reg in liveness(machine.decisions, proc).unset if not proc.sizes[reg])
    if unset:
        yield f"{_list(f'r{reg}' for reg in unset)} may be read before being set"
    reached, pending = {0}, [0] if proc.blocks else []
    while pending:
        for block in successors(proc.blocks[pending.pop()].end):
            if block not in reached:
                reached.add(block)
                pending.append(block)
    lost = [f"b{index}" for index in range(len(proc.blocks)) if index not in reached]
    if lost:
        yield f"nothing leads to {_list(lost)}"


def _list(words: Iterable[str]) -> str:
    return ", ".join(words)


def _stores(machine: Machine) -> Iterator[str]:
    """Stores that leave the data, or put more into a slot than it is said to hold."""
    ranges = Ranges(machine)
    layout = machine.layout
    first = layout.results + machine.players
    for proc in machine.procs:
        for node in nodes(proc):
            if not isinstance(node, ops.Store):
                continue
            low, high = ranges.of(proc.id, node.index)
            low, high = node.base + low, node.base + high
            if high < first or low >= layout.stack or (low == high and not first <= low < layout.stack):
                yield f"{_called(machine, proc)}: a store to slot {low} is outside the data"
                continue
            for region in layout.regions:
                inside = region.base <= low and high < region.base + region.size
                if inside and not within((node.low, node.high), (region.low, region.high)):
                    yield (
                        f"{_called(machine, proc)}: a store of {node.low}..{node.high} to {region.name}, "
                        f"which holds {region.low}..{region.high}"
                    )


# ---- who calls whom --------------------------------------------------------------------------------------------------


def _emitting(machine: Machine) -> Iterator[str]:
    """Options come from the functions that are asked for options, and these change nothing."""
    emits = callers_of(machine.procs, {proc.id for proc in machine.procs if _has(proc, ops.Emit)})
    asked = {decision.options for decision in machine.decisions}
    for action in machine.actions:
        asked.update(asked_for_options(action))
    reached = reached_from(machine.procs, asked, trials=False)
    for proc in sorted(emits - reached):
        yield f"{_called(machine, machine.procs[proc])}: it emits options, and nobody asks it for options"
    for proc in machine.procs:
        if proc.flow and proc.id in emits:
            yield f"{_called(machine, proc)}: a flow emits no options"
    for proc in sorted(reached):
        for node in nodes(machine.procs[proc]):
            if isinstance(node, CHANGES):
                yield f"{_called(machine, machine.procs[proc])}: it is asked for options and yet has {node.op}"


def _has(proc: Proc, kind: type) -> bool:
    return any(isinstance(node, kind) for node in nodes(proc))


def _recursion(machine: Machine) -> Iterator[str]:
    """Every circle of calls has a procedure whose nesting is counted."""
    counted = {proc.id for proc in machine.procs if proc.recursive}
    called = {proc.id: {*callees(proc)} - counted for proc in machine.procs}
    for proc in machine.procs:
        if proc.recursive and proc.deepest < 1:
            yield f"{_called(machine, proc)}: it is counted and may not go one deep"
        if not proc.recursive and proc.id in closed(called, called[proc.id]):
            yield f"{_called(machine, proc)}: it can reach itself and is not called recursive"


def _depth(machine: Machine) -> Iterator[str]:
    """Frames of flows that do not recur must fit the stack in any nesting."""
    for proc, deep in sorted(_deepest(machine).items()):
        if deep > machine.layout.stack_limit:
            yield (
                f"{_called(machine, machine.procs[proc])}: its frames and those it calls need {deep} slots, "
                f"the stack has {machine.layout.stack_limit}"
            )


def _deepest(machine: Machine) -> dict[int, int]:
    """Per flow the slots of its frame and of those that it calls, but for those that recur."""
    deepest: dict[int, int] = {}
    pending: list[tuple[int, bool]] = [(proc.id, False) for proc in machine.procs if proc.flow]
    while pending:
        proc, ready = pending.pop()
        if proc in deepest:
            continue
        inner = [block.end.proc for block in machine.procs[proc].blocks if isinstance(block.end, ops.CallFlow)]
        inner = [callee for callee in inner if not machine.procs[callee].recursive]
        if ready or machine.procs[proc].recursive:
            below = max((deepest.get(callee, 0) for callee in inner), default=0)
            deepest[proc] = frame_size(machine.procs[proc]) + below
        else:
            pending.append((proc, True))
            pending.extend((callee, False) for callee in inner)
    return deepest
