"""The command that makes books."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from dsl.book.blocks import Book
from dsl.book.making import make
from dsl.book.pages import pages
from dsl.book.prose import KEPT, to_keep
from dsl.diagnostics import RulesError
from dsl.durable import write_whole
from dsl.runtime.game import Game, load
from dsl.runtime.tongues.own import marked, numbered, said, speaking
from dsl.tools.reply import OK, Refusal, say, show_diagnostics
from dsl.tools.translating import speak

_MISSING = marked("a book on paper needs further libraries: pip install 'rulewright[print]'; --pages makes web pages")


def run_book(arguments: Namespace) -> int:
    """`book GAME`: the rulebook as PDF and as web pages; RulesError if its prose names what is not there."""
    game = speak(load(arguments.path, arguments.modules, scenarios=True), arguments.lang)
    with speaking(game.engine(arguments.players or game.players[-1]).words.own):
        return _written(arguments, game)


def _written(arguments: Namespace, game: Game) -> int:
    """Make the book and write it."""
    root = game.sources.root
    try:
        book, bag, maker = make(game, root, arguments.players)
    except ValueError as error:
        raise Refusal(str(error)) from None
    if arguments.agree:
        write_whole(root / KEPT, to_keep(maker.prose, maker.digests).encode())
        told = sum(bool(each.tells) for each in maker.prose.pieces)
        say(f"{KEPT}: {numbered(told, '{1} paragraph', '{1} paragraphs')}")
        return OK
    if bag.has_errors:
        raise RulesError(bag.shown())
    show_diagnostics(bag.shown())
    _put(arguments, book, game)
    if book.missing:
        say(numbered(len(book.missing), "The prose never tells {1} rule:", "The prose never tells {1} rules:"))
        for each in book.missing:
            say(f"  {each}")
    return OK


def _put(arguments: Namespace, book: Book, game: Game) -> None:
    """Write the book as PDF and as pages into a folder, or as the PDF that was asked for."""
    root = game.sources.root
    place = Path(arguments.output or f"{_name(arguments.path)}-book")
    is_file = place.suffix.lower() == ".pdf" and not place.is_dir()
    folder = place.parent if is_file else place
    folder.mkdir(parents=True, exist_ok=True)
    if is_file or not arguments.pages:
        _write_pdf(place if is_file else folder / f"{_name(arguments.path)}.pdf", book, root, arguments.paper)
    if not is_file:
        texts = {file.span.file.name: file.span.file.text for file in (*game.sources.files, *game.sources.scenarios)}
        for name, page in pages(book, texts, root).items():
            write_whole(folder / name, page.encode())
        entries = numbered(len(book.index), "{1} entry in the index", "{1} entries in the index")
        say(f"{folder / 'index.html'}: {entries}")


def _write_pdf(place: Path, book: Book, root: Path, paper: str) -> None:
    try:
        from dsl.book.paper import pdf

        write_whole(place, pdf(book, root, paper))
    except ImportError:
        raise Refusal(said(_MISSING)) from None
    chapters = numbered(len(book.chapters), "{1} chapter", "{1} chapters")
    say(said("{1}.pdf: {2}", place.with_suffix(""), chapters))


def _name(path: str) -> str:
    return Path(path).stem if Path(path).exists() else path.partition("@")[0]
