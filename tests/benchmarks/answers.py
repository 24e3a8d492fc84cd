"""How soon the REPL answers: `python -m tests.benchmarks.answers [GAME] [CARDS]` prints one line a command.

A game is played at random until so many cards lie in play (open zones; not decks, hands or the box) and the player who
is asked can choose between several moves. The figures are processor time: the first answer, and the best of five.
"""

from __future__ import annotations

import sys
import time

from dsl.repl.session import Session
from dsl.runtime.chance import draw
from dsl.runtime.game import load
from dsl.runtime.state import State

SEEDS = 40
MOST_DECISIONS = 4_000


def in_play(state: State) -> int:
    """How many pieces lie in open zones."""
    words, machine = state.engine.words, state.engine.machine
    pieces = range(machine.first_piece, machine.entity_count + 1)
    infos = (words.place_of(state.position, piece).info for piece in pieces)
    return sum(1 for info in infos if info is not None and info.seen in ("all", "faces"))


def crowded(name: str, cards: int) -> State:
    """A position with so many cards in play."""
    game = load(name)
    for seed in range(SEEDS):
        state = game.start(game.players[0], seed)
        for number in range(MOST_DECISIONS):
            if state.is_over:
                break
            if in_play(state) >= cards and len(state.moves()) > 2:
                return state
            options = state.options()
            state.apply(options[draw(seed, 5, number, len(options))])
    raise SystemExit(f"no random game of {name} has {cards} cards in play")


def main(name: str = "dark_order", cards: str = "40") -> None:
    """Measure, and print the table."""
    state = crowded(name, int(cards))
    moves = state.moves()
    gone = next(
        (
            made.text
            for made in reversed(state.played)
            if made.text and len(made.text.split()) > 2 and made.text not in {m.text for m in moves}
        ),
        "",
    )
    value = state.engine.machine.values[0].name
    piece = state.engine.machine.names.entities[state.engine.machine.first_piece - 1].title
    session = Session(load(name), state=state)
    print(f"{name}: {in_play(state)} cards in play, {len(moves)} moves, {len(state.played)} decisions made")
    lines = [
        "",
        "moves",
        "show",
        "log",
        "rules",
        f"why {value} of {piece}",
        f"why not {gone}",
        f"what if {moves[-1].text}",
    ]
    for line in (*lines, moves[0].text, "undo"):
        times: list[float] = []
        for _ in range(1 if line == moves[0].text else 5):
            begin = time.process_time()
            session.line(line)
            times.append(time.process_time() - begin)
        print(f"{line or '(nothing)':60.60} {1000 * times[0]:7.1f} ms first {1000 * min(times):7.1f} ms")


if __name__ == "__main__":
    main(*sys.argv[1:])
