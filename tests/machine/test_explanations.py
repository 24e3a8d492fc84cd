"""What explanations are made from, and scenarios."""

from __future__ import annotations

from dataclasses import replace

import pytest
from machine.common import Play, PlayError, machine_of, play, program_of

from dsl.machine.lower.driver import lower

GAME = """
enum Suit: red "czerwony", blue
kind Card is Piece:
    cost: 0..9
    suit: Suit
card "Nail" is Card, 2 copies:
    cost 2, suit red
card "Sword" is Card:
    cost 7, suit blue
    modify price of c by -2 when c is this
each player has:
    zone hand: cards of Card, seen by owner, active
    zone pile: cards of Card
    var gold: 0..9 = 5
value price of (c: Card): 0..9 stops at ends = cost of c
modify price of c by +1 when suit of c is blue
modify price of c to at least 3
the table has:
    var log: 0..999999
window turn "turn", pass "done"
limit once: 1 per turn each player else "only {1 + 0} a turn"
define (p: Player) affords (c: Card):
    requires gold: price of c <= gold of p else "{c} is too dear"
    requires mine: c in hand of p
action buy (c: Card in Card) for (n: 1..2) in turn:
    requires me affords c
    requires first: n = 1 and suit of c is red else "not {c}"
    uses once
    pay price of c from me.gold else "no gold"
    move c to pile of me
cannot buy c when c is "Nail" else "{c} is forbidden"
main:
    move Card to hand of player 1
    offer turn to player 1
"""


def call(game: Play, proc: int, *args: int) -> int:
    """The answer of a function for as many of the arguments as it takes."""
    return game.backend.call(game.S, proc, args[: game.machine.procs[proc].params])


def test_every_requirement_of_an_action_can_be_asked():
    """Tests, operands, holes, parts of definitions and of `and`, limits, payments and permissions."""
    game = play(GAME)
    action = game.machine.actions[0]
    nail, sword = game.entity("Nail"), game.entity("Sword")
    assert [need.name for need in action.needs] == ["", "first", "once", "", "cannot"]
    affords, first, once, pay, cannot = action.needs
    assert [call(game, need.test, 1, 0, sword, 1) for need in action.needs] == [0, 0, 1, 0, 1]
    assert [call(game, need.test, 1, 0, nail, 1) for need in action.needs] == [1, 1, 1, 1, 0]
    assert [part.name for part in affords.parts] == ["gold", "mine"]
    gold = affords.parts[0]
    assert gold.compare == "<=" and [text for text, _, _ in gold.operands] == ["price of c", "gold of p"]
    assert [call(game, proc, 1, 0, sword, 1) for _, proc, _ in gold.operands] == [6, 5]
    assert [call(game, hole, 1, 0, sword, 1) for hole in gold.holes] == [sword]
    assert [part.compare for part in first.parts] == ["=", "="]
    assert first.parts[1].operands[0][2].what == "enum"
    assert [call(game, proc, 1, 0, sword, 1) for _, proc, _ in once.operands] == [0, 1]
    assert [call(game, proc, 1, 0, sword, 1) for _, proc, _ in pay.operands] == [6, 5]
    assert [call(game, hole, 1, 0, nail, 1) for hole in cannot.holes] == [nail]
    assert game.backend.emit(game.S, action.params[1][2], [1, 0, nail]) == [(1,), (2,)]
    assert game.backend.emit(game.S, action.whole, [1]) == []
    assert game.machine.names.sites[cannot.site].line > 0
    assert action.title[0] == "buy "


def test_modifiers_of_values_can_be_asked_one_by_one():
    """Each copy of a card that modifies a value is a source of its own."""
    game = play(GAME)
    value = game.machine.values[0]
    sword = game.entity("Sword")
    found = [
        (modifier.change, modifier.source, call(game, modifier.active, sword), call(game, modifier.amount, sword))
        for modifier in value.modifiers
    ]
    assert found == [("minus", sword, 1, 2), ("plus", 0, 1, 1), ("least", 0, 1, 3)] or found == [
        ("plus", 0, 1, 1),
        ("minus", sword, 1, 2),
        ("least", 0, 1, 3),
    ]
    assert call(game, value.base, sword) == 7 and call(game, value.proc, sword) == 6
    assert call(game, value.modifiers[-1].active, game.entity("Nail")) == 1


def test_names():
    """Labels of enums, fields with their columns, zones with their instances."""
    names = machine_of(GAME).names
    assert names.enums[0] == ("Suit", ("czerwony", "blue"))
    gold = next(field for field in names.fields if field.name == "gold")
    assert (gold.first, gold.last, gold.low, gold.high) == (1, 2, 0, 9)
    assert [(zone.name, zone.instances, zone.owner_kind) for zone in names.zones] == [
        ("hand", 2, "player"),
        ("pile", 2, "player"),
    ]
    assert [entity.copy for entity in names.entities[2:]] == [1, 2, 1]


SCENARIOS = """
always when log > 3: set log to 0
scenario "one":
    given:
        set log to 5
        move "Nail" copy 2 to pile of B
        set gold of A to 9
    run try
    expect log = 0 and gold of A = 8
    expect gold of B = 8
scenario "two":
    the game asks A "turn"
procedure try:
    raise gold of player 1 by 0
    lower gold of player 1 by 1
    raise log by 0
"""


def test_scenarios_stand_behind_the_rest_of_the_machine():
    """The machine is the same with and without them; nothing reacts to what is given."""
    text = GAME + SCENARIOS.replace("raise gold of player 1 by 0", "let p be player 1").replace(
        "lower gold of player 1", "lower p.gold"
    )
    without, machine = machine_of(text), machine_of(text, scenarios=True)
    cut = len(without.procs)
    assert machine.procs[:cut] == without.procs
    assert machine.decisions[: len(without.decisions)] == without.decisions
    assert machine.tables[: len(without.tables)] == without.tables
    assert (machine.actions, machine.values, machine.layout) == (without.actions, without.values, without.layout)
    assert machine.names.sites[: len(without.names.sites)] == without.names.sites
    assert replace(machine.names, procs=(), sites=(), templates=()) == replace(
        without.names, procs=(), sites=(), templates=()
    )
    game = Play(machine)
    one, two = machine.scenarios
    game.S = game.backend.new_position(1, one.run)
    game.backend.call(game.S, one.given, ())
    assert game.field("log") == 5
    game.backend.run(game.S, game.env)
    assert [game.backend.call(game.S, proc, ()) for proc in one.conditions] == [1, 0]
    game.S = game.backend.new_position(1, two.run)
    game.backend.run(game.S, game.env)
    assert game.asker == 1 and two.conditions == (-1,)


def test_the_same_program_gives_the_same_machine():
    """Lowering depends on nothing but the program."""
    assert lower(program_of(GAME + SCENARIOS.split("procedure")[0].split("scenario")[0])) == lower(
        program_of(GAME + SCENARIOS.split("procedure")[0].split("scenario")[0])
    )


def test_a_scenario_cannot_read_what_is_not_there():
    """What the game never gives none, a scenario may: a definition then says 0, a procedure fails."""
    text = """
kind Card is Piece:
    var tokens: 0..9 = 3
card "A" is Card
each player has:
    zone deck: stack of Card
define doubled of (c: Card) = tokens of c + tokens of c + tokens of c + tokens of c + tokens of c + tokens of c
scenario "none":
    given:
        let c be top of deck of B
        move c to deck of A
    run try of top of deck of A
    expect doubled of top of deck of A = 0 and tokens of top of deck of A = 0
procedure try of (c: Card):
    set c.tokens to doubled of c / 6
main:
    try of "A"
"""
    machine = machine_of(text, scenarios=True)
    without = machine_of(text.split("scenario")[0] + "procedure" + text.split("procedure")[1])
    assert machine.procs[: len(without.procs)] == without.procs
    game = Play(machine)
    scenario = machine.scenarios[0]
    assert game.backend.call(game.S, scenario.conditions[0], ()) == 1
    game.S = game.backend.new_position(1, scenario.run)
    game.backend.call(game.S, scenario.given, ())
    with pytest.raises(PlayError, match="NONE"):
        game.backend.run(game.S, game.env)
