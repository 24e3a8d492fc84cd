"""The checked program: what the modules of the model define is what the model offers."""

from __future__ import annotations

from dataclasses import is_dataclass
from types import ModuleType

import pytest

from dsl.semantics import model
from dsl.semantics.model import base, expr, named, program, sets, stmt, types


@pytest.mark.parametrize("module", [base, expr, named, program, sets, stmt, types], ids=lambda module: module.__name__)
def test_the_model_offers_every_node(module: ModuleType) -> None:
    """Whoever imports `model` has all of it."""
    own = [thing for thing in vars(module).values() if isinstance(thing, type) and thing.__module__ == module.__name__]
    assert own
    assert [thing.__name__ for thing in own if getattr(model, thing.__name__, None) is not thing] == []


@pytest.mark.parametrize(
    ("root", "module"), [(model.Expr, expr), (model.Expr, sets), (model.Stmt, stmt), (model.Type, types)]
)
def test_nodes_are_of_their_family(root: type, module: ModuleType) -> None:
    """What a module is for is what stands in it: expressions, sets, statements, types."""
    family = [
        thing
        for thing in vars(module).values()
        if isinstance(thing, type) and issubclass(thing, root) and thing is not root
    ]
    assert len(family) > 5
    assert all(is_dataclass(thing) for thing in family)
