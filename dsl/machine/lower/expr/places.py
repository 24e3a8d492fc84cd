"""Where things are: fields, zones and spaces of entities, hosts and holders of pieces."""

from __future__ import annotations

from dsl.machine.ir import ops
from dsl.machine.ir.fold import NO, between, binary, choose, every, load, look, minus, plus
from dsl.machine.ir.ops import Expr
from dsl.machine.lower.builder import Code, NotLowered
from dsl.machine.lower.expr.cells import holder_of_cell
from dsl.machine.lower.expr.expressions import expr, on, spilled
from dsl.machine.lower.program.kinds import holding, is_a, stored
from dsl.machine.lower.program.layout import homes
from dsl.semantics import model as m


def field_of(code: Code, node: m.FieldOf) -> Expr:
    """A field of an entity or of the table; what is printed lies in a table."""
    field, work = node.field, code.work
    if node.subject is None:
        return load(work.slots.fields[field], NO) if field.var else ops.Const(field.printed[0])
    if field.var:
        base = work.slots.fields[field]
        return on(code, node, node.subject, lambda subject: load(base, subject))
    assert field.holder is not None
    values = tuple(field.printed)
    return look(work.table(values), values, minus(expr(code, node.subject), field.holder.first))


def number_on(code: Code, node: m.NumberOn) -> Expr:
    """The number on a space of a track: it lies in a table."""
    return look(code.work.table(node.numbers), node.numbers, minus(expr(code, node.space), node.low))


def zone_of(code: Code, node: m.ZoneOf) -> Expr:
    """A zone instance by its owner; none has none."""
    zone, holder = node.zone, node.zone.holder
    if node.subject is None or holder is None:
        return ops.Const(zone.first)
    return on(code, node, node.subject, lambda subject: plus(subject, zone.first - holder.first))


def end_of_zone(code: Code, node: m.EndOfZone) -> Expr:
    """The piece at the top or the bottom of a zone, or the n-th; or none."""
    if node.end == "nth" and node.count is not None:
        return spilled(code, node, [expr(code, node.zone), expr(code, node.count)], _nth)
    if node.count is not None:
        raise NotLowered(node.span, "a set is not one value")
    return ops.ZoneItem(expr(code, node.zone), NO, node.end == "top")


def _nth(parts: list[Expr]) -> Expr:
    return ops.ZoneItem(parts[0], minus(parts[1], 1), False)


def zone_owner(code: Code, node: m.ZoneOwner) -> Expr:
    """Whose zone an instance is: a player, a space, a piece, or none."""
    keepers = code.work.keepers
    return look(code.work.table(keepers), keepers, expr(code, node.zone))


def place_of(code: Code, piece: Expr) -> Expr:
    """The zone a piece lies in; the piece must be there."""
    return load(code.work.slots.place, piece)


def _direct_hosts(code: Code, item: m.Expr) -> list[m.Kind] | None:
    """The kinds in whose zones a piece may lie, if they are no pieces; None if the way out may be longer."""
    if not isinstance(item.type, m.Ref) or isinstance(item, m.ZoneOwner):
        return None
    program = code.work.program
    holders = [zone.holder for zone in holding(program, item.type.kind) if zone.holder is not None]
    if not is_a(item.type.kind, program.piece_kind) or any(is_a(kind, program.piece_kind) for kind in holders):
        return None
    return [kind for kind in holders if kind is not program.player_kind]


def host_of(code: Code, node: m.HostOf) -> Expr:
    """`Field of u`: one look where no piece can lie between, else a function that goes outward."""
    work, direct = code.work, _direct_hosts(code, node.item)
    if direct is not None and all(is_a(kind, node.kind) for kind in direct):
        hosts = work.zones.host
        table = work.table(hosts)
        return on(code, node, node.item, lambda item: look(table, hosts, place_of(code, item)))
    kind = node.kind
    proc = work.demand(("host", kind), f"{kind.name} of", [(None, 0)], lambda inner: work.makers.host(inner, kind))
    return ops.Call(proc, (expr(code, node.item),))


def text_of(code: Code, node: m.TextOf) -> Expr:
    """`{text of x}`: the piece, whose printed words are found where the text is read."""
    return expr(code, node.item)


def holder_of(code: Code, node: m.HolderOf) -> Expr:
    """`holder of x`, as directly as the type of x allows."""
    work, item = code.work, node.item
    program = work.program
    if isinstance(item.type, m.Ref) and not isinstance(item, m.ZoneOwner):
        if is_a(item.type.kind, program.player_kind):
            return expr(code, item)
        if is_a(item.type.kind, program.space_kind):
            return home_of(code, expr(code, item))
        if program.cells is not None and item.type.kind is program.cells.kind:
            return holder_of_cell(code, expr(code, item))
        if _direct_hosts(code, item) is not None:
            owners = work.zones.owner
            table = work.table(owners)
            return on(code, node, item, lambda found: look(table, owners, place_of(code, found)))
    proc = work.demand("holder", "holder of", [(None, 0)], work.makers.holder)
    return ops.Call(proc, (expr(code, item),))


def home_of(code: Code, space: Expr) -> Expr:
    """The player whose board a space belongs to, or none."""
    kind, home = code.work.program.space_kind, homes(code.work.program)
    values = tuple(home.get(space, 0) for space in range(kind.first, kind.last + 1))
    return look(code.work.table(values), values, minus(space, kind.first))


def space_at(code: Code, node: m.SpaceAt) -> Expr:
    """One space: first + (holder - 1) * spaces + the indices, the last one fastest; none outside."""
    board = node.board
    indices = [minus(expr(code, index), low) for index, (_, _, low) in zip(node.indices, board.dims, strict=True)]
    sure = [_inside(index, low, size) for index, (_, size, low) in zip(node.indices, board.dims, strict=True)]
    holder = board.holder
    there = node.subject is None or holder is None or code.there(node.subject)
    subject = NO if node.subject is None or holder is None else minus(expr(code, node.subject), holder.first)

    def address(parts: list[Expr]) -> Expr:
        at: Expr = parts[0]
        for part, (_, size, _) in zip(parts[1:], board.dims, strict=True):
            at = plus(binary("*", at, ops.Const(size)), part)
        tests = [
            between(part, 0, size - 1)
            for part, known, (_, size, _) in zip(parts[1:], sure, board.dims, strict=True)
            if not known
        ]
        if not there:
            tests.insert(0, binary(">=", parts[0], NO))
        return choose(every(tests), plus(at, board.first), NO)

    if there and all(sure):
        return address([subject, *indices])
    return spilled(code, node, [subject, *indices], address)


def _inside(index: m.Expr, low: int, size: int) -> bool:
    least, most_ = stored(index.type)
    return low <= least and most_ < low + size
