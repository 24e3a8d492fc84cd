"""What `silences NAME` means: one rule or requirement, that of an owner, or every one of the name."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.semantics import model
from dsl.semantics.tables import Handle
from dsl.semantics.world import World
from dsl.source import Span
from dsl.spoken import marked, said
from dsl.syntax import tree


@dataclass(frozen=True, slots=True)
class Silenced:
    """The rules and the requirements that are switched off."""

    rules: list[model.Attachment]
    handles: list[Handle]

    @property
    def owners(self) -> dict[Span, str]:
        """Where each of them is written, and what it belongs to, as it is named behind `of`; empty: the game."""
        found = {rule.span: _holder(rule.holder) for rule in self.rules}
        for handle in self.handles:
            found.setdefault(handle.need.span, handle.owner.name)
        return found


def silenced(world: World, item: tree.RuleItem, made: model.Attachment) -> Silenced:
    """What a `silences` rule switches off; E101 if there is nothing of the name, E104 if it may mean several."""
    assert item.pattern is not None
    name = item.pattern.name
    named, handles = world.rules.named.get(name.text, []), world.rules.handles.get(name.text, [])
    found = Silenced([rule for rule in named if rule is not made], handles)
    if not named and not handles:
        world.unknown(name.span, name.text, marked("named rule"), [*world.rules.named, *world.rules.handles])
        return found
    if not found.owners:
        world.error("E104", name.span, said("a rule cannot silence itself"))
        return found
    if item.whose is not None:
        return _of(world, item.whose, found, name.text)
    if len(found.owners) > 1 and not item.every:
        owners = sorted({each for each in found.owners.values() if each})
        message = said(
            "`{1}` names {2} rules: {3}",
            name.text,
            len(found.owners),
            ", ".join(said("of {1}", each) for each in owners),
        )
        if "" in found.owners.values():
            message += said(", and one of the game")
        one = said("silences {1} of {2}, or for ", name.text, owners[0]) if owners else ""
        world.error("E104", name.span, message, said("write: {1}all of them: silences every {2}", one, name.text))
    return found


def _of(world: World, whose: tree.Name | tree.Text, found: Silenced, name: str) -> Silenced:
    """Those that belong to an owner; E101 if none does."""
    wanted = f'"{whose.value}"' if isinstance(whose, tree.Text) else whose.text
    rules = [rule for rule in found.rules if _holder(rule.holder) == wanted]
    handles = [handle for handle in found.handles if handle.owner.name == wanted]
    if not rules and not handles:
        owners = [each for each in found.owners.values() if each]
        hint = (
            said("`{1}` is of {2}", name, ", ".join(sorted(set(owners))))
            if owners
            else said("write: silences {1}", name)
        )
        world.error("E101", whose.span, said("there is no `{1}` of {2}", name, wanted), hint)
    return Silenced(rules, handles)


def _holder(holder: model.Card | model.Kind | model.Lasting | None) -> str:
    if isinstance(holder, model.Card):
        return f'"{holder.title}"'
    return holder.name if isinstance(holder, model.Kind) else ""
