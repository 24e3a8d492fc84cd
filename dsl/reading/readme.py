"""What a game is about, in a few words: from the README in its folder."""

from __future__ import annotations

import re
from itertools import takewhile
from pathlib import Path
from typing import Final

from dsl.reading.sources import Sources

MOST_PARAGRAPHS: Final = 2
_LONGEST_README: Final = 20_000


def about_game(sources: Sources) -> list[str]:
    """What a game is about."""
    files = sources.files
    return about(sources.root, files[0].span.file.text if files else "")


def about(root: Path, rules: str) -> list[str]:
    """What a game is about: the paragraphs before the first heading or example of the README in its folder, else the
    comment at the head of its rules.
    """
    try:
        readme = (root / "README.md").read_text(encoding="utf-8", errors="replace")[:_LONGEST_README]
    except OSError:
        readme = ""
    body = list(takewhile(lambda each: not each.startswith(("#", "    ", "```", "|")), readme.split("\n")[1:]))
    if not any(body):
        body = [each.lstrip("# ") for each in takewhile(lambda each: each.startswith("#"), rules.split("\n"))]
    paragraphs = [" ".join(part.split()) for part in re.split(r"\n\s*\n", "\n".join(body)) if part.strip()]
    return [re.sub(r"\*+(\w[^*]*)\*+", r"\1", each) for each in paragraphs[:MOST_PARAGRAPHS]]
