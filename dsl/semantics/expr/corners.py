"""Edges and corners of a board, of squares or of hexagons: what they are, and what is asked about them.

`board map: Square, 12 by 10, edges Side, corners Corner` makes more boards beside `map`: `map_east` (the edge to the
east of each square, column 0 is the western border), `map_north` (likewise to the north) and `map_corners`. A board of
hexagons has one board of edges, `map_edges`. So edges and corners are spaces with fields and zones of their own. Which
of them belong together, and what a straight line between two corners meets, is worked out when the game is compiled
(dsl/machine/lower/program).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from dsl.semantics import model
from dsl.semantics.expr.coercions import short
from dsl.semantics.expr.constants import whole_number
from dsl.semantics.expr.hexagons import Comb, corners, edges, hexagons, rows_within
from dsl.semantics.expr.space import along_of, is_space, start_of
from dsl.semantics.model import Many, Ref, Type
from dsl.semantics.scopes import Scope, bad, is_bad
from dsl.semantics.types import is_a, related, say
from dsl.semantics.world import World
from dsl.source import Span
from dsl.spoken import marked, numbered, said
from dsl.syntax import tree

Dimension = Callable[[World, model.Kind, tree.Dimension], "tuple[str, int, int] | None"]

_PARTS = {
    "east": marked("the edges east of its squares"),
    "north": marked("the edges north of them"),
    "edges": marked("its edges"),
    "corners": marked("its corners"),
}
_HINT = marked("say so where the board is declared: `board map: Square, 12 by 10, edges Side, corners Corner`")
_MOST = 1000


# ---- declarations ----------------------------------------------------------------------------------------------------


def comb_of(world: World, holder: model.Kind | None, item: tree.BoardItem) -> Comb | None:
    """The hexagons of a board; None after a mistake."""
    written = item.hexagons
    assert written is not None
    if holder is not None:
        world.error("E104", item.name.span, said("only the table has a board of hexagons"))
        return None
    if written.radius is not None:
        radius = whole_number(world, written.radius)
        rows = None if radius is None else rows_within(radius) if 0 <= radius <= _MOST else []
    else:
        counts = [whole_number(world, each) for each in written.rows]
        rows = None if None in counts else [each for each in counts if each is not None]
    if rows is None:
        return None
    if not 0 < sum(rows) <= _MOST or min(rows) < 1:
        message = said("a board of hexagons has 1 to {1} hexagons, and no row without any", _MOST)
        world.error("E106", written.span, message)
        return None
    for here, there in pairwise(rows):
        if (here - there) % 2 == 0:
            message = said("rows stand in the middle, so one of {1} and one of {2} do not fit together", here, there)
            hint = said("write rows that differ by 1 (or 3, 5, ..): `hexagons (3, 4, 5, 4, 3)`")
            world.error("E106", written.span, message, hint)
            return None
    return hexagons(rows)


def in_a_row(span: Span, comb: Comb) -> tree.Dimension:
    """The dimension of things that are numbered in one row: `place: 1..19`."""
    name = tree.Name(span, "place")
    return tree.Dimension(span, name, None, tree.Number(span, 1), tree.Number(span, len(comb.names)), False)


def declare_edges(world: World, item: tree.BoardItem, board: model.Board, dimension: Dimension) -> None:
    """The boards of the edges and of the corners of a board."""
    if item.edges is not None:
        for part in ("edges",) if board.points else ("east", "north"):
            _part(world, item.edges, board, part, dimension)
    if item.corners is not None:
        _part(world, item.corners, board, "corners", dimension)


def _part(world: World, written: tree.Name, board: model.Board, part: str, dimension: Dimension) -> None:
    kind = world.kind(written)
    if kind is None or not _may_be(world, written, board, kind):
        return
    name = tree.Name(written.span, f"{board.name}_{part}")
    if not world.declare(name, said("a board that `{1}` brings: {2}", board.name, said(_PARTS[part]))):
        return
    comb = Comb((), ())
    if board.points:
        comb = (edges if part == "edges" else corners)(Comb(board.names, board.points))
    around = [in_a_row(written.span, comb)] if board.points else _around(written, board, part)
    dims = [dimension(world, kind, each) for each in around]
    label, sure = name.text.replace("_", " "), [each for each in dims if each is not None]
    if len(sure) < len(dims):
        return
    made = model.Board(name.text, label, None, kind, sure, written.span, part=part, of=board)
    made.points, made.names = comb.points, comb.names
    world.things.boards.append(made)
    world.things.table_boards[made.name] = board.parts[part] = made


def _may_be(world: World, written: tree.Name, board: model.Board, kind: model.Kind) -> bool:
    """Whether the edges or corners of a board may be of this kind."""
    if not is_a(kind, world.space):
        hint = said("declare it so: kind {1} is Space", kind.name)
        world.error("E104", written.span, said("edges and corners are spaces, and {1} is none", kind.name), hint)
        return False
    if board.holder is not None:
        world.error("E104", written.span, said("only a board of the table has edges and corners"))
        return False
    users = {other.of or other for other in world.things.boards if related(other.kind, kind)} - {board}
    if users or related(kind, board.kind):
        message = said("{1} is for the spaces of `{2}` already", kind.name, (users.pop() if users else board).name)
        world.error("E104", written.span, message, said("edges and corners of a board are of kinds of their own"))
        return False
    return True


def _around(written: tree.Name, board: model.Board, part: str) -> list[tree.Dimension]:
    """The dimensions of the edges or corners of squares: a border more than there are squares."""
    found: list[tree.Dimension] = []
    for axis, (word, size, _) in zip(("east", "north"), board.dims, strict=True):
        low = tree.Number(written.span, 0 if part in (axis, "corners") else 1)
        high = tree.Number(written.span, size)
        found.append(tree.Dimension(written.span, tree.Name(written.span, word), None, low, high, False))
    return found


# ---- edges and corners of spaces -------------------------------------------------------------------------------------


def edge_from(scope: Scope, node: tree.EdgeFrom, _expected: Type | None) -> model.Expr:
    """`edge from s along d`, `edges from s along D`."""
    start, along = start_of(scope, node.start), along_of(scope, node.along)
    if is_bad(start) or is_bad(along):
        return bad(node.span)
    assert isinstance(start.type, Ref)
    kind = start.type.kind
    sides = [each.edges[0].kind for each in scope.world.things.boards if each.edges and _has(each, kind)]
    if not sides:
        return scope.error("E104", node.start.span, said("no board of {1} has edges", kind.name), said(_HINT))
    if node.many:
        along = along if isinstance(along.type, Many) else model.UnionOf(along.span, Many(along.type), (along,))
        return model.EdgeFrom(node.span, Many(Ref(sides[0])), start, along)
    if isinstance(along.type, Many):
        hint = said("write `edges from {1} along ...`, which is a set", short(node.start.span))
        message = said("`edge from` goes in one direction, and `{1}` is a set of them", short(node.along.span))
        return scope.error("E104", node.along.span, message, hint)
    return model.EdgeFrom(node.span, Ref(sides[0], True), start, along)


def _has(board: model.Board, kind: model.Kind) -> bool:
    """Whether edges are asked of such things: of the spaces of a board, or of its corners."""
    corners = board.parts.get("corners")
    return related(board.kind, kind) or (corners is not None and related(corners.kind, kind))


def touching(scope: Scope, node: tree.Attribute, subject: model.Expr) -> model.Expr | None:
    """`corners of s`, `edges of s`, `spaces of s`, of a space, an edge or a corner; None if something else is meant."""
    world, what = scope.world, node.name.text
    if what not in ("corners", "edges", "spaces") or not is_space(world, subject.type):
        return None
    assert isinstance(subject.type, Ref)
    kind = subject.type.kind
    for board in world.things.boards:
        found = (board,) if what == "spaces" else board.edges if what == "edges" else _corners(board)
        if board.parts and found and any(related(part.kind, kind) for part in (board, *board.parts.values())):
            return model.Touching(node.span, Many(Ref(found[0].kind)), what, subject)
    return None


def none_of(world: World, kind: model.Kind, name: str) -> str | None:
    """A hint for who asks edges or corners of spaces whose board has none."""
    return said(_HINT) if name in ("corners", "edges", "spaces") and is_a(kind, world.space) else None


def _corners(board: model.Board) -> tuple[model.Board, ...]:
    return (board.parts["corners"],) if "corners" in board.parts else ()


def crossed_from(scope: Scope, node: tree.CrossedFrom, _expected: Type | None) -> model.Expr:
    """`edges crossed from p to q`, `corners passed from p to q`, `spaces crossed from p to q`."""
    start, end = scope.expr(node.start), scope.expr(node.end)
    if is_bad(start) or is_bad(end):
        return bad(node.span)
    board = _board_of_corner(scope, start, node.start)
    other = None if board is None else _board_of_corner(scope, end, node.end)
    if board is None or other is None:
        return bad(node.span)
    if other is not board:
        message = said("one is a corner of `{1}`, the other of `{2}`", board.name, other.name)
        return scope.error("E104", node.span, said("a line leads from corner to corner of one board: {1}", message))
    if board.points:
        return scope.error("E104", node.span, said("lines from corner to corner are told on boards of squares only"))
    if node.what == "edges" and "east" not in board.parts:
        return scope.error("E104", node.span, said("the board `{1}` has no edges", board.name), said(_HINT))
    kinds = {"edges": board.parts.get("east"), "corners": board.parts["corners"], "spaces": board}
    of = kinds[node.what]
    assert of is not None
    return model.CrossedFrom(node.span, Many(Ref(of.kind)), node.what, board, start, end)


def _board_of_corner(scope: Scope, corner: model.Expr, written: tree.Expr) -> model.Board | None:
    for board in scope.world.things.boards:
        part = board.parts.get("corners")
        if part is not None and isinstance(corner.type, Ref) and is_a(corner.type.kind, part.kind):
            return board
    message = said(
        "a line leads from corner to corner of a board, but `{1}` is {2}", short(written.span), say(corner.type)
    )
    hint = said("the corners of a space are `corners of s`; a board has them when it says `corners Corner`")
    scope.error("E104", written.span, message, hint)
    return None


# ---- plans -----------------------------------------------------------------------------------------------------------


def declare_plans(world: World, plans: list[tree.PlanItem]) -> None:
    """A plan is a procedure that writes down what its drawing shows."""
    for item in plans:
        board = world.things.table_boards.get(item.board.text)
        if board is None:
            world.unknown(item.board.span, item.board.text, marked("board of the table"), world.things.table_boards)
            continue
        if board.points:
            signs = _signs(world, item, board)
            body = None if signs is None else _drawn_hexagons(world, item, board, signs[1])
            if body is not None:
                _declare_plan(world, item, body)
            continue
        if len(board.dims) != 2 or not all(isinstance(world_field(board, at), model.Int) for at in (0, 1)):
            message = said("a plan is a drawing of columns and rows, and `{1}` has other coordinates", board.name)
            world.error("E104", item.board.span, message)
            continue
        signs = _signs(world, item, board)
        if signs is None:
            continue
        body = _drawn(world, item, board, *signs)
        if body is not None:
            _declare_plan(world, item, body)


def _declare_plan(world: World, item: tree.PlanItem, body: list[tree.Stmt]) -> None:
    """The procedure that carries out what a plan draws."""
    signature = tree.Signature(item.name.span, item.name, None, (), False)
    block = tree.Block(item.span, (), tuple(body))
    world.things.plans.append(tree.ProcedureItem(item.span, item.cites, "procedure", signature, block))


def world_field(board: model.Board, at: int) -> Type | None:
    """The type of a dimension of a board."""
    field = board.kind.fields.get(board.dims[at][0])
    return None if field is None else field.type


Meaning = dict[str, tuple[tree.Name, tree.Expr]]


def _signs(world: World, item: tree.PlanItem, board: model.Board) -> tuple[Meaning, Meaning] | None:
    """What the signs of a plan mean on edges, and in spaces."""
    found: dict[str, Meaning] = {"edges": {}, "spaces": {}}
    for line in item.signs:
        if line.part == "edges" and board.points:
            message = said("a plan of hexagons draws the hexagons alone, and no edges of `{1}`", board.name)
            hint = said('set what edges are in a procedure: set line of isle_edges["a1-a2"] to wall')
            world.error("E104", line.span, message, hint)
            return None
        if line.part == "edges" and "east" not in board.parts:
            world.error("E104", line.span, said("the board `{1}` has no edges", board.name), said(_HINT))
            return None
        for sign, value in line.signs:
            if len(sign.value) != 1 or sign.value in (" ", "+"):
                message = said('a sign of a plan is one character, and neither a blank nor a +, not "{1}"', sign.value)
                world.error("E106", sign.span, message)
                return None
            if sign.value in found[line.part]:
                world.error("E103", sign.span, said('the sign "{1}" is said twice', sign.value))
                return None
            found[line.part][sign.value] = (line.field, value)
    return found["edges"], found["spaces"]


def _drawn(
    world: World, item: tree.PlanItem, board: model.Board, edges: Meaning, spaces: Meaning
) -> list[tree.Stmt] | None:
    """The statements for what a drawing shows; None after a mistake."""
    (_, columns, left), (_, rows, bottom) = board.dims
    if len(item.rows) != 2 * rows + 1:
        wanted = said("for {1} of spaces it takes {2}", numbered(rows, "{1} row", "{1} rows"), 2 * rows + 1)
        message = said("the plan has {1}, but {2}", numbered(len(item.rows), "{1} line", "{1} lines"), wanted)
        hint = said("the border, then in turn the squares of a row and what is below them")
        world.error("E105", item.name.span, message, hint)
        return None
    out: list[tree.Stmt] = []
    for number, line in enumerate(item.rows):
        text = line.value
        if len(text) != 4 * columns + 1:
            wanted = said("for {1} it takes {2}", numbered(columns, "{1} column", "{1} columns"), 4 * columns + 1)
            message = said("this line has {1}, but {2}", numbered(len(text), "{1} character", "{1} characters"), wanted)
            hint = said("a corner or an upright edge, then three characters for a square or a level edge, and so on")
            world.error("E105", line.span, message, hint)
            return None
        row = rows - number // 2  # counted from 1; a level line is the northern edge of this row
        level = number % 2 == 0
        for column in range(columns + 1):
            if not level and not _write(world, out, line, text[4 * column], edges, board, "east", (column, row)):
                return None
            if column == columns:
                continue
            inside = text[4 * column + 1 : 4 * column + 4].strip()
            place = (column + 1, row)
            if level:
                if len(set(inside)) > 1:
                    world.error("E106", line.span, said('an edge is drawn with one sign, not "{1}"', inside))
                    return None
                if not _write(world, out, line, inside[:1], edges, board, "north", place):
                    return None
                continue
            for sign in inside:
                if not _write(world, out, line, sign, spaces, board, "", (left + column, bottom + row - 1)):
                    return None
    return out


def _drawn_hexagons(world: World, item: tree.PlanItem, board: model.Board, spaces: Meaning) -> list[tree.Stmt] | None:
    """The statements for what a drawing of hexagons shows, a line for each row of them; None after a mistake."""
    rows: dict[int, list[int]] = {}
    for number, (_, height) in enumerate(board.points, start=1):
        rows.setdefault(height, []).append(number)
    if len(item.rows) != len(rows):
        message = said(
            "the plan has {1}, but the board has {2} of hexagons",
            numbered(len(item.rows), "{1} line", "{1} lines"),
            numbered(len(rows), "{1} row", "{1} rows"),
        )
        world.error("E105", item.name.span, message, said("a line for each row, the northernmost first"))
        return None
    out: list[tree.Stmt] = []
    for line, row in zip(item.rows, (rows[height] for height in sorted(rows, reverse=True)), strict=True):
        drawn = line.value.split()
        if len(drawn) != len(row):
            message = said(
                "this line draws {1}, but the row has {2}",
                numbered(len(drawn), "{1} hexagon", "{1} hexagons"),
                len(row),
            )
            hint = said(
                "the signs of a hexagon stand together, with blanks before the next one; a full stop is one without"
            )
            world.error("E105", line.span, message, hint)
            return None
        for signs, number in zip(drawn, row, strict=True):
            for sign in signs:
                if sign == "." and sign not in spaces:
                    continue
                if not _write(world, out, line, sign, spaces, board, "", (number,)):
                    return None
    return out


def _write(
    world: World,
    out: list[tree.Stmt],
    line: tree.Text,
    sign: str,
    meaning: Meaning,
    board: model.Board,
    part: str,
    place: tuple[int, ...],
) -> bool:
    """Write down one sign; False for a sign that nobody explained."""
    if not sign.strip() or (part and sign == "+"):
        return True
    if sign not in meaning:
        where = "edges" if part else "spaces"
        message = said('the sign "{1}" means nothing on {2} of this plan', sign, where)
        known = ", ".join(f'"{each}"' for each in meaning) or said("no sign")
        world.error("E101", line.span, message, said("{1} have {2}", where, known))
        return False
    field, value = meaning[sign]
    name = board.parts[part].name if part else board.name
    at = tree.At(line.span, tree.Ref(line.span, name), tuple(tree.Number(line.span, each) for each in place))
    out.append(tree.Assign(line.span, (), "set", tree.Attribute(line.span, at, field, False), value))
    return True
