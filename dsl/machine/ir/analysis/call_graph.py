"""The graph of calls: which procedures can reach themselves, and how much stack a game can need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dsl.machine.ir.analysis.liveness import brief, frame_size
from dsl.machine.ir.draft import Draft
from dsl.machine.ir.ops import DEPTH_LIMIT, DecisionInfo, Proc
from dsl.machine.ir.walk import callees


def finished(drafts: list[Draft], decisions: Sequence[DecisionInfo]) -> tuple[tuple[Proc, ...], int]:
    """The procedures, each with whether it can reach itself and what its frame need not hold, and the slots of the
    deepest nesting of flows.
    """
    procs = [_proc(draft, False) for draft in drafts]
    procs = [replace(proc, brief=brief(decisions, proc)) if proc.flow else proc for proc in procs]
    called = [list(callees(proc)) for proc in procs]
    together = groups(called)
    recursive = {proc for group in together for proc in group if len(group) > 1 or proc in called[proc]}
    found = tuple(replace(proc, recursive=True) if proc.id in recursive else proc for proc in procs)
    return found, _stack(found, called, together)


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


def _stack(procs: tuple[Proc, ...], called: list[list[int]], together: list[list[int]]) -> int:
    depth: dict[int, int] = {}
    for group in together:
        frames = [_frame(procs[proc]) for proc in group]
        many = DEPTH_LIMIT + 1 if procs[group[0]].recursive else 1
        below = max((depth[callee] for proc in group for callee in called[proc] if callee not in group), default=0)
        depth.update(dict.fromkeys(group, many * max(frames) + below))
    return max(depth.values(), default=0)


def _frame(proc: Proc) -> int:
    return frame_size(proc) if proc.flow else 0
