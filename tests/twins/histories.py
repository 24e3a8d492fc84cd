"""Pairs of whole games that are one for somebody who looks on.

Both begin with the same seed, but chance put something elsewhere that the seat does not see. Then both are played on:
what the seat sees of a move is the same in both, and what it does not see may differ: which of the cards that it does
not know, what was answered in `sealed`, in which order. A pair lasts as long as the seat sees the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random

from twins.knowing import Sights, known_part
from twins.swaps import Swaps
from twins.worlds import Attack, plays_on

from dsl.machine.ir.ops import ASKER, DECISION
from dsl.runtime.errors import GameError
from dsl.runtime.game import Game
from dsl.runtime.information.observation import Moment
from dsl.runtime.kept import Kept
from dsl.runtime.moves import Option, option_of
from dsl.runtime.state import State


def begun(
    game: Game, players: int | None, seed: int, seat: int, swaps: Swaps, chance: Random, lead: int = 0
) -> tuple[State, State]:
    """Two beginnings that a seat cannot tell: some of what it does not know lies elsewhere in the second.

    lead: so many decisions at most are made before.
    """
    base = game.start(players, seed)
    for _ in range(chance.randrange(lead + 1)):
        if not base.is_over:
            with suppress(GameError):
                base.apply(chance.choice(base.options()))
    position = list(base.position)
    for _, one, two in list(swaps.pairs(position, seat, chance, chance.choice((1, 1, 4)))):
        if swaps.sights.hidden(position, seat, one) and swaps.sights.hidden(position, seat, two):
            swapped = swaps.swap(position, one, two)
            if plays_on(base, swapped):
                position = swapped
    return from_here(base, list(base.position)), from_here(base, position)


def from_here(state: State, position: list[int]) -> State:
    """A game that begins at a position: nothing has happened before."""
    made = State(state.engine, position, seed=state.seed, from_beginning=False, run=False)
    made._moment = Moment(None, Kept(position), ())
    return made


def step(one: State, other: State, seat: int, sights: Sights, chance: Random) -> tuple[State, State] | None:
    """Both worlds one decision later, still twins, or one of them alone where the seat sees nothing of it; None if no
    way is found.
    """
    if not chance.randrange(3):
        alone = _unseen_step(one, other, seat, sights, chance)
        if alone is not None:
            return alone
    own = one.actor == seat
    options = [option_of(move) for move in one.moves()] if own else one.options()
    for option in chance.sample(options, min(3, len(options))):
        answers = _answers(one, other, option, seat, sights)
        chance.shuffle(answers)
        for answer in answers[:3]:
            first, second = one.clone(), other.clone()
            try:
                first.apply(option)
                second.apply(answer)
            except GameError:  # rules that break are a message as well (`repl do`), and no way on
                continue
            if _seen_alike(first, second, (len(one.lines), len(other.lines)), seat, sights):
                return first, second
    return None


def _unseen_step(one: State, other: State, seat: int, sights: Sights, chance: Random) -> tuple[State, State] | None:
    """One of the worlds a sealed answer later, of which the seat sees nothing."""
    first = chance.randrange(2) == 0
    here, there = (one, other) if first else (other, one)
    question = here.engine.question(here.position)
    if here.actor in (0, seat) or there.actor in (0, seat) or question is None or not question.sealed:
        return None
    ahead = here.clone()
    try:
        ahead.apply(chance.choice(ahead.options()))
    except GameError:
        return None
    if ahead.actor == seat or not _seen_alike(ahead, there, (len(here.lines), len(there.lines)), seat, sights):
        return None
    return (ahead, there) if first else (there, ahead)


def _seen_alike(one: State, other: State, since: tuple[int, int], seat: int, sights: Sights) -> bool:
    """Whether a seat sees the same behind a step, and saw the same lie open during it."""
    if sights.sight(one.position, seat) != sights.sight(other.position, seat):
        return False
    return sights.shown(one.lines, since[0]) == sights.shown(other.lines, since[1])


def _answers(one: State, other: State, option: Option, seat: int, sights: Sights) -> list[Option]:
    """The answers in the other world that look like this one to the seat; its own answers have the same words."""
    if one.actor == seat:
        words = one.the_move(option).text
        return [option_of(move) for move in other.moves() if move.text == words]
    part = known_part(sights, one.position, seat, option)
    return [each for each in other.options() if known_part(sights, other.position, seat, each) == part]


def histories(attack: Attack, players: int | None, seed: int) -> None:
    """Twin histories for every seat, looked at every now and then."""
    effort = attack.effort
    for seat in attack.seats:
        chance = Random(seed * 97 + seat)
        for pair in range(effort.pairs):
            lead = effort.stride * 3 * (pair % 2)
            worlds: tuple[State, State] | None
            worlds = begun(attack.game, players, seed + pair, seat, attack.swaps, chance, lead)
            for number in range(effort.looks):
                for _ in range(chance.randrange(effort.stride) + 1):
                    worlds = _on(worlds, seat, attack.sights, chance)
                if worlds is None:
                    break
                if worlds[0].position == worlds[1].position and worlds[0].log(None) == worlds[1].log(None):
                    attack.tally.set_aside[attack.name, "history"] += 1
                else:
                    attack.both("history", seat, *worlds, chance, f"seed {seed} pair {pair} look {number}")


def _on(worlds: tuple[State, State] | None, seat: int, sights: Sights, chance: Random) -> tuple[State, State] | None:
    if worlds is None or worlds[0].is_over:
        return None
    return step(*worlds, seat, sights, chance)


def orders(attack: Attack, players: int | None, seed: int) -> None:
    """Twins that differ in the order in which somebody put things where the seat cannot see it."""
    state, chance, effort = attack.game.start(players, seed), Random(seed), attack.effort
    found = 0
    for _ in range(effort.looks * effort.stride * 60):
        if state.is_over or found >= effort.looks:
            return
        decision = state.engine.machine.decisions[state.position[DECISION]]
        if decision.kind in ("arrange", "several") and len(state.options()) > 1:
            found += 1
            for seat in attack.seats:
                if seat != state.position[ASKER]:
                    for one, other in _ordered(state, seat, attack.sights, chance, effort.pairs):
                        how = f"seed {seed} {state.prompt()!r}"
                        attack.both(f"order ({decision.kind})", seat, one, other, chance, how)
        state.apply(chance.choice(state.options()))


def _ordered(state: State, seat: int, sights: Sights, chance: Random, most: int) -> Iterator[tuple[State, State]]:
    """Two ways through a choice of several things that leave the seat the same sight."""
    one = through(state.clone(), state.options(), chance)
    for _ in range(most):
        other = through(state.clone(), state.options(), chance)
        since = (len(state.lines), len(state.lines))
        if one.position != other.position and _seen_alike(one, other, since, seat, sights):
            yield one, other


def through(state: State, options: Sequence[Option], chance: Random) -> State:
    """The question answered to its end."""
    asker, decision = state.position[ASKER], state.position[DECISION]
    for _ in range(30):
        state.apply(chance.choice(state.options()))
        if state.is_over or (state.position[ASKER], state.position[DECISION]) != (asker, decision):
            break
    return state
