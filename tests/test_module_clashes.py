"""Modules that cannot be played together: what two of them declare, set or take away, with a way out."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.pipeline import check_game
from dsl.tools.cli import main

GAME = """
game "Fair" for 2 players

option rounds: 1..9 = 2 "rounds"

enum Guild: millers, weavers

kind Good:
    guild: Guild
    price: 1..9

each player has:
    zone hand: cards of Good, seen by owner
    var coins: 0..99 stops at ends

card "Bread" is Good:
    guild millers, price 2

window turn "your turn", pass "rest"

action sell (c: Good in hand of me) in turn:
    move c to box
    raise me.coins by price of c

main:
    for each p in players: move each c in Good where c in box to hand of p
    repeat at most rounds times:
        for each p in players: offer turn to p
    end game scored by coins
"""


@pytest.fixture
def fair(tmp_path: Path) -> Path:
    (tmp_path / "game.rules").write_text(GAME)
    (tmp_path / "modules").mkdir()
    return tmp_path


def write(folder: Path, **modules: str) -> list[str]:
    for name, text in modules.items():
        (folder / "modules" / f"{name}.rules").write_text(f"module {name}\n{text}\n")
    return list(modules)


@pytest.mark.parametrize(
    ("one", "two", "words"),
    [
        ("action beg in turn: raise me.coins by 1", "action beg in turn: raise me.coins by 2", "the action `beg`"),
        ("add to Guild: bees", 'add to Guild: bees "bee folk"', "the value `bees` of Guild"),
        ("add to Good:\n    weight: 0..3 = 1", "add to Good:\n    weight: 0..5 = 1", "`weight` of Good"),
        (
            "each player has:\n    var wax: 0..5",
            "each player has:\n    zone wax: cards of Good",
            "`wax` of each player",
        ),
        ("the table has:\n    var wax: 0..5", "the table has:\n    var wax: 0..6", "`wax` of the table"),
        (
            'card "Cake" is Good:\n    guild millers, price 1',
            'card "Cake" is Good:\n    guild weavers, price 1',
            '"Cake"',
        ),
        ("rule alms: after sell c: nothing", "rule alms: before sell c: nothing", "the rule `alms`"),
        ("enum Mood: glad, sad", "enum Mood: fine", "the enum `Mood`"),
        ("kind Role", "kind Role", "the kind `Role`"),
    ],
)
def test_what_two_modules_declare_is_told_once_with_both(fair: Path, one: str, two: str, words: str) -> None:
    """And each by itself is well."""
    names = write(fair, one=one, two=two)
    for name in names:
        assert not [each for each in check_game(fair, modules=[name])[1].all() if each.severity == "error"]
    (told,) = [each for each in check_game(fair, modules=names)[1].all() if each.severity == "error"]
    assert told.code == "E170" and "the modules `one` and `two` both declare" in told.message and words in told.message
    assert {label.span.file.name for label in told.labels} == {"modules/one.rules", "modules/two.rules"}
    assert told.hint is not None and "excludes module two" in told.hint


def test_two_modules_may_use_the_same_library(fair: Path) -> None:
    """And one that the game itself uses."""
    names = write(fair, one='use "squares"', two='use "squares"')
    assert not list(check_game(fair, modules=names)[1].all())
    (fair / "game.rules").write_text(GAME + 'use "squares"\n')
    assert not list(check_game(fair, modules=names)[1].all())


def test_two_defaults_of_one_option_and_what_another_has_taken_away(fair: Path) -> None:
    """The order of names says nothing of whose default counts, so it is told."""
    names = write(fair, one="default rounds is 3", two="default rounds is 4")
    (told,) = check_game(fair, modules=names)[1].all()
    assert told.code == "E170" and "the default of `rounds`" in told.message
    write(fair, two="requires module one\ndefault rounds is 4")
    assert not list(check_game(fair, modules=names)[1].all())
    for taken, done in (('remove card "Bread"', "removed"), ('rename card "Bread" to "Loaf"', "renamed")):
        names = write(fair, one=taken, two='change card "Bread":\n    price 3')
        (told,) = check_game(fair, modules=names)[1].all()
        assert told.message == f'the module `one` has {done} the card "Bread" that is to be changed here'
        assert told.code == "E170" and told.hint is not None and "excludes module one" in told.hint


def test_the_doctor_says_so_too(fair: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(fair, one="action beg in turn: raise me.coins by 1", two="action beg in turn: raise me.coins by 2")
    assert main(["doctor", "--of", str(fair), "one", "two"]) == 1
    told = capsys.readouterr().out
    assert "both declare the action `beg`" in told and "modules/two.rules:2" in told and "excludes module" in told
