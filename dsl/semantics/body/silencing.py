"""What `silences NAME` means: one rule or requirement, that of an owner, or every one of the name."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.semantics import model
from dsl.semantics.tables import Handle
from dsl.semantics.world import World
from dsl.source import Span
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
        world.unknown(name.span, name.text, "named rule", [*world.rules.named, *world.rules.handles])
        return found
    if not found.owners:
        world.error("E104", name.span, "a rule cannot silence itself")
        return found
    if item.whose is not None:
        return _of(world, item.whose, found, name.text)
    if len(found.owners) > 1 and not item.every:
        owners = sorted({each for each in found.owners.values() if each})
        message = f"`{name.text}` names {len(found.owners)} rules: {', '.join(f'of {each}' for each in owners)}"
        if "" in found.owners.values():
            message += ", and one of the game"
        one = f"silences {name.text} of {owners[0]}, or for " if owners else ""
        world.error("E104", name.span, message, f"write: {one}all of them: silences every {name.text}")
    return found


def _of(world: World, whose: tree.Name | tree.Text, found: Silenced, name: str) -> Silenced:
    """Those that belong to an owner; E101 if none does."""
    wanted = f'"{whose.value}"' if isinstance(whose, tree.Text) else whose.text
    rules = [rule for rule in found.rules if _holder(rule.holder) == wanted]
    handles = [handle for handle in found.handles if handle.owner.name == wanted]
    if not rules and not handles:
        owners = [each for each in found.owners.values() if each]
        hint = f"`{name}` is of {', '.join(sorted(set(owners)))}" if owners else f"write: silences {name}"
        world.error("E101", whose.span, f"there is no `{name}` of {wanted}", hint)
    return Silenced(rules, handles)


def _holder(holder: model.Card | model.Kind | model.Lasting | None) -> str:
    if isinstance(holder, model.Card):
        return f'"{holder.title}"'
    return holder.name if isinstance(holder, model.Kind) else ""
