"""Walking the functions of a machine, for the reference backend: one method per sort of statement."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar

from dsl.backends.base import SILENCE, MachineFault, PlayError
from dsl.backends.reference.evaluator import Break, Continue, Evaluator, Over, Return, Scope
from dsl.machine.ir import ops
from dsl.machine.ir.ops import HEADER, OVER, REASON, STATUS, Stmt

_Members = ops.ForRange | ops.ForZone | ops.ForList | ops.ForTable


class Walker(Evaluator):
    """A position, and what is done to it."""

    # ---- statements --------------------------------------------------------------------------------------------------

    def body(self, scope: Scope, body: tuple[Stmt, ...]) -> None:
        """Carry out statements one after the other."""
        for stmt in body:
            self._statements[stmt.op](self, scope, stmt)

    def _set_reg(self, scope: Scope, stmt: ops.SetReg) -> None:
        self.set(scope, stmt.reg, self.word(scope, stmt.value))

    def _store(self, scope: Scope, stmt: ops.Store) -> None:
        slot = self._slot(stmt.base, self.number(scope, stmt.index))
        if slot < HEADER:
            raise MachineFault(f"slot {slot} of the header is not for rules")
        value = self.number(scope, stmt.value)
        if not stmt.low <= value <= stmt.high:
            if stmt.overflow == "ignored":
                return
            if stmt.overflow != "stops":
                raise PlayError("BOUND", stmt.site, (slot, value, stmt.low, stmt.high))
            value = stmt.low if value < stmt.low else stmt.high
        self.S[slot] = value

    def _if_do(self, scope: Scope, stmt: ops.IfDo) -> None:
        self.body(scope, stmt.then if self.number(scope, stmt.test) else stmt.otherwise)

    def _switch_do(self, scope: Scope, stmt: ops.SwitchDo) -> None:
        value = self.number(scope, stmt.value)
        self.body(scope, next((body for low, high, body in stmt.cases if low <= value <= high), ()))

    def _loop(self, scope: Scope, stmt: ops.Loop) -> None:
        try:
            while self.number(scope, stmt.test):
                self.count(scope, 1)
                self._turn(scope, stmt.body)
        except Break:
            pass

    def _for_range(self, scope: Scope, stmt: ops.ForRange) -> None:
        first, last = self.word(scope, stmt.first), self.word(scope, stmt.last)
        members = range(first, last + 1) if stmt.step > 0 else range(first, last - 1, -1)
        self._for(scope, stmt, members, _size(members))

    def _for_zone(self, scope: Scope, stmt: ops.ForZone) -> None:
        members = self.pieces.members(self.number(scope, stmt.zone))
        self._for(scope, stmt, members, len(members))

    def _for_list(self, scope: Scope, stmt: ops.ForList) -> None:
        members = [*self._list(scope, stmt.list)]
        self._for(scope, stmt, members, len(members))

    def _for_table(self, scope: Scope, stmt: ops.ForTable) -> None:
        first, last = self.number(scope, stmt.first), self.number(scope, stmt.last)
        members = self.machine.tables[stmt.table][max(first, 0) : max(last, 0)]
        self._for(scope, stmt, members, len(members))

    def _for(self, scope: Scope, stmt: _Members, members: Iterable[int], size: int) -> None:
        """A turn of the loop for each member as they were when it began."""
        if self.meter.loop(scope.proc.id, stmt):
            self.count(scope, size)
        try:
            for member in members:
                self.set(scope, stmt.reg, member)
                self._turn(scope, stmt.body)
        except Break:
            pass

    def _turn(self, scope: Scope, body: tuple[Stmt, ...]) -> None:
        try:
            self.body(scope, body)
        except Continue:
            return

    def _break(self, scope: Scope, stmt: ops.Break) -> None:
        raise Break

    def _continue(self, scope: Scope, stmt: ops.Continue) -> None:
        raise Continue

    def _return(self, scope: Scope, stmt: ops.Return) -> None:
        raise Return(self.word(scope, stmt.value))

    def _do(self, scope: Scope, stmt: ops.Do) -> None:
        value = self.call(stmt.proc, [self.value(scope, arg) for arg in stmt.args])
        if stmt.reg is not None:
            self.set(scope, stmt.reg, value)

    def _list_clear(self, scope: Scope, stmt: ops.ListClear) -> None:
        self._list(scope, stmt.reg).clear()

    def _list_add(self, scope: Scope, stmt: ops.ListAdd) -> None:
        value, members = self.word(scope, stmt.value), self._list(scope, stmt.reg)
        if not (stmt.unique and value in members):
            if len(members) >= scope.proc.sizes[stmt.reg]:
                raise PlayError("BOUND", scope.proc.site)
            members.append(value)

    def _list_zone(self, scope: Scope, stmt: ops.ListZone) -> None:
        found, members = self.pieces.members(self.number(scope, stmt.zone)), self._list(scope, stmt.reg)
        if len(members) + len(found) > scope.proc.sizes[stmt.reg]:
            raise PlayError("BOUND", scope.proc.site)
        members.extend(found)
        if stmt.ascending:
            members.sort()

    def _list_cells(self, scope: Scope, stmt: ops.ListCells) -> None:
        found = self._shapes().members(stmt.how, self.number(scope, stmt.of))
        if len(found) > scope.proc.sizes[stmt.reg]:
            raise MachineFault(f"{len(found)} members of {stmt.how} in a list with less room")
        self._list(scope, stmt.reg)[:] = found

    def _list_sort(self, scope: Scope, stmt: ops.ListSort) -> None:
        args = [self.value(scope, arg) for arg in stmt.args]
        members = self._list(scope, stmt.reg)
        keys = [self.call(stmt.key, [member, *args]) for member in members]
        order = sorted(range(len(members)), key=lambda i: -keys[i] if stmt.down else keys[i])
        members[:] = [members[i] for i in order]

    def _emit(self, scope: Scope, stmt: ops.Emit) -> None:
        self.emitted.append(self._words(scope, stmt.values))

    def _log(self, scope: Scope, stmt: ops.Log) -> None:
        self.env.log(self.S, stmt.template, self._words(scope, stmt.args))

    def _finish(self, scope: Scope, stmt: ops.Finish) -> None:
        who = self.word(scope, stmt.who)
        args = self._words(scope, stmt.args)
        players = range(1, self.machine.players + 1)
        match stmt.how:
            case "won":
                results = [1 if player == who else -1 for player in players]
            case "lost":
                results = [-1 if player == who else 1 for player in players]
            case "scored":
                results = [self.call(stmt.score, [player]) for player in players]
            case _:
                results = [0 for _ in players]
        base = self.machine.layout.results
        self.S[base : base + len(results)] = results
        self.S[STATUS], self.S[REASON] = OVER, stmt.template + 1
        self.frames.clear(self.S)
        if stmt.template >= 0:
            self.env.log(self.S, stmt.template, args)
        raise Over

    def _fail(self, scope: Scope, stmt: ops.Fail) -> None:
        raise PlayError(stmt.code, stmt.site)

    def _chance(self, scope: Scope, stmt: ops.Chance) -> None:
        n = self.number(scope, stmt.n)
        if n <= 0:
            raise PlayError("BOUND", stmt.site)
        self.set(scope, stmt.reg, self.env.draw(self.S, stmt.stream, n))

    def _move(self, scope: Scope, stmt: ops.MovePiece) -> None:
        piece, zone = self.number(scope, stmt.piece), self.number(scope, stmt.zone)
        self.pieces.move(piece, zone, stmt.at, stmt.site, self.number(scope, stmt.cell))

    def _face(self, scope: Scope, stmt: ops.SetFace) -> None:
        self.pieces.turn(self.number(scope, stmt.piece), self.number(scope, stmt.up))

    def _know(self, scope: Scope, stmt: ops.Know) -> None:
        self.pieces.know(self.number(scope, stmt.piece), self.word(scope, stmt.mask))

    def _shuffle(self, scope: Scope, stmt: ops.Shuffle) -> None:
        self.pieces.shuffle(self.number(scope, stmt.zone), stmt.stream, self.env)

    def aside(self) -> Walker:
        """What works on a copy of the position, unseen and unheard."""
        return Walker(self.machine, self.frames, self.meter, self.left, [*self.S], SILENCE)

    # ---- which is which ----------------------------------------------------------------------------------------------

    _statements: ClassVar[dict[str, Callable[[Any, Scope, Any], None]]] = {
        "set": _set_reg,
        "store": _store,
        "if_do": _if_do,
        "switch_do": _switch_do,
        "loop": _loop,
        "for_range": _for_range,
        "for_zone": _for_zone,
        "for_list": _for_list,
        "for_table": _for_table,
        "break": _break,
        "continue": _continue,
        "return": _return,
        "do": _do,
        "list_clear": _list_clear,
        "list_add": _list_add,
        "list_zone": _list_zone,
        "list_cells": _list_cells,
        "list_sort": _list_sort,
        "emit": _emit,
        "log": _log,
        "finish": _finish,
        "fail": _fail,
        "chance": _chance,
        "move": _move,
        "face": _face,
        "know": _know,
        "shuffle": _shuffle,
    }
    """What carries out each sort of statement."""


def _size(members: Sequence[int]) -> int:
    """How many members; len() itself refuses long ranges."""
    return abs(members.stop - members.start) if isinstance(members, range) and members else len(members)
