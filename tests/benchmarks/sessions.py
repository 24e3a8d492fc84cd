"""How soon the REPL answers over whole games: `python -m tests.benchmarks.sessions [GAME ...]`.

A game is played to its end by typed numbers, chosen at random. On the way every command that looks or asks is typed as
well: around each `EVERY`th decision, whatever the question is. The figures are processor time, so that they are
comparable on a machine that does other things too: of all answers the middle one, the one that 99 of 100 stay under,
and the slowest ones, each with the line that was typed. The first prompt is measured in a process of its own.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator

from dsl.repl.drawing import card_faces
from dsl.repl.session import Session
from dsl.runtime.chance import draw
from dsl.runtime.game import load

GAMES = ("dark_order", "dark_eden", "enclave", "doom", "siege")
EVERY = 10
MOST = 1_500
SLOWEST = 3


def asked(session: Session, number: int) -> Iterator[str]:
    """The lines that are typed besides, at a decision of this number."""
    table = session.table
    moves = table.moves
    gone = [made.text for made in table.state.played if made.text]
    titles = list(card_faces.titles(table))
    yield from ("", "show", "moves", "rules", "log", "because")
    values = [value.name for value in table.state.engine.machine.values if len(value.params) == 1]
    if values and titles:
        title = titles[draw(1, 6, number, len(titles))]
        yield f"why {values[draw(1, 7, number, len(values))]} of {title}"
        yield f"show {title}"
    if moves:
        yield f"what if {1 + draw(1, 8, number, len(moves))}"
        yield f"why not {len(moves)}"
    if gone:
        text = gone[draw(1, 9, number, len(gone))]
        yield f"why not {text}"
        yield f"why not {text.split()[0]}"
        yield f"rules {text.split()[0]}"


def played(name: str, seed: int = 1) -> dict[str, list[tuple[float, str]]]:
    """The time of every answer of one game, by the first word of what was typed (moves are `a move`)."""
    session = Session(load(name, backend="reference"), seed=seed)  # as `play` does
    times: dict[str, list[tuple[float, str]]] = defaultdict(list)

    def typed(line: str, sort: str) -> None:
        begun = time.process_time()
        session.line(line)
        times[sort].append((time.process_time() - begun, line))

    session.begin()
    for number in range(MOST):
        if session.table.state.is_over:
            break
        if number % EVERY == 0:
            for line in asked(session, number):
                typed(line, " ".join(line.split()[: 2 if line.startswith(("why not", "what")) else 1]) or "(nothing)")
        move = 1 + draw(seed, 5, number, len(session.table.moves))
        typed(str(move), "a move")
    return times


def first_prompt(name: str) -> tuple[float, float]:
    """Processor and clock time of a process that shows the first prompt and ends."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "dsl.tools.cli", "play", name, "--seed", "1"], input=b"", stdout=subprocess.DEVNULL
    )
    after, ended = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, ended - begun


def main(*names: str) -> None:
    """Measure the games, and print the figures."""
    for name in names or GAMES:
        prompts = [first_prompt(name) for _ in range(3)]
        cpu, clock = min(each[0] for each in prompts), min(each[1] for each in prompts)
        times = played(name)
        everything = sorted(each for group in times.values() for each in group)
        middle, most = (everything[int(part * (len(everything) - 1))][0] for part in (0.5, 0.99))
        slow = sum(each[0] > 0.1 for each in everything)
        print(f"{name}: first prompt {cpu:.2f} s ({clock:.2f} s by the clock); {len(everything)} answers,")
        print(f"  middle {1000 * middle:.0f} ms, 99 of 100 under {1000 * most:.0f} ms, {slow} above 100 ms")
        for sort, group in sorted(times.items(), key=lambda each: -max(each[1])[0]):
            worst = sorted(group, reverse=True)[:SLOWEST]
            told = ", ".join(f"{1000 * each:.0f} ms ({line or 'nothing'})" for each, line in worst)
            print(f"    {sort:<10} {len(group):>5}: {told}")


if __name__ == "__main__":
    main(*sys.argv[1:])
