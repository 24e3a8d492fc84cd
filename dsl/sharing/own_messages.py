"""The program's own messages, found where they are made: what a catalogue of the program has to have."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

import dsl
from dsl.runtime.tongues.own import COMMAND, PROGRAM

Entry = tuple[str, str]

ROOMS: Final = (
    "runtime",
    "play",
    "lab",
    "repl",
    "table",
    "printing",
    "book",
    "tools",
    "syntax",
    "semantics",
    "reading",
    "packages",
    "sharing",
    "secrecy",
    "saying",
)
"""The rooms whose messages people read."""
FILES: Final = ("diagnostics.py", "pipeline.py", "source.py", "spoken.py")
"""The same of files that stand in no room."""

_ROOT: Final = Path(dsl.__file__).parent
_TEXTS: Final = frozenset(("said", "own", "marked"))
_KEYS: Final = frozenset(("key", "keyed", "is_key"))
"""What marks words that are typed; of `is_key` all but the first."""


@dataclass(slots=True)
class Message:
    """A message: its text, or those for one and for many, and the files that say it."""

    texts: tuple[str, ...]
    places: list[str] = field(default_factory=list[str])

    @property
    def counted(self) -> bool:
        """Whether it agrees with a number."""
        return len(self.texts) > 1


@cache
def messages() -> dict[Entry, Message]:
    """Every message by its context and its text."""
    found: dict[Entry, Message] = {}
    for path in files():
        place = path.relative_to(_ROOT.parent).as_posix()
        for context, texts in messages_of(ast.parse(path.read_text("utf-8"))):
            message = found.setdefault((context, texts[0]), Message(texts))
            message.texts = max(message.texts, texts, key=len)
            message.places += [place] if place not in message.places else []
    return found


def files() -> list[Path]:
    """The files that may hold messages."""
    in_rooms = [path for room in ROOMS for path in sorted((_ROOT / room).rglob("*.py"))]
    return in_rooms + [_ROOT / name for name in FILES]


def messages_of(tree: ast.AST) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The messages of one file."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            yield from _called(name, node.args)


def _called(name: str, args: Sequence[ast.expr]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The messages that are marked by calling something of a name."""
    if name == "numbered":
        texts = tuple(text for each in args[1:3] for text in _literals(each))
        if len(texts) == len(("one", "many")):
            yield PROGRAM, texts
    elif name in _TEXTS:
        yield from ((PROGRAM, (text,)) for each in args[:1] for text in _literals(each))
    elif name in _KEYS:
        yield from ((COMMAND, (text,)) for each in args[name == "is_key" :] for text in _literals(each))


def _literals(node: ast.expr) -> Iterator[str]:
    """The texts that stand there; of `a if c else b` both."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _literals(node.body)
        yield from _literals(node.orelse)
