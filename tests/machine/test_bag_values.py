"""Values that are bags: each count is modified as a number is, in layers, and limited once, at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from backends.native_help import native, needs_compiler
from breadth import many
from hypothesis import given, settings
from hypothesis import strategies as st
from machine.common import PlayError, play

from dsl.backends.python.backend import Python
from dsl.runtime.game import load

SORTS = ("x", "y", "z")
LAYERS = ("set", "times", "plus", "least", "most")
LAYER_OF = {
    "to": "set",
    "times": "times",
    "divided by": "times",
    "by +": "plus",
    "by -": "plus",
    "to at least": "least",
    "to at most": "most",
}


@dataclass(frozen=True)
class Rule:
    """A modifier: how, and by how much of each sort; by the first number where it takes one."""

    how: str
    counts: tuple[int, int, int]

    @property
    def text(self) -> str:
        amount = str(self.counts[0]) if self.how in ("times", "divided by") else bag(self.counts)
        return f"modify price {self.how}{'' if self.how[-1] in '+-' else ' '}{amount}"


def bag(counts: Sequence[int]) -> str:
    return "{" + ", ".join(f"{count} {sort}" for sort, count in zip(SORTS, counts, strict=True)) + "}"


def number(base: int, rules: Sequence[Rule], place: int) -> int:
    """What rules make of one count, worked out as for a value that is a number."""
    found, parts = base, 1
    for layer in LAYERS:
        for rule in rules:
            if LAYER_OF[rule.how] != layer:
                continue
            amount = rule.counts[0 if rule.how in ("times", "divided by") else place]
            if rule.how == "to":
                found = amount * parts
            elif rule.how == "times":
                found *= amount
            elif rule.how == "divided by":
                parts *= amount
            elif layer == "plus":
                found += amount * parts * (1 if rule.how == "by +" else -1)
            else:
                found = (max if layer == "least" else min)(found, amount * parts)
    return found // parts


def game_of(base: Sequence[int], rules: Sequence[Rule], most: int, edge: str) -> str:
    lines = "\n".join(rule.text for rule in rules)
    return f"""
enum Sort: x, y, z
the table has:
    var base: bag of Sort up to 60 = {bag(base)}
    var asked: yes/no
value price: bag of Sort up to {most}{edge} = base
{lines}
main:
    if x in price: set asked to yes
    end game drawn
"""


def counts(stored: int, bits: int = 6) -> list[int]:
    return [stored >> bits * place & 2**bits - 1 for place in range(len(SORTS))]


COUNTS = st.tuples(*[st.integers(0, 60)] * 3)
RULES = st.one_of(
    st.builds(Rule, st.sampled_from(["by +", "by -", "to at least", "to at most"]), COUNTS),
    st.builds(Rule, st.sampled_from(["times"]), st.tuples(st.integers(0, 3), st.just(0), st.just(0))),
    st.builds(Rule, st.just("divided by"), st.tuples(st.integers(1, 4), st.just(0), st.just(0))),
)


@pytest.mark.wide
@settings(max_examples=many(15, 60))
@given(COUNTS, st.lists(RULES, max_size=5), st.one_of(st.none(), st.builds(Rule, st.just("to"), COUNTS)))
def test_each_count_is_modified_as_a_number(base: tuple[int, ...], rules: list[Rule], fixed: Rule | None) -> None:
    """Beyond its ends in between, and limited once at the end, on every backend."""
    rules = [*rules, *([fixed] if fixed else [])]
    game = play(game_of(base, rules, 40, " stops at ends"))
    wanted = [max(0, min(40, number(count, rules, place))) for place, count in enumerate(base)]
    assert counts(game.value("price")) == wanted
    (info,) = game.machine.values
    assert counts(Python(game.machine).call(game.S, info.proc, ())) == wanted


@pytest.mark.parametrize(("rule", "fits"), [("by +{y}", True), ("by +{2 y}", False), ("by -{x}", False)])
def test_beyond_the_ends_is_an_error(rule: str, fits: bool) -> None:
    text = game_of((0, 59, 7), (), 60, "").replace("main:", f"modify price {rule}\nmain:")
    if fits:
        assert counts(play(text).value("price")) == [0, 60, 7]
    else:
        with pytest.raises(PlayError, match="BOUND"):
            play(text)


@needs_compiler
def test_in_c() -> None:
    rules = [Rule("by -", (9, 0, 60)), Rule("times", (3, 0, 0)), Rule("divided by", (2, 0, 0))]
    game = play(game_of((7, 5, 20), rules, 40, " stops at ends"))
    (info,) = game.machine.values
    assert counts(game.value("price")) == [1, 7, 0]
    assert counts(native(game.machine).call(game.S, info.proc, ())) == [1, 7, 0]


def test_why_tells_what_each_rule_adds(tmp_path: Path) -> None:
    """Also where what is taken away is more than the value may be."""
    text = """game "Why" for 1 player
enum Sort: x, y, z
the table has:
    var seen: yes/no
value price: bag of Sort up to 7 stops at ends = {2 x, 3 y}
rule rebate: modify price by -{50 x}
rule rise: modify price by +{6 z}
rule double: modify price times 2
main:
    if x in price: set seen to yes
    choose n from 1..2 by player 1
    end game drawn
"""
    path = tmp_path / "why.rules"
    path.write_text(text, encoding="utf-8")
    reason = load(path).start().why("price")
    assert reason.value == "6 y, 6 z"
    assert [(part.words, part.value) for part in reason.parts] == [
        ("base", "2 x, 3 y"),
        ("double", "times 2"),
        ("rebate", "- 50 x"),
        ("rise", "+ 6 z"),
    ]
