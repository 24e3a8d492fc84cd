"""Files that are kept beside the rules by commands: tables of words, as JSON, each by a name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final, cast

_LARGEST: Final = 4_000_000


def tables_of(path: Path) -> dict[str, dict[str, str]]:
    """The tables of a file, by name; nothing if there is no such file. ValueError if it is too large or holds none."""
    if not path.is_file():
        return {}
    if path.stat().st_size > _LARGEST:
        raise ValueError(f"{path.name} is too large")
    raw: object = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(raw, dict):
        raise ValueError(f"{path.name} holds no tables")
    return {
        name: {key: str(value) for key, value in cast("dict[str, object]", table).items()}
        for name, table in cast("dict[str, object]", raw).items()
        if isinstance(table, dict)
    }
