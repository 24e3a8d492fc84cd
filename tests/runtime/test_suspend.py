"""Rules left out: each sort of rule does nothing while it is, and everything afterwards as before."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.machine.text import to_text
from dsl.pipeline import compile_game
from dsl.runtime.game import load
from dsl.runtime.suspend import rules_of, suspended
from dsl.semantics.model import Program

GAME = """\
game "Parts" for 2 players

each player has:
    var gold: 0..99 stops at ends
    var tired: yes/no

window turn "turn", pass "pass"
limit digs: 1 per turn each player else "once a turn"  @PA-1

event earn (p: Player) by (n: 0..9):  @PA-2
    raise p.gold by n

rule twice: before earn p by n when p.gold > 0: set n to n + n  @PA-3

action dig in turn:  @PA-4
    requires fresh: not me.tired else "tired"  @PA-5
    uses digs
    earn me by 2
    if me.gold > 3:
        set me.tired to yes  @PA-6

procedure payday:  @PA-7
    for each p in players:  @PA-8
        earn p by 1

main:
    payday
    repeat at most 3 times:
        for each p in players:
            offer turn to p
    end game drawn  @PA-9
"""


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """The checked game."""
    (tmp_path / "game.rules").write_text(GAME, encoding="utf-8")
    return load(tmp_path).program()


def test_everything_that_cites_can_be_left_out(program: Program) -> None:
    """Each citation of the game stands on something that can be left out, with its name and place."""
    rules = rules_of(program)
    assert sorted(cite for rule in rules for cite in rule.cites) == [f"PA-{number}" for number in range(1, 10)]
    named = {rule.name for rule in rules}
    assert {"digs", "earn", "twice", "dig", "fresh", "payday", "set me.tired to yes"} <= named
    assert all(rule.place.startswith("game.rules:") for rule in rules)


def test_leaving_out_changes_the_machine_and_is_undone(program: Program) -> None:
    """While a rule is left out the machine is another one; afterwards it is the same as before."""
    whole = to_text(compile_game(program))
    for rule in rules_of(program):
        with suspended(program, [rule.place]):
            assert to_text(compile_game(program)) != whole, rule
        assert to_text(compile_game(program)) == whole, rule


def test_names_do_as_well_as_places(program: Program) -> None:
    """A rule can be given by its name; an error inside puts it back as well."""
    whole = to_text(compile_game(program))
    with pytest.raises(RuntimeError), suspended(program, ["twice", "fresh"]):
        assert to_text(compile_game(program)) != whole
        raise RuntimeError
    assert to_text(compile_game(program)) == whole
