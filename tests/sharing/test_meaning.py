"""Digests of what rules mean stay what they are when the language gains a construct that they do not use."""

from __future__ import annotations

from dataclasses import MISSING, fields
from pathlib import Path

import pytest

from dsl.diagnostics import Bag
from dsl.reading import meaning
from dsl.reading.game import read_game
from dsl.reading.meaning import digest_of, of_game, of_package
from dsl.struct import parts
from dsl.syntax import tree

ROOT = Path(__file__).parents[2]
RULES = b"module fan\nadd to Card:\n    worth: 1..3\nrule late: after sow c: raise me.points by 1\n"


def digest(rules: bytes = RULES) -> str:
    return digest_of(of_package({"modules/fan.rules": rules}))


@pytest.mark.parametrize("unused", [None, False, (), ""])
def test_a_part_that_is_new_and_not_used_changes_no_digest(unused: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every node of the tree gains a part; where it says nothing, nothing is another than before."""
    before = digest()
    monkeypatch.setattr(meaning, "parts", lambda cls: (*parts(cls), "gained"))
    for name in tree.__all__:
        monkeypatch.setattr(getattr(tree, name), "gained", unused, raising=False)
    assert digest() == before
    monkeypatch.setattr(tree.RuleItem, "gained", "used")
    assert digest() != before


def test_a_digest_stands_for_what_was_agreed() -> None:
    """The number that locks, saves and patches of today hold: if it becomes another, they all look like those of other
    rules, and that must be meant and told in CHANGELOG.md.
    """
    assert digest() == "fb2364b1b109ea51bfc18d437592ec04cf204277e001d965670115113c0b7be7"


def test_what_is_said_otherwise_has_another_digest() -> None:
    for before, after in [(b"1..3", b"1..4"), (b"after", b"before"), (b"by 1", b"by 2"), (b"late", b"later")]:
        assert digest(RULES.replace(before, after)) != digest()


def test_no_two_sayings_of_a_game_are_one_by_what_is_left_out() -> None:
    """What is left out of digests is never all that tells two things apart."""
    found = of_game(read_game(ROOT / "games" / "dark_order", Bag()))
    seen: dict[str, str] = {}
    for one in found.values():
        words = " ".join(one.text.split())
        assert seen.setdefault(one.digest, words) == words


def test_parts_that_may_be_missing_have_a_value_that_counts_as_none() -> None:
    """What a node gains later is None, no, () or "" where it is not said; a number or a word of its own would change
    every digest. `seen` was there when digests were agreed.
    """
    strange = [
        f"{name}.{part.name}"
        for name in tree.__all__
        for part in fields(getattr(tree, name))
        if part.default is not MISSING and part.default not in (None, False, (), "")
    ]
    assert strange == ["FieldItem.seen"]
