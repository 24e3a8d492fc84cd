"""The command that makes books."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from dsl.book.making import make
from dsl.book.pages import pages
from dsl.book.prose import KEPT, to_keep
from dsl.diagnostics import RulesError, many
from dsl.durable import write_whole
from dsl.runtime.game import load
from dsl.tools.reply import OK, Refusal, say, show_diagnostics

_MISSING = "a book on paper needs further libraries: pip install 'rulewright[print]'; --pages makes web pages"


def run_book(arguments: Namespace) -> int:
    """`book GAME`: the rulebook as PDF and as web pages; RulesError if its prose names what is not there."""
    game = load(arguments.path, arguments.modules, scenarios=True)
    root = game.sources.root
    try:
        book, bag, maker = make(game, root, arguments.players)
    except ValueError as error:
        raise Refusal(str(error)) from None
    if arguments.agree:
        write_whole(root / KEPT, to_keep(maker.prose, maker.digests).encode())
        say(f"{KEPT}: {many(sum(bool(each.tells) for each in maker.prose.pieces), 'paragraph')}")
        return OK
    if bag.has_errors:
        raise RulesError(bag.shown())
    show_diagnostics(bag.shown())
    folder = Path(arguments.output or f"{_name(arguments.path)}-book")
    folder.mkdir(parents=True, exist_ok=True)
    if not arguments.pages:
        try:
            from dsl.book.paper import pdf

            write_whole(folder / f"{_name(arguments.path)}.pdf", pdf(book, root, arguments.paper))
        except ImportError:
            raise Refusal(_MISSING) from None
        say(f"{folder / _name(arguments.path)}.pdf: {many(len(book.chapters), 'chapter')}")
    texts = {file.span.file.name: file.span.file.text for file in (*game.sources.files, *game.sources.scenarios)}
    for name, page in pages(book, texts, root).items():
        write_whole(folder / name, page.encode())
    say(f"{folder / 'index.html'}: {many(len(book.index), 'entry').replace('entrys', 'entries')} in the index")
    if book.missing:
        say(f"The prose never tells {many(len(book.missing), 'rule')}:")
        for each in book.missing:
            say(f"  {each}")
    return OK


def _name(path: str) -> str:
    return Path(path).stem if Path(path).exists() else path.partition("@")[0]
