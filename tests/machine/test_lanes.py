"""Tests of all members at once say of each what the reference interpreter says of it by itself."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from shared import game

from dsl.backends.native.masks import Filter, Masks
from dsl.backends.reference.backend import Reference
from dsl.machine.ir import ops
from dsl.machine.ir.analysis.intervals import Ranges
from dsl.machine.ir.analysis.lanes import Both, Fixed, Kept, Listed, Masked, Without, Word, maskable, members
from dsl.machine.ir.ops import Machine, Proc
from dsl.machine.ir.walk import nodes

GAMES = ["connect_four", "othello", "breakthrough", "draughts"]


class Seen:
    """Sets of members in one position."""

    def __init__(self, position: list[int], regs: dict[int, int], regions: tuple[Masked, ...]) -> None:
        self.position, self.regs, self.regions = position, regs, regions
        self._known: dict[int, int] = {}

    def bits(self, word: Word) -> int:
        """The members of a set, as bits."""
        if id(word) not in self._known:
            self._known[id(word)] = self._bits(word)
        return self._known[id(word)]

    def _bits(self, word: Word) -> int:
        match word:
            case Fixed(bits):
                return bits
            case Both("and", left, right):
                return self.bits(left) & self.bits(right)
            case Both(_, left, right):
                return self.bits(left) | self.bits(right)
            case Without(of):
                return ~self.bits(of)
            case Listed(sets, value, low):
                return sets[min(max(number(value, self.regs) - low, 0), len(sets) - 1)]
            case Kept(region, value, by, bits):
                wanted, first = number(value, self.regs), self.regions[region].base + by
                return sum(1 << lane for lane in members(bits) if self.position[first + lane] == wanted)


def number(expr: ops.Expr, regs: dict[int, int]) -> int:
    """What an expression of registers and numbers gives."""
    match expr:
        case ops.Const(value):
            return value
        case ops.Reg(reg):
            return regs[reg]
        case ops.If(ops.Bin("=", ops.Reg(reg), ops.Const(value)), then, otherwise):
            return number(then if regs[reg] == value else otherwise, regs)
        case _:
            raise AssertionError(expr)


def filters(machine: Machine) -> Iterator[tuple[Proc, Filter]]:
    """The loops of a machine that run over bits, in functions of numbers."""
    masks = Masks(machine, Ranges(machine, guarded=True))
    for proc in machine.procs:
        for node in nodes(proc):
            found = masks.filters.get(id(node))
            if found is not None and not proc.flow and not any(proc.sizes):
                yield proc, found


def one_by_one(machine: Machine, proc: Proc, found: Filter) -> tuple[Reference, int]:
    """The machine with a function that emits the members that pass all tests of a loop."""

    def emitting(stmt: ops.Stmt) -> ops.Stmt:
        assert isinstance(stmt, ops.IfDo)
        inner = (ops.Emit((ops.Reg(found.loop.reg),)),) if stmt.then is found.then else (emitting(stmt.then[0]),)
        return ops.IfDo(stmt.test, inner, ())

    loop = replace(found.loop, body=(emitting(found.loop.body[0]),))
    about = replace(proc, id=len(machine.procs), body=(loop,))
    return Reference(replace(machine, procs=(*machine.procs, about))), about.id


@pytest.mark.parametrize("name", GAMES)
def test_all_at_once_and_one_by_one(name: str) -> None:
    """Whatever the slots hold."""
    machine = game(name).machine()
    regions, choice, met = maskable(machine), random.Random(name), 0
    for proc, found in [each for each in filters(machine) if each[1].rest is None][-3:]:
        reference, asked = one_by_one(machine, proc, found)
        for weights in ((6, 2, 2), (1, 1, 1), (1, 4, 4)):
            position = reference.new_position(1)
            for region in regions:
                for slot in range(region.base, region.base + region.size):
                    values = range(max(region.low, 0), region.high + 1)
                    position[slot] = choice.choices(values, (*weights, *[1] * len(values))[: len(values)])[0]
            regs = {reg: choice.randint(1, machine.players) for reg in range(proc.params)}
            everybody = (1 << found.last - found.first + 1) - 1
            passing = members(Seen(position, regs, regions).bits(found.of) & everybody)
            word = [found.first + lane for lane in passing]
            given = [regs[reg] for reg in range(proc.params)]
            assert word == [option[0] for option in reference.emit(position, asked, given)]
            met += 1
    assert met
