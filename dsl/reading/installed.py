"""What installed packages bring to a game. Where nothing is installed nothing is loaded."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from dsl.diagnostics import RulesError
from dsl.packages.home import folder_rules, is_bare


def installed_games() -> dict[str, Path]:
    """The folders of the games that are installed, by name."""
    if is_bare():
        return {}
    from dsl.packages.shelf import in_use

    return in_use("game")


def installed_libraries() -> dict[str, Path]:
    """The files of the libraries that are installed, by name."""
    if is_bare():
        return {}
    from dsl.packages.shelf import in_use

    return {path.stem: path for folder in in_use("library").values() for path in folder_rules(folder)}


def installed_modules(root: Path) -> dict[str, tuple[Path, str]]:
    """The modules that installed expansions bring for the game in a folder, with the folder and the file of each."""
    if is_bare():
        return {}
    from dsl.packages.shelf import modules_for

    return modules_for(package_name(root))


def version_of_module(wanted: str) -> tuple[Path, str] | None:
    """The folder and the file of `MODULE@1.2`, the module in that version of the package of its name, or of the one
    that brings it in the version in use; None if it is not there.
    """
    if is_bare():
        return None
    from dsl.packages.manifest import read_manifest
    from dsl.packages.shelf import in_use, module_files

    name, _, version = wanted.partition("@")
    for package in (name, *in_use("expansion")):
        folder = version_of_game(f"{package}@{version}")
        if folder is not None:
            files = module_files(folder, read_manifest(folder))
            if name in files:
                return folder, files[name]
    return None


def version_of_game(wanted: str) -> Path | None:
    """The folder of `NAME@1.2` or `NAME@>=1`; None if no such version is there."""
    from dsl.packages.shelf import pick

    try:
        return pick(wanted)
    except ValueError:  # no range of versions
        return None


def package_name(root: Path) -> str:
    """The name of the package that a game is: what its manifest says, else the name of its folder."""
    from dsl.packages.manifest import read_manifest

    try:
        return read_manifest(root).name
    except RulesError:
        return root.resolve().name


def versions_of(folders: Iterable[Path]) -> dict[str, str]:
    """The versions of the packages that folders, or the folders around them, are, by name."""
    from dsl.packages.manifest import has_manifest, read_manifest

    found: dict[str, str] = {}
    for folder in folders:
        for home in (folder, folder.parent):
            if has_manifest(home):
                try:
                    manifest = read_manifest(home)
                except RulesError:
                    break
                found[manifest.name] = manifest.version
                break
    return dict(sorted(found.items()))
