"""Takes the pictures of printed cards: `python docs/make_cards.py` (needs the extra `print`).

Some cards of The Dark Order as `rulewright print dark_order --png` makes them, in fewer dots: so the pictures cannot
show what is not printed.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from dsl.printing.faces import faces
from dsl.printing.sheets import Job, pictures
from dsl.runtime.game import load

FOLDER: Final = Path(__file__).parent / "pictures"
CARDS: Final = {"unit": "Vault Guard", "order": "Mobilizacja", "support": "Double Charge", "location": "Toll Bridge"}
"""The pictures by name, and the cards that they show."""


def main() -> None:
    """Set the cards and keep their pictures."""
    game = load("dark_order")
    shown = {face.title: face for face in reversed(faces(game))}
    made = pictures(Job(game.title, [shown[title] for title in CARDS.values()]), dpi=90)
    for name, (_, picture) in zip(CARDS, made, strict=True):
        (FOLDER / f"card_{name}.png").write_bytes(picture)


if __name__ == "__main__":
    main()
