"""Scenarios that begin a procedure with one of its steps."""

from __future__ import annotations

from pathlib import Path

import pytest

import dsl
from dsl.runtime.proving import Mutants, run_scenarios

TEXT = """game "Day" for 2 players
each player has:
    var bread, wood: 0..9
the table has:
    var dawns, dusks: 0..9
window baking "baking"
window felling "felling"
limit loaf: 1 per day each player
action bake in baking:
    uses loaf
    raise me.bread by 1
action fell in felling: raise me.wood by 1
step morning: offer baking to player 1
step evening of (p: Player): offer felling to p
phase day:
    morning
    evening of player 1
    offer baking to player 2
phase count of (n: 1..3):
    raise dawns by n
    settle of n
    raise dawns by n
step settle of (n: 1..3): raise dusks by n
at start of day: raise dawns by 1
at end of day: raise dusks by 1
main:
    repeat at most 2 times: day
    count of 1
    end game drawn
scenario "from the evening on: what lies before is not done, what stands at the end is":
    given: set bread of A to 3
    run day beginning with evening
    A is asked "felling"
    A does "fell"
    expect A.wood = 1 and A.bread = 3 and dawns = 0
    B does "bake"
    expect dusks = 1 and B.bread = 1
    nobody is asked
scenario "a window is a step as well":
    run day beginning with baking
    B is asked "baking"
scenario "arguments are given as ever, and a flow that asks nobody begins in its middle too":
    run count of 2 beginning with settle
    expect dawns = 2 and dusks = 2
scenario "with its first step all of it is played":
    run day beginning with morning
    A does "bake", "fell"
    B does "pass"
    expect dawns = 1 and dusks = 1
"""


@pytest.mark.parametrize("backend", ["reference", "python", pytest.param("native", marks=pytest.mark.long)])
def test_a_procedure_begins_with_one_of_its_steps(tmp_path: Path, backend: str) -> None:
    (tmp_path / "game.rules").write_text(TEXT, encoding="utf-8")
    results = run_scenarios(dsl.load(tmp_path, scenarios=True), backend=backend)
    assert len(results) == 4 and [result.message for result in results if not result.passed] == []


@pytest.mark.parametrize(("deep", "left_out"), [(False, "day"), (True, "evening of player 1")])
def test_it_does_so_beside_switches_too(tmp_path: Path, deep: bool, left_out: str) -> None:
    """With nothing left out the scenarios hold, so they can notice what is."""
    (tmp_path / "game.rules").write_text(TEXT, encoding="utf-8")
    mutants = Mutants(dsl.load(tmp_path, scenarios=True), deep=deep)
    assert [mutants.met(scenario).passed for scenario in mutants.scenarios] == [True] * 4
    number = next(number for number, rule in enumerate(mutants.rules, 1) if rule.name == left_out)
    assert mutants.notices(mutants.scenarios[0], number)


def test_play_is_the_same_machine_beside_such_scenarios(tmp_path: Path) -> None:
    """What scenarios begin in its middle is a procedure of theirs, behind the others."""
    (tmp_path / "game.rules").write_text(TEXT, encoding="utf-8")
    with_, without = (dsl.load(tmp_path, scenarios=each) for each in (True, False))
    few = without.machine(2).procs
    assert with_.machine(2).procs[: len(few)] == few
