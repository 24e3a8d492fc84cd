"""The rules of a variant as they are sent to another machine: files by their names, and what tells whether they came to
mean the same there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from dsl.keeping.folder import digest, program
from dsl.lab.variant import Variant, rules_digest
from dsl.reading.installed import version_of_module
from dsl.reading.places import LIBRARY
from dsl.runtime.game import Game


class Foreign(Exception):
    """Another machine cannot play the same games; the words say why."""


@dataclass(frozen=True, slots=True)
class Parcel:
    """program: the digest of the version that sends it; rules: of what its rules mean; variant: its fields, with paths
    in the parcel; files: by their paths there, which begin with the number of the folder that they were read from.
    """

    program: str
    rules: str
    variant: Mapping[str, object]
    files: Mapping[str, bytes]

    @property
    def key(self) -> str:
        """What tells it from other parcels."""
        return digest(self.program, self.rules, repr(sorted(self.variant.items())))[:16]


def packed(game: Game, variant: Variant) -> Parcel:
    """The game of a variant with its modules; those of installed packages go into the folder of the game. Foreign if
    a file of one would stand there in the place of another.
    """
    sources = game.sources
    roots: dict[str, str] = {}
    home_root = str(sources.root)
    brought = {str(folder) for folder, _ in sources.offered.values()} - {home_root}
    brought |= {str(place[0]) for each in variant.modules if "@" in each and (place := version_of_module(each))}
    files: dict[str, bytes] = {}
    names: dict[str, str] = {}
    for each in sources.inputs:
        path = Path(each.path)
        if path.is_relative_to(LIBRARY) or not path.is_file():
            continue
        root = home_root if str(each.root) in brought else each.root
        name = f"{roots.setdefault(root, str(len(roots)))}/{PurePosixPath(each.name)}"
        if name in files and files[name] != path.read_bytes():
            raise Foreign(f"two files that are sent to a cluster are called {PurePosixPath(each.name)}")
        files[name] = path.read_bytes()
        names[str(path.resolve())] = name
    place = Path(variant.path)
    home = names[str(place.resolve())] if place.is_file() else roots[str(sources.root)]
    modules = tuple(_module(each, names, files, roots[str(sources.root)]) for each in variant.modules)
    sent = replace(variant, path=home, modules=modules)
    return Parcel(program(), rules_digest(game), sent.fields(), files)


def _module(asked: str, names: Mapping[str, str], files: Mapping[str, bytes], root: str) -> str:
    """A module as it is asked for in the parcel: by its name, or by the path of its file there."""
    found = names.get(str(Path(asked).resolve())) if asked.endswith(".rules") else None
    if found is not None:
        return found
    name, _, _ = asked.partition("@")
    if f"{root}/modules/{name}.rules" not in files:
        raise Foreign(f"the module {asked} is in no file that could be sent to a cluster")
    return name


def unpacked(parcel: Parcel, folder: Path) -> Variant:
    """Write the files into an empty folder: the variant as it is read there. Foreign if this program is another one."""
    if parcel.program != program():
        raise Foreign("another version of Rulewright is installed there, and so its games might be others")
    for name, data in parcel.files.items():
        path = folder / name
        if not path.resolve().is_relative_to(folder.resolve()):
            raise Foreign(f"the parcel has a file outside of its folder: {name}")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    variant = Variant.of(parcel.variant)
    modules = tuple(str(folder / each) if each in parcel.files else each for each in variant.modules)
    return replace(variant, path=str(folder / variant.path), modules=modules)
