"""`tell`: of which piece, what, and to whom."""

from __future__ import annotations

import pytest
from semantics.common import codes, parts, statements_of

from dsl.semantics import model
from dsl.semantics.body.telling import tell

MORE = "define dear (c: Card) = c.cost > 1\n"


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("for each c in pile: tell player 1 cost of c", "value"),
        ("for each c in pile: tell players that c.cost > 1", "that"),
        ("for each c in pile: tell (each p in players where p.gold > 1) whether dear(c)", "whether"),
    ],
)
def test_what_is_told(text: str, how: str) -> None:
    """The statement knows of which piece it speaks."""
    found, world = statements_of(text, MORE)
    assert codes(world) == [] and tell.__doc__
    (told,) = parts(found, model.TellFact)
    assert isinstance(told, model.TellFact) and told.how == how and told.subject.name == "c"
    assert [kind.name for kind in world.rules.told_kinds] == ["Card"]


@pytest.mark.parametrize(
    "text",
    [
        "for each c in pile: tell player 1 c.owner",
        "for each c in pile: tell pile cost of c",
        "tell player 1 gold of player 1",
        "for each c in pile: tell player 1 c",
    ],
)
def test_what_cannot_be_told(text: str) -> None:
    """One mistake, one message, and nothing is told of any kind."""
    _, world = statements_of(text, MORE)
    assert codes(world) == ["E104"] and not world.rules.told_kinds
