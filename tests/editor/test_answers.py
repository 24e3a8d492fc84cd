"""What an editor is told: names, comments and rules behind a word, places, what can be written, outlines, repairs."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.editor import answers
from dsl.editor.checking import check_all
from dsl.editor.completing import completions
from dsl.editor.names import everything
from dsl.editor.project import Project, game_of

GAME = """\
game "Foxes" for 2 players
ledger "ledger.yaml"

include "cards/foxes.rules"

enum Colour: red, grey
# An animal that hunts.
kind Fox:
    colour: Colour
    var wounds: 0..9

each player has:
    zone den: cards of Fox

window turn "your turn"

# Foxes bleed.
event wound (u: Fox) by (n: 0..9):                            @FX-1.1
    raise u.wounds by n

action bite (u: Fox in den of me) in turn:
    requires healthy: u.wounds = 0 else "it is hurt"
    wound u by 1
    let wounds be 2
    wound "Grey Fox" by wounds

main:
    move Fox to den of player 1
    offer turn to player 1
    end game drawn
"""
CARDS = 'card "Grey Fox" is Fox:\n    colour grey\ncard "Red Fox" is Fox:\n    colour red\n'
LEDGER = "rules:\n- id: FX-1.1\n  where: Blood\n  rule: A bite hurts.\n  note: Once.\n"


@pytest.fixture
def foxes(tmp_path: Path) -> Project:
    """A small game in a folder, read once."""
    (tmp_path / "cards").mkdir()
    (tmp_path / "game.rules").write_text(GAME, encoding="utf-8")
    (tmp_path / "cards" / "foxes.rules").write_text(CARDS, encoding="utf-8")
    (tmp_path / "ledger.yaml").write_text(LEDGER, encoding="utf-8")
    project = Project(game_of(tmp_path / "cards" / "foxes.rules"))
    return project


def main_file(project: Project) -> Path:
    return project.path / "game.rules"


def at(words: str, number: int = 0) -> int:
    """The offset of words in GAME: the first time, or a later one."""
    place = -1
    for _ in range(number + 1):
        place = GAME.index(words, place + 1)
    return place


def hovered(project: Project, offset: int) -> str:
    found = answers.hover(project, main_file(project), offset)
    assert found is not None
    return found[0]


def test_the_game_of_a_file_lies_above_it(foxes: Project, tmp_path: Path) -> None:
    assert foxes.path == tmp_path.resolve()
    alone = tmp_path.parent / "alone.rules"
    assert game_of(alone) == alone.resolve()


def test_a_name_is_told_with_its_comment_and_its_rules(foxes: Project) -> None:
    told = hovered(foxes, at("wound u by 1"))
    assert told.startswith("**event** wound (game.rules:18)")
    assert "Foxes bleed." in told and "raise u.wounds by n" in told and "**FX-1.1** A bite hurts. *Once.*" in told


def test_a_citation_a_card_and_a_word_of_the_language_are_told(foxes: Project) -> None:
    assert hovered(foxes, at("@FX") + 2).startswith("**FX-1.1** A bite hurts.")
    assert "**card** Grey Fox (cards/foxes.rules:1)" in hovered(foxes, at('"Grey Fox"') + 3)
    assert "raise u.damage by 2" in hovered(foxes, at("raise"))
    assert answers.hover(foxes, main_file(foxes), at("# Foxes") + 3) is None


def test_a_local_name_hides_others_and_a_field_is_none(foxes: Project) -> None:
    def where(offset: int) -> list[int]:
        return [span.line for _, span in answers.definition(foxes, main_file(foxes), offset)]

    assert where(at("wounds\n", 0)) == [24]  # of `by wounds`
    assert where(at("wounds by n")) == [10]
    assert where(at("u.wounds = 0")) == [21]
    assert where(at("healthy")) == [22]
    assert where(at('"Grey Fox"')) == [1]


def test_files_and_ledger_entries_have_places(foxes: Project) -> None:
    places = answers.definition(foxes, main_file(foxes), at("cards/foxes"))
    assert [path.name for path, _ in places] == ["foxes.rules"]
    places = answers.definition(foxes, main_file(foxes), at("@FX"))
    assert [(path.name, span.line) for path, span in places] == [("ledger.yaml", 2)]


def test_references_are_found_in_all_files_or_in_the_item(foxes: Project) -> None:
    found = answers.references(foxes, main_file(foxes), at("kind Fox") + 5)
    assert {path.name for path, _ in found} == {"game.rules", "foxes.rules"} and len(found) == 7
    local = answers.references(foxes, main_file(foxes), at("u.wounds by n"))
    assert {span.line for _, span in local} == {18, 19}


def offered(project: Project, text: str) -> dict[str, str]:
    """What can be written at the end of a text that stands in the place of the game's main file."""
    path = main_file(project).resolve()
    project.change(path, text)
    return {each.text: each.sort for each in completions(project, path, len(text))}


def test_what_can_be_written_depends_on_the_place(foxes: Project) -> None:
    assert offered(foxes, GAME + "main:  @") == {"FX-1.1": "Blood"}
    assert offered(foxes, GAME + 'rule x: move "Gr') == {
        "Grey Fox": 'card "Grey Fox" is Fox',
        "Red Fox": 'card "Red Fox" is Fox',
    }
    assert set(offered(foxes, GAME + "define f of (x: Fox) = x.")) == {"colour", "wounds"}
    inside = offered(foxes, GAME + "event tire (y: Fox):\n    let m be 3\n    ra")
    assert inside["y"] == inside["m"] == "local name" and inside["raise"] == "word" and inside["wound"] == "event"
    assert "raise" not in offered(foxes, GAME + "ra") and "event" in offered(foxes, GAME + "ra")


def test_an_outline_has_items_and_what_is_in_them(foxes: Project) -> None:
    shown = answers.outline(foxes, main_file(foxes))
    named = {each.name: [part.name for part in each.parts] for each in shown}
    assert named["Fox"] == ["colour", "wounds"] and named["bite"] == ["healthy"] and named["Colour"] == ["red", "grey"]
    assert [each.name for each in answers.outline(foxes, foxes.path / "cards" / "foxes.rules")] == [
        "Grey Fox",
        "Red Fox",
    ]
    assert answers.outline(foxes, foxes.path / "other.rules") == []


def test_every_shipped_declaration_has_a_place_in_its_item(foxes: Project) -> None:
    for each in everything(foxes.names):
        assert each.whole.start <= each.at.start < each.at.end <= each.whole.end, each


def test_mistakes_are_told_by_file_and_gone_when_mended(foxes: Project) -> None:
    path = foxes.path / "cards" / "foxes.rules"
    assert not any(check_all(foxes.snapshot()).told.values())
    foxes.change(path, CARDS.replace("colour red", "colour rde"))
    found = check_all(foxes.snapshot()).by_path()
    assert [(each.name, [told.code for told in wrong]) for each, wrong in found.items() if wrong] == [
        ("foxes.rules", ["E101"])
    ]
    wrong = found[path][0]
    repair = answers.repairs(wrong)[0]
    assert (repair.text, repair.at.text) == ("red", "rde")
    foxes.change(path, CARDS)
    assert not any(check_all(foxes.snapshot()).told.values())


def test_only_changed_texts_are_parsed_again(foxes: Project) -> None:
    before = foxes.kept["game.rules"]
    foxes.change(foxes.path / "cards" / "foxes.rules", CARDS + 'card "Old Fox" is Fox:\n    colour grey\n')
    assert foxes.kept["game.rules"] is before
    assert "Old Fox" in {each.name for each in foxes.names}


def test_an_open_file_that_is_not_included_is_looked_at_too(foxes: Project) -> None:
    path = foxes.path / "cards" / "new.rules"
    foxes.change(path, "evnt x:\n    nothing\n")
    found = check_all(foxes.snapshot()).by_path()
    assert [told.severity for told in found[path]] == ["error"]


def test_names_in_braces_of_texts_are_names(foxes: Project) -> None:
    """They are shown, found and listed like any other; the text round them is none."""
    path = main_file(foxes)
    text = GAME + 'event yell (u: Fox):\n    say "{u} is {colour of u}, a colour; \\{u is none"\n'
    foxes.change(path, text)
    inside = text.index("colour of u}")
    assert "field of Fox" in hovered(foxes, inside + 1)
    assert [span.line for _, span in answers.definition(foxes, path, text.index("{u}") + 1)] == [31]
    places = [span.start for _, span in answers.references(foxes, path, text.index("{u}") + 1)]
    assert places == [text.index("(u: Fox):\n    say") + 1, text.index("{u}") + 1, text.index("u}, a")]
    places = [span for at, span in answers.references(foxes, path, inside) if at == path]
    assert inside in {each.start for each in places}
    assert text.index("colour; ") not in {each.start for each in places}
