"""Answers given unseen and not yet opened: nobody but who gave them may imagine the true ones.

While sealed choices are made, the answers lie in registers of the flow that asks (`sealing.py`). For somebody who
imagines the position, those of others are taken out before the hidden pieces are dealt again, and then each of these
members chooses once more, at random among what the rules offer in the position that was dealt.

Whoever is not asked does not know either who is being asked, or for which of several questions. The imagined position
then asks some other member for the first time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dsl.machine.ir.ops import ASKER, FP
from dsl.runtime.engine import Engine
from dsl.runtime.information.sealing import Answer, Sealing
from dsl.runtime.nature import Nature
from dsl.runtime.viewers import Viewer, sits

Pick = Callable[[int], int]
"""One of range(n)."""

_QUESTIONS: Final = 10_000
"""More questions to one member than any choice of several can have."""


class SealedAnswers:
    """The sealed choices that are being made in a position, as one player knows them."""

    def __init__(self, engine: Engine, position: list[int], player: Viewer) -> None:
        """`flow` is None where nothing is being chosen unseen."""
        question = engine.question(position)
        seal = question.seal if question is not None else None
        self.flow = None if seal is None else Sealing(engine, position, seal)
        self._engine = engine
        self._player = player
        self.own: list[Answer | None] = []
        """Of those who have chosen the answers that the player knows, since they are his own."""
        self.is_asked = False
        """Whether the player is the one who is asked."""
        if self.flow is None:
            return
        self.is_asked = sits(player, position[ASKER])
        own = (self._is_asked(self.flow, position, member) for member in range(self.flow.index))
        self.own = [self.flow.answer(position, member) if asked else None for member, asked in enumerate(own)]

    @property
    def viewer(self) -> int:
        """The player; 0 for all others."""
        return self._player if isinstance(self._player, int) else 0

    def without(self, position: list[int]) -> list[int]:
        """The position without what the player does not know of the choices."""
        if self.flow is None:
            return position
        bare = position[:]
        self.flow.write(bare, [own or self._nothing(self.flow) for own in self.own])
        if not self.is_asked:
            self.flow.to_gate(bare, self.flow.index)
        return bare

    def again(self, position: list[int], pick: Pick) -> list[int] | None:
        """A position made by `without`, with everybody's answers; None if nobody but the player has to choose there,
        which he knows is not so.
        """
        flow = self.flow
        if flow is None:
            return position
        answers: list[Answer] = []
        for member in range(flow.index):
            own = self.own[member]
            answers.append(own if own is not None else self._chosen(flow, position, member, pick))
        flow.write(position, answers)
        if self.is_asked:
            return position
        for member in range(flow.index, flow.last + 1):
            there = flow.ask(position, member, answers)
            if asked := flow.asked(there):
                if sits(self._player, asked):
                    return None
                there[there[FP] + flow.slots[flow.seal.last]] = flow.last
                return there
            answers.append(self._nothing(flow))
        return None

    def _nothing(self, flow: Sealing) -> Answer:
        return [[] if ends >= 0 else [0] for _, ends in flow.seal.kept]

    def _is_asked(self, flow: Sealing, position: list[int], member: int) -> bool:
        """Whether the player is the one who chooses for a member."""
        asked = flow.asked(flow.ask(position, member))
        return asked > 0 and sits(self._player, asked)

    def _chosen(self, flow: Sealing, position: list[int], member: int, pick: Pick) -> Answer:
        """What a member may have chosen."""
        backend, quiet = self._engine.backend, Nature(self._engine.machine)
        there = flow.ask(position, member)
        for _ in range(_QUESTIONS):
            if not flow.asked(there):
                break
            options = backend.options(there)
            backend.choose(there, options[pick(len(options))])
            backend.run(there, quiet)
        return flow.answer(there, 0)
