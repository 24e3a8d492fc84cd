"""Worlds made at the rare positions of a game: those that its scenarios play through."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from dsl.diagnostics import RulesError
from dsl.machine.ir.ops import ASKER, DECISION
from dsl.reading.places import shipped_games
from dsl.runtime.errors import GameError, MoveError
from dsl.runtime.game import Game, load
from dsl.runtime.proving import Proving
from dsl.runtime.reading.offer import Rank
from dsl.runtime.state import State
from twins.counting import Tally
from twins.faces import Questions, messages
from twins.histories import through
from twins.knowing import Sights, known_part
from twins.swaps import Swaps
from twins.worlds import Effort, offers_the_same, state_of


@cache
def with_scenarios(name: str) -> Game:
    """A game that comes along, with its scenarios."""
    return load(shipped_games()[name], scenarios=True)


def scenes(game: Game, chance: Random, titles: str = "") -> Iterator[tuple[str, State]]:
    """The positions of scenarios in a random order, one before each move: the title, and the state with its log."""
    proving = Proving(game, lambda scenario: titles in scenario.title)
    for scenario in chance.sample(proving.scenarios, len(proving.scenarios)):
        try:
            state = proving.state(scenario, "python")
            yield scenario.title, state
            for step in scenario.steps:
                if step.how == "chance":
                    state.fix_chance([number - 1 for number in step.numbers], state.engine.dice)
                for text in step.texts if step.how == "does" else ():
                    state.apply(state.the_move(text, Rank.BEGINS))
                    yield scenario.title, state
        except (GameError, MoveError, RulesError):
            continue  # what scenarios prove is tested elsewhere


def staged(
    tally: Tally, name: str, game: Game, seed: int, effort: Effort, skip: frozenset[str] = frozenset(), titles: str = ""
) -> None:
    """Twins at `effort.looks` scenes: two pieces swapped, and two ways to answer the question that waits."""
    chance = Random(seed)
    made: dict[int, tuple[Swaps, Questions]] = {}
    for number, (title, state) in enumerate(scenes(game, chance, titles)):
        if number >= effort.looks:
            return
        machine = state.engine.machine
        if id(machine) not in made:
            sights = Sights(machine)
            made[id(machine)] = Swaps(sights), Questions.of(game, state, sights)
        swaps, asked = made[id(machine)]
        for seat in range(machine.players + 1):
            if not seat or chance.randrange(machine.players) < 2:
                _swapped(tally, name, swaps, asked, state, seat, chance, effort, skip, title)
                _answered(tally, name, swaps.sights, asked, state, seat, chance, effort, skip, title)


def _swapped(
    tally: Tally,
    name: str,
    swaps: Swaps,
    asked: Questions,
    state: State,
    seat: int,
    chance: Random,
    effort: Effort,
    skip: frozenset[str],
    title: str,
) -> None:
    here = list(state.position)
    own = chance.randrange(1 << 30)
    pairs = list(swaps.pairs(here, seat, chance, effort.pairs))
    if not pairs:
        return
    base = list(messages(asked, state_of(state, here[:]), seat, Random(own), effort.many, skip))
    for sort, one, two in pairs:
        twin = swaps.swap(here, one, two)
        if not offers_the_same(state, twin, seat, one, two):
            tally.set_aside[name, sort] += 1
            continue
        other = messages(asked, state_of(state, twin), seat, Random(own), effort.many, skip)
        words = f"{title!r}: {one} {swaps.sights.title(one)} <> {two} {swaps.sights.title(two)}"
        tally.compare(name, sort, seat, base, other, words)


def _answered(
    tally: Tally,
    name: str,
    sights: Sights,
    asked: Questions,
    state: State,
    seat: int,
    chance: Random,
    effort: Effort,
    skip: frozenset[str],
    title: str,
) -> None:
    if state.actor in (0, seat):
        return
    for sort, one, other in answers(state, seat, sights, chance, effort.pairs):
        own = chance.randrange(1 << 30)
        texts = [messages(asked, each, seat, Random(own), effort.many, skip) for each in (one, other)]
        tally.compare(name, sort, seat, *texts, f"{title!r}: {state.prompt()!r}")


def answers(state: State, seat: int, sights: Sights, chance: Random, most: int) -> Iterator[tuple[str, State, State]]:
    """Pairs of worlds that another player's answer leads to and that the seat cannot tell."""
    options = state.options()
    decision = state.engine.machine.decisions[state.position[DECISION]]
    several = decision.kind in ("arrange", "several")
    asker = state.position[ASKER]
    for _ in range(most if len(options) > 1 else 0):
        first, second = chance.sample(options, 2)
        one, other = state.clone(), state.clone()
        if several and not decision.sealed:
            one, other = through(one, options, chance), through(other, options, chance)
            sort = f"order ({decision.kind})"
            if len(one.played) != len(other.played):
                continue  # how many were taken is seen
        else:
            if known_part(sights, state.position, seat, first) != known_part(sights, state.position, seat, second):
                continue
            one.apply(first)
            other.apply(second)
            sort = "sealed" if decision.sealed else "private answer"
        same = sights.sight(one.position, seat) == sights.sight(other.position, seat)
        if same and one.position != other.position and asker != seat:
            yield sort, one, other
