"""The command line: exit codes, what goes where, and that nothing ends in a traceback."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from dsl.codes import CODES, FAULTS
from dsl.reading.places import shipped_games
from dsl.tools import bench as bench_module
from dsl.tools import cli

GAMES = Path(__file__).parents[2]


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Exit code, output and errors of a command."""
    capsys.readouterr()
    code = cli.main(list(words))
    said = capsys.readouterr()
    return code, said.out, said.err


def test_new_makes_a_game_that_checks_and_proves_itself(market: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What `new` makes has no errors, passes its scenarios, covers its ledger and is in the standard layout."""
    code, out, _ = answer(capsys, "check", str(market), "--json")
    found = json.loads(out)
    assert code == 0
    assert (found["command"], found["ok"], found["title"]) == ("check", True, "Fish Market")
    assert (found["errors"], found["warnings"], found["diagnostics"]) == (0, 0, [])
    code, out, _ = answer(capsys, "test", str(market), "--json")
    assert code == 0, out
    assert json.loads(out)["passed"] == 9
    code, out, _ = answer(capsys, "coverage", str(market), "--mutate", "--json")
    found = json.loads(out)
    assert code == 0, out
    assert found["counts"] == {
        "encoded": 9,
        "exercised": 9,
        "text_only": 1,
        "ruled": 1,
        "missing": 0,
        "unexercised": 0,
    }
    assert found["mutation"]["survived"] == []
    assert answer(capsys, "fmt", str(market), "--check")[0] == 0


def test_new_overwrites_nothing(market: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder with something in it is left alone; a name that is no title is refused."""
    before = (market / "game.rules").read_text()
    code, _, err = answer(capsys, "new", str(market))
    assert code == 2
    assert "exists already" in err
    assert (market / "game.rules").read_text() == before
    assert answer(capsys, "new", "bad\u202ename")[0] == 2


def test_check_shows_every_mistake(market: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Mistakes are shown with their places, counted, and make the exit code 1."""
    game = market / "game.rules"
    game.write_text(game.read_text().replace("g.price", "g.prize"))
    code, out, err = answer(capsys, "check", str(market))
    assert code == 1
    assert "prize" in out and "game.rules:" in out and "errors" in out
    assert err == ""
    code, out, _ = answer(capsys, "check", str(market), "--json", "--all-players")
    found = json.loads(out)
    assert code == 1
    assert found["errors"] == len(found["diagnostics"]) > 0
    assert found["checked_players"] == [2, 3, 4]
    assert {"code", "severity", "title", "message", "labels", "cites", "hint"} <= set(found["diagnostics"][0])


def test_check_asks_for_citations_when_told_to(market: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With --cited a rule without a paragraph is a warning, and the game is right all the same."""
    with (market / "game.rules").open("a") as game:
        game.write("\nafter move x to z: nothing\n")
    assert "W304" not in answer(capsys, "check", str(market))[1]
    code, out, _ = answer(capsys, "check", str(market), "--cited")
    assert code == 0
    assert "warning[W304]: this rule cites no paragraph" in out


@pytest.mark.parametrize("command", ["test", "coverage", "sim", "bench", "graph", "play"])
def test_a_game_with_mistakes_is_not_played(command: str, market: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The diagnostics go to the error stream and the exit code is 1."""
    (market / "game.rules").write_text('game "X" for 2 players\nmain:\n    nonsense\n')
    code, out, err = answer(capsys, command, str(market))
    assert code == 1
    assert out == ""
    assert "error[" in err


@pytest.mark.parametrize("command", ["check", "test", "coverage", "sim", "bench", "graph", "play", "fmt"])
def test_a_missing_game_is_one_message(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What is not there is named, in one message, with exit code 1."""
    code, _, err = answer(capsys, command, "no/such/game")
    assert code == 1
    assert "no/such/game" in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["chekc", "x"],
        ["check"],
        ["sim", "x", "-n", "0"],
        ["sim", "x", "-n", "many"],
        ["play", "x", "--seed", "-1"],
        ["graph", "x", "--format", "png"],
        ["perft", "x", "٣"],
    ],
)
def test_wrong_use_is_2(words: list[str]) -> None:
    """argparse answers wrong calls."""
    with pytest.raises(SystemExit) as ended:
        cli.main(words)
    assert ended.value.code == 2


@pytest.mark.parametrize(
    "words",
    [
        ["--bot", "Z=random"],
        ["--bot", "B=clever"],
        ["--bot", "B"],
        ["--seat", "Q"],
        ["--players", "7"],
        ["--option", "goal"],
    ],
)
def test_play_refuses_what_does_not_exist(words: list[str], market: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Seats, bots and numbers of players that do not exist are wrong use."""
    code, out, err = answer(capsys, "play", str(market), *words)
    assert (code, out) == (2, "")
    assert err.startswith("rulewright: ")


def test_options_are_checked(market: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An option the game does not have, or a value it cannot have, is refused."""
    code, _, err = answer(capsys, "sim", str(market), "--option", "coins_at_fist=3")
    assert code == 2
    assert "coins_at_fist" in err
    assert answer(capsys, "sim", str(market), "--option", "coins_at_first=99")[0] == 2


@pytest.mark.parametrize("command", ["check", "test", "coverage", "sim", "bench", "dump"])
def test_json_is_answered_with_whatever_goes_wrong(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A path that leads nowhere is told in a document too."""
    code, out, err = answer(capsys, command, "no_such_game", "--json")
    found = json.loads(out)
    assert code == 1 and "no_such_game" in err
    assert (found["command"], found["ok"], found["error"]) == (command, False, None)
    assert [each["code"] for each in found["diagnostics"]] == ["E011"]


def test_json_says_why_a_call_is_wrong(market: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is no diagnostic stands under `error`."""
    code, out, _ = answer(capsys, "sim", str(market), "--players", "9", "--json")
    assert code == 2
    assert "not for 9" in json.loads(out)["error"]


def test_one_of_something_is_not_plural(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is counted as `1 players`."""
    alone = tmp_path / "alone"
    alone.mkdir()
    (alone / "game.rules").write_text(
        'game "Alone" for 1 player\naction rest in turn:\n    end game drawn\nwindow turn\n'
        "main:\n    offer turn to player 1\n"
        'scenario "rest":\n    A does "rest"\n'
    )
    said = "".join(
        "".join(answer(capsys, *words)[1:])
        for words in (
            ("check", str(alone)),
            ("test", str(alone)),
            ("coverage", str(alone)),
            ("sim", str(alone), "-n", "1"),
            ("sim", str(alone), "--players", "2"),
            ("fmt", str(alone)),
            ("bench", str(alone), "--seconds", "1"),
        )
    )
    for thing in ("card", "action", "scenario", "player", "game", "file", "rule"):
        assert not re.search(rf"\b1 {thing}s", said), said
    for words in ("1 action, 1 scenario", "1 of 1 scenario passed", "1 game, 1 player", "1 file is", "for 1 player,"):
        assert words in said, said


def test_explain(capsys: pytest.CaptureFixture[str]) -> None:
    """Every code has at least its title; others are answered with the nearest."""
    for known in {**CODES, **FAULTS}:
        code, out, _ = answer(capsys, "explain", known.lower())
        assert code == 0
        assert out.startswith(f"{known}: {({**CODES, **FAULTS})[known]}\n")
    code, _, err = answer(capsys, "explain", "E10")
    assert code == 2
    assert "E10" in err


def test_fmt_writes_only_what_changes(market: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--check writes nothing; without it the file is put into the standard layout."""
    game = market / "game.rules"
    right = game.read_text()
    game.write_text(right.replace("set p.coins to coins_at_first", "set p.coins  to   coins_at_first"))
    code, out, _ = answer(capsys, "fmt", str(market), "--check")
    assert code == 1
    assert "would change" in out
    assert game.read_text() != right
    assert answer(capsys, "fmt", str(market), str(game))[0] == 0
    assert game.read_text() == right
    assert list(market.glob(".*")) == []


def test_sim_is_the_same_however_it_is_played(market: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The document depends on the arguments alone."""
    words = ["sim", str(market), "-n", "30", "--seed", "5", "--json"]
    code, once, _ = answer(capsys, *words)
    assert code == 0
    assert answer(capsys, *words, "--processes", "2")[1] == once
    found = json.loads(once)
    assert (found["games"], found["finished"], found["faults"]) == (30, 30, [])
    assert [seat["seat"] for seat in found["seats"]] == ["A", "B"]
    assert sum(seat["wins"] for seat in found["seats"]) == pytest.approx(30)
    assert found["decisions"]["least"] <= found["decisions"]["mean"] <= found["decisions"]["most"]


@pytest.mark.long
def test_bench_measures_the_backends(market: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All figures are there and are figures."""
    code, out, _ = answer(capsys, "bench", str(market), "--seconds", "1", "--json")
    found = json.loads(out)
    assert code == 0
    rates = found["decisions_per_second"]
    assert set(rates) - {"native", "native, all in C"} == {"python", "reference"}
    assert all(rate > 0 for rate in rates.values())
    assert found["ratio"] > 0
    assert found["state_bytes"] % 4 == 0
    assert {"clone", "undo and redo", "view"} <= set(found["microseconds"])
    assert {"read", "check", "compile"} <= set(found["seconds"])


def test_bench_of_a_long_game_ends(market: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reference plays no longer than asked for, python is compared as far as that came, and how far is told."""
    ticks = itertools.count()
    monkeypatch.setattr(bench_module, "perf_counter", lambda: next(ticks) / 10)
    monkeypatch.setattr(bench_module, "_measure_native", lambda *_: None)
    monkeypatch.setattr(bench_module, "_measure_state", lambda *_: None)
    told: list[int] = []
    found = bench_module.bench(str(market), 2, {}, 0.3, (), told.append)
    assert found.games == 2 and 0 < found.compared <= 4 < found.decisions
    assert told and max(told) <= 2 and found.ratio > 0


def test_perft_counts(market: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Depth 0 is one position, depth 1 the moves, and what `--divide` says adds up."""
    code, out, _ = answer(capsys, "perft", str(market), "3", "--divide", "--json")
    found = json.loads(out)
    assert code == 0
    assert found["counts"][0] == 1
    assert found["counts"][1] >= len(found["divide"])
    assert found["counts"][3] == sum(found["divide"].values())
    assert all(count > 0 for count in found["divide"].values())


def test_graph(market: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Phases, windows and actions are nodes; nothing but labels comes from the rules."""
    code, out, _ = answer(capsys, "graph", str(market))
    assert code == 0
    assert out.startswith("flowchart TD\n")
    assert "phase trading" in out and "your turn" in out and "buy" in out
    code, out, _ = answer(capsys, "graph", str(market), "--format", "dot")
    assert code == 0
    assert out.startswith("digraph game {\n") and out.endswith("}\n")


def test_a_failed_scenario_says_what_was_possible(market: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The place, the reason and the moves of that point are shown; -k picks scenarios by their titles."""
    scenarios = market / "scenarios" / "market.rules"
    scenarios.write_text(scenarios.read_text().replace("expect A.coins = 1 and", "expect A.coins = 2 and"))
    code, out, _ = answer(capsys, "test", str(market))
    assert code == 1
    assert "FAILED: a good costs its price" in out
    assert "scenarios/market.rules:" in out
    assert "8 of 9" in out
    assert answer(capsys, "test", str(market), "-k", "CANNOT PAY")[0] == 0
    code, out, _ = answer(capsys, "coverage", str(market), "--json")
    assert code == 1
    assert json.loads(out)["failed"] == ["a good costs its price"]


def test_the_program_as_a_process(market: Path) -> None:
    """Started like a user does: version, piped play, a closed pipe, all without a traceback."""

    def rulewright(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "dsl.tools.cli", *words], input=typed, capture_output=True, text=True, cwd=GAMES
        )

    assert rulewright("--version").stdout.startswith("rulewright ")
    played = rulewright("play", str(market), typed="moves\n1\nfrobnicate\nlog\nquit\n")
    assert (played.returncode, played.stderr) == (0, "")
    assert "is asked: your turn" in played.stdout
    assert "\x1b" not in played.stdout
    shell = f"{sys.executable} -m dsl.tools.cli graph {market} | head -n 1"
    closed = subprocess.run(shell, shell=True, capture_output=True, text=True, cwd=GAMES)
    assert "Traceback" not in closed.stderr


def test_a_fault_of_the_program_is_named_as_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An exception that nobody expected is one sentence and exit code 70; the variable shows all of it."""

    def broken(module: str, function: str) -> None:
        raise RecursionError("too deep")

    monkeypatch.setattr(cli, "_command", broken)
    code, _, err = answer(capsys, "check", "x")
    assert code == 70
    assert "fault of the program" in err
    monkeypatch.setenv("RULEWRIGHT_DEBUG", "1")
    with pytest.raises(RecursionError):
        cli.main(["check", "x"])


@pytest.mark.parametrize("command", ["check", "test", "play", "fmt", "new", "explain"])
def test_what_is_typed_is_shown_harmlessly(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Names with control and text-reversing characters are answered without them; so is a NUL."""
    for name in ("no\x1b[2Jgame", "no\u202egame", "no\0game"):
        code, out, err = answer(capsys, command, name)
        assert code in (1, 2)
        assert not set(out + err) & set("\x1b\u202e\0")
        assert err.count("\n") <= 4


def test_games_lists_what_comes_along(capsys: pytest.CaptureFixture[str]) -> None:
    """Each with its title, its numbers of players and a sentence; every name can be played."""
    code, out, _ = answer(capsys, "games")
    assert code == 0
    assert "tic_tac_toe" in out and "Tic-Tac-Toe, for 2 players" in out
    assert all(len(line) <= 120 for line in out.split("\n"))
    code, out, _ = answer(capsys, "games", "--json")
    games = {game["name"]: game for game in json.loads(out)["games"]}
    assert games["liars_dice"]["players"] == "2..6"
    assert all(game["about"] and game["title"] for game in games.values())
    assert set(games) == set(shipped_games())
    assert all(game["players"][0].isdigit() for game in games.values()), "the header of each is understood"


def test_explain_lists_all_codes_and_shows_each(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a code all of them; with one its page as it reads in a terminal, without the signs of Markdown."""
    code, out, _ = answer(capsys, "explain")
    assert code == 0
    codes = [*CODES, *FAULTS]
    assert [line.split()[0] for line in out.strip().split("\n")] == codes
    for each in codes:
        code, out, _ = answer(capsys, "explain", each)
        assert code == 0 and out.count("\n") > 5, each
        assert "```" not in out and "\n## " not in out, each
    assert "rulewright explain lists them" in answer(capsys, "explain", "xx")[2]


@pytest.mark.long
@pytest.mark.parametrize("how", ["mermaid", "dot"])
@pytest.mark.parametrize("game", sorted(shipped_games()))
def test_every_game_can_be_drawn(game: str, how: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Also games whose modules have scenarios that need helpers of the folder of scenarios."""
    code, out, err = answer(capsys, "graph", game, "--format", how)
    assert code == 0, err
    assert out.startswith("flowchart TD" if how == "mermaid" else "digraph")


def test_a_number_that_is_too_long_is_told_so(capsys: pytest.CaptureFixture[str]) -> None:
    """It is a whole number all the same."""
    with pytest.raises(SystemExit):
        cli.main(["play", "tic_tac_toe", "--seed", "9" * 30])
    assert "this one has 30" in capsys.readouterr().err
    assert "did you mean `size`" in answer(capsys, "play", "hex", "--option", "siz=3")[2]
