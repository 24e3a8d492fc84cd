"""Rules left out: each sort of rule does nothing while it is, and everything is as before while none is."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.machine.ir.verify import verify
from dsl.pipeline import compile_game
from dsl.runtime.game import Game, load
from dsl.runtime.proving import Mutants, run_scenarios
from dsl.runtime.rule_switches import rules_of, switch, switch_of

GAME = """\
game "Parts" for 2 players

each player has:
    var gold: 0..99 stops at ends
    var dug: 0..9
    var tired: yes/no
    zone hand: cards of Charm, active

kind Charm:
    value: 0..9

card "Pick" is Charm:
    value 1
    modify reward by +1  @PA-10
    lifts fresh when me.gold = 4  @PA-11

value reward: 0..9 stops at ends = 2

window turn "turn", pass "pass"
limit digs: 2 per days each player else "twice in all"  @PA-1

event earn (p: Player) by (n: 0..9):  @PA-2
    raise p.gold by n

rule twice: before earn p by n when p.gold > 0: set n to n + n  @PA-3
rule dull: silences twice when (player 1).gold > 9  @PA-12

action dig in turn:  @PA-4
    requires fresh: not me.tired else "tired"  @PA-5
    uses digs
    pay 1 from me.gold else "a dig costs 1"  @PA-13
    earn me by reward
    if me.gold > 3:
        set me.tired to yes  @PA-6
    at end of days: raise me.dug by 1  @PA-14

procedure days:
    payday
    repeat at most 3 times:
        for each p in players:
            offer turn to p

procedure payday:  @PA-7
    for each p in players:  @PA-8
        earn p by 1

main:
    days
    end game drawn  @PA-9

scenario "a dig tires":
    A does "dig"
    B does "pass"
    A does "dig"
    B does "pass"
    A cannot "dig" because "tired"

scenario "with a pick a digger is not tired":
    given:
        move "Pick" to A.hand
        set owner of "Pick" to A
        set A.gold to 2
        set A.tired to yes
    run days
    A does "dig"
    expect A.gold = 9
    B does "dig"
    A cannot "dig" because "tired"
    A does "pass"
    B can "dig"

scenario "when one has much, all earn little":
    given:
        set A.gold to 9
    run days
    A does "dig"
    expect A.gold = 12
    B does "dig"
    expect B.gold = 2
    A does "pass"
    B does "dig"
    expect B.gold = 3
    A does "pass"
    B cannot "dig" because "twice in all"
    B does "pass"
    expect B.dug = 2 and A.dug = 1 and not over

scenario "nobody can pay":
    given:
        set A.gold to 0
    run days
    A can "dig"

scenario "poor again":
    run payday
    expect A.gold = 1 and B.gold = 1
"""

WITHOUT = {
    "PA-1": ("    uses digs\n", ""),
    "PA-2": ("    raise p.gold by n\n", "    say \"nothing\"\n"),
    "PA-3": ("rule twice: before earn p by n when p.gold > 0", "rule twice: before earn p by n when p.gold > 99"),
    "PA-4": ("requires fresh:", "requires never: me.gold > 99\n    requires fresh:"),
    "PA-5": ("requires fresh: not me.tired", "requires fresh: yes"),
    "PA-6": ("        set me.tired to yes", "        say \"nothing\""),
    "PA-7": ("        earn p by 1", "        say \"nothing\""),
    "PA-8": ("        earn p by 1", "        say \"nothing\""),
    "PA-9": ("    end game drawn", "    say \"nothing\""),
    "PA-10": ("    modify reward by +1", "    modify reward by +0"),
    "PA-11": ("when me.gold = 4", "when me.gold > 99"),
    "PA-12": ("when (player 1).gold > 9", "when (player 1).gold > 99"),
    "PA-13": ("    pay 1 from me.gold else", "    pay 0 from me.gold else"),
    "PA-14": ("raise me.dug by 1", "raise me.dug by 0"),
}  # fmt: skip
"""What is written in the place of a rule to do without it."""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """The game with its scenarios."""
    return written(tmp_path / "game.rules", GAME)


def written(path: Path, text: str) -> Game:
    """A game written to a file, read."""
    path.write_text(text, encoding="utf-8")
    return load(path, scenarios=True)


def test_everything_that_cites_can_be_left_out(game: Game) -> None:
    """Each citation of the game stands on something that can be left out, with its name and place."""
    rules = rules_of(game.program())
    assert sorted(cite for rule in rules for cite in rule.cites) == sorted(WITHOUT)
    named = {rule.name for rule in rules}
    assert {"digs", "earn", "twice", "dull", "dig", "fresh", "payday", "set me.tired to yes"} <= named
    assert all(rule.place.startswith("game.rules:") for rule in rules)
    assert {rule.card for rule in rules if rule.cites == ("PA-10",)} == {"Pick"}


def test_a_game_with_switches_is_a_good_machine_that_says_nothing_of_them(game: Game) -> None:
    """The verifier finds nothing; the number that says what is left out is no field that anybody sees."""
    program = game.program()
    names = compile_game(program).names.fields
    switch(program, lambda rule: 1)
    machine = compile_game(program, scenarios=True)
    assert not verify(machine)
    assert [each.name for each in machine.names.fields] == [each.name for each in names]
    assert machine.layout.regions[-1].base >= switch_of(machine) > 0


@pytest.mark.slow
@pytest.mark.parametrize("cite", sorted(WITHOUT))
def test_a_rule_left_out_is_as_if_it_were_not_written(game: Game, tmp_path: Path, cite: str) -> None:
    """The same scenarios pass as in a game that is written without the rule."""
    assert [result.message for result in run_scenarios(game)] == [""] * 5
    before, after = WITHOUT[cite]
    (tmp_path / "other").mkdir()
    assert GAME.count(before) == 1
    other = written(tmp_path / "other" / "game.rules", GAME.replace(before, after))
    rule = next(rule for rule in rules_of(game.program()) if cite in rule.cites)
    for backend in ("reference", "python"):
        want = [result.passed for result in run_scenarios(other, backend=backend)]
        assert [result.passed for result in run_scenarios(game, backend=backend, suspend=[rule.place])] == want
        assert not all(want) or cite == "PA-9"  # the procedure that is run ends without the end of the game


def test_a_scenario_that_does_not_come_to_a_rule_cannot_notice_it(game: Game) -> None:
    """What a scenario meets are all the rules that matter to it, and not simply all rules."""
    mutants = Mutants(game)
    met = [mutants.met(scenario) for scenario in mutants.scenarios]
    assert all(each.passed for each in met)
    count = len(mutants.rules)
    assert len(met[-1].rules) < len(met[1].rules) < count
    for scenario, each in zip(mutants.scenarios, met, strict=True):
        for number in set(range(1, count + 1)) - each.rules:
            assert not mutants.notices(scenario, number), (scenario.title, mutants.rules[number - 1])


def test_names_do_as_well_as_places(game: Game) -> None:
    """Rules can be given by their names, several at once; afterwards they are there again."""
    failed = {result.title for result in run_scenarios(game, suspend=["fresh", "twice"]) if not result.passed}
    assert failed == {"a dig tires", "with a pick a digger is not tired", "when one has much, all earn little"}
    assert all(result.passed for result in run_scenarios(game))
