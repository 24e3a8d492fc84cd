"""Where the shelf is, and whether anything stands there: asked by every command, so it loads nothing."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from platformdirs import user_data_path

HOME: Final = "RULEWRIGHT_HOME"
LOCK: Final = "rulewright.lock"


def shelf_folder() -> Path:
    """The folder of installed packages: in RULEWRIGHT_HOME, else in the user's folder for data. It need not exist."""
    home = os.environ.get(HOME, "")
    if home:
        return Path(home) / "packages"
    return user_data_path("rulewright", appauthor=False) / "packages"


def is_bare() -> bool:
    """Whether nothing was ever installed."""
    return not (shelf_folder() / LOCK).is_file()


def folder_rules(folder: Path) -> list[Path]:
    """The rules files that lie in a folder, not those below it."""
    return sorted(folder.glob("*.rules")) if folder.is_dir() else []
