"""What a flow finds in its frame when it goes on, and what it must put back when it waits.

A flow waits at a decision and at a call of another flow. Only then do its registers lie in the frame; those that
nothing can read any more are 0 there.
"""

from __future__ import annotations

from dsl.backends.base import Frames
from dsl.machine.ir import ops
from dsl.machine.ir.ops import Proc
from dsl.machine.ir.walk import expressions, own_writes, statements, successors, waits


class Waits:
    """The blocks where a flow is gone on with, and what happens to its registers in between."""

    def __init__(self, frames: Frames, proc: Proc) -> None:
        self.proc = proc
        self.live = frames.live(proc)
        self.entries = self._entries()
        """The blocks where the flow is entered, and the registers that may not be 0 in the frame then."""
        self._changes: dict[int, set[int]] = {}

    def _entries(self) -> dict[int, set[int]]:
        entries = {0: set(range(self.proc.params))}
        for index, block in enumerate(self.proc.blocks):
            if isinstance(block.end, ops.Decide | ops.CallFlow):
                kept = entries.setdefault(block.end.block, set())
                kept |= self.live.kept[index]
                kept.update(own_writes(block.end))
        return entries

    def put_back(self, index: int) -> tuple[frozenset[int], set[int], set[int]]:
        """What becomes of the frame where a block waits: the registers that stay; those that may have been changed
        since the flow was entered; and those that may not be 0 in the frame.
        """
        changed: set[int] = set()
        filled: set[int] = set()
        for block in self._before(index):
            changed.update(self._changed(block))
            filled |= self.entries.get(block, set())
        return self.live.kept[index], changed, filled

    def _before(self, last: int) -> set[int]:
        """The blocks that may have run, since the flow was entered, when a block ends; itself included."""
        leading: list[list[int]] = [[] for _ in self.proc.blocks]
        for index, block in enumerate(self.proc.blocks):
            if not waits(block.end):
                for after in successors(block.end):
                    leading[after].append(index)
        found, pending = {last}, [last]
        while pending:
            for index in leading[pending.pop()]:
                if index not in found:
                    found.add(index)
                    pending.append(index)
        return found

    def _changed(self, index: int) -> set[int]:
        """The registers that a block may change, by itself or through functions it hands lists to."""
        if index not in self._changes:
            block = self.proc.blocks[index]
            found = set[int]()
            for stmt in (*statements(block.body), block.end):
                found.update(own_writes(stmt))
                found.update(part.reg for part in expressions(stmt) if isinstance(part, ops.ListReg))
            self._changes[index] = found
        return self._changes[index]
