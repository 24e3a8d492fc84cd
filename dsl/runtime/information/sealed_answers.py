"""Answers given unseen and not yet opened: nobody but who gave them may imagine the true ones.

While sealed choices are made, the answers lie in registers of the flow that asks (`ops.SealInfo`). For somebody who
imagines the position, those of others are taken out before the hidden pieces are dealt again, and then each of these
members chooses once more, at random among what the rules offer in the position that was dealt. Members are asked
through the gate, a decision that play never reaches: it lets one member choose and comes back.

Whoever is not asked does not know either who is being asked, or for which of several questions. The imagined position
then asks some other member for the first time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from dsl.backends.base import PlayError
from dsl.machine.ir import ops
from dsl.machine.ir.ops import ASKER, ASKING, DECISION, FP, FRAME, STATUS, SealInfo
from dsl.runtime.engine import Engine
from dsl.runtime.nature import Nature
from dsl.runtime.viewers import Viewer, sits

Pick = Callable[[int], int]
"""One of range(n)."""

_ALONE: Final = -2
"""As the index of the last member: only one is asked, and then the gate is reached."""
_QUESTIONS: Final = 10_000
"""More questions to one member than any choice of several can have."""

Answer = list[list[int]]
"""What a member has chosen: for each name the number, or the members of the list."""


class SealedAnswers:
    """The sealed choices that are being made in a position, as one player knows them."""

    def __init__(self, engine: Engine, position: list[int], player: Viewer) -> None:
        """`seal` is None where nothing is being chosen unseen."""
        question = engine.question(position)
        self.seal: SealInfo | None = question.seal if question is not None else None
        self._engine = engine
        self._player = player
        self._own: list[Answer | None] = []
        if self.seal is None:
            return
        self._proc = engine.machine.procs[position[position[FP]]]
        ends = enumerate(self._proc.blocks)
        self._gate = next(
            number
            for number, block in ends
            if isinstance(block.end, ops.Decide) and block.end.decision == self.seal.gate
        )
        self._slots = engine.words.frames.slots[self._proc.id]
        self._asked = sits(player, position[ASKER])
        frame = position[FP]
        self._index = position[frame + self._slots[self.seal.index]]
        self._last = position[frame + self._slots[self.seal.last]]
        answers = [self._answer(position, member) for member in range(self._index)]
        self._own = [answer if self._is_asked(position, member) else None for member, answer in enumerate(answers)]

    def without(self, position: list[int]) -> list[int]:
        """The position without what the player does not know of the choices."""
        if self.seal is None:
            return position
        bare = position[:]
        self._write(bare, [own or self._nothing() for own in self._own])
        if not self._asked:
            self._at_gate(bare, self._index)
        return bare

    def again(self, position: list[int], pick: Pick) -> list[int] | None:
        """A position made by `without`, with everybody's answers; None if nobody but the player has to choose there,
        which he knows is not so.
        """
        if self.seal is None:
            return position
        answers: list[Answer] = []
        for member in range(self._index):
            own = self._own[member]
            answers.append(own if own is not None else self._chosen(position, member, pick))
        self._write(position, answers)
        if self._asked:
            return position
        for member in range(self._index, self._last + 1):
            there = self._ask(position, member, answers)
            if there[DECISION] != self.seal.gate:
                if sits(self._player, there[ASKER]):
                    return None
                there[there[FP] + self._slots[self.seal.last]] = self._last
                return there
            answers.append(self._nothing())
        return None

    def _nothing(self) -> Answer:
        assert self.seal is not None
        return [[] if ends >= 0 else [0] for _, ends in self.seal.kept]

    def _is_asked(self, position: list[int], member: int) -> bool:
        """Whether the player is the one who chooses for a member."""
        there = self._ask(position, member)
        return self.seal is not None and there[DECISION] != self.seal.gate and sits(self._player, there[ASKER])

    def _chosen(self, position: list[int], member: int, pick: Pick) -> Answer:
        """What a member may have chosen."""
        assert self.seal is not None
        backend, quiet = self._engine.backend, Nature(self._engine.machine)
        there = self._ask(position, member)
        for _ in range(_QUESTIONS):
            if there[STATUS] != ASKING or there[DECISION] == self.seal.gate:
                break
            options = backend.options(there)
            backend.choose(there, options[pick(len(options))])
            backend.run(there, quiet)
        return self._answer(there, 0)

    def _ask(self, position: list[int], member: int, answers: Sequence[Answer] = ()) -> list[int]:
        """A copy of the position in which one member is asked, or has nothing to choose and the gate is reached."""
        there = position[:]
        self._at_gate(there, member)
        self._write(there, answers)
        there[there[FP] + self._slots[self.seal.last if self.seal else 0]] = _ALONE
        self._engine.backend.choose(there, ())
        try:
            self._engine.backend.run(there, Nature(self._engine.machine))
        except PlayError as error:
            raise self._engine.error(error) from None
        return there

    def _at_gate(self, position: list[int], member: int) -> None:
        """Put a position to the gate, before a member chooses; what only its questions need is dropped."""
        assert self.seal is not None
        base = position[FP]
        position[base + 1] = self._gate
        position[STATUS], position[ASKER], position[DECISION] = ASKING, 0, self.seal.gate
        kept = self._engine.words.frames.live(self._proc).kept[self._gate]
        for register, (slot, size) in enumerate(zip(self._slots, self._proc.sizes, strict=True)):
            if register not in kept and slot >= FRAME:
                position[base + slot : base + slot + 1 + size] = [0] * (1 + size)
        position[base + self._slots[self.seal.index]] = member

    def _answer(self, position: list[int], number: int) -> Answer:
        """The answer of this number among those that lie in the lists."""
        assert self.seal is not None
        found: Answer = []
        for values, ends in self.seal.kept:
            known = self._list(position, values)
            if ends < 0:
                found.append(known[number : number + 1] or [0])
                continue
            borders = [0, *self._list(position, ends)]
            found.append(known[borders[number] : borders[number + 1]])
        return found

    def _write(self, position: list[int], answers: Sequence[Answer]) -> None:
        """Let these be the answers that lie in the lists."""
        assert self.seal is not None
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
        if self._slots[register] < 0:  # nothing reads it, so the frame does not hold it
            return []
        slot = position[FP] + self._slots[register]
        return position[slot + 1 : slot + 1 + position[slot]]

    def _set(self, position: list[int], register: int, values: list[int]) -> None:
        if self._slots[register] < 0:
            return
        slot, size = position[FP] + self._slots[register], self._proc.sizes[register]
        position[slot : slot + 1 + size] = [len(values), *values, *(0 for _ in range(size - len(values)))]
