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

from dsl.backends.native.expressions import SETS
from dsl.backends.native.loops import Loops
from dsl.backends.native.poured import lists_of
from dsl.backends.native.source import number
from dsl.machine.ir import ops
from dsl.machine.ir.ops import Expr, Stmt
from dsl.machine.ir.walk import statements

LEAVE = "\0"
"""Marks a line that leaves the function with what follows; see `Statements.left`."""
CASES = 256
"""Most values of one case that are written out for the C compiler to make a table of."""


class Statements(Loops):
    """Writes a body of statements."""

    def body(self, body: tuple[Stmt, ...]) -> None:
        """Write the statements of a body."""
        for stmt in body:
            self.stmt(stmt)

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
            self.put(kept, target, value)
            return
        if stmt.overflow == "stops":
            self.put(kept, target, f"clamped({value}, {number(stmt.low)}, {number(stmt.high)})")
            return
        name = self.name(value)
        inside = f"{name} >= {number(stmt.low)} && {name} <= {number(stmt.high)}"
        if stmt.overflow == "error":
            target = self.name(target)
            self.lines.append(f"if (!({inside})) fail(c, BOUND, {stmt.site});")
            self.put(kept, target, name)
        else:
            self.put(kept, target, name, f"if ({inside}) ")

    def put(self, kept: int | str | None, target: str, value: str, where: str = "") -> None:
        """Write a number to a slot, and to the masks of its region if it has some."""
        if kept is None:
            self.lines.append(f"{where}S[{target}] = {value};")
        else:
            store = f"s{kept}" if isinstance(kept, int) else "stored"
            self.lines.append(f"{where}{store}(S, {target}, {value});")

    def _list(self, stmt: ops.ListClear | ops.ListAdd | ops.ListZone | ops.ListSort | ops.ListCells) -> None:
        members, room = self.list(stmt.reg), self.sizes[stmt.reg]
        match stmt:
            case ops.ListClear():
                self.lines.append(f"{members}[0] = 0;")
                if stmt.reg in self.marks:
                    self.lines.append(f"memset(u{stmt.reg}, 0, sizeof u{stmt.reg});")
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
                self._add(stmt, members, room)
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

    def _add(self, stmt: ops.ListAdd, members: str, room: int) -> None:
        value = self.word(stmt.value)
        if stmt.reg in self.marks:
            value = self.name(value)
            new = f"if (!is_marked(u{stmt.reg}, {value})) " if stmt.unique else ""
            self.lines.append(
                f"{new}{{ add(c, {members}, {value}, {room}, {self.site}); mark(u{stmt.reg}, {value}); }}"
            )
        elif stmt.unique:
            value = self.name(value)
            self.lines.append(f"if (!has({members}, {value})) add(c, {members}, {value}, {room}, {self.site});")
        else:
            self.lines.append(f"add(c, {members}, {value}, {room}, {self.site});")

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

    # ---- functions ------------------------------------------------------------------------------------------------

    def registers(self, regs: list[int]) -> list[str]:
        """The declarations of registers that are empty at first; lists take room."""
        lines = [f"uint64_t u{reg}[{self.marks[reg]}] = {{0}};" for reg in regs if reg in self.marks]
        for reg in regs:
            if self.sizes[reg]:
                self.took(1 + self.sizes[reg])
                lines += [f"int64_t *r{reg} = take(c, {1 + self.sizes[reg]});", f"r{reg}[0] = 0;"]
            else:
                lines.append(f"int64_t r{reg} = 0;")
        return lines

    def function(self, head: str) -> None:
        """Write the whole function, its registers empty at first."""
        about = self.about
        used = {reg for stmt in statements(about.body) for reg in lists_of(stmt)}
        own = self.registers([r for r in range(about.params, len(about.sizes)) if not about.sizes[r] or r in used])
        if self.proc in self.source.meter.procs:
            self.count("1")
        self.lines += own
        self.body(about.body)
        if not (about.body and isinstance(about.body[-1], ops.Return)):
            self.leave("0")
        self.source.function(head, self.left())

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
