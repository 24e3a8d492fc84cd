"""Passes over blocks, and folding of expressions."""

from __future__ import annotations

from dsl.machine.ir import ops
from dsl.machine.ir.fold import NO, YES, between, both, choose, either, minus, negate, plus
from dsl.machine.ir.ops import Block, Branch, Const, Jump, Reg, ReturnFlow, SetReg
from dsl.machine.ir.opt.simplify_cfg import merge, simplified, thread, tidy

ONE, TWO = SetReg(1, Const(1)), SetReg(2, Const(2))
END = ReturnFlow(Const(0))


def test_empty_blocks_are_passed_through():
    """Also when nothing is left to choose between, and when they go round in a circle."""
    blocks = [Block((), Branch(Reg(0), 1, 2)), Block((), Jump(3)), Block((), Jump(3)), Block((), END)]
    assert thread(blocks)[0] == Block((), Jump(3))
    circle = [Block((), Jump(1)), Block((), Jump(2)), Block((), Jump(1))]
    assert simplified(circle)[-1].end == Jump(len(simplified(circle)) - 1)


def test_blocks_in_a_row_become_one():
    """A block that is reached in two ways, and a loop, stay as they are."""
    row = [Block((ONE,), Jump(1)), Block((TWO,), Jump(2)), Block((), END)]
    assert simplified(row) == (Block((ONE, TWO), END),)
    loop = [Block((ONE,), Jump(1)), Block((TWO,), Branch(Reg(0), 1, 2)), Block((), END)]
    assert merge(loop) == loop
    alone = [Block((ONE,), Jump(0))]
    assert simplified(alone) == tuple(alone)


def test_what_nothing_reaches_is_dropped():
    """The blocks are numbered anew."""
    blocks = [Block((ONE,), Jump(2)), Block((), END), Block((TWO,), END)]
    assert tidy(blocks) == [Block((ONE,), Jump(1)), Block((TWO,), END)]


def test_known_parts_of_expressions_are_folded():
    """Constants gather on the right, tests that are known vanish."""
    reg = Reg(0)
    assert plus(plus(reg, 2), 3) == ops.Bin("+", reg, Const(5))
    assert plus(minus(reg, 2), 2) == reg
    assert both(YES, reg) == reg and both(NO, reg) == NO and either(reg, NO) == reg
    assert choose(YES, reg, NO) == reg and negate(negate(reg)) == reg
    assert between(reg, 3, 3) == ops.Bin("=", reg, Const(3)) and between(reg, 3, 2) == NO
