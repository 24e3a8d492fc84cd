"""Machines made by hand, for the tests of everything that reads machines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from dsl.backends.base import Backend
from dsl.machine.ir import ops
from dsl.machine.ir.knowers import everyone
from dsl.machine.ir.ops import (
    HEADER,
    Block,
    Const,
    DecisionInfo,
    Expr,
    Layout,
    Machine,
    Names,
    Proc,
    Reg,
    Region,
    Shown,
    Site,
    Stmt,
    TextTemplate,
)

ALL, OWNER, NOBODY, FACES = range(4)
Operand = Expr | int
Make = Callable[..., Backend]
"""Makes a backend of a machine (and a budget)."""


def expr(value: Operand) -> Expr:
    """A number as an expression, an expression as it is."""
    return Const(value) if isinstance(value, int) else value


def r(reg: int) -> Reg:
    """A register."""
    return Reg(reg)


def bin_(fn: str, left: Operand, right: Operand) -> ops.Bin:
    """left fn right."""
    return ops.Bin(fn, expr(left), expr(right))


def both(left: Operand, right: Operand) -> ops.Bin:
    """left and right."""
    return bin_("and", left, right)


def set_(reg: int, value: Operand) -> ops.SetReg:
    """reg := value."""
    return ops.SetReg(reg, expr(value))


def ret(value: Operand) -> ops.Return:
    """Return a value."""
    return ops.Return(expr(value))


def if_(test: Operand, then: list[Stmt], otherwise: list[Stmt] | None = None) -> ops.IfDo:
    """A branch."""
    return ops.IfDo(expr(test), tuple(then), tuple(otherwise or []))


def emit(*values: Operand) -> ops.Emit:
    """Emit an option."""
    return ops.Emit(tuple(expr(value) for value in values))


def call(proc: int, *args: Operand) -> ops.Call:
    """The result of a function."""
    return ops.Call(proc, tuple(expr(arg) for arg in args))


@dataclass(frozen=True)
class Zone:
    """One zone instance."""

    room: int = 4
    ordered: bool = True
    seen: int = ALL
    owner: int = 0
    host: int = 0
    linked: bool = False


@dataclass(frozen=True)
class Room:
    """A region of the data: its slots hold low..high."""

    name: str
    size: int
    low: int = -1000
    high: int = 1000


_DEEPEST = 16


class Builder:
    """Collects procedures, tables and decisions, and lays a machine out."""

    def __init__(
        self,
        players: int = 2,
        pieces: int = 0,
        zones: tuple[Zone, ...] = (),
        rooms: tuple[Room, ...] = (),
        streams: int = 1,
        stack: int = 200,
    ) -> None:
        self.players = players
        self.first_piece = players + 1
        self.entities = players + pieces
        self.tables: list[tuple[int, ...]] = []
        self.procs: list[Proc | None] = []
        self.decisions: list[DecisionInfo] = []
        self.at: dict[str, int] = {}
        """The first slot of each room."""
        regions: list[Region] = []
        results = HEADER + streams
        slot = results + players

        def room(name: str, size: int, low: int, high: int) -> int:
            nonlocal slot
            regions.append(Region(name, slot, size, low, high))
            self.at[name] = slot
            slot += size
            return slot - size

        for extra in rooms:
            room(extra.name, extra.size, extra.low, extra.high)
        first = self.first_piece
        place = room("place", pieces, 0, len(zones)) - first
        owner = room("owner", pieces, 0, players) - first
        face = room("face", pieces, 0, 1) - first
        known = room("known", pieces, 0, everyone(players)) - first
        follows = room("next", pieces, 0, self.entities) - first if any(zone.linked for zone in zones) else 0
        lies: dict[int, int] = {}
        linked = 0
        for n, zone in sorted(enumerate(zones, 1), key=lambda item: item[1].linked):
            linked = linked or (slot if zone.linked else 0)
            lies[n] = room(f"zone{n}", 2 if zone.linked else 1 + zone.room, 0, max(self.entities, zone.room))
        bases = [lies[n] for n in range(1, len(zones) + 1)]
        self.layout = Layout(tuple(regions), place, owner, face, known, HEADER, results, slot, stack, follows, linked)
        box = Zone(0, False, NOBODY)
        every = (box, *zones)
        self.well_known = [
            self.table(0, *bases),
            self.table(*(zone.room for zone in every)),
            self.table(*(int(zone.ordered) for zone in every)),
            self.table(*(zone.seen for zone in every)),
            self.table(*(zone.owner for zone in every)),
            self.table(*(zone.host for zone in every)),
        ]

    def table(self, *numbers: int) -> int:
        """Add a table."""
        self.tables.append(numbers)
        return len(self.tables) - 1

    def reserve(self) -> int:
        """The id of a procedure that is told later."""
        self.procs.append(None)
        return len(self.procs) - 1

    def function(
        self,
        params: int,
        body: list[Stmt],
        sizes: tuple[int, ...] | None = None,
        recursive: bool = False,
        proc: int | None = None,
    ) -> int:
        """Add a function. sizes: its registers (as many scalars as there are parameters, if not told)."""
        proc = self.reserve() if proc is None else proc
        sizes = (0,) * params if sizes is None else sizes
        self.procs[proc] = Proc(
            proc, params, sizes, False, recursive, tuple(body), (), proc, deepest=_DEEPEST if recursive else 0
        )
        return proc

    def flow(
        self,
        params: int,
        blocks: list[tuple[list[Stmt], ops.End]],
        sizes: tuple[int, ...] | None = None,
        recursive: bool = False,
        proc: int | None = None,
    ) -> int:
        """Add a flow."""
        proc = self.reserve() if proc is None else proc
        sizes = (0,) * params if sizes is None else sizes
        made = tuple(Block(tuple(body), end) for body, end in blocks)
        self.procs[proc] = Proc(
            proc, params, sizes, True, recursive, (), made, proc, deepest=_DEEPEST if recursive else 0
        )
        return proc

    def decision(self, options: int, args: tuple[int, ...] = (), width: int = 1) -> int:
        """Add a decision."""
        number = len(self.decisions)
        shown = Shown("number")
        self.decisions.append(
            DecisionInfo("member", options, args, width, shown, (), (), 0, (), "", False, 50 + number)
        )
        return number

    def machine(self, main: int | None = None, start: int | None = None) -> Machine:
        """The machine. Without main and start: flows and functions that do nothing."""
        if start is None:
            start = self.function(0, [])
        if main is None:
            main = self.flow(0, [([], ops.ReturnFlow(Const(0)))])
        procs = tuple(proc for proc in self.procs if proc is not None)
        base, cap, ordered, seen, owner, host = self.well_known
        assert len(procs) == len(self.procs), "a reserved procedure was never told"
        names = Names(
            title="handmade",
            entities=(),
            enums=(),
            fields=(),
            zones=(),
            boards=(),
            templates=(TextTemplate(("something happens",)),),
            sites=tuple(Site("handmade.rules", n + 1, 1, f"line {n + 1}", (), "") for n in range(100)),
            procs=tuple(f"procedure {n}" for n in range(len(procs))),
            windows=(),
            streams=(),
            options=(),
        )
        return Machine(
            self.players,
            self.first_piece,
            self.entities,
            tuple(self.tables),
            *(base, cap, ordered, seen, owner, host),
            procs,
            start,
            main,
            self.layout,
            tuple(self.decisions),
            (),
            (),
            names,
        )


def without_names(machine: Machine) -> Machine:
    """The same machine with no words."""
    empty = Names("", (), (), (), (), (), (), (), (), (), (), ())
    return replace(machine, names=empty)
