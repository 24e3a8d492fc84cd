"""The report: one page, without a network, with the numbers behind every plot; and the tables beside it."""

from __future__ import annotations

import csv
import json
import re
import sys
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest

from dsl.lab.figures import figures
from dsl.lab.ladder import changed_signs, ladder_of
from dsl.lab.running import Bench, Wanted
from dsl.lab.store import Store
from dsl.lab.variant import Variant
from dsl.tools.cli import main

pytest.importorskip("matplotlib")
pytest.importorskip("openskill")

Write = Callable[[str], Path]
Caught = pytest.CaptureFixture[str]


class Page(HTMLParser):
    """Which elements a page has, and whether they are closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: dict[str, int] = {}
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element begins."""
        self.seen[tag] = self.seen.get(tag, 0) + 1
        self.addresses += [value for name, value in attrs if name in ("src", "href") and value and value[0] != "#"]
        if tag not in ("meta", "br", "link"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element without contents."""
        self.addresses += [value for name, value in attrs if name.endswith("href") and value and value[0] != "#"]

    def handle_endtag(self, tag: str) -> None:
        """An element ends: the one that was begun last."""
        assert self.open.pop() == tag


def store_of(path: Path, file: Path, games: int, *variants: dict[str, object]) -> Store:
    """Games of some variants."""
    store = Store(file)
    bench = Bench(store, [Variant(str(path), 2, **each) for each in variants])  # type: ignore[arg-type]
    for _ in bench.run(Wanted(games)):
        pass
    for _ in bench.look_deeper():
        pass
    return store


def test_the_page_stands_by_itself(game_file: Write, tmp_path: Path, capsys: Caught) -> None:
    """Well formed, small, nothing from elsewhere; a table behind every plot; the same as JSON and CSV."""
    path, file = game_file("CARDS"), tmp_path / "s"
    store_of(path, file, 300, {}, {"options": {"strong": 20}})
    target = tmp_path / "page.html"
    words = [
        "lab",
        "report",
        str(path),
        "--store",
        str(file),
        "-o",
        str(target),
        "--csv",
        str(tmp_path / "t"),
        "--json",
    ]
    assert main(words) == 0
    text = target.read_text(encoding="utf-8")
    assert len(text.encode()) < 5_000_000
    page = Page()
    page.feed(text)
    assert not page.open
    assert all(each.startswith("data:image/png;base64,") for each in page.addresses)
    assert "http" not in re.sub(r'xmlns(:\w+)?="[^"]*"|<!DOCTYPE[^>]*>', "", text)
    assert page.seen["svg"] >= 6
    assert page.seen["figure"] <= page.seen["details"] + 1  # the grid of variants has its table below
    assert "<script>" in text and "#010203" not in text
    told = json.loads(capsys.readouterr().out)
    assert len(told["variants"]) == 2
    for name in ("shares", "endings", "answers"):
        rows = list(csv.reader((tmp_path / "t" / f"{name}.csv").read_text(encoding="utf-8").splitlines()))
        assert len({len(row) for row in rows}) == 1
        assert len(rows) > 2
    answers = list(csv.DictReader((tmp_path / "t" / "answers.csv").read_text(encoding="utf-8").splitlines()))
    assert {row["thing"] for row in answers} == {"", "Twin One", "Twin Two", "Hero", "Dud"}


def test_parquet_holds_the_same_tables(game_file: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Column by column what CSV has, with numbers as numbers; without pyarrow it is said what is missing."""
    path, file = game_file("CARDS"), tmp_path / "s"
    store_of(path, file, 60, {})
    page, tables = str(tmp_path / "page.html"), str(tmp_path / "c")
    words = ["lab", "report", str(path), "--store", str(file), "-o", page, "--csv", tables]
    assert main([*words, "--parquet", str(tmp_path / "p")]) == 0
    parquet = pytest.importorskip("pyarrow.parquet")
    for name in ("shares", "endings", "measures", "answers"):
        rows = list(csv.DictReader((tmp_path / "c" / f"{name}.csv").read_text(encoding="utf-8").splitlines()))
        found = parquet.read_table(tmp_path / "p" / f"{name}.parquet").to_pylist()
        assert [{key: str(value) for key, value in row.items()} for row in found] == rows
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert main([*words, "--parquet", str(tmp_path / "q")]) == 2


def test_names_of_a_game_are_words_and_no_page(tmp_path: Path) -> None:
    """What a rules file says is never HTML."""
    path = tmp_path / "bad.rules"
    path.write_text(
        'game "<script>alert(1)</script>" for 2 players\nwindow w "<b>w</b>"\naction go "<img src=x>" in w: nothing\n'
        'main:\n    offer w to player 1, no passing\n    end game won by player 1 because "<i>so</i>"\n',
        encoding="utf-8",
    )
    store_of(path, tmp_path / "s", 20, {})
    assert main(["lab", "report", str(path), "--store", str(tmp_path / "s"), "-o", str(tmp_path / "p")]) == 0
    text = (tmp_path / "p").read_text(encoding="utf-8")
    assert text.count("<script>") == 1
    assert not re.search(r"<(img|i|b)[ >](?!Always|Goes|Offered)", text)


def test_ladders_are_rated_and_changed_signs_are_told(tmp_path: Path, game_file: Write) -> None:
    """Who thinks stands above who does not; a seat that is ahead by one sort of players only is a warning."""
    store = store_of(Path("tic_tac_toe"), tmp_path / "s", 40, {"bots": ("random", "uct:30")}, {})
    found = [figures(store, name) for name in store.variants()]
    ladder = ladder_of(store, found)
    assert ladder is not None
    assert [row[0] for row in ladder.ratings] == ["uct:30", "random"]
    assert ladder.ratings[0][2] > ladder.ratings[1][1]
    assert not ladder.warnings
    path = game_file("COIN")
    coins = store_of(path, tmp_path / "c", 400, {"options": {"chance_of_a": 80}}, {"options": {"chance_of_a": 20}})
    one, other = (figures(coins, name) for name in coins.variants())
    other.variant = Variant(str(path), 2, one.variant.options, bots=("greedy",))
    (told, _) = changed_signs([one, other])
    assert told == (
        "Seat A is ahead when random plays and behind when greedy plays: this measures the players, not the game."
    )
    assert changed_signs([one, one]) == []


def test_no_games_no_page(game_file: Write, tmp_path: Path, capsys: Caught) -> None:
    """An empty store, or none, is told as such."""
    path = game_file("COIN")
    assert main(["lab", "report", str(path), "--store", str(tmp_path / "none")]) == 1
    assert "no results" in capsys.readouterr().err
    Store(tmp_path / "s").close()
    assert main(["lab", "report", str(path), "--store", str(tmp_path / "s")]) == 2
    assert "no games yet" in capsys.readouterr().err
