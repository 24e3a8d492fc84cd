"""Games with something planted in them, as files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import planted
import pytest


@pytest.fixture
def game_file(tmp_path: Path) -> Callable[[str], Path]:
    """Writes one of the games of planted.py."""

    def write(name: str) -> Path:
        path = tmp_path / f"{name.lower()}.rules"
        path.write_text(getattr(planted, name), encoding="utf-8")
        return path

    return write
