"""Reading games from folders: what is found, what is refused, and where the complaint stands."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from dsl.diagnostics import Bag, RulesError
from dsl.pipeline import check_game
from dsl.reading.game import read_game
from dsl.reading.places import find_game, grammar_text, shipped_games
from dsl.reading.sources import Sources

GAME = 'game "Test" for 2..3 players\n'


def write(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


def read(root: Path, text: str, **files: str) -> tuple[Sources, Bag]:
    bag = Bag()
    write(root, {"game.rules": GAME + text, **files})
    return read_game(root, bag), bag


def codes(bag: Bag) -> list[tuple[str, str]]:
    return [(found.code, str(found.span)) for found in bag.all()]


def test_the_grammar_is_found() -> None:
    assert grammar_text().startswith("// The grammar of .rules files")


def test_a_folder_is_read_in_order(tmp_path: Path) -> None:
    write(tmp_path, {"cards/a.rules": "enum A: a\n", "b.rules": "enum B: b\n", "units.csv": "title,copies\nOak,2\n"})
    write(tmp_path, {"scenarios/z.rules": "enum Z: z\n", "scenarios/notes.txt": "not read", "scenarios/a/y.rules": ""})
    sources, bag = read(
        tmp_path, 'include "cards/a.rules"\ninclude "b.rules"\ninclude "cards/a.rules"\ncards Piece from "units.csv"\n'
    )
    assert codes(bag) == []
    assert [file.span.file.name for file in sources.files] == ["game.rules", "cards/a.rules", "b.rules"]
    assert [file.span.file.name for file in sources.scenarios] == ["scenarios/a/y.rules", "scenarios/z.rules"]
    assert sources.data["units.csv"].text == "title,copies\nOak,2\n"
    assert sources.players == (2, 3)


def test_one_file_is_a_game_too(tmp_path: Path) -> None:
    write(tmp_path, {"small.rules": GAME, "scenarios/z.rules": "enum Z: z\n"})
    bag = Bag()
    sources = read_game(tmp_path / "small.rules", bag)
    assert [file.span.file.name for file in sources.files] == ["small.rules"] and not sources.scenarios


def test_a_module_is_added(tmp_path: Path) -> None:
    write(
        tmp_path, {"game/game.rules": GAME, "mod/more.rules": 'include "deep.rules"\n', "mod/deep.rules": "enum A: a\n"}
    )
    bag = Bag()
    sources = read_game(tmp_path / "game", bag, modules=[tmp_path / "mod" / "more.rules"])
    assert [file.span.file.name for file in sources.files] == ["game.rules", "more.rules", "deep.rules"]


@pytest.mark.parametrize(
    "name",
    [
        "../other.rules",
        "/etc/passwd.rules",
        "a/../b.rules",
        "./b.rules",
        "a//b.rules",
        "C:/b.rules",
        "a\\\\b.rules",
        "//server/share/b.rules",
        "CON.rules",
        "aux/b.rules",
        "b.txt",
        "b.rules ",
        "",
        ".rules/..",
    ],
)
def test_a_path_that_leads_elsewhere_is_refused(tmp_path: Path, name: str) -> None:
    _, bag = read(tmp_path, f'include "{name}"\n')
    assert codes(bag) == [("E012", "game.rules:2:9")]


def test_a_link_must_stay_inside(tmp_path: Path) -> None:
    write(tmp_path, {"secret.rules": "enum S: s\n", "game/inner/a.rules": "enum A: a\n"})
    os.symlink(tmp_path / "secret.rules", tmp_path / "game" / "out.rules")
    os.symlink(tmp_path / "game" / "inner" / "a.rules", tmp_path / "game" / "in.rules")
    os.symlink(tmp_path / "game" / "loop.rules", tmp_path / "game" / "loop.rules")
    sources, bag = read(tmp_path / "game", 'include "out.rules"\ninclude "in.rules"\ninclude "loop.rules"\n')
    assert codes(bag) == [("E012", "game.rules:2:9"), ("E011", "game.rules:4:9")]
    assert [file.span.file.name for file in sources.files] == ["game.rules", "in.rules"]


def test_a_missing_file_is_named_with_the_nearest(tmp_path: Path) -> None:
    write(tmp_path, {"cards/plague.rules": ""})
    _, bag = read(tmp_path, f'include "cards/plage.rules"\ninclude "{"x" * 1900}.rules"\nuse "nothing"\n')
    assert codes(bag) == [("E011", "game.rules:2:9"), ("E011", "game.rules:3:9"), ("E011", "game.rules:4:5")]
    assert bag.all()[0].hint == 'meant "cards/plague.rules"?'


def test_files_that_include_each_other_are_a_mistake(tmp_path: Path) -> None:
    write(tmp_path, {"a.rules": 'include "b.rules"\n', "b.rules": 'include "a.rules"\n'})
    _, bag = read(tmp_path, 'include "a.rules"\n')
    assert codes(bag) == [("E013", "b.rules:1:9")]


def test_a_chain_of_files_ends(tmp_path: Path) -> None:
    write(tmp_path, {f"f{n}.rules": f'include "f{n + 1}.rules"\n' for n in range(50)})
    _, bag = read(tmp_path, 'include "f0.rules"\n')
    assert [found.code for found in bag.all()] == ["E013"]


def test_a_folder_is_no_file_and_a_bad_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "folder.rules").mkdir()
    (tmp_path / "bad.rules").write_bytes(b"\xff")
    _, bag = read(tmp_path, 'include "folder.rules"\ninclude "bad.rules"\n')
    assert codes(bag) == [("E001", "bad.rules:1:1"), ("E011", "game.rules:2:9")]


def test_a_missing_table_is_one_mistake(tmp_path: Path) -> None:
    write(tmp_path, {"game.rules": GAME + 'cards Piece from "units.csv"\nmain:\n    nothing\n'})
    program, bag = check_game(tmp_path)
    assert program is None and codes(bag) == [("E011", "game.rules:2:18")]


@pytest.mark.parametrize("text", ['gmae "Go" for 2 players\nmain:\n    nothing\n', "main:\n    nothing\0\n"])
def test_a_line_that_cannot_be_read_is_one_mistake(tmp_path: Path, text: str) -> None:
    """It may have been the line that says `game`."""
    _, bag = check_game(write(tmp_path, {"game.rules": text}))
    assert len(bag.all()) == 1 and codes(bag)[0][0].startswith("E0")


def test_a_citation_must_stand_in_the_ledger(tmp_path: Path) -> None:
    ledger = "rules:\n- id: T-1.1\n  rule: words\n"
    text = GAME + 'ledger "ledger.yaml"\nmain: @T-1.1\n    nothing @T-1.2\n'
    write(tmp_path, {"game.rules": text, "ledger.yaml": ledger})
    program, bag = check_game(tmp_path)
    assert program is None
    assert [(found.code, found.hint) for found in bag.all() if found.code[0] == "E"] == [("E109", "meant @T-1.1?")]


def test_a_game_has_one_ledger(tmp_path: Path) -> None:
    ledger = "rules:\n- id: T-1.1\n  rule: words\n"
    text = GAME + 'ledger "ledger.yaml"\nledger "other.yaml"\nmain: @T-1.1\n    nothing\n'
    write(tmp_path, {"game.rules": text, "ledger.yaml": ledger, "other.yaml": ledger.replace("1.1", "1.2")})
    program, bag = check_game(tmp_path)
    assert program is None
    (found,) = (each for each in bag.all() if each.code[0] == "E")
    assert (found.code, found.message, len(found.labels)) == ("E026", "the game has a ledger already", 2)


def test_a_game_is_checked_for_most_players_too(tmp_path: Path) -> None:
    text = GAME + "main:\n    nothing\n"
    program, bag = check_game(write(tmp_path, {"game.rules": text}))
    assert program is not None and program.players == 2 and not bag.has_errors
    program, bag = check_game(tmp_path, players=3)
    assert program is not None and program.players == 3


@pytest.mark.parametrize("name", ["no_such_game", "", "x" * 5000, "a\0b"])
def test_a_game_that_is_not_there(name: str) -> None:
    with pytest.raises(RulesError) as caught:
        find_game(name)
    assert caught.value.diagnostics[0].code == "E011"


def test_games_that_share_a_folder_are_found_by_name() -> None:
    games, classics = shipped_games(), shipped_games("classics")
    assert "dark_order" in games and "dark_order" not in classics
    assert set(classics) <= set(games)
    assert find_game("tic_tac_toe") == classics["tic_tac_toe"]
