"""The code blocks of the documentation: what they are, and the files they stand for.

A block of the language `rules` whose first line that is no comment begins with `game` is a whole game. If its lines end
in `#! E104 "part of the message"` it is wrong, and a block marked `.message` after it shows what the program answers. A
block marked `.fragment` holds items of a game. A block with a title is a file of that name, for the games below it on
the page. A block marked `.session` shows a conversation with the REPL about the last game above it. Pages about error
codes are tested with the checker.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

DOCS: Final = Path(__file__).parents[2] / "docs"
PAGES: Final = [DOCS.parent / "README.md", *sorted(page for page in DOCS.rglob("*.md") if page.parent.name != "errors")]

_FENCE: Final = re.compile(r"^(?P<indent> *)```(?P<info>.*)$")
_TITLE: Final = re.compile(r'title="(?P<title>[^"]+)"')
_EXPECTED: Final = re.compile(r"[ \t]*#! (?P<code>[EW]\d{3}) (?P<quote>\"(?P<part>.*)\")\s*$")


@dataclass(frozen=True, slots=True)
class Block:
    """A code block: its page, the number of its first line, its fence's words, its text."""

    page: Path
    line: int
    info: str
    text: str

    @property
    def place(self) -> str:
        """Where it stands, such as docs/reference/cards.md:17."""
        return f"{self.page.relative_to(DOCS.parent).as_posix()}:{self.line}"

    @property
    def is_rules(self) -> bool:
        """Whether it is in the language."""
        return self.info.startswith(("rules", "{.rules"))

    @property
    def title(self) -> str:
        """The name of the file it stands for, if any."""
        found = _TITLE.search(self.info)
        return found["title"] if found else ""

    @property
    def is_game(self) -> bool:
        """Whether it is a whole game."""
        return self.is_rules and bool(re.match(r"(\s*(#.*)?\n)*game ", self.text))

    @property
    def is_fragment(self) -> bool:
        """Whether it is marked as items of a game."""
        return self.is_rules and ".fragment" in self.info

    @property
    def is_message(self) -> bool:
        """Whether it shows what the program answers to the block before it."""
        return ".message" in self.info

    @property
    def is_session(self) -> bool:
        """Whether it shows a conversation with the REPL."""
        return ".session" in self.info

    @property
    def expected(self) -> list[tuple[int, str, str]]:
        """Line, code and part of the message for each mistake it announces."""
        found = ((number, _EXPECTED.search(line)) for number, line in enumerate(self.text.split("\n"), 1))
        return [(number, match["code"], match["part"]) for number, match in found if match]

    @property
    def plain(self) -> str:
        """The text without what it announces."""
        return "\n".join(_EXPECTED.sub("", line) for line in self.text.split("\n"))


def blocks_of(page: Path) -> Iterator[Block]:
    """The code blocks of a page, in order."""
    lines = page.read_text(encoding="utf-8").split("\n")
    at = 0
    while at < len(lines):
        fence = _FENCE.match(lines[at])
        at += 1
        if fence is None:
            continue
        start, indent = at, len(fence["indent"])
        while lines[at].strip() != "```":
            at += 1
        yield Block(page, start + 1, fence["info"].strip(), "".join(line[indent:] + "\n" for line in lines[start:at]))
        at += 1


def replace_block(block: Block, text: str) -> None:
    """Write a block of a page anew; the block is found by its text, for an update further up may have moved it."""
    now = next(other for other in blocks_of(block.page) if other.text == block.text and other.info == block.info)
    lines = block.page.read_text(encoding="utf-8").split("\n")
    lines[now.line - 1 : now.line - 1 + block.text.count("\n")] = text.split("\n")[:-1]
    block.page.write_text("\n".join(lines), encoding="utf-8", newline="\n")


def all_blocks() -> list[Block]:
    """The code blocks of all pages."""
    return [block for page in PAGES for block in blocks_of(page)]


def lay_out(block: Block, folder: Path) -> Path:
    """Write a game, and the named files that stand above it on its page, into a folder; the answer is the game's file.

    Of several blocks with one name the last one above the game counts.
    """
    for other in blocks_of(block.page):
        if other.title and not other.is_game and other.line < block.line:
            path = folder / other.title
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(other.text, encoding="utf-8", newline="\n")
    game = folder / "game.rules"
    game.write_text(block.plain, encoding="utf-8", newline="\n")
    return game
