"""expr/applications.py: definitions and values written out or called, and who may act."""

from __future__ import annotations

import pytest
from golden import golden
from machine.common import Play
from machine.lowered import lowered, told

TEXT = """
kind Unit:
    power: 0..9 = 2
    var hurt: 0..9
the table has:
    var n: 0..99
    var dark: yes/no
card "Ann" is Unit
card "Bob" is Unit, 2 copies:
    power 5
define sum_of (u: Unit) = u.power + u.hurt
define twice (k: 0..99) = k + k
define square (k: 0..9) = k * k
define long (u: Unit) = u.power * 3 + u.hurt * 2 + n * n + (if dark then 1 else 4) - u.power
define d1 (k: 0..9) = k + 1
define d2 (k: 0..9) = min(9, d1(k) + 1)
define d3 (k: 0..9) = min(9, d2(k) + 1)
define d4 (k: 0..9) = min(9, d3(k) + 1)
define d5 (k: 0..9) = min(9, d4(k) + 1)
define d6 (k: 0..9) = min(9, d5(k) + 1)
value strength of (u: Unit): 0..9 stops at ends = u.power + u.hurt
value guarded of (u: Unit): 0..9 = u.power
modify guarded of u by +1 when u.hurt = 0
main:
    set n to sum_of("Ann")
    set n to twice(n + 1)
    set n to square(n mod 10)
    set n to long("Bob") mod 99
    set n to d6(3)
    set n to strength of "Ann"
    set n to guarded of "Ann"
    set n to printed guarded of "Ann"
    choose one by player 1:
        option "on": nothing
"""


@pytest.fixture(scope="module")
def game() -> Play:
    """The game at its question."""
    return Play(lowered(TEXT))


def test_what_is_small_is_written_out() -> None:
    """Not an argument that would be written twice, not what is long, and only four inside each other; a value that
    nothing modifies like a definition."""
    names = ("main", "define twice", "define square", "define long", "define d2", "value guarded", "printed guarded")
    golden("goldens/machine/lower/applications.txt", told(lowered(TEXT), *names))


@pytest.mark.parametrize(
    ("name", "hurt", "strength", "guarded", "printed"), [("Ann", 0, 2, 3, 2), ("Ann", 4, 6, 2, 2), ("Bob", 9, 9, 5, 5)]
)
def test_written_out_or_called_it_is_the_same(
    game: Play, name: str, hurt: int, strength: int, guarded: int, printed: int
) -> None:
    """A value stops at its ends either way."""
    unit = game.entity(name)
    game.S[next(each.base for each in game.machine.names.fields if each.name == "hurt") + unit] = hurt
    assert (game.value("strength", unit), game.value("guarded", unit)) == (strength, guarded)
    proc = game.machine.names.procs.index("printed guarded")
    assert game.backend.call(game.S, proc, (unit,)) == printed


def test_a_chain_of_definitions_stays_small() -> None:
    """Each calls the one before twice: written out whole, twenty of them would have a million nodes."""
    chain = "".join(f"define e{n + 1} (k: 0..9) = min(e{n}(k), e{n}(k) + 1)\n" for n in range(20))
    machine = lowered(
        f"the table has:\n    var n: 0..99\ndefine e0 (k: 0..9) = k\n{chain}main:\n    set n to e20(n mod 9)\n"
    )
    assert sum(len(told(machine, name)) for name in set(machine.names.procs)) < 5_000
