"""Rulebooks made from rules: what they tell, what is wrong with their prose, how they are set."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dsl.book import prose
from dsl.book.blocks import Drawing, Example, Statement, Table
from dsl.book.boards import drawings
from dsl.book.making import make
from dsl.book.markup import html, runs
from dsl.book.pages import pages
from dsl.runtime.game import load
from dsl.tools.cli import main

GAMES = Path(__file__).parents[2] / "games"
RULES = """game "Coins" for 2 players
each player has:
    var gold: 0..9
window trade
event earn (p: Player) by (n: 0..9):
    raise p.gold by n
action work in trade:
    requires poor: me.gold < 3 else "you are rich"
    earn me by 2
main:
    for each p in players: offer trade to p
    for each p in players: offer trade to p
    end game scored by gold because "pay day"
scenario "work pays":
    A does "work"
    B is asked "trade"
    expect gold of A = 2
"""


def _game(folder: Path, rules: str = RULES, book: str = "") -> Path:
    (folder / "game.rules").write_text(rules, encoding="utf-8")
    if book:
        (folder / "book.md").write_text(book, encoding="utf-8")
    return folder


def test_what_follows_from_the_rules(tmp_path: Path) -> None:
    """Actions with their conditions and effects, the end, and how many players, each with its line."""
    book, bag, _ = make(load(_game(tmp_path), scenarios=True), tmp_path)
    assert not bag.all()
    by_title = {chapter.title: chapter.blocks for chapter in book.chapters}
    work = next(block for block in by_title["What players can do"] if isinstance(block, Statement))
    assert work.strong == "work" and work.source.place == "game.rules:7"
    assert [each.words for each in work.below] == [
        "Only if your gold is less than 3; else: “you are rich”.",
        "Earn you by 2.",
    ]
    ends = [block.words for block in by_title["The end of the game"] if isinstance(block, Statement)]
    assert ends == ["The game ends: the highest gold wins (pay day)."]


def test_for_how_many(tmp_path: Path) -> None:
    for players, told in (
        ("1 player", "for 1 player"),
        ("2 players", "for 2 players"),
        ("2..4 players", "for 2 to 4 players"),
    ):
        path = tmp_path / "some.rules"
        path.write_text(f'game "Some" for {players}\nmain:\n    end game drawn\n')
        assert make(load(path), tmp_path)[0].subtitle == f"The rules, {told}"


def test_names_that_are_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A rule, a part and an example that do not exist are E163, with the nearest name; so is one that fails."""
    text = "# Coins\n\nProse. [tells: action wok]\n\n[example: work plays]\n\n[part: sausages]\n\n![x](../x.png)\n"
    _game(tmp_path, book=text)
    assert main(["book", str(tmp_path), "-o", str(tmp_path / "out")]) == 1
    told = "".join(capsys.readouterr())
    assert told.count("E163") == 4 and "book.md:3" in told
    assert "did you mean `action work`" in told and "did you mean “work pays”" in told and "components" in told
    _game(tmp_path, RULES.replace("= 2\n", "= 3\n"), "# Coins\n\n[example: work pays]\n")
    assert main(["book", str(tmp_path), "-o", str(tmp_path / "out")]) == 1
    assert "does not hold" in "".join(capsys.readouterr())


def test_prose_of_a_rule_that_changed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """W309 when the rule means something else, not when a comment is added; --agree ends it."""
    text = "# Coins\n\nWhoever works earns two. [tells: action work]\n"
    out = str(tmp_path / "out")
    _game(tmp_path, book=text)
    assert main(["book", str(tmp_path), "--agree"]) == 0
    _game(tmp_path, RULES.replace("    earn me by 2", "    earn me by 2  # wages"))
    assert main(["book", str(tmp_path), "--pages", "-o", out]) == 0
    assert "W309" not in "".join(capsys.readouterr())
    _game(tmp_path, RULES.replace("    earn me by 2", "    earn me by 3"))
    assert main(["book", str(tmp_path), "--pages", "-o", out]) == 0
    told = "".join(capsys.readouterr())
    assert "W309" in told and "book.md:3" in told and "action work" in told
    assert 'class="flag"' in (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert main(["book", str(tmp_path), "--agree"]) == 0
    assert main(["book", str(tmp_path), "--pages", "-o", out]) == 0
    assert "W309" not in "".join(capsys.readouterr())


def test_examples_are_played(tmp_path: Path) -> None:
    """An example tells the moves, and what is otherwise afterwards."""
    book, _, _ = make(load(_game(tmp_path, book="# C\n\n[example: work pays]\n"), scenarios=True), tmp_path)
    example = next(block for block in book.chapters[0].blocks if isinstance(block, Example))
    assert example.steps == ("A: work",) and ("gold of A", "0", "2") in example.changed


def test_what_prose_never_tells_is_listed(tmp_path: Path) -> None:
    """An action that no paragraph tells is listed with its line."""
    book, _, _ = make(load(_game(tmp_path, book="# Coins\n\nA game.\n"), scenarios=True), tmp_path)
    assert "action work (game.rules:7)" in book.missing


def test_pieces_of_prose() -> None:
    """Titles, chapters, headings, orders, pictures and paragraphs, with the rules that they tell."""
    found = prose.pieces("# T\nWords\nmore. [tells: action a, rule b]\n## C\n[rule: action a]\n### H\n![p](x.png)\n")
    assert [each.sort for each in found] == ["title", "text", "chapter", "rule", "heading", "picture"]
    assert found[1].tells == ("action a", "rule b") and found[1].words == "Words\nmore." and found[5].path == "x.png"


def test_markup_is_words() -> None:
    """HTML in prose is words, on pages as on paper."""
    assert "&lt;b&gt;" in html("<b>x</b> **y**") and "<strong>y</strong>" in html("**y**")
    found = runs("a **b**\n\n- c")
    assert [run["bold"] for run in found[0]["runs"]] == [False, True] and found[1]["item"]


def test_the_book_of_chess() -> None:
    """Its prose names what is there, its examples hold and are drawn, its men are counted, and its links lead on."""
    game = load("chess", scenarios=True)
    book, bag, _ = make(game, game.sources.root)
    assert not bag.all() and [each.split(" (")[0] for each in book.missing] == ["procedure main"]
    blocks = [block for chapter in book.chapters for block in chapter.blocks]
    examples = [block for block in blocks if isinstance(block, Example)]
    assert len(examples) >= 6 and all(each.before for each in examples)
    assert any(isinstance(block, Table) and ("Pawns", "16") in block.rows for block in blocks)
    start = next(block for block in blocks if isinstance(block, Drawing))
    assert start.svg.count("<circle") == 32
    made = pages(book, {file.span.file.name: file.span.file.text for file in game.sources.files}, game.sources.root)
    assert 'href="rules.html#game.rules-57"' in made["index.html"] and 'id="game.rules-57"' in made["rules.html"]


def test_hexagons_in_rows_are_drawn_where_they_lie() -> None:
    """Nineteen outlines, in five rows."""
    game = load(GAMES / "modern" / "skerry")
    (drawn,) = drawings(game.start(3, 1).view(), game.program())
    outlines = re.findall(r'points="[\d.]+,([\d.]+) ', drawn.svg)
    assert len(outlines) == 19 and [outlines.count(each) for each in sorted(set(outlines))] == [3, 4, 5, 4, 3]


def test_the_book_on_paper(tmp_path: Path) -> None:
    """A PDF with the title, the chapters and the examples."""
    pypdf = pytest.importorskip("pypdf")
    pytest.importorskip("typst")
    _game(tmp_path, book="# Coins and *signs* #x\n\nProse with $ and #signs. \n\n[example: work pays]\n")
    assert main(["book", str(tmp_path), "-o", str(tmp_path / "out")]) == 0
    (path,) = (tmp_path / "out").glob("*.pdf")
    text = "".join(page.extract_text() for page in pypdf.PdfReader(path).pages)
    assert "What players can do" in text and "work pays" in text and "$ and #signs" in text


def test_a_name_that_ends_in_pdf_is_a_file(tmp_path: Path) -> None:
    pytest.importorskip("typst")
    path = _game(tmp_path, RULES)
    assert main(["book", str(path), "-o", str(tmp_path / "out" / "work.pdf")]) == 0
    assert [each.name for each in (tmp_path / "out").iterdir()] == ["work.pdf"]


def test_the_book_of_the_dark_order() -> None:
    """Its prose names what is there, its examples hold, and the cards are told by their texts."""
    game = load("dark_order", scenarios=True)
    book, bag, _ = make(game, game.sources.root)
    assert not bag.all()
    blocks = [block for chapter in book.chapters for block in chapter.blocks]
    assert sum(isinstance(block, Example) and len(block.after) > 0 for block in blocks) >= 4
    assert any(isinstance(block, Statement) and block.strong + block.more == "War Drum (2 copies)" for block in blocks)
    assert dict(book.ledger)["DO-8.58"]


@pytest.mark.parametrize("name", ["dark_eden", "doom", "enclave", "siege"])
def test_the_prose_of_the_other_rulebooks(name: str) -> None:
    """It names what is there and is agreed on, its examples hold, and nothing that only scenarios declare is told."""
    game = load(name, scenarios=True)
    book, bag, _ = make(game, game.sources.root)
    assert not bag.all()
    blocks = [block for chapter in book.chapters for block in chapter.blocks]
    examples = [block for block in blocks if isinstance(block, Example)]
    assert len(examples) >= 3 and all(each.steps or each.changed or each.after for each in examples)
    told = [block for block in blocks if isinstance(block, Statement)]
    assert not any(each.source.file.startswith("scenarios/") for each in told)
    assert all(each.words or each.strong for each in told)


@pytest.mark.long
@pytest.mark.parametrize("name", ["dark_eden", "doom", "enclave", "siege"])
def test_the_books_of_the_other_rulebooks(name: str, tmp_path: Path) -> None:
    """They are made, on paper too."""
    pytest.importorskip("typst")
    assert main(["book", name, "-o", str(tmp_path)]) == 0
    assert (tmp_path / "index.html").is_file() and list(tmp_path.glob("*.pdf"))


def test_a_card_of_a_row_is_said_by_its_number(tmp_path: Path) -> None:
    """The book is made, and the second card is told as such."""
    row = 'kind Card\ncard "Oak" is Card, 3 copies\nthe table has:\n    zone line: row of Card\nwindow trade\n'
    rules = RULES.replace("window trade\n", row).replace("earn me by 2\n", "earn me by 2\n    turn line[2] face down\n")
    path = _game(tmp_path, rules)
    book, _, _ = make(load(path, scenarios=True), path)
    assert "number 2 in line" in str(book)


def test_examples_call_cards_as_the_book_does_and_show_a_part_of_a_large_board() -> None:
    """A card has its second title there too; of a map of 120 squares only those are drawn between which anything is."""
    game = load("doom", scenarios=True)
    book, _, _ = make(game, game.sources.root)
    examples = [block for chapter in book.chapters for block in chapter.blocks if isinstance(block, Example)]
    told = [each for each in examples if each.title.startswith("an attack in six steps")]
    assert any("attack at Possessed Soldier figure" in step for step in told[0].steps)
    (drawn,) = told[0].after
    assert 0 < drawn.svg.count("<rect") <= 40 and "Possessed Soldier" in drawn.svg and "_" not in drawn.svg
