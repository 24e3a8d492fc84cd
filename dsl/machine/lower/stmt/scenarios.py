"""Scenarios: the position that is given, what is played, and what is expected of it, as procedures of their own.

They stand behind everything else, so that a game with its scenarios is the same machine as without them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from dsl.machine.ir import ops
from dsl.machine.lower.builder import Code
from dsl.machine.lower.expr.expressions import expr
from dsl.machine.lower.stmt.calls import call, procedure_proc, run
from dsl.machine.lower.stmt.statements import body
from dsl.semantics import model as m
from dsl.source import Span

Tell = Callable[[m.Expr], ops.NeedInfo]


def scenario_procs(root: Code, tell: Tell, told: Collection[Span]) -> tuple[ops.ScenarioProcs, ...]:
    """The parts of all scenarios, in order. told: where those stand whose conditions are wanted in their parts, which
    `tell` makes.
    """
    return tuple(
        _scenario(root, number, scenario, tell if scenario.span in told else None)
        for number, scenario in enumerate(root.work.program.scenarios)
    )


def _scenario(root: Code, number: int, scenario: m.Scenario, tell: Tell | None) -> ops.ScenarioProcs:
    work = root.work
    site = work.site(scenario.span, scenario.proves, scenario.title)

    def given(code: Code) -> None:
        """Nothing reacts to what is given: the position is not complete before the end of it."""
        code.bare = True
        body(code, scenario.given)

    def play(code: Code) -> None:
        if scenario.run is not None or scenario.still:
            if scenario.run is not None:
                run(code, scenario.run)
            code.give(ops.Const(ops.RAN_TO_ITS_END))
        elif work.program.main is not None:
            call(code, procedure_proc(code, work.program.main), ())

    name = f"scenario {number + 1}"
    first = work.demand((name, "given"), f"{name} given", [], given, site=site)
    flow = work.demand((name, "run"), f"{name} run", [], play, flow=True, site=site)
    conditions = tuple(
        -1 if step.condition is None else _condition(root, f"{name} step {index + 1}", step.condition)
        for index, step in enumerate(scenario.steps)
    )
    expected = [step.condition if step.how == "expect" else None for step in scenario.steps] if tell else []
    told = tuple(tell(each) if tell is not None and each is not None else None for each in expected)
    return ops.ScenarioProcs(scenario.title, first, flow, conditions, told)


def _condition(root: Code, name: str, condition: m.Expr) -> int:
    site = root.work.site(condition.span)
    return root.work.demand(name, name, [], lambda code: code.give(expr(code, condition)), site=site)
