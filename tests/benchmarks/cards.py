"""How checking and compiling grow with the number of cards: `python -m tests.benchmarks.cards` prints one row a size.

Each generated card has printed fields, a modifier on its host, a rule of its own and an action, as a real card would.
The last column is the time a card takes in relation to the smallest size: about 1 when the growth is linear.
"""

from __future__ import annotations

import time
from pathlib import Path
from tempfile import TemporaryDirectory

from dsl.diagnostics import Bag
from dsl.pipeline import check_sources, compile_game
from dsl.reading.game import read_game
from dsl.runtime.backends import make_backend

SIZES = (82, 250, 500, 1000, 2000)

BASE = """
game "Many cards" for 2 players
kind Unit:
    attack: 0..9
    var damage: 0..99
    zone attached: cards of Gear, seen by all, active
kind Gear:
    cost: 0..9
each player has:
    zone field: cards of Unit, seen by all, active
    zone hand: cards of Gear, seen by owner, active
    var gold: 0..99 = 9
value attack of (u: Unit): 0..999 stops at ends = printed attack of u
event wound (u: Unit) by (n: 0..999): set u.damage to min(99, u.damage + n)
window turn "turn"
action strike with (a: Unit in field of me) at (t: Unit in field of me) in turn:
    wound t by attack of a
main:
    repeat at most 20 times:
        offer turn to player 1
        stop if passed
    end game drawn
card "Soldier" is Unit, 4 copies:
    attack 2
"""

CARD = """
card "Gear {n}" is Gear:
    cost {cost}
    action use on (u: Unit in field of me) in turn:
        requires rich: me.gold >= this.cost else "too dear"
        pay this.cost from me.gold
        move this to attached of u
    modify attack of u by +{amount} when Unit of this is u
    after wound u by n when Unit of this is u and u.damage > {limit}:
        move this to box
"""


def measure(cards: int) -> tuple[float, float, float]:
    """Seconds to read and check, to lower, and to make the Python backend, for a game with so many cards."""
    text = BASE + "".join(CARD.format(n=n, cost=n % 9, amount=n % 5, limit=n % 50) for n in range(cards))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.rules"
        path.write_text(text, encoding="utf-8")
        bag, begin = Bag(), time.process_time()
        program = check_sources(read_game(path, bag), bag)
        checked = time.process_time()
        bag.raise_errors()
        assert program is not None
        machine = compile_game(program)
        lowered = time.process_time()
        make_backend("python", machine)
        return checked - begin, lowered - checked, time.process_time() - lowered


def main() -> None:
    """Print the table."""
    measure(10)  # what is loaded once is not counted
    print("cards  check  lower  backend  total  per card, relative")
    first = 0.0
    for cards in SIZES:
        times = measure(cards)
        each = sum(times) / cards
        first = first or each
        print(f"{cards:5}  " + "  ".join(f"{part:5.2f}" for part in (*times, sum(times))) + f"  {each / first:.2f}")


if __name__ == "__main__":
    main()
