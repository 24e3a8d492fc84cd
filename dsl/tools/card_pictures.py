"""Small pictures of cards, as they are printed, for pages that tell of them."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection
from typing import Final

from dsl.diagnostics import RulesError
from dsl.printing.faces import faces
from dsl.printing.layouts import read
from dsl.printing.sheets import Job, pictures
from dsl.runtime.game import load

_DPI: Final = 44
_MOST: Final = 3_000_000
"""Characters that all pictures of a page may take; further ones are left out."""


def small_pictures(path: str, titles: Collection[str], players: int) -> dict[str, str]:
    """Pictures of the cards of these titles, by title, as addresses that hold them; none without the libraries that
    print, where a text does not fit its card, or where the rules have mistakes by now.
    """
    try:
        game = load(path)
        shown = [face for face in faces(game, players) if face.title in titles]
        made = pictures(Job(game.title, shown, layouts=read(game.sources.root)), _DPI) if shown else []
    except (ImportError, RulesError, RuntimeError):  # whoever prints the cards is told what is wrong with them
        return {}
    found: dict[str, str] = {}
    left = _MOST
    for title, picture in made:
        address = f"data:image/png;base64,{b64encode(picture).decode()}"
        left -= len(address)
        if left < 0:
            break
        found[title] = address
    return found
