"""Masks: for regions of few values a word of bits for each value, which says which slots have it.

They lie behind the room of a position, follow every store (the functions s<n>), and are made anew for a position
that comes from outside. A loop over members that are tested runs over the bits of one word, or of a few:

    uint64_t x3[] = {MASKS(S)[0] & ...};
    for (int64_t x4 = 0; x4 < 1; x4++)
    while (x3[x4]) { r2 = 3 + 64 * x4 + lowest(x3[x4]); x3[x4] &= x3[x4] - 1; ...

Which loops can, and what is tested so, says machine/ir/analysis/lanes.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from dsl.backends.native.asked import Asked, asked_of
from dsl.backends.native.bit_rows import bit_rows
from dsl.backends.native.floods import Flood, floods_of, unfailing
from dsl.backends.native.guards import Guard, forgotten, guards_of
from dsl.backends.native.prefixes import Prefix, prefixes_of
from dsl.intervals import Range
from dsl.machine.ir import ops
from dsl.machine.ir.analysis.bundles import Bundles
from dsl.machine.ir.analysis.intervals import Ranges
from dsl.machine.ir.analysis.lanes import (
    Both,
    Fixed,
    Kept,
    Lanes,
    Listed,
    Masked,
    Without,
    Word,
    conjuncts,
    joined,
    kept_in,
    maskable,
)
from dsl.machine.ir.fold import every
from dsl.machine.ir.ops import Expr, Machine, Stmt
from dsl.machine.ir.walk import callers, closed, expressions, nodes, own_reads, own_writes, statements, walk

FEWEST = 6
"""Fewest members of a loop that is worth it."""
BITS = 64


@dataclass(frozen=True, slots=True)
class Filter:
    """A loop over the members of a range that pass a test: `of` says which, `rest` must be tested one by one."""

    loop: ops.ForRange
    first: int
    last: int
    of: Word
    rest: Expr | None
    then: tuple[Stmt, ...]

    @property
    def words(self) -> int:
        """How many words there is a bit in for each member."""
        return -(-(self.last - self.first + 1) // BITS)


@dataclass(frozen=True, slots=True)
class RowFilter:
    """A loop over the members of row `index` that pass a test, where the members of all rows rise; cells: those of each
    row, as bits; the rest as in a filter.
    """

    loop: ops.ForTable
    index: Expr
    first: int
    last: int
    of: Word
    rest: Expr | None
    then: tuple[Stmt, ...]
    cells: tuple[int, ...]

    @property
    def words(self) -> int:
        """How many words there is a bit in for each member."""
        return 1


@dataclass(frozen=True, slots=True)
class Writer:
    """What words are written with. begins: where the words of a mask begin; listed: where those of a set that is one of
    several do; name: a name for what a text says; known: the names of words by their identity and number.
    """

    begins: Callable[[Kept], str]
    listed: Callable[[Listed], str]
    name: Callable[[str], str]
    known: dict[tuple[int, int], str]


class Masks:
    """The masks of a machine, and the loops that use them."""

    def __init__(self, machine: Machine, ranges: Ranges) -> None:
        self.machine = machine
        self._ranges = ranges
        self.regions = maskable(machine)
        self._writers = [closed(callers(machine.procs, trials=False), self._writing(region)) for region in self.regions]
        self.filters = {id(each.loop): each for each in self._filters()} if self.regions else {}
        """By the identity of a loop."""
        self.used = sorted({kept.region for each in self.filters.values() for kept in kept_in(each.of)})
        """The regions that have masks."""
        self.rows = {id(row.loop): row for row in self._row_filters()} if self.used else {}
        """By the identity of a loop."""
        asked = machine.procs if self.used else ()
        sure = unfailing(machine) if self.used else frozenset[int]()
        self.guards: dict[int, Guard] = {}
        """By the identity of a loop, as those that follow."""
        self.floods: dict[int, Flood] = {}
        self.prefixes: dict[int, Prefix] = {}
        self.asked: dict[int, Asked] = {}
        for proc in asked:
            self.guards |= guards_of(machine, self.regions, self.used, proc)
            self.floods |= floods_of(ranges, self.regions, self.used, sure, proc)
            self.prefixes |= dict(prefixes_of(ranges, self.regions, self.used, proc))
            self.asked |= dict(asked_of(ranges, self.regions, self.used, proc))
        self.offsets: dict[int, int] = {}
        """Where the masks of a region begin."""
        self.size = 0
        for at in self.used:
            self.offsets[at] = self.size
            region = self.regions[at]
            self.size += self.words(region) * (region.high - region.low + 1)

    @staticmethod
    def words(region: Masked) -> int:
        """The words of a mask."""
        return -(-region.size // BITS)

    # ---- loops ----------------------------------------------------------------------------------------------------

    def _filters(self) -> Iterator[Filter]:
        """The loops over the bits of a set."""
        for proc in self.machine.procs:
            for node in nodes(proc):
                found = self._filter(proc.id, node) if isinstance(node, ops.ForRange) else None
                if found is not None:
                    yield found

    def _filter(self, proc: int, loop: ops.ForRange) -> Filter | None:
        """A loop over the bits of a set, if that is what it can be."""
        match loop:
            case ops.ForRange(reg, ops.Const(first), ops.Const(last), 1, (ops.IfDo(_, then, ()),)):
                pass
            case _:
                return None
        if last - first + 1 < FEWEST or any(reg in own_writes(stmt) for stmt in statements(then)):
            return None
        said = self._said(proc, loop, Bundles(self.machine, self.regions, reg, first, last))
        return None if said is None else Filter(loop, first, last, *said)

    def _row_filters(self) -> Iterator[RowFilter]:
        """The loops over the bits of a row."""
        for proc in self.machine.procs:
            left = forgotten(proc)
            for node in nodes(proc):
                found = self._row_filter(proc.id, node) if isinstance(node, ops.ForTable) and id(node) in left else None
                if found is not None and {kept.region for kept in kept_in(found.of)} <= {*self.used}:
                    yield found

    def _row_filter(self, proc: int, loop: ops.ForTable) -> RowFilter | None:
        row = bit_rows(self.machine, loop)
        if row is None or row.every.bit_count() < FEWEST or not row.rise():
            return None
        if any(loop.reg in own_writes(stmt) for stmt in statements(loop.body)):
            return None
        said = self._said(proc, loop, Lanes(self.machine, self.regions, loop.reg, row.first, row.last))
        return None if said is None else RowFilter(loop, row.index, row.first, row.last, *said, row.cells)

    def _said(
        self, proc: int, loop: ops.ForRange | ops.ForTable, lanes: Lanes
    ) -> tuple[Word, Expr | None, tuple[Stmt, ...]] | None:
        """The members that pass the tests of a loop, as far as that can be said of all at once; the tests that are left
        over; and what is done with a member. None if nothing can be said, or a turn may change it.
        """
        conditions, inner = _conditions(loop.body)
        changed = {written for stmt in statements(inner) for written in own_writes(stmt)}
        word: Word = Fixed(lanes.all)
        while conditions and not changed & _registers(conditions[0]):
            found = lanes.of(conditions[0], lanes.all)
            if found is None:
                break
            word = joined("and", word, found, lanes.all)
            conditions.pop(0)
        asked = {kept.region for kept in kept_in(word)}
        if not asked or any(self._writes(proc, loop, region) for region in asked):
            return None
        return word, every(conditions) if conditions else None, inner

    def _writes(self, proc: int, loop: ops.ForRange | ops.ForTable, region: int) -> bool:
        """Whether a turn of a loop may write to a region."""
        for stmt in statements((loop,)):
            if isinstance(stmt, ops.Store) and self._meets(proc, stmt, self.regions[region]):
                return True
            called = {part.proc for part in expressions(stmt) if isinstance(part, ops.Call)}
            called |= {stmt.proc} if isinstance(stmt, ops.Do) else set()
            called |= {stmt.key} if isinstance(stmt, ops.ListSort) else set()
            if called & self._writers[region]:
                return True
        return False

    def _writing(self, region: Masked) -> Iterator[int]:
        for proc in self.machine.procs:
            if any(isinstance(node, ops.Store) and self._meets(proc.id, node, region) for node in nodes(proc)):
                yield proc.id

    def _meets(self, proc: int, store: ops.Store, region: Masked) -> bool:
        low, high = self._ranges.of(proc, store.index)
        return self._overlaps((store.base + low, store.base + high), region)

    # ---- stores ---------------------------------------------------------------------------------------------------

    def stored(self, span: Range) -> int | str | None:
        """What a store to slots between two has to do: a region that has masks, `somewhere`, or nothing."""
        met = [at for at in self.used if self._overlaps(span, self.regions[at])]
        if not met:
            return None
        region = self.regions[met[0]]
        inside = region.base <= span[0] and span[1] < region.base + region.size
        return met[0] if inside else "somewhere"

    @staticmethod
    def _overlaps(span: Range, region: Masked) -> bool:
        return span[0] < region.base + region.size and span[1] >= region.base

    def where(self, at: int, value: int) -> str:
        """Where the words of the mask of a value begin."""
        region = self.regions[at]
        return f"(MASKS(S) + {self.offsets[at] + (value - region.low) * self.words(region)})"

    def beginning_at(self, first: int, count: int) -> int | None:
        """The region that has masks, begins at a slot and has so many slots; None if there is none."""
        known = ((at, self.regions[at]) for at in self.used)
        return next((at for at, region in known if region.base == first and count <= region.size), None)

    def text(self) -> list[str]:
        """The functions that keep the masks."""
        lines: list[str] = []
        for at in self.used:
            region, words = self.regions[at], self.words(self.regions[at])
            lines += [
                f"static inline void s{at}(int64_t *S, int64_t x1, int64_t x2) {{",
                f"int64_t x3 = x1 - {region.base};",
                f"uint64_t x4 = UINT64_C(1) << (x3 & 63), *x5 = MASKS(S) + {self.offsets[at]} + (x3 >> 6);",
                f"x5[(S[x1] - {region.low}) * {words}] &= ~x4;",
                f"x5[(x2 - {region.low}) * {words}] |= x4;",
                "S[x1] = x2; }",
            ]
        lines.append("static void stored(int64_t *S, int64_t x1, int64_t x2) {")
        for at in self.used:
            region = self.regions[at]
            inside = f"x1 >= {region.base} && x1 < {region.base + region.size}"
            lines.append(f"if ({inside}) {{ s{at}(S, x1, x2); return; }}")
        lines += ["S[x1] = x2; }", "static void remask(int64_t *S) {", "memset(MASKS(S), 0, MASKED * sizeof *S);"]
        for at in self.used:
            region = self.regions[at]
            lines.append(f"for (int64_t x1 = {region.base}; x1 < {region.base + region.size}; x1++)")
            lines.append(f"s{at}(S, x1, S[x1]);")
        return [*lines, "}"]

    # ---- words ----------------------------------------------------------------------------------------------------

    def word(self, word: Word, number: int, writer: Writer) -> str:
        """A word of a set of members as C. What is part of several sets is written once."""
        match word:
            case Fixed(bits):
                return f"UINT64_C(0x{bits >> BITS * number & (1 << BITS) - 1:x})"
            case Both(fn, left, right):
                text = writer.known.get((id(word), number))
                if text is None:
                    one, other = self.word(left, number, writer), self.word(right, number, writer)
                    text = writer.name(f"{one} {'&' if fn == 'and' else '|'} {other}")
                    writer.known[id(word), number] = text
                return text
            case Without(of):
                return f"~{self.word(of, number, writer)}"
            case Listed():
                return f"{writer.listed(word)}[{number}]"
            case Kept(region, _, by, bits):
                moved = self._moved(writer.begins(word), self.words(self.regions[region]), number, by)
                return f"({moved} & UINT64_C(0x{bits >> BITS * number & (1 << BITS) - 1:x}))"

    @staticmethod
    def _moved(mask: str, words: int, number: int, by: int) -> str:
        """Word `number` of a mask whose bit i + by becomes bit i."""
        first, shift = divmod(BITS * number + by, BITS)

        def there(at: int) -> str:
            return f"{mask}[{at}]" if 0 <= at < words else "0"

        if not shift:
            return there(first)
        low, high = there(first), there(first + 1)
        parts = [f"{low} >> {shift}"] if low != "0" else []
        parts += [f"{high} << {BITS - shift}"] if high != "0" else []
        return f"({' | '.join(parts)})" if parts else "0"


def _conditions(body: tuple[Stmt, ...]) -> tuple[list[Expr], tuple[Stmt, ...]]:
    """What must hold, one after the other, before the innermost body is come to; and that body."""
    found: list[Expr] = []
    while len(body) == 1 and isinstance(body[0], ops.IfDo) and not body[0].otherwise:
        found += conjuncts(body[0].test)
        body = body[0].then
    return found, body


def _registers(expr: Expr) -> set[int]:
    return {reg for part in walk(expr) for reg in own_reads(part)}


def is_run(found: Filter | RowFilter) -> ops.Emit | None:
    """The option of each member, if a filter emits one for each and does nothing else but say that there was one."""
    match found:
        case (
            Filter(rest=None, then=(ops.Emit() as emit, *notes))
            | RowFilter(rest=None, then=(ops.Emit() as emit, *notes))
        ):
            pass
        case _:
            return None
    own = ops.Reg(found.loop.reg)
    noted: set[int] = set()
    for note in notes:
        if not isinstance(note, ops.SetReg) or not isinstance(note.value, ops.Const):
            return None
        noted.add(note.reg)
    others = [value for value in emit.values if value != own]
    fixed = all(isinstance(value, ops.Const | ops.Reg) and not noted & _registers(value) for value in others)
    return emit if fixed and len(others) + 1 == len(emit.values) else None
