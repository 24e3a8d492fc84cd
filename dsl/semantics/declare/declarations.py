"""The first pass: names. Enums, kinds, options, rulings, fields, zones and boards get their entries in the world.

Order of items means nothing, so each family is collected from all files before the next one looks names up: enums, then
kinds, then options, then what kinds have.
"""

from __future__ import annotations

from dsl.diagnostics import Label
from dsl.semantics import model
from dsl.semantics.expr.constants import constant, declared_type, whole_number
from dsl.semantics.expr.corners import declare_edges, declare_plans
from dsl.semantics.expr.layouts import check_zone, declare_cells, declare_field, is_cell
from dsl.semantics.expr.space import declare_directions
from dsl.semantics.expr.tracks import declare_track
from dsl.semantics.types import UNKNOWN, Unknown, ancestors, article, is_a, start_value
from dsl.semantics.world import World, cite_ids, items, member
from dsl.source import Span
from dsl.syntax import tree

_MOST_KINDS = 64  # below each other
_LETTERS = 26


def declare(world: World) -> None:
    """Collect everything that has a name and no body."""
    _game(world)
    for item in items(world, tree.EnumItem):
        _enum(world, item)
    declare_directions(world, items(world, tree.DirectionsItem))
    _kinds(world)
    for item in items(world, tree.OptionItem):
        _option(world, item)
    for item in items(world, tree.RulingItem):
        _ruling(world, item)
    for name in world.chosen:
        if name not in world.options:
            known = f"there are {', '.join(world.options)}" if world.options else "the game has none"
            world.error("E101", None, f"there is no option or ruling `{name}` to choose", known)


def _game(world: World) -> None:
    found = list(items(world, tree.GameItem))
    if not found and world.bag.has_errors:  # what could not be read may be the line that says it
        return
    if not found:
        world.error("E101", None, "no file says `game`", 'begin game.rules with: game "Title" for 2 players')
        return
    for again in found[1:]:
        world.twice(again.span, "game", found[0].span, "the game")
    game = found[0]
    world.title, world.low_players, world.high_players = game.title.value, game.low, game.high
    if not 1 <= game.low <= game.high <= 26:
        message = (
            f"{game.low}..{game.high} is no number of players; write two numbers from 1 to 26, the lower one first"
        )
        world.error("E106", game.span, message)
        world.low_players = world.high_players = 1


def _enum(world: World, item: tree.EnumItem) -> None:
    if not world.declare(item.name, "an enum"):
        return
    seen: dict[str, tree.Name] = {}
    labels: list[str] = []
    for value, label in zip(item.values, item.labels, strict=True):
        if value.text in seen:
            world.twice(value.span, value.text, seen[value.text].span, f"a value of {item.name.text}")
            continue
        seen[value.text] = value
        labels.append(label.value if label else value.text)
    if len(seen) > 31:
        world.error("E106", item.name.span, f"the enum `{item.name.text}` has {len(seen)} values; 31 are the most")
    world.enums[item.name.text] = model.Enum(item.name.text, list(seen), labels, item.name.span)


# ---- kinds -----------------------------------------------------------------------------------------------------------


def _kinds(world: World) -> None:
    for root in (world.player, world.space, world.piece):
        world.kinds[root.name] = root
    declare_cells(world)
    declared: list[tuple[model.Kind, tree.KindItem]] = []
    for item in items(world, tree.KindItem):
        if world.declare(item.name, "a kind"):
            label = item.label.value if item.label else item.name.text
            kind = model.Kind(item.name.text, label, None, item.name.span)
            world.kinds[kind.name] = kind
            declared.append((kind, item))
    for kind, item in declared:
        parent = world.kind(item.parent) if item.parent else None
        if item.parent and parent is None:
            world.orphans.add(kind)
        kind.parent = parent or world.piece
        if item.parent and kind.parent is world.player:
            world.error("E104", item.parent.span, "no kind can be a Player", "use `each player has:` instead")
            kind.parent = world.piece
        elif item.parent and world.cells is not None and kind.parent is world.cells.kind:
            world.error("E104", item.parent.span, "no kind can be a Cell: cells are what a layout is made of")
            kind.parent = world.piece
    for kind, item in declared:
        _break_circle(world, kind, item)
        if len(list(ancestors(kind))) > _MOST_KINDS:
            world.error("E007", item.name.span, f"kinds stand more than {_MOST_KINDS} deep below each other here")
            kind.parent = world.piece


def _break_circle(world: World, kind: model.Kind, item: tree.KindItem) -> None:
    seen: list[model.Kind] = []
    at: model.Kind | None = kind
    while at is not None and at not in seen:
        seen.append(at)
        at = at.parent
    if at is kind:
        circle = " is ".join(below.name for below in (*seen, kind))
        world.error("E120", item.name.span, f"kinds stand in a circle: {circle}")
        kind.parent = world.piece


# ---- options and rulings ---------------------------------------------------------------------------------------------


def _option(world: World, item: tree.OptionItem) -> None:
    if not world.declare(item.name, "an option"):
        return
    name, type_ = item.name.text, declared_type(world, item.type)
    if not isinstance(type_, model.Int | model.Bool | model.EnumOf | Unknown):
        world.error("E104", item.type.span, f"the option `{name}` must be a number, yes/no or an enum")
        type_ = UNKNOWN
    default = constant(world, item.default, type_, f"the option `{name}`") or 0
    one = _chosen(world, name, type_, default)
    value = one
    if item.per_player:
        many = list(one) if isinstance(one, list) else [one] * world.players
        value = (many + [default] * world.players)[: world.players]
    elif isinstance(one, list):
        world.error("E104", item.name.span, f"the option `{name}` takes one value, not one for each player")
        value = default
    words = item.words.value if item.words else ""
    option = model.Option(name, type_, value, words, False, [], cite_ids(item.cites), item.name.span)
    world.options[name] = option
    if isinstance(value, list):
        field = model.Field(name, world.player, type_, False, default, item.name.span, value)
        world.player.fields[name] = field
        world.fields.append(field)


def _ruling(world: World, item: tree.RulingItem) -> None:
    if not world.declare(item.name, "a ruling"):
        return
    name = item.name.text
    seen: dict[str, tree.Reading] = {}
    for reading in item.readings:
        if reading.name.text in seen:
            world.twice(reading.name.span, reading.name.text, seen[reading.name.text].name.span, "a reading")
        seen.setdefault(reading.name.text, reading)
    words = [reading.words.value for reading in seen.values()]
    enum = model.Enum(name, list(seen), words, item.name.span)
    value = _chosen(world, name, model.EnumOf(enum), 0)
    if isinstance(value, list):
        world.error("E104", item.name.span, f"the ruling `{name}` takes one reading")
        value = 0
    question = item.question.value
    option = model.Option(name, model.EnumOf(enum), value, question, True, words, cite_ids(item.cites), item.name.span)
    world.options[name] = option


def _chosen(world: World, name: str, type_: model.Type, default: int) -> int | list[int]:
    """The value asked for from outside, or the default."""
    if name not in world.chosen:
        return default
    wanted = world.chosen[name]
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
        world.error("E104", None, f"`{text}` is no value of the option `{name}`")
    return default


def _checked(world: World, name: str, type_: model.Type, value: int, default: int) -> int:
    low, high = 0, 1
    if isinstance(type_, model.Int):
        low, high = type_.low, type_.high
    elif isinstance(type_, model.EnumOf):
        high = len(type_.enum.values) - (0 if type_.or_none else 1)
    if low <= value <= high:
        return value
    world.error("E106", None, f"the option `{name}` is {value}, outside {low}..{high}")
    return default


# ---- what kinds, players and the table have --------------------------------------------------------------------------


def declare_members(world: World) -> None:
    """Fields, zones and boards of all kinds, of players and of the table."""
    _builtin_fields(world)
    for item in items(world, tree.KindItem):
        kind = world.kinds.get(item.name.text)
        if kind is not None and kind.span == item.name.span:
            _members(world, kind, item.members)
    for item in items(world, tree.HasItem):
        _members(world, world.player if item.whose == "player" else None, item.members)
    _clashes(world)
    declare_plans(world, list(items(world, tree.PlanItem)))


def _builtin_fields(world: World) -> None:
    owner = model.Field("owner", world.piece, model.Ref(world.player, True), True, 0, None)
    face = model.Field("face_up", world.piece, model.Bool(), True, 1, None)
    world.piece.fields = {"owner": owner, "face_up": face}
    world.fields[:0] = [owner, face]
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
        world.twice(name.span, name.text, before.span, f"something {article(holder.name)} has")
        return False
    if name.text in ("holder", "this", "me"):
        world.error("E103", name.span, f"`{name.text}` is a word of the language and cannot name {what}")
        return False
    return True


def built_in(kind: model.Kind, name: str) -> str:
    """What is said when a name is taken by a field that the language gives to a kind."""
    return f"every {kind.name} has a field `{name}` already, without its being declared"


def _field(world: World, holder: model.Kind | None, item: tree.FieldItem, name: tree.Name) -> None:
    if not _free(world, holder, name, "a field"):
        return
    type_ = declared_type(world, item.type)
    if is_cell(world, type_) and isinstance(type_, model.Ref) and not type_.or_none:
        message = "a field can be a Cell only as `Cell or none`: there is no cell to begin with"
        world.error("E104", item.type.span, message)
        type_ = UNKNOWN
    field = model.Field(name.text, holder, type_, item.var, 0, name.span, unlisted=item.unlisted)
    if item.track is not None:
        declare_track(world, field, item.track)
    world.fields.append(field)
    (world.table_fields if holder is None else holder.fields)[name.text] = field


def default_values(world: World) -> None:
    """Where each field starts; after the pieces have their numbers, for a default may name one."""
    found: list[tuple[model.Kind | None, tree.FieldItem]] = []
    for item in items(world, tree.KindItem):
        found += [(world.kinds.get(item.name.text), part) for part in item.members if isinstance(part, tree.FieldItem)]
    for item in items(world, tree.HasItem):
        holder = world.player if item.whose == "player" else None
        found += [(holder, part) for part in item.members if isinstance(part, tree.FieldItem)]
    for holder, item in found:
        for name in item.names:
            fields = world.table_fields if holder is None else holder.fields
            field = fields.get(name.text)
            if field is not None and field.span == name.span:
                field.default = start_value(field.type)
                if item.default is not None:
                    given = constant(world, item.default, field.type, f"the default of `{name.text}`")
                    field.default = field.default if given is None else given


def _zone(world: World, holder: model.Kind | None, item: tree.ZoneItem) -> None:
    if not _made_zone(world, holder, item):
        world.broken.add(item.name.text)
        world.partial.update([] if holder is None else [holder])


def _made_zone(world: World, holder: model.Kind | None, item: tree.ZoneItem) -> bool:
    """Declare a zone; no if it cannot be one."""
    name = item.name.text
    for word in item.kinds:
        if word.text in world.enums:
            hint = f"what counts values is a field: `var {name}: bag of {word.text} up to 20`"
            message = f"a zone holds pieces, and {word.text} is an enum"
            world.error("E104", word.span, message, hint if item.shape == "bag" else None)
            return False
    kinds = [kind for word in item.kinds if (kind := world.kind(word)) is not None]
    for kind, word in zip(kinds, item.kinds, strict=False):
        if not is_a(kind, world.piece):
            world.error("E104", word.span, f"a zone holds pieces, and no {kind.name} is a piece")
            return False
    if not kinds or not _free(world, holder, item.name, "a zone") or not check_zone(world, holder, item):
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
    world.zones.append(zone)
    (world.table_zones if holder is None else holder.zones)[name] = zone
    return True


def _board(world: World, holder: model.Kind | None, item: tree.BoardItem) -> None:
    if not _made_board(world, holder, item):
        world.broken.add(item.name.text)


def _made_board(world: World, holder: model.Kind | None, item: tree.BoardItem) -> bool:
    """Declare a board; no if it cannot be one."""
    kind = world.kind(item.kind)
    if kind is None or not _free(world, holder, item.name, "a board"):
        return False
    if not is_a(kind, world.space) and any(each in world.orphans for each in ancestors(kind)):
        return False
    if not is_a(kind, world.space):
        hint = f"declare it so: kind {kind.name} is Space"
        world.error("E104", item.kind.span, f"a board is made of spaces, and {kind.name} is none", hint)
        return False
    if holder is not None and holder is not world.player:
        world.error("E104", item.name.span, "only players and the table have boards")
        return False
    dims: list[tuple[str, int, int]] = []
    dimensions = item.dimensions or _columns_and_rows(world, item)
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
    world.boards.append(board)
    (world.table_boards if holder is None else holder.boards)[board.name] = board
    declare_edges(world, item, board, _dimension)
    return True


def _columns_and_rows(world: World, item: tree.BoardItem) -> list[tree.Dimension]:
    """What `8 by 8` is short for: `column: 1..8 as letters, row: 1..8`. Empty after a mistake."""
    found: list[tree.Dimension] = []
    for word, most in (("column", item.columns), ("row", item.rows)):
        assert most is not None
        number = whole_number(world, most)
        if number is None:
            return []
        if number < 1:
            world.error("E106", most.span, f"a board has 1 {word} or more, not {number}")
            return []
        name, one = tree.Name(most.span, word), tree.Number(most.span, 1)
        found.append(tree.Dimension(most.span, name, None, one, most, word == "column"))
    return found


def _dimension(world: World, kind: model.Kind, item: tree.Dimension) -> tuple[str, int, int] | None:
    name = item.name.text
    if item.enum is not None:
        written: tree.Type = tree.NamedType(item.enum.span, item.enum, False)
    else:
        assert item.low is not None and item.high is not None
        written = tree.RangeType(item.span, item.low, item.high, "error")
    type_ = declared_type(world, written)
    if not isinstance(type_, model.Int | model.EnumOf):
        if not isinstance(type_, Unknown):
            world.error("E104", item.span, f"the dimension `{name}` must be an enum or a range of numbers")
        return None
    before = member(kind, name)
    if before is None:
        field = model.Field(name, kind, type_, False, 0, item.name.span)
        kind.fields[name] = field
        world.fields.append(field)
    elif not isinstance(before, model.Field) or before.var or type(before.type) is not type(type_):
        label = Label(before.span, "what the space has") if before.span else None
        message = f"`{name}` is a dimension of the board, but {kind.name} has something else of that name"
        world.bag.error("E103", item.name.span, message, labels=(label,) if label else ())
        return None
    elif isinstance(type_, model.Int) and isinstance(before.type, model.Int):
        before.type = model.Int(min(before.type.low, type_.low), max(before.type.high, type_.high), before.type.edge)
    if not isinstance(type_, model.Int):
        return name, len(type_.enum.values), 0
    if item.letters and not 1 <= type_.low <= type_.high <= _LETTERS:
        message = f"the letters are the numbers 1..{_LETTERS}, and `{name}` goes from {type_.low} to {type_.high}"
        world.error("E106", item.span, message)
        return name, 1, type_.low  # one message is enough
    return name, type_.high - type_.low + 1, type_.low


def _clashes(world: World) -> None:
    """A kind above may have got a name after the kind below took it: E103, whatever the order in the files."""
    for kind in world.kinds.values():
        for name, own in {**kind.fields, **kind.zones, **kind.boards}.items():
            above = member(kind.parent, name) if kind.parent else None
            if above is not None and own.span is not None:
                world.twice(own.span, name, _place(above), f"something {article(kind.name)} has already")


def _place(thing: model.Field | model.Zone | model.Board) -> Span | None:
    return thing.span
