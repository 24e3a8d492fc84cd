"""Who tells the parts of a book: the game with its sentences, and how one of them becomes a statement of a book."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dsl.book.blocks import Source, Statement
from dsl.runtime.game import Game
from dsl.runtime.tongues.speech import speech_of
from dsl.saying.effects import Effects
from dsl.saying.rules import title_of_action, voice_of
from dsl.saying.statements import Said
from dsl.semantics import model as m
from dsl.source import Span

_DEEP: Final = 4  # how far sentences stand below each other


class Teller:
    """Tells the parts of a game's book."""

    def __init__(self, game: Game, players: int | None = None) -> None:
        self.game = game
        self.program = game.program(players)
        self.players = players
        self.speech = speech_of(game.tongue)
        self.effects = Effects(self.program, self.speech)
        self.sayer = self.effects.sayer
        self.voice = voice_of(self.program, self.speech)
        self._proofs = frozenset(file.span.file.name for file in game.sources.scenarios)

    def statement(self, told: Said, strong: str = "", deep: int = 0) -> Statement:
        """A sentence of the rules as a statement of the book."""
        below = tuple(self.statement(each, "", deep + 1) for each in told.below) if deep < _DEEP else ()
        words = told.words if deep < _DEEP or not told.below else told.flat
        return Statement(sentence(words, bool(below)), source(told.span, told.cites), below, strong)

    def action(self, action: m.Action) -> Statement:
        """An action with where and how it can be done."""
        head = title_of_action(self.voice, action, "[{}]")
        below = tuple(self.statement(each, "", 1) for each in self.sayer.action(action).below)
        return Statement("", source(action.span, action.cites), below, head)

    def is_told(self, span: Span | None) -> bool:
        """Whether something belongs to the game, and not to the scenarios that prove it."""
        return span is None or span.file.name not in self._proofs

    def several(self, noun: str) -> str:
        """The heading over several of a noun."""
        return capital(self.voice.plural(self.voice.word(noun) if self.speech.plain else noun))


def capital(words: str) -> str:
    """A text that begins a line: its first letter is a capital one; names in it stay as they are."""
    return f"{words[:1].upper()}{words[1:]}"


def source(span: Span | None, cites: Sequence[str] = ()) -> Source:
    """Where a rule stands and what it cites."""
    return Source("", 0, tuple(cites)) if span is None else Source(span.file.name, span.line, tuple(cites))


def sentence(words: str, open_: bool = False) -> str:
    """A sentence with its capital and its stop; open_: more of it stands below."""
    words = f"{words[:1].upper()}{words[1:]}"
    return words if not words else f"{words}:" if open_ else f"{words}."
