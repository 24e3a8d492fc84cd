"""Statements as lines of C, and functions from them.

    for_zone r1 in 3: if S[100 + r1] > 2: emit (1, r1)

    const int64_t *x1 = zone_list(S, 3);
    for (int64_t x2 = 1; x2 <= x1[0]; x2++) {
    r1 = x1[x2];
    if ((S[r1 + 100] > 2)) {
    int64_t *x3 = offer(c, 2);
    ...

Break and Continue are jumps to labels, so that a C `switch` may stand between a loop and its end. Lists, and copies of
what a loop runs over, lie in the room of the context: a function gives back at its end what it took.
"""

from __future__ import annotations

from dsl.backends.native.expressions import SETS, Expressions
from dsl.backends.native.masks import Filter
from dsl.backends.native.source import Source, number
from dsl.intervals import within
from dsl.machine.ir import ops
from dsl.machine.ir.analysis.lanes import Kept, kept_in
from dsl.machine.ir.ops import Expr, Stmt
from dsl.machine.ir.walk import expressions, own_writes, statements

LEAVE = "\0"
"""Marks a line that leaves the function with what follows; see `Statements.left`."""
CASES = 256
"""Most values of one case that are written out for the C compiler to make a table of."""


class Statements(Expressions):
    """Writes a body of statements."""

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
        for stmt in body:
            self.stmt(stmt)

    def count(self, work: str) -> None:
        """Count work on the meter."""
        self.lines.append(f"count_work(c, {work}, {self.site});")

    def took(self, room: int) -> None:
        """Note that so many more numbers are taken from here on."""
        self._taken += room
        self._room = max(self._room, self._taken)

    def stmt(self, stmt: Stmt) -> None:
        """Write a statement."""
        match stmt:
            case ops.SetReg():
                self.lines.append(f"r{stmt.reg} = {self.word(stmt.value)};")
            case ops.Store():
                self._store(stmt)
            case ops.IfDo() | ops.SwitchDo() | ops.Loop():
                self._nest(stmt)
            case ops.ForRange() | ops.ForZone() | ops.ForList() | ops.ForTable():
                self._for(stmt)
            case ops.Break() | ops.Continue() | ops.Return() | ops.Fail():
                self._jump(stmt)
            case ops.Do():
                call = self.call(stmt.proc, stmt.args)
                self.lines.append(f"{call};" if stmt.reg is None else f"r{stmt.reg} = {call};")
            case ops.ListClear() | ops.ListAdd() | ops.ListZone() | ops.ListSort() | ops.ListCells():
                self._list(stmt)
            case ops.MovePiece() | ops.SetFace() | ops.Know() | ops.Shuffle():
                self._piece(stmt)
            case ops.Chance():
                self.lines.append(f"r{stmt.reg} = chance_of(c, S, {stmt.stream}, {self.number(stmt.n)}, {stmt.site});")
            case ops.Emit():
                self._emit(stmt)
            case ops.Log():
                args = self.array(self.ordered(*((arg, self.word) for arg in stmt.args), apart=True))
                self.lines.append(f"say(c, S, {stmt.template}, {len(stmt.args)}, {args});")
            case ops.Finish():
                self._finish(stmt)

    def _nest(self, stmt: ops.IfDo | ops.SwitchDo | ops.Loop) -> None:
        """Write a branch, or a loop without members."""
        match stmt:
            case ops.IfDo():
                self._if(stmt)
            case ops.SwitchDo():
                self._switch(self.number(stmt.value), [case for case in stmt.cases if case[2]])
            case ops.Loop():
                self._while(stmt)

    def _jump(self, stmt: ops.Break | ops.Continue | ops.Return | ops.Fail) -> None:
        """Write a statement that leaves a loop or the function."""
        match stmt:
            case ops.Break():
                self.lines.append(f"goto {self.loops[-1][0]};")
            case ops.Continue():
                self.lines.append(f"goto {self.loops[-1][1]};")
            case ops.Return():
                self.leave(self.word(stmt.value))
            case ops.Fail():
                self.lines.append(f"fail(c, {self.source.codes[stmt.code]}, {stmt.site});")

    def _emit(self, stmt: ops.Emit) -> None:
        values = self.ordered(*((value, self.word) for value in stmt.values), apart=True)
        option = self.fresh()
        self.lines.append(f"int64_t *{option} = offer(c, {len(values)}); (void){option};")
        self.lines += [f"{option}[{at}] = {value};" for at, value in enumerate(values)]

    # ---- plain statements -----------------------------------------------------------------------------------------

    def leave(self, value: str) -> None:
        """Return a value, or nothing."""
        self.lines.append(f"{LEAVE}{value}")

    def array(self, values: list[str]) -> str:
        """An array of numbers."""
        name = self.fresh()
        self.lines.append(f"int64_t {name}[] = {{{', '.join(values) or '0'}}};")
        return name

    def _store(self, stmt: ops.Store) -> None:
        index = stmt.index

        def where(expr: Expr) -> str:
            return self.slot(stmt.base, expr, rules=True)

        target, value = self.ordered((index, where), (stmt.value, self.number), apart=True)
        low, high = self.range(stmt.value)
        first, last = self.range(stmt.index)
        kept = self.source.masks.stored((stmt.base + first, stmt.base + last))
        if stmt.low <= low and high <= stmt.high:
            self._put(kept, target, value)
            return
        if stmt.overflow == "stops":
            self._put(kept, target, f"clamped({value}, {number(stmt.low)}, {number(stmt.high)})")
            return
        name = self.name(value)
        inside = f"{name} >= {number(stmt.low)} && {name} <= {number(stmt.high)}"
        if stmt.overflow == "error":
            target = self.name(target)
            self.lines.append(f"if (!({inside})) fail(c, BOUND, {stmt.site});")
            self._put(kept, target, name)
        else:
            self._put(kept, target, name, f"if ({inside}) ")

    def _put(self, kept: int | str | None, target: str, value: str, where: str = "") -> None:
        """Write a number to a slot, and to the masks of its region if it has some."""
        if kept is None:
            self.lines.append(f"{where}S[{target}] = {value};")
        else:
            store = f"k{kept}_at" if isinstance(kept, int) else "stored"
            self.lines.append(f"{where}{store}(S, {target}, {value});")

    def _list(self, stmt: ops.ListClear | ops.ListAdd | ops.ListZone | ops.ListSort | ops.ListCells) -> None:
        members, room = self.list(stmt.reg), self.sizes[stmt.reg]
        match stmt:
            case ops.ListClear():
                self.lines.append(f"{members}[0] = 0;")
            case ops.ListCells():
                of = self.number(stmt.of)
                self.lines.append(f"cell_list(c, S, {SETS[stmt.how]}, {of}, {members}, {room});")
            case ops.ListZone():
                zone, linked = self.zone(stmt.zone), self.source.linked(self.proc, stmt.zone)
                add = "add_linked" if linked else "add_all"
                found = f"S, {zone}" if linked else f"zone_list(S, {zone})"
                self.lines.append(f"{add}(c, {members}, {found}, {room}, {self.site});")
                if stmt.ascending:
                    self.lines.append(f"ascend({members});")
            case ops.ListAdd():
                value = self.word(stmt.value)
                if stmt.unique:
                    value = self.name(value)
                    self.lines.append(f"if (!has({members}, {value})) add(c, {members}, {value}, {room}, {self.site});")
                else:
                    self.lines.append(f"add(c, {members}, {value}, {room}, {self.site});")
            case ops.ListSort():
                args = self.ordered(*((arg, self.argument) for arg in stmt.args), apart=True)
                at, keys = self.fresh(), self.fresh()
                self.took(3 * room)
                self.lines.append(f"int64_t *{keys} = take(c, {members}[0]);")
                self.lines.append(f"for (int64_t {at} = 0; {at} < {members}[0]; {at}++)")
                call = f"f{stmt.key}({', '.join(['c', 'S', f'{members}[1 + {at}]', *args])})"
                self.lines.append(f"{keys}[{at}] = {call};")
                self.lines.append(f"sort(c, {members}, {keys}, {int(stmt.down)});")
                self.lines.append(f"c->top = {keys};")
                self._taken -= 3 * room

    def _piece(self, stmt: ops.MovePiece | ops.SetFace | ops.Know | ops.Shuffle) -> None:
        match stmt:
            case ops.MovePiece():
                cell = (stmt.cell, self.number)
                piece, zone, at = self.ordered((stmt.piece, self.piece), (stmt.zone, self.zone), cell)
                text = f"move(c, S, {piece}, {zone}, {int(stmt.at == 'bottom')}, {at}, {stmt.site});"
            case ops.SetFace():
                piece, up = self.ordered((stmt.piece, self.piece), (stmt.up, self.test))
                text = f"turn(S, {piece}, {up});"
            case ops.Know():
                piece, mask = self.ordered((stmt.piece, self.piece), (stmt.mask, self.word))
                text = f"know(S, {piece}, {mask});"
            case ops.Shuffle():
                text = f"shuffle(c, S, {self.zone(stmt.zone)}, {stmt.stream});"
        self.lines.append(text)

    def _finish(self, stmt: ops.Finish) -> None:
        parts = ((stmt.who, self.word), *((arg, self.word) for arg in stmt.args))
        who, *args = self.ordered(*parts, apart=True)
        given = self.array(args)
        results = self.fresh()
        self.lines.append(f"int64_t {results}[PLAYERS] = {{0}};")
        if stmt.how == "scored":
            for player in range(1, self.source.machine.players + 1):
                call = self.call(stmt.score, (ops.Const(player),))
                self.lines.append(f"{results}[{player - 1}] = {call};")
        elif stmt.how != "drawn":
            his, others = ("1", "-1") if stmt.how == "won" else ("-1", "1")
            self.lines.append(f"results_of({results}, {who}, {his}, {others});")
        self.lines.append(f"finish(c, S, {results}, {stmt.template}, {len(args)}, {given});")

    # ---- branches -------------------------------------------------------------------------------------------------

    def _if(self, stmt: ops.IfDo) -> None:
        self.lines.append(f"if ({self.test(stmt.test)}) {{")
        self.body(stmt.then)
        if stmt.otherwise:
            self.lines.append("} else {")
            self.body(stmt.otherwise)
        self.lines.append("}")

    def _switch(self, value: str, cases: list[tuple[int, int, tuple[Stmt, ...]]]) -> None:
        """A C switch; cases of many values are compared."""
        name = self.name(value)
        self.lines.append(f"switch ({name}) {{")
        wide: list[tuple[int, int, tuple[Stmt, ...]]] = []
        for low, high, body in cases:
            if high - low >= CASES:
                wide.append((low, high, body))
                continue
            self.lines.append(" ".join(f"case {number(each)}:" for each in range(low, high + 1)) + " {")
            self.body(body)
            self.lines.append("} break;")
        self.lines.append("default: {")
        for low, high, body in wide:
            self.lines.append(f"if ({name} >= {number(low)} && {name} <= {number(high)}) {{")
            self.body(body)
            self.lines.append("}")
        self.lines.append("} }")

    # ---- loops ----------------------------------------------------------------------------------------------------

    def _while(self, stmt: ops.Loop) -> None:
        self.lines.append("for (;;) {")
        self.lines.append(f"if (!{self.test(stmt.test)}) break;")
        self.count("1")
        self._turns(stmt.body)

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
                self._numbers(stmt, metered)
            case ops.ForTable():
                self._table(stmt, metered)
            case ops.ForZone():
                zone = self.zone(stmt.zone)
                if self.source.linked(self.proc, stmt.zone):
                    self._members(stmt, f"listed(c, S, {zone})", self._largest(), metered)
                else:
                    moves = any(self._moves(inner) for inner in statements(stmt.body))
                    members = f"zone_list(S, {zone})"
                    self._members(
                        stmt, f"copy_of(c, {members})" if moves else members, self._largest() * moves, metered
                    )
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
            self.count(left)
        self.lines.append(f"for (; {left}; {left}--, {at} += {stmt.step}) {{")
        self.lines.append(f"r{stmt.reg} = {at};")
        self._turns(stmt.body)

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

    def passing(self, found: Filter) -> str:
        """The words of those members that pass a test."""
        masks = self.source.masks
        begins: dict[Kept, str] = {}
        for kept in kept_in(found.of):
            if kept in begins:
                continue
            region = masks.regions[kept.region]
            first, size = masks.offsets[kept.region], masks.words(region)
            if isinstance(kept.value, ops.Const):
                begins[kept] = f"(MASKS(S) + {first + (kept.value.value - region.low) * size})"
                continue
            value = self.name(self.number(kept.value))
            name = self.name(f"MASKS(S) + {first} + ({value} - {region.low}) * {size}", "const uint64_t *")
            if not within(self.range(kept.value), (region.low, region.high)):
                self.lines.append(f"if ({value} < {region.low} || {value} > {region.high}) {name} = no_bits;")
            begins[kept] = name
        texts = [masks.word(found.of, number, lambda kept: begins[kept]) for number in range(found.words)]
        name, ends = self.fresh(), (1 << (found.last - found.first + 1)) - 1
        ends = [ends >> 64 * number & (1 << 64) - 1 for number in range(found.words)]
        full = ", ".join(f"({text}) & UINT64_C(0x{end:x})" for text, end in zip(texts, ends, strict=True))
        self.lines.append(f"uint64_t {name}[] = {{{full}}};")
        return name

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
        size = len(self.source.machine.tables[stmt.table])
        first, last = self.ordered((stmt.first, self.number), (stmt.last, self.number), apart=True)
        at, end = self.fresh(), self.fresh()
        self.lines.append(f"int64_t {at} = clamped({first}, 0, {size}), {end} = clamped({last}, 0, {size});")
        if metered:
            self.count(f"(uint64_t)({end} > {at} ? {end} - {at} : 0)")
        self.lines.append(f"for (; {at} < {end}; {at}++) {{")
        self.lines.append(f"r{stmt.reg} = k{stmt.table}[{at}];")
        self._turns(stmt.body)

    def _members(self, stmt: ops.ForZone | ops.ForList, members: str, copy: int, metered: bool) -> None:
        """A loop over members; copy: the room that they take, if they are a copy."""
        at, over = self.fresh(), self.fresh()
        if copy:
            self.took(copy)
        self.lines.append(f"{'' if copy else 'const '}int64_t *{over} = {members};")
        if metered:
            self.count(f"(uint64_t){over}[0]")
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

    # ---- functions ------------------------------------------------------------------------------------------------

    def registers(self, regs: list[int]) -> list[str]:
        """The declarations of registers that are empty at first; lists take room."""
        lines: list[str] = []
        for reg in regs:
            if self.sizes[reg]:
                self.took(1 + self.sizes[reg])
                lines += [f"int64_t *r{reg} = take(c, {1 + self.sizes[reg]});", f"r{reg}[0] = 0;"]
            else:
                lines.append(f"int64_t r{reg} = 0;")
        return lines

    def left(self) -> list[str]:
        """The lines, with what was taken given back wherever the function is left."""
        self.source.room[self.proc] += self._room
        lines: list[str] = []
        for line in self.lines:
            if not line.startswith(LEAVE):
                lines.append(line)
            elif self._room and line != LEAVE:
                lines.append(f"{{ int64_t x0 = {line[1:]}; c->top = m0; return x0; }}")
            else:
                lines.append(f"{'c->top = m0; ' if self._room else ''}return {line[1:]};")
        return ["int64_t *m0 = c->top;", *lines] if self._room else lines
