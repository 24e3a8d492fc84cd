"""Worlds made at the rare positions of a game: those that its scenarios play through."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from twins.counting import Tally
from twins.histories import through
from twins.knowing import Sights, known_part
from twins.worlds import Attack, Effort

from dsl.diagnostics import RulesError
from dsl.machine.ir.ops import DECISION
from dsl.reading.places import shipped_games
from dsl.runtime.errors import GameError, MoveError
from dsl.runtime.game import Game, load
from dsl.runtime.proving import Proving
from dsl.runtime.reading.offer import Rank
from dsl.runtime.state import State


@cache
def with_scenarios(name: str) -> Game:
    """A game that comes along, with its scenarios."""
    return load(shipped_games()[name], scenarios=True)


@cache
def _proving(game: Game, titles: str) -> Proving:
    """The scenarios of a game; their machines are made once."""
    return Proving(game, lambda scenario: titles in scenario.title)


def scenes(game: Game, chance: Random, titles: str = "") -> Iterator[tuple[str, State]]:
    """The positions of scenarios in a random order, one before each move: the title, and the state with its log."""
    proving = _proving(game, titles)
    for scenario in chance.sample(proving.scenarios, len(proving.scenarios)):
        try:
            state = proving.state(scenario, "reference")
            yield scenario.title, state
            for step in scenario.steps:
                if step.how == "chance":
                    state.fix_chance([number - 1 for number in step.numbers], state.engine.dice)
                for text in step.texts if step.how == "does" else ():
                    state.apply(state.the_move(text, Rank.BEGINS))
                    yield scenario.title, state
        except (GameError, MoveError, RulesError):
            continue  # what scenarios prove is tested elsewhere


def staged(tally: Tally, name: str, game: Game, seed: int, effort: Effort, titles: str = "") -> None:
    """Twins at `effort.looks` scenes: two pieces swapped, and two ways to answer the question that waits."""
    chance = Random(seed)
    attacks: dict[int, Attack] = {}
    for number, (title, state) in enumerate(scenes(game, chance, titles)):
        if number >= effort.looks:
            return
        attack = attacks.setdefault(id(state.engine.machine), Attack(tally, name, game, state, effort))
        for seat in attack.seats:
            if not seat or chance.randrange(len(attack.seats)) < 3:
                attack.at(state, seat, chance, repr(title))
                for sort, one, other in answers(state, seat, attack.sights, chance, effort.pairs):
                    attack.both(sort, seat, one, other, chance, f"{title!r}: {state.prompt()!r}")


def answers(state: State, seat: int, sights: Sights, chance: Random, most: int) -> Iterator[tuple[str, State, State]]:
    """Pairs of worlds that another player's answer leads to and that the seat cannot tell."""
    if state.actor in (0, seat):
        return
    options = state.options()
    decision = state.engine.machine.decisions[state.position[DECISION]]
    several = decision.kind in ("arrange", "several")
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
        if same and one.position != other.position:
            yield sort, one, other
