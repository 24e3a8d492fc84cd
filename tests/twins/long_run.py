"""The attack for as long as it is let: `cd tests; python -m twins.long_run LOG [SECONDS for each game] [GAME ...]`.

Each line of the log is one game in one round, as JSON. A run that begins with a log goes on behind it; `--table LOG`
prints what is in it, by face and by game.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from twins.campaign import ALL, Part, rounds

from dsl.repl.session import COMMANDS


def line_of(part: Part) -> str:
    """A part as a line of the log."""
    tally = part.tally
    faces: Counter[str] = Counter()
    for (_, face), count in tally.compared.items():
        faces[face] += count
    sorts: Counter[str] = Counter()
    for (_, sort), count in tally.twins.items():
        sorts[sort] += count
    leaks = [str(leak) for leak in tally.leaks[:20]]
    found = {"seed": part.seed, "game": part.game, "compared": faces, "pairs": sorts, "differ": len(tally.leaks)}
    return json.dumps({**found, "leaks": leaks}, ensure_ascii=False)


def read(log: Path) -> list[dict[str, Any]]:
    """What a log holds."""
    text = log.read_text(encoding="utf-8") if log.exists() else ""
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]


def grouped(face: str) -> str:
    """A face as it is counted: what is no command of the session is the beginning of a move."""
    head, _, word = face.partition(" ")
    known = ("empty", "begin", "fault", "completion", *(each.name.split()[0] for each in COMMANDS))
    return face if head not in ("repl", "team") or word.partition(" ")[0] in known else f"{head}, words of moves"


def table(parts: list[dict[str, Any]]) -> Iterator[str]:
    """The figures of a log."""
    faces: Counter[str] = Counter()
    games: Counter[str] = Counter()
    sorts: Counter[str] = Counter()
    for part in parts:
        for face, count in part["compared"].items():
            faces[grouped(face)] += count
        games[part["game"]] += sum(part["compared"].values())
        sorts.update(part["pairs"])
    differ = sum(part["differ"] for part in parts)
    yield f"{faces.total()} messages compared, {sorts.total()} pairs of worlds, {differ} differ, {len(parts)} parts"
    for title, counts in (("face", faces), ("game", games), ("pairs", sorts)):
        yield from (f"  {title} {name}: {count}" for name, count in sorted(counts.items()))
    yield from (f"  left out: {name}" for name in ALL if not games[name])


def main(words: list[str]) -> None:
    """Go on behind a log, or print what is in it."""
    if words[:1] == ["--table"]:
        print("\n".join(table(read(Path(words[1])))))
        return
    log, seconds = Path(words[0]), float(words[1]) if len(words) > 1 else 20.0
    games = tuple(words[2:]) or ALL
    done = read(log)
    seed = 1 + max((part["seed"] for part in done), default=0)
    for part in rounds(seed, seconds, games):
        with log.open("a", encoding="utf-8") as file:
            print(line_of(part), file=file, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
