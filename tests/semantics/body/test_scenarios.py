"""Scenarios and what they choose."""

from __future__ import annotations

from semantics.common import PIECES, codes, good, units, world_of

from dsl.semantics import model
from dsl.semantics.body.scenarios import check_scenarios


def test_scenarios() -> None:
    """Players by letter, options, what is given, what is run, and the steps."""
    program = units(
        """
option size: 1..9 = 3
ruling death "When?"
    reading soon "soon"
    reading late "late"
phase round (p: Player): raise p.gold by size
define late_death = death is late
scenario "one" proves @X-1:
    with death late, size 4
    given:
        set B.gold to 2
    run round B
    A does "attack", "pass"
    B cannot "attack" because "tired"
    chance 3, 4
    expect B.gold = 6 and not late_death
    the game asks A "defence"
    A does not see "Ann"
"""
    )
    (scenario,) = program.scenarios
    assert (scenario.title, scenario.proves, scenario.options) == ("one", ("X-1",), {"death": 1, "size": 4})
    assert (
        scenario.run is not None and isinstance(scenario.run.args[0], model.Const) and scenario.run.args[0].value == 2
    )
    steps = [(step.how, step.player, step.texts, step.because, step.numbers) for step in scenario.steps]
    assert steps == [
        ("does", 1, ("attack", "pass"), None, ()),
        ("cannot", 2, ("attack",), "tired", ()),
        ("chance", 0, (), None, (3, 4)),
        ("expect", 0, (), None, ()),
        ("asks", 1, ("defence",), None, ()),
        ("not_sees", 1, ("Ann",), None, ()),
    ]


def test_options_of_single_players_in_scenarios() -> None:
    """`with handicap of B 3`: the others keep what is chosen for the game."""
    text = """
option handicap of each player: 0..9 = 1
define head_start (p: Player) = handicap of p
scenario "one":
    with handicap of B 3
    expect head_start(B) = 3
scenario "two":
    players 3
    with handicap of A 2, handicap of C 4
    expect head_start(B) = 1
scenario "all":
    with handicap 5
    expect head_start(A) = 5
"""
    program = good(f'game "X" for 2..3 players\n{text}')
    assert [scenario.options for scenario in program.scenarios] == [
        {"handicap": [1, 3]},
        {"handicap": [2, 1, 4]},
        {"handicap": 5},
    ]


def test_scenarios_speak_of_players_by_letters() -> None:
    """Of those that the game has; a title may be given once."""
    steps = '    expect A.gold = 0\n    C does "go"\n'
    world = world_of(f'{PIECES}scenario "one":\n    expect A.gold = 0\nscenario "two":\n{steps}')
    check_scenarios(world)
    assert codes(world) == ["E150"] and [scenario.title for scenario in world.play.scenarios] == ["one", "two"]
