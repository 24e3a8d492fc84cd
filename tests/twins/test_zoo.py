"""Every form of value and requirement over every sort of set: what is told of it is the same in both worlds."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from twins import zoo
from twins.counting import Tally
from twins.faces import Message, answered
from twins.worlds import Attack, Effort, state_of

from dsl.runtime.game import load
from dsl.runtime.state import State


def told(attack: Attack, state: State, seat: int, chance: Random, many: int) -> list[Message]:
    """What a seat is told of some values and requirements."""
    values = chance.sample(attack.asked.values, min(many, len(attack.asked.values)))
    found: list[Message] = []
    for text in (f"{value} of {letter}" for value in values for letter in "AB"):
        found.append(("why", text, answered(lambda text=text: state.why(text, seat))))
    for form in chance.sample(sorted(zoo.FORMS), 4) if seat else ():
        text = f"try {form} {'BA'[seat - 1]}"
        found.append(("why not", text, answered(lambda text=text: state.explain(text, seat))))
    return found


def compared(path: Path, text: str, seed: int, positions: int, many: int) -> Tally:
    """Some positions of the zoo, and their twins."""
    (path / "game.rules").write_text(text, encoding="utf-8")
    game, chance, tally = load(path), Random(seed), Tally()
    attack = Attack(tally, "zoo", game, game.start(None, 1), Effort(1, 5, many))
    for number in range(positions):
        state = game.start(None, chance.randrange(1 << 20))
        for _ in range(chance.randrange(2, 20)):
            state.play_option(chance.choice(state.options()))
        for seat in attack.seats:
            own = chance.randrange(1 << 30)
            base = told(attack, state_of(state, list(state.position)), seat, Random(own), many)
            for sort, what, twin in attack.twins(state, seat, chance):
                other = told(attack, state_of(state, twin), seat, Random(own), many)
                tally.compare("zoo", sort, seat, base, other, f"seed {seed} position {number}: {what}")
    return tally


def test_a_few_values(tmp_path: Path) -> None:
    """A small zoo."""
    text = zoo.text(("hand", "rival", "top", "camp", "purse"), ("sum", "some", "first", "which", "size"))
    tally = compared(tmp_path, text, 1, 1, 12)
    assert not tally.leaks, "\n".join(map(str, tally.leaks[:8]))
    assert tally.total > 40


@pytest.mark.long
def test_all_values(tmp_path: Path, rotating: int) -> None:
    """The whole zoo."""
    tally = compared(tmp_path, zoo.text(), rotating, 6, 40)
    print("\n" + "\n".join(tally.table()))
    assert not tally.leaks, "\n".join(map(str, tally.leaks[:8]))
