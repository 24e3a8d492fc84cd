"""Statements that change the position at one stroke: fields, pieces, knowledge, the log, chance, the end of play."""

from __future__ import annotations

from collections.abc import Callable

from dsl.machine.ir import ops
from dsl.machine.ir.fold import NO, YES, binary, choose, load, minus, plus
from dsl.machine.ir.knowers import everyone
from dsl.machine.ir.ops import Expr
from dsl.machine.lower.builder import Code, NotLowered
from dsl.machine.lower.control import over_list
from dsl.machine.lower.expr.bags import Change
from dsl.machine.lower.expr.cells import zone_of_cell
from dsl.machine.lower.expr.expressions import expr, with_locals
from dsl.machine.lower.expr.fits import guard_place, guard_share
from dsl.machine.lower.expr.sets import Body, add_all, collect, walk_set
from dsl.machine.lower.expr.texts import template
from dsl.machine.lower.program.cardinality import most
from dsl.machine.lower.program.kinds import stored
from dsl.machine.lower.program.layout import SHUFFLES
from dsl.machine.lower.stmt.ages import stamp
from dsl.machine.lower.stmt.calls import bounded, call, lays, move_hooks, move_proc, settle
from dsl.machine.lower.stmt.seers import arriving, seen_again
from dsl.machine.lower.stmt.telling import comes_from, moved_on, shuffled
from dsl.semantics import model as m


def site(code: Code, stmt: m.Stmt) -> int:
    """The place of a statement."""
    return code.work.site(stmt.span, stmt.cites, code.rule)


# ---- fields and locals ----------------------------------------------------------------------------------------------


def assign(code: Code, stmt: m.AssignField) -> None:
    """`set`, `raise`, `lower`."""
    if isinstance(stmt.field.type, m.BagOf):
        _change_bag(code, stmt, stmt.how, stmt.value)
        return
    value = expr(code, stmt.value)
    if isinstance(stmt.field.type, m.KeptSet) and stmt.how != "set":
        _change_set(code, stmt, stmt.field.type, value)
        return
    change(code, stmt, stmt.field, stmt.subject, lambda before: _changed(stmt.how, before, value))


def _changed(how: str, before: Expr, value: Expr) -> Expr:
    if how == "set":
        return value
    return plus(before, value) if how == "raise" else minus(before, value)


def _change_set(code: Code, stmt: m.AssignField, type_: m.KeptSet, value: Expr) -> None:
    """`raise`: members join a set that is kept; `lower`: they leave it."""
    value = code.keep(value)
    if not isinstance(stmt.value.type, m.KeptSet):
        one = binary("<<", YES, minus(value, type_.first))
        value = code.keep(one if isinstance(type_, m.FlagSet) else choose(value, one, NO))

    def make(before: Expr) -> Expr:
        return binary("|", before, value) if stmt.how == "raise" else minus(before, binary("&", before, value))

    change(code, stmt, stmt.field, stmt.subject, make)


def pay(code: Code, stmt: m.PayFrom) -> None:
    """Lower a number by what is paid."""
    if isinstance(stmt.field.type, m.BagOf):
        _change_bag(code, stmt, "lower", stmt.amount)
        return
    amount = expr(code, stmt.amount)
    change(code, stmt, stmt.field, stmt.subject, lambda before: minus(before, amount))


def _change_bag(code: Code, stmt: m.AssignField | m.PayFrom, how: str, value: m.Expr) -> None:
    """A change of a bag, or of what it holds of one value."""
    assert isinstance(stmt.field.type, m.BagOf)
    made = Change(code, how, stmt.field.type, value, stmt.part, site(code, stmt))
    change(code, stmt, stmt.field, stmt.subject, made.make)


def change(code: Code, stmt: m.Stmt, field: m.Field, subject: m.Expr | None, make: Callable[[Expr], Expr]) -> None:
    """Store a new value, made from the old one, in a field; a field of none cannot be written."""
    place = site(code, stmt)
    there = subject is None or code.there(subject)
    index = NO if subject is None else code.keep(expr(code, subject))

    def store() -> None:
        before = load(code.work.slots.fields[field], index)
        value = make(before)
        if field is code.work.program.piece_kind.fields["face_up"]:
            code.emit(ops.SetFace(index, value))
            return
        low, high = stored(field.type)
        if isinstance(field.type, m.Ref) and not field.type.or_none and field.type.kind.first <= field.type.kind.last:
            low = field.type.kind.first
        overflow = field.type.overflow if isinstance(field.type, m.Int) else "error"
        if field.track is not None and field.track.limit is not None:
            value = _below_limit(code, field.track, index, before, value, overflow, place)
        assert isinstance(before, ops.Load)
        code.emit(ops.Store(before.base, before.index, value, low, high, overflow, place))

    if there:
        store()
    else:
        code.when(index, store, lambda: code.fail("NONE", place))
    settle(code, frozenset({field}))


def _below_limit(code: Code, track: m.Track, index: Expr, before: Expr, value: Expr, overflow: str, place: int) -> Expr:
    """A new number for a track: what it may be raised to now is its limit, or where it stands if that is above it."""
    assert track.limit is not None
    limit, this = track.limit, [track.this] if track.this is not None else []
    found = with_locals(code, this, [index][: len(this)], lambda: expr(code, limit))
    top = code.keep(binary("max", before, found))
    if overflow == "stops":
        return binary("min", value, top)
    value = code.keep(value)
    beyond = binary(">", value, top)
    if overflow == "ignored":
        return choose(beyond, before, value)
    code.when(beyond, lambda: code.fail("BOUND", place))
    return value


def let(code: Code, stmt: m.LetLocal) -> None:
    """Bind a local, or change a parameter."""
    bind(code, stmt.local, stmt.value)


def bind(code: Code, local: m.Local, value: m.Expr) -> None:
    """Give a local its value. A local that has a register keeps it."""
    before = code.env.get(local)
    if isinstance(local.type, m.Many):
        members = collect(code, value)
        if isinstance(before, ops.ListReg):
            code.emit(ops.ListClear(before.reg))
            code.emit(copy_list(code, members, before.reg))
        else:
            code.env[local] = ops.ListReg(members)
        return
    found = bounded(code, expr(code, value), value.type, local.type, value.span)
    if isinstance(before, ops.Reg):
        code.emit(ops.SetReg(before.reg, found))
    else:
        code.env[local] = code.variable(found)


def copy_list(code: Code, source: int, target: int) -> ops.Stmt:
    """The statement that adds the members of one list to another."""
    reg = code.register()
    return ops.ForList(reg, source, (ops.ListAdd(target, ops.Reg(reg), False),))


# ---- pieces ---------------------------------------------------------------------------------------------------------


def each_piece(code: Code, what: m.Expr, body: Body) -> None:
    """Run a structured body for one piece or for each of a set as it is before the first turn."""
    if not isinstance(what.type, m.Many | m.ZoneValue):
        body(code.keep(expr(code, what)))
    elif is_one_loop(what) and not isinstance(what, m.Filter):
        walk_set(code, what, body)
    else:
        members, reg = collect(code, what), code.register()
        code.emit(ops.ForList(reg, members, code.nested(lambda: body(ops.Reg(reg)))))


def is_one_loop(whole: m.Expr) -> bool:
    """Whether a set is walked by one loop over members that are fixed when it begins."""
    match whole:
        case m.Filter():
            return is_one_loop(whole.domain)
        case m.MembersOf():
            return whole.zone_value is not None and not isinstance(whole.zone_value, m.Const)
        case m.KindMembers() | m.BoardSpaces() | m.RangeOf():
            return True
        case m.LocalRef():
            return isinstance(whole.type, m.Many)
        case _:
            return False


def move(code: Code, stmt: m.MovePieces, blocks: bool) -> None:
    """Move one piece or each of a set; through the rules on `move`, if there are any."""
    place = site(code, stmt)
    zone, cell = _target(code, stmt, place)
    hooks = move_hooks(code, stmt)
    if not hooks:
        each_piece(code, stmt.what, lambda piece: _unhooked(code, stmt, piece, zone, cell, place))
        settle(code, code.work.facts.moved(stmt))
        return
    proc = move_proc(code, stmt, hooks)

    def perform(piece: Expr) -> None:
        guard_place(code, stmt, piece, zone, place)
        call(code, proc, (piece, zone, *([cell] if lays(code, stmt) else [])))

    if not blocks:
        there = isinstance(stmt.what.type, m.Many) or code.there(stmt.what)
        each_piece(code, stmt.what, lambda piece: perform(piece) if there else code.when(piece, lambda: perform(piece)))
        return
    members, reg = code.register(most(code.work.program, stmt.what)), code.register()
    code.emit(ops.ListClear(members))
    if isinstance(stmt.what.type, m.Many | m.ZoneValue):
        add_all(code, members, stmt.what)
    else:
        piece = code.keep(expr(code, stmt.what))
        code.when(piece, lambda: code.emit(ops.ListAdd(members, piece, False)))
    over_list(code, members, reg, lambda: perform(ops.Reg(reg)), True)


def _unhooked(code: Code, stmt: m.MovePieces, piece: Expr, zone: Expr, cell: Expr, place: int) -> None:
    guard_place(code, stmt, piece, zone, place)
    move_bare(code, stmt, piece, zone, place, cell)


def _target(code: Code, stmt: m.MovePieces, place: int) -> tuple[Expr, Expr]:
    """The zone instance that is meant, and the cell. The zone of none is an error, not the box."""
    target = stmt.target
    if target is None:
        return NO, NO
    if lays(code, stmt):
        cell = code.keep(expr(code, target))
        if not code.there(target):
            code.when(binary("=", cell, NO), lambda: code.fail("NONE", place))
        return code.keep(zone_of_cell(code, cell)), cell
    if not isinstance(target.type, m.ZoneValue):
        raise NotLowered(target.span, "this is not a zone")
    zone = code.keep(expr(code, target))
    subject = target.subject if isinstance(target, m.ZoneOf) else None
    if subject is not None and not code.there(subject):
        code.when(binary("=", zone, NO), lambda: code.fail("NONE", place))
    return zone, NO


def move_bare(code: Code, stmt: m.MovePieces, piece: Expr, zone: Expr, place: int, cell: Expr = NO) -> None:
    """Move a piece, and nothing else happens. It is turned first, so that only those see it who may."""
    if stmt.face is not None:
        code.emit(ops.SetFace(piece, ops.Const(int(stmt.face == "up"))))
    guard_share(code, stmt, piece, zone, place)
    stamp(code, piece, zone)
    left, before = arriving(code, piece, zone), comes_from(code, piece)
    code.emit(ops.MovePiece(piece, zone, stmt.end, place, cell))
    seen_again(code, left)
    moved_on(code, piece, before, zone)


def turn(code: Code, stmt: m.TurnPieces) -> None:
    """Turn pieces."""
    up = ops.Const(int(stmt.face == "up"))
    each_piece(code, stmt.what, lambda piece: code.emit(ops.SetFace(piece, up)))
    settle(code, frozenset({code.work.program.piece_kind.fields["face_up"]}))


def show(code: Code, stmt: m.ShowPieces) -> None:
    """Let one player, or all, know who some pieces are."""
    mask: Expr = ops.Const(everyone(code.work.program.players))
    if stmt.player is not None:
        player = code.keep(expr(code, stmt.player))
        mask = code.keep(binary("<<", ops.Const(1), binary("max", NO, minus(player, 1))))
        if not code.there(stmt.player):
            mask = code.keep(ops.If(player, mask, NO))
    each_piece(code, stmt.what, lambda piece: code.emit(ops.Know(piece, mask)))


def shuffle(code: Code, stmt: m.ShuffleZone) -> None:
    """Shuffle a zone."""
    stream = code.work.slots.streams.index(SHUFFLES)
    zone = code.keep(expr(code, stmt.zone))
    code.emit(ops.Shuffle(zone, stream))
    seen_again(code, zone)
    shuffled(code, zone)
    settle(code, code.work.facts.reads(stmt.zone))


# ---- chance, words, the end -----------------------------------------------------------------------------------------


def draw(code: Code, stmt: m.DrawChance) -> None:
    """Chance picks a member of a set."""
    stream, place = code.work.slots.streams.index(stmt.stream), site(code, stmt)
    reg = code.register()
    if isinstance(stmt.domain, m.RangeOf):
        low = code.keep(expr(code, stmt.domain.low))
        size = plus(minus(expr(code, stmt.domain.high), low), 1)
        code.emit(ops.Chance(reg, binary("max", NO, size), stream, place))
        found: Expr = plus(ops.Reg(reg), low)
    else:
        members = collect(code, stmt.domain)
        code.emit(ops.Chance(reg, ops.ListSize(members), stream, place))
        found = ops.ListItem(members, ops.Reg(reg))
    before = code.env.get(stmt.local)
    if isinstance(before, ops.Reg):
        code.emit(ops.SetReg(before.reg, found))
    else:
        code.env[stmt.local] = code.variable(found)


def say(code: Code, stmt: m.SayText) -> None:
    """A line of the log."""
    number, values = template(code, stmt.template)
    code.emit(ops.Log(number, values))
