"""Loops that say the same in fewer steps, recognised by their form.

for r6 from 3 to 66:                               the digest of a position: one remainder for the whole loop,
  r7 = S[9 + r6]                                   since the powers of the factor are known
  r0 = (r0 * 1103515245 + r7) % 2147483647

for r4 from 0 to 15:                               the members of a set of bits: from one to the next
  if (S[139 + r3] & (1 << r4)) != 0: ...
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dsl.machine.ir import ops
from dsl.machine.ir.analysis.purity import total
from dsl.machine.ir.fold import every
from dsl.machine.ir.ops import Expr, Stmt
from dsl.machine.ir.walk import own_reads, own_writes, statements, walk

LONGEST: Final = 1024
"""Most turns of a loop whose powers are written out."""
HIGHEST: Final = 62
"""The highest bit of a set."""


@dataclass(frozen=True, slots=True)
class Digest:
    """A loop over slots of which each is taken into some numbers: number = (number * factor + slot) % modulus."""

    value: int
    slot: ops.Load
    first: int
    count: int
    numbers: tuple[tuple[int, int, int], ...]
    """A register, its factor, and the modulus."""


def digest_of(loop: ops.ForRange) -> Digest | None:
    """What a loop takes in, if it is one of these."""
    match loop:
        case ops.ForRange(
            reg, ops.Const(first), ops.Const(last), 1, (ops.SetReg(value, ops.Load() as slot), *others)
        ) if slot.index == ops.Reg(reg) and 0 < last - first < LONGEST and value != reg and others:
            pass
        case _:
            return None
    found: dict[int, tuple[int, int]] = {}
    for stmt in others:
        match stmt:
            case ops.SetReg(
                number,
                ops.Bin(
                    "%",
                    ops.Bin("+", ops.Bin("*", ops.Reg(same), ops.Const(factor)), ops.Reg(taken)),
                    ops.Const(modulus),
                ),
            ) if number == same and taken == value and number not in (reg, value, *found) and modulus > factor > 0:
                found[number] = factor, modulus
            case _:
                return None
    return Digest(value, slot, first, last - first + 1, tuple((reg, *about) for reg, about in found.items()))


def powers(factor: int, modulus: int, count: int) -> list[int]:
    """What each of so many slots is multiplied by in the end, and behind them what the number before them is."""
    found = [1]
    for _ in range(count):
        found.append(found[-1] * factor % modulus)
    return [*found[:count][::-1], found[count]]


@dataclass(frozen=True, slots=True)
class Members:
    """A loop over the bits of a set that is looked at anew for each, as a turn may change it."""

    of: Expr
    then: tuple[Stmt, ...]


def members_of(loop: ops.ForRange) -> Members | None:
    """The set that a loop runs over, if it is one of these; it can be looked at as often as one likes."""
    match loop:
        case ops.ForRange(reg, ops.Const(first), ops.Const(last), 1, (ops.IfDo(test, then, ()),)) if (
            0 <= first <= last <= HIGHEST
        ):
            pass
        case _:
            return None
    head, *rest = _parts(test)
    match head:
        case ops.Bin("!=", ops.Bin("&", of, ops.Bin("<<", ops.Const(1), ops.Reg(shift))), ops.Const(0)) if shift == reg:
            pass
        case _:
            return None
    known = total(of) and not any(reg in own_reads(part) for part in walk(of))
    if not known or any(reg in own_writes(stmt) for stmt in statements(then)):
        return None
    return Members(of, (ops.IfDo(every(rest), then, ()),) if rest else then)


def _parts(test: Expr) -> list[Expr]:
    match test:
        case ops.Bin("and", left, right):
            return [*_parts(left), *_parts(right)]
        case _:
            return [test]
