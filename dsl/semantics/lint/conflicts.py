"""Rules against each other (E201): two that hold together and want different things.

Only what is certain is reported: two rules of the same holder with the same condition, or none. Rules whose conditions
merely overlap are left to the game as it is played.
"""

from __future__ import annotations

from dsl.diagnostics import Label
from dsl.semantics import model
from dsl.semantics.tables import Attached
from dsl.semantics.walk import same
from dsl.semantics.world import World
from dsl.spoken import said

_FAMILIES = {"minus": "plus", "divided": "times"}


def check_conflicts(world: World) -> None:
    """All pairs of rules on the same event or value."""
    by_target: dict[int, list[Attached]] = {}
    for attached in world.rules.attached:
        by_target.setdefault(id(attached.target), []).append(attached)
    for value in world.play.values.values():
        rules = [rule for rule in by_target.get(id(value), []) if rule.rule.layer is not None]
        _settings(world, value, rules)
        _families(world, value, rules)
    for event in (
        world.play.move,
        *world.play.events.values(),
        *(source.action.event for source in world.play.actions),
    ):
        _permissions(world, event, by_target.get(id(event), []))
        _choices(world, event)


def _together(a: Attached, b: Attached) -> bool:
    """Whether two rules certainly hold at the same time."""
    if a.rule.holder is not b.rule.holder or a.rule.silenced or b.rule.silenced:
        return False
    return same(a.guards, b.guards) and same(a.item.when, b.item.when, _names(a, b))


def _names(a: Attached, b: Attached) -> dict[str, str]:
    """What the second rule calls the names of the first one."""
    if a.item.pattern is None or b.item.pattern is None:
        return {}
    pairs = zip(a.item.pattern.binders, b.item.pattern.binders, strict=False)
    return {one.text: two.text for one, two in pairs}


def _settings(world: World, value: model.Value, rules: list[Attached]) -> None:
    """Two `modify .. to` in one layer with different results."""
    found = [attached for attached in rules if attached.rule.change == "set"]
    for index, second in enumerate(found):
        for first in found[:index]:
            if first.rule.layer != second.rule.layer or not _together(first, second):
                continue
            if not same(first.item.amount, second.item.amount, _names(first, second)):
                message = said("two rules set `{1}` to different results at the same time", value.name)
                hint = said("put one of them in a later layer, or give it a condition")
                _report(world, message, first.rule, second.rule, hint)
                break


def _families(world: World, value: model.Value, rules: list[Attached]) -> None:
    """Inside one layer the order of changes must not matter."""
    first: dict[str | None, model.Attachment] = {}
    for attached in rules:
        before = first.setdefault(attached.rule.layer, attached.rule)
        if attached.rule.layer not in value.by_age and _family(before) != _family(attached.rule):
            message = said(
                "in the layer `{1}` of `{2}` the order of these changes would matter", before.layer, value.name
            )
            _report(
                world,
                message,
                before,
                attached.rule,
                said("put them in different layers, or write `{1} by age` where layers are named", before.layer),
            )
            return


def _family(rule: model.Attachment) -> str:
    return _FAMILIES.get(rule.change, rule.change)


def _permissions(world: World, event: model.Event, rules: list[Attached]) -> None:
    for first in rules:
        for second in rules:
            if first.rule.position == "must" and second.rule.position == "cannot" and _together(first, second):
                message = said("one rule says that `{1}` must happen, another that it cannot", event.name)
                _report(world, message, first.rule, second.rule, said("give one of them a condition, or write `never`"))
                return


def _choices(world: World, event: model.Event) -> None:
    """E104 where a player is to choose among rules that have no name, or the same one."""
    seen: dict[str, model.Attachment] = {}
    for rule in event.instead if event.asks else ():
        before = seen.setdefault(rule.label, rule)
        if not rule.label or before is not rule:
            message = said("a player may have to choose this rule, and it has no name of its own")
            labels = (Label(before.span, said("this one is called so, too")),) if before is not rule else ()
            hint = said("give it one that players can read: rule NAME: instead of ...")
            world.bag.error("E104", rule.span, message, labels=labels, hint=hint)


def _report(world: World, message: str, first: model.Attachment, second: model.Attachment, hint: str) -> None:
    if first.span.file == second.span.file and first.span.start > second.span.start:
        first, second = second, first
    label = Label(first.span, said("the other one"))
    cites = tuple(dict.fromkeys((*first.cites, *second.cites)))
    world.bag.error("E201", second.span, message, labels=(label,), cites=cites, hint=hint)
