"""How a game looks on screens: images, colours and places, from the file that its manifest names.

look.toml
    [images]
    "king of A" = "art/white_king.svg"     # of player A's; "king" is for all
    [colours]
    A = "#f3d9a4"
    light = "#f0d9b5"
    [positions.board]
    a1 = [0, 0]

Nothing here is rules: whoever plays without it plays the same game. Images come from strangers, so each is read whole
and only what is known to be harmless is kept (`artwork.py`).
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Final, NoReturn

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from dsl.diagnostics import Diagnostic, Label, RulesError, nearest
from dsl.packages.artwork import Harmful, harmless
from dsl.packages.manifest import MANIFEST, has_manifest, read_manifest
from dsl.source import MAX_FILE_BYTES, SourceFile, TextError, check_text
from dsl.spoken import said

MOST_IMAGES: Final = 500
MOST_IMAGE_BYTES: Final = 64_000
MOST_BYTES: Final = 1_000_000
"""Of all images of a look."""
COLOURS: Final = ("light", "dark", "ink", *"ABCDEFGHIJKL")
"""What a colour can be given for: light and dark spaces, what is written on them, the pieces of each player."""


def _colour(text: str) -> str:
    if re.fullmatch(r"#[0-9a-fA-F]{6}", text) is None:
        raise ValueError(f"{text!r} is no colour; write #f0d9b5")
    return text.lower()


_Colour = Annotated[str, AfterValidator(_colour)]
_Place = Annotated[float, Field(ge=0, le=100, allow_inf_nan=False)]
_Point = Annotated[list[_Place], Field(min_length=2, max_length=2)]


class LookFile(BaseModel):
    """What the file says."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    images: dict[str, str] = Field(default_factory=dict[str, str], max_length=MOST_IMAGES)
    colours: dict[str, _Colour] = Field(default_factory=dict[str, str])
    positions: dict[str, dict[str, _Point]] = Field(default_factory=dict[str, dict[str, list[float]]])


@dataclass(frozen=True, slots=True)
class Look:
    """A look that was read: `images` by what they stand for, as addresses that hold them (`data:`); colours; where
    each space of a board lies, in sizes of a space from the left and from above.
    """

    source: SourceFile
    images: dict[str, str] = field(default_factory=dict[str, str])
    colours: dict[str, str] = field(default_factory=dict[str, str])
    positions: dict[str, dict[str, list[float]]] = field(default_factory=dict[str, dict[str, list[float]]])

    def refuse(self, key: str, words: str, hint: str = "") -> NoReturn:
        """Say that something that the file names is wrong."""
        _refuse(self.source, key, words, hint)


def read_look(folder: Path) -> Look | None:
    """The look of the game in a folder, if its manifest names one. RulesError (E172) with its place if it is wrong."""
    if not has_manifest(folder):
        return None
    name = read_manifest(folder).look
    if not name:
        return None
    path = _inside(folder, name)
    if path is None:
        words = said("{1}, which {2} names as its look, is not there", name, MANIFEST)
        raise RulesError([Diagnostic("E172", "error", words, hint=said("it must be a file in the folder of the game"))])
    source = _source(name, path)
    try:
        made = LookFile.model_validate(tomllib.loads(source.text))
    except tomllib.TOMLDecodeError as error:
        _refuse(source, "", said("the look cannot be read: {1}", error), said("it is written in TOML"))
    except ValidationError as error:
        first = error.errors()[0]
        _wrong(source, [str(each) for each in first["loc"] if each != "[key]"], first["type"], first["msg"])
    for key in made.colours:
        if key not in COLOURS:
            _refuse(
                source, key, said("a look has no colour `{1}`", key), said("it may say {1} ..", ", ".join(COLOURS[:5]))
            )
    return Look(source, _images(source, folder, made.images), made.colours, made.positions)


def _images(source: SourceFile, folder: Path, named: dict[str, str]) -> dict[str, str]:
    found: dict[str, str] = {}
    read: dict[str, str] = {}
    total = 0
    for key, name in named.items():
        if name not in read:
            path = _inside(folder, name)
            if path is None:
                _refuse(source, key, said("there is no image {1} in the folder of the game", name), "")
            size = path.stat().st_size
            total += size
            if size > MOST_IMAGE_BYTES or total > MOST_BYTES:
                words = said("{1} has {2} bytes", name, f"{size:,}")
                hint = said(
                    "an image has {1} at most, and all together have {2}", f"{MOST_IMAGE_BYTES:,}", f"{MOST_BYTES:,}"
                )
                _refuse(source, key, words, hint)
            try:
                read[name] = harmless(name, path.read_bytes())
            except Harmful as error:
                _refuse(
                    source,
                    key,
                    said("{1} is not shown: {2}", name, error),
                    said("an image is a PNG, or an SVG of shapes alone"),
                )
        found[key] = read[name]
    return found


def _inside(folder: Path, name: str) -> Path | None:
    """A file in a folder; None for what is none, or lies elsewhere."""
    root = folder.resolve()
    if "\0" in name or "\\" in name or Path(name).is_absolute():
        return None
    path = (root / name).resolve()
    return path if path.is_relative_to(root) and path.is_file() else None


def _source(name: str, path: Path) -> SourceFile:
    with path.open("rb") as stream:
        data = stream.read(MAX_FILE_BYTES + 1)
    try:
        return check_text(name, data)
    except TextError as error:
        raise RulesError([Diagnostic("E172", "error", f"{name}: {error}")]) from None


def _wrong(source: SourceFile, keys: list[str], sort: str, words: str) -> NoReturn:
    key = keys[-1] if keys and not keys[-1].isdecimal() else keys[-2] if len(keys) > 1 else ""
    if sort == "extra_forbidden":
        near = nearest(key, list(LookFile.model_fields))
        hint = said("meant `{1}`?", near[0]) if near else said("it may say {1}", ", ".join(LookFile.model_fields))
        _refuse(source, key, said("a look has no `{1}`", key), hint)
    _refuse(source, key, said("`{1}` of the look: {2}", ".".join(keys), words.removeprefix("Value error, ")), "")


def _refuse(source: SourceFile, key: str, words: str, hint: str) -> NoReturn:
    found = (
        re.search(rf'^[ \t]*\[?"?(?:positions\.)?{re.escape(key)}(?!\w).*$', source.text, re.MULTILINE) if key else None
    )
    label = Label(source.span(*(found.span() if found else (0, 0))))
    raise RulesError([Diagnostic("E172", "error", words, (label,), hint=hint or None)])
