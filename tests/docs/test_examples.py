"""Every example of the documentation does what its page says.

What the program answers to a wrong example stands in the page; RULEWRIGHT_UPDATE=1 writes it there anew.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from docs.blocks import Block, all_blocks, blocks_of, lay_out, replace_block

from dsl.diagnostics import Bag, render_text
from dsl.pipeline import check_game
from dsl.reading.places import grammar_text
from dsl.runtime.game import load
from dsl.runtime.proving import run_scenarios
from dsl.source import check_text
from dsl.syntax.format import format_text
from dsl.syntax.parse import parse_file

BLOCKS = all_blocks()
GAMES = [block for block in BLOCKS if block.is_game]
RIGHT = [block for block in GAMES if not block.expected]
WRONG = [block for block in GAMES if block.expected]
FRAGMENTS = [block for block in BLOCKS if block.is_fragment]


def place(block: Block) -> str:
    """The name of a test."""
    return block.place


@pytest.mark.parametrize("block", RIGHT, ids=place)
def test_a_right_example_checks(block: Block, tmp_path: Path) -> None:
    """No error and no warning, for the lowest and the highest number of players."""
    program, bag = check_game(lay_out(block, tmp_path))
    assert program is not None and not len(bag), render_text(bag.all())


@pytest.mark.parametrize("block", RIGHT, ids=place)
def test_the_scenarios_of_a_right_example_pass(block: Block, tmp_path: Path) -> None:
    """What an example says about itself is so."""
    lay_out(block, tmp_path)
    results = [result for game in load(tmp_path, scenarios=True).variants() for result in run_scenarios(game)]
    failed = [
        f"{result.place}: {result.message} {result.asked} {result.moves}" for result in results if not result.passed
    ]
    assert not failed, "\n".join(failed)


@pytest.mark.parametrize("block", WRONG, ids=place)
def test_a_wrong_example_gets_its_messages(block: Block, tmp_path: Path) -> None:
    """Exactly the mistakes it announces, each on its line."""
    _, bag = check_game(lay_out(block, tmp_path))
    found = [(each.span.line if each.span else 0, each.code, each.message) for each in bag.all()]
    missing = [want for want in block.expected if not any(_fits(want, have) for have in found)]
    surplus = [have for have in found if not any(_fits(want, have) for want in block.expected)]
    assert not missing and not surplus, f"missing {missing}\nsurplus {surplus}"


@pytest.mark.parametrize("block", WRONG, ids=place)
def test_the_message_shown_is_the_one_given(block: Block, tmp_path: Path) -> None:
    """The block after a wrong example holds the program's answer, word for word."""
    now = list(blocks_of(block.page))  # an update further up may have moved it
    index = next(number for number, other in enumerate(now) if other.text == block.text)
    after = now[index + 1] if index + 1 < len(now) else None
    assert after is not None and after.is_message, "no message is shown"
    _, bag = check_game(lay_out(now[index], tmp_path))
    text = render_text(bag.all())
    if after.text != text and os.environ.get("RULEWRIGHT_UPDATE") == "1":
        replace_block(after, text)
        return
    assert after.text == text


@pytest.mark.parametrize("block", FRAGMENTS, ids=place)
def test_a_fragment_is_made_of_items(block: Block) -> None:
    """The grammar accepts it."""
    bag = Bag()
    parse_file(check_text("fragment.rules", block.text.encode()), bag, grammar_text())
    assert not len(bag), render_text(bag.all())


@pytest.mark.parametrize("block", [*RIGHT, *FRAGMENTS], ids=place)
def test_an_example_is_in_the_standard_layout(block: Block) -> None:
    """`rulewright fmt` would not change it; RULEWRIGHT_UPDATE=1 does what it would do."""
    text = format_text(block.plain)
    if text != block.text and os.environ.get("RULEWRIGHT_UPDATE") == "1":
        replace_block(block, text)
        return
    assert text == block.text


def test_every_block_is_of_a_known_sort() -> None:
    """A block in the language is a game, a fragment or a named file: nothing stands unchecked."""
    known = ("is_game", "is_fragment", "title")
    loose = [block.place for block in BLOCKS if block.is_rules and not any(getattr(block, sort) for sort in known)]
    assert not loose


def _fits(want: tuple[int, str, str], have: tuple[int, str, str]) -> bool:
    return want[:2] == have[:2] and want[2] in have[2]
