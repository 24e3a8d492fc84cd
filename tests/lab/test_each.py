"""Everything forbidden in turn to a seat."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from dsl.lab.each import LOOKS, MOST, Each, each_of, forbid_each
from dsl.lab.figures import figures
from dsl.lab.restricted import Restricted, restricted_of
from dsl.lab.running import Bench, Wanted
from dsl.lab.store import Store
from dsl.lab.variant import Variant
from dsl.tools.cli import main

Write = Callable[[str], Path]
Caught = pytest.CaptureFixture[str]


def forbidden_in(path: Path, file: Path, games: int, processes: int = 1, **fields: object) -> tuple[Store, Each]:
    """Some games, and the same ones with everything forbidden in turn to A."""
    store, wanted = Store(file), Wanted(games, None, processes)
    variant = Variant(str(path), 2, **fields)  # type: ignore[arg-type]
    bench = Bench(store, [variant])
    for _ in bench.run(Wanted(games)):
        pass
    each = each_of(bench, bench.names[0], variant, 1, games)
    counts = list(forbid_each(each, wanted))
    assert counts == sorted(counts) and counts[-1] == each.done
    return store, each


def told(store: Store, each: Each) -> dict[str, Restricted]:
    """What it brought, by what was forbidden."""
    found = [figures(store, name) for name in (each.base, *each.bench.names)]
    return {one.what[0].removeprefix("play: ").removeprefix("play "): one for one in restricted_of(store, found)}


def test_planted_cards_are_found_and_games_are_saved(game_file: Write, tmp_path: Path) -> None:
    """The strong card is worth having, the useless one better left; twins are dominated alike; not all is played."""
    store, each = forbidden_in(game_file("CARDS"), tmp_path / "s", 8000, options={"strong": 20, "weak": 10})
    verdicts = {what: one.verdict for what, one in told(store, each).items()}
    assert verdicts["Hero"] == "worth having"
    assert verdicts["Dud"] == "better left"
    one, two = (told(store, each)[name] for name in ("Twin One", "Twin Two"))
    assert abs(one.difference - two.difference) < 3 * (one.error + two.error)
    assert 0 < one.difference < told(store, each)["Dud"].difference  # who leaves it plays the strong one more often
    assert each.done < each.whole
    assert "saved as it was clear before" in each.words
    hero = told(store, each)["Hero"]
    assert hero.looks == LOOKS and hero.pairs == 1000  # it was clear at the first look


def test_it_goes_on_where_it_was(game_file: Write, tmp_path: Path) -> None:
    """Once more plays nothing; more games count as more looks; several processes play the same games."""
    path = game_file("CARDS")
    store, each = forbidden_in(path, tmp_path / "s", 400, options={"strong": 20})
    before = told(store, each)
    store.close()
    store, again = forbidden_in(path, tmp_path / "s", 400, options={"strong": 20})
    assert told(store, again) == before
    store.close()
    store, more = forbidden_in(path, tmp_path / "s", 800, options={"strong": 20})
    assert {one.looks for one in told(store, more).values()} == {2 * LOOKS}
    other, both = forbidden_in(path, tmp_path / "t", 400, processes=2, options={"strong": 20})
    assert told(other, both) == before


def test_its_games_are_those_of_a_restriction_by_name(game_file: Write, tmp_path: Path) -> None:
    """An arena in which something else is forbidden is not made anew, and plays the same."""
    store, each = forbidden_in(game_file("CARDS"), tmp_path / "s", 300)
    both = zip(each.bench.names, each.bench.variants, strict=True)
    name, variant = next((name, one) for name, one in both if "Hero" in one.forbidden[0])
    alone = Store(tmp_path / "t")
    count = sum(games for _, games in store.spans(name))
    bench = Bench(alone, [replace(variant)])
    for _ in bench.run(Wanted(count)):
        pass
    assert bench.names == [name]
    one, other = figures(store, name), figures(alone, name)
    assert one.taken and one.title == other.title  # a variant that is like another has its words
    assert one.taken == other.taken


def false_alarms(path: Path, tmp_path: Path, runs: int, games: int) -> int:
    """In how many runs something is said to be worth having or better left where nothing is."""
    wrong = 0
    for seed in range(runs):
        store, each = forbidden_in(path, tmp_path / f"s{seed}", games, seed=seed)
        wrong += any(one.adjusted < 0.05 for what, one in told(store, each).items() if "Twin" in what)
        store.close()
    return wrong


@pytest.mark.long
def test_false_alarms_come_no_more_often_than_is_stated(game_file: Write, tmp_path: Path) -> None:
    """In a hundred runs of cards that are alike at most eleven, with all their looks (five are stated)."""
    assert false_alarms(game_file("CARDS"), tmp_path, 100, 800) <= 11


def test_few_runs_raise_few_alarms(game_file: Write, tmp_path: Path) -> None:
    """The same in ten runs: at most two."""
    assert false_alarms(game_file("CARDS"), tmp_path, 10, 400) <= 2


def test_by_command_and_on_the_page(game_file: Write, tmp_path: Path, capsys: Caught) -> None:
    """In words, in JSON, on the page, as a table; a seat that is none is refused."""
    pytest.importorskip("matplotlib")
    pytest.importorskip("openskill")
    path, file, page = str(game_file("CARDS")), str(tmp_path / "s"), tmp_path / "p.html"
    words = ["lab", "run", path, "--games", "2000", "--store", file, "--option", "strong=20", "--forbid-each", "A"]
    assert main(words) == 0
    shown = capsys.readouterr().out
    assert "forbidden in turn to seat A" in shown
    assert "Without “play Hero” seat A wins -" in shown
    assert "worth having" in shown
    assert main([*words, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    (turn,) = document["in_turn"]
    assert turn["games"] <= turn["of"] == turn["answers"] * 2000
    assert any(each["verdict"] == "worth having" and "Hero" in each["what"][0] for each in document["restricted"])
    report = ["lab", "report", path, "--store", file, "-o", str(page), "--csv", str(tmp_path / "t")]
    assert main(report) == 0
    text = page.read_text(encoding="utf-8")
    assert "What choices are worth" in text and "by how much more the seat wins without it" in text
    assert text.count("<h3>Who wins</h3>") == 1  # variants with something forbidden stand in one table
    rows = list(csv.DictReader((tmp_path / "t" / "restricted.csv").read_text(encoding="utf-8").splitlines()))
    assert len(rows) == turn["answers"] and {row["seat"] for row in rows} == {"A"}
    assert main([*words[:-1], "C"]) == 2
    assert "no seat C" in capsys.readouterr().err
    assert turn["answers"] <= MOST
