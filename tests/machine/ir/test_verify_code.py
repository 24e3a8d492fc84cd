"""What the verifier says of procedures: each of its checks refuses a procedure that was broken by hand."""

from __future__ import annotations

import ast
import inspect
import re
from dataclasses import replace

import pytest
from machines import Builder, Room, bin_, call, r, ret, set_

from dsl.machine.ir import ops, verify_code
from dsl.machine.ir.ops import Const, Machine, Stmt
from dsl.machine.ir.verify_code import DEEP, HIGH, Checker
from dsl.machine.ir.walk import changed_lists

Body = list[Stmt]
BACK = ops.ReturnFlow(Const(0))


def machine(body: Body, end: ops.End | None = None) -> Machine:
    """f0 is what is looked at: r0 a parameter, r1 a number, r2 a list of 3, r3 one of 9, r4 a list that is a parameter.

    Beside it stand f1, a function of a number; f2, which adds to a list of 5 that it is given; f3, which reads one;
    f4, a flow; and the decision d0, whose options ask for a list of 5.
    """
    make = Builder(rooms=(Room("gold", 2, 0, 9),))
    sizes = (3, 0, 3, 9, 0)
    looked_at = make.reserve()
    if end is None:
        make.function(1, body, sizes=sizes, proc=looked_at)
    else:
        make.flow(1, [(body, end)], sizes=sizes, proc=looked_at)
    make.function(1, [ret(r(0))])
    make.function(1, [ops.ListAdd(0, Const(1), False)], sizes=(5,))
    options = make.function(1, [ret(ops.ListSize(0))], sizes=(5,))
    make.flow(0, [([], BACK)])
    make.decision(options, args=(2,))
    return make.machine()


def complaints(body: Body, end: ops.End | None = None) -> list[str]:
    """What is wrong with f0."""
    found = machine(body, end)
    return list(Checker(found, changed_lists(found)).proc(found.procs[0]))


def high(levels: int) -> ops.Expr:
    """An expression so many levels high."""
    found: ops.Expr = Const(1)
    for _ in range(levels - 1):
        found = ops.Un("neg", found)
    return found


def deep(levels: int) -> Stmt:
    """A statement with so many bodies inside each other."""
    found: Stmt = set_(1, 1)
    for _ in range(levels):
        found = ops.IfDo(Const(1), (found,), ())
    return found


def store(**changed: object) -> ops.Store:
    """A store as it should be, but for what is changed."""
    return replace(ops.Store(0, Const(0), Const(1), 0, 9, "error", 0), **changed)  # pyright: ignore


def lists(*registers: int) -> tuple[ops.Expr, ...]:
    """List registers as arguments."""
    return tuple(ops.ListReg(register) for register in registers)


STATEMENTS: list[tuple[Stmt, str]] = [
    (set_(9, 1), "there is no register r9"),
    (set_(0, 1), "r0 is a list and used as a number"),
    (ops.ListClear(9), "there is no register r9"),
    (ops.ListAdd(1, Const(1), False), "r1 is a number and used as a list"),
    (ops.ForList(1, 4, ()), "r4 is a number and used as a list"),
    (set_(1, ops.ListHas(4, Const(1))), "r4 is a number and used as a list"),
    (set_(1, ops.ListReg(2)), "r2 is a list and used as a number"),
    (deep(DEEP + 1), f"bodies are nested more than {DEEP} deep"),
    (ops.Break(), "break outside a loop"),
    (ops.IfDo(Const(1), (ops.Continue(),), ()), "continue outside a loop"),
    (ops.ListCells(2, "moon", Const(1)), "unknown set of cells moon"),
    (ops.ListCells(2, "fringe", Const(1)), "there are no cells"),
    (set_(1, ops.CellHas("fringe", Const(1), Const(1))), "there are no cells"),
    (ops.ListCells(0, "fringe", Const(1)), "r0 is a parameter and is given a new list"),
    (ops.ListSort(2, 4, (), False), "f4 is a flow and not called like one"),
    (ops.ListSort(2, 1, (Const(1),), False), "f1 has 1 parameters and is given 2"),
    (ops.ForTable(1, 99, Const(0), Const(1), ()), "there is no table 99"),
    (set_(1, ops.Look(-1, Const(0))), "there is no table -1"),
    (ops.ForRange(1, Const(1), Const(2), 0, ()), "a loop goes by 0"),
    (ops.Do(9, (), None), "there is no procedure f9"),
    (ops.Do(4, (), None), "f4 is a flow and not called like one"),
    (ops.Do(1, (), None), "f1 has 1 parameters and is given 0"),
    (ops.Do(1, lists(2), None), "parameter r0 of f1 is a number and not given one"),
    (ops.Do(3, (Const(1),), None), "parameter r0 of f3 is a list and not given one"),
    (ops.Do(3, lists(3), None), "parameter r0 of f3 holds 5 and is given a list of 9"),
    (ops.Do(2, lists(2), None), "parameter r0 of f2 holds 5 and is given a list of 3"),
    (set_(1, call(1)), "f1 has 1 parameters and is given 0"),
    (set_(1, ops.Trial(9, (), 0)), "there is no procedure f9"),
    (ops.SwitchDo(r(1), ((2, 1, ()),)), "a case that nothing fits"),
    (ops.SwitchDo(r(1), ((1, 3, ()), (3, 4, ()))), "cases that overlap or do not ascend"),
    (store(overflow="wraps"), "unknown overflow wraps"),
    (store(low=5, high=4), "nothing fits 5..4"),
    (ops.MovePiece(Const(1), Const(1), "side", 0), "unknown end side"),
    (ops.Shuffle(Const(1), 1), "there is no stream 1"),
    (ops.Chance(1, Const(6), -1, 0), "there is no stream -1"),
    (ops.Finish("tied", Const(0), -1, -1, ()), "unknown end of the game tied"),
    (ops.Finish("scored", Const(0), 9, -1, ()), "there is no procedure f9"),
    (ops.Finish("won", Const(1), -1, 7, ()), "there is no template 7"),
    (ops.Log(-1, ()), "there is no template -1"),
    (set_(1, high(HIGH + 1)), f"an expression is more than {HIGH} deep"),
    (set_(1, ops.ZoneSize(Const(1))), "there is no zone 1"),
    (set_(1, ops.ZoneItem(Const(-1), Const(0), True)), "there is no zone -1"),
    (set_(1, ops.Load(9999, Const(1))), "slot 10000 is outside the data"),
    (set_(1, 2**63), f"the number {2**63} is too great"),
    (set_(1, bin_("^", 1, 2)), "unknown function ^"),
    (set_(1, ops.Un("not!", Const(1))), "unknown function not!"),
]


@pytest.mark.parametrize(("stmt", "words"), STATEMENTS, ids=lambda value: value if isinstance(value, str) else "")
def test_a_broken_statement_is_refused(stmt: Stmt, words: str) -> None:
    """It is said of a function, and inside a loop as well; in a flow the block is named."""
    assert words in complaints([stmt])
    assert f"b0: {words}" in complaints([stmt], BACK)
    inside = complaints([ops.IfDo(Const(1), (), (stmt,))])
    assert words in inside or isinstance(stmt, ops.IfDo)


ENDS: list[tuple[Body, ops.End, str]] = [
    ([ret(1)], BACK, "a flow returns at the end of a block"),
    ([], ops.Jump(1), "there is no block b1"),
    ([], ops.Branch(r(0), 0, 0), "r0 is a list and used as a number"),
    ([], ops.Switch(r(1), ((1, 3, 0), (2, 4, 0)), 0), "cases that overlap or do not ascend"),
    ([], ops.Switch(r(1), ((2, 1, 0),), 0), "a case that nothing fits"),
    ([], ops.CallFlow(1, (Const(1),), 1, 0), "f1 is a function and not called like one"),
    ([], ops.CallFlow(4, (Const(1),), 1, 0), "f4 has 0 parameters and is given 1"),
    ([], ops.CallFlow(4, (), 2, 0), "r2 is a list and used as a number"),
    ([], ops.Decide(3, Const(1), (1,), 0), "there is no decision d3"),
    ([], ops.Decide(0, Const(1), (1, 1), 0), "a register is given two numbers of an option"),
    ([], ops.Decide(0, Const(1), (2,), 0), "r2 is a list and used as a number"),
    ([], ops.Stay(), "it stays, though the game may not be over"),
    ([ops.IfDo(r(1), (ops.Fail("BOUND", 0),), ())], ops.Stay(), "it stays, though the game may not be over"),
]


@pytest.mark.parametrize(("body", "end", "words"), ENDS, ids=lambda value: value if isinstance(value, str) else "")
def test_a_broken_end_of_a_block_is_refused(body: Body, end: ops.End, words: str) -> None:
    """With the block that it stands in."""
    assert f"b0: {words}" in complaints(body, end)


DECISIONS = [
    ({"args": (1,)}, "d0 hands r1 to its options, which does not fit"),
    ({"args": (3,)}, "d0 hands r3 to its options, which does not fit"),
    ({"args": (9,)}, "d0 hands r9 to its options, which does not fit"),
    ({"prompt_args": (7,)}, "d0 speaks of r7, which there is not"),
    ({"refusal_args": (7,)}, "d0 speaks of r7, which there is not"),
    ({"other_args": (7,)}, "d0 speaks of r7, which there is not"),
    ({"branch_args": ((), (7,))}, "d0 speaks of r7, which there is not"),
]


@pytest.mark.parametrize(("broken", "words"), DECISIONS, ids=lambda value: value if isinstance(value, str) else "")
def test_a_broken_decision_is_refused_where_it_is_asked(broken: dict[str, tuple[int, ...]], words: str) -> None:
    """What it hands to its options and to its words are registers of the flow that asks."""
    found = machine([], ops.Decide(0, Const(1), (1,), 0))
    decision = replace(found.decisions[0], **broken)  # pyright: ignore
    spoilt = replace(found, decisions=(decision,))
    assert f"b0: {words}" in [*Checker(spoilt, changed_lists(spoilt)).proc(spoilt.procs[0])]


def test_what_is_right_is_not_refused() -> None:
    """The same statements and ends as they should be, and the highest and deepest that there may be."""
    whole = ops.IfDo(r(1), (ops.Fail("BOUND", 0),), (ops.Finish("drawn", Const(0), -1, -1, ()),))
    body: Body = [
        store(),
        deep(DEEP - 1),
        set_(1, high(HIGH)),
        ops.Do(1, (Const(1),), None),
        ops.Do(3, lists(2), None),
        ops.Do(3, lists(0), None),
        ops.ListSort(2, 1, (), False),
        ops.SwitchDo(r(1), ((1, 2, ()), (3, 3, ()))),
        ops.ForRange(1, Const(3), Const(1), -1, (ops.Break(),)),
        ops.Finish("scored", Const(0), 1, -1, ()),
        ops.Chance(1, Const(6), 0, 0),
    ]
    assert complaints([*body, ret(1)]) == []
    assert complaints([*body, whole], ops.Stay()) == []
    assert complaints(body, ops.Decide(0, Const(1), (1,), 0)) == []
    assert complaints(body, ops.CallFlow(4, (), 1, 0)) == []


def test_no_check_is_left_untried() -> None:
    """Each sentence that the module can say is said above."""
    said = {words for _, words in STATEMENTS} | {words for *_, words in ENDS} | {words for _, words in DECISIONS}
    for node in ast.walk(ast.parse(inspect.getsource(verify_code))):
        if not isinstance(node, ast.Yield) or node.value is None:
            continue
        parts = node.value.values if isinstance(node.value, ast.JoinedStr) else [node.value]
        pattern = "".join(re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+" for part in parts)
        assert any(re.fullmatch(pattern, each) for each in said), ast.unparse(node)
