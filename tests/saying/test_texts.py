"""Texts that are not what their cards do: W305."""

from __future__ import annotations

from pathlib import Path

import pytest
from saying.planting import ASPECTS, FIVE, GAMES, hundred, kept_sees, others, plants, seen

from dsl.diagnostics import Bag
from dsl.reading.agreed import kept, worded
from dsl.reading.game import read_game
from dsl.runtime.game import load
from dsl.saying.agreeing import Checker
from dsl.saying.written import thing_words
from dsl.tools.cli import main

CARDS = """
kind Unit:
    life: 0..9
    var damage: 0..9
    var tired: yes/no
kind Support
the table has:
    var strikes: 0..9
each player has:
    zone hand: cards of Support, active
    zone field: cards of Unit, active
event wound (u: Unit) by (n: 0..9):
    raise u.damage by n
value attack of (u: Unit): 0..9 = 1
define opponent of (p: Player) = the first q in players where q is not p
value tied of (u: Unit): yes/no = no
value loose of (u: Unit): yes/no = no
value wealth of (p: Player): 0..9 = 3
action send (u: Unit in field of me) in support:
    requires free: not tied of u
    requires ready: loose of u
    set u.tired to yes
window support "your support"
window while_striking
window while_hiding
phase play_round:
    offer support to player 1
phase fight:
    set strikes to 0
    offer support to player 2
    offer while_striking to player 2
    offer while_hiding to player 2
main:
    play_round
    fight
    end game drawn
"""


def _of(folder: Path, card: str) -> list[tuple[str, str]]:
    (folder / "game.rules").write_text(f'game "X" for 2 players\n{CARDS}\n{card}', encoding="utf-8")
    return [(each.aspect, each.text) for each in Checker(load(folder).program()).differences()]


@pytest.mark.parametrize(
    ("text", "rule", "found"),
    [
        ("2 damage to one of your units.", "action hit (u: Unit in field of me) in support: wound u by 2", None),
        ("3 damage to one of your units.", "action hit (u: Unit in field of me) in support: wound u by 2", "number"),
        ("2 damage to an enemy unit.", "action hit (u: Unit in field of me) in support: wound u by 2", "target"),
        ("2 damage to all your units.", "action hit (u: Unit in field of me) in support: wound u by 2", "target"),
        ("2 damage to one of your units.",
         "action hit (u: Unit in field of opponent of me) in support: wound u by 2", "target"),
        ("After a unit takes damage: 1 damage more.", "after wound u when u is Unit: raise u.damage by 1", None),
        ("Before a unit takes damage: 1 damage more.", "after wound u when u is Unit: raise u.damage by 1", "timing"),
        ("Your units cannot be wounded.", "cannot wound u when owner of u is owner of this", None),
        ("Your units can be wounded.", "cannot wound u when owner of u is owner of this", "condition"),
        ("+1 attack if a unit has at least 3 damage.", "modify attack of u by +1 when u.damage >= 3", None),
        ("+1 attack if a unit has at most 3 damage.", "modify attack of u by +1 when u.damage >= 3", "condition"),
        ("-1 attack for units.", "modify attack of u by +1 when u is Unit", "number"),
        ("2 damage to one of your tired units.",
         "action hit (u: Unit in field of me) in support:\n        requires weary: u.tired\n        wound u by 2",
         None),
        ("2 damage to one of your untired units.",
         "action hit (u: Unit in field of me) in support:\n        requires weary: u.tired\n        wound u by 2",
         "condition"),
        ("2 damage to one of an opponent's units.",
         "action hit (u: Unit) in support:\n        requires ours: owner of u is me\n        wound u by 2", "target"),
        ("2 damage to one of your units.",
         "action hit (u: Unit) in support:\n        requires ours: owner of u is me\n        wound u by 2", None),
        ("2 damage to one of your units.", "action hit (u: Unit in field of players) in support: wound u by 2",
         "target"),
        ("2 damage to any unit.", "action hit (u: Unit in field of players) in support: wound u by 2", None),
        ("2 damage to one of your units.",
         "action hit in support:\n        for each u in field of me: wound u by 2", "target"),
        ("2 damage to all your units.",
         "action hit in support:\n        for each u in field of me: wound u by 2", None),
        ("Units cannot be sent.", "modify tied of u to yes when u is Unit", None),
        ("Units can be sent.", "modify tied of u to yes when u is Unit", "condition"),
        ("Units can be sent.", "modify loose of u to yes when u is Unit", None),
        ("Units cannot be sent.", "modify loose of u to yes when u is Unit", "condition"),
        ("In your rally: 1 damage to one of your units.",
         "action hit (u: Unit in field of me) in support: wound u by 1", None),
        ("While a unit strikes: it takes 1 damage.",
         "action hit (u: Unit in field of me) in while_striking: wound u by 1",
         None),
        ("While a unit hides: it takes 1 damage.",
         "action hit (u: Unit in field of me) in while_striking: wound u by 1",
         "timing"),
        ("Units must be sent.", "modify tied of u to yes when u is Unit", "condition"),
        ("The attack of units is doubled.", "modify attack of u times 2 when u is Unit", None),
        ("The attack of units is halved.", "modify attack of u times 2 when u is Unit", "number"),
        ("+1 attack for each tired unit.",
         "modify attack of u by +number of x in field of owner of this where x.tired when u is Unit", None),
        ("-1 attack for each tired unit.",
         "modify attack of u by +number of x in field of owner of this where x.tired when u is Unit", "number"),
        ("Your wealth is 4.", "modify wealth of p by +1 when p is owner of this", None),
        ("Your wealth is 3.", "modify wealth of p by +1 when p is owner of this", "number"),
        ("You may strike once more in this fight.",
         "action again in support: set strikes to 0", None),
        ("You may strike once more in this round.",
         "action again in support: set strikes to 0", "duration"),
    ],
)  # fmt: skip
def test_each_aspect(text: str, rule: str, found: str | None, tmp_path: Path) -> None:
    """A text that says what the card does is not accused; one that says something else is, in that aspect."""
    aspects = {aspect for aspect, _ in _of(tmp_path, f'card "Test" is Support:\n    text "{text}"\n    {rule}\n')}
    assert aspects == (set() if found is None else {found})


@pytest.mark.parametrize(("noun", "found"), [("round", []), ("turn", ["duration"])])
def test_a_duration(noun: str, found: list[str], tmp_path: Path) -> None:
    """This turn is not until the end of the round."""
    rule = "action beat in support:\n        until end of play_round:\n"
    rule += "            modify attack of u by +1 when u is Unit\n"
    text = f"All units have +1 attack in this {noun}."
    assert [each for each, _ in _of(tmp_path, f'card "Test" is Support:\n    text "{text}"\n    {rule}')] == found


def test_the_page_of_the_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The first example of the page has what it speaks of, the second one has not."""
    page = (GAMES.parent / "docs" / "errors" / "W305.md").read_text(encoding="utf-8")
    wrong, right = (each.partition("```")[0] for each in page.split("```rules\n")[1:])
    for text, count in ((wrong, 1), (right, 0)):
        (tmp_path / "game.rules").write_text(f'game "X" for 2 players\n{text}', encoding="utf-8")
        assert main(["check", str(tmp_path), "--texts"]) == 0
        assert "".join(capsys.readouterr()).count("warning[W305]") == count


def test_what_has_parted_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A rule that changed since its text was found right is told with what it did and does, until both are agreed."""
    card = 'card "Test" is Support:\n    text "A blow."\n'
    card += "    action hit (u: Unit in field of me) in support: wound u by 2\n"
    (tmp_path / "game.rules").write_text(f'game "X" for 2 players\n{CARDS}\n{card}', encoding="utf-8")
    assert main(["check", str(tmp_path), "--texts", "--agree"]) == 0
    assert main(["check", str(tmp_path), "--texts"]) == 0
    assert "no difference" in capsys.readouterr().out
    changed = card.replace("wound u by 2", "wound u by 3")
    (tmp_path / "game.rules").write_text(f'game "X" for 2 players\n{CARDS}\n{changed}', encoding="utf-8")
    assert main(["check", str(tmp_path), "--texts"]) == 0
    told = "".join(capsys.readouterr())
    assert "the rule of “Test” has changed" in told and "by 2" in told and "by 3" in told
    assert main(["check", str(tmp_path), "--texts", "--agree"]) == 0
    assert main(["check", str(tmp_path), "--texts"]) == 0
    assert "no difference" in capsys.readouterr().out


def test_the_shipped_cards_are_not_accused() -> None:
    """No text of the rulebooks is told wrongly."""
    found = [
        (game, each.card.gloss, each.aspect)
        for game in ("dark_order", "enclave")
        for each in Checker(load(game).program()).differences()
    ]
    assert not found


@pytest.mark.parametrize("game", FIVE)
def test_what_was_found_right_is_up_to_date(game: str) -> None:
    """`texts.json` of a shipped game speaks of its texts and rules as they are now."""
    root = GAMES / game
    now, then = worded(read_game(root, Bag(), scenarios=False)), kept(root)
    stale = sorted(
        title
        for title in now.keys() | then.keys()
        if (title in now and (now[title].text, now[title].effect))
        != (title in then and (then[title].text, then[title].effect))
    )
    assert not stale, f"read these texts beside their rules, then: rulewright check --texts --agree games/{game}"


def test_some_planted_drifts_are_found(tmp_path: Path) -> None:
    """Of a few drifts in texts most are found by reading alone, and all by what was kept."""
    checkers: dict[str, Checker] = {}
    drifts = [drift for drift in plants(2, 6, "text") if drift.game in ("dark_order", "doom")][:16]
    assert sum(bool(seen(drift, tmp_path, checkers)) for drift in drifts) * 3 >= len(drifts)
    assert all(kept_sees(drift, tmp_path) for drift in drifts[:4])


@pytest.mark.long
def test_a_hundred_planted_drifts(tmp_path: Path) -> None:
    """A hundred drifts: all are found by what was kept, and as many as the docs say by reading alone."""
    found = hundred(tmp_path)
    print({kind: (sum(found[each] for each in found if each.aspect == kind), 20) for kind in ASPECTS})
    assert len(found) == 100
    assert sum(found.values()) >= 95
    missed = [drift for drift in found if not kept_sees(drift, tmp_path)]
    assert not missed
    accused = [each for game in FIVE for each in Checker(load(game).program()).differences()]
    assert not accused


@pytest.mark.long
def test_drifts_of_other_words(tmp_path: Path) -> None:
    """Drifts that were planted after what finds the hundred was made: as many as the docs say."""
    checkers: dict[str, Checker] = {}
    found = {drift: bool(seen(drift, tmp_path, checkers)) for drift in others()}
    print({kind: [answer for each, answer in found.items() if each.aspect == kind].count(True) for kind in ASPECTS})
    assert len(found) == 204
    assert sum(found.values()) >= 161


def test_what_is_written_reads_as_words() -> None:
    """A name that ends in `of` is not followed by another one."""
    assert thing_words("cost(c)", {"c": "Oak"}) == "cost of Oak"
    assert thing_words("goods_of(here)", {}) == "goods of here"
