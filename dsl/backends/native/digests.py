"""Loops that only make a digest, as lines of C: no remainder for each slot, and no look at slots that hold nothing."""

from __future__ import annotations

from dsl.backends.native.expressions import Expressions
from dsl.backends.native.known_loops import digest_of
from dsl.backends.native.source import LONG
from dsl.machine.ir import ops


class Digests(Expressions):
    """Writes such loops, and what counts work."""

    def count(self, work: str, *, few: bool = True) -> None:
        """Count work on the meter. few: whether it is known to be far from the greatest numbers there are."""
        self.lines.append(f"{'count_few' if few else 'count_work'}(c, {work}, {self.site});")

    def as_digest(self, stmt: ops.ForRange, metered: bool) -> bool:
        """Write a loop that only makes a digest, if it does, without a remainder for each slot."""
        found = digest_of(stmt)
        if found is None or not self.source.in_data(self.proc, found.slot.base, found.slot.index):
            return False
        low, high = self.range(found.slot)
        most = max(modulus for _, _, modulus in found.numbers)
        kept = [self.range(ops.Reg(reg)) for reg, _, _ in found.numbers]
        if low < 0 or min(kept)[0] < 0 or max(end for _, end in kept) * most + high * found.count * most > LONG[1]:
            return False
        if metered:
            self.count(str(found.count))
        sums = [self.fresh() for _ in found.numbers]
        at, value, first = self.fresh(), self.fresh(), found.slot.base + found.first
        tables = [self.source.powers(factor, modulus, found.count) for _, factor, modulus in found.numbers]
        self.lines += [f"int64_t {each} = 0;" for each in sums]
        self._over_filled(first, found.count, at)
        self.lines.append(f"int64_t {value} = S[{first} + {at}];")
        self.lines += [f"{each} += {value} * {table}[{at}];" for each, table in zip(sums, tables, strict=True)]
        self.lines.append("}")
        for (reg, _, modulus), each, table in zip(found.numbers, sums, tables, strict=True):
            self.lines.append(f"r{reg} = (r{reg} * {table}[{found.count}] + {each}) % {modulus};")
        self.lines.append(f"r{found.value} = S[{first + found.count - 1}];")
        self.lines.append(f"r{stmt.reg} = {found.first + found.count - 1};")
        return True

    def _over_filled(self, first: int, count: int, at: str) -> None:
        """Begin a loop over so many slots, from 0; over those only that are not 0, if their region has masks."""
        masks = self.source.masks
        kept = masks.beginning_at(first, count)
        if kept is None:
            self.lines.append(f"for (int64_t {at} = 0; {at} < {count}; {at}++) {{")
            return
        left, word, empty = self.fresh(), self.fresh(), masks.where(kept, 0)
        words = (count + 63) // 64
        ends = [(1 << count) - 1 >> 64 * number & (1 << 64) - 1 for number in range(words)]
        filled = ", ".join(f"~{empty}[{number}] & UINT64_C(0x{end:x})" for number, end in enumerate(ends))
        self.lines.append(f"uint64_t {left}[] = {{{filled}}};")
        self.lines.append(f"for (int64_t {word} = 0; {word} < {words}; {word}++)")
        self.lines.append(f"for (; {left}[{word}]; {left}[{word}] &= {left}[{word}] - 1) {{")
        self.lines.append(f"int64_t {at} = 64 * {word} + lowest({left}[{word}]);")
