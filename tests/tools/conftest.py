"""What tests of commands begin with."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.tools import cli


@pytest.fixture
def market(tmp_path: Path) -> Path:
    """The folder that `new` makes."""
    folder = tmp_path / "fish_market"
    assert cli.main(["new", str(folder)]) == 0
    return folder
