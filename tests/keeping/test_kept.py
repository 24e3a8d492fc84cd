"""What is kept between runs never changes an answer: whatever is wrong with it, it is not used and made again."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import dsl
from dsl.diagnostics import Bag
from dsl.keeping import folder
from dsl.keeping.graph import NotStored, restore, store
from dsl.reading.game import read_game
from dsl.reading.kept_trees import _classes as classes_of_trees  # pyright: ignore[reportPrivateUsage]
from dsl.reading.places import shipped_games
from dsl.runtime.game import load
from dsl.source import SourceFile
from dsl.tools.cli import main

GAME = shipped_games()["tic_tac_toe"]


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache of our own, in use."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("RULEWRIGHT_KEEP", "")
    folder.allow()
    yield tmp_path / "cache" / "rulewright" / "kept"
    monkeypatch.setenv("RULEWRIGHT_KEEP", "no")
    folder.allow()


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game that may be changed."""
    return Path(shutil.copytree(GAME, tmp_path / "game"))


def answers(game: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What `check` and the first moves of `play` say."""
    found: list[str] = []
    for words in (["check", str(game)], ["check", str(game), "--json"], ["sim", str(game), "-n", "3", "--json"]):
        main(words)
        found.append(capfd.readouterr().out)
    lines = game.parent / "lines"
    lines.write_text("1\nwhy not a1\nrules\nlog\n")
    with lines.open() as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        main(["play", str(game), "--seed", "3"])
    found.append(capfd.readouterr().out)
    return [text for text in found if '"seconds"' not in text]


def entries(cache: Path) -> list[Path]:
    """The entries that are kept."""
    return sorted(each for each in cache.iterdir() if not each.name.startswith("."))


def test_answers_are_the_same_with_what_was_kept(
    cache: Path, game: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second time nothing is parsed, checked or compiled, and the same is said."""
    first = answers(game, capfd, monkeypatch)
    assert len(entries(cache)) >= 4

    def never(*_: object, **__: object) -> None:
        raise AssertionError("this was kept")

    monkeypatch.setattr("dsl.reading.reader.parse_file", never)
    monkeypatch.setattr("dsl.runtime.game.compile_game", never)
    assert answers(game, capfd, monkeypatch) == first


def test_what_changed_is_read_again(
    cache: Path, game: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A text, a file more among the scenarios, a file less: each is noticed."""
    main(["check", str(game)])
    told = capfd.readouterr().out
    rules = game / "game.rules"
    text = rules.read_text()
    rules.write_text(text.replace('game "', 'game "New ', 1))
    assert main(["check", str(game)]) == 0
    assert capfd.readouterr().out.startswith("New ")
    session = answers(game, capfd, monkeypatch)[-1]
    assert session.startswith("New ")
    rules.write_text(text)
    assert main(["check", str(game)]) == 0
    assert capfd.readouterr().out == told
    (game / "scenarios").mkdir(exist_ok=True)
    (game / "scenarios" / "more.rules").write_text('scenario "one more":\n    expect A is B\n')
    main(["check", str(game)])
    assert capfd.readouterr().out != told
    rules.write_text(text + "\nnonsense here\n")
    assert main(["check", str(game)]) == 1
    assert main(["check", str(game)]) == 1


@pytest.mark.parametrize("how", ["flip", "cut", "empty", "foreign", "swapped"])
def test_damage_is_recognised(
    how: str, cache: Path, game: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever becomes of the entries, the answers stay."""
    first, chance = answers(game, capfd, monkeypatch), random.Random(1)
    for _ in range(6 if how == "flip" else 1):
        whole = [each.read_bytes() for each in entries(cache)]
        for each, data in zip(entries(cache), whole, strict=True):
            if how == "flip":
                at = chance.randrange(len(data))
                data = data[:at] + bytes([data[at] ^ (1 << chance.randrange(8))]) + data[at + 1 :]
            elif how == "cut":
                data = data[: len(data) // 2]
            elif how == "swapped":
                data = whole[chance.randrange(len(whole))]
            else:
                data = b"" if how == "empty" else b"somebody else's\n{}"
            each.write_bytes(data)
        assert answers(game, capfd, monkeypatch) == first


def test_entries_of_another_program_are_not_used(
    cache: Path, game: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What another version kept may mean something else."""
    main(["check", str(game)])
    monkeypatch.setattr(folder, "program", lambda: "another version")
    read: list[str] = []
    monkeypatch.setattr("dsl.tools.checking._check", lambda *_: read.append("again") or 0)
    main(["check", str(game)])
    capfd.readouterr()
    assert read == ["again"]


def test_nothing_is_taken_from_where_others_may_write(cache: Path) -> None:
    """An entry or a folder that others may change is left alone, and so is a link."""
    folder.keep("name", "key", b"body")
    (entry,) = entries(cache)
    assert folder.kept("name", "key") == b"body"
    assert folder.kept("name", "other key") is None
    entry.chmod(0o666)
    assert folder.kept("name", "key") is None
    entry.chmod(0o600)
    cache.chmod(0o777)
    assert folder.kept("name", "key") is None
    cache.chmod(0o700)
    away = cache.parent / "away"
    entry.rename(away)
    entry.symlink_to(away)
    assert folder.kept("name", "key") is None


def test_room_is_made(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was not used for longest goes."""
    monkeypatch.setattr(folder, "MOST_ENTRIES", 3)
    for number in range(4):
        folder.keep(f"name {number}", "key", b"body")
        os.utime(max(entries(cache), key=lambda each: each.stat().st_mtime_ns), ns=(number, number))
    folder.keep("last", "key", b"body")
    assert len(entries(cache)) == 3
    assert folder.kept("last", "key") == b"body"
    assert folder.kept("name 0", "key") is None


def test_nothing_is_kept_unless_allowed(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that imports `dsl` writes nothing."""
    monkeypatch.setenv("RULEWRIGHT_KEEP", "no")
    folder.allow()
    folder.keep("name", "key", b"body")
    load(GAME)
    assert not cache.exists()


def test_two_processes_at_once(cache: Path, game: Path) -> None:
    """Several processes that keep the same say the same."""
    words = [sys.executable, "-m", "dsl.tools.cli", "check", str(game)]
    environment = {**os.environ, "PYTHONPATH": str(Path(dsl.__file__).parents[1])}
    running = [subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    told = {each.communicate()[0] for each in running}
    assert len(told) == 1
    assert "no errors" in told.pop()
    assert entries(cache)


@pytest.mark.parametrize("name", ["tic_tac_toe", "enclave"])
def test_trees_are_stored_whole(name: str) -> None:
    """What comes back is equal, and lies in the same file."""
    for tree in read_game(shipped_games()[name], Bag()).files[:20]:
        source: SourceFile = tree.span.file
        again = restore(store(tree, [source]), classes_of_trees(), [source])
        assert again == tree
        assert again.span.file is source


def test_only_frozen_data_is_stored() -> None:
    """Lists and objects of unknown classes are refused, on the way in and on the way out."""
    with pytest.raises(NotStored):
        store(([1],))
    stored = store((1, ("two", None), (True, (3,))))
    assert restore(stored, ()) == (1, ("two", None), (True, (3,)))
    with pytest.raises(NotStored):
        restore({"shapes": [["Path", "."]], "rows": [[0, "x"]]}, ())
    for broken in ({}, {"shapes": [], "rows": [[0]]}, {"shapes": [["(r)", ""]], "rows": [[0, 5]]}, None):
        with pytest.raises(NotStored):
            restore(broken, ())
