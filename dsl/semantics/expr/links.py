"""Boards that are graphs: links between their spaces, which have a name and are asked for as a set, `roads of s`.

The spaces of such a board are the values of an enum: `board map: Town by town: Place`. Where links lead is a constant
table (dsl/machine/lower/program/topology).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dsl.semantics import model
from dsl.semantics.expr.coercions import short
from dsl.semantics.expr.space import is_space
from dsl.semantics.model import EnumOf, Many, Ref
from dsl.semantics.scopes import Scope
from dsl.semantics.types import is_a, related, say
from dsl.semantics.world import World, member, table_rows
from dsl.spoken import marked, said
from dsl.syntax import tree

_COLUMNS: Final = ("from", "to")
_TABLE = marked(
    "the first line is `from,to`; below stands a space, and behind it those to which links lead, with blanks between"
)
_HINT = marked("such a board is `board map: Town by town: Place`, where Place is an enum with the names of its spaces")


def declare_links(world: World, items: list[tree.LinksItem]) -> None:
    """Enter the links of all boards."""
    for item in items:
        board = _board_of(world, item)
        if board is not None and world.declare(item.name, said("links")):
            pairs = _pairs(world, item, board)
            links = model.Links(item.name.text, board, pairs, item.name.span)
            world.directions.links[item.name.text] = links
            board.links.append(links)
    broken = {item.board.text for item in items} - {each.board.name for each in world.directions.links.values()}
    if not broken and not world.bag.has_errors:
        _lonely(world)


def _board_of(world: World, item: tree.LinksItem) -> model.Board | None:
    """The board that is linked, if its spaces have names; None after a mistake."""
    board = world.things.table_boards.get(item.board.text)
    if board is None:
        if item.board.text not in world.lost.broken:
            world.unknown(item.board.span, item.board.text, marked("board of the table"), world.things.table_boards)
        return None
    if len(board.dims) != 1 or _enum_of(board) is None:
        message = said("links join spaces that have names, and those of `{1}` are called by numbers", board.name)
        world.error("E104", item.board.span, message, said(_HINT))
        return None
    return board


def _enum_of(board: model.Board) -> model.Enum | None:
    found = member(board.kind, board.dims[0][0])
    return found.type.enum if isinstance(found, model.Field) and isinstance(found.type, EnumOf) else None


def _written(world: World, item: tree.LinksItem) -> Iterator[tuple[tree.Name, tree.Name]]:
    """The links as they are written, here or in a table: one space in its column `from`, those it is joined to in `to`.
    E111 for a row that says no link.
    """
    yield from item.pairs
    rows = table_rows(world, item.table) if item.table is not None else []
    if not rows:
        if item.table is not None and item.table.value in world.setup.tables and not world.bag.has_errors:
            world.error("E111", item.table.span, said("the table says no link"), said(_TABLE))
        return
    first, header = rows[0]
    if sorted(header) != sorted(_COLUMNS):
        world.error("E111", first, said("a table of links has two columns, `from` and `to`"), said(_TABLE))
        return
    for span, row in rows[1:]:
        named = dict(zip(header, row, strict=False))
        one, others = named.get("from", ""), named.get("to", "").split()
        if not one or not others or len(row) > len(header):
            world.error("E111", span, said("the row says no link"), said(_TABLE))
        yield from ((tree.Name(span, one), tree.Name(span, other)) for other in others if one)


def _pairs(world: World, item: tree.LinksItem, board: model.Board) -> list[tuple[int, int]]:
    """The links as places of their ends, each once; mistakes are said and left out."""
    enum = _enum_of(board)
    assert enum is not None
    found: dict[tuple[int, int], tree.Name] = {}
    for one, other in _written(world, item):
        strange = [each for each in (one, other) if each.text not in enum.values]
        for each in strange:
            world.unknown(each.span, each.text, said("space of `{1}`", board.name), enum.values)
        if strange:
            continue
        ends = sorted((enum.values.index(one.text), enum.values.index(other.text)))
        pair = ends[0], ends[1]
        if pair[0] == pair[1]:
            world.error(
                "E106", one.span, said("a link joins two spaces, and this one leads from `{1}` back to it", one.text)
            )
        elif pair in found:
            message = said("`{1}` and `{2}` are joined twice in `{3}`", one.text, other.text, item.name.text)
            world.error("E103", one.span, message, said("a link leads both ways: write it once"))
        else:
            found[pair] = one
    return list(found)


def _lonely(world: World) -> None:
    """E106 for a space of a board with links to which none of them leads."""
    joined: dict[model.Board, tuple[model.Links, set[int]]] = {}
    for links in world.directions.links.values():
        ends = joined.setdefault(links.board, (links, set()))[1]
        ends.update(end for pair in links.pairs for end in pair)
    for board, (links, ends) in joined.items():
        enum = _enum_of(board)
        lonely = [] if enum is None else [name for at, name in enumerate(enum.values) if at not in ends]
        if lonely:
            names = ", ".join(f"`{name}`" for name in lonely[:5]) + (" .." if len(lonely) > 5 else "")
            message = said("no link of `{1}` leads to {2}", board.name, names)
            world.error("E106", links.span, message, said("join it, or leave it out of the enum of the board"))


def linked(scope: Scope, node: tree.Attribute, subject: model.Expr) -> model.Expr | None:
    """`roads of s`: the spaces to which links lead from a space; None if the name is none of links."""
    links = scope.world.directions.links.get(node.name.text)
    if links is None:
        return None
    kind = links.board.kind
    if is_space(scope.world, subject.type) and isinstance(subject.type, Ref) and related(subject.type.kind, kind):
        return model.Touching(node.span, Many(Ref(kind)), links.name, subject, links)
    what, hint = short(node.subject.span), None
    if isinstance(subject.type, Ref) and is_a(subject.type.kind, scope.world.piece):
        hint = said("the space it stands on: `{1} of {2} of {3}`", links.name, kind.name, what)
    message = said("`{1} of` is asked of a {2}, but `{3}` is {4}", links.name, kind.name, what, say(subject.type))
    return scope.error("E104", node.span, message, hint)
