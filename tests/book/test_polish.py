"""Books in Polish: the program's headings and sentences are Polish, its names come from the game's catalogue."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from dsl.book.blocks import Block, Book, Example, Heading, Paragraph, Statement, Table
from dsl.book.making import make
from dsl.runtime.game import load
from dsl.runtime.tongues.catalogue import tongue_of
from dsl.runtime.tongues.own import speaking
from dsl.saying.phrases import ENGLISH
from dsl.saying.polish import POLISH
from dsl.saying.speech import Speech
from dsl.tools.cli import main

GAMES: Final = Path(__file__).parents[2] / "games"
_WORD: Final = re.compile(r"[a-z]{2,}", re.IGNORECASE)
_HOLE: Final = re.compile(r"\{[^{}]*\}")
_QUOTED: Final = re.compile(r"„[^„”]*”|“[^“”]*”")
_POLISH_TOO: Final = frozenset(("do", "to", "on"))
"""Words that are English and Polish."""


def _polish(name: str) -> Book:
    game = load(str(GAMES / name), scenarios=True)
    game.tongue = tongue_of(game.sources.root, "pl")
    with speaking(game.engine(game.players[-1]).words.own):
        book, _, _ = make(game, game.sources.root)
    return book


def _made(book: Book) -> Iterator[str]:
    """All that the program says in a book: not the prose and the scenarios of the authors, nor names of the rules."""
    yield book.subtitle
    for chapter in book.chapters:
        if chapter.made:
            yield chapter.title
            for block in chapter.blocks:
                yield from _of(block)


def _of(block: Block) -> Iterator[str]:
    match block:
        case Statement():
            yield block.words
            yield block.strong
            for each in block.below:
                yield from _of(each)
        case Heading() | Paragraph():
            yield block.words
        case Table():
            yield from block.heads
        case Example():
            yield from ()
        case _:
            yield from ()


def _english() -> set[str]:
    """The words of the English patterns and of the book's headings."""
    words = {word for text in ENGLISH.values() for word in _WORD.findall(_HOLE.sub(" ", text))}
    words |= {"components", "set-up", "course", "players", "cards", "happens", "words", "options", "aid", "whole"}
    return (
        {word.lower() for word in words}
        - _POLISH_TOO
        - {word.lower() for text in POLISH.values() for word in _WORD.findall(text)}
    )


@pytest.mark.parametrize("name", ["classics/crazy_eights", pytest.param("dark_order", marks=pytest.mark.long)])
def test_no_english_words_of_the_program(name: str) -> None:
    """Outside of quotation marks, in which names of the rules stand, no word of the English patterns is left."""
    english = _english()
    for text in _made(_polish(name)):
        said = _QUOTED.sub(" ", _QUOTED.sub(" ", text))
        found = {word.lower() for word in re.findall(r"[^\W\d_]{2,}", said)} & english
        assert not found, (found, text)


def test_sentences_of_crazy_eights() -> None:
    """Names have the forms of their catalogue; where one has none, the wording asks for none."""
    texts = [text for text in _made(_polish("classics/crazy_eights")) if text]
    assert "Przygotowanie" in texts and "Zasady gry, od 2 do 5 graczy" in texts
    assert "Wybierasz: karta w twojej ręce." in texts
    assert "Przenieś do stosu: ta karta." in texts
    assert "Odtąd kolor = kolor tej karty." in texts
    assert "Jeśli pasy > liczba graczy:" in texts


def test_wordings_with_and_without_forms() -> None:
    """The first wording counts whose forms are known; the last one needs none."""
    speech = Speech("pl", {"hand": "ręka"}.get, {}.get, forms={"ręka": {"gen": "ręki", "gender": "f"}})
    hand = speech.phrase("that", {"noun": speech.word("hand")})
    assert hand == "ta ręka"
    assert speech.phrase("move", {"what": "x", "where": hand}) == "przenieś do tej ręki: x"
    assert speech.phrase("move", {"what": "x", "where": speech.word("den")}) == "przenieś: x; dokąd: „den”"
    assert speech.phrase("choose", {"who": speech.phrase("you", {}), "what": "karta"}) == "wybierasz: karta"
    assert speech.phrase("choose", {"who": "ten gracz", "what": "karta"}) == "ten gracz wybiera: karta"


def test_all_patterns_are_there_in_polish() -> None:
    """Polish has the keys of English, with the same holes, and no wording that must fail at the end."""
    assert {key for key in POLISH if ":" not in key} == set(ENGLISH)
    for key, text in ENGLISH.items():
        holes = set(re.findall(r"\{(\w+)", text))
        for wording in POLISH[key].split(" || "):
            assert set(re.findall(r"\{(\w+)", wording)) <= holes, key
        last = POLISH[key].split(" || ")[-1]
        assert all("=" in form for form in re.findall(r"\{\w+:([^{}]*)\}", last)), key


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`book GAME --lang pl` says what it did in Polish, and its page says its language."""
    game = GAMES / "classics" / "crazy_eights"
    assert main(["book", str(game), "--lang", "pl", "--pages", "-o", str(tmp_path)]) == 0
    assert "haseł w skorowidzu" in capsys.readouterr().out
    page = (tmp_path / "index.html").read_text("utf-8")
    assert '<html lang="pl">' in page and "Skorowidz" in page and "Index" not in page
