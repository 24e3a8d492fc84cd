"""Another name for things of whole games: afterwards the game is as right as before, and its scenarios pass."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from breadth import many

from dsl.diagnostics import Bag
from dsl.editor.checking import check_all
from dsl.editor.names import everything
from dsl.editor.project import Project
from dsl.editor.renaming import Unnamable, renamed
from dsl.reading.places import shipped_games
from dsl.runtime.game import Game
from dsl.runtime.proving import run_scenarios
from dsl.source import Span

SEED = 20261122
LONG = pytest.mark.long


def changed(project: Project, edits: list[tuple[Path, Span, str]]) -> None:
    """The texts after an edit, the last places first."""
    texts: dict[Path, str] = {}
    for path, span, new in sorted(edits, key=lambda edit: edit[1].start, reverse=True):
        text = texts.get(path) or project.text(path).text
        texts[path] = text[: span.start] + new + text[span.end :]
    for path, text in texts.items():
        project.change(path, text, 1)


@pytest.mark.wide
@pytest.mark.parametrize(
    "name",
    [
        "tic_tac_toe",
        *(pytest.param(each, marks=LONG) for each in ("dark_order", "siege", "enclave", "dark_eden", "doom")),
    ],
)
def test_a_renamed_game_is_right(name: str) -> None:
    """Names of every sort, one after the other; then every scenario that is not about modules passes."""
    project, chance = Project(shipped_games()[name]), random.Random(SEED)
    known = sorted({each.name for each in everything(project.names) if each.sort not in ("game", "scenario", "main")})
    done = 0
    for name in chance.sample(known, len(known)):  # most names of a small game are those of libraries
        if done == many(4, 12):
            break
        each = next(each for each in everything(project.names) if each.name == name)
        path = project.paths[each.at.file.name]
        new = f"{name} Again" if each.quoted else f"{name}_again"
        try:
            edits = renamed(project, path, each.at.start + 1, new)
        except Unnamable as refused:
            assert "library" in str(refused) or "local name" in str(refused), refused
            continue
        assert edits, name
        changed(project, edits)
        done += 1
    game = project.snapshot()
    found = [told for every in check_all(game).told.values() for told in every if told.severity == "error"]
    assert done and not found, found
    failed = [result for result in run_scenarios(Game(game.sources, {}, Bag(), scenarios=True)) if not result.passed]
    assert not failed, [(result.title, result.message) for result in failed]


CARDS = """\
game "Mint" for 2 players
enum Deck: rich, poor
kind Card:
    cost: 0..9
    deck: Deck
each player has:
    zone hand: stack of Card
    zone stock: cards of Card

pack rich of Deck:
    2 "Mint", 1 "Mint Leaf"

card "Mint" is Card:
    cost 2
card "Mint Leaf" is Card:
    cost 1

window turn "your turn"
action sell (c: Card in hand of me) in turn:
    requires cheap: c.cost < 3 else "{c} is dear"
    discard_it c
event discard_it (c: Card):
    move c to stock of player 1
    say "{c} is sold"
main:
    trade
    end game drawn
procedure trade:
    offer turn to player 1
    offer turn to player 1

scenario "one":
    given:
        move "Mint Leaf" to hand of player 1
        move "Mint" to hand of player 1
    expect hand of A: "Mint", "Mint Leaf"
    run trade
    A sees "Mint"
    A does "sell Mint"
    A reads "Mint is sold"
    A does "sell Mint Leaf"

scenario "another":
    with printed cost of "Mint" 3
    given:
        move "Mint" copy 2 to hand of player 1
    run trade
    A cannot "sell Mint" because "Mint is dear"
"""


def test_a_title_changes_wherever_it_is_written(tmp_path: Path) -> None:
    """In packs, beside what a card prints in a scenario, in orders, in what is read and refused; not within others."""
    (tmp_path / "game.rules").write_text(CARDS, encoding="utf-8")
    project = Project(tmp_path / "game.rules")
    assert not [told for told in check_all(project.snapshot()).told.values() if told]
    path = project.paths["game.rules"]
    edits = renamed(project, path, CARDS.index('card "Mint"') + 7, "Coin")
    changed(project, edits)
    assert project.text(path).text == CARDS.replace("Mint", "Coin").replace("Coin Leaf", "Mint Leaf").replace(
        'game "Coin"', 'game "Mint"'
    )
    game = project.snapshot()
    assert not [told for told in check_all(game).told.values() if told]


def test_a_module_keeps_the_name_of_its_file(tmp_path: Path) -> None:
    """Where something else has its name too."""
    (tmp_path / "modules").mkdir()
    rules = "enum Part: dog, cat\n\noption part: Part = cat\n\nmain:\n    end game drawn\n"
    proof = 'scenario "both":\n    with module dog, part dog\n    run nothing\n    expect part is dog\n'
    (tmp_path / "game.rules").write_text(f'game "Parts" for 2 players\n\n{rules}\n{proof}')
    (tmp_path / "modules" / "dog.rules").write_text("module dog\n")
    project = Project(tmp_path)
    path = (tmp_path / "game.rules").resolve()
    text = path.read_text()
    edits = renamed(project, path, text.index("dog") + 1, "hound")
    assert len(edits) == 3 and not any(span.start == text.index("module dog") + 7 for _, span, _ in edits)


def test_cells_of_tables_are_renamed_too() -> None:
    """A value of an enum and a printed field are written in the tables of cards as well."""
    project = Project(shipped_games()["siege"])
    for name, cells in (("grey", 1), ("move_cost", 1)):
        each = next(each for each in everything(project.names) if each.name == name)
        edits = renamed(project, project.paths[each.at.file.name], each.at.start + 1, f"{name}_again")
        assert sum(path.name == "districts.csv" for path, _, _ in edits) >= cells, name


def test_a_space_in_a_move_is_not_the_value_that_is_called_like_it() -> None:
    project = Project(shipped_games()["doom"])
    each = next(each for each in everything(project.names) if each.name == "c3")
    edits = renamed(project, project.paths[each.at.file.name], each.at.start + 1, "c3_again")
    assert edits and {new for _, _, new in edits} == {"c3_again"}


TABLE = """title;called;price;shade;text
red;"Red One";3; red ;red
"Pale red";red;1;pale;"a red; thing"
"""
TABLED = """game "Tabled" for 2 players

enum Shade: red, pale
kind Gem "gem":
    price: 0..9
    shade: Shade
cards Gem from "gems.csv"
BOARD
action red in turn:
    end game drawn
window turn "your turn"

main:
    offer turn to player 1, no passing

scenario "red":
    run main
    A does "red"
"""


def tabled(folder: Path, board: str, old: str, new: str, *, title: bool = False) -> dict[str, str]:
    """The files of a game of a table after something was renamed."""
    (folder / "game.rules").write_text(TABLED.replace("BOARD", board), encoding="utf-8")
    (folder / "gems.csv").write_text(TABLE, encoding="utf-8")
    project = Project(folder)
    path = (folder / "game.rules").resolve()
    at = path.read_text(encoding="utf-8").index(f'"{old}"' if title else old) + title
    texts = {path.name: path.read_text(encoding="utf-8"), "gems.csv": TABLE}
    for where, span, said in sorted(renamed(project, path, at, new), key=lambda edit: edit[1].start, reverse=True):
        text = texts[where.name]
        texts[where.name] = text[: span.start] + said + text[span.end :]
    return texts


def test_titles_and_texts_of_a_table_are_no_names(tmp_path: Path) -> None:
    """What a value is called changes where the table names the value, and not where players read the same word."""
    table = tabled(tmp_path, "", "red", "scarlet")["gems.csv"]
    assert table == TABLE.replace(" red ", " scarlet ")


def test_a_column_is_renamed_with_its_field(tmp_path: Path) -> None:
    table = tabled(tmp_path, "", "price", "cost")["gems.csv"]
    assert table == TABLE.replace(";price;", ";cost;")


@pytest.mark.parametrize(
    ("board", "changes"),
    [("", True), ("kind Cell is Space\n\nthe table has:\n    board field: Cell, 3 by 3\n", False)],
    ids=["no board", "a board"],
)
def test_a_letter_and_a_number_is_a_space_only_where_a_board_is_drawn(
    board: str, changes: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = TABLED.replace("action red", "action b3").replace('does "red"', 'does "b3"')
    monkeypatch.setitem(globals(), "TABLED", text)
    assert ('does "b4"' in tabled(tmp_path, board, "b3", "b4")["game.rules"]) == changes
