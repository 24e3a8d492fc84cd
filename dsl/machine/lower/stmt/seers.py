"""Zones that are seen by some players: who sees what comes to lie there is worked out when it comes.

The machine leaves what is known of a piece as it is when the piece arrives in such a zone, so it is set before:

    left := zone of c; if zone is one of these: known of c := seers(zone)
    move c to zone
    if left is one of these: each of those that are left there is known to seers(left)

The last line is for what a move makes people forget (see ops.MovePiece): who sees the zone goes on seeing it.
"""

from __future__ import annotations

from dsl.machine.ir import knowers, ops
from dsl.machine.ir.fold import NO, binary, both, equals, load, look, plus
from dsl.machine.ir.ops import Expr
from dsl.machine.lower.builder import Code
from dsl.machine.lower.expr.expressions import test
from dsl.machine.lower.program.layout import SEEN
from dsl.semantics import model as m
from dsl.semantics.walk import walk

_SOME = SEEN.index("some")


def seers_proc(code: Code) -> int | None:
    """The function that says who sees a zone instance, as a mask; None if no zone is seen by some players."""
    zones = [zone for zone in code.work.program.zones if zone.eyes is not None]
    if not zones:
        return None
    return code.work.demand("seers", "who sees a zone", [(None, 0)], lambda inner: _seers(inner, zones))


def _seers(code: Code, zones: list[m.Zone]) -> None:
    zone, mask, player = ops.Reg(0), code.variable(NO, number=True), ops.Reg(code.register(number=True))
    owner, players = ops.Reg(code.register()), code.work.program.players
    for one in zones:
        assert one.eyes is not None
        eyes = one.eyes

        def fill(eyes: m.Eyes = eyes) -> None:
            code.emit(ops.SetReg(owner.reg, owner_of_zone(code, zone)))
            code.env[eyes.player] = player
            if eyes.owner is not None:
                code.env[eyes.owner] = owner
            seen = binary("<<", ops.Const(1), plus(player, -1))
            add = code.nested(
                lambda: code.when(
                    test(code, eyes.test), lambda: code.emit(ops.SetReg(mask.reg, binary("|", mask, seen)))
                )
            )
            code.emit(ops.ForRange(player.reg, ops.Const(1), ops.Const(players), 1, add))
            if not _speaks_of(eyes.test, eyes.player):
                onlookers = binary("|", mask, ops.Const(knowers.bit(players, 0)))
                code.when(test(code, eyes.test), lambda: code.emit(ops.SetReg(mask.reg, onlookers)))

        first, last = ops.Const(one.first), ops.Const(one.first + one.instances - 1)
        code.when(both(binary("<=", first, zone), binary("<=", zone, last)), fill)
    code.give(mask)


def _speaks_of(condition: m.Expr, player: m.Local) -> bool:
    """Whether a condition says something of the player; if not it holds for all or for none, onlookers too."""
    return any(isinstance(node, m.LocalRef) and node.local is player for node in walk(condition))


def owner_of_zone(code: Code, zone: Expr) -> Expr:
    """The player whose zone it is: for a zone of a piece the player who owns the piece."""
    work = code.work
    host = look(work.table(work.zones.host), work.zones.host, zone)
    fixed = look(work.table(work.zones.owner), work.zones.owner, zone)
    piece = binary(">=", host, ops.Const(work.program.piece_kind.first))
    return ops.If(piece, load(work.slots.owner, host), fixed)


def seen_by(code: Code, zone: Expr) -> Expr:
    """By whom a zone is seen, as an index into SEEN."""
    return look(code.work.table(code.work.zones.seen), code.work.zones.seen, zone)


def _is_one(code: Code, zone: Expr) -> Expr:
    return equals(seen_by(code, zone), _SOME)


def arriving(code: Code, piece: Expr, zone: Expr) -> Expr | None:
    """Before a piece is moved to a zone. The zone that it leaves, for `left`."""
    proc = seers_proc(code)
    if proc is None:
        return None
    left = code.variable(NO, number=True)
    code.when(piece, lambda: code.emit(ops.SetReg(left.reg, load(code.work.slots.place, piece))))
    everyone = knowers.everyone(code.work.program.players)
    known = ops.Store(code.work.slots.known, piece, ops.Call(proc, (zone,)), 0, everyone, "error", 0)
    code.when(both(piece, _is_one(code, zone)), lambda: code.emit(known))
    return left


def seen_again(code: Code, zone: Expr | None) -> None:
    """What lies in a zone is known again to those who see it, after it was forgotten."""
    proc = seers_proc(code)
    if proc is None or zone is None:
        return

    def fill() -> None:
        mask, piece = code.variable(ops.Call(proc, (zone,)), number=True), ops.Reg(code.register())
        code.emit(ops.ForZone(piece.reg, zone, (ops.Know(piece, mask),)))

    code.when(_is_one(code, zone), fill)
