"""Nouns of several things, where the rules give none."""

from __future__ import annotations

import pytest

from dsl.saying.phrases import plural

PLURALS = {
    "unit": "units",
    "ally": "allies",
    "day": "days",
    "box": "boxes",
    "Pass": "Passes",
    "Bus": "Buses",
    "Lens": "Lenses",
    "Ruins": "Ruins",
    "Supplies": "Supplies",
    "Story Series": "Story Series",
    "Old Man": "Old Men",
    "die": "dice",
    "Furniture": "Furniture",
    "extra Knowledge": "extra Knowledge",
    "token against critical levels": "tokens against critical levels",
    "face of the Grey Die": "faces of the Grey Die",
}


@pytest.mark.parametrize(("one", "several"), PLURALS.items())
def test_plurals(one: str, several: str) -> None:
    """English ones; what ends like a plural is one already."""
    assert plural(one) == several
