"""The tree-sitter grammar is made of the language's own words."""

from __future__ import annotations

import re
from pathlib import Path

from scripts import script

from dsl.semantics.world import RESERVED

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "dsl" / "editor" / "tree_sitter"


def test_the_grammar_is_the_one_that_the_script_writes() -> None:
    """After a change of the language: python docs/make_tree_sitter.py."""
    assert (FOLDER / "grammar.js").read_text(encoding="utf-8") == script("make_tree_sitter").grammar()


def test_it_knows_the_words_of_the_language() -> None:
    """Those that begin a declaration are words of the language, and no signs of its grammar are left in them."""
    made = script("make_tree_sitter")
    known = made.words()
    assert set(made.HEADS) <= set(known)
    assert all(re.fullmatch("[a-z]+", word) for word in known)
    assert {"choose", "whichever", "letters", "order"} <= set(known) and "nearest" not in known
    assert len(set(RESERVED) & set(known)) >= 10


def test_every_node_that_is_coloured_is_one_of_the_grammar() -> None:
    """A name that the grammar does not have would make an editor refuse all colours."""
    grammar = (FOLDER / "grammar.js").read_text(encoding="utf-8")
    for query in (FOLDER / "queries").glob("*.scm"):
        for node in re.findall(r"\(([a-z_]{2,})", query.read_text(encoding="utf-8")):
            assert f"    {node}: (" in grammar or f"$.{node})" in grammar, (query.name, node)
