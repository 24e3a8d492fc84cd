"""The pictures of the documentation show what the program answers now."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from scripts import script

from dsl.printing.faces import faces
from dsl.runtime.game import load

ROOT = Path(__file__).parents[2]


def words(svg: str) -> str:
    """What is written in a picture."""
    return " ".join(" ".join(re.findall(r">([^<>]+)</text>", svg)).replace("&#160;", " ").split())


def kept(name: str) -> str:
    """A picture as it lies beside the documentation."""
    return (ROOT / "docs" / "pictures" / f"{name}.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "name", ["mistake", *(pytest.param(each, marks=pytest.mark.long) for each in ("map", "why_not"))]
)
def test_a_picture_shows_what_the_program_answers(name: str) -> None:
    """Word for word; python docs/make_pictures.py draws them anew."""
    assert words(script("make_pictures").drawn(name)) == words(kept(name))


def test_every_picture_is_drawn_by_the_script_and_shown_somewhere() -> None:
    """And none fetches anything from another host."""
    names = {path.stem for path in (ROOT / "docs" / "pictures").glob("*.svg")}
    assert names == set(script("make_pictures").PICTURES)
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    for name in names:
        assert f"pictures/{name}.svg)" in text
        assert "url(http" not in kept(name) and "@import" not in kept(name)


def test_the_pictures_of_cards_are_of_cards() -> None:
    """Those of the script, all of them, and shown where printing is told."""
    cards = script("make_cards").CARDS
    assert {path.stem for path in (ROOT / "docs" / "pictures").glob("card_*.png")} == {f"card_{each}" for each in cards}
    told = (ROOT / "docs" / "printing.md").read_text(encoding="utf-8")
    titles = {face.title for face in faces(load("dark_order"))}
    for name, title in cards.items():
        assert title in titles and f"![{title}, " in told and f"(pictures/card_{name}.png)" in told
