"""Whole games: every good file of the corpus and every game lowers to a sound machine that can be played."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from machine.common import ROOT, Play, PlayError, machine_of, program_of
from shared import game

from dsl.diagnostics import Bag
from dsl.machine.ir.ops import Machine
from dsl.machine.ir.verify import verify
from dsl.machine.lower.builder import NotLowered
from dsl.machine.lower.driver import lower
from dsl.pipeline import check_sources
from dsl.reading.game import read_game
from dsl.semantics.model import Stmt

CORPUS = sorted((ROOT / "tests" / "corpus" / "good").glob("*.rules"))
GAMES = sorted(path.parent.name for path in (ROOT / "games").glob("*/game.rules"))


def stroll(machine: Machine, seed: int, most: int) -> Play:
    """A game with random answers, at most so many."""
    game, chance = Play(machine, seed), random.Random(seed)
    while game.asker and most:
        game.choose(chance.choice(game.options()))
        most -= 1
    return game


@pytest.mark.slow
@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_a_file_of_the_corpus_lowers_and_can_be_played(path: Path):
    """With its scenarios; what a file says to be missing may be met."""
    bag = Bag()
    program = check_sources(read_game(path, bag), bag) or program_of(path.read_text(encoding="utf-8"))
    machine = lower(program, scenarios=True)
    assert not verify(machine)
    try:
        stroll(machine, 1, 200)
    except PlayError as error:
        assert error.code == "MISSING"


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_game_lowers_to_a_sound_machine(name: str):
    """For its lowest and highest number of players; that it can be played is a matter of the conformance suite."""
    found = game(name)
    for players in sorted({found.players[0], found.players[-1]}):
        assert not verify(found.machine(players))


def test_what_cannot_be_lowered_says_where():
    """A construct that lowering does not know is never compiled to something else."""
    program = program_of("main:\n    nothing\n")
    assert program.main is not None
    program.main.body = (Stmt(program.main.span, ()),)
    with pytest.raises(NotLowered, match=r"test\.rules:2:1: Stmt is not known") as caught:
        lower(program)
    assert caught.value.span == program.main.span


def test_an_event_that_might_ask_is_its_effect_in_given():
    """Its rules do not run there, so nobody is asked."""
    text = """
the table has:
    var a: 0..9
event up (n: 0..9): raise a by n
after up n:
    may "more" by player 1:
        raise a by 1
scenario "given":
    given:
        up 3
    expect a = 3
main:
    up 2
"""
    machine = machine_of(text, scenarios=True)
    game = Play(machine)
    game.S = game.backend.new_position(1, machine.scenarios[0].run)
    game.backend.call(game.S, machine.scenarios[0].given, ())
    assert game.field("a") == 3
    game.backend.run(game.S, game.env)
    assert game.asker == 1 and game.field("a") == 5
