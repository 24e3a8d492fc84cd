"""`measure` in the rules: at the end, at each turn and after events, in C as decision by decision."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from dsl.diagnostics import RulesError
from dsl.lab.arena import Arena
from dsl.lab.figures import figures
from dsl.lab.running import Bench, Wanted
from dsl.lab.store import Store
from dsl.lab.variant import Variant
from dsl.runtime.game import Game, load
from dsl.tools.cli import main

MARKET = Path(__file__).parents[1] / "corpus" / "good" / "measures.rules"
ALL = ("gold_left", "rich", "waiting", "held", "brought", "sales", "buys", "moved")
ALL += ("opening", "closing", "bid", "day_gold")
WARES = (2, 2, 2, 2, 5, 5, 5)


def arena_of(measures: Sequence[str] = ALL, game: Game | None = None) -> Arena:
    """The market at random."""
    return Arena(game or load(MARKET), Variant(str(MARKET), 2, measures=tuple(measures)))


def columns_of(arena: Arena, games: int) -> dict[str, list[int]]:
    """What is known of some games, by name."""
    found = arena.play(0, games)
    return {name: found.rows[at :: found.width].tolist() for at, name in enumerate(arena.columns)}


def test_c_measures_as_the_rest_does() -> None:
    """Rows with all sorts of measures are the same in C and decision by decision."""
    fast, slow = arena_of(), arena_of()
    if fast.beginning.held() is None:
        pytest.skip("no C compiler")
    slow.__dict__["held"] = None
    assert fast.play(3, 40) == slow.play(3, 40)


def test_what_is_measured_is_what_happened() -> None:
    """Seven wares are sold in each game, for their prices, and gold is what sales left."""
    columns = columns_of(arena_of(), 50)
    assert columns["brought.times 0"] == [7] * 50
    assert columns["brought.sum 0"] == [sum(WARES)] * 50
    assert columns["brought.least 0"] == [2] * 50
    assert columns["brought.most 0"] == [5] * 50
    spent = [40 - a - b for a, b in zip(columns["gold_left 1"], columns["gold_left 2"], strict=True)]
    assert spent == [sum(WARES)] * 50
    assert [a + b for a, b in zip(columns["sales.sum 1"], columns["sales.sum 2"], strict=True)] == [7] * 50
    assert columns["moved.times 0"] == [14] * 50  # to the stall and away from it
    assert columns["waiting.times 0"] == columns["turns"]
    assert columns["waiting.most 0"] == [7] * 50
    assert min(columns["waiting.least 0"]) == 1
    assert columns["rich 0"] == [
        int(max(a, b) > 8) for a, b in zip(columns["gold_left 1"], columns["gold_left 2"], strict=True)
    ]
    bought = [a + b for a, b in zip(columns["buys.sum 1"], columns["buys.sum 2"], strict=True)]
    assert 0 < min(bought) <= max(bought) < 7  # the others were taken by `take`
    assert columns["buys.times 1"] == bought


def test_a_phase_is_measured_at_its_start_and_at_its_end() -> None:
    """A day begins with what the last one left; at the end of the last day everything is sold."""
    columns = columns_of(arena_of(), 50)
    days = columns["opening.times 0"]
    assert days == columns["closing.times 1"] == columns["day_gold.times 0"]
    assert max(days) > min(days) >= 4  # two wares a day at most
    assert columns["opening.most 0"] == [7] * 50
    assert all(1 <= least <= 2 for least in columns["opening.least 0"])
    assert [a + b for a, b in zip(columns["closing.most 1"], columns["closing.most 2"], strict=True)] == [7] * 50
    left = [40 - sum(WARES)] * 50
    assert columns["day_gold.least 0"] == left  # at the end of the last day
    assert all(times >= day for times, day in zip(columns["bid.times 0"], days, strict=True))  # a window is one too
    assert columns["bid.most 0"] == [1] * 50 and columns["bid.least 0"] == [0] * 50


def test_measures_cost_nothing_where_nobody_asks() -> None:
    """Without being asked for they are in no machine; with them the games are the same games."""
    game, asked = load(MARKET), load(MARKET).measuring(ALL)
    assert not game.machine().measures
    assert len(asked.machine().measures) == len(ALL)
    assert len(game.engine().beginning) < len(asked.engine().beginning)
    assert game.measuring(["gold"]) is game
    one, other = columns_of(arena_of(()), 30), columns_of(arena_of(), 30)
    assert all(one[name] == other[name] for name in one)


def test_without_measures_the_machine_is_that_of_rules_without_them(tmp_path: Path) -> None:
    """The same fingerprint: what nobody asks for is not compiled."""
    lines = MARKET.read_text(encoding="utf-8").splitlines(keepends=True)
    bare = tmp_path / "bare.rules"
    bare.write_text("".join(line for line in lines if not line.startswith("measure")), encoding="utf-8")
    assert load(bare).engine().digest == load(MARKET).engine().digest


@pytest.mark.parametrize("backend", ["python", "reference"])
def test_backends_agree_on_what_follows_events(backend: str) -> None:
    """What is kept after events is the same on each backend, and so are the games."""
    asked = ("brought", "buys", "moved", "gold_left", "rich", "opening", "closing", "bid")
    game = load(MARKET).measuring(asked)
    found = [game.rollouts(6, measures=asked, backend=each) for each in ("auto", backend)]
    assert found[0].columns == found[1].columns
    assert found[0].outcome.rows == found[1].outcome.rows


def test_figures_tell_measures_with_intervals(tmp_path: Path) -> None:
    """By seat, with the mean of a game where there are several numbers of it; games open again as ever."""
    variant = Variant(str(MARKET), 2, measures=("gold_left", "waiting"))
    store = Store(tmp_path / "kept.sqlite")
    bench = Bench(store, [variant])
    for _ in bench.run(Wanted(200)):
        pass
    found = figures(store, bench.names[0])
    told = {each.words: each for each in found.measured}
    assert list(told)[:2] == ["gold_left of A", "gold_left of B"]
    gold = told["gold_left of A"]
    low, high = gold.numbers.interval
    assert low < gold.numbers.mean < high < low + 2
    assert gold.winners > gold.others
    waiting = told["waiting, mean of a game"]
    assert told["waiting, sum of a game"].numbers.mean > 3 * waiting.numbers.mean
    assert 1 < waiting.numbers.mean < 7
    assert told["waiting, most of a game"].numbers.mean == 7
    record = Arena(load(MARKET), variant).game(3).record()
    assert load(MARKET).replay(record).is_over


def test_the_page_and_the_command_show_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`lab run --measure` and `lab report`."""
    store = str(tmp_path / "kept.sqlite")
    words = ["--store", store, "--games", "60", "--measure", "gold_left", "--measure", "brought"]
    assert main(["lab", "run", str(MARKET), *words]) == 0
    said = capsys.readouterr().out
    assert "brought, mean of a game" in said
    assert "gold left of B" in said
    pytest.importorskip("matplotlib")
    page, tables = tmp_path / "page.html", tmp_path / "tables"
    assert main(["lab", "report", str(MARKET), "--store", store, "-o", str(page), "--csv", str(tables)]) == 0
    text = page.read_text(encoding="utf-8")
    assert "brought, mean of a game" in text
    assert "gold_left of B" in (tables / "measures.csv").read_text(encoding="utf-8")


def test_a_module_can_measure(tmp_path: Path) -> None:
    """Where it is switched on."""
    (tmp_path / "modules").mkdir()
    (tmp_path / "game.rules").write_text(MARKET.read_text(encoding="utf-8"), encoding="utf-8")
    module = 'module counted "Counted" of "Market"\n\nmeasure dear after sale of w to q: price of w > 2\n'
    (tmp_path / "modules" / "counted.rules").write_text(module, encoding="utf-8")
    variant = Variant(str(tmp_path), 2, modules=("counted",), measures=("dear",))
    columns = columns_of(Arena(load(tmp_path, ["counted"]), variant), 10)
    assert columns["dear.sum 0"] == [3] * 10
    with pytest.raises(ValueError, match="called dear"):
        Arena(load(tmp_path), Variant(str(tmp_path), 2, measures=("dear",)))


def test_what_is_asked_for_must_be_there() -> None:
    """An unknown name is refused with the nearest; a measure of each turn is the lab's."""
    with pytest.raises(ValueError, match="called gold_lefd; gold_left"):
        arena_of(["gold_lefd"])
    with pytest.raises(ValueError, match="waiting is measured at each turn"):
        load(MARKET).measuring(["waiting"]).rollouts(1, measures=["waiting"])
    with pytest.raises(RulesError):
        load(MARKET, options={"nothing": 1})


def test_alone_each_decision_is_a_turn(tmp_path: Path) -> None:
    """In a game for one player `at each turn` is at each of his decisions."""
    path = tmp_path / "alone.rules"
    path.write_text(
        'game "Alone" for 1 player\n\nthe table has:\n    var n: 0..9\n\nmeasure steps at each turn: n\n\nmain:\n'
        '    repeat at most 4 times:\n        choose one by player 1 as "go?":\n'
        '            option "one":\n                raise n by 1\n'
        '            option "two":\n                raise n by 2\n'
        "    end game won by player 1\n",
        encoding="utf-8",
    )
    arena = Arena(load(path), Variant(str(path), 1, measures=("steps",)))
    columns = columns_of(arena, 20)
    assert columns["steps.times 0"] == [4] * 20
    assert columns["steps.least 0"] == [0] * 20
    slow = Arena(load(path), Variant(str(path), 1, measures=("steps",)))
    slow.__dict__["held"] = None
    assert slow.play(0, 20) == arena.play(0, 20)
