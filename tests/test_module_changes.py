"""What modules change of things that are there, and what is told where they are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.diagnostics import Bag, Diagnostic, RulesError
from dsl.pipeline import check_game
from dsl.runtime.game import load
from dsl.runtime.proving import run_scenarios

GAME = """
game "Harvest" for 2 players

enum Title: FARMER, MILLER
enum Good: wood, clay, food, iron, gold, salt, silk

kind Card:
    title: Title
    worth: 1..3
    var hurt: 0..5 stops at ends

each player has:
    zone hand: cards of Card, seen by owner
    zone field: cards of Card, active
    var points: 0..20 stops at ends
    var store: bag of Good up to 255

window turn "your turn"

card "Rye" is Card, 4 copies:
    title FARMER, worth 1
card "Mill" is Card, 2 copies:
    title MILLER, worth 2
    rule grind: after sow c when c is this: raise owner of c's points by 1
card "Barn" is Card:
    title FARMER, worth 1
    rule grind: after sow c when c is this: nothing

event hurt_it (c: Card): raise c.hurt by 1

action sow (c: Card in hand of me) in turn:
    requires marked: c.hurt = 0 else "{c} is hurt"
    move c to field of me
    raise points of me by c.worth
    raise me.store by {wood}

action reap (c: Card in field of me) in turn:
    requires marked: c.hurt = 0 else "{c} is hurt"
    hurt_it c

rule full: always for each p in players where p.points >= 9 and p.store[wood] > 0: end game won by p

phase spring:
    for each p in players: offer turn to p

main:
    for each p in players:
        move the first c in Card where c is "Rye" and c in box to hand of p
        move the first c in Card where c is "Mill" and c in box to hand of p
    repeat at most 5 times: spring
    end game drawn
""".replace("owner of c's points", "points of player 1")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game without modules."""
    (tmp_path / "game.rules").write_text(GAME)
    (tmp_path / "modules").mkdir()
    return tmp_path


def module(folder: Path, text: str, name: str = "fan") -> str:
    """A module of the game, written; its name."""
    head = f'module {name} "A fan\'s" of "Harvest"\n'
    (folder / "modules" / f"{name}.rules").write_text(head + text)
    return name


def told(folder: Path, *names: str) -> list[Diagnostic]:
    """What is said of the game with modules."""
    return list(check_game(folder, modules=names)[1].all())


def passes(folder: Path, *names: str) -> bool:
    """Whether the scenarios pass with modules."""
    results = run_scenarios(load(folder, names, scenarios=True))
    assert results and not [f"{each.place}: {each.message}" for each in results if not each.passed]
    return True


def test_a_part_of_a_card_is_replaced(folder: Path) -> None:
    """Numbers and words printed on a card, a rule of its name; the rest of it stays, what is new is added."""
    text = """
change kind Card:
    worth: 1..9
change card "Mill":
    worth 7
    rule grind: after sow c when c is this: raise points of player 2 by 1
    rule dust: after sow c when c is this: raise points of player 2 by 1

scenario "a dear mill":
    A does "sow Mill"
    B is asked
    expect A.points = 7 and B.points = 2 and "Mill".title is MILLER
"""
    assert not told(folder, module(folder, text))
    assert passes(folder, "fan")


def test_the_bound_of_a_field_is_widened(folder: Path) -> None:
    """Of a kind, of a player; of a line with several fields the others stay."""
    text = """
change each player:
    var points: 0..40 stops at ends
change kind Card:
    var hurt: 0..9 stops at ends

scenario "more points":
    given:
        set A.points to 30
        set "Rye".hurt to 8
    run nothing
    expect A.points = 30 and "Rye".hurt = 8
"""
    assert not told(folder, module(folder, text))
    assert passes(folder, "fan")


def test_things_are_removed(folder: Path) -> None:
    """A rule of the game, a rule of a card, an action, a card."""
    text = """
remove rule full
remove rule grind of card "Mill"
remove action reap
remove card "Barn"

scenario "nothing grinds":
    A does "sow Mill"
    B is asked
    expect A.points = 2
    B cannot "reap Mill" because "there is no"
"""
    assert [each.code for each in told(folder, module(folder, text))] == ["W301"] * 0
    with pytest.raises(AssertionError, match="reap"):
        passes(folder, "fan")
    assert len(load(folder, ["fan"]).program().cards) == 2


def test_what_still_speaks_of_a_thing_that_is_removed_is_told_with_the_cause(folder: Path) -> None:
    """The place in the game, and the line of the module that takes it away."""
    found = told(folder, module(folder, 'remove event hurt_it\nremove card "Rye"\n'))
    assert {each.code for each in found} == {"E101", "E102"}
    for each in found:
        assert [label.words for label in each.labels][1:] == ["removed by the module fan"]


def test_things_are_renamed(folder: Path) -> None:
    """A card is called so in all rules, other things have other words for players."""
    text = """
rename card "Mill" to "Windmill"
rename sow to "plant"
rename turn to "your move"
rename MILLER to "a miller"

scenario "other words":
    A is asked "your move"
    A does "plant Windmill"
    B is asked
    expect A.points = 3
"""
    assert not told(folder, module(folder, text))
    assert passes(folder, "fan")


@pytest.mark.parametrize(
    ("changes", "removes"),
    [
        (
            'change card "Mill":\n    rule grind: after sow c when c is this: nothing\n',
            'remove rule grind of card "Mill"\n',
        ),
        ("replace event hurt_it (c: Card): nothing\n", "remove event hurt_it\n"),
        ('replace card "Barn" is Card:\n    title MILLER, worth 3\n', 'remove card "Barn"\n'),
    ],
)
def test_what_one_changes_another_cannot_remove(folder: Path, changes: str, removes: str) -> None:
    """Which of them counts would be settled by their order, which means nothing; one may require the other."""
    first, second = module(folder, changes), module(folder, removes, "pal")
    for order in ((first, second), (second, first)):
        assert "E170" in {each.code for each in told(folder, *order)}
    second = module(folder, "requires module fan\n" + removes, "pal")
    assert "E170" not in {each.code for each in told(folder, first, second)}


def test_the_old_title_goes_on_in_all_modules(folder: Path) -> None:
    """In the module that renames a card and in others, whichever is switched on first; unless another card has it."""
    first = module(folder, 'rename card "Mill" to "Windmill"\nbefore sow c when c is "Mill": nothing\n')
    second = module(folder, 'after sow c when c is "Mill": nothing\n', "pal")
    assert not told(folder, first, second) and not told(folder, second, first) and not told(folder, first)
    again = 'rename card "Mill" to "Windmill"\ncard "Mill" is Card:\n    title FARMER, worth 1\n'
    assert not told(folder, module(folder, again))


@pytest.mark.parametrize(
    ("text", "code", "message", "hint"),
    [
        ('change card "Mil":\n    worth 2\n', "E102", 'there is no card "Mil" to change', 'meant "Mill"?'),
        ("change kind Carp:\n    x: 0..2\n", "E102", "there is no kind `Carp` to change", "meant Card?"),
        ("change the table:\n    var x: 0..2\n", "E102", "nothing is said of the table yet", "write: the table has:"),
        ("remove rule fall\n", "E102", "there is no rule `fall` to remove", "meant full?"),
        ("remove rule full of kind Card\n", "E102", "there is no rule `full` in kind Card", "write: remove rule full"),
        ('remove card "Bern"\n', "E102", 'there is no card "Bern" to remove', 'meant "Barn"?'),
        ('rename card "Bern" to "Stall"\n', "E102", 'there is no card "Bern" to rename', 'meant "Barn"?'),
        ('rename sew to "plant"\n', "E102", "there is no thing with words for players `sew` to rename", "meant sow?"),
    ],
)
def test_what_is_not_there_cannot_be_changed(folder: Path, text: str, code: str, message: str, hint: str) -> None:
    """One message, with the nearest name."""
    (one,) = told(folder, module(folder, text))
    assert (one.code, one.message, one.hint) == (code, message, hint)


def test_two_modules_that_change_the_same_thing_are_told(folder: Path) -> None:
    """Unless one of them requires the other."""
    module(folder, 'change card "Mill":\n    worth 1\n', "one")
    module(folder, 'change card "Mill":\n    worth 3\n', "two")
    module(folder, 'requires module one\nchange card "Mill":\n    worth 3\n', "three")
    (found,) = told(folder, "one", "two")
    assert found.code == "E170"
    assert found.message == 'the modules `one` and `two` both change the worth of card "Mill"'
    assert not told(folder, "one", "three")


def test_the_cause_comes_first_and_what_follows_from_it_is_cut(folder: Path) -> None:
    """An added value leaves no room in a bag of the game: that is told once, with the line that adds it."""
    (one,) = told(folder, module(folder, "add to Good: candles, honey\n"))
    assert one.code == "E106" and one.message == "a bag of Good has no room for 255 of each of 9 values"
    assert [label.words for label in one.labels] == ["", "added here", "added here"]
    assert one.hint == (
        "with 9 values there is room for 63 of each: change the field in the module, to `bag of Good up to 63`"
    ).replace("each:", "each;")
    text = "add to Good: candles, honey\nchange each player:\n    var store: bag of Good up to 63\n"
    assert not told(folder, module(folder, text))


def test_silences_says_which_of_several_is_meant(folder: Path) -> None:
    """A name that several requirements or rules have is an error, unless it is said whose, or that all are meant."""
    (one,) = told(folder, module(folder, "silences marked\n"))
    assert (one.code, one.message) == ("E104", "`marked` names 2 rules: of reap, of sow")
    assert one.hint == "write: silences marked of reap, or for all of them: silences every marked"
    (one,) = told(folder, module(folder, "silences grind\n"))
    assert one.hint == 'write: silences grind of "Barn", or for all of them: silences every grind'
    (one,) = told(folder, module(folder, "silences marked of spring\n"))
    assert (one.code, one.hint) == ("E101", "`marked` is of reap, sow")
    test = """
scenario "which":
    given:
        set "Rye".hurt to 1
        set "Mill".hurt to 1
        move "Mill" to field of A
        move "Rye" to hand of A
    run spring
    A {sow} "sow Rye"
    A {reap} "reap Mill"
"""
    for line, sow, reap in (
        ("silences marked of sow\n", "can", "cannot"),
        ("silences marked of reap\n", "cannot", "can"),
        ("silences every marked\n", "can", "can"),
    ):
        assert not told(folder, module(folder, line + test.format(sow=sow, reap=reap)))
        assert passes(folder, "fan")


def test_helpers_of_a_module_s_scenarios_need_not_be_there_in_play(folder: Path) -> None:
    """They may use what the scenarios of the game offer, which nobody reads to play."""
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "common.rules").write_text("event laid: set player 1.points to 3\n")
    text = """
event poor (n: 0..5):
    laid
    lower player 1.points by n
rule alms: after sow c: gift c
event gift (c: Card): raise points of player 2 by 1

scenario "alms":
    given: poor 1
    run spring
    A does "sow Rye"
    B is asked
    expect A.points = 3 and B.points = 1
"""
    text = text.replace("given: poor 1", 'given:\n        poor 1\n        move "Rye" to hand of A')
    assert not told(folder, module(folder, text))
    assert passes(folder, "fan")
    assert load(folder, ["fan"]).start(seed=1).moves()


def test_what_only_modules_use_is_of_use(folder: Path) -> None:
    """A helper of the game's scenarios that a module's scenario calls gets no warning, and so for a module's own."""
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "common.rules").write_text("event laid: set player 1.points to 3\nevent idle: nothing\n")
    module(folder, 'scenario "s":\n    given: laid\n    run nothing\n    expect A.points = 3\n', "one")
    module(folder, "define seven = 7\ndefine eight = 8\n", "two")
    module(folder, 'scenario "s":\n    with module two\n    run nothing\n    expect seven = 7\n', "three")
    assert [each.message for each in told(folder)] == [
        "the definition `eight` is never used",
        "the event `idle` never happens",
    ]


def test_warnings_are_about_the_files_that_are_worked_on(folder: Path) -> None:
    """With a module asked for, nothing is said of the game."""
    (folder / "more.rules").write_text("")
    (folder / "game.rules").write_text(GAME + "define spare = 1\n")
    assert [each.message for each in told(folder)] == ["the definition `spare` is never used"]
    assert [each.message for each in told(folder, module(folder, "define mine = 2\n"))] == [
        "the definition `mine` is never used"
    ]
    assert not load(folder, ["fan"]).warnings or all("mine" in each.message for each in load(folder, ["fan"]).warnings)


def test_a_mistake_of_a_module_is_told_where_it_is_played_too(folder: Path) -> None:
    """The same words as `check`: the cause, and nothing that follows from it."""
    module(folder, "add to Good: candles, honey\n")
    with pytest.raises(RulesError) as caught:
        load(folder, ["fan"])
    assert [each.code for each in caught.value.diagnostics] == ["E106"]
    assert not Bag().has_errors
