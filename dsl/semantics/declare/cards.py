"""Cards and other pieces: their titles, copies and printed values, from `card` items and from tables."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from dsl.semantics import model
from dsl.semantics.declare.combinations import titles
from dsl.semantics.declare.members import own_kind
from dsl.semantics.declare.packs import MOST_COPIES, declare_packs
from dsl.semantics.tables import CardSource
from dsl.semantics.types import ancestors, is_a
from dsl.semantics.world import World, cite_ids, items, member, member_names, table_rows
from dsl.source import Span
from dsl.spoken import numbered, one_of, said
from dsl.syntax import tree

_COLUMNS = ("title", "copies", "called", "text")


def declare_cards(world: World) -> None:
    """Every card of the game, in the order of the files."""
    for file in world.setup.files:
        for item in file.items:
            if isinstance(item, tree.CardItem):
                _card(world, item)
            elif isinstance(item, tree.CardsFromItem):
                _table(world, item)
    declare_packs(world)
    _texts_of_kinds(world)


def _kind_of_cards(world: World, name: tree.Name) -> model.Kind | None:
    kind = world.kind(name)
    if kind is not None and not is_a(kind, world.piece):
        world.error("E104", name.span, said("a card is a piece, and no {1} is one", kind.name))
        return None
    return kind


def _add(
    world: World,
    card: model.Card,
    printed: dict[str, tuple[Span, tree.Expr]],
    members: tuple[tree.Item, ...],
    vague: bool = False,
    counted: bool = True,
) -> None:
    before = world.things.cards.get(card.title)
    if before is not None:
        world.twice(card.span, card.title, before.card.span, said("a card"))
        return
    if not 1 <= card.copies <= MOST_COPIES:
        message = said('"{1}" has {2} copies; a card has from 1 to {3}', card.title, card.copies, MOST_COPIES)
        world.error("E106", card.span, message)
        card.copies, card.each, vague = 1, (), True
    card.kind = own_kind(world, card.kind, card.title, card.span, members)
    world.things.cards[card.title] = CardSource(card, printed, members, vague, counted)


def _card(world: World, item: tree.CardItem) -> None:
    kind = _kind_of_cards(world, item.kind)
    if kind is None:
        world.lost.broken.add(item.title.value)
        return
    printed = _printed(world, kind, item.members)
    text = _text(item.members)
    _check_owner(world, item)
    for name in titles(world, kind, item):
        cites = list(cite_ids(item.cites))
        copies = 1 if item.copies is None else item.copies
        card = model.Card(
            name.title, name.gloss, kind, copies, item.stand_in, text, cites, item.title.span, each=name.enums
        )
        card.weights = name.weights
        card.secret = item.secret
        card.copies *= name.times * prod(sum(each) for each in (name.weights if name.enums else ()))
        if item.player is not None and 1 <= item.player <= world.setup.players:
            card.player = item.player
        _add(
            world,
            card,
            {**name.printed, **printed},
            item.members,
            name.vague,
            item.copies is not None or bool(name.enums),
        )


def _printed(world: World, kind: model.Kind, members: tuple[tree.Item, ...]) -> dict[str, tuple[Span, tree.Expr]]:
    """What the members of a card print, by the names of fields."""
    printed: dict[str, tuple[Span, tree.Expr]] = {}
    for part in members:
        for name, value in part.fields if isinstance(part, tree.PrintedItem) else ():
            if name.text in printed:
                world.twice(name.span, name.text, printed[name.text][0], said("a printed value"))
            elif may_print(world, kind, name):
                printed[name.text] = (name.span, value)
    return printed


def _check_owner(world: World, item: tree.CardItem) -> None:
    if item.player is not None and not 1 <= item.player <= world.setup.high_players:
        message = said("there is no player {1}: the game is for at most {2}", item.player, world.setup.high_players)
        world.error("E150", item.title.span, message)


def _text(members: tuple[tree.Item, ...]) -> str | None:
    found = [part.text.value for part in members if isinstance(part, tree.TextItem)]
    return "\n".join(found) if found else None


def _texts_of_kinds(world: World) -> None:
    """A card without a text of its own has that of the nearest kind that says one."""
    texts = {item.name.text: _text(item.members) for item in items(world, tree.KindItem)}
    for source in world.things.cards.values():
        if source.card.text is None:
            told = (texts.get(kind.name) for kind in ancestors(source.card.kind))
            source.card.text = next((text for text in told if text is not None), None)


def may_print(world: World, kind: model.Kind, name: tree.Name) -> bool:
    """Whether a card of the kind may give this field a value."""
    field = member(kind, name.text)
    if isinstance(field, model.Field) and not field.var:
        return True
    if field is None:
        known = [other for other in member_names(kind) if isinstance(member(kind, other), model.Field)]
        world.unknown(name.span, name.text, said("printed field of {1}", kind.name), known)
    else:
        what = said("changes in play and is not printed") if isinstance(field, model.Field) else said("is no field")
        world.error("E104", name.span, said("`{1}` of {2} {3}", name.text, one_of(kind.name), what))
    return False


# ---- tables ----------------------------------------------------------------------------------------------------------


def _table(world: World, item: tree.CardsFromItem) -> None:
    kind, rows = _kind_of_cards(world, item.kind), table_rows(world, item.path)
    if kind is None or not rows:
        return
    first, header = rows[0]
    if "title" not in header:
        world.error("E111", first, said("the table has no column `title`"), said("its first line names the columns"))
        return
    wrong = {name for name in header if name not in _COLUMNS and not may_print(world, kind, tree.Name(first, name))}
    for span, row in rows[1:]:
        if len(row) > len(header):
            message = said(
                "the row has {1} cells, but the table has {2}",
                len(row),
                numbered(len(header), "{1} column", "{1} columns"),
            )
            world.error("E111", span, message)
        elif any(row[: len(header)]):
            named = zip(header, row, strict=False)
            _row(world, item, kind, span, {name: cell for name, cell in named if cell and name not in wrong})


def _row(world: World, item: tree.CardsFromItem, kind: model.Kind, span: Span, cells: dict[str, str]) -> None:
    title = cells.get("title")
    if title is None:
        world.error("E111", span, said("the row has no title"))
        return
    change = next((each for each in item.changes if each.title == title), None)
    if change is not None and change.removed:
        return
    members = change.members if change is not None else ()
    names = {old: new.value for old, new in item.renamed}
    copies = _number(cells.get("copies", "1"))
    if copies is None:
        world.error("E104", span, said("`{1}` is no number of copies", cells["copies"]))
        copies = 1
    printed: dict[str, tuple[Span, tree.Expr]] = {}
    for name, cell in cells.items():
        field = member(kind, name) if name not in _COLUMNS else None
        if isinstance(field, model.Field):
            cell = names.get(cell, cell) if isinstance(field.type, model.Ref) else cell
            printed[name] = (span, _cell(span, cell, field.type))
    cites = list(cite_ids(item.cites))
    told = _text(members)
    text = cells.get("text") if told is None else told
    title = names.get(title, title)
    card = model.Card(title, cells.get("called"), kind, copies, item.stand_in, text, cites, span)
    _add(world, card, {**printed, **_printed(world, kind, members)}, members, "copies" in cells)


def _number(cell: str) -> int | None:
    digits = cell.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) < 10:
        return int(cell)
    return None


def _cell(span: Span, cell: str, type_: model.Type) -> tree.Expr:
    """The cell as the expression it would be in a card."""
    value = _number(cell)
    if isinstance(type_, model.FlagSet):
        words = cell.replace(",", " ").split()
        return tree.SetOf(span, tuple(tree.Ref(span, word) for word in words))
    if isinstance(type_, model.BagOf):
        return tree.SetOf(span, tuple(_counted(span, cell.replace(",", " ").split())))
    if cell in ("yes", "no", "none"):
        return tree.Literal(span, cell)
    if isinstance(type_, model.Ref | model.Word):
        return tree.CardRef(span, cell, None)
    if value is not None and isinstance(type_, model.Int):
        inner = tree.Number(span, abs(value))
        return tree.Unary(span, "-", inner) if value < 0 else inner
    return tree.Ref(span, cell)


def _counted(span: Span, words: list[str]) -> Iterator[tree.Expr]:
    """The members of a bag: words, some of them behind a number."""
    amount: int | None = None
    for word in words:
        value = tree.Ref(span, word)
        number = _number(word) if amount is None else None
        if number is not None and number >= 0:
            amount = number
            continue
        yield value if amount is None else tree.AmountOf(span, tree.Number(span, amount), value)
        amount = None
    if amount is not None:
        yield tree.Number(span, amount)


# ---- members ---------------------------------------------------------------------------------------------------------


def holders(world: World) -> Iterator[tuple[model.Card | model.Kind | None, tuple[tree.Item, ...]]]:
    """Everything that may have rules, actions and procedures, with its members: kinds, cards, players, the table."""
    for item in items(world, tree.KindItem):
        kind = world.things.kinds.get(item.name.text)
        if kind is not None and kind.span == item.name.span:
            yield kind, item.members
    for item in items(world, tree.HasItem):
        yield (world.player if item.whose == "player" else None), item.members
    for source in world.things.cards.values():
        yield source.card, source.members
