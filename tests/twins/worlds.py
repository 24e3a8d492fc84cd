"""Pairs of worlds of one game: a random game is played, and at its positions worlds are made that a seat cannot tell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from dsl.runtime.errors import GameError
from dsl.runtime.game import Game
from dsl.runtime.state import State
from twins.counting import Tally
from twins.faces import Questions, messages
from twins.knowing import Sights, rekeyed
from twins.swaps import Swaps


@dataclass(frozen=True)
class Effort:
    """How much is tried."""

    looks: int
    """At so many positions of a game."""
    pairs: int
    """So many twins for each seat at each of them."""
    many: int
    """So many questions of each sort."""
    stride: int = 7
    """So many decisions lie between two looks."""


def state_of(state: State, position: list[int]) -> State:
    """A state without a past."""
    return State(state.engine, position, seed=state.seed, from_beginning=False, run=False)


def game_walk(game: Game, players: int | None, seed: int, effort: Effort) -> Iterator[State]:
    """Positions of a random game."""
    state, chance = game.start(players, seed), Random(seed)
    for _ in range(effort.looks):
        for _ in range(chance.randrange(effort.stride) + 1):
            if state.is_over:
                return
            state.play_option(chance.choice(state.options()))
        yield state


def swapped(
    tally: Tally, name: str, game: Game, players: int | None, seed: int, effort: Effort, skip: frozenset[str]
) -> None:
    """Twins of positions: two pieces that a seat cannot tell are swapped, and other chance is to come."""
    begun = game.start(players, seed)
    sights = Sights(begun.engine.machine)
    swaps, asked = Swaps(sights), Questions.of(game, begun, sights)
    chance = Random(seed * 31 + 1)
    for number, state in enumerate(game_walk(game, players, seed, effort)):
        here = list(state.position)
        for seat in range(sights.machine.players + 1):
            own = chance.randrange(1 << 30)
            base = list(messages(asked, state_of(state, here[:]), seat, Random(own), effort.many, skip))

            def look(sort: str, how: str, twin: list[int], seat: int = seat, own: int = own, base: object = base) -> None:
                other = state_of(state, twin)
                tally.compare(name, sort, seat, base, messages(asked, other, seat, Random(own), effort.many, skip), how)

            look("chance", f"seed {seed} look {number}", rekeyed(here, 0x5DEECE66D))
            if (change := swaps.changed(here, seat, chance)) is not None:
                if offers_the_same(state, change[1], seat, 0, 0):
                    look("field", f"seed {seed} look {number}: {change[0]}", change[1])
            for sort, one, two in swaps.pairs(here, seat, chance, effort.pairs):
                twin = swaps.swap(here, one, two)
                if offers_the_same(state, twin, seat, one, two):
                    how = f"seed {seed} look {number}: {one} {sights.title(one)} <> {two} {sights.title(two)}"
                    look(sort, how, twin)
                else:
                    tally.set_aside[name, sort] += 1


def offers_the_same(state: State, twin: list[int], seat: int, one: int, two: int) -> bool:
    """Whether the rules offer the seat the same: if what it may do depends on what it cannot see, it is told so."""
    if state.actor != seat:
        return True
    names = {one: two, two: one}
    try:
        offered = state_of(state, twin).options()
    except GameError:
        return False
    renamed = {tuple(names.get(each, each) for each in option) for option in state.options()}
    return len(offered) == len(renamed) and set(offered) <= renamed | set(state.options())
