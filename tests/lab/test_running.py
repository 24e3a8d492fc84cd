"""What is played is kept, once; what was stopped goes on; what is kept can be opened again."""

from __future__ import annotations

import io
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from dsl.diagnostics import RulesError
from dsl.lab.experiment import Experiment, Forbid, Sweep, Tune, read_experiment
from dsl.lab.figures import figures
from dsl.lab.running import Bench, Wanted, play_chunk
from dsl.lab.store import Chunk, Store, pack, unpack
from dsl.lab.variant import Variant
from dsl.tools.cli import main

Write = Callable[[str], Path]
Caught = pytest.CaptureFixture[str]
Monkey = pytest.MonkeyPatch


def command(*words: object) -> list[str]:
    """The command line of a process of its own."""
    return [sys.executable, "-m", "dsl.tools.cli", *map(str, words)]


def rows_of(store: Store, name: str) -> list[tuple[int, ...]]:
    """All rows of a variant."""
    return [row for chunk in store.chunks(name) for row in zip(*chunk.columns, strict=True)]


def played(path: Path, store: Path, games: int, **fields: object) -> tuple[Store, str]:
    """A store with the games of one variant."""
    kept = Store(store)
    bench = Bench(kept, [Variant(str(path), 2, **fields)])  # type: ignore[arg-type]  # what variants have
    for _ in bench.run(Wanted(games)):
        pass
    return kept, bench.names[0]


def test_numbers_are_packed_as_small_as_they_are() -> None:
    """Whatever the size and the sign."""
    columns = [[0, 1, -1], [127, -128, 5], [300, -40000, 0], [1 << 40, -(1 << 62), 7], []]
    assert unpack(pack(columns)) == columns


def test_what_is_there_is_not_played_again(game_file: Write, tmp_path: Path) -> None:
    """The same command twice changes nothing; more games go on behind; the rows are those of one run."""
    store, name = played(game_file("COIN"), tmp_path / "a", 300)
    before = rows_of(store, name)
    played(game_file("COIN"), tmp_path / "a", 300)
    assert rows_of(store, name) == before
    played(game_file("COIN"), tmp_path / "a", 700)
    whole, same = played(game_file("COIN"), tmp_path / "b", 700)
    assert same == name
    assert rows_of(store, name) == rows_of(whole, name)
    assert figures(store, name).seats == figures(whole, name).seats


def test_a_chunk_is_kept_once(game_file: Write, tmp_path: Path) -> None:
    """Games that somebody else has kept meanwhile are not counted again, also where chunks overlap."""
    store, name = played(game_file("COIN"), tmp_path / "a", 50)
    chunk = Chunk(30, 40, 0.0, [[0] * 40], {}, [])
    assert not store.add(name, chunk)
    assert not store.add(name, Chunk(0, 50, 0.0, [[0] * 50], {}, []))
    assert store.add(name, Chunk(60, 10, 0.0, [[0] * 10], {}, []))
    assert store.missing(name, 80) == [(50, 10), (70, 10)]


def test_meaning_counts_and_not_layout(game_file: Write, tmp_path: Path) -> None:
    """A comment changes no name of a variant; a rule, an option or a seed does."""
    path = game_file("COIN")
    _, name = played(path, tmp_path / "a", 10)
    path.write_text("# a coin\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    assert played(path, tmp_path / "a", 10)[1] == name
    others = [
        played(path, tmp_path / "a", 10, options={"chance_of_a": 60})[1],
        played(path, tmp_path / "a", 10, seed=1)[1],
    ]
    path.write_text(path.read_text(encoding="utf-8").replace("n <= chance", "n < chance"), encoding="utf-8")
    others.append(played(path, tmp_path / "a", 10)[1])
    assert len({name, *others}) == 4


def test_several_processes_play_the_same_games(game_file: Write, tmp_path: Path) -> None:
    """Rows are the same in whatever order they were played."""
    path = game_file("NIM")
    alone, name = played(path, tmp_path / "a", 400)
    kept = Store(tmp_path / "b")
    bench = Bench(kept, [Variant(str(path), 2)])
    for _ in bench.run(Wanted(400, processes=2)):
        pass
    assert rows_of(kept, name) == rows_of(alone, name)


def test_clear_is_soon_clear(game_file: Write, tmp_path: Path) -> None:
    """With --until-clear a run ends when the intervals are narrow enough."""
    kept = Store(tmp_path / "a")
    bench = Bench(kept, [Variant(str(game_file("COIN")), 2)])
    for _ in bench.run(Wanted(100_000, precision=0.05)):
        pass
    games = sum(count for _, count in kept.spans(bench.names[0]))
    low, high = figures(kept, bench.names[0]).seats[0].interval
    assert 200 <= games < 50_000
    assert high - low < 0.1


def killed(path: Path, store: Path, games: int, seconds: float) -> None:
    """Begin to play and die on the way."""
    words = command("lab", "run", path, "--games", games, "--store", store)
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        time.sleep(seconds)
        process.kill()


def survives(path: Path, tmp_path: Path, times: int, seed: int) -> None:
    """Kill a run some times, then let it end: the same rows as those of a run in peace."""
    dice, games = random.Random(seed), 60_000
    for _ in range(times):
        killed(path, tmp_path / "killed", games, dice.uniform(0.2, 2.0))
        kept = Store(tmp_path / "killed")
        for name in kept.variants():
            spans = kept.spans(name)
            assert all(first + count <= after for (first, count), (after, _) in pairwise(spans))
            assert len(rows_of(kept, name)) == sum(count for _, count in spans)
        kept.close()
    one, name = played(path, tmp_path / "killed", games)
    other, _ = played(path, tmp_path / "peace", games)
    assert rows_of(one, name) == rows_of(other, name)


def test_what_was_killed_goes_on(game_file: Write, tmp_path: Path) -> None:
    """Nothing is lost or counted twice."""
    survives(game_file("NIM"), tmp_path, 2, 1)


@pytest.mark.long
def test_what_was_killed_often_goes_on(game_file: Write, tmp_path: Path, rotating: int) -> None:
    """The same with fifty deaths."""
    survives(game_file("NIM"), tmp_path, 50, rotating)


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_leaves_what_is_known(game_file: Write, tmp_path: Path) -> None:
    """Exit code 130, figures of what was played, and a store that goes on."""
    words = command("lab", "run", game_file("NIM"), "--games", 100_000_000, "--store", tmp_path / "s", "--json")
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        for _ in range(600):
            time.sleep(0.1)
            if (tmp_path / "s").exists() and any(
                Store(tmp_path / "s").spans(name) for name in Store(tmp_path / "s").variants()
            ):
                break
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    told = json.loads(out)
    assert told["partial"] is True
    assert told["variants"][0]["games"] > 0
    assert "PARTIAL" in err.decode()


def test_a_row_is_a_game_again(
    game_file: Write, tmp_path: Path, capsys: Caught, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Records, scenarios and the REPL play what the row says."""
    path, store = game_file("NIM"), tmp_path / "s"
    kept, name = played(path, store, 30)
    row = rows_of(kept, name)[17]
    save = tmp_path / "save.json"
    assert main(["lab", "record", str(path), f"{name}:17", "--store", str(store), "-o", str(save)]) == 0
    record = json.loads(save.read_text(encoding="utf-8"))["record"]
    assert len(record["moves"]) == row[1]
    capsys.readouterr()
    assert main(["lab", "scenario", str(path), f"{name[:6]}:17", "--store", str(store)]) == 0
    scenario = capsys.readouterr().out
    assert scenario.count(" does ") == row[1]
    path.write_text(path.read_text(encoding="utf-8") + "\n" + scenario, encoding="utf-8")
    assert main(["test", str(path)]) == 0
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))
    capsys.readouterr()
    assert main(["play", str(path), "--from-lab", f"{name}:17", "--store", str(store)]) == 0
    assert ("A wins" if row[8] > row[9] else "B wins") in capsys.readouterr().out


@pytest.mark.parametrize(
    ("id_", "words"),
    [("17", "VARIANT:NUMBER"), ("nothing:1", "no variant nothing"), ("NAME:99", "no game 99")],
)
def test_games_that_are_not_there(id_: str, words: str, game_file: Write, tmp_path: Path, capsys: Caught) -> None:
    """What an id should be is told."""
    path, store = game_file("COIN"), tmp_path / "s"
    _, name = played(path, store, 5)
    assert main(["lab", "record", str(path), id_.replace("NAME", name), "--store", str(store)]) == 2
    assert words in capsys.readouterr().err


def test_an_experiment_is_a_file(game_file: Write, tmp_path: Path, capsys: Caught) -> None:
    """All cells of a grid, with restricted play beside each."""
    game_file("COIN")
    file = tmp_path / "lab.toml"
    file.write_text(
        'game = "coin.rules"\ngames = 40\nstore = "kept.sqlite"\n'
        "[sweep.options]\nchance_of_a = [10, 90]\n"
        '[[forbid]]\nwhat = ["go"]\nseats = ["A"]\n',
        encoding="utf-8",
    )
    assert main(["lab", "run", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["variants"]
    assert [each["games"] for each in found] == [40] * 4
    assert [each["variant"]["options"]["chance_of_a"] for each in found] == [10, 10, 90, 90]
    assert [bool(each["variant"]["forbidden"]) for each in found] == [False, True] * 2
    assert found[0]["seats"][0]["points"] < 15 < 25 < found[2]["seats"][0]["points"]
    assert (tmp_path / "kept.sqlite").exists()


@pytest.mark.parametrize(
    ("text", "line", "words", "hint"),
    [
        ("gmes = 5", 1, "has no `gmes`", "meant `games`?"),
        ("games = 5\n[sweep]\nplaers = [2]", 3, "has no `sweep.plaers`", "meant `players`?"),
        ('bots = "gredy"', 1, "there is no bot gredy", ""),
        ("games = 0", 1, "greater than or equal to 1", ""),
        ("games = = 5", 1, "cannot be read", "it is written in TOML"),
        ('[[forbid]]\nseats = ["A"]', 1, "does not say its `forbid.what`", ""),
        ('[[forbid]]\nwhat = ["x"]\nseats = ["one"]', 3, "'one' is no seat", ""),
        ("[tune]\nstep = 5", 2, "has no `tune.step`", "meant `steps`?"),
        ("games = 5\n[tune]\ngames = 0", 3, "greater than or equal to 1", ""),
        ('[options]\ngoal = 5\n[tune.vary]\ngoal = "20"', 4, "`tune.vary.goal` of the experiment: write two whole", ""),
        ('[tune.vary]\ngoal = "20..10"', 2, "the second number must be the greater one", ""),
        ('[tune.goals]\nA = "few"', 2, "write two numbers as bounds, such as 48.5..52", ""),
    ],
)
def test_a_wrong_experiment_is_told_with_its_place(text: str, line: int, words: str, hint: str, tmp_path: Path) -> None:
    """Unknown words are refused, with the nearest that is known."""
    file = tmp_path / "lab.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(RulesError) as raised:
        read_experiment(file)
    (told,) = raised.value.diagnostics
    assert told.code == "E169"
    assert words in told.message
    assert hint in (told.hint or "")
    assert told.span is not None
    assert told.span.line == line


def test_every_field_is_documented() -> None:
    """On the page of the lab, in the words of the program."""
    page = (Path(__file__).parents[2] / "docs" / "lab.md").read_text(encoding="utf-8")
    for model in (Experiment, Sweep, Forbid, Tune):
        for name, field in model.model_fields.items():
            assert f"| `{name}` | {field.description} |" in page


@pytest.mark.parametrize(
    "words",
    [
        ["--bots", "gredy"],
        ["--sweep", "players"],
        ["--sweep", "players=two"],
        ["--forbid", "dragon"],
        ["--forbid", "A:dragon"],
        ["--players", "9"],
        ["--until-clear", "2"],
    ],
)
def test_wrong_calls_are_refused(words: list[str], game_file: Write, tmp_path: Path, capsys: Caught) -> None:
    """With exit code 2, and no traceback."""
    assert main(["lab", "run", str(game_file("COIN")), "--store", str(tmp_path / "s"), *words]) == 2
    assert capsys.readouterr().err


def test_no_store_is_told(game_file: Write, tmp_path: Path) -> None:
    """A file that is none is not overwritten."""
    file = tmp_path / "s"
    file.write_text("hello, I am a text and no store of results at all", encoding="utf-8")
    assert main(["lab", "run", str(game_file("COIN")), "--store", str(file)]) == 1
    assert file.read_text(encoding="utf-8").startswith("hello")


def test_a_chunk_of_nothing(game_file: Write) -> None:
    """No games make no rows."""
    from dsl.lab.arena import Arena
    from dsl.runtime.game import load

    path = game_file("COIN")
    chunk = play_chunk(Arena(load(path), Variant(str(path), 2)), 0, 0)
    assert chunk.counts == {}
    assert not any(chunk.columns)
