"""A game as a whole, as programs for search and learning want it described before it begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dsl.machine.ir import ops, walk
from dsl.machine.ir.analysis.intervals import Ranges
from dsl.machine.ir.ops import Machine
from dsl.runtime.information.faults import hides

_FAR: Final = 1 << 31


@dataclass(frozen=True, slots=True)
class Outline:
    """What the machine shows without being played.

    chance: whether anything is drawn; outcomes: the most there can be at once. hidden: whether a player may fail to
    see something; sealed: whether choices are made unseen. low, high: what a result can be. zero_sum: a game for two
    that is never scored, so that the results add up to 0 unless it is won by nobody (a scored game may be zero-sum as
    well, which cannot be seen from here).
    """

    chance: bool
    outcomes: int
    hidden: bool
    sealed: bool
    low: int
    high: int
    zero_sum: bool


def outline(machine: Machine) -> Outline:
    """Describe a machine."""
    ranges = Ranges(machine)
    room = max(machine.tables[machine.zone_cap], default=0)
    outcomes, low, high, zero_sum = 0, 0, 0, machine.players == 2
    for proc in machine.procs:
        for node in walk.nodes(proc):
            if isinstance(node, ops.Shuffle):
                outcomes = max(outcomes, room)
            elif isinstance(node, ops.Chance):
                outcomes = max(outcomes, min(ranges.of(proc.id, node.n)[1], _FAR))
            elif isinstance(node, ops.Finish) and node.how == "scored":
                least, most = ranges.results[node.score] or (0, 0)
                low, high, zero_sum = min(low, max(least, -_FAR)), max(high, min(most, _FAR)), False
            elif isinstance(node, ops.Finish) and node.how != "drawn":
                low, high = min(low, -1), max(high, 1)
    sealed = any(decision.sealed for decision in machine.decisions)
    return Outline(outcomes > 0, outcomes, hides(machine), sealed, low, high, zero_sum)


def is_certain(machine: Machine) -> bool:
    """Whether nothing is drawn and nothing hidden: every decision leads to one position, which everybody sees."""
    nodes = (node for proc in machine.procs for node in walk.nodes(proc))
    return not hides(machine) and not any(isinstance(node, ops.Shuffle | ops.Chance) for node in nodes)
