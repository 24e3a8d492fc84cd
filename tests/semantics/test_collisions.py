"""Names that could be declared and never be said."""

from __future__ import annotations

import pytest

from dsl.semantics.collisions import collision


@pytest.mark.parametrize("word", ["turn", "show", "set", "nothing", "end", "at"])
def test_a_statement_word_names_nothing_that_is_called(word: str) -> None:
    assert collision(word, "a phase") is not None and collision(word, "an event") is not None
    assert collision(word, "a procedure of pieces") is not None
    assert collision(word, "a window") is None and collision(word, "a field") is None


@pytest.mark.parametrize("word", ["highest", "lowest", "printed", "whichever"])
def test_what_begins_an_expression_names_nothing(word: str) -> None:
    found = collision(word, "a definition")
    assert found is not None and word in found[0] and f"{word}_one" in found[1]


def test_any_other_name_will_do() -> None:
    assert collision("round", "a phase") is None and collision("turn", "a window") is None
