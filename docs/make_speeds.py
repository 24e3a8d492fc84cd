"""Measures how fast every shipped game plays, for the table in docs/benchmarks.md: `python docs/make_speeds.py`.

It takes a quarter of an hour on a machine with nothing else to do; the figures are of that machine and of random games.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any, Final

from dsl.tools.cli import main as rulewright

DOCS: Final = Path(__file__).parent
PAGE: Final = DOCS / "benchmarks.md"
GAMES: Final = DOCS.parent / "games"
BEGIN: Final = "<!-- speeds: written by docs/make_speeds.py -->\n"
END: Final = "<!-- end of speeds -->\n"
COLUMNS: Final = ("native, all in C", "native", "python", "reference")


def names() -> list[str]:
    """The games that come along, by name."""
    return sorted(path.parent.name for path in GAMES.rglob("game.rules") if (path.parent / "scenarios").is_dir())


def measured(name: str) -> dict[str, Any]:
    """What `bench` says of a game."""
    with contextlib.redirect_stdout(io.StringIO()) as said:
        if rulewright(["bench", name, "--json", "--seconds", "2"]):
            raise SystemExit(f"{name}: {said.getvalue()}")
    return json.loads(said.getvalue())


def row(found: dict[str, Any]) -> str:
    """A row of the table."""
    speeds = [f"{found['decisions_per_second'][column]:,.0f}" for column in COLUMNS]
    cells = [found["title"], str(found["players"]), f"{found['mean_decisions']:,.0f}", *speeds]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Measure, and write."""
    rows = [
        "| game | players | decisions in a game | in C | native | python | reference |",
        "| --- " + "| ---: " * 6 + "|",
    ]
    for name in names():
        rows.append(row(measured(name)))
        print(rows[-1], file=sys.stderr, flush=True)
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    table = "\n".join(rows)
    PAGE.write_text(f"{before}{BEGIN}\n{table}\n\n{END}{rest.partition(END)[2]}", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
