"""What a player does not know is dealt again without a trace of how it lies: every deal, and each as often."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import factorial, prod
from pathlib import Path
from typing import cast

import pytest
import shared
from breadth import many
from conformance import Walk
from runtime.tiny import Tiny

from dsl.machine.ir.serialize import digest
from dsl.machine.ir.verify import verify
from dsl.machine.ir.zone_storage import members
from dsl.runtime.game import Game, load
from dsl.runtime.information import views
from dsl.runtime.information.determinize import determinize
from dsl.runtime.information.view_text import lines
from dsl.runtime.pieces import referred_to
from dsl.runtime.state import State
from dsl.runtime.storage.saves import problem
from dsl.runtime.wording import Words

ROOT = Path(__file__).parent.parent.parent
CLASSICS = ROOT / "games" / "classics"

COUNTERS = """
game "Counters" for 2 players

use "decks"

kind Card

card "Ash" is Card
card "Elm" is Card
card "Fir" is Card
card "Oak" is Card

each player has:
    zone hand: stack of Card, seen by owner
    var bid: 0..9 = 5

the table has:
    zone deck: bag of Card, seen by nobody
    var stake: 0..9 = 4

action wait in turn:
    nothing
window turn "your turn"

procedure round for (most: 0..9):
    for n from 3 to most: offer turn to player 1, no passing

procedure whole:
    let fourth be 4
    let fifth be 5
    at end of whole: set stake to fourth + fifth
    round for 6

main:
    move Card to deck
    draw_random from deck to hand of player 2
    draw_random from deck to hand of player 2
    whole
    end game drawn
"""

HELD = COUNTERS.replace("let fourth be 4", "let kept be top of hand of player 2\n    let fourth be 4").replace(
    "round for 6", "round for 6\n    move kept to deck"
)


SHARES = """
game "Shares" for 2 players

use "decks"

kind Card
kind Boss is Card
kind Hand is Card

card "Ann" is Boss
card "Bob" is Boss
card "Cat" is Hand
card "Dan" is Hand
card "Eve" is Hand

each player has:
    zone hand: cards of Card, seen by owner, at most 3: 1 Boss and 2 Hand

the table has:
    zone deck: bag of Card, seen by nobody

action wait in turn:
    nothing
window turn "your turn"

main:
    move Card to deck
    for each c in ("Ann", "Cat", "Dan"): move c to hand of player 2
    offer turn to player 1, no passing
"""


def made(text: str, folder: Path) -> State:
    """A game of a text, at its first decision."""
    (folder / "game.rules").write_text(text, encoding="utf-8")
    return load(folder).start(2, 3)


def unknown(state: State, viewer: int) -> list[int]:
    words = state.engine.words
    pieces = range(words.machine.first_piece, words.machine.entity_count + 1)
    return [piece for piece in pieces if not words.knows(state.position, viewer, piece)]


def lying(state: State, pieces: list[int]) -> tuple[tuple[int, int], ...]:
    """Where each of the pieces lies; in a zone with an order, also at which place."""
    machine, position = state.engine.machine, state.position
    found: list[tuple[int, int]] = []
    for piece in pieces:
        zone = position[machine.layout.place + piece]
        ordered = zone and machine.tables[machine.zone_ordered][zone]
        found.append((zone, members(machine, position, zone).index(piece) + 1 if ordered else 0))
    return tuple(found)


def deals(state: State, viewer: int, count: int) -> Counter[tuple[tuple[int, int], ...]]:
    """How often each deal comes out; all of them look the same to the viewer."""
    pieces = unknown(state, viewer)
    view, seen = lines(state.view(viewer)), state.observation(viewer)
    found: Counter[tuple[tuple[int, int], ...]] = Counter()
    for key in range(count):
        twin = state.determinize(viewer, key)
        found[lying(twin, pieces)] += 1
        if key < 40:
            assert lines(twin.view(viewer)) == view and twin.observation(viewer) == seen
    return found


def check_all_deals(state: State, viewer: int) -> int:
    """Every way to lay the unknown pieces on their places occurs, and none oftener than chance allows."""
    there = lying(state, unknown(state, viewer))
    ways = factorial(len(there)) // prod(map(factorial, Counter(there).values()))
    each = 60
    found = deals(state, viewer, ways * each)
    assert all(sorted(deal) == sorted(there) for deal in found)
    assert len(found) == ways, f"viewer {viewer}: {len(found)} of {ways} deals"
    spread = sum((number - each) ** 2 / each for number in found.values())
    assert spread <= (ways - 1) + 6 * (2 * (ways - 1)) ** 0.5, f"viewer {viewer}: chi-square {spread} of {ways}"
    return ways


@pytest.mark.wide
@pytest.mark.slow
@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_poker_deals_everything_that_can_be(name: str) -> None:
    game, most = load(CLASSICS / name), 0
    for seed in range(many(2, 4)):
        for _, state in Walk(game, 2, seed).looks():
            if not state.is_over:
                most = max(most, *(check_all_deals(state, viewer) for viewer in range(3)))
    assert most == {"kuhn_poker": 6, "leduc_poker": 30}[name]


@pytest.mark.wide
@pytest.mark.slow
def test_a_machine_made_by_hand_deals_everything_that_can_be() -> None:
    game = cast(Game, Tiny())
    for seed in range(many(1, 3)):
        for _, state in Walk(game, 2, seed).looks():
            if not state.is_over:
                assert check_all_deals(state, 1) >= 1 and check_all_deals(state, 2) >= 1


def test_numbers_keep_no_piece_in_its_place(tmp_path: Path) -> None:
    """Counters, arguments, fields and what waits for the end hold 3, 4, 5 and 6, the numbers of the four cards."""
    state = made(COUNTERS, tmp_path)
    assert (state.engine.machine.first_piece, state.engine.machine.entity_count) == (3, 6)
    for _ in range(4):
        assert referred_to(state.engine.words, state.position) == set()
        assert check_all_deals(state, 1) == 12
        state.apply(0)


def test_without_the_notes_they_would(tmp_path: Path) -> None:
    """The test above tests something: a machine that says nothing of its numbers keeps cards in their places."""
    state = made(COUNTERS, tmp_path)
    machine = state.engine.machine
    regions = tuple(replace(region, numbers=()) for region in machine.layout.regions)
    bare = replace(
        machine,
        procs=tuple(replace(proc, numbers=()) for proc in machine.procs),
        layout=replace(machine.layout, regions=regions),
    )
    assert digest(bare) == digest(machine)
    words = type(state.engine.words)(bare, None)
    assert referred_to(words, state.position) == {3, 4, 5, 6}


def test_a_hand_is_dealt_as_it_may_be_made_up(tmp_path: Path) -> None:
    """Nobody holds two of what a hand holds one of: two bosses for one place, three others for two, each as often."""
    state = made(SHARES, tmp_path)
    found, each = deals(state, 1, 6 * 60), 60
    assert len(found) == 6
    spread = sum((number - each) ** 2 / each for number in found.values())
    assert spread <= 5 + 6 * 10**0.5, f"chi-square {spread}"


def test_who_points_at_a_hidden_piece_points_at_a_place(tmp_path: Path) -> None:
    """A local that is a piece points at what lies there in the deal, whatever numbers lie beside it."""
    state = made(HELD, tmp_path)
    words = state.engine.words
    (kept,) = referred_to(words, state.position)
    found = deals(state, 1, 400)
    assert len(found) == 12
    place = lying(state, [kept])[0]
    pointed: Counter[int] = Counter()
    for key in range(400):
        twin = state.determinize(1, key)
        (there,) = referred_to(words, twin.position)
        assert lying(twin, [there])[0] == place
        pointed[there] += 1
    assert sorted(pointed) == unknown(state, 1) and max(pointed.values()) < 140


def test_the_notes_are_checked(tmp_path: Path) -> None:
    machine = made(COUNTERS, tmp_path).engine.machine
    first = machine.procs[machine.main]
    wrong = replace(first, numbers=(len(first.sizes),))
    procs = tuple(wrong if proc is first else proc for proc in machine.procs)
    assert any("registers that hold numbers" in each for each in verify(replace(machine, procs=procs)))


NEIGHBOURS = """
game "Neighbours" for 2 players
kind Bird:
    var rings: 0..9 = 5
kind Fish:
    var hooked: yes/no
the table has:
    zone pond: stack of Bird or Fish, seen by nobody
card "Heron" is Bird
card "Gull" is Bird
card "Pike" is Fish
card "Carp" is Fish
main:
    for each x in Piece: move x to pond
    for each x in Fish: set x.hooked to yes
    set "Heron".rings to 7
    choose one by player 1 as "what now":
        option "shuffle": shuffle pond
    end game drawn
"""


def test_columns_that_only_lie_alike_are_not_exchanged(tmp_path: Path) -> None:
    """Fields of kinds whose pieces follow each other may lie so that both are reached from the same number."""
    state = made(NEIGHBOURS, tmp_path)
    words = state.engine.words
    bases = [{column[0] for column in words.columns_of(piece)} for piece in (3, 5)]
    fields = {field.name: field.base for field in words.names.fields if field.var}
    assert fields["rings"] == fields["hooked"] and bases[0] == bases[1], "the test needs two fields that lie so"
    orders = set[tuple[tuple[int, int], ...]]()
    for key in range(60):
        twin = state.determinize(1, key)
        assert problem(state.engine.machine, twin.position) is None
        slots = [twin.position[fields["rings"] + piece] for piece in range(3, 7)]
        assert sorted(slots[:2]) == [5, 7] and slots[2:] == [1, 1]
        orders.add(lying(twin, [3, 4, 5, 6]))
    assert len(orders) == 4  # a Fish that is hooked cannot lie where a Bird was


LIMITED = """
game "Smithy" for 2 players
kind Coal
kind Tool
each player has:
    zone bench: cards of Tool
limit stokings: 1 per game
limit blows: 2 per game each player
limit wear: 2 per game each Tool
card "Lump" is Coal
card "Hammer" is Tool
card "Tongs" is Tool
action stoke in work:
    uses stokings
    nothing
action forge with (t: Tool in bench of me) in work:
    uses blows
    uses wear
    nothing
window work "work", pass "rest"
main:
    for each x in Tool: move x to bench of player 1
    offer work to player 1
    end game drawn
"""


def test_a_machine_alone_knows_the_limits_of_each_piece(tmp_path: Path) -> None:
    """How often a piece was used moves with it when it is dealt again, in words made without the program as well."""
    state = made(LIMITED, tmp_path)
    machine = state.engine.machine
    names = machine.names.entities
    lump, hammer, tongs = (1 + index for index, each in enumerate(names) if each.title in ("Lump", "Hammer", "Tongs"))
    state.apply("forge with Hammer")
    words = Words(machine)
    limits = {limit.name: limit for limit in machine.names.limits}
    wear = limits["wear"]
    assert (wear.base, hammer, tongs) in words.columns_of(hammer)
    assert [state.position[wear.base + piece] for piece in (hammer, tongs)] == [1, 0]
    assert all(base != wear.base for base, _, _ in words.columns_of(lump))
    assert (limits["stokings"].first, limits["stokings"].last) == (0, 0)
    assert words.columns == state.engine.words.columns


def test_what_chance_drew_unseen_is_drawn_again() -> None:
    """Dice in cups: whoever imagines them imagines any, and the same whatever they show; whether a die of a cup shows
    what dice show at the beginning tells nothing either.
    """
    state = shared.game("liars_dice").start(3, 4)
    field = next(each for each in state.engine.words.names.fields if each.name == "face" and each.first)
    cups = [next(zone for zone in player.zones if zone.label == "cup") for player in state.view(None).players]
    mine, theirs = (views.piece_of(cups[player].items[0]) for player in (0, 1))
    shown: dict[int, list[int]] = {}
    for face in range(7):
        position = list(state.position)
        position[field.base + theirs] = face
        deals = [determinize(state.engine, position, 1, key) for key in range(60)]
        shown[face] = [deal[field.base + theirs] for deal in deals]
        assert {deal[field.base + mine] for deal in deals} == {position[field.base + mine]}
    assert all(each == shown[0] for each in shown.values())
    assert set(shown[0]) == set(range(1, 7)), "those that are rolled, and not what a die in the box has"
