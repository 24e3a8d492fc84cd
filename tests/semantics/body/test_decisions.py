"""Statements that ask players, and those that put things off."""

from __future__ import annotations

import pytest
from semantics.common import codes, statements_of

from dsl.semantics import model
from dsl.semantics.body import decisions


@pytest.mark.parametrize(
    ("text", "sorts"),
    [
        ("for each p in players:\n    choose c from hand of p by p\n    if none: nothing", [model.ForEachStmt]),
        ("for each p in players:\n    choose any number of c from hand of p by p", [model.ForEachStmt]),
    ],
)
def test_decisions(text: str, sorts: list[type]) -> None:
    """What they become."""
    found, world = statements_of(text)
    assert codes(world) == [] and [type(stmt) for stmt in found] == sorts


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("choose any number of c from pile", "E105"),
        ("for each p in players:\n    choose c from hand of p by p", "E220"),
        ("for each p in players:\n    choose any number of c from p by p", "E104"),
    ],
)
def test_mistakes_of_decisions(text: str, code: str) -> None:
    """One mistake, one message."""
    assert codes(statements_of(text)[1]) == [code]


def test_at_most_so_many_run_at_a_time() -> None:
    """Where no `at most` says otherwise, lasting effects have room for a fixed number."""
    text = "until end of round:\n    after hurt c: nothing"
    found, world = statements_of(text, "event hurt (c: Card)\nprocedure round: nothing\n")
    assert codes(world) == []
    (stmt,) = found
    assert isinstance(stmt, model.StartLasting) and stmt.lasting.capacity == decisions.MOST_RUNNING
