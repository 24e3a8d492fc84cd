"""Loops as lines of C: over numbers, members of a zone, a list or a row of a table, and over the bits of a set."""

from __future__ import annotations

from functools import cache

from dsl.backends.native.asked import Asked, Sort
from dsl.backends.native.digests import Digests
from dsl.backends.native.floods import Flood
from dsl.backends.native.guards import Guard
from dsl.backends.native.known_loops import members_of
from dsl.backends.native.masks import Filter, RowFilter, Writer
from dsl.backends.native.prefixes import Prefix
from dsl.backends.native.source import Source
from dsl.intervals import within
from dsl.machine.ir import ops
from dsl.machine.ir.analysis.lanes import Kept, Listed
from dsl.machine.ir.analysis.table_rows import row_of
from dsl.machine.ir.ops import Expr, Stmt
from dsl.machine.ir.walk import expressions, own_writes, statements


class Loops(Digests):
    """Writes loops; what stands in them a class above this one writes (`body`)."""

    def __init__(self, source: Source, proc: int) -> None:
        super().__init__(source, proc)
        self.about = source.machine.procs[proc]
        self.loops: list[tuple[str, str]] = []
        """The labels of the loops around: where Break and Continue go."""
        self._labels = 0
        self._taken = 0
        self._room = 0

    def body(self, body: tuple[Stmt, ...]) -> None:
        """Write the statements of a body."""
        raise NotImplementedError

    def took(self, room: int) -> None:
        """Note that so many more numbers are taken from here on."""
        self._taken += room
        self._room = max(self._room, self._taken)

    # ---- loops ----------------------------------------------------------------------------------------------------

    def _while(self, stmt: ops.Loop) -> None:
        flood = self.source.masks.floods.get(id(stmt))
        if flood is not None and self._can_spread(flood):
            self._spread(flood)
            return
        self.lines.append("for (;;) {")
        self.lines.append(f"if (!{self.test(stmt.test)}) break;")
        self.count("1")
        self._turns(stmt.body)

    def _can_spread(self, flood: Flood) -> bool:
        """Whether the list of a flood has marks of the same size, and all its rows are there."""
        marks, rows = self.marks.get(flood.list), len(flood.cells)
        return marks == flood.words and within(self.range(flood.index), (0, rows - 1))

    def _spread(self, flood: Flood) -> None:
        """A loop over a set that grows: the marks of the list say what was reached, and bits beside them what is to be
        gone on from.
        """
        self.lines.append("{")
        words, reached, size = self.passing(flood), f"u{flood.list}", flood.words
        left, at, row = self.fresh(), self.fresh(), self.fresh()
        self.lines.append(f"uint64_t {left}[{size}];")
        self.lines.append(f"memcpy({left}, {reached}, sizeof {left});")
        self.lines.append("for (;;) {")
        self.lines.append(f"int64_t {at} = 0;")
        self.lines.append(f"while ({at} < {size} && !{left}[{at}]) {at}++;")
        self.lines.append(f"if ({at} == {size}) break;")
        self.count("1")
        self.lines.append(f"r{flood.member} = 64 * {at} + lowest({left}[{at}]);")
        self.lines.append(f"{left}[{at}] &= {left}[{at}] - 1;")
        self.body(flood.turn)
        cells = self.source.bits(flood.cells, size)
        self.lines.append(f"const uint64_t *{row} = {cells} + {self.number(flood.index)} * {size};")
        for number in range(size):
            new = self.name(f"{words}[{number}] & {row}[{number}] & ~{reached}[{number}]", "uint64_t")
            self.lines += [f"{reached}[{number}] |= {new};", f"{left}[{number}] |= {new};"]
        self.lines += ["}", "}"]

    def _turns(self, body: tuple[Stmt, ...], after: str = "") -> None:
        """The body of a loop that has begun, its end, and where Break and Continue lead. after: what is done when no
        turn is left.
        """
        self._labels += 1
        labels = f"e{self._labels}", f"n{self._labels}"
        self.loops.append(labels)
        self.body(body)
        self.loops.pop()
        self.lines.append(f"{labels[1]}:; }}")
        if after:
            self.lines.append(after)
        self.lines.append(f"{labels[0]}:;")

    def _for(self, stmt: ops.ForRange | ops.ForZone | ops.ForList | ops.ForTable) -> None:
        metered = self.source.meter.loop(self.proc, stmt)
        self.lines.append("{")
        match stmt:
            case ops.ForRange() if id(stmt) in self.source.masks.filters:
                self._filtered(stmt, self.source.masks.filters[id(stmt)], metered)
            case ops.ForRange():
                if not self.as_digest(stmt, metered) and not self._over_bits(stmt, metered):
                    self._numbers(stmt, metered)
            case ops.ForTable():
                self._table(stmt, metered)
            case ops.ForZone():
                self._zone(stmt, metered)
            case ops.ForList():
                room = 1 + self.sizes[stmt.list] if self._touches(stmt.list, stmt.body) else 0
                members = self.list(stmt.list)
                self._members(stmt, f"copy_of(c, {members})" if room else members, room, metered)
        self.lines.append("}")

    def _numbers(self, stmt: ops.ForRange, metered: bool) -> None:
        first, last = self.ordered((stmt.first, self.word), (stmt.last, self.word), apart=True)
        at, left = self.name(first), self.fresh()
        low, high = (at, last) if stmt.step > 0 else (last, at)
        if at == first or at.startswith("r"):  # the loop has a counter of its own
            at, before = self.fresh(), at
            self.lines.append(f"int64_t {at} = {before};")
            low, high = (at, last) if stmt.step > 0 else (last, at)
        self.lines.append(f"uint64_t {left} = {low} <= {high} ? (uint64_t){high} - (uint64_t){low} + 1 : 0;")
        if metered:
            self.count(left, few=False)
        self.lines.append(f"for (; {left}; {left}--, {at} += {stmt.step}) {{")
        self.lines.append(f"r{stmt.reg} = {at};")
        self._turns(stmt.body)

    def _over_bits(self, stmt: ops.ForRange, metered: bool) -> bool:
        """Write a loop over the members of a set of bits, if it is one, from one to the next."""
        found = members_of(stmt)
        if found is None or self.is_wide(found.of) or self.range(found.of)[0] < 0:
            return False
        text, made = self.aside(lambda: self.value(found.of))
        if made:
            return False
        assert isinstance(stmt.first, ops.Const) and isinstance(stmt.last, ops.Const)
        first, last = stmt.first.value, stmt.last.value
        if metered:
            self.count(str(last - first + 1))
        at, rest = self.fresh(), self.fresh()
        self.lines.append(f"uint64_t {rest};")
        self.lines.append(
            f"for (int64_t {at} = {first}; {at} <= {last} && ({rest} = (uint64_t){text} >> {at}); {at}++) {{"
        )
        self.lines.append(f"{at} += lowest({rest});")
        self.lines.append(f"if ({at} > {last}) break;")
        self.lines.append(f"r{stmt.reg} = {at};")
        self._turns(found.then, f"r{stmt.reg} = {last};")
        return True

    def _filtered(self, stmt: ops.ForRange, found: Filter, metered: bool) -> None:
        """A loop over the bits of those members that pass a test."""
        if metered:
            self.count(str(found.last - found.first + 1))
        words = self.passing(found)
        at = self.fresh()
        if self._is_count(stmt, found, words):
            return
        each = f"{words}[{at}]"
        self.lines.append(f"for (int64_t {at} = 0; {at} < {found.words}; {at}++)")
        self.lines.append(f"while ({each}) {{")
        self.lines.append(f"r{stmt.reg} = {found.first} + 64 * {at} + lowest({each});")
        self.lines.append(f"{each} &= {each} - 1;")
        body = found.then if found.rest is None else (ops.IfDo(found.rest, found.then, ()),)
        self._turns(body, f"r{stmt.reg} = {found.last};")

    def passing(self, found: Filter | RowFilter | Guard | Flood | Prefix | Sort) -> str:
        """The words of those members that pass a test."""
        masks = self.source.masks
        names: dict[tuple[int, Expr], str] = {}

        def begins(kept: Kept) -> str:
            key = kept.region, kept.value
            if key not in names:
                names[key] = self._mask(kept)
            return names[key]

        def listed(of: Listed) -> str:
            sets = self.source.bits(of.sets, found.words)
            which, high = self.name(self.number(of.value)), of.low + len(of.sets) - 1
            at = which if within(self.range(of.value), (of.low, high)) else f"clamped({which}, {of.low}, {high})"
            return self.name(f"{sets} + ({at} - ({of.low})) * {found.words}", "const uint64_t *")

        writer = Writer(begins, cache(listed), lambda text: self.name(text, "const uint64_t"), {})
        texts = [masks.word(found.of, number, writer) for number in range(found.words)]
        name, ends = self.fresh(), (1 << (found.last - found.first + 1)) - 1
        ends = [ends >> 64 * number & (1 << 64) - 1 for number in range(found.words)]
        full = ", ".join(f"({text}) & UINT64_C(0x{end:x})" for text, end in zip(texts, ends, strict=True))
        self.lines.append(f"uint64_t {name}[] = {{{full}}};")
        return name

    def _mask(self, kept: Kept) -> str:
        """Where the words of a mask begin; of a value that nothing can have there are none."""
        masks = self.source.masks
        region = masks.regions[kept.region]
        first, size = masks.offsets[kept.region], masks.words(region)
        if isinstance(kept.value, ops.Const):
            return masks.where(kept.region, kept.value.value)
        value = self.name(self.number(kept.value))
        if within(self.range(kept.value), (region.low, region.high)):
            return self.name(f"MASKS(S) + {first} + ({value} - {region.low}) * {size}", "const uint64_t *")
        inside = f"{value} >= {region.low} && {value} <= {region.high}"
        text = f"{inside} ? MASKS(S) + {first} + ({value} - {region.low}) * {size} : no_bits"
        return self.name(text, "const uint64_t *")

    def _is_count(self, stmt: ops.ForRange, found: Filter, words: str) -> bool:
        """Whether a loop only counts; then that is written."""
        match found:
            case Filter(rest=None, then=(ops.SetReg(reg, ops.Bin("+", ops.Reg(counted), ops.Const(1))),)) if (
                reg == counted
            ):
                all_of = " + ".join(f"how_many({words}[{at}])" for at in range(found.words))
                self.lines += [f"r{reg} += {all_of};", f"r{stmt.reg} = {found.last};"]
                return True
            case _:
                return False

    def _table(self, stmt: ops.ForTable, metered: bool) -> None:
        """A loop over a row, which is not begun where it can find nothing, and not walked where it only measures."""
        passing = self.source.masks.rows.get(id(stmt))
        if passing is not None and self.source.has_row(self.proc, passing.index, len(passing.cells)):
            self._picked(stmt, passing, metered)
            return
        prefix = self.source.masks.prefixes.get(id(stmt))
        if prefix is not None and self.source.has_row(self.proc, prefix.index, len(prefix.windows)):
            self._measured(stmt, prefix, metered)
            return
        asked = self.source.masks.asked.get(id(stmt))
        if asked is not None and self.source.has_row(self.proc, asked.index, len(asked.cells)):
            self._asked(stmt, asked, metered)
            return
        guard = self.source.masks.guards.get(id(stmt))
        if guard is None or not within(self.range(guard.index), (0, len(guard.cells) - 1)):
            self._row(stmt, metered)
            return
        index, words = self.name(self.number(guard.index)), self.passing(guard)
        cells = self.source.bits(guard.cells, guard.words)
        tests = [f"({words}[{at}] & {cells}[{index} * {guard.words} + {at}])" for at in range(guard.words)]
        self.lines.append(f"if ({' | '.join(tests)}) {{")
        self._row(stmt, metered)
        self.lines.append("}")

    def _picked(self, stmt: ops.ForTable, found: RowFilter, metered: bool) -> None:
        """A loop over the members of a row that pass a test."""
        left = self.of_row(stmt, found, metered)
        self.lines.append(f"while (*{left}) {{")
        self.lines.append(f"r{stmt.reg} = {found.first} + lowest(*{left});")
        self.lines.append(f"*{left} &= *{left} - 1;")
        self._turns(found.then if found.rest is None else (ops.IfDo(found.rest, found.then, ()),))

    def of_row(self, stmt: ops.ForTable, found: RowFilter, metered: bool) -> str:
        """The word of those members of a row that pass a test."""
        index, words, left = self.name(self.number(found.index)), self.passing(found), self.fresh()
        if metered:
            self.count(self._length(stmt, index))
        self.lines.append(f"uint64_t {left}[] = {{{words}[0] & {self.source.bits(found.cells, 1)}[{index}]}};")
        return left

    @staticmethod
    def _length(stmt: ops.ForTable, index: str) -> str:
        """How many members a row has."""
        assert isinstance(stmt.first, ops.Look)
        return f"k{stmt.first.table}[{index} + 1] - k{stmt.first.table}[{index}]"

    def _measured(self, stmt: ops.ForTable, prefix: Prefix, metered: bool) -> None:
        """A loop that counts the members of a row before the first that does not pass."""
        index, of, windows = self.name(self.number(prefix.index)), prefix.of, prefix.windows
        words = self._mask(of) if isinstance(of, Kept) and not of.by else self.passing(prefix)
        if metered:
            self.count(self._length(stmt, index))
        row = f"{self.source.bits(tuple(each.bits for each in windows), 1)}[{index}]"
        if prefix.falls is None:
            falls = self.source.printed("int8_t", [str(int(each.falls)) for each in windows])
            self.lines.append(f"r{prefix.counter} += passed({row}, {words}[0], {falls}[{index}]);")
            return
        how = "falling" if prefix.falls else "rising"
        if prefix.words == 1:
            self.lines.append(f"r{prefix.counter} += {how}({row}, {words}[0]);")
            return
        starts = self.source.printed("int16_t", [str(part) for each in windows for part in (each.start, each.more)])
        begins = f"{starts}[2 * {index}]"
        passed = self.name(f"{how}({row}, window({words}, {begins}))")
        self.lines.append(f"if (USUAL({passed} != {starts}[2 * {index} + 1])) r{prefix.counter} += {passed};")
        self.lines.append("else {")
        self._row(stmt, False)
        self.lines.append("}")

    def _asked(self, stmt: ops.ForTable, asked: Asked, metered: bool) -> None:
        """A loop that only asks for a member of a sort."""
        index, sought = self.name(self.number(asked.index)), self.passing(asked.sought)
        if metered:
            self.count(self._length(stmt, index))
        row = self.name(f"{self.source.bits(asked.cells, 1)}[{index}]", "uint64_t")
        there = f"{row} & {sought}[0]"
        if asked.stops is not None:
            ends = self.name(f"{row} & {self.passing(asked.stops)}[0]", "uint64_t")
            rising, falling = f"{there} & ({ends} ^ ({ends} - 1))", f"({there}) >> highest({ends} | 1)"
            if asked.falls is None:
                falls = self.source.printed("int8_t", [str(int(each.falls)) for each in asked.windows])
                there = f"{falls}[{index}] ? {falling} : {rising}"
            else:
                there = falling if asked.falls else rising
        self.lines.append(f"if ({there}) {{")
        self.body((asked.then,))
        self.lines.append("}")

    def _row(self, stmt: ops.ForTable, metered: bool) -> None:
        size = len(self.source.machine.tables[stmt.table])
        first, last = self.ordered((stmt.first, self.number), (stmt.last, self.number), apart=True)
        at, end = self.fresh(), self.fresh()
        if row_of(self.source.machine, stmt) is not None:  # rows begin and end inside the table
            self.lines.append(f"int64_t {at} = {first}, {end} = {last};")
        else:
            self.lines.append(f"int64_t {at} = clamped({first}, 0, {size}), {end} = clamped({last}, 0, {size});")
        if metered:
            self.count(f"{end} > {at} ? {end} - {at} : 0")
        self.lines.append(f"for (; {at} < {end}; {at}++) {{")
        self.lines.append(f"r{stmt.reg} = k{stmt.table}[{at}];")
        self._turns(stmt.body)

    def _zone(self, stmt: ops.ForZone, metered: bool) -> None:
        """A loop over what lies in a zone; over a copy of it where a turn may move something."""
        zone, linked = self.zone(stmt.zone), self.source.linked(self.proc, stmt.zone)
        if any(self._moves(inner) for inner in statements(stmt.body)):
            copy = f"listed(c, S, {zone})" if linked else f"copy_of(c, zone_list(S, {zone}))"
            self._members(stmt, copy, self._largest(), metered)
        elif linked:
            self._chain(stmt, self.name(zone), metered)
        else:
            self._members(stmt, f"zone_list(S, {zone})", 0, metered)

    def _chain(self, stmt: ops.ForZone, zone: str, metered: bool) -> None:
        """A loop along the chain of a linked zone, or over another one, if it may be one."""
        at, left, always = self.fresh(), self.fresh(), self.source.linked(self.proc, stmt.zone, always=True)
        self.lines.append(f"int64_t {at} = zone_base[{zone}] + 1, {left} = zone_size(S, {zone});")
        if metered:
            self.count(left)
        following = f"NEXT + S[{at}]" if always else f"linked({zone}) ? NEXT + S[{at}] : {at} + 1"
        self.lines.append(f"for (; {left}; {left}--, {at} = {following}) {{")
        self.lines.append(f"r{stmt.reg} = S[{at}];")
        self._turns(stmt.body)

    def _members(self, stmt: ops.ForZone | ops.ForList, members: str, copy: int, metered: bool) -> None:
        """A loop over members; copy: the room that they take, if they are a copy."""
        at, over = self.fresh(), self.fresh()
        if copy:
            self.took(copy)
        self.lines.append(f"{'' if copy else 'const '}int64_t *{over} = {members};")
        if metered:
            self.count(f"{over}[0]")
        self.lines.append(f"for (int64_t {at} = 1; {at} <= {over}[0]; {at}++) {{")
        self.lines.append(f"r{stmt.reg} = {over}[{at}];")
        self._turns(stmt.body)
        if copy:
            self._taken -= copy
            self.lines.append(f"c->top = {over};")

    def _largest(self) -> int:
        return 1 + max(self.source.machine.tables[self.source.machine.zone_cap], default=0)

    def _moves(self, stmt: Stmt) -> bool:
        """Whether a statement may move pieces."""
        if isinstance(stmt, ops.MovePiece | ops.Shuffle):
            return True
        if isinstance(stmt, ops.Do) and stmt.proc in self.source.facts.moves:
            return True
        called = (expr.proc for expr in expressions(stmt) if isinstance(expr, ops.Call))
        return any(proc in self.source.facts.moves for proc in called)

    def _touches(self, reg: int, body: tuple[Stmt, ...]) -> bool:
        """Whether a body may change a list."""
        for stmt in statements(body):
            if reg in own_writes(stmt):
                return True
            for expr in (stmt, *expressions(stmt)):
                if isinstance(expr, ops.Call | ops.Trial | ops.Do) and any(
                    isinstance(arg, ops.ListReg) and arg.reg == reg and position in self.source.changed[expr.proc]
                    for position, arg in enumerate(expr.args)
                ):
                    return True
        return False
