"""What authors write beside the rules: `book.md`, Markdown that names rules, parts and examples.

    # Chess                               the title
    Prose. [tells: action play, define advances]
    ## The pawn                           a chapter
    [rule: action promote]                the sentences of a rule
    [example: the fool's mate]            a scenario, played and drawn
    [part: components]                    a part that follows from the rules
    ![the board](board.png)               a picture beside the rules

`book.json` beside it keeps what the named rules meant when a paragraph was found right.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Final

from dsl.reading.beside import tables_of

FILE: Final = "book.md"
KEPT: Final = "book.json"
_LARGEST: Final = 2_000_000
_TELLS: Final = re.compile(r"\s*\[tells:\s*([^\]]+)\]\s*")
_ORDER: Final = re.compile(r"^\[(rule|example|part):\s*([^\]]+)\]$")
_SORTS: Final = {"define": "definition", "phase": "procedure", "step": "procedure"}
_PICTURE: Final = re.compile(r"^!\[([^\]]*)\]\(([^)\s]+)\)$")


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of prose: `text`, `rule`, `example`, `part`, `picture`, `heading`, `chapter` or `title`; words; the line
    where it begins; the names of the rules that a text tells.
    """

    sort: str
    words: str
    line: int
    tells: tuple[str, ...] = ()
    path: str = ""

    @property
    def digest(self) -> str:
        """A fingerprint of the words."""
        return sha256(" ".join(self.words.split()).encode()).hexdigest()[:16]


@dataclass(slots=True)
class Prose:
    """What an author wrote: its pieces in order, and the text as it stands in the file."""

    text: str = ""
    pieces: list[Piece] = field(default_factory=list[Piece])


def read(root: Path) -> Prose:
    """The prose beside the rules of a game; none if there is no such file. ValueError if it is too large."""
    path = root / FILE
    if not path.is_file():
        return Prose()
    if path.stat().st_size > _LARGEST:
        raise ValueError(f"{FILE} is too large")
    text = path.read_text(encoding="utf-8")
    return Prose(text, list(pieces(text)))


def pieces(text: str) -> list[Piece]:
    """The pieces of a text, paragraph by paragraph."""
    found: list[Piece] = []
    block: list[str] = []
    begun = 1
    for number, line in enumerate([*text.split("\n"), ""], 1):
        alone = line.startswith("#") or _ORDER.match(line.strip()) or _PICTURE.match(line.strip())
        if (not line.strip() or alone) and block:
            found.append(_prose("\n".join(block), begun))
            block = []
        if alone:
            found.append(_alone(line.strip(), number))
        elif line.strip():
            begun = begun if block else number
            block.append(line)
    return found


def _prose(text: str, line: int) -> Piece:
    tells = tuple(key_of(name) for found in _TELLS.findall(text) for name in found.split(","))
    return Piece("text", _TELLS.sub(" ", text).strip(), line, tells)


def key_of(name: str) -> str:
    """What a rule is called in one way: `define x` is the definition, `phase x` and `step x` are procedures."""
    sort, _, rest = name.strip().partition(" ")
    return f"{_SORTS.get(sort, sort)} {rest}".strip()


def _alone(text: str, line: int) -> Piece:
    order, picture = _ORDER.match(text), _PICTURE.match(text)
    if order:
        return Piece(order[1], order[2].strip(), line)
    if picture:
        return Piece("picture", picture[1], line, (), picture[2])
    signs = len(text) - len(text.lstrip("#"))
    return Piece(("title", "chapter", "heading")[min(signs, 3) - 1], text.lstrip("# ").strip(), line)


def kept(root: Path) -> dict[str, dict[str, str]]:
    """What the rules meant that each paragraph tells, by the paragraph's digest. ValueError if it cannot be read."""
    return tables_of(root / KEPT)


def to_keep(prose: Prose, digests: Mapping[str, str]) -> str:
    """The file that keeps what the rules mean now that each paragraph tells."""
    table = {
        piece.digest: {name: digests[name] for name in piece.tells if name in digests}
        for piece in prose.pieces
        if piece.tells
    }
    return json.dumps(table, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def changed(piece: Piece, digests: Mapping[str, str], then: Mapping[str, Mapping[str, str]]) -> list[str]:
    """The rules that a paragraph tells and that mean something else since it was found right."""
    before = then.get(piece.digest, {})
    return [name for name in piece.tells if name in before and before[name] != digests.get(name)]
