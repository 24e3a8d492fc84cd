"""How far a row goes until a member does not pass a test, as sets of bits.

    for r3 in t4[t5[r5]:t5[r5 + 1]]:          the squares of a line, from one of them on
      if S[9 + r3] != S[9 + r0]: break
      r4 := r4 + 1

Which squares pass is a word of masks (see masks.py). Where the members of every row rise or fall, those of the row that
do not pass are a word too, and the nearest of them says where the row ends: what lies before it is counted at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from dsl.backends.native.bit_rows import bit_rows
from dsl.backends.native.floods import Alike
from dsl.backends.native.guards import forgotten
from dsl.machine.ir import ops
from dsl.machine.ir.analysis.intervals import Ranges
from dsl.machine.ir.analysis.lanes import Fixed, Masked, Word, kept_in
from dsl.machine.ir.ops import Expr, Proc
from dsl.machine.ir.walk import statements, walk


@dataclass(frozen=True, slots=True)
class Prefix:
    """A loop that counts in register `counter` the members of row `index` before the first that does not pass.

    of: those that pass, of the members first .. last; cells: the members of each row, as bits; falls: whether they
    stand in the row from the highest to the lowest, for each row.
    """

    index: Expr
    counter: int
    of: Word
    first: int
    last: int
    cells: tuple[int, ...]
    falls: tuple[bool, ...]

    @property
    def words(self) -> int:
        """How many words there is a bit in for each member."""
        return 1


def prefixes_of(
    ranges: Ranges, regions: tuple[Masked, ...], used: Collection[int], proc: Proc
) -> Iterator[tuple[int, Prefix]]:
    """The loops of a function that count so, with their identities."""
    left = forgotten(proc)
    for loop in statements(proc.body):
        if isinstance(loop, ops.ForTable) and id(loop) in left:
            found = _prefix(ranges, regions, proc.id, loop)
            if found is not None and {kept.region for kept in kept_in(found.of)} <= {*used}:
                yield id(loop), found


def _prefix(ranges: Ranges, regions: tuple[Masked, ...], proc: int, loop: ops.ForTable) -> Prefix | None:
    row = bit_rows(ranges.machine, loop)
    match loop.body:
        case (
            ops.IfDo(fails, (ops.Break(),), ()),
            ops.SetReg(counter, ops.Bin("+", ops.Reg(same), ops.Const(1))),
        ) if row is not None and counter == same and ops.Reg(counter) not in walk(fails):
            pass
        case _:
            return None
    if not row.go_one_way():
        return None
    lanes = Alike(ranges.machine, ranges, regions, proc, loop, row.first)
    of = lanes.of(_contrary(fails), row.every)
    if of is None or isinstance(of, Fixed):
        return None
    return Prefix(row.index, counter, of, row.first, row.last, row.cells, row.falls)


def _contrary(test: Expr) -> Expr:
    """What holds where a test does not."""
    match test:
        case ops.Bin("!=", left, right):
            return ops.Bin("=", left, right)
        case ops.Un("not", operand):
            return operand
        case _:
            return ops.Un("not", test)
