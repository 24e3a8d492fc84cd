"""Pairs of positions of one game: a random game is played, and at its positions worlds are made that a seat cannot
tell.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from random import Random

from twins.counting import Tally
from twins.faces import IN_C, Message, Questions, messages
from twins.knowing import Sights, rekeyed
from twins.swaps import Swaps

from dsl.runtime.errors import GameError
from dsl.runtime.game import Game
from dsl.runtime.state import State


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
    seconds: float = 1e9
    """So long one list of messages is added to; what is not asked then is asked in neither world."""


@dataclass
class Attack:
    """An attack on one game for one number of players, with what it needs at hand."""

    tally: Tally
    name: str
    game: Game
    first: State
    """A state of the game."""
    effort: Effort
    skip: frozenset[str] = frozenset()

    def counting(self, tally: Tally) -> Attack:
        """The same attack with another tally, and with what was worked out already."""
        twin = replace(self, tally=tally)
        twin.__dict__.update(sights=self.sights, swaps=self.swaps, asked=self.asked)
        return twin

    @cached_property
    def sights(self) -> Sights:
        """What seats know."""
        return Sights(self.first.engine.machine)

    @cached_property
    def swaps(self) -> Swaps:
        """Swaps of pieces."""
        return Swaps(self.sights)

    @cached_property
    def asked(self) -> Questions:
        """What seats ask."""
        return Questions.of(self.game, self.first, self.sights)

    @property
    def seats(self) -> range:
        """A spectator, and the players."""
        return range(self.sights.machine.players + 1)

    def texts(self, state: State, seat: int, seed: int, most: int | None = None) -> list[Message]:
        """All that a seat is told, or the first `most` messages; the same seed asks the same questions."""
        told = messages(self.asked, state, seat, Random(seed), self.effort.many, self.skip)
        return list(islice(told, most))

    def begun(self, state: State, seat: int, seed: int) -> tuple[list[Message], int | None]:
        """What a seat is told until the time for it is over, and how many messages that are if there are more."""
        end = time.monotonic() + self.effort.seconds
        found: list[Message] = []
        for message in messages(self.asked, state, seat, Random(seed), self.effort.many, self.skip):
            found.append(message)
            if time.monotonic() > end:
                return found, len(found)
        return found, None

    def compare(self, sort: str, seat: int, one: Iterable[Message], other: Iterable[Message], how: str) -> None:
        """Count and compare the messages of two worlds."""
        self.tally.compare(self.name, sort, seat, one, other, how)

    def both(self, sort: str, seat: int, one: State, other: State, chance: Random, how: str) -> None:
        """Compare two worlds."""
        seed = chance.randrange(1 << 30)
        base, most = self.begun(one, seat, seed)
        self.compare(sort, seat, base, self.texts(other, seat, seed, most), how)

    def at(self, state: State, seat: int, chance: Random, how: str) -> None:
        """Compare a position with its twins for a seat."""
        seed = chance.randrange(1 << 30)
        base, most = self.begun(state_of(state, list(state.position)), seat, seed)
        for sort, what, twin in self.twins(state, seat, chance):
            one, other = base, self.texts(state_of(state, twin), seat, seed, most)
            if sort == "field":  # whoever searches knows which values there are, though not on which pieces
                one, other = (
                    [each for each in told if not each[0].startswith((IN_C, "bot "))] for told in (one, other)
                )
            self.compare(sort, seat, one, other, f"{how}: {what}")

    def twins(self, state: State, seat: int, chance: Random) -> Iterator[tuple[str, str, list[int]]]:
        """Positions that a seat cannot tell from that of a state: their sort, and in what they differ."""
        here, title = list(state.position), self.sights.title
        yield "chance", "another key", rekeyed(here, 0x5DEECE66D)
        change = self.swaps.changed(here, seat, chance)
        if change is not None and offers_the_same(state, change[1], seat, 0, 0):
            yield "field", *change
        heard = self.swaps.overheard(here, seat, chance)
        if heard is not None:
            yield ("overheard", *heard)
        guess = self.swaps.guessed(here, seat, chance)
        if guess is not None and offers_the_same(state, guess[1], seat, 0, 0):
            yield "secret", *guess
        elsewhere = self.swaps.relocated(here, seat, chance)
        if elsewhere is not None and offers_the_same(state, elsewhere[1], seat, 0, 0):
            yield "count", *elsewhere
        for sort, one, two in self.swaps.pairs(here, seat, chance, self.effort.pairs):
            twin = self.swaps.swap(here, one, two)
            if offers_the_same(state, twin, seat, one, two):
                yield sort, f"{one} {title(one)} <> {two} {title(two)}", twin
            else:
                self.tally.set_aside[self.name, sort] += 1


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
            try:
                state.play_option(chance.choice(state.options()))
            except GameError:
                return
        yield state


def swapped(attack: Attack, players: int | None, seed: int) -> None:
    """Twins of the positions of a random game."""
    chance = Random(seed * 31 + 1)
    for number, state in enumerate(game_walk(attack.game, players, seed, attack.effort)):
        for seat in attack.seats:
            attack.at(state, seat, chance, f"seed {seed} look {number}")


def plays_on(state: State, twin: list[int]) -> bool:
    """Whether play may lead to a position: not where somebody is asked who has no answer (where the question is that
    of a piece which another piece has taken the place of).
    """
    try:
        return bool(state_of(state, twin).options()) or not state.actor
    except GameError:
        return False


def offers_the_same(state: State, twin: list[int], seat: int, one: int, two: int) -> bool:
    """Whether the rules offer the seat the same: if what it may do depends on what it cannot see, it is told so. And
    whether play leads there at all.
    """
    if not plays_on(state, twin):
        return False
    if state.actor != seat:
        return True
    names = {one: two, two: one}
    offered = state_of(state, twin).options()
    renamed = {tuple(names.get(each, each) for each in option) for option in state.options()}
    return len(offered) == len(renamed) and set(offered) <= renamed | set(state.options())
