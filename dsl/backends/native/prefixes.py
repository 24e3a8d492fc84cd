"""How far a row goes until a member does not pass a test, as sets of bits.

    for r3 in t4[t5[r5]:t5[r5 + 1]]:          the squares of a line, from one of them on
      if S[9 + r3] != S[9 + r0]: break
      r4 := r4 + 1

Which squares pass is a word of masks (see masks.py). Where the members of every row rise or fall, those of the row that
do not pass are a word too, and the nearest of them says where the row ends: what lies before it is counted at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from dsl.backends.native.floods import Alike
from dsl.backends.native.guards import read_in
from dsl.machine.ir import ops
from dsl.machine.ir.analysis.intervals import Ranges
from dsl.machine.ir.analysis.lanes import Fixed, Masked, Word, kept_in
from dsl.machine.ir.analysis.purity import total
from dsl.machine.ir.analysis.table_rows import row_of, rows
from dsl.machine.ir.ops import Expr, Proc
from dsl.machine.ir.walk import statements, walk

MEMBERS: Final = 64
"""Most members that one word has room for. Of boards with more words, walking was as fast: lines end soon."""


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
    loops = [stmt for stmt in statements(proc.body) if isinstance(stmt, ops.ForTable)]
    reads = read_in(proc.body)
    inside = sum((Counter({loop.reg: read_in((loop,))[loop.reg]}) for loop in loops), Counter[int]())
    for loop in loops:
        if reads[loop.reg] == inside[loop.reg]:  # nobody asks behind a loop how far it came
            found = _prefix(ranges, regions, proc.id, loop)
            if found is not None and {kept.region for kept in kept_in(found.of)} <= {*used}:
                yield id(loop), found


def _prefix(ranges: Ranges, regions: tuple[Masked, ...], proc: int, loop: ops.ForTable) -> Prefix | None:
    row = row_of(ranges.machine, loop)
    match loop.body:
        case (
            ops.IfDo(fails, (ops.Break(),), ()),
            ops.SetReg(counter, ops.Bin("+", ops.Reg(same), ops.Const(1))),
        ) if row is not None and counter == same and total(row[0]):
            pass
        case _:
            return None
    cells = rows(ranges.machine, row[1], row[2])
    every = {cell for each in cells for cell in each}
    if not every or ops.Reg(counter) in {*walk(fails)} or not all(map(_one_way, cells)):
        return None
    first, last = min(every), max(every)
    if first < 1 or last - first >= MEMBERS:
        return None
    lanes = Alike(ranges.machine, ranges, regions, proc, loop, first)
    of = lanes.of(_contrary(fails), sum(1 << cell - first for cell in every))
    if of is None or isinstance(of, Fixed):
        return None
    bits = tuple(sum(1 << cell - first for cell in each) for each in cells)
    return Prefix(row[0], counter, of, first, last, bits, tuple(bool(each) and each[-1] < each[0] for each in cells))


def _contrary(test: Expr) -> Expr:
    """What holds where a test does not."""
    match test:
        case ops.Bin("!=", left, right):
            return ops.Bin("=", left, right)
        case ops.Un("not", operand):
            return operand
        case _:
            return ops.Un("not", test)


def _one_way(cells: tuple[int, ...]) -> bool:
    """Whether members only rise, or only fall."""
    steps = [after - before for before, after in pairwise(cells)]
    return all(step > 0 for step in steps) or all(step < 0 for step in steps)
