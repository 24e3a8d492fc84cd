"""Options and rulings: what they may be, and what was chosen from outside."""

from __future__ import annotations

from dsl.diagnostics import nearest
from dsl.semantics import model
from dsl.semantics.declare.option_conditions import check_is_met
from dsl.semantics.expr.constants import constant, declared_type
from dsl.semantics.types import UNKNOWN, Unknown
from dsl.semantics.world import World, cite_ids, items
from dsl.spoken import said
from dsl.syntax import tree


def declare_options(world: World) -> None:
    """All options, then all rulings; E101 for what was chosen and is neither."""
    for item in items(world, tree.OptionItem):
        _option(world, item)
    for item in items(world, tree.RulingItem):
        _ruling(world, item)
    for name in world.choices.chosen:
        if name not in world.choices.options:
            near = nearest(name, world.choices.options)
            known = (
                said("there are {1}", ", ".join(world.choices.options))
                if world.choices.options
                else said("the game has none")
            )
            hint = said("did you mean `{1}`?", near[0]) if near else known
            world.error("E101", None, said("there is no option or ruling `{1}` to choose", name), hint)
    for item in items(world, tree.OptionItem):
        if item.condition is not None:
            check_is_met(world, item, world.choices.chosen, None)


def _option(world: World, item: tree.OptionItem) -> None:
    if not world.declare(item.name, said("an option")):
        return
    name, type_ = item.name.text, declared_type(world, item.type)
    if not isinstance(type_, model.Int | model.Bool | model.EnumOf | Unknown):
        world.error("E104", item.type.span, said("the option `{1}` must be a number, yes/no or an enum", name))
        type_ = UNKNOWN
    default = constant(world, item.default, type_, said("the option `{1}`", name)) or 0
    one = _chosen(world, name, type_, default)
    value = one
    if item.per_player:
        many = list(one) if isinstance(one, list) else [one] * world.setup.players
        value = (many + [default] * world.setup.players)[: world.setup.players]
    elif isinstance(one, list):
        world.error("E104", item.name.span, said("the option `{1}` takes one value, not one for each player", name))
        value = default
    words = item.words.value if item.words else ""
    option = model.Option(name, type_, value, words, False, [], cite_ids(item.cites), item.name.span)
    world.choices.options[name] = option
    if isinstance(value, list):
        field = model.Field(name, world.player, type_, False, default, item.name.span, value)
        world.player.fields[name] = field
        world.things.fields.append(field)


def _ruling(world: World, item: tree.RulingItem) -> None:
    if not world.declare(item.name, said("a ruling")):
        return
    name = item.name.text
    seen: dict[str, tree.Reading] = {}
    for reading in item.readings:
        if reading.name.text in seen:
            world.twice(reading.name.span, reading.name.text, seen[reading.name.text].name.span, said("a reading"))
        seen.setdefault(reading.name.text, reading)
    words = [reading.words.value for reading in seen.values()]
    enum = model.Enum(name, list(seen), words, item.name.span)
    value = _chosen(world, name, model.EnumOf(enum), 0)
    if isinstance(value, list):
        world.error("E104", item.name.span, said("the ruling `{1}` takes one reading", name))
        value = 0
    question = item.question.value
    option = model.Option(name, model.EnumOf(enum), value, question, True, words, cite_ids(item.cites), item.name.span)
    world.choices.options[name] = option


def _chosen(world: World, name: str, type_: model.Type, default: int) -> int | list[int]:
    """The value asked for from outside, or the default."""
    if name not in world.choices.chosen:
        return default
    wanted = world.choices.chosen[name]
    if isinstance(wanted, list):
        return [_checked(world, name, type_, value, default) for value in wanted]
    if isinstance(wanted, str):
        return _from_text(world, name, type_, wanted, default)
    return _checked(world, name, type_, wanted, default)


def _from_text(world: World, name: str, type_: model.Type, text: str, default: int) -> int:
    if isinstance(type_, model.EnumOf) and text in type_.enum.values:
        return type_.enum.values.index(text) + type_.or_none
    if isinstance(type_, model.EnumOf) and text == "none" and type_.or_none:
        return 0
    if isinstance(type_, model.Bool) and text in ("yes", "no"):
        return int(text == "yes")
    digits = text.removeprefix("-")
    if isinstance(type_, model.Int) and digits.isascii() and digits.isdigit() and len(digits) < 12:
        return _checked(world, name, type_, int(text), default)
    if isinstance(type_, model.EnumOf):
        world.unknown_choice(name, text, type_.enum.values)
    else:
        known = default if isinstance(type_, model.Int) else "yes"
        hint = said("choose a value such as --option {1}={2}", name, known)
        world.error("E104", None, said("`{1}` is no value of the option `{2}`", text, name), hint)
    return default


def _checked(world: World, name: str, type_: model.Type, value: int, default: int) -> int:
    low, high = 0, 1
    if isinstance(type_, model.Int):
        low, high = type_.low, type_.high
    elif isinstance(type_, model.EnumOf):
        high = len(type_.enum.values) - (0 if type_.or_none else 1)
    if low <= value <= high:
        return int(value)
    near = min(max(value, low), high)
    hint = said("choose --option {1}={2}", name, near) if isinstance(type_, model.Int) else None
    world.error("E106", None, said("the option `{1}` is {2}, outside {3}..{4}", name, value, low, high), hint)
    return default
