"""The table of what libraries declare, which hints name, is what they declare."""

from __future__ import annotations

import re

from dsl.reading.places import LIBRARY
from dsl.syntax.mistakes.library_names import NAMES, hint

_DECLARED = re.compile(r"^(event|enum|kind|define|directions|window|procedure|value) (\w+)", re.MULTILINE)
_DIRECTION = re.compile(r"(\w+) \(-?\d")
_SORTS = {"define": "definition", "directions": "direction"}


def test_every_name_of_a_library_is_known() -> None:
    """What is added to a library, or leaves it, is so here."""
    found: set[str] = set()
    for path in LIBRARY.glob("*.rules"):
        text = path.read_text(encoding="utf-8")
        found |= {f"{_SORTS.get(sort, sort)} {name} {path.stem}" for sort, name in _DECLARED.findall(text)}
        for line in re.findall(r"^directions .*$", text, re.MULTILINE):
            found |= {f"direction {name} {path.stem}" for name in _DIRECTION.findall(line.split(":", 1)[1])}
    known = {
        f"{sort} {name} {library}" for name, sorts in NAMES.items() for sort, of in sorts.items() for library in of
    }
    assert known == found


def test_a_library_is_named_for_what_was_looked_for() -> None:
    assert hint("window", "turn") == 'a library has it; write at the beginning: use "stones"'
    assert hint("member", "neighbours") == 'a library has it; write at the beginning: use "squares" or use "hexagons"'
    assert hint("event, action or procedure", "take_turns") is not None
    assert hint("limit", "turn") is None and hint("window", "night") is None
