"""Backgammon beside OpenSpiel's: at every decision of random games both lead to the same positions.

One action of theirs moves two men; ours moves one after the other. Theirs leave out actions that read alike, so what is
compared is what the moves lead to: the sets of positions after both dice (after two of the four of a double), and the
player, the dice, the end and the results.
"""

from __future__ import annotations

import sys
import time
from random import Random
from typing import Any

import pyspiel
from oracles.cards import game

from dsl.runtime.game import Game
from dsl.runtime.moves import Option
from dsl.runtime.state import State

Position = tuple[tuple[int, ...], ...]

NAMES = ("X", "O")


def our_position(state: State) -> Position:
    """Men of each player on the points 1 to 24 as player 1 counts them, on the bar and at home."""
    words, place = state.engine.words, state.engine.machine.layout.place
    found = [[0] * 26, [0] * 26]
    for piece in range(state.engine.machine.first_piece, state.engine.machine.entity_count + 1):
        name = words.title(piece)
        if name in NAMES:
            at = words.places[state.position[place + piece]]
            assert at.info is not None and at.info.name in ("men", "bar", "home")
            index = at.instance - 1 if at.info.name == "men" else 24 if at.info.name == "bar" else 25
            found[NAMES.index(name)][index] += 1
    return tuple(tuple(men) for men in found)


def moved(position: Position, player: int, option: Option) -> Position:
    """The position after a step of ours. What our rules make of it is compared when the step has been made."""
    if len(option) == 1:  # a pass
        return position
    _, _, start, die = option
    men, others = list(position[player]), list(position[1 - player])
    men[24 if start == 25 else start - 1 if player == 0 else 24 - start] -= 1
    if start <= die:
        men[25] += 1
    else:
        goal = start - die - 1 if player == 0 else 24 - (start - die)
        men[goal] += 1
        if others[goal] == 1:
            others[goal], others[24] = 0, others[24] + 1
    return (tuple(men), tuple(others)) if player == 0 else (tuple(others), tuple(men))


def their_position(state: Any) -> Position:
    """The same of theirs: their point 0 is 24 for player 1."""
    told = _told(state)
    scores = [int(words.split(":")[1]) for words in told["Scores, X"].replace("X", "").split(",")]
    return tuple(
        (*(state.board(player, 23 - i) for i in range(24)), told["Bar"].count("xo"[player]), scores[player])
        for player in (0, 1)
    )


def their_dice(state: Any) -> list[int]:
    """What their dice show."""
    return [int(sign) for sign in _told(state)["Dice"].replace("u", "")]


def _told(state: Any) -> dict[str, str]:
    """The lines under their board by their first words."""
    lines = str(state).split("Turn:", 1)[1].splitlines()
    found = dict(line.split(":", 1) for line in lines[1:] if ":" in line)
    found["Scores, X"] = f":{found['Scores, X']}"
    return {name: words.strip() for name, words in found.items()}


def our_dice(state: State) -> list[int]:
    """What the dice show that are not used."""
    zone = next(zone for zone in state.view(None).table.zones if zone.name == "dice")
    return [int(dict(die.fields)["face"]) for die in zone.items]


def reached(state: State) -> dict[Position, list[Option]]:
    """The positions after two steps of the player who is asked, or fewer if he has to pass, with the moves made."""
    found: dict[Position, list[Option]] = {}
    player, before = state.actor - 1, our_position(state)
    for option in state.options():
        between = moved(before, player, option)
        after = state.clone(history=False)
        after.play_option(option)
        if len(option) == 1 or after.is_over or after.actor - 1 != player:
            found.setdefault(between, [option])
            continue
        for second in after.options():
            found.setdefault(moved(between, player, second), [option, second])
    return found


def compare(ours: Game, theirs: Any, seed: int) -> int:
    """One random game; the number of decisions of theirs that were compared."""
    dice = Random(seed)
    state, other = ours.start(2, seed), theirs.new_initial_state()
    decisions = 0
    while True:
        while other.is_chance_node() and not state.is_over:
            wanted = sorted(set(our_dice(state)))
            for outcome, _ in other.chance_outcomes():
                after = other.clone()
                after.apply_action(outcome)
                if after.current_player() == state.actor - 1 and sorted(set(their_dice(after))) == wanted:
                    other = after
                    break
            else:
                raise AssertionError(f"seed {seed}: no outcome of theirs is {wanted} of player {state.actor}")
        assert state.is_over == other.is_terminal(), f"seed {seed}: only one is over"
        if state.is_over:
            assert [float(result) for result in state.returns()] == other.returns()
            return decisions
        decisions += 1
        assert state.actor - 1 == other.current_player() and our_position(state) == their_position(other)
        mine = reached(state)
        after = {}
        for action in other.legal_actions():
            twin = other.clone()
            twin.apply_action(action)
            after.setdefault(their_position(twin), action)
        assert set(mine) == set(after), f"seed {seed}, decision {decisions}: {set(mine) ^ set(after)}"
        choice = dice.choice(sorted(mine))
        for option in mine[choice]:
            state.play_option(option)
        assert our_position(state) == choice, f"seed {seed}: {mine[choice]}"
        other.apply_action(after[choice])


def main(games: int, first: int = 0) -> None:
    """Compare games and print the figures."""
    start = time.time()
    ours, theirs = game("backgammon"), pyspiel.load_game("backgammon")
    counts = [compare(ours, theirs, seed) for seed in range(first, first + games)]
    print(f"{games} games, {sum(counts)} decisions, {time.time() - start:.0f} s")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
