"""The entries of a machine: the functions that are called from outside, which its tables of words name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl.machine.ir.ops import ActionInfo, Finish, Machine, NeedInfo, ValueInfo
from dsl.machine.ir.walk import calls, nodes, reached_from


def asked_for_options(action: ActionInfo) -> Iterator[int]:
    """The functions of an action that are asked for options."""
    yield action.whole
    yield from (domain for _, _, domain in action.params)
    if action.thises is not None:
        yield action.thises


def needed(needs: Iterable[NeedInfo]) -> Iterator[int]:
    """The functions of requirements, and of their parts."""
    pending = [*needs]
    while pending:
        need = pending.pop()
        yield from (need.test, *need.holes, *(operand for _, operand, _ in (*need.operands, *need.named)))
        pending.extend(need.parts)


def made_of(value: ValueInfo) -> Iterator[int]:
    """The functions of a value and of its modifiers."""
    yield from (value.proc, value.base)
    for modifier in value.modifiers:
        yield from (modifier.active, modifier.amount, *([modifier.age] if modifier.age >= 0 else []))


def scores(machine: Machine) -> set[int]:
    """The functions by which ends of the game are scored."""
    ends = (node for proc in machine.procs for node in nodes(proc) if isinstance(node, Finish))
    return {node.score for node in ends if node.how == "scored"}


def played(machine: Machine) -> frozenset[int]:
    """The procedures that games come to: all flows, what they and their questions call, and what programs ask of a
    position (values, scores, measures). The others are asked by people: why something is so, what would be needed.
    """
    found = {machine.start, machine.main, machine.seers, *scores(machine)}
    found.update(proc.id for proc in machine.procs if proc.flow)
    found.update(decision.options for decision in machine.decisions)
    found.update(value.proc for value in machine.values)
    found.update(measure.proc for measure in machine.measures)
    for scenario in machine.scenarios:
        found.update((scenario.given, scenario.run, *scenario.conditions))
    return frozenset(reached_from(machine.procs, (proc for proc in found if 0 <= proc < len(machine.procs))))


def public(machine: Machine) -> frozenset[int]:
    """The functions that may be called from outside, with arguments that no instruction of the machine shows: those
    that the machine tells people of, and those that nothing else calls.
    """
    found = {machine.start, *(proc.id for proc in machine.procs if not proc.flow)}
    for proc in machine.procs:
        found -= {callee for callee, _ in calls(proc) if callee != proc.id}
    found.update(decision.options for decision in machine.decisions)
    for action in machine.actions:
        found.update((*asked_for_options(action), *needed(action.told())))
    for value in machine.values:
        found.update(made_of(value))
    found.add(machine.seers)
    found.update(scores(machine))  # programs that play ask how they stand
    for scenario in machine.scenarios:
        found.update((scenario.given, *scenario.conditions, *needed(filter(None, scenario.told))))
    return frozenset(proc for proc in found if 0 <= proc < len(machine.procs))
