"""Texts with holes."""

from __future__ import annotations

from semantics.common import PIECES, codes, scope_of, world_of

from dsl.semantics import model
from dsl.semantics.expr.templates import optional, plain, template
from dsl.semantics.model import Int, Ref
from dsl.syntax import tree


def said(text: str) -> tuple[model.Template, list[str]]:
    """The text of a `say`, checked, with a card c and a number n."""
    world = world_of(PIECES + f'main: say "{text}"\n')
    item = next(item for item in world.setup.files[0].items if isinstance(item, tree.ProcedureItem))
    node = item.body.body[0]
    assert isinstance(node, tree.Say)
    scope = scope_of(world, c=Ref(world.things.kinds["Card"]), n=Int(0, 9))
    return template(scope, node.text), codes(world)


def test_holes_are_expressions() -> None:
    """Between them the words as they are."""
    found, mistakes = said("{c} costs {n + 1}")
    assert mistakes == [] and [type(part) for part in found.parts] == [model.LocalRef, str, model.Op]
    assert found.parts[1] == " costs "


def test_what_is_printed_can_be_read_out() -> None:
    """`text of c` is known in texts only; a zone cannot be shown."""
    found, mistakes = said("{text of c}")
    assert mistakes == [] and isinstance(found.parts[0], model.TextOf)
    assert said("{pile}")[1] == ["E104"]


def test_no_text_is_none() -> None:
    """And plain words have no holes."""
    assert optional(scope_of(world_of(PIECES)), None) is None and plain("so").parts == ("so",)
