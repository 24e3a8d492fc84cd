"""Play the games of docs/results/ and write their reports: `python docs/make_reports.py [NAME ...]`.

Everything follows from the seed, so the pages come out the same, but for how many games luck and rules by use were
looked at in, which is bounded by time. What the reports teach stands in docs/results/index.md, written by hand.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from dsl.tools.cli import main as rulewright

FOLDER: Final = Path(__file__).parent / "results"
EXPERIMENTS: Final[dict[str, tuple[str, ...]]] = {
    "tic_tac_toe": ("--games", "400", "--sweep", "bots=random,uct:30,uct:300,solve"),
    "connect_four": ("--games", "200", "--sweep", "bots=random,uct:30,uct:300,uct:3000"),
    "hex": ("--games", "200", "--sweep", "bots=random,uct:30"),
    "dark_order": ("--games", "2000"),
    "enclave": ("--games", "400", "--sweep", "players=2,3,4"),
    "siege": ("--games", "200"),
    "dark_eden": ("--games", "1200"),
    "doom": ("--games", "60", "--players", "3"),
}
"""What is played of each game, behind `rulewright lab run GAME`; the seed is 0."""


def make(name: str) -> Path:
    """Play the games of one report, and write it."""
    target = FOLDER / f"{name}.html"
    with TemporaryDirectory() as folder:
        store = ("--store", str(Path(folder) / "store.sqlite"))
        if rulewright(["lab", "run", name, *EXPERIMENTS[name], *store]):
            raise SystemExit(f"{name}: the games could not be played")
        if rulewright(["lab", "report", name, *store, "-o", str(target)]):
            raise SystemExit(f"{name}: the report could not be written")
    return target


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in sys.argv[1:] or EXPERIMENTS:
        make(each)
