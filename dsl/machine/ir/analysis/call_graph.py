"""The graph of calls: which procedures can reach themselves, and how much stack a game can need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dsl.machine.ir.analysis.liveness import brief, frame_size
from dsl.machine.ir.draft import Draft
from dsl.machine.ir.ops import DEPTH_LIMIT, DecisionInfo, Machine, Proc
from dsl.machine.ir.walk import callees


def finished(drafts: list[Draft], decisions: Sequence[DecisionInfo]) -> tuple[tuple[Proc, ...], int]:
    """The procedures, each with whether it can reach itself and what its frame need not hold, and the slots of the
    deepest nesting of flows.
    """
    procs = [_proc(draft, False) for draft in drafts]
    procs = [replace(proc, brief=brief(decisions, proc)) if proc.flow else proc for proc in procs]
    called = [list(callees(proc)) for proc in procs]
    together = groups(called)
    nesting = Nesting(drafts, called, together)
    found = tuple(
        replace(proc, recursive=True, deepest=nesting.deepest[proc.id]) if proc.id in nesting.counted else proc
        for proc in procs
    )
    return found, _stack(found, called, together, nesting)


class Nesting:
    """How deep calls may lie in each other. counted: the procedures whose calls are counted, deepest: up to where.

    In a circle with procedures that say how deep they may go, these are counted, and others only if they lead back to
    themselves without them. A circle that another one calls counts on from there.
    """

    def __init__(self, drafts: list[Draft], called: list[list[int]], together: list[list[int]]) -> None:
        self.counted: set[int] = set()
        self.deepest: dict[int, int] = {}
        self.own: dict[int, int] = {}
        circles = [group for group in together if _is_circle(group, called)]
        for group in circles:
            said = {drafts[proc].site: drafts[proc].deep for proc in group if drafts[proc].deep}
            bounded = [proc for proc in group if drafts[proc].deep]
            rest = _circles_among([proc for proc in group if proc not in bounded], called)
            self.counted.update(bounded, rest)
            own = sum(said.values()) + (DEPTH_LIMIT if rest else 0)
            self.own.update(dict.fromkeys(group, own if said else 0))
        self._limits(called, together)

    def _limits(self, called: list[list[int]], together: list[list[int]]) -> None:
        """The depth up to which each circle counts, callers first."""
        all_above, said_above = [0] * len(called), [0] * len(called)
        for group in reversed(together):
            above, said = max(all_above[proc] for proc in group), max(said_above[proc] for proc in group)
            circle = not self.counted.isdisjoint(group)
            own = self.own[group[0]] if circle else 0
            limit = above + own if own else said + DEPTH_LIMIT if circle else 0
            self.deepest.update(dict.fromkeys(group, limit) if circle else {})
            for proc in group:
                for callee in called[proc]:
                    all_above[callee] = max(all_above[callee], limit or above)
                    said_above[callee] = max(said_above[callee], limit if own else said)


def _is_circle(group: list[int], called: list[list[int]]) -> bool:
    return len(group) > 1 or group[0] in called[group[0]]


def _circles_among(members: list[int], called: list[list[int]]) -> set[int]:
    """Those that lead back to themselves by way of members alone."""
    place = {proc: index for index, proc in enumerate(members)}
    inner = [[place[callee] for callee in called[proc] if callee in place] for proc in members]
    return {members[index] for group in groups(inner) if _is_circle(group, inner) for index in group}


def deepest(machine: Machine) -> int:
    """The most nested calls that S[DEPTH] may count anywhere."""
    return max((proc.deepest for proc in machine.procs), default=0)


def _proc(draft: Draft, recursive: bool) -> Proc:
    return Proc(
        draft.id,
        draft.params,
        tuple(draft.sizes),
        draft.flow,
        recursive,
        draft.body,
        draft.blocks,
        draft.site,
        tuple(sorted(draft.numbers - draft.entities)),
        tuple(sorted(draft.entities - draft.numbers)),
    )


def groups(called: list[list[int]]) -> list[list[int]]:
    """The procedures that can reach each other, callees before callers (Tarjan's algorithm, without recursion)."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    open_: dict[int, None] = {}
    found: list[list[int]] = []
    for root in range(len(called)):
        pending = [] if root in order else [(root, 0)]
        while pending:
            proc, index = pending.pop()
            if index == 0:
                order[proc] = low[proc] = len(order)
                open_[proc] = None
            else:
                low[proc] = min(low[proc], low[called[proc][index - 1]])
            while index < len(called[proc]):
                callee = called[proc][index]
                index += 1
                if callee not in order:
                    pending += [(proc, index), (callee, 0)]
                    break
                if callee in open_:
                    low[proc] = min(low[proc], order[callee])
            else:
                if low[proc] == order[proc]:
                    group: list[int] = []
                    while not group or group[-1] != proc:
                        group.append(open_.popitem()[0])
                    found.append(group)
    return found


def _stack(procs: tuple[Proc, ...], called: list[list[int]], together: list[list[int]], nesting: Nesting) -> int:
    depth: dict[int, int] = {}
    for group in together:
        frames = [_frame(procs[proc]) for proc in group]
        own = nesting.own.get(group[0], 0)
        if own:
            here = (own + 1) * sum(frames)
        else:
            here = (nesting.deepest.get(group[0], 0) + 1) * max(frames)
        below = max((depth[callee] for proc in group for callee in called[proc] if callee not in group), default=0)
        depth.update(dict.fromkeys(group, here + below))
    return max(depth.values(), default=0)


def _frame(proc: Proc) -> int:
    return frame_size(proc) if proc.flow else 0
