"""Files are written whole or not at all, and nothing stays beside them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from dsl.durable import append_whole, make_whole, write_whole
from dsl.repl.session import Session
from dsl.runtime.game import load
from dsl.tools.cli import main


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that is written reaches the disk."""

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)


def test_contents_and_permissions(tmp_path: Path) -> None:
    path = tmp_path / "a.rules"
    write_whole(path, b"one")
    path.chmod(0o640)
    write_whole(path, b"two")
    append_whole(path, b", three")
    assert path.read_bytes() == b"two, three" and path.stat().st_mode & 0o777 == 0o640
    assert os.listdir(tmp_path) == ["a.rules"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    write_whole(tmp_path / "real", b"one")
    (tmp_path / "link").symlink_to("real")
    write_whole(tmp_path / "link", b"two")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "real").read_bytes() == b"two"


def test_what_a_killed_program_left_is_taken_over(tmp_path: Path) -> None:
    (tmp_path / ".a.rules.new").write_bytes(b"x" * 1000)
    write_whole(tmp_path / "a.rules", b"one")
    assert os.listdir(tmp_path) == ["a.rules"] and (tmp_path / "a.rules").read_bytes() == b"one"


@pytest.mark.usefixtures("full_disk")
def test_a_full_disk_names_the_file_and_leaves_it(tmp_path: Path) -> None:
    path = tmp_path / "a.rules"
    path.write_bytes(b"one")
    with pytest.raises(OSError, match="No space left") as caught:
        append_whole(path, b"two")
    assert caught.value.filename == str(path)
    assert path.read_bytes() == b"one" and os.listdir(tmp_path) == ["a.rules"]


@pytest.mark.usefixtures("full_disk")
def test_record_on_a_full_disk(tmp_path: Path) -> None:
    """Half a scenario in the user's file would be a mistake in every check from then on."""
    path = tmp_path / "mine.rules"
    path.write_text("# mine\n")
    session = Session(load("tic_tac_toe"))
    answers = [session.line(line) for line in ("1", "2", f"record {path}")]
    assert "No space left" in answers[-1].plain()
    assert path.read_text() == "# mine\n" and os.listdir(tmp_path) == ["mine.rules"]


@pytest.mark.usefixtures("full_disk")
def test_fmt_says_nothing_that_it_has_not_done(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.rules"
    path.write_text('game   "A" for 2 players\n')
    assert main(["fmt", str(path)]) == 1
    told = capsys.readouterr()
    assert "formatted" not in told.out and "game.rules: No space left" in told.err
    assert path.read_text() == 'game   "A" for 2 players\n'


def test_a_save_is_for_its_owner_alone(tmp_path: Path) -> None:
    """It tells what every seat holds."""
    game = load("tic_tac_toe")
    game.save(game.start(2, seed=1), tmp_path / "game.save")
    assert (tmp_path / "game.save").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("there", [False, True])
def test_a_folder_is_made_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool) -> None:
    """The disk is full at the second file."""
    folder = tmp_path / "new"
    if there:
        folder.mkdir()
    written = iter(range(100))

    def full(_: int) -> None:
        if next(written) > 1:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space") as error:
        make_whole(folder, {"a": b"one", "in/b": b"two", "c": b"three"})
    assert error.value.filename == str(folder)
    assert os.listdir(tmp_path) == ["new"][: 1 if there else 0] and not (there and os.listdir(folder))


@pytest.mark.usefixtures("full_disk")
@pytest.mark.parametrize("order", [["new", "game"], ["new", "--module", "more", "--of", "games/classics/pig"]])
def test_new_on_a_full_disk_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], order: list[str]
) -> None:
    """And a second try is not refused for what the first has left."""
    order = [str(Path(each).resolve()) if "/" in each else each for each in order]
    monkeypatch.chdir(tmp_path)
    assert main(order) == 1 and "No space" in capsys.readouterr().err
    assert os.listdir(tmp_path) == []
