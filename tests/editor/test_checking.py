"""A game that is checked while it is written: what changed at once, everything a moment later, and both agree."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest
from breadth import many

from dsl.diagnostics import Bag
from dsl.editor.checking import MOST_AT_ONCE, Outdated, Verdict, check_all, check_changed
from dsl.editor.project import Project
from dsl.pipeline import check_sources
from dsl.reading.places import shipped_games
from dsl.semantics.world import Only

GAME = """\
game "Foxes" for 2 players
enum Colour: red, grey
define good (c: Colour) = c = red
event yell (c: Colour):
    if good of c:
        say "{c}"
main:
    yell red
    end game drawn
"""
SEED = 20261122
LONG = pytest.mark.long


@pytest.fixture
def foxes(tmp_path: Path) -> Project:
    """A small game."""
    (tmp_path / "game.rules").write_text(GAME, encoding="utf-8")
    return Project(tmp_path)


def codes(found: Verdict) -> list[tuple[str, int]]:
    """What is wrong, and in which lines."""
    return [(each.code, each.span.line) for told in found.told.values() for each in told if each.span]


def written(project: Project, text: str) -> None:
    """Somebody has changed the main file."""
    project.change(project.path / "game.rules", text, 1)


HEIRS = """\
game "Heirs" for 1 players
kind Card is Piece
kind Tool is Card
kind Saw is Tool
card "Jigsaw" is Saw
the table has:
    zone shed: cards of Card
event fetch (c: Card): move c to shed
main:
    end game drawn

scenario "it is fetched":
    given:
        fetch "Jigsaw"
    expect size of shed is 1
"""


def test_who_speaks_of_a_card_is_told_when_its_kind_is_of_another_kind(tmp_path: Path) -> None:
    """What a card is follows from kinds over kinds, none of which a scenario names."""
    (tmp_path / "game.rules").write_text(HEIRS, encoding="utf-8")
    project = Project(tmp_path)
    whole = check_all(project.snapshot())
    assert not [code for code, _ in codes(whole) if code[0] == "E"]
    written(project, HEIRS.replace("kind Tool is Card", "kind Tool is Piece"))
    found = codes(check_changed(project.snapshot(), whole))
    assert ("E104", 14) in found and found == codes(check_all(project.snapshot()))


def test_what_changed_is_told_at_once_and_the_rest_is_remembered(foxes: Project) -> None:
    """Old mistakes move along with their lines; new ones are found; both vanish when they are mended."""
    wrong = GAME.replace("say", "sya")
    written(foxes, wrong)
    whole = check_all(foxes.snapshot())
    ((code, line),) = codes(whole)
    assert line == 6
    written(foxes, "# foxes\n\n" + wrong.replace("yell red", "yell rde"))
    assert codes(check_changed(foxes.snapshot(), whole)) == [(code, 8), ("E101", 10)]
    written(foxes, GAME)
    assert codes(check_changed(foxes.snapshot(), whole)) == []


def test_who_speaks_of_a_changed_name_is_looked_at_too(foxes: Project) -> None:
    """A signature is seen from afar, a body is not."""
    whole = check_all(foxes.snapshot())
    written(foxes, GAME.replace("event yell (c: Colour)", "event yell (c: 1..3)"))
    assert codes(check_changed(foxes.snapshot(), whole)) == [("E104", 5), ("E104", 8)]
    written(foxes, GAME.replace("c = red", "c = grey"))
    assert codes(check_changed(foxes.snapshot(), whole)) == []


def test_a_half_typed_item_hides_nothing(foxes: Project) -> None:
    """What was last read of it stands in for it: nobody misses what it declares."""
    whole = check_all(foxes.snapshot())
    written(foxes, GAME.replace("event yell (c: Colour):", "event yell (c: Col"))
    game = foxes.snapshot()
    assert [line for _, line in codes(check_changed(game, whole))] == [4]
    assert [line for _, line in codes(check_all(game))] == [4]
    assert "yell" in {each.name for each in foxes.names}
    item = foxes.item_at(foxes.path / "game.rules", GAME.index("event yell") + 8)
    assert item is not None and item.span.text.startswith("event yell")
    written(foxes, GAME.replace("event yell (c: Colour):", "event yell (c: Col").replace("yell red", "yell rde"))
    assert [line for _, line in codes(check_all(foxes.snapshot()))] == [4, 8], "the others are still judged"


def test_nobody_wants_to_know_any_more(foxes: Project) -> None:
    """The whole check can be left in the middle."""
    calls = 0

    def heed() -> None:
        nonlocal calls
        calls += 1
        if calls > 1:
            raise Outdated

    with pytest.raises(Outdated):
        check_all(foxes.snapshot(), heed)


def test_files_that_change_on_disk_are_seen(foxes: Project) -> None:
    """As soon as somebody says so."""
    assert codes(check_all(foxes.snapshot())) == []
    (foxes.path / "game.rules").write_text(GAME.replace("yell red", "yell rde"), encoding="utf-8")
    foxes.look_again()
    assert codes(check_all(foxes.snapshot())) == [("E101", 8)]


@pytest.mark.wide
@pytest.mark.parametrize(
    "name", ["dark_order", *(pytest.param(name, marks=LONG) for name in ("dark_eden", "doom", "enclave", "siege"))]
)
def test_each_item_can_be_checked_by_itself(name: str) -> None:
    """What is right among all others is right alone: nothing is missed that another body would have brought along."""
    game = Project(shipped_games()[name]).snapshot()
    items = [item for file in (*game.sources.files, *game.sources.scenarios) for item in file.items]
    chosen = random.Random(SEED).sample(items, many(4, 60))
    for item in chosen:
        bag = Bag()
        check_sources(game.sources, bag, players=game.sources.players[0], only=Only((item,)))
        told = [each for each in bag.all() if each.severity == "error"]
        lifts = re.search(r"\b(lifts|silences)\b", item.span.text)
        assert not told or lifts, (item.span.text, told)


@pytest.mark.wide
@pytest.mark.parametrize("name", ["tic_tac_toe", pytest.param("dark_order", marks=LONG)])
def test_what_is_told_at_once_is_what_the_whole_check_says(name: str, tmp_path: Path) -> None:
    """Somebody leaves out a word here and there: what is told is the same, but for the view from above."""
    folder = tmp_path / "game"
    shutil.copytree(shipped_games()[name], folder)
    project, chance = Project(folder), random.Random(SEED)
    whole = check_all(project.snapshot())
    files = sorted(folder.rglob("*.rules"))
    for _ in range(many(3, 60)):
        path = chance.choice(files)
        text = path.read_text(encoding="utf-8")
        word = chance.choice(list(re.finditer(r"[a-z_]{3,}", text)))
        project.change(path, text[: word.start()] + text[word.end() :], 1)
        game = project.snapshot()
        soon, late = codes(check_changed(game, whole)), codes(check_all(game))
        above = ("E120", "E140", "E210", "W")
        assert set(soon) <= set(late) or not late, word
        missed = [each for each in late if each not in soon and not each[0].startswith(above)]
        many_speak = len(late) > MOST_AT_ONCE  # more items speak of it than are looked at at once
        assert not missed or many_speak, (path, word, missed)
        project.change(path, None)
