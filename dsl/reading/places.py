"""Where the program finds what comes along with it: the grammar and its table, the library, the games."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from dsl.diagnostics import Diagnostic, RulesError, nearest
from dsl.keeping.folder import keep, kept, later
from dsl.packages.home import folder_rules
from dsl.reading.installed import installed_games, installed_libraries, version_of_game
from dsl.spoken import said
from dsl.syntax.parse import offer_table
from dsl.syntax.parse_table import digest_of, write_table

if TYPE_CHECKING:
    from lark import Lark

PACKAGE: Final = Path(__file__).parents[1]
LIBRARY: Final = PACKAGE / "library"
MAIN: Final = "game.rules"
"""The file that a folder must have to be a game."""
_CHECKOUT: Final = PACKAGE.parent
_TABLE: Final = "the parser's table"
_HEAD: Final = 100  # characters in which a table says of which grammar it is


@cache
def grammar_text() -> str:
    """The grammar: the copy in the package, else that of the checkout."""
    packaged = PACKAGE / "syntax" / "rules.lark"
    path = packaged if packaged.is_file() else _CHECKOUT / "grammar" / "rules.lark"
    text = path.read_text(encoding="utf-8")
    offer_table(text, lambda: _table_of(text), lambda parser: later(lambda: _keep_table(text, parser)))
    return text


def _table_of(grammar: str) -> str | None:
    """The table of the parser: the one in the package, else one that was kept."""
    packaged = PACKAGE / "syntax" / "table.json"
    text = packaged.read_text(encoding="utf-8") if packaged.is_file() else ""
    if f'"{digest_of(grammar)}"' in text[:_HEAD]:
        return text
    found = kept(_TABLE, digest_of(grammar))
    return found.decode("utf-8", "replace") if found is not None else None


def _keep_table(grammar: str, parser: Lark) -> None:
    keep(_TABLE, digest_of(grammar), write_table(parser, grammar).encode())


def shipped_games(group: str = "") -> dict[str, Path]:
    """The games that come with the program, by name. Games of a sort may share a folder, the *group*: with one only
    those in it are told.
    """
    for folder in (PACKAGE / "games", _CHECKOUT / "games"):
        if folder.is_dir():
            found = [path.parent for depth in ("*", "*/*") for path in folder.glob(f"{depth}/{MAIN}")]
            return {path.name: path for path in sorted(found) if not group or path.parent.name == group}
    return {}


def libraries() -> dict[str, Path]:
    """The files of the libraries that `use` can name: those of installed packages, and those that come along."""
    return {**installed_libraries(), **{path.stem: path for path in folder_rules(LIBRARY)}}


def find_game(name_or_path: str | Path) -> Path:
    """The game at a path, or the installed or shipped game of that name, `NAME@1.2` for an older version of one.

    RulesError if there is none.
    """
    path = Path(name_or_path)
    if _exists(path):
        return path
    games = {**shipped_games(), **installed_games()}
    name, at, _ = str(name_or_path).partition("@")
    picked = version_of_game(str(name_or_path)) if at else games.get(name)
    if picked is not None:
        return picked
    if at and name in games:
        hint = said("rulewright list shows what is installed; {1} alone is the one in use", name)
        raise RulesError(
            [Diagnostic("E011", "error", said("there is no version {1} of {2}", name_or_path, name), hint=hint)]
        )
    beside = _beside(path)
    if beside is not None:
        hint = said("did you mean {1}?", beside.as_posix())
        raise RulesError([Diagnostic("E011", "error", said("there is no file {1}", path.as_posix()), hint=hint)])
    near = nearest(str(name_or_path), games)
    hint = said('meant "{1}"?', near[0]) if near else said("rulewright games lists those that come along")
    raise RulesError([Diagnostic("E011", "error", said("there is no game {1}", name_or_path), hint=hint)])


def _beside(path: Path) -> Path | None:
    """A rules file or game beside a path that is spelt like it."""
    try:
        names = [each.name for each in path.parent.iterdir() if each.suffix == ".rules" or (each / MAIN).is_file()]
    except (OSError, ValueError):
        return None
    near = nearest(path.name, sorted(names)[:1_000]) if "/" in str(path) or path.suffix else []
    return path.parent / near[0] if near else None


def _exists(path: Path) -> bool:
    try:
        return path.is_file() or (path / MAIN).is_file()
    except (OSError, ValueError):  # ValueError: a NUL in the path
        return False
