"""What a player has beside the cards: the aid, tokens, boards on which cards can lie, and one file for all sheets."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from dsl.printing.aids import Aid, aid
from dsl.printing.faces import grids
from dsl.printing.tokens import tokens
from dsl.runtime.game import load
from dsl.runtime.tongues.catalogue import tongue_of
from dsl.tools.cli import main


def parts(found: Aid) -> dict[str, list[str]]:
    return {heading: [line.whole for line in lines] for heading, lines in found.parts}


def test_the_aid_names_what_a_letter_stands_for() -> None:
    """A player does not know what `u` is; a name that is a word says more than the kind."""
    found = parts(aid(load("dark_order")))
    assert any(line.startswith("attack with [unit] at [unit]: ") for line in found["Attack turn"])
    assert not any("[u]" in line for lines in found.values() for line in lines)
    siege = parts(aid(load("siege")))
    assert "rummage at [cellar space]" in siege["The Day"]
    assert any(line.startswith("take [good]: ") for line in siege["Equipment"])
    assert siege["The end of the game"] == ["The Ceasefire: we win.", "Nobody is left alive: we lose."]


def test_the_aid_tells_the_order_of_play_moves_answers_tracks_and_ends() -> None:
    found = parts(aid(load("dark_order")))
    order = found["The order of play"]
    steps = ["Recruitment", "Location", "Mobilization", "Combat", "Aftermath", "Scouting"]
    assert [each.partition(":")[0] for each in order if each.partition(":")[0] in steps] == steps
    assert "Units: laying units, revealing units" in order
    assert found["Laying units"][0] == "When: Round › Mobilization › Units."
    speed = next(line for line in found["Support"] if line.startswith("give speed to [unit]"))
    assert "your speed tokens fall by 1" in speed and "not if “you have no speed token”" in speed
    assert found["Defence turn"][0] == "Answers: attack with [unit] at [unit]."
    assert found["Tracks"] == ["fatigue: 0 to 40, 40 worn out"]
    assert "Domination: that player holds three locations: that player wins." in found["The end of the game"]


def test_the_aid_leaves_out_what_only_the_table_keeps_and_what_only_scenarios_do() -> None:
    found = parts(aid(load("enclave")))
    assert not any("busy" in line for lines in found.values() for line in lines)
    proved = parts(aid(load("dark_order", scenarios=True)))
    assert proved == parts(aid(load("dark_order")))


@pytest.mark.parametrize("name", ["dark_order", "dark_eden", "doom", "enclave", "siege"])
def test_aids_of_the_five_have_all_parts_and_no_names_of_the_rules(name: str) -> None:
    found = parts(aid(load(name)))
    assert next(iter(found)) == "The order of play" and len(found["The order of play"]) > 2
    assert "The end of the game" in found
    assert not any("_" in line for lines in found.values() for line in lines)


def test_the_aid_in_polish_has_the_names_of_phases() -> None:
    game = load("dark_order")
    game.tongue = tongue_of(game.sources.root, "pl")
    told = "\n".join(line for lines in parts(aid(game)).values() for line in lines)
    assert "Faza rekrutacji" in told and "Etap jednostek" in told and "Recruitment" not in told
    assert "units" not in told and "living" not in told  # names of the rules that no catalogue has
    assert "jednostka … jest wyczerpana" in told


def test_tokens_are_what_is_counted_and_who_stands_on_boards() -> None:
    chess = {(each.sign, each.words, each.player): each.count for each in tokens(load("chess"))}
    assert chess["N", "knight", 1] == 2 and chess["K", "king", 2] == 1 and sum(chess.values()) == 32
    order = {(each.sign, each.words): each.count for each in tokens(load("dark_order"))}
    assert order["1", "damage"] > 0 and order["5", "damage"] > 0 and order["", "exhausted"] > 0
    assert order["A", "fatigue"] == order["B", "fatigue"] == 1 and ("", "face up") not in order
    stones = [(each.sign, each.count) for each in tokens(load("tic_tac_toe"))]
    assert stones == [("A", 5), ("B", 5)]


def test_boards_on_which_cards_lie() -> None:
    assert all(grid.holds for grid in grids(load("dark_order"))) and not grids(load("chess"))[0].holds


def test_one_file_for_all_sheets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A name that ends in .pdf is a file, not a folder; cards of two sizes and the table stand in it."""
    pypdf = pytest.importorskip("pypdf")
    pytest.importorskip("typst")
    place = tmp_path / "new" / "all.pdf"
    assert main(["print", "crazy_eights", "-o", str(place)]) == 0
    assert place.is_file() and "all.pdf: " in capsys.readouterr().out
    pages = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(place.read_bytes())).pages]
    assert "The order of play" in pages[-1] and len(pages) > 5
    assert main(["print", "crazy_eights", "aid", "-o", str(tmp_path / "aid.pdf")]) == 0
    assert len(pypdf.PdfReader(str(tmp_path / "aid.pdf")).pages) == 1


def test_a_lying_board_has_room_for_cards(tmp_path: Path) -> None:
    pypdf = pytest.importorskip("pypdf")
    pytest.importorskip("typst")
    place = tmp_path / "boards.pdf"
    assert main(["print", "dark_order", "boards", "-o", str(place)]) == 0
    page = pypdf.PdfReader(str(place)).pages[0]
    assert float(page.mediabox.width) > float(page.mediabox.height)
