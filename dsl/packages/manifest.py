"""The manifest of a package, `rulewright.toml`: what it is, of which version, and what it needs.

name = "plague_doctors"
version = "1.2.0"
kind = "expansion"            # game, expansion, library, translation or artwork
title = "The Plague Doctors"
authors = ["Ada Example"]
licence = "CC-BY-4.0"
language = ">=0.4"            # versions of Rulewright
modules = ["plague_doctors"]  # all files of the folder `modules`, if not given
look = "look.toml"            # images, colours and places (see look.py), if there are any

[base]
long_road = ">=1.0,<2"
[needs]
dice_library = ">=1"
[clashes]
long_night = "*"
[renamed]
"rule old_name" = "new_name"
[begins]                      # in a game: what `rulewright new --module NAME --of GAME --faction` is made from
faction = "begins/faction.rules"
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Annotated, Final, Literal

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import InvalidVersion, Version
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from dsl.diagnostics import Diagnostic, Label, RulesError, nearest
from dsl.source import MAX_FILE_BYTES, SourceFile, TextError, check_text
from dsl.spoken import said

MANIFEST: Final = "rulewright.toml"
"""The file that makes a folder a package."""
Kind = Literal["game", "expansion", "library", "translation", "artwork"]


def _version(text: str) -> str:
    try:
        return str(Version(text))
    except InvalidVersion:
        raise ValueError(f"{text!r} is no version; write 1.2.0") from None


def _range(text: str) -> str:
    return str(specifiers(text))


def _name(text: str) -> str:
    if re.fullmatch(r"[a-z][a-z0-9_]{0,63}", text) is None:
        raise ValueError(f"{text!r} is no name; write small letters, digits and _, a letter first")
    return text


_Name = Annotated[str, AfterValidator(_name)]
_Version = Annotated[str, AfterValidator(_version)]
_Range = Annotated[str, AfterValidator(_range)]


def specifiers(text: str) -> SpecifierSet:
    """A range of versions as Python's, `>=1.2,<2`; `*` is any. ValueError for what is none."""
    try:
        return SpecifierSet("" if text.strip() == "*" else text)
    except InvalidSpecifier:
        raise ValueError(f"{text!r} is no range of versions; write >=1.2,<2 or *") from None


class Manifest(BaseModel):
    """What `rulewright.toml` says."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")
    name: _Name
    version: _Version
    kind: Kind
    title: str = Field("", max_length=200)
    authors: list[str] = Field(default_factory=list[str], max_length=100)
    licence: str = Field("", max_length=200)
    about: str = Field("", max_length=2000)
    language: _Range = ""
    modules: list[_Name] | None = None
    base: dict[_Name, _Range] = Field(default_factory=dict[str, str])
    needs: dict[_Name, _Range] = Field(default_factory=dict[str, str])
    clashes: dict[_Name, _Range] = Field(default_factory=dict[str, str])
    look: str = Field("", max_length=200)
    begins: dict[_Name, str] = Field(default_factory=dict[str, str])
    renamed: dict[str, str] = Field(default_factory=dict[str, str])

    @property
    def parsed(self) -> Version:
        """The version, to be compared."""
        return Version(self.version)

    @property
    def required(self) -> dict[str, SpecifierSet]:
        """Everything that must be there: the games it is for, and what else it needs."""
        return {name: specifiers(text) for name, text in {**self.needs, **self.base}.items()}

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a folder. RulesError (E016) with its place if there is none, or if it is wrong."""
    path = folder / MANIFEST
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_FILE_BYTES + 1)
        return manifest_of(data)
    except FileNotFoundError:
        hint = said("a package is a folder with {1}; rulewright new --module NAME --of GAME makes one", MANIFEST)
        raise RulesError([Diagnostic("E016", "error", said("{1} has no {2}", folder, MANIFEST), hint=hint)]) from None
    except OSError as error:
        raise RulesError([Diagnostic("E016", "error", f"{path}: {error.strerror}")]) from None


def has_manifest(folder: Path) -> bool:
    """Whether a folder is a package."""
    return (folder / MANIFEST).is_file()


def manifest_of(data: bytes) -> Manifest:
    """The manifest in the bytes of a file; RulesError (E016) if it is wrong."""
    try:
        source = check_text(MANIFEST, data)
    except TextError as error:
        raise RulesError([Diagnostic("E016", "error", f"{MANIFEST}: {error}")]) from None
    try:
        found = tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        raise RulesError([_unreadable(source, str(error))]) from None
    try:
        manifest = Manifest.model_validate(found)
    except ValidationError as error:
        raise RulesError([_wrong(source, each["loc"], each["type"], each["msg"]) for each in error.errors()]) from None
    if manifest.kind == "expansion" and not manifest.base:
        label = (_at(source, "kind"),)
        hint = said('write for which game: [base], and below it: NAME = ">=1"')
        raise RulesError([Diagnostic("E016", "error", said("an expansion needs a game"), label, hint=hint)])
    return manifest


def _unreadable(source: SourceFile, words: str) -> Diagnostic:
    at = re.search(r"\(at line (\d+), column (\d+)\)", words)
    starts = [0, *(found.end() for found in re.finditer("\n", source.text))]
    place = len(source.text) if at is None else min(starts[int(at[1]) - 1] + int(at[2]) - 1, len(source.text))
    label = Label(source.span(place, place))
    words = re.sub(r" \(at .*\)$", "", words)
    return Diagnostic(
        "E016", "error", said("the manifest cannot be read: {1}", words), (label,), hint=said("it is written in TOML")
    )


def _wrong(source: SourceFile, loc: tuple[int | str, ...], sort: str, words: str) -> Diagnostic:
    keys = [str(each) for each in loc if isinstance(each, str) and each != "[key]"]
    key = keys[-1] if keys else ""
    known = list(Manifest.model_fields)
    if sort == "missing":
        return Diagnostic(
            "E016", "error", said("the manifest does not say its `{1}`", key), (Label(source.span(0, 0)),)
        )
    if sort == "extra_forbidden":
        near = nearest(key, known)
        hint = said("meant `{1}`?", near[0]) if near else said("it may say {1}", ", ".join(known))
        return Diagnostic("E016", "error", said("a manifest has no `{1}`", key), (_at(source, key),), hint=hint)
    words = words.removeprefix("Value error, ")
    return Diagnostic("E016", "error", said("`{1}` of the manifest: {2}", ".".join(keys), words), (_at(source, key),))


def _at(source: SourceFile, key: str) -> Label:
    """Where a key stands."""
    found = re.search(rf'^[ \t]*\[?"?{re.escape(key)}\b.*$', source.text, re.MULTILINE)
    return Label(source.span(*(found.span() if found else (0, 0))))
