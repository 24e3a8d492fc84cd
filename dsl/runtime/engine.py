"""A machine with what is needed to play it: a backend, its words, its frames. Shared by all states of a game."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Sequence
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING

from dsl.backends.base import Backend, PlayError
from dsl.machine.ir import walk
from dsl.machine.ir.analysis.unseen_values import unseen_values
from dsl.machine.ir.ops import (
    ASKER,
    ASKING,
    DECISION,
    KEY_HI,
    KEY_LO,
    OVER,
    STATUS,
    Chance,
    DecisionInfo,
    Machine,
    Site,
)
from dsl.machine.ir.serialize import digest
from dsl.runtime.about import About, about
from dsl.runtime.errors import GameError
from dsl.runtime.reading.spelling import Lexicon
from dsl.runtime.reading.tokens import fold, spoken
from dsl.runtime.tongues.spoken import QUALITY
from dsl.runtime.tongues.tongue import Tongue
from dsl.runtime.viewers import Viewer, sits
from dsl.runtime.wording import Words

if TYPE_CHECKING:
    from dsl.runtime.storage.saves import Lock  # brings pydantic along, which takes a while to load
    from dsl.semantics.model import Program

Options = dict[str, int | list[int]]


class Engine:
    """What all positions of one game for one number of players have in common."""

    def __init__(
        self,
        backend: Backend,
        program: Program | Callable[[], Program] | None = None,
        options: Options | None = None,
        lock: Callable[[], Lock | None] = lambda: None,
        known: About | None = None,
        tongue: Tongue | None = None,
    ) -> None:
        """program: the checked rules, or what reads and checks them when they are needed; then with what words need of
        them (known). `options`: those that were chosen and are not the game's own; records keep them. lock: gives what
        a save says of the rules. tongue: the language that players read it in, if it is not that of the rules.
        """
        self.backend = backend
        self.lock = lock
        self.tongue = tongue
        self._program = program
        self.options: Options = dict(options or {})
        if known is None and self.program is not None:
            known = about(self.program)
        self.known = known
        """What words need of the rules, in the words of the rules."""
        self.words = Words(backend.machine, known, tongue)
        self.machine: Machine = self.words.machine
        """The machine with the words that players read."""

    @property
    def program(self) -> Program | None:
        """The checked rules; None if the engine was made of a machine alone."""
        if callable(self._program):
            self._program = self._program()
        return self._program

    @cached_property
    def digest(self) -> str:
        """A fingerprint of the machine: equal if and only if the rules are, in whatever language it is played."""
        return digest(self.backend.machine)

    @cached_property
    def in_source(self) -> Engine:
        """The same in the words of the rules, which records, saves and scenarios are written in."""
        if self.tongue is None:
            return self
        return Engine(self.backend, self._program, self.options, self.lock, self.known)

    def in_tongue(self, tongue: Tongue) -> Engine:
        """The same in another language."""
        return Engine(self.backend, self._program, self.options, self.lock, self.known, tongue)

    @cached_property
    def beginning(self) -> list[int]:
        """A position before anything happened."""
        return self.backend.new_position(0)

    @cached_property
    def dice(self) -> frozenset[int]:
        """The streams that `random` draws on, and not only shuffling."""
        nodes = (node for proc in self.machine.procs for node in walk.nodes(proc))
        return frozenset(node.stream for node in nodes if isinstance(node, Chance))

    @cached_property
    def unseen_values(self) -> dict[int, tuple[int, int]]:
        """The bases of the fields that hold what chance drew or somebody answered unseen, and which values that are."""
        return unseen_values(self.machine)

    @cached_property
    def lexicon(self) -> Lexicon:
        """What texts about this game are made of."""
        return Lexicon(self.words, {card.title for card in self.words.secret})

    @cached_property
    def explaining(self) -> Engine:
        """The same rules with definitions among the values, and with the parts of sums; made when somebody asks why."""
        from dsl.backends.reference.backend import Reference
        from dsl.pipeline import compile_game  # a game is played without it

        if self.program is None:
            return self
        backend = Reference(compile_game(self.program, explained=True))
        return Engine(backend, self.program, self.options, tongue=self.tongue)

    def has_parts(self, name: str) -> bool:
        """Whether something of a folded name is a definition, or a value whose base may be a sum."""
        program = self.program
        found = (*program.defines, *program.values) if program is not None else ()
        return any(name in (spoken(fold(each.name)), fold(self._called(each.name))) for each in found)

    def names_of(self, name: str) -> list[str]:
        """What the rules call the things that a value or a definition is asked of."""
        program = self.program
        found = (*program.defines, *program.values) if program is not None else ()
        for each in found:
            if name in (each.name, self._called(each.name)):
                return [param.name for param in each.params]
        return []

    def _called(self, name: str) -> str:
        """What a value or a definition is called in the language that is read."""
        return self.tongue.said(QUALITY, spoken(name)) if self.tongue is not None else name

    @property
    def title(self) -> str:
        """The title of the game."""
        return self.machine.names.title

    def question(self, position: Sequence[int]) -> DecisionInfo | None:
        """The decision that is asked in a position, if one is."""
        return self.machine.decisions[position[DECISION]] if position[STATUS] == ASKING else None

    def asker(self, position: Sequence[int]) -> int:
        """The player who is asked in a position, 0 if nobody is."""
        return position[ASKER] if position[STATUS] == ASKING else 0

    def is_unseen(self, position: Sequence[int], viewer: Viewer) -> bool:
        """Whether somebody else than the viewer is asked in sealed choices: of that he is told nothing but that they
        are being made, not even who is asked.
        """
        question = self.question(position)
        return question is not None and question.sealed and not sits(viewer, position[ASKER])

    def is_over(self, position: Sequence[int]) -> bool:
        """Whether the game has ended."""
        return position[STATUS] == OVER

    def prompt(self, position: list[int], viewer: Viewer) -> str:
        """The words of the question asked, as the viewer may read them; empty if nobody is asked."""
        if self.question(position) is None or self.is_unseen(position, viewer):
            return ""
        return self.words.text(position, viewer, *self.prompt_of(position))

    def prompt_of(self, position: list[int]) -> tuple[int, list[int]]:
        """The template of the question asked and the values of its holes."""
        decision = self.machine.decisions[position[DECISION]]
        return decision.prompt, self.words.registers(position, decision.prompt_args)

    def call(self, position: list[int], proc: int, args: Sequence[int]) -> int:
        """The result of a function that only looks."""
        return self.backend.call(position, proc, list(args[: self.machine.procs[proc].params]))

    def emit(self, position: list[int], proc: int, args: Sequence[int]) -> list[tuple[int, ...]]:
        """What a function emits for the first of the arguments that it takes."""
        return self.backend.emit(position, proc, list(args[: self.machine.procs[proc].params]))

    def site(self, number: int) -> Site | None:
        """A place in the rules by its number, None for none."""
        sites = self.machine.names.sites
        return sites[number] if 0 <= number < len(sites) and sites[number].file else None

    def error(self, error: PlayError, *, known: bool = False) -> GameError:
        """What a backend raised, in words of the description. known: it follows from what the one who asked knows."""
        nested = any(proc.recursive and proc.site == error.site for proc in self.machine.procs)
        return GameError(error.code, self.site(error.site), nested=nested, known=known)

    def key(self, position: Sequence[int]) -> str:
        """A fingerprint of a position: what is equal goes on equally, whatever chance has given and will give."""
        slots = array("q", position)
        slots[KEY_LO] = slots[KEY_HI] = 0
        first = self.machine.layout.counters
        for stream in range(len(self.machine.names.streams)):
            slots[first + stream] = 0
        if sys.byteorder == "big":
            slots.byteswap()
        return blake2b(slots.tobytes(), digest_size=16).hexdigest()
