"""Writes docs/errors/index.md: the list of all error codes, from dsl/codes.py and the pages that explain them.

python docs/make_errors.py            write it
python docs/make_errors.py --check    exit with 1 if it is not as it would be written
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

DOCS: Final = Path(__file__).parent
INDEX: Final = DOCS / "errors" / "index.md"

_FAMILIES: Final = (
    ("E0", "About the text of a file"),
    ("E1", "About words, types and bounds"),
    ("E2", "About rules that stand against each other"),
    ("W3", "Warnings: what works and is probably not what was meant"),
)
_HEAD: Final = """\
# Error codes

Everything the program has to say about a rules file has a code, which never changes its meaning. `E` is a mistake:
nothing is played before it is mended. `W` is a warning. What goes wrong while correct rules are played is a fault: the
move is taken back, and the game stands as it was before. `rulewright explain CODE` shows the page of a code.

This page is made by `docs/make_errors.py`.
"""


def text() -> str:
    """The page as it should be."""
    sys.path.insert(0, str(DOCS.parent))
    from dsl.codes import CODES, FAULTS

    tables = {title: _starting(prefix, CODES) for prefix, title in _FAMILIES}
    tables["While a game is played: the move is taken back"] = FAULTS
    parts = [_HEAD]
    for title, codes in tables.items():
        rows = [f"| [{code}]({code}.md) | {words} |" for code, words in codes.items()]
        parts.append(f"## {title}\n\n| code | what it says |\n| --- | --- |\n" + "\n".join(rows) + "\n")
    return "\n".join(parts)


def _starting(prefix: str, codes: dict[str, str]) -> dict[str, str]:
    """The codes of a family."""
    return {code: words for code, words in codes.items() if code.startswith(prefix)}


def main() -> int:
    """Write the page, or compare it."""
    if "--check" in sys.argv[1:]:
        same = INDEX.is_file() and INDEX.read_text(encoding="utf-8") == text()
        if not same:
            print("docs/errors/index.md is not up to date: python docs/make_errors.py writes it", file=sys.stderr)
        return 0 if same else 1
    INDEX.parent.mkdir(exist_ok=True)
    INDEX.write_text(text(), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
