"""Which game a module belongs to, where only the file of the module is named."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from dsl.diagnostics import Diagnostic, RulesError
from dsl.reading.headers import game_header, module_header, text_of
from dsl.reading.places import MAIN, find_game, shipped_games
from dsl.reading.sources import MODULES
from dsl.spoken import said


def with_base(path: str, modules: Sequence[str]) -> tuple[str, list[str]]:
    """A path as somebody gave it and the modules asked for: where it is the file of a module, its game, with the
    module among those asked for.

    A module belongs to the game in whose folder `modules` it lies, or to the one that the manifest of its package
    names, or else to the one of the title behind `of`: of a folder around it, or one that comes along. RulesError if it
    is a module and says of no game that can be found.
    """
    file = Path(path)
    text = text_of(file) if file.suffix == ".rules" else ""
    found = module_header(text)
    if found is None or game_header(text) is not None:
        return path, list(modules)
    home = file.resolve().parent
    if home.name == MODULES and (home.parent / MAIN).is_file():
        return str(home.parent), [*modules, path]
    named = _of_manifest(home)
    if named is not None:
        return str(named), [*modules, path]
    title = found.game
    near = (folder for folder in (home, *home.parents[:2]) if (folder / MAIN).is_file())
    base = _of_title(title, (*near, *shipped_games().values())) if title is not None else None
    if base is None:
        unsaid = said("and does not say of which game")
        told = unsaid if title is None else said('of "{1}", and there is no such game here', title)
        message = said("{1} is a module and no game by itself, {2}", path, told)
        hint = said(
            'name the game: rulewright check GAME --module {1}; or write: module {2} of "its title"', path, found.name
        )
        raise RulesError([Diagnostic("E011", "error", message, hint=hint)])
    return str(base), [*modules, path]


def _of_manifest(home: Path) -> Path | None:
    """The game that the package around a module says it is of, if it is here."""
    from dsl.packages.manifest import has_manifest, read_manifest

    for folder in (home, home.parent):
        if has_manifest(folder):
            for name in read_manifest(folder).base:
                try:
                    return find_game(name)
                except RulesError:
                    continue
    return None


def _of_title(title: str, folders: Iterable[Path]) -> Path | None:
    for folder in folders:
        header = game_header(text_of(folder / MAIN))
        if header is not None and header.title == title:
            return folder
    return None
