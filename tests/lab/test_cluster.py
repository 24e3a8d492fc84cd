"""Games played on a cluster are the games played here, whoever is lost on the way."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

pytest.importorskip("distributed")

from dsl.lab import compare as compare_module
from dsl.lab import parcel
from dsl.lab.cluster import cluster
from dsl.lab.parcel import Foreign, packed, unpacked
from dsl.lab.running import Bench, Wanted, game_of
from dsl.lab.store import Store
from dsl.lab.variant import Variant, rules_digest
from dsl.tools.cli import main

distributed: Any = import_module("distributed")
Caught = pytest.CaptureFixture[str]
MODULE = """module double "Twice as much"

modify worth by +1
"""


def rows_of(store: Store, name: str) -> list[tuple[int, ...]]:
    """All rows of a variant."""
    return [row for chunk in store.chunks(name) for row in zip(*chunk.columns, strict=True)]


def played(variant: Variant, store: Path, wanted: Wanted, each: Callable[[int], None] = lambda _: None) -> Any:
    """The rows of a variant, all counts of its answers, and how many games were counted."""
    kept, counted = Store(store), 0
    bench = Bench(kept, [variant])
    for count in bench.run(wanted):
        each(count)
        counted = count
    counts: dict[tuple[int, int], list[int]] = {}
    for chunk in kept.chunks(bench.names[0]):
        for key, values in chunk.counts.items():
            counts[key] = [a + b for a, b in zip(counts.get(key, [0] * len(values)), values, strict=True)]
    return sorted(rows_of(kept, bench.names[0])), counts, counted


def test_a_parcel_is_the_same_game_elsewhere(tmp_path: Path) -> None:
    """A game with a module of its folder and one from elsewhere; nothing in it says where it came from."""
    home = tmp_path / "home" / "game"
    (home / "modules").mkdir(parents=True)
    (home / "game.rules").write_text(
        'game "Worth" for 2 players\n\nvalue worth: 0..9 = 1\n\neach player has:\n    var coins: 0..99\n\n'
        "main:\n    raise player 1.coins by worth\n    end game scored by coins\n",
        encoding="utf-8",
    )
    (home / "modules" / "more.rules").write_text('module more "More"\n\nmodify worth by +2\n', encoding="utf-8")
    (tmp_path / "double.rules").write_text(MODULE, encoding="utf-8")
    variant = Variant(str(home), 2, modules=("more", str(tmp_path / "double.rules")))
    sent = packed(game_of(variant), variant)
    assert str(tmp_path) not in repr((sent.variant, sorted(sent.files)))
    (tmp_path / "there").mkdir()
    there = unpacked(sent, tmp_path / "there")
    assert rules_digest(game_of(there)) == sent.rules == rules_digest(game_of(variant))
    assert game_of(there).start(2, 1).view(None).results == (4, 0)


def test_modules_of_installed_packages_go_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Into the folder of the game: nothing needs to be installed there."""
    monkeypatch.setenv("RULEWRIGHT_HOME", str(tmp_path / "shelf"))
    made = tmp_path / "made"
    copytree(Path(__file__).parents[2] / "games" / "expansions" / "hill_king", made)  # packing writes into the folder
    (tmp_path / "registry").mkdir()
    assert main(["pack", str(made), "-o", str(tmp_path / "registry")]) == 0
    assert main(["index", str(tmp_path / "registry")]) == 0
    assert main(["install", "hill_king", "--index", str(tmp_path / "registry")]) == 0
    variant = Variant("chess", 2, modules=("hill_king",), limit=40)
    sent = packed(game_of(variant), variant)
    monkeypatch.setenv("RULEWRIGHT_HOME", str(tmp_path / "empty"))
    (tmp_path / "there").mkdir()
    there = unpacked(sent, tmp_path / "there")
    assert there.modules == ("hill_king",)
    assert rules_digest(game_of(there)) == sent.rules
    assert game_of(there).start(2, 1).moves()


def test_another_version_refuses(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    variant = Variant("tic_tac_toe", 2)
    sent = packed(game_of(variant), variant)
    monkeypatch.setattr(parcel, "program", lambda: "another")
    with pytest.raises(Foreign, match="another version of Rulewright"):
        unpacked(sent, tmp_path)


def test_nobody_is_there(capsys: Caught, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Words, and not a traceback, where no scheduler answers."""
    monkeypatch.setattr("dsl.lab.cluster._SECONDS", 1)
    words = ["lab", "run", "pig", "--games", "5", "--store", str(tmp_path / "s")]
    assert main([*words, "--cluster", "tcp://127.0.0.1:9"]) == 1
    assert "nobody answers as a scheduler at tcp://127.0.0.1:9" in capsys.readouterr().err


@pytest.fixture(scope="module")
def scheduler() -> Iterator[Any]:
    """A scheduler and two workers, each a process."""
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": ":0", "silence_logs": 50}
    with distributed.LocalCluster(**options) as made:
        yield made


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "games", "bots"), [("pig", 3000, "random"), ("dark_order", 400, "random"), ("kuhn_poker", 60, "uct:20")]
)
def test_the_same_games(scheduler: Any, game: str, games: int, bots: str, tmp_path: Path) -> None:
    """Rows and counts are those of one process here."""
    variant = Variant(game, 2, bots=(bots, "random"))
    here = played(variant, tmp_path / "here", Wanted(games))
    told: list[str] = []
    with cluster(scheduler.scheduler_address, told.append) as far:
        there = played(variant, tmp_path / "there", Wanted(games, far=far))
    assert there == here and there[2] == games and not told


@pytest.mark.long
def test_a_worker_is_killed(scheduler: Any, tmp_path: Path) -> None:
    """What it was playing is played by the other one, and nothing is counted twice."""
    variant = Variant("dark_eden", 2)
    here = played(variant, tmp_path / "here", Wanted(60))
    killed: list[int] = []

    def kill(count: int) -> None:
        if count > 10 and not killed:
            worker = next(iter(scheduler.workers.values()))
            killed.append(worker.pid)
            os.kill(worker.pid, signal.SIGKILL)

    with cluster(scheduler.scheduler_address, lambda _: None) as far:
        there = played(variant, tmp_path / "there", Wanted(60, far=far), kill)
    assert killed and there == here


@pytest.mark.long
def test_the_command_says_it_in_a_file(scheduler: Any, capsys: Caught, tmp_path: Path) -> None:
    """`lab.toml` may name the cluster."""
    file = tmp_path / "lab.toml"
    file.write_text(f'game = "pig"\ngames = 50\ncluster = "{scheduler.scheduler_address}"\n', encoding="utf-8")
    assert main(["lab", "run", str(file), "--store", str(tmp_path / "s")]) == 0
    assert "50 games" in capsys.readouterr().out


@pytest.mark.long
def test_numbers_are_turned_on_a_cluster(scheduler: Any, capsys: Caught, tmp_path: Path) -> None:
    """The same path and the same answer as here."""
    words = ["lab", "tune", "pig", "--vary", "goal=20..22", "--goal", "turns=4..8", "--games", "40", "--store"]
    assert main([*words, str(tmp_path / "here")]) == 0
    here = capsys.readouterr().out
    assert main([*words, str(tmp_path / "there"), "--cluster", str(scheduler.scheduler_address)]) == 0
    assert capsys.readouterr().out == here


@pytest.mark.long
@pytest.mark.parametrize(
    "words",
    [
        ["pig", "pig", "--b-option", "goal=60", "--bounds", "0", "20"],
        ["tic_tac_toe", "tic_tac_toe", "--games", "3000"],
        ["kuhn_poker", "kuhn_poker", "--bots", "uct:10,random", "--games", "90"],
    ],
)
def test_games_are_compared_on_a_cluster(scheduler: Any, words: list[str], capsys: Caught) -> None:
    """The same figures and the same end as here, also of two games that mean the same."""
    assert main(["lab", "compare", *words, "--json"]) == 0
    here = capsys.readouterr().out
    assert main(["lab", "compare", *words, "--json", "--cluster", str(scheduler.scheduler_address)]) == 0
    assert capsys.readouterr().out == here


@pytest.mark.long
def test_what_is_compared_outlives_a_worker(scheduler: Any, capsys: Caught, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of the two is killed in the middle."""
    words = ["lab", "compare", "dark_order", "dark_order", "--games", "2000", "--bounds", "0", "1", "--json"]
    assert main(words) == 0
    here = capsys.readouterr().out
    killed: list[int] = []
    pair = compare_module._pair

    def kill(*given: Any) -> None:
        if not killed:
            killed.append(next(iter(scheduler.workers.values())).pid)
            os.kill(killed[0], signal.SIGKILL)
        pair(*given)

    monkeypatch.setattr(compare_module, "_pair", kill)
    assert main([*words, "--cluster", str(scheduler.scheduler_address)]) == 0
    assert capsys.readouterr().out == here and killed


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_in_the_middle_leaves_what_is_known(scheduler: Any, tmp_path: Path) -> None:
    """Figures of what was played by then, the exit code 130, workers that go on, and a store that does too."""
    store, address = tmp_path / "s", str(scheduler.scheduler_address)
    words = [sys.executable, "-m", "dsl.tools.cli", "lab", "run", "pig", "--store", str(store), "--json"]
    with subprocess.Popen(
        [*words, "--games", "100000000", "--cluster", address], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        for _ in range(600):
            time.sleep(0.1)
            if store.exists() and any(Store(store).spans(name) for name in Store(store).variants()):
                break
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
    told = json.loads(out)
    assert process.returncode == 130 and "PARTIAL" in err.decode() and "Traceback" not in err.decode()
    known = told["variants"][0]["games"]
    assert told["partial"] is True and 0 < known < 100_000_000
    kept = Store(store)
    (name,) = kept.variants()
    assert len(rows_of(kept, name)) == known == sum(count for _, count in kept.spans(name))
    with cluster(address, lambda _: None) as far:
        assert played(Variant("pig", 2), tmp_path / "again", Wanted(200, far=far))[2] == 200


@pytest.mark.long
def test_a_worker_without_a_compiler_plays_the_same_and_is_named(tmp_path: Path) -> None:
    """With an empty PATH, and nothing that was compiled before."""
    here = played(Variant("pig", 2), tmp_path / "here", Wanted(300))
    bare = {name: value for name, value in os.environ.items() if name != "CC"}
    bare |= {"PATH": "", "XDG_CACHE_HOME": str(tmp_path / "cache"), "HOME": str(tmp_path)}
    options = {"n_workers": 0, "dashboard_address": ":0", "silence_logs": 50}
    told: list[str] = []
    with distributed.LocalCluster(**options) as made:
        address = str(made.scheduler_address)
        words = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny"]
        with subprocess.Popen([*words, "--no-dashboard"], env=bare, stderr=subprocess.DEVNULL) as worker:
            try:
                with distributed.Client(address, set_as_default=False) as client:
                    client.wait_for_workers(1, timeout=60)
                with cluster(address, told.append) as far:
                    there = played(Variant("pig", 2), tmp_path / "there", Wanted(300, far=far))
            finally:
                worker.kill()
    assert there == here
    assert len(told) == 1 and told[0].startswith("without a C compiler, and so slowly, play tcp://")
