"""Numbers for everything: players, spaces, pieces, zone instances; and the tables of what is printed.

Players come first, then the spaces, then the pieces. The members of a kind with all its sub-kinds stand together (the
kinds are walked depth first), and so do the copies of a card, so that `x is Unit` is a comparison of two numbers.
"""

from __future__ import annotations

from itertools import product
from math import prod

from dsl.semantics import model
from dsl.semantics.expr.constants import constant, example_of, whole_number
from dsl.semantics.types import Unknown, is_a
from dsl.semantics.world import World, items
from dsl.source import Span
from dsl.spoken import marked, one_of, said
from dsl.syntax import tree

MOST_ENTITIES = 20_000
_UNPRINTED = marked("give it a default (`= ...`), or make it `var`")


def number_entities(world: World) -> int:
    """Give every player, space and piece its number; the answer is how many there are."""
    world.player.first, world.player.last = 1, world.setup.players
    world.player.fields["seat"].printed = list(range(1, world.setup.players + 1))
    spaces = sum(_size(world, board) for board in world.things.boards)
    pieces = sum(source.card.copies for source in world.things.cards.values())
    if spaces + pieces > MOST_ENTITIES:
        largest = max(world.things.boards, key=lambda board: _size(world, board), default=None)
        span = largest.span if largest and spaces > pieces else None
        message = said("the game has {1} spaces and {2} pieces; {3} are the most", spaces, pieces, MOST_ENTITIES)
        world.error("E106", span, message)
        return 0
    at = _number_kind(world, world.space, world.setup.players + 1)
    last = _number_kind(world, world.piece, at) - 1
    _number_cards(world)
    return last


def _number_cards(world: World) -> None:
    """Say of every piece which card it is a copy of, counted from 1."""
    numbers = [0] * (world.piece.last - world.piece.first + 1)
    for number, source in enumerate(world.things.cards.values(), start=1):
        first = source.card.first - world.piece.first
        numbers[first : first + source.card.copies] = [number] * source.card.copies
    world.things.print_run.printed = numbers


def _size(world: World, board: model.Board) -> int:
    return prod(count for _, count, _ in board.dims) * (world.setup.players if board.holder else 1)


def _number_kind(world: World, kind: model.Kind, at: int) -> int:
    kind.first = at
    for board in world.things.boards:
        if board.kind is kind:
            board.first = at
            at += _size(world, board)
    for source in world.things.cards.values():
        if source.card.kind is kind:
            source.card.first, source.card.last = at, at + source.card.copies - 1
            at += source.card.copies
    for child in world.children(kind):
        at = _number_kind(world, child, at)
    kind.last = at - 1
    return at


# ---- zones -----------------------------------------------------------------------------------------------------------


def number_zones(world: World) -> None:
    """Instances and capacities of all zones; number 0 is the box."""
    limits = _limits(world)
    at = 1
    for zone in world.things.zones:
        holder = zone.holder
        zone.first = at
        zone.instances = 1 if holder is None else holder.last - holder.first + 1
        at += zone.instances
        fitting = {entity for kind in zone.kinds for entity in range(kind.first, kind.last + 1)}
        item = limits.get(zone.span)
        asked = whole_number(world, item) if item is not None else None
        if asked is not None and asked < 0 and item is not None:
            world.error("E106", item.span, said("a zone cannot hold at most {1}", asked))
        zone.capacity = len(fitting) if asked is None else max(0, min(asked, len(fitting)))


def _limits(world: World) -> dict[Span, tree.Expr]:
    """The `at most` of each zone, by the place of its name."""
    found: dict[Span, tree.Expr] = {}
    for owner in (*items(world, tree.KindItem), *items(world, tree.HasItem)):
        for part in owner.members:
            if isinstance(part, tree.ZoneItem) and part.at_most is not None:
                found[part.name.span] = part.at_most
    return found


# ---- printed tables --------------------------------------------------------------------------------------------------


def print_fields(world: World) -> None:
    """Fill the table of each printed field; E111 where a card leaves one out that has no default."""
    defaults = _with_default(world)
    for field in world.things.fields:
        if field.var or field.printed:
            continue
        holder = field.holder
        if holder is None or holder is world.player:
            if field.name not in defaults.get(holder, set()):
                owner = said("the table") if holder is None else said("players")
                message = said("nothing prints `{1}` of {2}", field.name, owner)
                world.error("E111", field.span, message, said(_UNPRINTED))
            count = 1 if holder is None else holder.last - holder.first + 1
            field.printed = [field.default] * count
            continue
        field.printed = [field.default] * (holder.last - holder.first + 1)
        _print_spaces(world, field, holder, field.name in defaults.get(holder, set()))
        for source in world.things.cards.values():
            if is_a(source.card.kind, holder):
                has_default = source.vague or field.name in defaults.get(holder, set())
                _print_card(world, field, holder, source.card, source.printed, has_default)


def _with_default(world: World) -> dict[model.Kind | None, set[str]]:
    found: dict[model.Kind | None, set[str]] = {}
    for item in (*items(world, tree.KindItem), *items(world, tree.HasItem)):
        if isinstance(item, tree.KindItem):
            holder = world.things.kinds.get(item.name.text)
        else:
            holder = world.player if item.whose == "player" else None
        for part in item.members:
            if isinstance(part, tree.FieldItem) and part.default is not None:
                found.setdefault(holder, set()).update(name.text for name in part.names)
    return found


def _print_spaces(world: World, field: model.Field, holder: model.Kind, has_default: bool) -> None:
    for board in world.things.boards:
        if not is_a(board.kind, holder):
            continue
        dims = [name for name, _, _ in board.dims]
        if field.name not in dims:
            if not has_default:
                message = said("the spaces of `{1}` have no `{2}`", board.name, field.name)
                world.error(
                    "E111", board.span, message, said("make it a dimension of the board, or {1}", said(_UNPRINTED))
                )
            continue
        index = dims.index(field.name)
        _, count, lowest = board.dims[index]
        step = prod(other for _, other, _ in board.dims[index + 1 :])
        for offset in range(_size(world, board)):
            value = lowest + offset // step % count
            if isinstance(field.type, model.EnumOf) and field.type.or_none:
                value += 1
            field.printed[board.first - holder.first + offset] = value


def _print_card(
    world: World,
    field: model.Field,
    holder: model.Kind,
    card: model.Card,
    printed: dict[str, tuple[Span, tree.Expr]],
    has_default: bool,
) -> None:
    told = {} if field.name in printed else _told(card, field)
    for copy, number in told.items():
        field.printed[card.first - holder.first + copy] = number
    if len(told) == card.copies:
        return
    if field.name in printed:
        value = constant(world, printed[field.name][1], field.type, said('`{1}` of "{2}"', field.name, card.title))
    elif has_default or isinstance(field.type, Unknown):
        value = field.default
    else:
        value = None
        message = said('"{1}" does not say its `{2}`, which {3} prints', card.title, field.name, one_of(holder.name))
        hint = said("write on a line below it: {1} {2}", field.name, example_of(field.type))
        world.error("E111", card.span, message, hint)
    if value is not None:
        for copy in range(card.copies):
            if copy not in told:
                field.printed[card.first - holder.first + copy] = value


def _told(card: model.Card, field: model.Field) -> dict[int, int]:
    """The value of a field for those copies of a card that are told apart by it: copies each, copies of packs."""
    enum = field.type.enum if isinstance(field.type, model.EnumOf) else None
    if enum is None:
        return {}
    found: dict[int, int] = {}
    shift = int(field.type == model.EnumOf(enum, True))
    at = card.copies - sum(copies for _, _, copies in card.packs)
    if enum in card.each:
        alike, which = at // prod(sum(each) for each in card.weights), card.each.index(enum)
        combinations = product(*(enumerate(each) for each in card.weights))
        told = (value[which][0] for value in combinations for _ in range(alike * prod(many for _, many in value)))
        found = {copy: value + shift for copy, value in enumerate(told)}
    for other, value, copies in card.packs:
        if other is enum:
            found.update(dict.fromkeys(range(at, at + copies), value + shift))
        at += copies
    return found
