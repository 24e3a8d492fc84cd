"""Games on paper: what is printed on cards, sheets as PDF, and what does not fit."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from dsl.printing.aids import aid
from dsl.printing.faces import faces, grids, strips
from dsl.printing.layout import sheet
from dsl.printing.sheets import Job, tabletop
from dsl.printing.suits import suits
from dsl.runtime.game import load
from dsl.runtime.tongues.catalogue import tongue_of
from dsl.tools.cli import main

typst = pytest.importorskip("typst")
pypdf = pytest.importorskip("pypdf")

GAME = """\
game "Fair" for 2 players

enum Sort: sweet "sweet", salty "salty"

kind Good "good":
    price: 0..9
    sort: Sort
    heavy: yes/no = no
    bonus: 0..9 = 0

card "Honey Cake" called "Miodownik" is Good, 3 copies, stand-in:
    price 4, sort sweet
    text "Żółty miód. Eat it now."
card "Anvil" is Good:
    price 0, sort salty, heavy yes

each player has:
    track luck "luck": -2..3 stops at ends:
        poor "poor": -2..-1

the table has:
    board map: Spot, 3 by 2

kind Spot is Space

main:
    end game drawn
"""


@pytest.fixture
def fair(tmp_path: Path) -> Path:
    path = tmp_path / "fair.rules"
    path.write_text(GAME)
    return path


def texts(path: Path) -> list[str]:
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(path.read_bytes())).pages]


def test_what_is_printed_on_a_card(fair: Path) -> None:
    honey, anvil = faces(load(fair))
    assert (honey.title, honey.gloss, honey.copies, honey.stand_in) == ("Honey Cake", "Miodownik", 3, True)
    assert honey.values == (("price", "4"), ("sort", "sweet")) and honey.marks == ()
    assert anvil.values == (("price", "0"), ("sort", "salty")) and anvil.marks == ("heavy",)


def test_boards_and_tracks(fair: Path) -> None:
    game = load(fair)
    assert [len(row) for row in grids(game)[0].rows] == [3, 3]
    assert grids(game)[0].rows[0][0] == "a2" and not grids(game)[0].holds
    luck, other = strips(game)
    assert (luck.title, luck.low, luck.high, luck.bands) == ("luck of A", -2, 3, ((-2, "poor"), (-1, "poor")))
    assert other.title == "luck of B"


def test_sheets(fair: Path, tmp_path: Path) -> None:
    assert main(["print", str(fair), "-o", str(tmp_path / "out"), "--backs", "duplex", "--bleed", "3"]) == 0
    front, back = texts(tmp_path / "out" / "fair-poker.pdf")
    assert front.count("Honey Cake") == 3 and front.count("Anvil") == 1 and "Żółty miód" in front
    assert "stand-in" in front and "Honey" not in back
    page = pypdf.PdfReader(str(tmp_path / "out" / "fair-poker.pdf")).pages[0]
    place = sheet("a4", "poker", 3)
    wide = place.columns * (63 + 6) * 72 / 25.4
    assert float(page.bleedbox.width) == pytest.approx(wide, abs=0.1)
    assert float(page.trimbox.width) == pytest.approx(wide - 6 * 72 / 25.4, abs=0.1)
    table = "".join(texts(tmp_path / "out" / "fair-table.pdf"))
    assert "luck" in table and "map" in table


def test_text_that_does_not_fit_is_an_error_with_its_line(
    fair: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fair.write_text(GAME.replace("Eat it now.", "Eat it now. " * 150))
    assert main(["print", str(fair), "-o", str(tmp_path / "out")]) == 1
    told = capsys.readouterr().err
    assert "E162" in told and "fair.rules:11" in told and "Honey Cake" in told
    assert not (tmp_path / "out" / "fair-poker.pdf").exists()
    assert main(["print", str(fair), "-o", str(tmp_path / "out"), "--size", "Good=tarot"]) == 0
    assert (tmp_path / "out" / "fair-tarot.pdf").exists()


def test_only_what_has_changed(fair: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = tmp_path / "old.rules"
    old.write_text(GAME)
    assert main(["print", str(fair), "--since", str(old)]) == 0
    assert "The same in print and in meaning." in capsys.readouterr().out
    fair.write_text(GAME.replace("price 4", "price 5"))
    assert main(["print", str(fair), "--since", str(old), "-o", str(tmp_path / "out")]) == 0
    pages = texts(tmp_path / "out" / "fair-poker.pdf")
    assert "Anvil" not in "".join(pages) and "Honey Cake: printed otherwise" in pages[-1]


def test_paragraphs_that_have_changed(tmp_path: Path) -> None:
    """Each with what says something else there; no card has changed, and so none is printed."""
    rules = """\
game "Toll" for 2 players
each player has:
    var coins: 0..9 = 2  @TB-1.1
procedure earn:  @TB-10.1
    raise player 1.coins by 1
procedure rest:  @TB-2.1
    lower player 1.coins by 1
procedure last:
    nothing
main:
    earn
    rest
    last
    end game drawn
"""
    old, new = tmp_path / "old.rules", tmp_path / "toll.rules"
    old.write_text(rules)
    new.write_text(rules.replace("= 2", "= 3").replace("by 1\np", "by 2\np").replace("    nothing", "    rest"))
    assert main(["print", str(new), "--since", str(old), "-o", str(tmp_path)]) == 0
    told = " ".join(" ".join(texts(tmp_path / "toll-changes.pdf")).split())
    places = [told.index(each) for each in ("TB-1.1", "TB-2.1: procedure rest", "TB-10.1: procedure earn", "last")]
    assert places == sorted(places) and "toll.rules:4" in told


def test_words_of_the_typesetter_mean_nothing_in_a_text(fair: Path, tmp_path: Path) -> None:
    fair.write_text(GAME.replace("Eat it now.", "#read('/etc/passwd') $x$ *b*"))
    assert main(["print", str(fair), "cards", "-o", str(tmp_path / "out")]) == 0
    told = " ".join(texts(tmp_path / "out" / "fair-poker.pdf")[0].split())
    assert "#read('/etc/passwd') $x$ *b*" in told


def test_pictures(fair: Path, tmp_path: Path) -> None:
    assert main(["print", str(fair), "--png", str(tmp_path / "png")]) == 0
    found = sorted(tmp_path.glob("png/*.png"))
    assert [path.name for path in found] == ["poker-001-Honey_Cake.png", "poker-002-Anvil.png"]
    assert found[0].read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--size", "huge"], "there is no size huge"),
        (["--size", "Goot=mini"], "meant Good?"),
        (["maps"], "maps cannot be printed"),
        (["--bleed", "99"], "fits on a4"),
    ],
)
def test_wrong_words(fair: Path, words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", str(fair), *words]) == 2
    assert told in capsys.readouterr().err


@pytest.mark.long
@pytest.mark.parametrize("game", ["dark_order", "dark_eden", "enclave", "doom", "siege"])
def test_the_five_games_fit_on_their_cards(game: str, tmp_path: Path) -> None:
    assert main(["print", game, "-o", str(tmp_path)]) == 0
    cards = sum(face.copies for face in faces(load(game)))
    pages = len(pypdf.PdfReader(str(tmp_path / f"{game}-poker.pdf")).pages)
    assert pages == -(-cards // 9)


def test_a_board_of_each_player_is_printed_for_each() -> None:
    assert [grid.title for grid in grids(load("dark_order"))] == ["battlefield of A", "battlefield of B"]
    assert {grid.rows[0] for grid in grids(load("dark_order"))} == {
        ("first line left", "first line centre", "first line right")
    }
    assert [grid.title for grid in grids(load("chess"))] == ["board"]


def test_cards_that_go_together_have_one_colour() -> None:
    """By a word that most of them have; by their kinds where there is none; neutral ones by none."""
    two = [("Card", "unit", {"cost": ("cost", "2"), "side": ("side", side)}) for side in ("red", "blue", "red")]
    neutral = ("Card", "order", {"cost": ("cost", "1")})
    assert suits([*two, neutral]) == [1, 2, 1, 0]
    assert suits([neutral, ("Card", "unit", {}), neutral]) == [1, 2, 1]
    everyone_else = [("Card", "unit", {"name": ("name", name)}) for name in "abc"]
    assert suits(everyone_else) == [1, 1, 1]


def test_the_first_word_of_a_list_is_printed_too() -> None:
    """Cards of a whole deck were each given their suit and rank, also the first of them."""
    values = {face.title: [value for _, value in face.values] for face in faces(load("crazy_eights"))}
    assert values["2♣"] == ["♣", "2"] and values["3♦"] == ["♦", "3"]


def test_a_picture_of_a_card_stands_on_it(tmp_path: Path) -> None:
    """Beside the rules, under the title of the card; without a layout of one's own too."""
    (tmp_path / "game.rules").write_text(GAME, encoding="utf-8")
    assert main(["print", str(tmp_path), "cards", "-o", str(tmp_path / "bare")]) == 0
    (tmp_path / "art").mkdir()
    drawn = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>'
    (tmp_path / "art" / "Anvil.svg").write_text(drawn)
    assert main(["print", str(tmp_path), "cards", "-o", str(tmp_path / "drawn")]) == 0
    bare, with_art = (next((tmp_path / name).glob("*.pdf")).read_bytes() for name in ("bare", "drawn"))
    assert len(pypdf.PdfReader(io.BytesIO(with_art)).pages) == 1 and bare != with_art


def test_sheets_for_virtual_tabletops(fair: Path) -> None:
    """Ten by seven cells, no more pixels than such tables take, the back in the last cell."""
    (made,) = tabletop(Job("Fair", faces(load(fair))))
    width, height = (int.from_bytes(made[at : at + 4], "big") for at in (16, 20))
    assert made.startswith(b"\x89PNG") and 4000 < max(width, height) <= 4096
    assert abs(width / height - (10 * 63) / (7 * 88)) < 0.01


def test_hexagons_are_drawn_as_hexagons() -> None:
    """A board whose directions are those of hexagons leans, one of squares does not."""
    assert [grid.lean for grid in grids(load("hex"))] == [1]
    assert [grid.lean for grid in grids(load("chess"))] == [0]
    assert [grid.halves for grid in grids(load("hex"))] == [(10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)]
    assert [(grid.halves, grid.rows[0]) for grid in grids(load("skerry"))] == [((2, 1, 0, 1, 2), ("e1", "e2", "e3"))]


def test_a_card_without_a_text_is_printed_with_what_it_does(tmp_path: Path) -> None:
    """What a card does is its text if none is written."""
    rules = 'game "G" for 2 players\nkind Card\neach player has:\n    zone hand: cards of Card, active\n'
    rules += 'event earn (p: Player):\n    nothing\nwindow w\ncard "Coin" is Card:\n    action spend in w: earn me\n'
    rules += "main:\n    offer w to player 1\n    end game drawn\n"
    (tmp_path / "game.rules").write_text(rules, encoding="utf-8")
    assert [face.text for face in faces(load(tmp_path))] == ["In “w”: spend: earn you."]


def test_watching_prints_again(tmp_path: Path) -> None:
    """What is watched is done at first, and again after a change; a mistake is told and waited over."""
    from dsl.tools.reply import Refusal
    from dsl.tools.watching import watch

    path = tmp_path / "x"
    path.write_text("1", encoding="utf-8")
    done: list[str] = []

    def again() -> list[Path]:
        done.append(path.read_text(encoding="utf-8"))
        path.write_text(f"{done[-1]}+", encoding="utf-8")  # a change while it is printed is no new one
        if len(done) == 2:
            raise Refusal("not now")
        return [path]

    watch(again, pause=0, turns=2)
    assert done[0] == "1" and len(done) <= 3


def test_a_layout_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A template beside the rules is given the card; other kinds look as ever, and a kind that is none is refused."""
    (tmp_path / "game.rules").write_text(GAME, encoding="utf-8")
    (tmp_path / "layouts").mkdir()
    own = tmp_path / "layouts" / "Good.typ"
    own.write_text('#let face(card) = [OWN #card.title costs #card.values.at("price")]', encoding="utf-8")
    assert main(["print", str(tmp_path), "cards", "-o", str(tmp_path)]) == 0
    (path,) = tmp_path.glob("*.pdf")
    assert "OWN Anvil costs 0" in " ".join(" ".join(texts(path)).split())
    own.write_text("#let face(card) = block(height: 100mm, card.title)", encoding="utf-8")
    assert main(["print", str(tmp_path), "cards", "-o", str(tmp_path)]) == 1
    assert "E162" in "".join(capsys.readouterr())
    own.write_text("#let face(card) = card.nothing", encoding="utf-8")
    assert main(["print", str(tmp_path), "cards", "-o", str(tmp_path)]) == 1
    assert "layouts/Good.typ" in "".join(capsys.readouterr())
    own.rename(tmp_path / "layouts" / "Goods.typ")
    assert main(["print", str(tmp_path), "cards", "-o", str(tmp_path)]) == 2
    assert "meant Good.typ?" in "".join(capsys.readouterr())


def test_paper_in_another_language(tmp_path: Path) -> None:
    """Cards, boards, tracks and the aid have the words of a catalogue; pictures and layouts find them as ever."""
    game = load("crazy_eights")
    english = faces(game)
    game.tongue = tongue_of(game.sources.root, "pl")
    again = load("crazy_eights")
    again.tongue = game.tongue
    polish = faces(again)
    assert [face.copies for face in polish] == [face.copies for face in english]
    assert [face.known_as for face in polish] == [face.known_as for face in english]
    assert [face.names for face in polish] == [face.names for face in english]
    assert [face.values for face in polish] != [face.values for face in english]
    assert aid(again).parts != aid(load("crazy_eights")).parts
    assert main(["print", "crazy_eights", "--lang", "pl", "-o", str(tmp_path)]) == 0
    table = " ".join(" ".join(texts(tmp_path / "crazy_eights-table.pdf")).split())
    assert "Przed początkiem" in table and "Before it begins" not in table
    words = " ".join(" ".join(texts(tmp_path / "crazy_eights-poker.pdf")).split())
    assert again.title in words and "Crazy Eights" not in words


@pytest.mark.long
@pytest.mark.parametrize("game", ["dark_order", "dark_eden", "enclave", "siege", "doom"])
def test_the_five_games_fit_on_their_cards_in_polish(game: str, tmp_path: Path) -> None:
    assert main(["print", game, "cards", "--lang", "pl", "-o", str(tmp_path)]) == 0
    assert sorted(tmp_path.glob("*.pdf"))


def test_a_list_of_spaces_fills_its_rows() -> None:
    """Eight are two rows of four, not one of six and two with cells beside them that mean nothing."""
    rows = {grid.title: tuple(map(len, grid.rows)) for grid in grids(load("siege"), 1)}
    assert rows["Story tokens"] == (4, 4) and rows["cellar"] == (3, 3)
