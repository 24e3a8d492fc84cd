"""What the analyses tell of machines made by hand: who calls whom, what is still read, what a value can be."""

from __future__ import annotations

from dataclasses import replace

from machines import Builder, Room, bin_, call, emit, if_, r, ret, set_

from dsl.machine.ir import ops
from dsl.machine.ir.analysis.call_graph import finished, groups
from dsl.machine.ir.analysis.intervals import SLOT, Ranges
from dsl.machine.ir.analysis.liveness import brief, frame_size, liveness
from dsl.machine.ir.analysis.purity import facts, safe, total
from dsl.machine.ir.draft import Draft
from dsl.machine.ir.entries import public
from dsl.machine.ir.ops import DEPTH_LIMIT, FRAME, Const
from dsl.machine.ir.walk import callees, callers_of, changed_lists, reached_from, walk


def store(slot: int, value: ops.Expr | int) -> ops.Store:
    """S[slot] := value."""
    return ops.Store(slot, Const(0), Const(value) if isinstance(value, int) else value, 0, 9, "error", 0)


def test_calls_are_followed_both_ways() -> None:
    """A trial counts as a call only if it is asked for."""
    make = Builder()
    leaf = make.function(0, [emit(1)])
    middle = make.function(0, [ret(call(leaf))])
    trying = make.function(0, [ret(ops.Trial(leaf, (), 0))])
    flow = make.flow(0, [([], ops.CallFlow(4, (), None, 1)), ([], ops.ReturnFlow(call(middle)))])
    make.flow(0, [([], ops.ReturnFlow(Const(0)))])
    machine = make.machine(flow)
    assert reached_from(machine.procs, {middle}) == {middle, leaf}
    assert reached_from(machine.procs, {trying}, trials=False) == {trying}
    assert callers_of(machine.procs, {leaf}) == {leaf, middle, trying, flow}
    assert callers_of(machine.procs, {leaf}, trials=False) == {leaf, middle, flow}
    assert list(callees(machine.procs[flow])) == [middle, 4]


def test_functions_that_nothing_calls_are_public() -> None:
    """And those that a decision asks, whoever calls them besides."""
    make = Builder()
    options = make.function(0, [emit(1)])
    inner = make.function(0, [ret(1)])
    outer = make.function(0, [ret(bin_("+", call(inner), call(options)))])
    make.decision(options)
    machine = make.machine()
    assert public(machine) == {options, outer, machine.start}


def test_a_list_is_changed_through_calls() -> None:
    """A parameter handed on to a function that changes it counts as changed."""
    make = Builder()
    adds = make.function(1, [ops.ListAdd(0, Const(1), False)], sizes=(3,))
    hands_on = make.function(2, [ret(ops.Call(adds, (ops.ListReg(1),)))], sizes=(3, 3))
    machine = make.machine()
    assert changed_lists(machine)[adds] == {0} and changed_lists(machine)[hands_on] == {1}


def test_groups_come_callees_first() -> None:
    """Procedures that reach each other are one group."""
    found = groups([[1], [2], [1, 3], []])
    assert [sorted(group) for group in found] == [[3], [1, 2], [0]]


def test_finishing_tells_what_recurs_and_how_deep_the_stack_gets() -> None:
    """A flow that calls itself may be there once more than recursion is allowed."""
    draft = Draft(0, "again", 0, True, 0, [0, 0])
    draft.blocks = (
        ops.Block((), ops.CallFlow(0, (), None, 1)),
        ops.Block((), ops.ReturnFlow(Const(0))),
    )
    (proc,), stack = finished([draft], [])
    assert proc.recursive and stack == (DEPTH_LIMIT + 1) * frame_size(proc)
    assert frame_size(proc) == FRAME + 2


def test_a_register_is_kept_as_long_as_it_is_read() -> None:
    """r1 is read after the wait and r2 is not; the list r3 is filled anew, so that it has no room in the frame."""
    make = Builder()
    options = make.function(0, [emit(1)])
    decision = make.decision(options)
    begin: tuple[list[ops.Stmt], ops.End] = ([set_(1, 5), set_(2, 6)], ops.Decide(decision, Const(1), (0,), 1))
    after: tuple[list[ops.Stmt], ops.End] = (
        [ops.ListClear(3), ops.ListAdd(3, r(1), False)],
        ops.ReturnFlow(ops.ListSize(3)),
    )
    flow = make.flow(0, [begin, after], sizes=(0, 0, 0, 4))
    machine = make.machine(flow)
    found = liveness(machine.decisions, machine.procs[flow])
    assert found.kept[0] == {1} and found.entry[1] == {1} and not found.unset
    assert brief(machine.decisions, machine.procs[flow]) == (3,)


def test_what_may_be_read_before_it_is_set() -> None:
    """Set on one branch only is not set."""
    make = Builder()
    proc = make.function(1, [if_(r(0), [set_(1, 2)]), ret(r(1))], sizes=(0, 0))
    both = make.function(1, [if_(r(0), [set_(1, 2)], [set_(1, 3)]), ret(r(1))], sizes=(0, 0))
    machine = make.machine()
    assert liveness((), machine.procs[proc]).unset == {1} and not liveness((), machine.procs[both]).unset


def test_ranges_follow_calls_and_slots() -> None:
    """What a slot holds is believed; a parameter is what callers hand over; what comes from outside may be anything."""
    make = Builder(rooms=(Room("gold", 1, 0, 6),))
    inner = make.function(1, [ret(bin_("*", r(0), 2))])
    gold = ops.Load(make.at["gold"], Const(0))
    outer = make.function(1, [ret(bin_("+", call(inner, gold), 1))])
    machine = make.machine()
    ranges = Ranges(machine)
    assert ranges.results[inner] == (0, 12) and ranges.results[outer] == (0, 13)  # or 0, at its end
    assert ranges.registers[inner] == [(0, 6)] and ranges.registers[outer] == [SLOT]


def test_a_loop_that_counts_has_no_end_that_is_known() -> None:
    """r := r + 1 only grows; a loop over known bounds is known."""
    make = Builder()
    grows = make.function(0, [ops.Loop(bin_("<", r(0), 5), (set_(0, bin_("+", r(0), 1)),)), ret(r(0))], sizes=(0,))
    known = make.function(0, [ops.ForRange(0, Const(2), Const(7), 1, (ret(r(0)),))], sizes=(0,))
    machine = make.machine()
    ranges = Ranges(machine)
    low, high = ranges.results[grows] or (1, 0)
    assert low == 0 and high > 2**31
    assert ranges.results[known] == (0, 7)


def test_facts_go_up_to_the_callers() -> None:
    """Who calls what changes the position changes it."""
    make = Builder(rooms=(Room("gold", 1),))
    writes = make.function(0, [store(make.at["gold"], 1)])
    calls = make.function(0, [ret(call(writes))])
    plain = make.function(1, [ret(bin_("+", r(0), 1))])
    divides = make.function(1, [ret(bin_("//", 6, r(0)))])
    machine = make.machine()
    found = facts(machine)
    assert found.changes == {writes, calls} and not found.moves and not found.ends
    assert plain in found.formulas and divides not in found.formulas


def test_what_can_fail() -> None:
    """A division by a known number cannot; a call may do anything."""
    assert safe(bin_("//", r(0), 2)) and not safe(bin_("//", r(0), 0)) and not safe(bin_("//", r(0), r(1)))
    assert safe(bin_("<<", r(0), 3)) and not safe(bin_("<<", r(0), 63))
    assert total(bin_("+", r(0), bin_("%", r(1), 4))) and not total(bin_("+", r(0), call(0)))


def test_walking_meets_every_part_once() -> None:
    """The expression itself comes first."""
    expr = ops.If(r(0), bin_("+", r(1), 2), ops.Look(0, r(3)))
    found = [*walk(expr)]
    assert found[0] is expr and [part.reg for part in found if isinstance(part, ops.Reg)] == [0, 1, 3]
    assert len(found) == 7


def test_what_the_words_of_an_option_speak_of_is_kept_until_it_is_chosen() -> None:
    """Nothing reads it behind the decision, but players read it as long as they are asked."""
    make = Builder()
    options = make.function(0, [emit(1)])
    decision = make.decision(options)
    make.decisions[decision] = replace(make.decisions[decision], branch_args=((), (1,)))
    begin: tuple[list[ops.Stmt], ops.End] = ([set_(1, 5), set_(2, 6)], ops.Decide(decision, Const(1), (0,), 1))
    flow = make.flow(0, [begin, ([], ops.ReturnFlow(Const(0)))], sizes=(0, 0, 0))
    machine = make.machine(flow)
    assert liveness(machine.decisions, machine.procs[flow]).kept[0] == {1}
