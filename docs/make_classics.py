"""Writes the table of sizes in docs/classics.md: how long the rules of each shipped classic are, here and elsewhere.

python docs/make_classics.py            write it
python docs/make_classics.py --check    exit with 1 if it is not as it would be written

Counted are the lines of `game.rules` and what it includes that are not empty, and the tokens in them: a word, a number,
a text in quotes, or a single sign. Comments are not counted, nor are scenarios and the libraries that a game uses.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

DOCS: Final = Path(__file__).parent
PAGE: Final = DOCS / "classics.md"
GAMES: Final = DOCS.parent / "games" / "classics"
BEGIN: Final = "<!-- sizes: written by docs/make_classics.py -->\n"
END: Final = "<!-- end of sizes -->\n"

ELSEWHERE: Final = {
    "tic_tac_toe": "Ludii 12 / 65, Ludax 20 / 84, RBG 25 / 252, boardgame.io 16 / 260, rlc 30 / 279",
    "connect_four": "Ludax 20 / 102, Ludii 49 / 292, RBG 31 / 360",
    "breakthrough": "RBG 24 / 297, Ludii 48 / 414",
    "othello": "Ludax 40 / 156, Ludii 104 / 630, RBG 67 / 658",
    "chess": "Ludii 155 / 1,014, RBG 147 / 1,479",
    "kuhn_poker": "rlc 36 / 203, RECYCLE 61 / 496",
    "crazy_eights": "rlc 89 / 655, RECYCLE 87 / 724",
    "hearts": "RECYCLE 121 / 1,189",
}
"""The same games in other languages, lines / tokens, fewest tokens first."""

_TEXT: Final = r'"(?:\\.|[^"\\])*"'
_TOKEN: Final = re.compile(rf"{_TEXT}|\w+|[^\w\s]")
_COMMENT: Final = re.compile(rf'^((?:{_TEXT}|[^"#])*)#.*$')


def size(text: str) -> tuple[int, int]:
    """Lines and tokens of a rules file."""
    lines = [bare for line in text.splitlines() if (bare := _COMMENT.sub(r"\1", line)).strip()]
    return len(lines), sum(len(_TOKEN.findall(line)) for line in lines)


def table() -> str:
    """The table as it should be."""
    rows = ["| game | lines / tokens | elsewhere |", "| --- | --- | --- |"]
    for folder in sorted(path.parent for path in GAMES.glob("*/game.rules")):
        files = [path for path in folder.rglob("*.rules") if "scenarios" not in path.parts]
        sizes = [size(path.read_text(encoding="utf-8")) for path in files]
        lines, tokens = (sum(column) for column in zip(*sizes, strict=True))
        name = folder.name.replace("_", " ")
        rows.append(f"| {name} | {lines} / {tokens:,} | {ELSEWHERE.get(folder.name, '')} |")
    return "\n".join(rows) + "\n"


def text() -> str:
    """The page as it should be."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    return f"{before}{BEGIN}\n{table()}\n{END}{rest.partition(END)[2]}"


def main() -> int:
    """Write the table, or compare it."""
    new, same = text(), PAGE.read_text(encoding="utf-8")
    if "--check" in sys.argv[1:]:
        if new != same:
            print("docs/classics.md is not up to date: python docs/make_classics.py writes it", file=sys.stderr)
        return 0 if new == same else 1
    PAGE.write_text(new, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
