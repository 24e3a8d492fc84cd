"""Layouts of one's own: `layouts/KIND.typ` beside the rules says how cards look, `art/TITLE.png` is a picture.

A layout is Typst and has one function, `face`, which is given a card: its `title`, `gloss`, `kind`, `values` (by name),
`marks`, `text`, `stand_in`, and `art`, the path of its picture (empty if there is none).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

FOLDER: Final = "layouts"
ART: Final = "art"
_PICTURES: Final = (".png", ".jpg", ".jpeg", ".svg")


@dataclass(frozen=True, slots=True)
class Layouts:
    """The layouts of a game by kind, and its pictures by the title of the card."""

    sources: Mapping[str, str] = field(default_factory=dict[str, str])
    art: Mapping[str, Path] = field(default_factory=dict[str, Path])

    def header(self) -> str:
        """What a template begins with: all layouts, by kind."""
        lines = [f'#import "{FOLDER}/{kind}.typ": face as own-{kind}' for kind in self.sources]
        names = ", ".join(f'"{kind}": own-{kind}' for kind in self.sources)
        return "\n".join([*lines, f"#let own = ({names or ':'}{',' if len(self.sources) == 1 else ''})"]) + "\n"

    def put(self, folder: Path) -> None:
        """Lay layouts and pictures where a template finds them."""
        for name in (FOLDER, ART):
            (folder / name).mkdir()
        for kind, text in self.sources.items():
            (folder / FOLDER / f"{kind}.typ").write_text(text, encoding="utf-8")
        for path in self.art.values():
            (folder / ART / path.name).write_bytes(path.read_bytes())

    def picture(self, titles: Iterable[str]) -> str:
        """Where the picture of a card lies for a template; empty if there is none."""
        found = next((self.art[title] for title in titles if title in self.art), None)
        return f"/{ART}/{found.name}" if found is not None else ""


def read(root: Path) -> Layouts:
    """The layouts and pictures beside the rules of a game."""
    sources = {path.stem: path.read_text(encoding="utf-8") for path in sorted((root / FOLDER).glob("*.typ"))}
    pictures = sorted(
        path for path in (root / ART).glob("*") if path.suffix.lower() in _PICTURES and not path.is_symlink()
    )
    return Layouts(sources, {path.stem: path for path in pictures})
