"""Sealed choices that are being made in a position: how one member is asked alone, and where the answers lie.

The choices of members cannot depend on each other, since they change nothing: so each member can be asked on a copy of
the position, through the gate (`ops.SealInfo`), which play never reaches.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dsl.backends.base import PlayError
from dsl.machine.ir import ops
from dsl.machine.ir.ops import ALONE, ASKER, ASKING, DECISION, FP, FRAME, STATUS, SealInfo, SurelyAsked
from dsl.runtime import pieces
from dsl.runtime.engine import Engine
from dsl.runtime.errors import GameError
from dsl.runtime.knowing.asking import Asking
from dsl.runtime.nature import Nature

ALL: Final = 0
"""Whoever looks on knows what all may know."""
Answer = list[list[int]]
"""What a member has chosen: for each name the number, or the members of the list."""


class Sealing:
    """The flow of sealed choices, in the position in which they are being made and in copies of it."""

    def __init__(self, engine: Engine, position: list[int], seal: SealInfo) -> None:
        """seal: that of the question which is asked in the position."""
        self.seal = seal
        self._engine = engine
        self._proc = engine.machine.procs[position[position[FP]]]
        ends = enumerate(self._proc.blocks)
        self._base = position[FP]
        self.gate = next(
            number for number, block in ends if isinstance(block.end, ops.Decide) and block.end.decision == seal.gate
        )
        self.slots = engine.words.frames.slots[self._proc.id]
        frame = position[FP]
        self.index = position[frame + self.slots[seal.index]]
        self.last = position[frame + self.slots[seal.last]]

    def ask(self, position: list[int], member: int, answers: Sequence[Answer] = ()) -> list[int]:
        """A copy of the position in which one member is asked, or has nothing to choose and the gate is reached."""
        there = position[:]
        self.to_gate(there, member)
        self.write(there, answers)
        there[there[FP] + self.slots[self.seal.last]] = ALONE
        self._engine.backend.choose(there, ())
        try:
            self._engine.backend.run(there, Nature(self._engine.machine))
        except PlayError as error:
            raise self._engine.error(error) from None
        return there

    def asked(self, position: Sequence[int]) -> int:
        """Who is asked in such a copy; 0 at the gate, where the member has chosen."""
        is_asked = position[STATUS] == ASKING and position[DECISION] != self.seal.gate
        return position[ASKER] if is_asked else 0

    def questions(self, position: Sequence[int]) -> int:
        """The most questions that anybody can be asked, as far as everybody sees."""
        words = self._engine.words
        total = 0
        for often in self.seal.often:
            held = [len(pieces.members(words, position, zone)) for zone in often.zones]
            total += max(0, often.times * min(often.most, max(held, default=often.most)) - often.less)
        return total * self.seal.most

    def ready(self, position: list[int]) -> tuple[list[int], list[int]] | None:
        """The players who have chosen and those who have not, where all see who is asked; None where they do not: there
        somebody who is ready at once would show that he has nothing to choose.
        """
        if not self.seal.surely:
            return None
        asking = Asking(self._engine, position, ALL)
        asked: list[int] = []
        try:
            for player in range(1, self._engine.machine.players + 1):
                is_asked = 1 if self.seal.who < 0 else asking.call(self.seal.who, [player], [True])
                if is_asked and any(self._comes(asking, sure, player) for sure in self.seal.surely):
                    asked.append(player)
                elif is_asked != 0:
                    return None
        except GameError:  # where the rules break, those who are asked are told
            return None
        return asked[: self.index], asked[self.index :]

    def _comes(self, asking: Asking, sure: SurelyAsked, player: int) -> bool:
        """Whether a choice comes to a player, as all see."""
        if sure.asks >= 0:
            return bool(asking.call(sure.asks, [player], [True]))
        zone = sure.zone + sure.step * (player - 1)
        return not zone or len(pieces.members(self._engine.words, asking.position, zone)) > sure.more

    def to_gate(self, position: list[int], member: int) -> None:
        """Put a position to the gate, before a member chooses; what only its questions need is dropped."""
        base = position[FP]
        position[base + 1] = self.gate
        position[STATUS], position[ASKER], position[DECISION] = ASKING, 0, self.seal.gate
        for slot, size in self.dropped():
            position[slot : slot + size] = [0] * size
        position[base + self.slots[self.seal.index]] = member

    def dropped(self) -> list[tuple[int, int]]:
        """The slots that only the questions of a member need: where they begin, and how many there are."""
        kept = self._engine.words.frames.live(self._proc).kept[self.gate]
        return [
            (self._base + slot, 1 + size)
            for register, (slot, size) in enumerate(zip(self.slots, self._proc.sizes, strict=True))
            if register not in kept and slot >= FRAME
        ]

    def lies(self, register: int) -> tuple[int, int]:
        """The slot of a register (-1: no frame holds it), and how many members it has at most if it is a list."""
        slot, size = self.slots[register], self._proc.sizes[register]
        return (self._base + slot if slot >= 0 else -1), size

    def answer(self, position: list[int], number: int) -> Answer:
        """The answer of this number among those that lie in the lists."""
        found: Answer = []
        for values, ends in self.seal.kept:
            known = self._list(position, values)
            if ends < 0:
                found.append(known[number : number + 1] or [0])
                continue
            borders = [0, *self._list(position, ends)]
            found.append(known[borders[number] : borders[number + 1]])
        return found

    def write(self, position: list[int], answers: Sequence[Answer]) -> None:
        """Let these be the answers that lie in the lists."""
        for number, (values, ends) in enumerate(self.seal.kept):
            made = [answer[number] for answer in answers]
            self._set(position, values, [value for part in made for value in part])
            if ends >= 0:
                total, borders = 0, list[int]()
                for part in made:
                    total += len(part)
                    borders.append(total)
                self._set(position, ends, borders)

    def _list(self, position: list[int], register: int) -> list[int]:
        if self.slots[register] < 0:  # nothing reads it, so the frame does not hold it
            return []
        slot = position[FP] + self.slots[register]
        return position[slot + 1 : slot + 1 + position[slot]]

    def _set(self, position: list[int], register: int, values: list[int]) -> None:
        if self.slots[register] < 0:
            return
        slot, size = position[FP] + self.slots[register], self._proc.sizes[register]
        position[slot : slot + 1 + size] = [len(values), *values, *(0 for _ in range(size - len(values)))]
