"""Layouts: both backends agree on every shape, and the sets are what their words say."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from dsl.backends.reference import cells as plain
from dsl.machine.ir.ops import Cells
from dsl.runtime.backends import BACKENDS
from dsl.runtime.game import Game, load

GAME = Path(__file__).parent.parent / "corpus" / "good" / "dark_eden_settlement.rules"


@pytest.fixture(scope="module")
def game() -> Game:
    """The game of settlements."""
    return load(GAME)


def _about(game: Game) -> Cells:
    about = game.machine(2).cells
    assert about is not None
    return about


@pytest.mark.parametrize("seed", range(6))
def test_backends_agree_on_games_that_build_and_raze(game: Game, seed: int) -> None:
    """The same moves are legal and lead to the same positions."""
    states = [game.start(2, seed=seed, backend=backend) for backend in BACKENDS]
    rng = random.Random(seed)
    for _ in range(60):
        options = [state.options() for state in states]
        assert all(other == options[0] for other in options)
        assert all(state.position == states[0].position for state in states)
        if states[0].is_over:
            break
        # pass seldom, so that shapes grow, fall apart and are joined again
        wanted = [option for option in options[0] if option[0]] or options[0]
        option = rng.choice(wanted if rng.random() < 0.9 else options[0])
        for state in states:
            state.play_option(option)


def test_the_sets_of_random_shapes(game: Game) -> None:
    """Fringe, outside, neighbours and clusters against their definitions, cell by cell."""
    about, rng = _about(game), random.Random(7)
    machine = game.machine(2)
    zone = about.zones[0]
    base = machine.tables[machine.zone_base][zone]
    pieces = [piece for piece in range(about.low, about.high + 1)][:12]
    for turn in range(40):
        position = game.start(2, seed=1).position[:]
        for piece in range(about.low, about.high + 1):
            position[about.column + piece] = position[machine.layout.place + piece] = 0
        spots = rng.sample([(x, y) for x in range(-3, 4) for y in range(-3, 4)], 1 + turn % 12)
        lying = dict(zip(pieces, spots, strict=False))
        position[base : base + 13] = [len(lying), *lying, *[0] * (12 - len(lying))]
        for piece, (x, y) in lying.items():
            position[about.column + piece] = about.at(0, x, y)
            position[machine.layout.place + piece] = zone
        shapes = plain.Shapes(machine, position)
        taken = set(spots)
        beside = {(x + i, y + j) for x, y in spots for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        fringe = [about.where(cell) for cell in shapes.members("fringe", zone)]
        assert sorted(fringe) == sorted(beside - taken)
        outside = {about.where(cell) for cell in shapes.members("outside", zone)}
        assert outside == _outside(taken)
        for piece, (x, y) in lying.items():
            near = shapes.members("neighbours", piece)
            assert near == [other for other, at in lying.items() if abs(at[0] - x) + abs(at[1] - y) == 1]
            group = shapes.members("cluster", piece)
            assert piece in group and all(set(shapes.members("neighbours", each)) <= set(group) for each in group)
            assert shapes.piece(about.at(0, x, y)) == piece


def _outside(taken: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Empty cells of the box from which a way leads out, found by taking closed ones away until none is left."""
    columns, rows = {x for x, _ in taken}, {y for _, y in taken}
    box = {(x, y) for x in range(min(columns) - 1, max(columns) + 2) for y in range(min(rows) - 1, max(rows) + 2)}
    border = {
        (x, y) for x, y in box if x in (min(columns) - 1, max(columns) + 1) or y in (min(rows) - 1, max(rows) + 1)
    }
    found = set(border)
    while True:
        more = {(x, y) for x, y in box - found - taken if {(x, y + 1), (x, y - 1), (x + 1, y), (x - 1, y)} & found}
        if not more:
            return found
        found |= more


def test_the_ends_of_a_reach(game: Game) -> None:
    """The numbers of cells go from one corner of the square, one cell beyond the reach, to the other."""
    about, machine = _about(game), game.machine(2)
    reach = about.reach[0]
    assert reach == 9
    corner = about.at(0, reach, reach)
    assert about.where(corner) == (reach, reach) and about.layout(corner) == 0
    assert about.where(about.first) == (-reach - 1, -reach - 1)
    assert about.last == about.at(len(about.zones) - 1, reach + 1, reach + 1)
    assert machine.layout.stack < 400


def test_words_of_cells(game: Game) -> None:
    """A cell reads as it is typed."""
    state = game.start(2, seed=1)
    words, about = state.engine.words, _about(game)
    for layout in range(2):
        for column, row in ((0, 0), (-3, 2), (9, -9)):
            cell = about.at(layout, column, row)
            assert words.title(cell) == f"{'AB'[layout]} {column} {row}"
            assert words.cell_named(words.title(cell).casefold()) == cell
    for text in ("a 11 0", "c 0 0", "0 0", "a 0", "a 0 0 0", "none"):
        assert words.cell_named(text) is None
