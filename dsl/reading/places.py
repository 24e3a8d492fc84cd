"""Where the program finds what comes along with it: the grammar and its table, the library, the games."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from dsl.diagnostics import Diagnostic, RulesError, nearest
from dsl.syntax.parse import parser_of

PACKAGE: Final = Path(__file__).parents[1]
LIBRARY: Final = PACKAGE / "library"
MAIN: Final = "game.rules"
"""The file that a folder must have to be a game."""
_CHECKOUT: Final = PACKAGE.parent


def grammar_text() -> str:
    """The grammar: the copy in the package, else that of the checkout."""
    packaged = PACKAGE / "syntax" / "rules.lark"
    path = packaged if packaged.is_file() else _CHECKOUT / "grammar" / "rules.lark"
    text = path.read_text(encoding="utf-8")
    table = PACKAGE / "syntax" / "table.json"
    parser_of(text, table.read_text(encoding="utf-8") if table.is_file() else None)
    return text


def shipped_games(group: str = "") -> dict[str, Path]:
    """The games that come with the program, by name. Games of a sort may share a folder, the *group*: with one only
    those in it are told.
    """
    for folder in (PACKAGE / "games", _CHECKOUT / "games"):
        if folder.is_dir():
            found = [path.parent for depth in ("*", "*/*") for path in folder.glob(f"{depth}/{MAIN}")]
            return {path.name: path for path in sorted(found) if not group or path.parent.name == group}
    return {}


def find_game(name_or_path: str | Path) -> Path:
    """The game at a path, or the shipped game of that name; RulesError if there is neither."""
    path = Path(name_or_path)
    if _exists(path):
        return path
    games = shipped_games()
    if str(name_or_path) in games:
        return games[str(name_or_path)]
    near = nearest(str(name_or_path), games)
    hint = f'meant "{near[0]}"?' if near else "rulewright games lists those that come along"
    raise RulesError([Diagnostic("E011", "error", f"there is no game {name_or_path}", hint=hint)])


def _exists(path: Path) -> bool:
    try:
        return path.is_file() or (path / MAIN).is_file()
    except (OSError, ValueError):  # ValueError: a NUL in the path
        return False
