"""Memories of positions: what counts in one becomes a fingerprint of two numbers; a memory is a ring of them.

    size | where the next one goes | fingerprint, fingerprint, ...       two slots each; what is forgotten is 0

A fingerprint is read as digits: h := (h * K + value) mod P, with one K for each of its numbers; P is prime, so that
two positions that differ have the same fingerprint by chance once in some 10 to the 17th.
"""

from __future__ import annotations

from typing import Final

from dsl.machine.ir import ops
from dsl.machine.ir.fold import NO, YES, binary, both, equals, load, plus
from dsl.machine.ir.ops import Expr
from dsl.machine.lower.builder import Code
from dsl.machine.lower.control import count
from dsl.machine.lower.expr.bags import counts
from dsl.machine.lower.expr.expressions import expr
from dsl.machine.lower.expr.sets import walk_set
from dsl.machine.lower.program.layout import FINGERPRINT
from dsl.semantics import model as m

_PRIME: Final = FINGERPRINT
_BASES: Final = (1103515245, 1812433253)


def _fingerprint(code: Code, memory: m.Memory) -> list[ops.Reg]:
    """The two numbers of the present position."""
    found = [code.variable(YES) for _ in _BASES]

    def add(value: m.Expr) -> None:
        number = code.keep(expr(code, value))
        for part in counts(number, value.type) if isinstance(value.type, m.BagOf) else [number]:
            digit(part)

    def digit(number: Expr) -> None:
        for reg, base in zip(found, _BASES, strict=True):
            longer = plus(binary("*", reg, ops.Const(base)), number)
            code.emit(ops.SetReg(reg.reg, binary("%", longer, ops.Const(_PRIME))))

    for value, over in memory.parts:
        if over is None:
            add(value)
        else:
            walk_set(code, over, lambda _, value=value: add(value))
    return found


def remember(code: Code, stmt: m.Remember) -> None:
    """Add the present position, in place of the oldest if there is no room; or forget all of them."""
    memory, work = stmt.memory, code.work
    key, name = ("forget" if stmt.forget else "remember", memory), memory.name
    fill = _forget if stmt.forget else _remember
    site = work.site(stmt.span, stmt.cites, code.rule)
    proc = work.demand(key, f"{key[0]} {name}", [], lambda inner: fill(inner, memory), site=site)
    code.emit(ops.Do(proc, (), None))


def _remember(code: Code, memory: m.Memory) -> None:
    base, last = code.work.slots.memories[memory], memory.size - 1
    numbers = _fingerprint(code, memory)
    at = code.variable(load(base + 1, NO))
    place = code.keep(binary("*", at, ops.Const(2)))
    for offset, number in enumerate(numbers):
        _store(code, base + 2 + offset, place, number, _PRIME - 1)
    size = load(base, NO)
    _store(code, base, NO, binary("min", plus(size, 1), ops.Const(memory.size)), memory.size)
    following = ops.If(equals(at, last), NO, plus(at, 1)) if last else NO
    _store(code, base + 1, NO, following, max(1, last))


def _forget(code: Code, memory: m.Memory) -> None:
    base = code.work.slots.memories[memory]
    reg = code.register()
    last = plus(binary("*", load(base, NO), ops.Const(2)), -1)
    count(code, NO, last, lambda: _store(code, base + 2, ops.Reg(reg), NO, _PRIME - 1), False, reg=reg)
    _store(code, base, NO, NO, memory.size)
    _store(code, base + 1, NO, NO, max(1, memory.size - 1))


def _store(code: Code, base: int, index: Expr, value: Expr, most: int) -> None:
    code.emit(ops.Store(base, index, value, 0, most, "error", 0))


def repetitions(code: Code, node: m.Repetitions) -> Expr:
    """How often the present position is remembered."""
    memory, work = node.memory, code.work
    name = f"repetitions of {memory.name}"
    site = work.site(memory.span, memory.cites, memory.name)
    return ops.Call(work.demand((name, memory), name, [], lambda inner: _repetitions(inner, memory), site=site), ())


def _repetitions(code: Code, memory: m.Memory) -> None:
    base = code.work.slots.memories[memory]
    first, second = _fingerprint(code, memory)
    total, reg = code.variable(NO), code.register()

    def entry() -> None:
        place = code.keep(binary("*", ops.Reg(reg), ops.Const(2)))
        same = both(equals(load(base + 2, place), first), equals(load(base + 3, place), second))
        code.when(same, lambda: code.emit(ops.SetReg(total.reg, plus(total, 1))))

    count(code, NO, plus(load(base, NO), -1), entry, False, reg=reg)
    code.give(total)
