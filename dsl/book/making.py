"""A book, put together: prose where an author wrote some, and the parts that follow from the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from dsl.book import prose as written
from dsl.book.blocks import Block, Book, Chapter, Example, Heading, Paragraph, Picture, Statement
from dsl.book.examples import ExampleError, Player
from dsl.book.parts import PARTS, parts
from dsl.book.teller import Teller
from dsl.diagnostics import Bag, Label
from dsl.reading.meaning import Saying, of_game, words_digest
from dsl.runtime.game import Game
from dsl.runtime.tongues.own import marked, numbered, said
from dsl.saying.statements import Said
from dsl.source import SourceFile

_ONE_BY_ONE: Final = (
    marked("The rules, one by one"),
    marked(
        "From here on the book is made from the rules that the program plays by: every sentence is followed by the"
        " line where it stands, and by the paragraphs of the rulebook that it follows."
    ),
)


@dataclass
class Maker:
    """Makes the book of a game; what is wrong with its prose goes into the bag (E163, W309)."""

    game: Game
    bag: Bag
    prose: written.Prose
    then: dict[str, dict[str, str]]
    players: int | None = None
    told: set[str] = field(default_factory=set[str])
    """The keys of the rules that prose has told."""

    def __post_init__(self) -> None:
        self.teller = Teller(self.game, self.players)
        self.parts = parts(self.teller)
        self.says: dict[str, Saying] = of_game(self.game.sources)
        self.digests = {key: words_digest(one.text) for key, one in self.says.items()}
        self.file = SourceFile(written.FILE, self.prose.text)
        self.player = Player(self.game)
        self.used: set[str] = set()

    def book(self) -> Book:
        """The whole book."""
        title, chapters = self.teller.speech.text(self.game.title), list[Chapter]()
        name, blocks = "", list[Block]()
        for piece in self.prose.pieces:
            if piece.sort == "title":
                title = piece.words
            elif piece.sort == "chapter":
                if blocks:
                    chapters.append(Chapter(name or said("What it is about"), tuple(blocks), made=False))
                name, blocks = piece.words, []
            else:
                blocks += self._blocks(piece)
        if blocks:
            chapters.append(Chapter(name or said("What it is about"), tuple(blocks), made=False))
        rest = [chapter for key, chapter in self.parts.items() if key not in self.used]
        if chapters and rest:
            chapters.append(Chapter(said(_ONE_BY_ONE[0]), (Paragraph(said(_ONE_BY_ONE[1])),)))
        chapters += rest
        missing = tuple(self._missing()) if self.prose.pieces else ()
        return Book(title, self._subtitle(), tuple(chapters), self._ledger(chapters), _index(chapters), missing)

    def _subtitle(self) -> str:
        low, high = self.game.players[0], self.game.players[-1]
        if low == high:
            return numbered(low, "The rules, for {1} player", "The rules, for {1} players", low)
        return numbered(high, "The rules, for {1} to {2} players", "The rules, for {1} to {2} players", low, high)

    def _blocks(self, piece: written.Piece) -> Iterator[Block]:
        match piece.sort:
            case "text":
                yield Paragraph(piece.words, self._flag(piece))
            case "heading":
                yield Heading(piece.words)
            case "picture":
                path = (self.game.sources.root / piece.path).resolve()
                if path.is_file() and path.is_relative_to(self.game.sources.root.resolve()):
                    yield Picture(piece.path, piece.words)
                else:
                    self._say("E163", piece, f"there is no picture `{piece.path}` beside the rules", None)
            case "part":
                yield from self._part(piece)
            case "rule":
                yield from self._rules(piece)
            case _:
                yield from self._example(piece)

    def _flag(self, piece: written.Piece) -> str:
        """What is wrong with a paragraph: a rule that it tells is another one now."""
        for name in piece.tells:
            if self._known(name, piece):
                self.told.add(name)
        changed = written.changed(piece, self.digests, self.then)
        if not changed:
            return ""
        words = f"this tells {' and '.join(changed)}, which means something else since the paragraph was found right"
        hint = "change the paragraph; if it is right as it is: rulewright book --agree"
        self._say("W309", piece, words, hint)
        return words

    def _known(self, name: str, piece: written.Piece) -> bool:
        if name in self.says:
            return True
        near = get_close_matches(name, self.says, 1)
        self._say("E163", piece, f"there is no rule `{name}`", f"did you mean `{near[0]}`?" if near else None)
        return False

    def _say(self, code: str, piece: written.Piece, words: str, hint: str | None) -> None:
        start = self.file.offset(piece.line, 1)
        span = self.file.span(start, start + len(self.file.line(piece.line)))
        if code.startswith("W"):
            self.bag.warning(code, span, words, hint=hint)
        else:
            self.bag.error(code, span, words, hint=hint)

    def _part(self, piece: written.Piece) -> Iterator[Block]:
        if piece.words not in PARTS:
            self._say("E163", piece, f"there is no part `{piece.words}`", f"there are {', '.join(PARTS)}")
        elif piece.words in self.parts:
            self.used.add(piece.words)
            self.told.update(key for key in self.says if piece.words == "options" and key.startswith("option "))
            yield from self.parts[piece.words].blocks

    def _rules(self, piece: written.Piece) -> Iterator[Block]:
        for name in map(written.key_of, piece.words.split(",")):
            if self._known(name, piece):
                self.told.add(name)
                yield from self._statements(self.says[name])

    def _statements(self, saying: Saying) -> Iterator[Statement]:
        """The sentences of the rules that stand in one saying."""
        span = saying.span

        def inside(statement: Statement) -> bool:
            last = span.line + span.text.rstrip().count("\n")
            return statement.source.file == span.file.name and span.line <= statement.source.line <= last

        whole = (block for chapter in self.parts.values() for block in chapter.blocks)
        found = [block for block in whole if isinstance(block, Statement) and inside(block)]
        yield from found or [self.teller.statement(Said(saying.text.split("\n")[0], span))]

    def _example(self, piece: written.Piece) -> Iterator[Block]:
        try:
            yield self.player.example(piece.words)
        except KeyError:
            near = get_close_matches(piece.words, self.player.titles, 1)
            hint = f"did you mean “{near[0]}”?" if near else None
            self._say("E163", piece, f"there is no scenario “{piece.words}”", hint)
        except ExampleError as error:
            result = error.result
            words = f"the example “{piece.words}” does not hold: {result.message}"
            self.bag.error("E163", result.span, words, labels=(Label(self.file.span(0, 0), "shown in the book"),))

    def _missing(self) -> Iterator[str]:
        """Actions, ends and named rules that no paragraph tells."""
        for key, one in self.says.items():
            if key.split(" ")[0] in ("action", "procedure", "phase", "step", "rule", "option") and key not in self.told:
                yield f"{key} ({one.span.file.name}:{one.span.line})"

    def _ledger(self, chapters: Iterable[Chapter]) -> tuple[tuple[str, str], ...]:
        ledger = self.game.sources.ledger
        if ledger is None:
            return ()
        cited = dict.fromkeys(cite for chapter in chapters for block in chapter.blocks for cite in _cites(block))
        return tuple((each, ledger.entries[each].words) for each in sorted(cited, key=_order) if each in ledger.entries)


def _order(cite: str) -> tuple[object, ...]:
    head, _, number = cite.partition("-")
    return (head, *(int(part) if part.isdigit() else 0 for part in number.split(".")), cite)


def _cites(block: Block) -> Iterator[str]:
    if isinstance(block, Statement):
        yield from block.source.cites
        for each in block.below:
            yield from _cites(each)
    elif isinstance(block, Example):
        yield from block.source.cites


def _index(chapters: Iterable[Chapter]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What is told by name, with the chapters that tell it."""
    found: dict[str, dict[str, None]] = {}
    for chapter in chapters:
        for block in chapter.blocks:
            words = block.strong if isinstance(block, Statement) else block.words if isinstance(block, Heading) else ""
            if words and len(words) < 60:
                found.setdefault(words, {})[chapter.title] = None
    return tuple((words, tuple(found[words])) for words in sorted(found, key=str.casefold))


def make(game: Game, root: Path, players: int | None = None) -> tuple[Book, Bag, Maker]:
    """The book of a game that was read with its scenarios. ValueError if the prose cannot be read."""
    bag = Bag()
    maker = Maker(game, bag, written.read(root), written.kept(root), players)
    return maker.book(), bag, maker
