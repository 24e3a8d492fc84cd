"""Games that nobody wins by chance are won by bots: fixed seeds, few games; `sim` plays more of them."""

from __future__ import annotations

import pytest

from dsl.play.simulate import Plan, plays, wins
from dsl.runtime.game import load

MATCHES = [
    ("doom", 2, "uct:40,random", ("B",), 0, 3, 2),
    ("doom", 2, "random,uct:40", ("B",), 1, 3, 2),
    ("enclave", 4, "uct:150,random,random,random", (), 0, 3, 1),
    ("dark_order", 2, "uct:50,random", (), 0, 4, 3),
    ("dark_eden", 2, "uct:20,random", (), 0, 1, 1),
]


@pytest.mark.long
@pytest.mark.parametrize(("name", "players", "bots", "first", "seat", "games", "least"), MATCHES)
def test_bots_win(
    name: str, players: int, bots: str, first: tuple[str, ...], seat: int, games: int, least: int
) -> None:
    """The searching bot wins at least so many of so many games, always from the same seat."""
    plan = Plan(name, players, 1, bots, first=first, stay=True)
    played = [*plays(load(name), plan, games)]
    assert all(game.over and not game.fault for game in played)
    assert sum(wins(game.returns)[seat] for game in played) >= least


@pytest.mark.parametrize("name", ["doom", "enclave", "siege"])
def test_games_say_what_is_aimed_at(name: str) -> None:
    """A value of each player, which differs from its beginning before long."""
    game = load(name)
    players = game.players[-1] if name != "siege" else 1
    machine = game.machine(players)
    assert len(machine.aims) == 1
    state = game.start(players, 1)
    value = machine.values[machine.aims[0][0]].proc
    found = set[int]()
    for _ in range(40):
        found.add(state.number(value, [1]))
        state.play_option(state.options()[0])
    assert len(found) > 1
