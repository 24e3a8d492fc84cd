"""Parse a file: text in, syntax tree and diagnostics out.

The grammar is grammar/rules.lark and is handed in as text, for the compiler opens no files. It is LALR(1) with a
contextual lexer: a word such as `cost` may be a keyword in one place and a name in another. Indentation becomes tokens
between lexer and parser (`Layout`), as in Python: inside parentheses it counts for nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput
from lark.lark import PostLex

from dsl.diagnostics import Bag, Diagnostic
from dsl.source import SourceFile, Span
from dsl.spoken import said
from dsl.syntax import tree as t
from dsl.syntax.builders.driver import Build
from dsl.syntax.builders.extent import note_extents
from dsl.syntax.builders.shared import Mistake
from dsl.syntax.chunks import Chunk, check, cut
from dsl.syntax.mistakes.diagnose import explain
from dsl.syntax.mistakes.hidden_citations import warn_of_hidden
from dsl.syntax.mistakes.mending import mended
from dsl.syntax.mistakes.parser_state import WrongWord
from dsl.syntax.parse_table import digest_of, read_table
from dsl.syntax.quick_parse import CLOSING, OPENING, QuickParser, glued
from dsl.syntax.vocabulary import RESERVED

MAX_CHUNKS: Final = 20_000  # items of one file
_PARSERS: dict[str, Lark] = {}  # by the digest of the grammar: building one takes a third of a second

_TABLES: dict[str, tuple[Callable[[], str | None], Callable[[Lark], None]]] = {}  # by grammar

_WRITTEN = re.compile(r"^[ \t]*[^ \t\r\n#]", re.MULTILINE)


class Layout(PostLex):
    """Puts _INDENT and _DEDENT behind the ends of lines, and drops the line ends inside parentheses."""

    always_accept: Iterable[str] = ("_NL",)  # what the lexer offers even where the parser does not expect it

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """The tokens with layout; `chunks.check` has seen to it that every line fits an indentation."""
        indents, opened = [0], 0
        last: Token | None = None
        for token in stream:
            if last is not None and last.end_pos == token.start_pos and glued(last[-1:], token):
                raise WrongWord(last, _together(last, token))
            if token.type == "NAME" and token in RESERVED:
                raise WrongWord(token)
            last = token
            if last.type != "_NL":
                opened += (last.type in OPENING) - (last.type in CLOSING)
                yield last
            elif not opened:
                yield last
                depth = len(last) - last.rindex("\n") - 1
                if depth > indents[-1]:
                    indents.append(depth)
                    yield Token.new_borrow_pos("_INDENT", "", last)
                while depth < indents[-1]:
                    indents.pop()
                    yield Token.new_borrow_pos("_DEDENT", "", last)
        for _ in indents[1:]:
            yield Token.new_borrow_pos("_DEDENT", "", last) if last else Token("_DEDENT", "")


def _together(first: Token, second: Token) -> str:
    """What is wrong with two words without a space between them, which may be one that the language does not have."""
    if first.isalpha() and second.isalpha():
        return said("`{1}` is no word that can stand here; did you mean `{2}`?", f"{first}{second}", first)
    return said("two words stand together without a space")


def offer_table(grammar: str, find: Callable[[], str | None], made: Callable[[Lark], None]) -> None:
    """Say who knows the table of a grammar (`parse_table`), should its parser be needed; he is told the parser that had
    to be built without one.
    """
    _TABLES.setdefault(grammar, (find, made))


def parser_of(grammar: str, table: str | None = None) -> Lark:
    """The parser of a grammar, built when first asked for; from its table (`parse_table`) if one is given that fits."""
    digest = digest_of(grammar)
    if digest not in _PARSERS:
        find, made = _TABLES.get(grammar, (_none, _none))
        table = table or find()
        ready = read_table(table, grammar, postlex=Layout()) if table else None
        parser = ready or Lark(
            grammar,
            parser="lalr",
            lexer="contextual",
            start=["start", "expr"],
            maybe_placeholders=True,
            postlex=Layout(),
        )
        if ready is None:
            made(parser)
        _PARSERS[digest] = note_extents(parser)
    return _PARSERS[digest]


def _none(*_: object) -> None:
    """Nobody knows a table."""


@dataclass(frozen=True, slots=True)
class Read:
    """What was read of a chunk: its item, or the mistake in it; and what it is warned of."""

    chunk: Chunk
    item: t.Item | None
    mistake: Mistake | None = None
    warnings: tuple[Diagnostic, ...] = ()


def read_chunk(chunk: Chunk, parser: Lark) -> Read:
    """Read one item of a file."""
    try:
        item = _item(chunk, parser)
    except Mistake as error:
        return Read(chunk, None, mended(error, chunk, lambda text: _reads(text, parser)))
    bag = Bag()
    warn_of_hidden(chunk, bag)
    return Read(chunk, item, None, bag.all())


def parse_file(source: SourceFile, bag: Bag, grammar: str, read: Callable[[Chunk, Lark], Read] = read_chunk) -> t.File:
    """The tree of a file. Every item that cannot be read is one diagnostic in the bag and is missing from the tree.

    read: who reads an item, such as one that has read it before.
    """
    items: list[t.Item] = []
    parser = parser_of(grammar)
    bare = False  # whether a header without a block stands above, whose lines are not indented
    chunks = list(cut(source))
    if len(chunks) > MAX_CHUNKS:
        place = source.span(chunks[MAX_CHUNKS].start, chunks[MAX_CHUNKS].start)
        words = said("the file has more than {1} items", f"{MAX_CHUNKS:,}")
        bag.error("E005", place, words, hint=said("keep many cards in a table, a .csv file"))
        chunks = []
    for chunk in chunks:
        found = read(chunk, parser)
        error = found.mistake
        if found.item is not None:
            items.append(found.item)
        if error is None:
            bare = False
            bag.extend(found.warnings)
        elif not bare or error.code not in ("E021", "E025"):
            bag.error(error.code, error.span, error.message, hint=error.hint)
            bare = error.code == "E023" and not _WRITTEN.search(source.text, error.span.end, chunk.end)
    return t.File(source.span(0, len(source.text)), tuple(items))


def parse_expression(span: Span, bag: Bag, grammar: str) -> t.Expr | None:
    """The expression written in a part of a file; None and a diagnostic if it is none."""
    try:
        return _expression(Chunk(span.file, span.start, span.end), parser_of(grammar))
    except Mistake as error:
        bag.error(error.code, error.span, error.message, hint=error.hint)
    return None


def _item(chunk: Chunk, parser: Lark) -> t.Item:
    check(chunk)
    return _build(chunk, _parse(chunk, parser, "start").children[0], parser)


def _reads(text: str, parser: Lark) -> bool:
    """Whether the text of an item can be read."""
    chunk = Chunk(SourceFile("", text), 0, len(text))
    try:
        check(chunk)
        parsed = parser.parse(text + "\n", start="start")  # pyright: ignore[reportUnknownMemberType]  # as in _parse
        _build(chunk, parsed.children[0], parser)
    except (Mistake, UnexpectedInput, IndexError):
        return False
    return True


def _expression(chunk: Chunk, parser: Lark) -> t.Expr:
    if not chunk.text.strip():
        place = chunk.span(chunk.start, chunk.end)
        raise Mistake("E020", place, said("an expression is missing here"), said("to show a brace, write \\{ or \\}"))
    check(chunk)
    return _build(chunk, _parse(chunk, parser, "expr"), parser)


def _parse(chunk: Chunk, parser: Lark, start: str) -> Tree[Token]:
    text = chunk.text + "\n" if start == "start" else chunk.text
    found = _quick(parser).parse(text, start)
    if found is not None:
        return found
    try:
        return parser.parse(text, start=start)  # pyright: ignore[reportUnknownMemberType]  # its text may be bytes too
    except UnexpectedInput as error:
        raise explain(error, chunk, parser) from None


@cache
def _quick(parser: Lark) -> QuickParser:
    return QuickParser(parser)


def _build(chunk: Chunk, tree: Any, parser: Lark) -> Any:
    def parse_expression_at(start: int, end: int) -> t.Expr:
        return _expression(Chunk(chunk.file, start, end), parser)

    return Build(chunk.file, chunk.start, parse_expression_at).node(tree)
