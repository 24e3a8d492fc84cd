"""Arguments of definitions and values."""

from __future__ import annotations

import pytest
from semantics.common import PIECES, asked, world_of

from dsl.semantics import model
from dsl.semantics.expr import calls
from dsl.semantics.scopes import is_bad
from dsl.semantics.types import say

DEAR = """
define dear (c: Card) = c.cost > 5
value worth of (c: Card): 0..9 = cost of c
define (a: Field) near (b: Field) = a.x = b.x
"""


@pytest.mark.parametrize(
    ("text", "sort", "said"),
    [
        ("dear(c)", model.CallDefine, "yes/no"),
        ("worth of c", model.ValueOf, "a number 0..9"),
        ("near(s, s)", model.CallDefine, "yes/no"),
        ("s near s", model.CallDefine, "yes/no"),
    ],
)
def test_calls(text: str, sort: type, said: str) -> None:
    """What it becomes, and of which type."""
    expr, mistakes = asked(text, DEAR)
    assert (mistakes, type(expr), say(expr.type)) == ([], sort, said)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("dear(c, c)", "E105"),
        ("dear(n)", "E104"),
        ("near(s)", "E105"),
    ],
)
def test_mistakes_of_calls(text: str, code: str) -> None:
    """One mistake, one message; what stands for it fits everywhere."""
    expr, mistakes = asked(text, DEAR)
    assert mistakes == [code] and is_bad(expr)


def test_a_signature_is_shown_as_it_is_declared() -> None:
    """With its prepositions, or with parentheses."""
    world = world_of(PIECES + "event hurt (c: Card) by (n: 0..9)\n")
    event = world.play.events["hurt"]
    assert calls.show_call("hurt", event.params, event.words) == "hurt (c: Card) by (n: 0..9)"
