"""What is told to a seat follows from what that seat knows: the same in all positions that look the same to it."""

from __future__ import annotations

import random

import pytest
import shared

from dsl.machine.ir.zone_storage import put
from dsl.runtime.game import load
from dsl.runtime.knowing.asking import Asking
from dsl.runtime.state import State

BOMB = """\
game "Bomb" for 2 players
kind Card:
    harm: 0..9
    rule live: modify power of p by +1 when holder of this is p
card "Bomb" is Card:
    harm 5
card "Blank" is Card, 29 copies:
    harm 0
each player has:
    zone hand: cards of Card, seen by owner
    zone stack: stack of Card, seen by nobody
    zone open: cards of Card, active
    var marks: 0..9
kind Flag:
    var torn: 0..3
card "Red" is Flag
card "Blue" is Flag
the table has:
    zone poles: row of Flag, seen by faces
value danger of (p: Player): 0..99 = sum of c.harm for c in hand of p
value count of (p: Player): 0..99 = size of hand of p + size of stack of p
value power of (p: Player): 0..99 = 3
value single (c: Card): 0..99 = c.harm
value tears (f: Flag): 0..9 = f.torn
value blues: 0..9 = number of f in poles where f is "Blue"
value torn_ones: 0..9 = number of f in poles where f.torn > 0
action strike (q: Player) in turn:
    requires safe: danger of q = 0 else "danger is {danger of q}"
    requires full: count of q > 2 else "few"
    nothing
window turn
main:
    move Card to stack of player 2
    move "Red" to poles face down
    move "Blue" to poles face down
    set "Blue".torn to 2
    repeat at most 9 times: offer turn to player 2
"""


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> State:
    path = tmp_path_factory.mktemp("bomb") / "game.rules"
    path.write_text(BOMB, encoding="utf-8")
    return load(path).start(2, 3)


def held(state: State, cards: list[int]) -> State:
    """The same with these cards in the hand of B, of whom the other knows nothing."""
    twin = state.clone(history=False)
    machine, position = state.engine.machine, list(state.position)
    zones = {zone.name: zone.first for zone in machine.names.zones}
    layout, first = machine.layout, machine.first_piece
    everything = [each for each in range(first, first + 30) if state.engine.words.info(each).kind == "Card"]
    rest = [each for each in everything if each not in cards]
    for zone, lying in ((zones["hand"] + 1, sorted(cards)), (zones["stack"] + 1, rest)):
        put(machine, position, zone, lying)
        for each in lying:
            position[layout.place + each] = zone
            position[layout.known + each] = 2 if zone == zones["hand"] + 1 else 0
    twin._position = position
    return twin


def test_one_bomb_among_blanks_is_never_disclosed(state: State) -> None:
    """Whichever three cards B holds, A hears the same words; B hears the truth."""
    first = state.engine.machine.first_piece
    for asked in ("danger of B", "count of B", "power of B"):
        told = {str(held(state, [first + a, first + b, 29]).why(asked, 1)) for a in range(3) for b in range(4, 25, 3)}
        assert len(told) == 1
    assert held(state, [10, 11, 12]).why("danger of B", 1).value == "hidden"
    assert held(state, [10, 11, 12]).why("danger of B", 2).value == "0"
    assert held(state, [first, 11, 12]).why("danger of B", 2).value == "5"


def test_how_many_lie_where_and_what_is_in_force_is_told(state: State) -> None:
    twin = held(state, [10, 11, 12])
    assert twin.why("count of B", 1).value == "30"
    assert twin.why("power of B", 1).value == "3"  # no card in a hand or a stack has its rule in force
    assert [part.words for part in twin.why("power of B", 1).parts] == ["base"]


def test_refusals_are_the_same_too(state: State) -> None:
    first = state.engine.machine.first_piece
    answers = {str(held(state, [first + a, 20, 21]).explain("strike B", 1)) for a in range(5)}
    assert len(answers) == 1
    found = held(state, [first, 20, 21]).explain("strike B", 1)
    assert [(each.name, each.met) for each in found.requirements if each.name in ("safe", "full")] == [
        ("safe", None),
        ("full", True),
    ]


def test_a_face_down_piece_keeps_what_is_seen_of_it(state: State) -> None:
    """Where it lies and how torn it is are seen; which of the two it is, is not."""
    assert state.why("torn_ones", 1).value == "1"
    assert state.why("blues", 1).value == "hidden"
    asking = Asking(state.engine, state.position, 1)
    tears = next(value for value in state.engine.machine.values if value.name == "tears")
    flags = [each for each in range(3, 40) if state.engine.words.is_piece(each)][30:]
    assert sorted(asking.call(tears.proc, [each], [True]) or 0 for each in flags) == [0, 2]


def test_what_is_missing_or_does_not_fit_is_said(state: State) -> None:
    said = {
        text: state.why(text, 1).words
        for text in ("danger", "danger of Red", "danger of nobody", "blues of A", "harm of A", "tears of A")
    }
    assert said == {
        "danger": "say of what: danger of player",
        "danger of Red": "there is no player called “Red” here: ask for danger of player",
        "danger of nobody": "there is no player called “nobody” here: ask for danger of player",
        "blues of A": "blues belongs to the whole game: why blues",
        "harm of A": "A has no harm",
        "tears of A": "A is no Flag: ask for tears of Flag",
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "hearts",
        "dark_order",
        *(pytest.param(each, marks=pytest.mark.long) for each in ("gin_rummy", "enclave", "siege")),
    ],
)
def test_what_is_told_is_true_and_the_same_in_twins(name: str) -> None:
    """Along random games: a value that is told is the one that the rules give, and equal where all looks equal."""
    game = shared.game(name)
    state, chance, told = game.start(None, 5), random.Random(5), 0
    engine = state.engine
    words, machine = engine.words, engine.machine
    for step in range(1, 61):
        if state.is_over:
            break
        state.play_option(chance.choice(state.options()))
        for viewer in range(machine.players + 1) if step % 20 == 0 else ():
            twin = state.determinize(viewer, step)
            here, there = (Asking(engine, each.position, viewer) for each in (state, twin))
            for value in machine.values:
                if len(value.takes) > 1 or any(each.is_set for each in value.takes):
                    continue
                args = [[each] for takes in value.takes for each in range(takes.first, takes.last + 1)] or [[]]
                for given in args[:40]:
                    if not all(words.knows(state.position, viewer, each) for each in given):
                        continue
                    answer = here.call(value.proc, given, [True])
                    assert answer == there.call(value.proc, given, [True])
                    if answer is not None:
                        told += 1
                        assert answer == engine.call(state.position, value.proc, given)
    assert told or not machine.values
