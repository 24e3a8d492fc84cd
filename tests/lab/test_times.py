"""Where the time of play goes: told for whoever asks, and bounded where games are long."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dsl.lab import luck, times
from dsl.lab.arena import Arena
from dsl.lab.running import game_of
from dsl.lab.variant import Variant
from dsl.tools.cli import main

# `heavy` counts to a hundred for each time that `light` counts to two
WORK = """\
game "Work" for 2 players

each player has:
    var done: 0..1000 stops at ends

procedure heavy (p: Player):
    for i from 1 to 100:
        raise p.done by i mod 3

procedure light (p: Player):
    for i from 1 to 2:
        raise p.done by i mod 3

main:
    for turn from 1 to 15:
        for each p in players:
            heavy p
            light p
    random die from 1..6 on dice
    random side from 1..2 on coin
    if (die + side) mod 2 = 0: end game won by player 1
    end game won by player 2
"""


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """The rules of `Work` as a file."""
    path = tmp_path / "work.rules"
    path.write_text(WORK, encoding="utf-8")
    return path


def test_the_slow_part_is_named(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nearly all looks find the procedure that does nearly all the work."""
    monkeypatch.setattr(times, "ENOUGH", 150)
    variant = Variant(str(work), 2)
    game = game_of(variant)
    found = times.times_of(game, Arena(game, variant))
    assert found is not None and found.games > 1 and found.looks >= times.LEAST
    assert found.parts[0].name == "procedure heavy" and found.parts[0].where == "work.rules:6"
    assert found.parts[0].share > 0.6
    assert sum(part.looks for part in found.parts) == found.looks
    light = sum(part.share for part in found.parts if part.name == "procedure light")
    assert light < 0.2


def test_what_is_not_asked_for_is_not_measured(
    work: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    """Without `--times` nothing looks; with it the command and the report tell, and the games are the same."""
    monkeypatch.setattr(times, "ENOUGH", 150)
    words = ["lab", "run", str(work), "--games", "30", "--store", str(work.parent / "kept")]

    def run(*more: str) -> dict[str, Any]:
        assert main([*words, *more, "--json"]) == 0
        return json.loads(capsys.readouterr().out)["variants"][0]

    with monkeypatch.context() as patch:
        patch.setattr("dsl.lab.running.times_of", lambda *_: pytest.fail("nobody asked"))
        before = run()
    after = run("--times")
    assert before["times"] is None and after["times"]["parts"][0]["name"] == "procedure heavy"
    assert after["seats"] == before["seats"] and after["games"] == 30
    assert main(words) == 0
    assert "Of the time of the rules (" in capsys.readouterr().out
    page = work.parent / "page.html"
    store = ["--store", str(work.parent / "kept")]
    assert main(["lab", "report", str(work), *store, "-o", str(page), "--csv", str(work.parent / "t")]) == 0
    assert "Time by rule" in page.read_text(encoding="utf-8")
    assert "procedure heavy" in (work.parent / "t" / "times.csv").read_text(encoding="utf-8")


def test_long_games_end_soon(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a game takes a second, luck is told of some groups, and streams are left and named."""
    clock = iter(range(1_000_000))
    monkeypatch.setattr(luck, "perf_counter", lambda: float(next(clock)))
    played: list[int] = []
    step = luck._Player.step
    monkeypatch.setattr(luck._Player, "step", lambda *given: played.append(1) or step(*given))
    variant = Variant(str(work), 2)
    found = luck.luck_of(Arena(game_of(variant), variant))
    assert found is not None
    assert luck.FEWEST <= found.pairs <= luck.PATIENCE + 1
    assert found.streams == {} and found.left == ("dice", "coin")
    assert len(played) <= 3 * found.pairs + 10
