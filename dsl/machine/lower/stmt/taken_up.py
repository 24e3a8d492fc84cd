"""Pieces that somebody takes up from a place that nobody sees: what others knew of them ends there.

A choice among the uppermost cards of a deck is made with the cards in hand: nobody else sees which of them goes where.
Whoever knew one of them cannot follow it any more. So before the question is put, all but the one who is asked forget
the members that lie in a zone with an order, seen by nobody. (What lies in a zone without order is forgotten when
one of its pieces is moved unseen: see ops.MovePiece.) Where the choice is made `openly` all go on knowing.
"""

from __future__ import annotations

from dsl.machine.ir import knowers, ops
from dsl.machine.ir.fold import NO, binary, load, look, minus
from dsl.machine.ir.ops import Expr
from dsl.machine.lower.builder import Code
from dsl.machine.lower.expr.sets import collect
from dsl.machine.lower.program.kinds import is_a
from dsl.machine.lower.stmt.changes import site
from dsl.machine.lower.stmt.telling import untold_but
from dsl.semantics import model as m
from dsl.semantics.walk import walk


def take_up(code: Code, stmt: m.ChooseMember | m.ChooseSeveral, player: Expr, members: int | None = None) -> None:
    """Let all but the player forget the members of a choice that lie in the dark. members: the list of them, if it has
    been made.
    """
    if stmt.openly or code.seal is not None or not _may_lie_dark(code, stmt.over):
        return
    work = code.work
    dark = tuple(
        int(seen == _NOBODY and ordered) for seen, ordered in zip(work.zones.seen, work.zones.ordered, strict=True)
    )
    table = work.table(dark)
    everyone = knowers.everyone(work.program.players)
    mask = code.keep(binary("<<", ops.Const(1), binary("max", NO, minus(player, 1))))
    piece = code.register()
    code.draft.entities.add(piece)
    known = binary("&", load(work.slots.known, ops.Reg(piece)), mask)
    forget = ops.Store(work.slots.known, ops.Reg(piece), known, 0, everyone, "error", site(code, stmt))
    lies_dark = look(table, dark, load(work.slots.place, ops.Reg(piece)))
    chosen_from = collect(code, stmt.over) if members is None else members
    untold = code.nested(lambda: untold_but(code, ops.Reg(piece), mask))
    code.emit(ops.ForList(piece, chosen_from, (ops.IfDo(lies_dark, (forget, *untold), ()),)))


_NOBODY = 2
"""In the table zone_seen: see ops.Machine."""


def _may_lie_dark(code: Code, over: m.Filter) -> bool:
    """Whether a member of a set may lie in a zone with an order that is seen by nobody."""
    kind = over.local.type.kind if isinstance(over.local.type, m.Ref) else None
    if kind is None or not is_a(kind, code.work.program.piece_kind):
        return False
    zones = [zone for zone in code.work.program.zones if zone.ordered and zone.seen == "nobody"]
    if not any(is_a(kind, other) or is_a(other, kind) for zone in zones for other in zone.kinds):
        return False
    return _speaks_of(over.domain, zones, set())


def _speaks_of(root: m.Expr, zones: list[m.Zone], seen: set[int]) -> bool:
    """Whether a set is made of what lies in one of the zones, or may be: a set or a zone that has a name."""
    for node in walk(root):
        if isinstance(node, m.ZoneOf | m.MembersOf) and node.zone in zones:
            return True
        if isinstance(node, m.LocalRef) and isinstance(node.type, m.Many | m.ZoneValue):
            return True
        if isinstance(node, m.CallDefine) and id(node.define) not in seen:
            seen.add(id(node.define))
            if node.define.body is not None and _speaks_of(node.define.body, zones, seen):
                return True
    return False
