"""A store of results that somebody damaged, a database of something else, and a disk that is full."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from dsl.diagnostics import RulesError
from dsl.lab.store import Chunk, Store
from dsl.tools.cli import main

GAME = "tic_tac_toe"


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("lab") / "whole.sqlite"
    assert main(["lab", "run", GAME, "--games", "4", "--store", str(path)]) == 0
    base = sqlite3.connect(path)
    base.execute("pragma wal_checkpoint(truncate)")
    base.close()
    return path.read_bytes()


@pytest.mark.parametrize(
    "order",
    [
        "update variants set about = 'x'",
        "update variants set about = '{}'",
        "update variants set about = '7'",
        "update chunks set rows = x'00'",
        "update chunks set rows = x'62ffffffffffffff7f01'",
        "update chunks set rows = 'text'",
        "update chunks set counts = x'00'",
        "update chunks set turns = x'00'",
        "update chunks set count = 99999999",
        "update chunks set count = 'x'",
        "insert or replace into notes select id, 'luck', 'x' from variants",
        "insert or replace into notes select id, 'luck', '7' from variants",
        "update about set form = 'x'",
    ],
)
def test_a_damaged_store(tmp_path: Path, capsys: pytest.CaptureFixture[str], kept: bytes, order: str) -> None:
    path = tmp_path / "lab.sqlite"
    path.write_bytes(kept)
    base = sqlite3.connect(path)
    name = str(base.execute("select id from variants").fetchone()[0])
    base.execute(order)
    base.commit()
    base.close()
    report = tmp_path / "lab.html"
    words = ["--store", str(path)]
    assert main(["lab", "report", GAME, *words, "--output", str(report)]) == 1 and not report.exists()
    assert "E169" in capsys.readouterr().err
    assert main(["lab", "run", GAME, "--games", "4", *words]) == 1
    assert "E169" in capsys.readouterr().err
    main(["lab", "scenario", GAME, f"{name}:1", *words])
    assert "fault of the program" not in capsys.readouterr().err


def test_a_half_of_a_store(tmp_path: Path, capsys: pytest.CaptureFixture[str], kept: bytes) -> None:
    path = tmp_path / "lab.sqlite"
    for size in range(0, len(kept), 4096 + 512):
        path.write_bytes(kept[:size])
        main(["lab", "report", GAME, "--store", str(path), "--output", str(tmp_path / "lab.html")])
        assert "fault of the program" not in capsys.readouterr().err


def test_another_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "mine.sqlite"
    base = sqlite3.connect(path)
    base.execute("create table mine (a)")
    base.commit()
    base.close()
    before = path.read_bytes()
    with pytest.raises(RulesError, match="something else"):
        Store(path)
    assert path.read_bytes() == before


def test_a_full_disk_spoils_nothing(tmp_path: Path) -> None:
    store = Store(tmp_path / "lab.sqlite")
    store.enter("v", {})
    pages = store._base.execute("pragma page_count").fetchone()[0]  # pyright: ignore[reportPrivateUsage]
    store._base.execute(f"pragma max_page_count = {pages}")  # pyright: ignore[reportPrivateUsage]
    many = Chunk(0, 9000, 1.0, [[number * 7919 % 100_003 for number in range(9000)]], {}, [])
    with pytest.raises(RulesError, match="full"):
        store.add("v", many)
    assert store.spans("v") == []
    store._base.execute(f"pragma max_page_count = {pages + 99}")  # pyright: ignore[reportPrivateUsage]
    assert store.add("v", many) and [each.columns for each in store.chunks("v")] == [many.columns]
