"""What kinds, players and the table have: fields, zones and boards."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Label
from dsl.semantics import model
from dsl.semantics.expr.constants import constant, declared_type, whole_number
from dsl.semantics.expr.corners import comb_of, declare_edges, declare_plans, in_a_row
from dsl.semantics.expr.kept_sets import may_be_kept
from dsl.semantics.expr.layouts import check_zone, declare_field, is_cell
from dsl.semantics.expr.links import declare_links
from dsl.semantics.expr.tracks import declare_track
from dsl.semantics.types import UNKNOWN, Unknown, ancestors, is_a, start_value
from dsl.semantics.world import World, items, member
from dsl.source import Span
from dsl.spoken import one_of, said
from dsl.syntax import tree

_LETTERS = 26


def declare_members(world: World) -> None:
    """Fields, zones and boards of all kinds, of players and of the table."""
    _builtin_fields(world)
    for item in items(world, tree.KindItem):
        kind = world.things.kinds.get(item.name.text)
        if kind is not None and kind.span == item.name.span:
            _members(world, kind, item.members)
    for item in items(world, tree.HasItem):
        _members(world, world.player if item.whose == "player" else None, item.members)
    _clashes(world)
    declare_links(world, list(items(world, tree.LinksItem)))
    declare_plans(world, list(items(world, tree.PlanItem)))


def own_kind(world: World, kind: model.Kind, title: str, span: Span, members: tuple[tree.Item, ...]) -> model.Kind:
    """The kind of a card: the one that it says, or, if the card has fields of its own, one below it for them."""
    if not any(isinstance(item, tree.FieldItem) for item in members):
        return kind
    label = kind.label if kind.label not in ("", kind.name) else kind.name.lower()
    own = model.Kind(f'"{title}"', label, kind, span, of_card=True)
    world.things.kinds[own.name] = own
    _members(world, own, members)
    return own


def _builtin_fields(world: World) -> None:
    owner = model.Field("owner", world.piece, model.Ref(world.player, True), True, 0, None)
    face = model.Field("face_up", world.piece, model.Bool(), True, 1, None)
    world.piece.fields = {"owner": owner, "face_up": face}
    world.things.fields[:0] = [owner, face]
    declare_field(world)


def _members(world: World, holder: model.Kind | None, members: tuple[tree.Item, ...]) -> None:
    for item in members:
        if isinstance(item, tree.FieldItem):
            for name in item.names:
                _field(world, holder, item, name)
        elif isinstance(item, tree.ZoneItem):
            _zone(world, holder, item)
        elif isinstance(item, tree.BoardItem):
            _board(world, holder, item)


def _free(world: World, holder: model.Kind | None, name: tree.Name, what: str) -> bool:
    """Whether a member may take this name."""
    if holder is None:
        return world.declare(name, what)
    before = member(holder, name.text)
    if before is not None and before.span is None:
        world.error("E103", name.span, built_in(holder, name.text))
        return False
    if before is not None:
        world.twice(name.span, name.text, before.span, said("something {1} has", one_of(holder.name)))
        return False
    if name.text in ("holder", "this", "me"):
        world.error("E103", name.span, said("`{1}` is a word of the language and cannot name {2}", name.text, what))
        return False
    return world.sayable(name, what)


def built_in(kind: model.Kind, name: str) -> str:
    """What is said when a name is taken by a field that the language gives to a kind."""
    return said("every {1} has a field `{2}` already, without its being declared", kind.name, name)


def _field(world: World, holder: model.Kind | None, item: tree.FieldItem, name: tree.Name) -> None:
    if not _free(world, holder, name, said("a field")):
        return
    type_ = declared_type(world, item.type)
    if is_cell(world, type_) and isinstance(type_, model.Ref) and not type_.or_none:
        message = said("a field can be a Cell only as `Cell or none`: there is no cell to begin with")
        world.error("E104", item.type.span, message)
        type_ = UNKNOWN
    field = model.Field(name.text, holder, type_, item.var, 0, name.span, unlisted=item.unlisted)
    if item.seen != "all" and _can_hide(world, holder, item, type_):
        field.seen = item.seen
    if item.track is not None:
        declare_track(world, field, item.track)
    world.things.fields.append(field)
    (world.things.table_fields if holder is None else holder.fields)[name.text] = field


def _can_hide(world: World, holder: model.Kind | None, item: tree.FieldItem, type_: model.Type) -> bool:
    """Whether a field may be a secret; E104 if not."""
    message, hint = "", said("let a piece be it that lies in a zone: `zone friend: cards of Friend, seen by owner`")
    if holder is None and item.seen == "owner":
        message, hint = said("the table has no owner: `seen by nobody` is for what the rules alone know"), ""
    elif isinstance(type_, model.Ref) and (is_a(type_.kind, world.player) or is_a(type_.kind, world.space)):
        pass  # who plays, and which spaces there are, is known to all
    elif not isinstance(type_, model.Int | model.Bool | model.EnumOf | model.Word):
        message = said("a secret field holds a number, a value of an enum, a player, a space, a word, or yes or no")
    if message:
        world.error("E104", item.span, message, hint or None)
    return not message


def default_values(world: World) -> None:
    """Where each field starts; after the pieces have their numbers, for a default may name one."""
    for item, fields in written_fields(world):
        for field in fields:
            _fits(world, field, item)
            field.default, field.usual = _start(world, field, item.default), item.default is not None


def written_fields(world: World) -> Iterator[tuple[tree.FieldItem, list[model.Field]]]:
    """What declares fields, of kinds, players, the table and cards, with the fields that it has made."""
    found: list[tuple[model.Kind | None, tuple[tree.Item, ...]]] = []
    found += [(world.things.kinds.get(item.name.text), item.members) for item in items(world, tree.KindItem)]
    for item in items(world, tree.HasItem):
        found.append((world.player if item.whose == "player" else None, item.members))
    found += [(source.card.kind, source.members) for source in world.things.cards.values()]
    for holder, members in found:
        fields = world.things.table_fields if holder is None else holder.fields
        for item in members:
            if isinstance(item, tree.FieldItem):
                made = ((name, fields.get(name.text)) for name in item.names)
                yield item, [field for name, field in made if field is not None and field.span == name.span]


def _fits(world: World, field: model.Field, item: tree.FieldItem) -> None:
    """E106 for a set of more things than a field can hold, E104 for one that is printed."""
    if not isinstance(field.type, model.ThingSet):
        return
    if not may_be_kept(world, field.type, item.type.span, field.name):
        field.type = UNKNOWN
    elif not field.var:
        world.error(
            "E104",
            item.span,
            said("a set of {1} changes in play and is not printed", field.type.kind.name),
            said("write: var {1}: ...", field.name),
        )


def _start(world: World, field: model.Field, written: tree.Expr | None) -> int:
    given = None if written is None else constant(world, written, field.type, said("the default of `{1}`", field.name))
    return start_value(field.type) if given is None else given


def _zone(world: World, holder: model.Kind | None, item: tree.ZoneItem) -> None:
    if not _made_zone(world, holder, item):
        world.lost.broken.add(item.name.text)
        world.lost.partial.update([] if holder is None else [holder])


def _made_zone(world: World, holder: model.Kind | None, item: tree.ZoneItem) -> bool:
    """Declare a zone; no if it cannot be one."""
    name = item.name.text
    for word in item.kinds:
        if word.text in world.things.enums:
            hint = said("what counts values is a field: `var {1}: bag of {2} up to 20`", name, word.text)
            message = said("a zone holds pieces, and {1} is an enum", word.text)
            world.error("E104", word.span, message, hint if item.shape == "bag" else None)
            return False
    kinds = [kind for word in item.kinds if (kind := world.kind(word)) is not None]
    for kind, word in zip(kinds, item.kinds, strict=False):
        if not is_a(kind, world.piece):
            world.error("E104", word.span, said("a zone holds pieces, and no {1} is a piece", kind.name))
            return False
    if not kinds or not _free(world, holder, item.name, said("a zone")) or not check_zone(world, holder, item):
        return False
    label = item.label.value if item.label else name.replace("_", " ")
    ordered = item.shape in ("stack", "row")
    zone = model.Zone(
        name,
        label,
        holder,
        kinds,
        item.shape,
        ordered,
        item.seen or "all",
        0,
        item.active,
        item.private,
        item.playable,
        item.name.span,
    )
    if item.where is not None:
        world.things.eyed.append((zone, item))
    world.things.zones.append(zone)
    (world.things.table_zones if holder is None else holder.zones)[name] = zone
    return True


def _board(world: World, holder: model.Kind | None, item: tree.BoardItem) -> None:
    if not _made_board(world, holder, item):
        world.lost.broken.add(item.name.text)


def _made_board(world: World, holder: model.Kind | None, item: tree.BoardItem) -> bool:
    """Declare a board; no if it cannot be one."""
    kind = _kind_of_spaces(world, holder, item)
    if kind is None:
        return False
    dims: list[tuple[str, int, int]] = []
    comb = comb_of(world, holder, item) if item.hexagons is not None else None
    if item.hexagons is not None and comb is None:
        return False
    dimensions = [in_a_row(item.name.span, comb)] if comb else item.dimensions or _columns_and_rows(world, item)
    for dimension in dimensions:
        found = _dimension(world, kind, dimension)
        if found is None:
            return False
        dims.append(found)
    if not dims:
        return False
    label = item.label.value if item.label else item.name.text.replace("_", " ")
    letters = frozenset(dimension.name.text for dimension in dimensions if dimension.letters)
    board = model.Board(item.name.text, label, holder, kind, dims, item.name.span, letters=letters)
    if comb is not None:
        board.points, board.names = comb.points, comb.names
    world.things.boards.append(board)
    (world.things.table_boards if holder is None else holder.boards)[board.name] = board
    declare_edges(world, item, board, _dimension)
    return True


def _kind_of_spaces(world: World, holder: model.Kind | None, item: tree.BoardItem) -> model.Kind | None:
    """What a board of this holder and name may be made of; None after a mistake."""
    kind = world.kind(item.kind)
    if kind is None or not _free(world, holder, item.name, said("a board")):
        return None
    if not is_a(kind, world.space):
        if not any(each in world.lost.orphans for each in ancestors(kind)):
            hint = said("declare it so: kind {1} is Space", kind.name)
            world.error("E104", item.kind.span, said("a board is made of spaces, and {1} is none", kind.name), hint)
        return None
    if holder is not None and holder is not world.player:
        world.error("E104", item.name.span, said("only players and the table have boards"))
        return None
    return kind


def _columns_and_rows(world: World, item: tree.BoardItem) -> list[tree.Dimension]:
    """What `8 by 8` is short for: `column: 1..8 as letters, row: 1..8`. Empty after a mistake."""
    found: list[tree.Dimension] = []
    for word, most in (("column", item.columns), ("row", item.rows)):
        assert most is not None
        number = whole_number(world, most)
        if number is None:
            return []
        if number < 1:
            world.error("E106", most.span, said("a board has 1 {1} or more, not {2}", word, number))
            return []
        name, one = tree.Name(most.span, word), tree.Number(most.span, 1)
        found.append(tree.Dimension(most.span, name, None, one, most, word == "column"))
    return found


def _dimension(world: World, kind: model.Kind, item: tree.Dimension) -> tuple[str, int, int] | None:
    name, type_ = item.name.text, declared_type(world, _written_type(item))
    if not isinstance(type_, model.Int | model.EnumOf):
        if not isinstance(type_, Unknown):
            world.error("E104", item.span, said("the dimension `{1}` must be an enum or a range of numbers", name))
        return None
    if not _coordinate(world, kind, item.name, type_):
        return None
    if not isinstance(type_, model.Int):
        return name, len(type_.enum.values), 0
    if item.letters and not 1 <= type_.low <= type_.high <= _LETTERS:
        message = said(
            "the letters are the numbers 1..{1}, and `{2}` goes from {3} to {4}", _LETTERS, name, type_.low, type_.high
        )
        world.error("E106", item.span, message)
        return name, 1, type_.low  # one message is enough
    return name, type_.high - type_.low + 1, type_.low


def _written_type(item: tree.Dimension) -> tree.Type:
    if item.enum is not None:
        return tree.NamedType(item.enum.span, item.enum, False)
    assert item.low is not None and item.high is not None
    return tree.RangeType(item.span, item.low, item.high, "error")


def _coordinate(world: World, kind: model.Kind, item: tree.Name, type_: model.Int | model.EnumOf) -> bool:
    """Give spaces a field that tells where they lie; several boards of one kind share it."""
    name, before = item.text, member(kind, item.text)
    if before is None:
        field = model.Field(name, kind, type_, False, 0, item.span)
        kind.fields[name] = field
        world.things.fields.append(field)
    elif not isinstance(before, model.Field) or before.var or type(before.type) is not type(type_):
        label = Label(before.span, said("what the space has")) if before.span else None
        message = said("`{1}` is a dimension of the board, but {2} has something else of that name", name, kind.name)
        world.bag.error("E103", item.span, message, labels=(label,) if label else ())
        return False
    elif isinstance(type_, model.Int) and isinstance(before.type, model.Int):
        before.type = model.Int(
            min(before.type.low, type_.low), max(before.type.high, type_.high), before.type.overflow
        )
    return True


def _clashes(world: World) -> None:
    """A kind above may have got a name after the kind below took it: E103, whatever the order in the files."""
    for kind in world.things.kinds.values():
        for name, own in {**kind.fields, **kind.zones, **kind.boards}.items():
            above = member(kind.parent, name) if kind.parent else None
            if above is not None and own.span is not None:
                world.twice(own.span, name, _place(above), said("something {1} has already", one_of(kind.name)))


def _place(thing: model.Field | model.Zone | model.Board) -> Span | None:
    return thing.span
