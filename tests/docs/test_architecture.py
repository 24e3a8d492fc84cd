"""The page about the architecture names what there is, and what it shows is what comes out."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from docs.blocks import DOCS, blocks_of

from dsl.diagnostics import Bag
from dsl.machine.ir.printer import to_text
from dsl.pipeline import check_sources, compile_game
from dsl.reading.game import read_game
from dsl.reading.places import find_game
from dsl.repl.session import Session
from dsl.runtime.game import load
from dsl.syntax import tree
from dsl.syntax.tree_text import show

ROOT: Final = DOCS.parent
PAGES: Final = [DOCS / "design" / "architecture.md", ROOT / "CONTRIBUTING.md"]
_NAMED: Final = re.compile(r"`((?:dsl|tests|games|grammar|docs)/[\w/.]*)(?::([\w.]+))?`")


def named() -> list[tuple[str, str]]:
    """The paths in backquotes on the pages, with the name behind the colon, if there is one."""
    return sorted({(path, name) for page in PAGES for path, name in _NAMED.findall(page.read_text(encoding="utf-8"))})


def defined(path: Path) -> set[str]:
    """The functions, classes, methods and names that a module defines."""
    found: set[str] = set()
    todo: list[tuple[str, ast.Module | ast.ClassDef]] = [("", ast.parse(path.read_text(encoding="utf-8")))]
    while todo:
        prefix, holder = todo.pop()
        for node in holder.body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                found.add(prefix + node.name)
            if isinstance(node, ast.ClassDef):
                todo.append((f"{prefix}{node.name}.", node))
            targets = node.targets if isinstance(node, ast.Assign) else []
            targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
            found |= {prefix + target.id for target in targets if isinstance(target, ast.Name)}
    return found


@pytest.mark.parametrize(("path", "name"), named())
def test_what_is_named_exists(path: str, name: str) -> None:
    """Each path is a file or folder, and each function, class or table stands in it."""
    assert (ROOT / path).exists()
    assert not name or name in defined(ROOT / path)


def test_the_pages_name_much() -> None:
    """The test above has something to look at, and would see what is missing."""
    assert len(named()) > 60
    assert "compile_game" in defined(ROOT / "dsl" / "pipeline.py")
    assert "compile_everything" not in defined(ROOT / "dsl" / "pipeline.py")


@cache
def shown() -> str:
    """Everything that the page shows in blocks, without blanks at the ends of lines."""
    return "\n".join(block.text for block in blocks_of(PAGES[0]))


def _numberless(text: str) -> list[str]:
    return [re.sub(r"\d+", "0", line).rstrip() for line in text.splitlines()]


def test_the_card_is_walked_truly() -> None:
    """Its text, its tree and its code on the page are those of the game; numbers of the machine may differ."""
    text = (ROOT / "games" / "enclave" / "cards" / "tree_5.rules").read_text(encoding="utf-8")
    card, *blocks = [block.text for block in blocks_of(PAGES[0])][1:]
    assert card in text
    bag = Bag()
    sources = read_game(find_game("enclave"), bag)
    cards = (item for file in sources.files for item in file.items if isinstance(item, tree.CardItem))
    foxes = next(item for item in cards if item.title.value == "Mówiące Lisy")
    action = next(part for part in foxes.members if isinstance(part, tree.ActionItem))
    assert show(action).startswith(blocks[0])
    program = check_sources(sources, bag, players=2, scenarios=False)
    assert program is not None
    printed = "\n".join(_numberless(to_text(compile_game(program))))
    for part in blocks[1].split("\n\n"):
        assert "\n".join(_numberless(part)) in printed


def test_the_key_press_is_walked_truly() -> None:
    """The answer on the page is that of the session."""
    session = Session(load("tic_tac_toe"), seed=1)
    session.table.brief = True
    session.begin()
    assert f"> 1\n{session.line('1').plain()}" in shown()
