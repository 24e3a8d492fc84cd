"""Cards by where they were: in deck, drawn, played."""

from __future__ import annotations

import csv
import json
import re
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from dsl.lab.cards import Card
from dsl.lab.figures import Figures, figures
from dsl.lab.running import Bench, Wanted
from dsl.lab.sentences import sentences
from dsl.lab.store import Store
from dsl.lab.variant import Variant
from dsl.tools.cli import main

Write = Callable[[str], Path]

DECKS = """game "Decks" for 2 players
use "decks"
kind Card:
    worth: 0..90
kind Tool is Card
kind Stone is Card
card "Lever" is Tool, 2 copies:
    worth 1
card "Wedge" is Tool, 2 copies:
    worth 1
card "Gem" is Stone, 2 copies:
    worth 40
card "Boulder" is Stone, 2 copies:
    worth 1
each player has:
    zone hand: cards of Card, seen by owner
    zone deck: stack of Card, seen by nobody
    zone done: cards of Card
    var points: 0..400
window turn "your turn"
action play (c: Card in hand of me) in turn:
    requires c is not "Boulder" else "a Boulder is too heavy"
    move c to done of me
    raise me.points by worth of c
main:
    for each c in Tool: move c to deck of player 1
    for each c in Stone: move c to deck of player 2
    for each p in players:
        shuffle deck of p
        move top 2 of deck of p to hand of p
        random n from 1..60 on fate
        raise p.points by n
    for each p in players: offer turn to p
    end game scored by points
"""


def found_in(path: Path, file: Path, games: int, **fields: object) -> Figures:
    """What some games show."""
    store = Store(file)
    bench = Bench(store, [Variant(str(path), 2, **fields)])  # type: ignore[arg-type]
    for _ in bench.run(Wanted(games)):
        pass
    return figures(store, bench.names[0])


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    """A game in which each player has a deck of his own, and nobody can play a Boulder."""
    path = tmp_path / "decks.rules"
    path.write_text(DECKS, encoding="utf-8")
    return path


def by_name(found: Figures) -> dict[str, Card]:
    """The cards of a variant."""
    return {each.words: each for each in found.cards}


def test_a_card_of_an_own_deck_is_of_its_player_alone(decks: Path, tmp_path: Path) -> None:
    """Of two copies among four cards one is drawn in 5 of 6 games; all games are those of one seat, wins are his."""
    cards = by_name(found_in(decks, tmp_path / "s", 3000))
    assert {name: card.won.games for name, card in cards.items()} == dict.fromkeys(cards, 3000)
    for card in cards.values():
        assert card.drawn.games + card.left.games == 3000
        assert abs(card.drawn.games / 3000 - 5 / 6) < 0.03
    assert abs(cards["Lever"].won.share + cards["Gem"].won.share - 1) < 1e-9  # one wins or the other


def test_a_strong_card_goes_with_winning(decks: Path, tmp_path: Path) -> None:
    """Where it is drawn, more where it is played; what cannot be played is said to be never played."""
    found = found_in(decks, tmp_path / "s", 30_000)
    cards = by_name(found)
    gem, boulder, lever = cards["Gem"], cards["Boulder"], cards["Lever"]
    assert gem.sways == 1 and gem.played.share > gem.drawn.share > gem.left.share
    assert boulder.unplayed and boulder.sways == -1  # in its place there is no Gem
    assert not lever.unplayed and lever.sways == 0
    told = sentences(found)[4]
    assert "1 card was drawn and never played (“Boulder”)" in told
    assert "who draws" in told


def test_copies_are_alike_and_planted_cards_stand_out(game_file: Write, tmp_path: Path) -> None:
    """From a deck of all: drawn as often as each other, won as often; the strong and the useless card are named."""
    cards = by_name(found_in(game_file("CARDS"), tmp_path / "s", 20_000, options={"strong": 20, "weak": 10}))
    assert {name: card.won.games for name, card in cards.items()} == dict.fromkeys(cards, 40_000)
    one, two = cards["Twin One"], cards["Twin Two"]
    assert abs(one.drawn.games - two.drawn.games) < 0.02 * one.won.games
    assert abs(one.drawn.share - two.drawn.share) < 0.015
    assert cards["Hero"].sways == 1 and cards["Dud"].sways == -1
    assert cards["Hero"].difference > 0.1 > -0.02 > cards["Dud"].difference


def test_no_card_is_claimed_where_all_are_alike(game_file: Write, tmp_path: Path) -> None:
    """In ten runs at most two false alarms."""
    path = game_file("CARDS")
    runs = (found_in(path, tmp_path / "s", 400, seed=seed) for seed in range(10))
    assert sum(any(card.sways for card in found.cards) for found in runs) <= 2


def test_the_report_and_the_tables_have_them(decks: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """On the page, in JSON and CSV; the lists of what stands out too."""
    pytest.importorskip("matplotlib")
    pytest.importorskip("openskill")
    file, page = tmp_path / "s", tmp_path / "p.html"
    found_in(decks, file, 2000)
    words = ["lab", "report", str(decks), "--store", str(file), "-o", str(page), "--csv", str(tmp_path / "t"), "--json"]
    assert main(words) == 0
    (told,) = json.loads(capsys.readouterr().out)["variants"]
    gem = next(each for each in told["cards"] if each["words"] == "Gem")
    assert gem["drawn"]["games"] + gem["left"]["games"] == 2000
    assert gem["drawn"]["interval"][0] < gem["drawn"]["share"] < gem["drawn"]["interval"][1]
    assert any("Gem" in each for each in told["lists"]["better"])
    text = page.read_text(encoding="utf-8")
    assert "Cards: in deck, drawn, played" in text
    assert re.search(r"<b>Drawn and never played</b> \(1; in brackets games\): Boulder \([\d,]+\)", text)
    rows = list(csv.DictReader((tmp_path / "t" / "cards.csv").read_text(encoding="utf-8").splitlines()))
    never = {row["card"]: row["played"] == "0" for row in rows}
    assert never == {"Gem": False, "Boulder": True, "Lever": False, "Wedge": False}
    listed = list(csv.DictReader((tmp_path / "t" / "standing_out.csv").read_text(encoding="utf-8").splitlines()))
    assert any(row["list"] == "better" and "Gem" in row["words"] for row in listed)


def test_a_store_of_an_older_lab_is_read(decks: Path, tmp_path: Path) -> None:
    """It knows nothing of cards, and games can be added to it."""
    file = tmp_path / "s"
    found_in(decks, file, 100)
    base = sqlite3.connect(file)
    base.execute("drop table cards")
    base.execute("update variants set about = json_remove(about, '$.things')")
    base.commit()
    base.close()
    found = found_in(decks, file, 200)
    assert found.games == 200
    assert found.cards == []


def test_small_pictures_on_the_page(decks: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each card is held once, and stands before its name; without the libraries that print there is none."""
    for name in ("typst", "matplotlib", "openskill"):
        pytest.importorskip(name)
    found_in(decks, tmp_path / "s", 40)
    page = tmp_path / "page.html"
    report = ["lab", "report", str(decks), "--store", str(tmp_path / "s"), "-o", str(page)]
    assert main(report) == 0
    text = page.read_text("utf-8")
    assert text.count("<symbol ") == text.count('href="data:image/png;base64,') == 4
    for name in ("Lever", "Wedge", "Gem", "Boulder"):
        assert re.search(rf'<td><svg class="small" aria-hidden="true"><use href="#card\d"/></svg>{name}</td>', text)
    decks.write_text(DECKS.replace("use", "sue"), encoding="utf-8")
    assert main(report) == 0  # what was played can be read although the rules have a mistake now
    assert "<symbol " not in page.read_text("utf-8")
    decks.write_text(DECKS, encoding="utf-8")
    monkeypatch.setitem(sys.modules, "typst", None)
    assert main(report) == 0
    assert "<symbol " not in page.read_text("utf-8")
