"""Constants: declared types, default and printed values, options. What must be known before anything is played."""

from __future__ import annotations

from dsl.semantics import model
from dsl.semantics.expr.bags import bag_type
from dsl.semantics.types import SET_BITS, UNKNOWN, WORD, enum_words, say, stored_bag
from dsl.semantics.world import World
from dsl.source import Span
from dsl.spoken import marked, one_of, said
from dsl.syntax import tree
from dsl.typed_words import LONGEST, as_word, meet


def declared_type(world: World, node: tree.Type) -> model.Type:
    """The type that was written; Unknown after a mistake."""
    if isinstance(node, tree.BoolType):
        return model.Bool()
    if isinstance(node, tree.RangeType):
        low, high = whole_number(world, node.low), whole_number(world, node.high)
        if low is None or high is None:
            return UNKNOWN
        if low > high:
            world.error(
                "E106",
                node.span,
                said("the range {1}..{2} has no number in it", low, high),
                said("write {1}..{2}", high, low),
            )
            return UNKNOWN
        return model.Int(low, high, node.overflow)
    if isinstance(node, tree.SetType):
        return _kept_set(world, node.name)
    if isinstance(node, tree.BagType):
        return bag_type(world, node, None if node.most is None else whole_number(world, node.most))
    if isinstance(node, tree.ZoneType):
        world.error(
            "E104", node.span, said("only a parameter can be a zone"), said("store what lies in it, or who owns it")
        )
        return UNKNOWN
    assert isinstance(node, tree.NamedType)
    name = node.name.text
    if name == WORD and name not in world.things.enums:  # it may always be none
        return model.Word()
    if name in world.things.enums:
        world.usage.read.add(world.things.enums[name])
        return model.EnumOf(world.things.enums[name], node.or_none)
    if name in world.things.kinds:
        return model.Ref(world.things.kinds[name], node.or_none)
    world.unknown(node.name.span, name, marked("kind or enum"), [*world.things.enums, *world.things.kinds])
    return UNKNOWN


def _kept_set(world: World, name: tree.Name) -> model.Type:
    """`set of Colour`, `set of Player`: what a field can hold."""
    enum, kind = world.things.enums.get(name.text), world.things.kinds.get(name.text)
    if enum is not None:
        world.usage.read.add(enum)
        if len(enum.values) <= SET_BITS:
            return model.FlagSet(enum)
        message = said("a set holds {1} values at most, and {2} has {3}", SET_BITS, enum.name, len(enum.values))
        world.error(
            "E106", name.span, message, said("give a kind one piece or space for each of them, with a yes/no field")
        )
    elif kind is None:
        world.unknown(name.span, name.text, marked("enum or kind"), [*world.things.enums, *world.things.kinds])
    else:
        return model.ThingSet(kind)
    return UNKNOWN


def whole_number(world: World, node: tree.Expr) -> int | None:
    """A constant number, written out or by the name of an option."""
    if isinstance(node, tree.Number):
        return node.value
    if isinstance(node, tree.Unary) and node.op == "-":
        inner = whole_number(world, node.operand)
        return None if inner is None else -inner
    if isinstance(node, tree.Binary) and node.op in ("+", "-", "*"):
        left, right = whole_number(world, node.left), whole_number(world, node.right)
        if left is None or right is None:
            return None
        return left + right if node.op == "+" else left - right if node.op == "-" else left * right
    if isinstance(node, tree.Ref):
        return _named_number(world, node)
    world.error("E104", node.span, said("a number known before the game is expected here"))
    return None


def _named_number(world: World, node: tree.Ref) -> int | None:
    option = world.choices.options.get(node.name)
    if option is not None and isinstance(option.type, model.Int) and isinstance(option.value, int):
        world.usage.read.add(option)
        world.choices.changeable.add(node.span)
        return option.value
    if option is not None:
        world.error("E104", node.span, said("the option `{1}` is not one number for the whole game", node.name))
    elif node.name in world.taken:
        message = said(
            "`{1}` is {2}; only a number or an option is known before the game", node.name, world.taken[node.name][1]
        )
        world.error("E104", node.span, message)
    else:
        world.unknown(node.span, node.name, marked("option"), world.choices.options)
    return None


def constant(world: World, node: tree.Expr, type_: model.Type, what: str) -> int | None:
    """The stored number of a constant of a type; None after a mistake. what: of what it is the value, for messages."""
    if isinstance(type_, model.Int):
        value = whole_number(world, node)
        if value is not None and not type_.low <= value <= type_.high:
            near = min(max(value, type_.low), type_.high)
            hint = said("write {1}; or give {2} a wider range where it is declared", near, what)
            world.error(
                "E106", node.span, said("{1} is {2}, outside {3}..{4}", what, value, type_.low, type_.high), hint
            )
            return None
        return value
    if isinstance(type_, model.Bool):
        return _yes_no(world, node, what)
    if isinstance(type_, model.EnumOf):
        return _enum_value(world, node, type_, what)
    if isinstance(type_, model.FlagSet):
        return _flags(world, node, type_, what)
    if isinstance(type_, model.ThingSet):
        return 0 if isinstance(node, tree.SetOf) and not node.parts else _wrong(world, node.span, what, "{}")
    if isinstance(type_, model.BagOf):
        return _bag(world, node, type_, what)
    if isinstance(type_, model.Ref):
        return _entity(world, node, type_, what)
    return _word(world, node, what) if isinstance(type_, model.Word) else None


def _word(world: World, node: tree.Expr, what: str) -> int | None:
    if isinstance(node, tree.Literal) and node.word == "none":
        return 0
    if isinstance(node, tree.CardRef) and node.copy is None:
        return word_number(world, node.span, node.title)
    return _wrong(world, node.span, what, said('a word in quotes, such as "sea"'))


def word_number(world: World, span: Span, text: str) -> int | None:
    """The number of a word that stands in the rules; E106 if it is none."""
    number = as_word(text)
    if number:
        meet([text])
        world.rules.words[text] = None
        return number
    hint = said("letters, digits, blanks, hyphens and apostrophes, {1} at most, with a letter among them", LONGEST)
    world.error("E106", span, said('"{1}" is no word that a player could type', text), hint)
    return None


def example_of(type_: model.Type) -> str:
    """A value of a type as it would be printed."""
    if isinstance(type_, model.Int):
        return str(max(type_.low, min(1, type_.high)))
    if isinstance(type_, model.EnumOf):
        return type_.enum.values[0] if type_.enum.values else "none"
    if isinstance(type_, model.Word):
        return '"sea"'
    return "yes" if isinstance(type_, model.Bool) else "{}" if isinstance(type_, model.FlagSet | model.BagOf) else "..."


def _yes_no(world: World, node: tree.Expr, what: str) -> int | None:
    if isinstance(node, tree.Literal) and node.word in ("yes", "no"):
        return int(node.word == "yes")
    option = world.choices.options.get(node.name) if isinstance(node, tree.Ref) else None
    if option is not None and isinstance(option.type, model.Bool) and isinstance(option.value, int):
        world.usage.read.add(option)
        return option.value
    hint = {"true": "write yes", "false": "write no"}.get(node.name.lower()) if isinstance(node, tree.Ref) else None
    return _wrong(world, node.span, what, said("yes or no"), hint)


def _enum_value(world: World, node: tree.Expr, type_: model.EnumOf, what: str) -> int | None:
    if isinstance(node, tree.Literal) and node.word == "none" and type_.or_none:
        return 0
    if isinstance(node, tree.Ref):
        if node.name in type_.enum.values:
            return type_.enum.values.index(node.name) + type_.or_none
        if node.name not in world.choices.options:
            world.unknown_value(node.span, node.name, type_.enum)
            return None
    return _wrong(world, node.span, what, f"{one_of(type_.enum.name)} ({enum_words(type_.enum)})")


def _flags(world: World, node: tree.Expr, type_: model.FlagSet, what: str) -> int | None:
    parts = node.parts if isinstance(node, tree.SetOf) else (node,)
    bits = 0
    for part in parts:
        value = _enum_value(world, part, model.EnumOf(type_.enum), what)
        if value is None:
            return None
        bits |= 1 << value
    return bits


def _bag(world: World, node: tree.Expr, type_: model.BagOf, what: str) -> int | None:
    parts = node.parts if isinstance(node, tree.SetOf) else (node,)
    counts: dict[int, int] = {}
    for part in parts:
        written, amount = (part.value, part.amount) if isinstance(part, tree.AmountOf) else (part, None)
        if not isinstance(written, tree.Ref):
            first = type_.enum.values[0]
            return _wrong(world, part.span, what, said("{1}, such as {2 {2}}", say(type_), first))
        value = _enum_value(world, written, model.EnumOf(type_.enum), what)
        number = 1 if amount is None else whole_number(world, amount)
        if value is None or number is None:
            return None
        if value in counts:
            world.error(
                "E026",
                part.span,
                said("`{1}` is counted twice here", written.name),
                said("say once how many there are"),
            )
            return None
        if not 0 <= number <= type_.most:
            message = said(
                "{1} has {2} {3}, and {4} has from 0 to {5} of each", what, number, written.name, say(type_), type_.most
            )
            world.error("E106", part.span, message)
            return None
        counts[value] = number
    return stored_bag(type_, [counts.get(place, 0) for place in range(len(type_.enum.values))])


def _entity(world: World, node: tree.Expr, type_: model.Ref, what: str) -> int | None:
    if isinstance(node, tree.Literal) and node.word == "none":
        if type_.or_none:
            return 0
        return _wrong(world, node.span, what, say(type_))
    if isinstance(node, tree.PlayerRef) and type_.kind is world.player:
        return player_id(world, node.span, node.number)
    if not isinstance(node, tree.CardRef):
        return _wrong(world, node.span, what, say(type_))
    found = card_copy(world, node)
    if found is None:
        return None
    card, entity = found
    if not type_.kind.first <= entity <= type_.kind.last:
        world.error(
            "E104",
            node.span,
            said('"{1}" is {2}, but {3} is {4}', card.title, one_of(card.kind.name), what, say(type_)),
        )
        return None
    return entity


def player_id(world: World, span: Span, number: int) -> int | None:
    """The entity id of a player by number; E150 if there is no such player."""
    if 1 <= number <= world.setup.high_players:
        return number
    world.error(
        "E150", span, said("there is no player {1}: the game is for at most {2}", number, world.setup.high_players)
    )
    return None


def card_copy(world: World, node: tree.CardRef) -> tuple[model.Card, int] | None:
    """The card of a title and the id of the copy meant; E102 or E106 if there is none."""
    source = world.things.cards.get(node.title)
    if source is None:
        world.unknown(node.span, node.title, marked("card"), world.things.cards, "E102")
        return None
    card, copy = source.card, node.copy or 1
    if copy > card.copies or node.copy == 0:
        count = said("is one copy") if card.copies == 1 else said("are {1} copies", card.copies)
        world.error("E106", node.span, said('there is no copy {1} of "{2}"; there {3}', node.copy, card.title, count))
        return None
    return card, card.first + copy - 1


def _wrong(world: World, span: Span, what: str, expected: str, hint: str | None = None) -> None:
    world.error("E104", span, said("{1} must be {2}, not `{3}`", what, expected, span.text), hint)
