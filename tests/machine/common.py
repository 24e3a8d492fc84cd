"""What the tests of lowering share: a machine of a text, and games played on the reference backend by script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from dsl.backends.base import Chance, PlayError
from dsl.backends.reference.backend import Reference
from dsl.diagnostics import Bag, render_text
from dsl.machine.ir.ops import ASKER, ASKING, DECISION, STATUS, DecisionInfo, Fail, Machine
from dsl.machine.ir.verify import verify
from dsl.machine.ir.walk import nodes
from dsl.machine.ir.zone_storage import members
from dsl.machine.lower.driver import PASSES, lower
from dsl.runtime.chance import draw
from dsl.semantics.check import check
from dsl.semantics.model import Program
from dsl.source import SourceFile, check_text
from dsl.syntax.parse import parse_file

ROOT = Path(__file__).parent.parent.parent
GRAMMAR = (ROOT / "grammar" / "rules.lark").read_text(encoding="utf-8")

__all__ = ["ASKER", "Play", "PlayError", "failures", "machine_of", "play", "program_of"]


def program_of(text: str, players: int | None = None, options: Mapping[str, int] | None = None) -> Program:
    """The checked program of a text; a game of two players unless it says so itself."""
    if 'game "' not in text:
        text = f'game "Test" for 2 players\n{text}'
    bag = Bag(limit=100)
    files = [parse_file(check_text("test.rules", text.encode()), bag, GRAMMAR)]
    data: dict[str, SourceFile] = {}
    program = check(files, players=players, options=dict(options or {}), data=data, bag=bag)
    assert program is not None, render_text(bag.all())
    return program


def machine_of(
    text: str, players: int | None = None, *, scenarios: bool = False, without: str | None = None
) -> Machine:
    """The machine of a text, which must be well formed; without: the name of a pass that is left out."""
    passes = tuple(each for each in PASSES if each[0] != without)
    machine = lower(program_of(text, players), scenarios=scenarios, passes=passes)
    assert not verify(machine), "\n".join(verify(machine))
    return machine


def failures(machine: Machine, code: str) -> int:
    """In how many places a machine looks for a fault before it goes on."""
    found = [node for proc in machine.procs for node in nodes(proc)]
    return sum(isinstance(node, Fail) and node.code == code for node in found)


class Play:
    """A game on the reference backend."""

    def __init__(self, machine: Machine, key: int = 1) -> None:
        self.machine = machine
        self.backend = Reference(machine)
        self.lines: list[str] = []
        self.env = Chance(machine, draw, self._log)
        self.S = self.backend.new_position(key)
        self.backend.run(self.S, self.env)

    def _log(self, S: list[int], template: int, args: tuple[int, ...]) -> None:
        rest = iter(args)
        parts = self.machine.names.templates[template].parts
        self.lines.append("".join(part if isinstance(part, str) else str(next(rest)) for part in parts))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.S[STATUS] == 2

    @property
    def asker(self) -> int:
        """Who is asked."""
        return self.S[ASKER] if self.S[STATUS] == ASKING else 0

    @property
    def decision(self) -> DecisionInfo:
        """The decision that is asked."""
        return self.machine.decisions[self.S[DECISION]]

    @property
    def kind(self) -> str:
        """What sort of decision is asked."""
        return self.decision.kind

    def options(self) -> list[tuple[int, ...]]:
        """What can be chosen."""
        return self.backend.options(self.S)

    def choose(self, *options: Sequence[int]) -> Play:
        """Answer decisions in turn; each answer must be an option."""
        for option in options:
            assert tuple(option) in self.options(), (option, self.options())
            self.backend.choose(self.S, option)
            self.backend.run(self.S, self.env)
        return self

    def field(self, name: str, entity: int = 0) -> int:
        """The value of a field."""
        for info in self.machine.names.fields:
            if info.name == name and info.first <= entity <= info.last:
                return self.S[info.base + entity] if info.var else self.machine.tables[info.table][entity - info.first]
        raise AssertionError(name)

    def slot(self, name: str, entity: int = 0, kind: str | None = None) -> int:
        """Where a field that changes stands, of entities of a kind if another kind has a field of that name too."""
        fields = (each for each in self.machine.names.fields if each.var and each.name == name)
        return next(each.base for each in fields if kind in (None, each.kind)) + entity

    def entity(self, title: str, copy: int = 1) -> int:
        """The number of a piece."""
        for index, info in enumerate(self.machine.names.entities, 1):
            if info.title == title and info.copy == copy:
                return index
        raise AssertionError(title)

    def zone(self, name: str, number: int = 0) -> list[int]:
        """The members of an instance of a zone, by its number from 0."""
        info = next(info for info in self.machine.names.zones if info.name == name)
        return members(self.machine, self.S, info.first + number)

    def place(self, piece: int) -> int:
        """The zone instance in which a piece lies."""
        return self.S[self.machine.layout.place + piece]

    def results(self) -> tuple[int, ...]:
        """The results of the players."""
        return self.backend.score(self.S)

    def value(self, name: str, *args: int) -> int:
        """A value by its name."""
        info = next(info for info in self.machine.values if info.name == name)
        return self.backend.call(self.S, info.proc, args)


def play(text: str, *options: Sequence[int], players: int | None = None, key: int = 1) -> Play:
    """A game of a text, with its first answers given."""
    return Play(machine_of(text, players), key).choose(*options)
