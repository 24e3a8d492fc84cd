"""The modules of the cookbook of mods: without a mistake, each proves what it does, in the standard layout."""

from __future__ import annotations

from pathlib import Path

import pytest
from docs.blocks import DOCS, Block, blocks_of, lay_out

from dsl.diagnostics import render_text
from dsl.pipeline import check_game
from dsl.runtime.game import load
from dsl.runtime.proving import run_scenarios
from dsl.syntax.format import format_text

BLOCKS = list(blocks_of(DOCS / "mods.md"))
GAME = next(block for block in BLOCKS if block.is_game)
MODULES = [block for block in BLOCKS if block.title]


def name(block: Block) -> str:
    return Path(block.title).stem


def test_there_are_twelve() -> None:
    assert len({name(block) for block in MODULES}) == len(MODULES) == 12


@pytest.mark.parametrize("block", MODULES, ids=name)
def test_a_module_of_the_cookbook_does_what_it_says(block: Block, tmp_path: Path) -> None:
    """It checks without a word, has a scenario that passes, and can be played without its scenarios."""
    main = lay_out(GAME, tmp_path)
    _, bag = check_game(main, modules=[name(block)])
    assert not len(bag), render_text(bag.all())
    results = run_scenarios(load(main, [name(block)], scenarios=True))
    assert any(each.span.file.name == block.title for each in results)
    assert not [f"{each.place}: {each.message}" for each in results if not each.passed]
    game = load(main, [name(block)])
    assert all(game.rollouts(20, players=each, backend="python").ended == 20 for each in (2, 4))
    assert format_text(block.text) == block.text
