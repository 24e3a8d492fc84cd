"""An index: a folder, or the same folder as pages of the web, whose file `index.json` lists packages.

Nothing is run to serve it, so a page of fans can be one. What is fetched is checked against the sum in the index.
"""

from __future__ import annotations

from collections.abc import Iterator
from http.client import HTTPException
from pathlib import Path
from typing import Final, Literal
from urllib.error import URLError
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from dsl.diagnostics import Diagnostic, RulesError
from dsl.durable import write_whole
from dsl.packages.archive import MOST_BYTES, SUFFIX, sum_of, unpack
from dsl.packages.manifest import Manifest
from dsl.packages.signing import MOST_SIGNATURE, signature_beside
from dsl.spoken import said

INDEX: Final = "index.json"
_MOST_INDEX: Final = 16_000_000
_SECONDS: Final = 30
_STRICT: Final = ConfigDict(strict=True, frozen=True, extra="forbid")


class Listed(BaseModel):
    """A package in an index: its file, the sum of that, what its manifest says, and its signature."""

    model_config = _STRICT
    file: str = Field(max_length=300, pattern=r"^[A-Za-z0-9_.+-]+$")
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    manifest: Manifest
    signature: str = Field("", max_length=MOST_SIGNATURE)
    """As minisign writes it; empty for none."""


class Index(BaseModel):
    """What `index.json` holds."""

    model_config = _STRICT
    format: Literal[1] = 1
    packages: tuple[Listed, ...] = Field(default=(), max_length=100_000)


def make_index(folder: Path) -> tuple[Index, list[str]]:
    """List the packages in a folder in its `index.json`; also what was wrong with files that are none.

    OSError if the index cannot be written.
    """
    found: list[Listed] = []
    wrong: list[str] = []
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        data = path.read_bytes()
        try:
            manifest, _ = unpack(data)
            signature = signature_beside(path)
            found.append(Listed(file=path.name, sha256=sum_of(data), manifest=manifest, signature=signature))
        except RulesError as error:
            wrong.append(f"{path.name}: {error.diagnostics[0].message}")
        except ValidationError:
            wrong.append(said("{1}: the name of the file has other than letters, digits and . _ + -", path.name))
    made = Index(packages=tuple(found))
    write_whole(folder / INDEX, (made.model_dump_json(indent=1) + "\n").encode())
    return made, wrong


class Source:
    """An index at a place: what it lists, and the files of it."""

    def __init__(self, place: str) -> None:
        """`place` is a folder or the address of one, https or on this machine. RulesError (E019) if it has no index."""
        self.place = place.rstrip("/")
        parts = urlsplit(place)
        self.web = parts.scheme in ("http", "https")
        if self.web and parts.scheme != "https" and parts.hostname not in ("127.0.0.1", "localhost", "::1"):
            raise _refusal(
                said("{1} is not read: what comes without https can be changed on the way", place),
                said("write https://"),
            )
        try:
            self.index = Index.model_validate_json(self._read(INDEX, _MOST_INDEX))
        except ValidationError:
            raise _refusal(
                said("{1}/{2} is no index", self.place, INDEX), said("rulewright index FOLDER makes one")
            ) from None

    def listed(self, name: str) -> Iterator[Listed]:
        """All versions of a package that are listed."""
        return (each for each in self.index.packages if each.manifest.name == name)

    def fetch(self, listed: Listed) -> bytes:
        """The file of a package, as it was listed; RulesError (E019) if it is not."""
        data = self._read(listed.file, MOST_BYTES * 2)
        if sum_of(data) != listed.sha256:
            raise _refusal(said("{1} of {2} is not the file that its index lists", listed.file, self.place))
        return data

    def _read(self, name: str, most: int) -> bytes:
        try:
            if self.web:
                request = Request(f"{self.place}/{quote(name)}", headers={"User-Agent": "rulewright"})
                with urlopen(request, timeout=_SECONDS) as answer:
                    data: bytes = answer.read(most + 1)
            else:
                with (Path(self.place) / name).open("rb") as stream:
                    data = stream.read(most + 1)
        except (OSError, URLError, HTTPException, ValueError) as error:
            reason = getattr(error, "strerror", None) or getattr(error, "reason", None) or error
            raise _refusal(said("{1}/{2} cannot be read: {3}", self.place, name, reason)) from None
        if len(data) > most:
            raise _refusal(said("{1}/{2} has more than {3} bytes", self.place, name, f"{most:,}"))
        return data


def _refusal(message: str, hint: str | None = None) -> RulesError:
    return RulesError([Diagnostic("E019", "error", message, hint=hint)])
