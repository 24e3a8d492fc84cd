"""Statements of the machine, made into functions that carry them out for a viewer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from dsl.backends.base import WORD, PlayError
from dsl.machine.ir import ops
from dsl.machine.ir.ops import Machine, Stmt
from dsl.runtime.knowing import lists, writing
from dsl.runtime.knowing.expressions import Expressions
from dsl.runtime.knowing.run import (
    BREAK,
    CONTINUE,
    NESTED,
    NEXT,
    RETURN,
    Body,
    Listed,
    Register,
    Run,
    list_of,
    number_of,
)
from dsl.runtime.knowing.values import Hidden, Known, possible, verdict


class Over(Exception):
    """The game has ended, in something that is tried out."""


class Functions(Expressions):
    """The functions of a machine, made when they are first called."""

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine)
        self._made: dict[int, Callable[[Run, list[Register]], Known]] = {}

    def call(self, proc: int) -> Callable[[Run, list[Register]], Known]:
        """What calls a function with its arguments."""

        def later(run: Run, args: list[Register]) -> Known:
            found = self._made.get(proc)
            if found is None:
                found = self._made[proc] = self._function(self.machine.procs[proc])
            return found(run, args)

        return later

    def _function(self, proc: ops.Proc) -> Callable[[Run, list[Register]], Known]:
        body, sizes = self.body(proc.body), proc.sizes[proc.params :]
        recursive, site, deepest = proc.recursive, proc.site, proc.deepest

        def call(run: Run, args: list[Register]) -> Known:
            run.work()
            run.nested += recursive
            if run.nested > deepest:
                raise run.error("RUNAWAY", site)
            run.calls += 1
            if run.calls > NESTED:
                raise Hidden
            try:
                found = run.call(body, [*args, *(Listed() if size else 0 for size in sizes)])
            except PlayError as error:
                if error.site < 0:  # an expression does not know where it stands
                    raise PlayError(error.code, site) from None
                raise
            run.nested -= recursive
            run.calls -= 1
            if isinstance(found, int) and not -WORD < found < WORD:
                raise run.error("BOUND", site)
            return found

        return call

    def trial(self, run: Run, proc: int, args: list[Register], over: int) -> Known:
        """What a function would return: tried out on a copy of the position."""
        aside = Run(run.unknown.aside([*run.unknown.S]), run.left)
        aside.tries, aside.calls = True, run.calls
        try:
            return self.call(proc)(aside, args)
        except Over:
            return over
        except PlayError:
            raise run.error("BOUND", self.machine.procs[proc].site) from None
        finally:
            run.left = aside.left

    # ---- bodies ------------------------------------------------------------------------------------------------------

    def body(self, stmts: tuple[Stmt, ...]) -> Body:
        """The function that carries out statements one after the other."""
        steps = tuple(_MAKERS[stmt.op](self, stmt) for stmt in stmts)

        def go(run: Run, regs: list[Register]) -> int:
            for step in steps:
                signal = step(run, regs)
                if signal:
                    return signal
            return NEXT

        return go

    def _set(self, stmt: ops.SetReg) -> Body:
        reg, value = stmt.reg, self.ask(stmt.value)

        def go(run: Run, regs: list[Register]) -> int:
            regs[reg] = value(run, regs)
            return NEXT

        return go

    def _if_do(self, stmt: ops.IfDo) -> Body:
        test, then, otherwise = self.ask(stmt.test), self.body(stmt.then), self.body(stmt.otherwise)

        def go(run: Run, regs: list[Register]) -> int:
            value = test(run, regs)
            found = verdict(value)
            if found is None:
                return run.fork(regs, (then, otherwise))
            return then(run, regs) if found else otherwise(run, regs)

        return go

    def _switch_do(self, stmt: ops.SwitchDo) -> Body:
        value = self.ask(stmt.value)
        cases = [(low, high, self.body(body)) for low, high, body in stmt.cases]

        def way(number: int) -> Body:
            return next((body for low, high, body in cases if low <= number <= high), _nothing)

        def go(run: Run, regs: list[Register]) -> int:
            found = value(run, regs)
            if isinstance(found, int):
                return way(found)(run, regs)
            inside = possible(found)
            if inside is None:
                return run.fork(regs, (*(body for _, _, body in cases), _nothing))
            ways = list(dict.fromkeys(way(each) for each in sorted(inside)))
            return run.fork(regs, ways) if len(ways) > 1 else ways[0](run, regs)

        return go

    def _loop(self, stmt: ops.Loop) -> Body:
        test, body = self.ask(stmt.test), self.body(stmt.body)

        def again(run: Run, regs: list[Register]) -> int:
            run.deeper()
            signal = body(run, regs)
            found = RETURN if signal == RETURN else NEXT if signal == BREAK else go(run, regs)
            run.depth -= 1
            return found

        def go(run: Run, regs: list[Register]) -> int:
            while True:
                found = verdict(test(run, regs))
                if found is None:
                    return run.fork(regs, (_nothing, again))
                if not found:
                    return NEXT
                run.work()
                signal = body(run, regs)
                if signal in (BREAK, RETURN):
                    return RETURN if signal == RETURN else NEXT

        return go

    def _turn(self, run: Run, reg: int, body: Body) -> Callable[[list[Register], Known], int]:
        def turn(regs: list[Register], member: Known) -> int:
            run.work()
            regs[reg] = member
            return body(run, regs)

        return turn

    def _for_range(self, stmt: ops.ForRange) -> Body:
        first, last, body = self.ask(stmt.first), self.ask(stmt.last), self.body(stmt.body)
        step, reg = stmt.step, stmt.reg

        def go(run: Run, regs: list[Register]) -> int:
            low, high = number_of(first(run, regs)), number_of(last(run, regs))
            members = range(low, high + 1) if step > 0 else range(low, high - 1, -1)
            return run.turns(regs, members, self._turn(run, reg, body))

        return go

    def _for_zone(self, stmt: ops.ForZone) -> Body:
        zone, body, reg = self.ask(stmt.zone), self.body(stmt.body), stmt.reg

        def go(run: Run, regs: list[Register]) -> int:
            members, loose = run.unknown.members(zone(run, regs))
            turn = self._turn(run, reg, body)
            return run.either_order(regs, members, turn) if loose else run.turns(regs, members, turn)

        return go

    def _for_list(self, stmt: ops.ForList) -> Body:
        number, body, reg = stmt.list, self.body(stmt.body), stmt.reg

        def go(run: Run, regs: list[Register]) -> int:
            found = list_of(regs, number)
            turn, members = self._turn(run, reg, body), [*found]
            return run.either_order(regs, members, turn) if found.loose else run.turns(regs, members, turn)

        return go

    def _for_table(self, stmt: ops.ForTable) -> Body:
        table, first, last = self.machine.tables[stmt.table], self.ask(stmt.first), self.ask(stmt.last)
        body, reg = self.body(stmt.body), stmt.reg

        def go(run: Run, regs: list[Register]) -> int:
            low, high = number_of(first(run, regs)), number_of(last(run, regs))
            return run.turns(regs, table[max(low, 0) : max(high, 0)], self._turn(run, reg, body))

        return go

    def _break(self, stmt: ops.Break) -> Body:
        return lambda run, regs: BREAK

    def _continue(self, stmt: ops.Continue) -> Body:
        return lambda run, regs: CONTINUE

    def _return(self, stmt: ops.Return) -> Body:
        value = self.ask(stmt.value)

        def go(run: Run, regs: list[Register]) -> int:
            run.result = value(run, regs)
            return RETURN

        return go

    def _do(self, stmt: ops.Do) -> Body:
        args, call, reg = [self.argument(arg) for arg in stmt.args], self.call(stmt.proc), stmt.reg

        def go(run: Run, regs: list[Register]) -> int:
            found = call(run, [arg(run, regs) for arg in args])
            if reg is not None:
                regs[reg] = found
            return NEXT

        return go

    # ---- what is told, and what ends ---------------------------------------------------------------------------------

    def _emit(self, stmt: ops.Emit) -> Body:
        values = [self.ask(value) for value in stmt.values]

        def go(run: Run, regs: list[Register]) -> int:
            run.emit(tuple(value(run, regs) for value in values))
            return NEXT

        return go

    def _log(self, stmt: ops.Log) -> Body:
        return lambda run, regs: NEXT

    def _finish(self, stmt: ops.Finish) -> Body:
        def go(run: Run, regs: list[Register]) -> int:
            run.writes()
            raise Over

        return go

    def _fail(self, stmt: ops.Fail) -> Body:
        code, site = stmt.code, stmt.site

        def go(run: Run, regs: list[Register]) -> int:
            raise run.error(code, site)

        return go

    def _chance(self, stmt: ops.Chance) -> Body:
        def go(run: Run, regs: list[Register]) -> int:
            raise Hidden

        return go


def _nothing(run: Run, regs: list[Register]) -> int:
    return NEXT


# pyright: reportPrivateUsage=false
_MAKERS: Final[dict[str, Callable[[Functions, Any], Body]]] = {
    "set": Functions._set,
    "store": writing.store,
    "if_do": Functions._if_do,
    "switch_do": Functions._switch_do,
    "loop": Functions._loop,
    "for_range": Functions._for_range,
    "for_zone": Functions._for_zone,
    "for_list": Functions._for_list,
    "for_table": Functions._for_table,
    "break": Functions._break,
    "continue": Functions._continue,
    "return": Functions._return,
    "do": Functions._do,
    "list_clear": lists.clear,
    "list_add": lists.add,
    "list_zone": lists.zone,
    "list_cells": lists.cells,
    "list_sort": lists.sort,
    "emit": Functions._emit,
    "log": Functions._log,
    "finish": Functions._finish,
    "fail": Functions._fail,
    "chance": Functions._chance,
    "move": writing.move,
    "face": writing.face,
    "know": writing.know,
    "shuffle": writing.shuffle,
}
"""What makes the function of each sort of statement."""
