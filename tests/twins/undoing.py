"""Taking back at a seat, in two worlds that the seat cannot tell: what is refused, undone, there then."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from twins.faces import Message, answered, session
from twins.histories import begun, step
from twins.knowing import Sights
from twins.worlds import Attack

from dsl.repl.session import Session
from dsl.runtime.state import State

LINES = (
    ("undo",),
    ("undo agreed",),
    ("undo 2", "undo 2 agreed", "redo"),
    ("undo agreed", "redo", "redo", "redo"),
    ("undo 99 agreed", "redo 99"),
    ("undo agreed", "moves", "log", "undo agreed", "redo 2"),
)
"""What is typed, one line after the other."""


def taken_back(attack: Attack, state: State, seat: int) -> Iterator[Message]:
    """What a seat reads while it takes back."""
    for lines in LINES:
        made: Session = session(attack.asked, state.clone(), seat)
        for number, line in enumerate(lines):
            asked = " / ".join(lines[: number + 1])
            yield "undo", asked, answered(lambda line=line, made=made: made.line(line).plain())
        yield "undo", " / ".join((*lines, "view")), answered(lambda made=made: made.line("view").plain())
        yield "undo", " / ".join((*lines, "prompt")), answered(made.prompt)


def undoing(attack: Attack, players: int | None, seed: int) -> None:
    """Twin histories for every seat, of which the last decisions are taken back."""
    sights: Sights = attack.sights
    for seat in attack.seats:
        chance = Random(seed * 89 + seat)
        for pair in range(attack.effort.pairs if seat else 0):
            worlds = begun(attack.game, players, seed + pair, seat, attack.swaps, chance, 3 * (pair % 2))
            for number in range(attack.effort.looks * 2):
                following = None if worlds[0].is_over else step(*worlds, seat, sights, chance)
                if following is None:
                    break
                worlds = following
                if chance.randrange(3) and worlds[0].position != worlds[1].position:
                    how = f"seed {seed} pair {pair} step {number}"
                    one, other = (taken_back(attack, world, seat) for world in worlds)
                    attack.compare("taking back", seat, one, other, how)
