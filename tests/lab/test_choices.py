"""What choices are worth, ladders of bots, and two games side by side on a page."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from dsl.lab.figures import figures
from dsl.lab.restricted import restricted_of
from dsl.lab.rungs import RUNGS, meetings
from dsl.lab.running import Bench, Wanted
from dsl.lab.stats import spread
from dsl.lab.store import Store
from dsl.lab.taken import lists_of
from dsl.lab.variant import Variant
from dsl.tools.cli import main

Write = Callable[[str], Path]
Caught = pytest.CaptureFixture[str]


def test_who_meets_on_a_ladder() -> None:
    """Each bot itself, then as many neighbours as there are seats; a game for one has nobody to meet."""
    rungs = RUNGS.split(",")
    assert meetings(rungs, 2) == [*rungs, "random,greedy", "greedy,uct:10", "uct:10,uct:100"]
    assert meetings(rungs, 3)[4:] == ["random,greedy,uct:10", "greedy,uct:10,uct:100"]
    assert meetings(rungs, 6)[4:] == [RUNGS]
    assert meetings(rungs, 1) == rungs
    assert meetings(["random"], 2) == ["random"]


def test_what_choices_are_worth(game_file: Write, tmp_path: Path) -> None:
    """The strong card is worth having, the weak one is better left; where all are alike it is no matter."""
    path, store = str(game_file("CARDS")), Store(tmp_path / "s")
    free = {"options": {"strong": 20, "weak": 10}}
    variants = [Variant(path, 2, **free)]  # type: ignore[arg-type]
    variants += [
        Variant(path, 2, forbidden=(card,), whose=(1,), **free)  # type: ignore[arg-type]
        for card in ("Hero", "Dud")
    ]
    variants += [Variant(path, 2), Variant(path, 2, forbidden=("Twin One",), whose=(1,))]
    bench = Bench(store, variants)
    for _ in bench.run(Wanted(4000)):
        pass
    found = [figures(store, name) for name in bench.names]
    worth = {each.what[0]: each for each in restricted_of(store, found)}
    assert {name: each.verdict for name, each in worth.items()} == {
        "Hero": "worth having",
        "Dud": "better left",
        "Twin One": "no matter",
    }
    hero = worth["Hero"]
    assert (hero.seat, hero.pairs) == ("A", 4000)
    assert hero.share == pytest.approx(found[0].seats[0].share)
    assert hero.without == pytest.approx(found[1].seats[0].share)
    assert "“Hero”" in hero.words and "of 4,000 games): worth having." in hero.words
    assert restricted_of(store, found[1:3]) == []  # there is nothing to compare with


def test_lists_of_what_stands_out(game_file: Write, tmp_path: Path) -> None:
    """The best and the worst card stand first, with intervals of the rates."""
    path, store = str(game_file("CARDS")), Store(tmp_path / "s")
    bench = Bench(store, [Variant(path, 2, options={"strong": 20, "weak": 10})])
    for _ in bench.run(Wanted(10_000)):
        pass
    found = figures(store, bench.names[0]).taken
    lists = lists_of(found)
    assert "Hero" in lists.better[0].words and "Dud" in lists.worse[0].words
    for each in found:
        low, high = each.rates
        assert 0 <= low <= each.rate + 1e-9 and each.rate - 1e-9 <= high <= 1


def test_a_ladder_from_the_command_line(tmp_path: Path, capsys: Caught) -> None:
    """Each bot plays itself, neighbours meet, and the report rates them and tells how the balance goes with them."""
    pytest.importorskip("matplotlib")
    pytest.importorskip("openskill")
    file, page = tmp_path / "s.sqlite", tmp_path / "l.html"
    words = ["lab", "run", "tic_tac_toe", "--games", "40", "--store", str(file), "--ladder", "random, greedy,uct:20"]
    assert main(words) == 0
    shown = capsys.readouterr().out
    assert "random and greedy" in shown and "greedy and uct:20" in shown and "random and uct:20" not in shown
    assert main(["lab", "report", "tic_tac_toe", "--store", str(file), "-o", str(page), "--json"]) == 0
    ladder = json.loads(capsys.readouterr().out)["ladder"]
    ratings = {name: rating for name, rating, *_ in ladder["ratings"]}
    assert ratings["uct:20"] > ratings["random"]
    assert [bot for bot, *_ in ladder["balance"]["seat A"]] == ["random", "greedy", "uct:20"]
    assert "share of the wins of seat A, when one sort of bots plays all seats" in page.read_text(encoding="utf-8")


def test_a_ladder_and_a_sweep_of_bots_are_too_much(tmp_path: Path, capsys: Caught) -> None:
    """Both say who plays."""
    words = ["lab", "run", "pig", "--games", "5", "--store", str(tmp_path / "s"), "--ladder", "--sweep", "bots=random"]
    assert main(words) == 2
    assert "leave one of them out" in capsys.readouterr().err
    file = tmp_path / "lab.toml"
    file.write_text('game = "pig"\nladder = ["random"]\n[sweep]\nbots = ["greedy"]\n', encoding="utf-8")
    assert main(["lab", "run", str(file)]) == 1
    assert "a ladder says who plays" in capsys.readouterr().err
    file.write_text('game = "pig"\nladder = ["randon"]\n', encoding="utf-8")
    assert main(["lab", "run", str(file)]) == 1
    assert "randon" in capsys.readouterr().err


def test_a_search_passes_a_ladder_over(tmp_path: Path, capsys: Caught) -> None:
    """It plays one sort of bots."""
    file = tmp_path / "lab.toml"
    lines = ['game = "pig"', 'ladder = ["random", "greedy"]', "[tune]", "games = 20", "steps = 2"]
    lines += ["[tune.vary]", 'goal = "20..21"', "[tune.goals]", 'A = "40..60"']
    file.write_text("\n".join(lines), encoding="utf-8")
    assert main(["lab", "tune", str(file), "--store", str(tmp_path / "s")]) == 0
    assert "Best: goal = 2" in capsys.readouterr().out


def test_two_games_side_by_side(tmp_path: Path, capsys: Caught) -> None:
    """One page, with what is said, what it rests on, and every answer in both."""
    pytest.importorskip("matplotlib")
    page = tmp_path / "c.html"
    words = ["lab", "compare", "pig", "pig", "--b-option", "goal=30", "--games", "300", "-o", str(page)]
    assert main(words) == 0
    told = capsys.readouterr().out.splitlines()
    text = page.read_text(encoding="utf-8").replace("&nbsp;", " ")
    assert told[1].replace("<", "&lt;") in text
    assert "goal = 30" in text and "seat A in B" in text and "at stake: roll" in text
    assert "http" not in text.replace("http://www.w3.org", "")


def test_large_numbers_read_as_people_write_them() -> None:
    """Not `2.06e+03 decisions`."""
    assert spread([2055, 2061]).words("decisions").startswith("2,058 decisions on average, nine games of ten 2,055")
    assert spread([27, 28]).words("turns").startswith("27.5 turns")


def test_a_ladder_ready_made(tmp_path: Path, capsys: Caught) -> None:
    """One command: strength, balance and luck in a table, a bot a line; the same figures as JSON and on the page."""
    pytest.importorskip("matplotlib")
    pytest.importorskip("openskill")
    file = tmp_path / "s.sqlite"
    words = ["lab", "ladder", "pig", "--games", "12", "--store", str(file), "--bots", "uct:1,uct:20"]
    words += ["--option", "goal=20"]
    assert main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    heads = next(line for line in lines if "rating" in line)
    assert heads.split() == ["rating", "seat", "A", "seat", "B", "chance", "alone"]
    rows = [line.split() for line in lines[lines.index(heads) + 1 :]]
    assert [row[0] for row in rows[:2]] == ["uct:1", "uct:20"]
    assert all("±" in row for row in rows[:2])
    assert "Nobody is surely ahead with some of these players" in lines[0]
    assert main([*words, "--json"]) == 0
    ladder = json.loads(capsys.readouterr().out)["ladder"]
    (one, chance, error), (other, _, _) = ladder["luck"]
    assert (one, other) == ("uct:1", "uct:20") and 0 <= chance < 1 and 0 < error < 0.4
    page = tmp_path / "l.html"
    assert main(["lab", "report", "pig", "--store", str(file), "-o", str(page)]) == 0
    assert "share of the result that is chance alone, by who plays all seats" in page.read_text(encoding="utf-8")
