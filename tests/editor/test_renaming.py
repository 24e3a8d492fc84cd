"""Another name for things of whole games: afterwards the game is as right as before, and its scenarios pass."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from breadth import many

from dsl.diagnostics import Bag
from dsl.editor.checking import check_all
from dsl.editor.names import everything
from dsl.editor.project import Project
from dsl.editor.renaming import Unnamable, renamed
from dsl.reading.places import shipped_games
from dsl.runtime.game import Game
from dsl.runtime.proving import run_scenarios
from dsl.source import Span

SEED = 20261122
LONG = pytest.mark.long
KNOWN = pytest.mark.xfail(reason="after some other names, a card keeps its old one in the lists of packs")


def changed(project: Project, edits: list[tuple[Path, Span, str]]) -> None:
    """The texts after an edit, the last places first."""
    texts: dict[Path, str] = {}
    for path, span, new in sorted(edits, key=lambda edit: edit[1].start, reverse=True):
        text = texts.get(path) or project.text(path).text
        texts[path] = text[: span.start] + new + text[span.end :]
    for path, text in texts.items():
        project.change(path, text, 1)


@pytest.mark.wide
@pytest.mark.parametrize(
    "name",
    [
        "tic_tac_toe",
        *(pytest.param(each, marks=LONG) for each in ("dark_order", "siege", "enclave")),
        pytest.param("dark_eden", marks=[LONG, KNOWN]),
    ],
)
def test_a_renamed_game_is_right(name: str) -> None:
    """Names of every sort, one after the other; then every scenario that is not about modules passes."""
    project, chance = Project(shipped_games()[name]), random.Random(SEED)
    known = sorted({each.name for each in everything(project.names) if each.sort not in ("game", "scenario", "main")})
    done = 0
    for name in chance.sample(known, min(len(known), many(4, 12))):
        each = next(each for each in everything(project.names) if each.name == name)
        path = project.paths[each.at.file.name]
        new = f"{name} Again" if each.quoted else f"{name}_again"
        try:
            edits = renamed(project, path, each.at.start + 1, new)
        except Unnamable as refused:
            assert "library" in str(refused) or "local name" in str(refused), refused
            continue
        assert edits, name
        changed(project, edits)
        done += 1
    game = project.snapshot()
    found = [told for every in check_all(game).told.values() for told in every if told.severity == "error"]
    assert done and not found, found
    failed = [result for result in run_scenarios(Game(game.sources, {}, Bag(), scenarios=True)) if not result.passed]
    assert not failed, [(result.title, result.message) for result in failed]
