"""A shelf of its own for every test, and a registry of the expansions that come along."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest

from dsl.tools.cli import main

ROOT = Path(__file__).parents[2]
EXPANSIONS = ROOT / "games" / "expansions"


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty shelf; its folder."""
    monkeypatch.setenv("RULEWRIGHT_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "packages"


@pytest.fixture
def registry(tmp_path: Path) -> Path:
    """A folder with an index of the three expansions."""
    folder = tmp_path / "registry"
    folder.mkdir()
    for package in sorted(EXPANSIONS.iterdir()):
        mine = tmp_path / "made" / package.name  # packing writes into the folder
        copytree(package, mine)
        assert main(["pack", str(mine), "-o", str(folder)]) == 0
    assert main(["index", str(folder)]) == 0
    return folder


@pytest.fixture
def upgraded(tmp_path: Path, registry: Path) -> Callable[..., None]:
    """Put another version of an expansion into the registry, with texts of its module replaced."""

    def upgrade(name: str, version: str, *changes: tuple[str, str]) -> None:
        folder = tmp_path / f"{name}-{version}"
        copytree(EXPANSIONS / name, folder)
        manifest = folder / "rulewright.toml"
        manifest.write_text(manifest.read_text().replace('version = "1.0.0"', f'version = "{version}"'))
        module = folder / "modules" / f"{name}.rules"
        text = module.read_text()
        for before, after in changes:
            assert before in text
            text = text.replace(before, after)
        module.write_text(text)
        assert main(["pack", str(folder), "-o", str(registry)]) == 0
        assert main(["index", str(registry)]) == 0

    return upgrade
