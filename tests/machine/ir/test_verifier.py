"""The machine's own checker: each sort of mistake is found and said, and a good machine has none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from machines import Builder, Room, Zone, bin_, call, emit, r, ret, set_

from dsl.machine.ir import ops
from dsl.machine.ir.ops import Const, Machine
from dsl.machine.ir.verify import verify

Body = list[ops.Stmt]


def of_body(body: Body, sizes: tuple[int, ...] = (0, 3), params: int = 0) -> Machine:
    """A machine with one function: r0 a number, r1 a list of 3."""
    make = Builder(pieces=2, zones=(Zone(),), rooms=(Room("gold", 2, 0, 9),))
    make.table(1, 2, 3)
    make.function(params, body, sizes=sizes)
    return make.machine()


def gold(slot: int, value: int = 1, low: int = 0, high: int = 9, overflow: str = "error") -> ops.Store:
    """A store to a slot of the position."""
    return ops.Store(slot, Const(0), Const(value), low, high, overflow, 0)


GOLD = Builder(pieces=2, zones=(Zone(),), rooms=(Room("gold", 2, 0, 9),)).at["gold"]


def test_a_good_machine_has_no_complaints() -> None:
    """Each statement as it should be."""
    good: Body = [
        set_(0, 1),
        gold(GOLD),
        ops.ListAdd(1, r(0), False),
        ops.ForList(0, 1, (ops.Break(),)),
        ret(ops.ListSize(1)),
    ]
    assert verify(of_body(good)) == []


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ([ops.Break()], "break outside a loop"),
        ([set_(7, 1)], "there is no register r7"),
        ([set_(1, 1)], "r1 is a list and used as a number"),
        ([ops.ListClear(0)], "r0 is a number and used as a list"),
        ([set_(0, ops.ListReg(1))], "r1 is a list and used as a number"),
        ([set_(0, ops.Look(99, Const(0)))], "there is no table 99"),
        ([set_(0, bin_("^", 1, 2))], "unknown function ^"),
        ([set_(0, ops.Un("?", Const(1)))], "unknown function ?"),
        ([set_(0, 2**63)], f"the number {2**63} is too great"),
        ([set_(0, call(99))], "there is no procedure f99"),
        ([set_(0, call(0, 1))], "f0 has 0 parameters and is given 1"),
        ([set_(0, ops.ZoneSize(Const(9)))], "there is no zone 9"),
        ([set_(0, ops.Load(10_000, Const(0)))], "slot 10000 is outside the data"),
        ([set_(0, ops.CellCount("fringe", Const(1)))], "there are no cells"),
        ([ops.ForRange(0, Const(1), Const(2), 3, ())], "a loop goes by 3"),
        ([ops.SwitchDo(Const(1), ((2, 1, ()),))], "a case that nothing fits"),
        ([gold(GOLD, overflow="wraps")], "unknown overflow wraps"),
        ([gold(GOLD, low=5, high=4)], "nothing fits 5..4"),
        ([ops.MovePiece(Const(3), Const(1), "middle", 0)], "unknown end middle"),
        ([ops.Shuffle(Const(1), 5)], "there is no stream 5"),
        ([ops.Finish("tied", Const(0), -1, -1, ())], "unknown end of the game tied"),
        ([ops.Log(77, ())], "there is no template 77"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_mistakes_in_a_procedure(body: Body, words: str) -> None:
    """The complaint names the procedure."""
    assert f"f0 (procedure 0): {words}" in verify(of_body(body))


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ([gold(0)], "a store to slot 0 is outside the data"),
        ([gold(GOLD, high=20)], "a store of 0..20 to gold, which holds 0..9"),
        ([set_(0, call(0))], "it can reach itself and is not called recursive"),
        ([emit(1)], "it emits options, and nobody asks it for options"),
    ],
)
def test_mistakes_of_the_whole(body: Body, words: str) -> None:
    """Stores, recursion and options."""
    assert f"f0 (procedure 0): {words}" in verify(of_body(body))


def test_options_change_nothing() -> None:
    """What is asked for options must not store."""
    make = Builder(rooms=(Room("gold", 2, 0, 9),))
    make.decision(make.function(0, [gold(make.at["gold"]), emit(1)]))
    assert verify(make.machine()) == ["f0 (procedure 0): it is asked for options and yet has store"]


def flow_of(blocks: list[tuple[Body, ops.End]], stack: int = 200) -> list[str]:
    """What is wrong with a machine of one flow with two registers."""
    make = Builder(stack=stack)
    return verify(make.machine(make.flow(0, blocks, sizes=(0, 0))))


def test_mistakes_in_flows() -> None:
    """Blocks that are lost, registers that are not set, ends that are none, frames that do not fit."""
    back = ops.ReturnFlow(Const(0))
    assert flow_of([([], back)]) == []
    assert flow_of([([], back), ([], back)]) == ["f0 (procedure 0): nothing leads to b1"]
    assert flow_of([([], ops.ReturnFlow(r(1)))]) == ["f0 (procedure 0): r1 may be read before being set"]
    assert flow_of([([], ops.Jump(4))]) == ["f0 (procedure 0): b0: there is no block b4"]
    assert flow_of([([], ops.Stay())]) == ["f0 (procedure 0): b0: it stays, though the game may not be over"]
    assert any("its frames and those it calls need 5 slots" in each for each in flow_of([([], back)], stack=4))


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda machine: replace(machine, players=0), "players come before pieces, and there is one"),
        (lambda machine: replace(machine, zone_base=99), "a table of the zones does not exist"),
        (lambda machine: replace(machine, start=99), "start is no function without parameters"),
        (lambda machine: replace(machine, main=machine.start), "main is no flow without parameters"),
        (
            lambda machine: replace(machine, layout=replace(machine.layout, stack_limit=0)),
            "there is no room for a stack",
        ),
        (
            lambda machine: replace(machine, layout=replace(machine.layout, stack=machine.layout.stack - 1)),
            "the stack begins before the data ends",
        ),
        (
            lambda machine: replace(machine, procs=(replace(machine.procs[0], id=5), *machine.procs[1:])),
            "procedure 0 has the id 5",
        ),
        (
            lambda machine: replace(machine, procs=(replace(machine.procs[0], params=9), *machine.procs[1:])),
            "f0: 9 parameters in 2 registers",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_mistakes_in_tables_and_layout(spoil: Callable[[Machine], Machine], words: str) -> None:
    """What everything else is looked up in comes first."""
    assert words in verify(spoil(of_body([])))
