"""Conversations with the REPL and examples in Python that the documentation shows, held and run.

A line of a conversation that begins with `> ` is typed; the lines after it are the answer. All conversations of a page
are one session, about the last game above the first of them. RULEWRIGHT_UPDATE=1 writes the answers anew.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from docs.blocks import PAGES, Block, blocks_of, lay_out, replace_block

from dsl.repl.session import Session
from dsl.runtime.game import load

TALKING = [page for page in PAGES if any(block.is_session for block in blocks_of(page))]
IN_PYTHON = [page for page in PAGES if any(block.info == "python" for block in blocks_of(page))]


def name(page: Path) -> str:
    """The name of a test."""
    return page.name


@pytest.mark.parametrize("page", TALKING, ids=name)
def test_the_game_answers_as_the_page_shows(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every answer, word for word."""
    monkeypatch.chdir(tmp_path)
    blocks = list(blocks_of(page))
    talks = [block for block in blocks if block.is_session]
    game = [block for block in blocks if block.is_game and not block.expected and block.line < talks[0].line][-1]
    session = Session(load(lay_out(game, tmp_path)))
    session.table.brief = True
    for talk in talks:
        text = _held(session, talk)
        if text != talk.text and os.environ.get("RULEWRIGHT_UPDATE") == "1":
            replace_block(talk, text)
        else:
            assert talk.text == text, f"{talk.place} differs: RULEWRIGHT_UPDATE=1 writes it anew"


def _held(session: Session, talk: Block) -> str:
    """The conversation as it goes now."""
    typed = [line.removeprefix("> ") for line in talk.text.split("\n") if line.startswith("> ")]
    return "".join(f"> {line}\n{session.line(line).plain()}" for line in typed)


@pytest.mark.parametrize("page", IN_PYTHON, ids=name)
def test_python_examples_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of a page, one after the other."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for block in blocks_of(page):
        if block.info == "python":
            exec(compile(block.text, block.place, "exec"), names)
