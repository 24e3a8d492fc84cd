"""Statements that change lists, pieces or the position, as lines of Python."""

from __future__ import annotations

import re

from dsl.backends.python.lines import Lines
from dsl.backends.python.support import BOUND, HELPERS, HOW
from dsl.machine.ir import ops
from dsl.machine.ir.analysis.purity import total
from dsl.machine.ir.ops import Expr
from dsl.machine.ir.walk import walk


class Changes(Lines):
    """Writes the statements that change something."""

    def _store(self, stmt: ops.Store) -> None:
        slot = self.x.offset(stmt.base, stmt.index).text
        if not (total(stmt.index) and (_steady(stmt.index) or not _calls(stmt.value))):
            name = self.x.fresh()
            self.line(f"{name} = {slot}")
            slot = name
        target = f"S[{slot}]"
        low, high = self.x.range(stmt.value)
        value = self.x.value(stmt.value).text
        under, over = low < stmt.low, high > stmt.high
        if not under and not over:
            self.line(f"{target} = {value}")
            return
        self._stored_within(stmt, target, value, under, over)

    def _stored_within(self, stmt: ops.Store, target: str, value: str, under: bool, over: bool) -> None:
        """Store what may lie under or over the bounds of a store."""
        if not re.fullmatch(r"-?\w+", value):
            name = self.x.fresh()
            first = f"({name} := {value})"
        else:
            first = name = value
        if stmt.overflow == "stops":
            tests = [f"{stmt.low} if {first} < {stmt.low} else"] if under else []
            if over:
                tests.append(f"{stmt.high} if {name if under else first} > {stmt.high} else")
            self.line(f"{target} = {' '.join(tests)} {name}")
            return
        inside = f"{stmt.low} <= {first} <= {stmt.high}"
        if not over:
            inside = f"{first} >= {stmt.low}"
        elif not under:
            inside = f"{first} <= {stmt.high}"
        if stmt.overflow == "ignored":
            self.line(f"if {inside}: {target} = {name}")
        else:
            self.line(f"if not {inside}: {HELPERS['fail']}({BOUND}, {stmt.site})")
            self.line(f"{target} = {name}")

    def _list(self, stmt: ops.ListClear | ops.ListAdd | ops.ListZone | ops.ListSort | ops.ListCells) -> None:
        members = self.x.name(stmt.reg)
        about = self.source.machine.procs[self.proc]
        own = (about.flow or stmt.reg >= about.params) and self.returns is None
        match stmt:
            case ops.ListClear():
                self.line(f"{members} = []" if own else f"{members}.clear()")
            case ops.ListCells():
                found = f"{HELPERS['cell_list']}(S, {stmt.how!r}, {self.x.value(stmt.of).text})"
                self.line(f"{members} = [*{found}]" if own else f"{members}[:] = {found}")
            case ops.ListZone():
                self.line(f"{members} += {self._members(stmt.zone)}")
                self.line(f"if len({members}) > {self.sizes[stmt.reg]}: {HELPERS['full']}()")
                if stmt.ascending:
                    self.line(f"{members}.sort()")
            case ops.ListAdd():
                self._add(stmt, members)
            case ops.ListSort():
                self._sort(stmt, members)

    def _add(self, stmt: ops.ListAdd, members: str) -> None:
        value = self.x.word(stmt.value).text
        if stmt.unique or not total(stmt.value):
            name = self.x.fresh()
            self.line(f"{name} = {value}")
            value = name
        room = f"if len({members}) >= {self.sizes[stmt.reg]}: {HELPERS['full']}()"
        if stmt.unique:
            self.line(f"if {value} not in {members}:")
            self.line(f" {room}")
            self.line(f" {members}.append({value})")
        else:
            self.line(room)
            self.line(f"{members}.append({value})")

    def _sort(self, stmt: ops.ListSort, members: str) -> None:
        args = [arg.reg if isinstance(arg, ops.ListReg) else self._word(arg) for arg in stmt.args]
        given = [f"r{arg}" if isinstance(arg, int) else arg for arg in args]
        item = self.x.fresh()
        call = f"f{stmt.key}({', '.join([*self.source.extra(stmt.key), item, *given])})"
        self.line(f"{HELPERS['sort']}({members}, lambda {item}: {call}, {int(stmt.down)})")

    def _chance(self, stmt: ops.Chance) -> None:
        name = self._name(stmt.n)
        if self.x.range(stmt.n)[0] <= 0:
            self.line(f"if {name} <= 0: {HELPERS['fail']}({BOUND}, {stmt.site})")
        self.line(f"r{stmt.reg} = e1.draw(S, {stmt.stream}, {name})")

    def _piece(self, stmt: ops.MovePiece | ops.SetFace | ops.Know | ops.Shuffle) -> None:
        match stmt:
            case ops.MovePiece():
                piece, zone = self.x.value(stmt.piece).text, self.x.value(stmt.zone).text
                cell = "" if stmt.cell == ops.Const(0) else f", {self.x.value(stmt.cell).text}"
                bottom = int(stmt.at == "bottom")
                self.line(f"{HELPERS['move']}(S, {piece}, {zone}, {bottom}, {stmt.site}{cell})")
            case ops.SetFace():
                self.line(f"{HELPERS['turn']}(S, {self.x.value(stmt.piece).text}, {self.x.value(stmt.up).text})")
            case ops.Know():
                self.line(f"{HELPERS['know']}(S, {self.x.value(stmt.piece).text}, {self.x.word(stmt.mask).text})")
            case ops.Shuffle():
                self.line(f"{HELPERS['shuffle']}(S, e1, {self.x.value(stmt.zone).text}, {stmt.stream})")

    def _finish(self, stmt: ops.Finish) -> None:
        who, args = self.x.word(stmt.who).text, self._tuple(stmt.args)
        results = "()"
        if stmt.how == "scored":
            players = range(1, self.source.machine.players + 1)
            scores = [self.x.call(stmt.score, (ops.Const(player),)).text for player in players]
            results = f"({', '.join(scores)},)"
        self.line(f"{HELPERS['finish']}(S, e1, {HOW[stmt.how]}, {stmt.template}, {who}, {args}, {results})")


def _calls(expr: Expr) -> bool:
    return any(isinstance(part, ops.Call | ops.Trial) for part in walk(expr))


def _steady(expr: Expr) -> bool:
    """Whether no call can change the value: it is made of registers and numbers."""
    return all(isinstance(part, ops.Reg | ops.Const | ops.Bin | ops.Un) for part in walk(expr))
