"""Whether a piece may lie in a zone: what is asked in play before it is moved there, and what rules can ask.

`move x to hand of p` is sure if every x is of a kind that the hand holds. It is not when x may be any piece, nor when
the zone is a parameter, for a zone of units may be handed to an event that takes any zone. Then a table says which sort
each piece is of, another which sorts each zone takes, and the wrong one is the error PLACE: what reads the zone relies
on its kind.

The shares of a zone are counted by a function of the zone: a table says which share each piece takes a place of. A
piece for which there is no place left is the error BOUND, as in a full zone.
"""

from __future__ import annotations

from collections.abc import Callable

from dsl.machine.ir import ops
from dsl.machine.ir.fold import NO, YES, between, binary, both, either, equals, every, look, minus, negate, plus
from dsl.machine.ir.ops import Expr
from dsl.machine.lower.builder import Code, NotLowered
from dsl.machine.lower.control import repeat_while
from dsl.machine.lower.expr.expressions import expr, spilled
from dsl.machine.lower.expr.members import is_box
from dsl.machine.lower.expr.places import place_of
from dsl.machine.lower.program.kinds import is_a, related
from dsl.machine.lower.program.layout import room
from dsl.semantics import model as m
from dsl.semantics.types import common_kind
from dsl.source import Span

MOST_SORTS = 60  # bits of a number

# ---- before a move ---------------------------------------------------------------------------------------------------


def guard_place(code: Code, stmt: m.MovePieces, piece: Expr, zone: Expr, place: int) -> None:
    """Fail if the piece may not lie in the zone; nothing is asked where that is known beforehand."""
    zones = _targets(code.work.program, stmt.target)
    right = _right_kind(code, stmt.span, _kind(stmt.what), zones, piece, zone)
    if right != YES:
        code.when(both(binary("!=", piece, NO), negate(right)), lambda: code.fail("PLACE", place))


def guard_share(code: Code, stmt: m.MovePieces, piece: Expr, zone: Expr, place: int) -> None:
    """Fail if the piece would take a place of a share that has none left."""
    free = _place_free(code, _kind(stmt.what), _targets(code.work.program, stmt.target), piece, zone)
    if free != YES:
        code.when(both(binary("!=", piece, NO), negate(free)), lambda: code.fail("BOUND", place))


# ---- what rules ask --------------------------------------------------------------------------------------------------


def fits_in(code: Code, node: m.FitsIn) -> Expr:
    """`x fits in hand of p`."""
    there = [] if code.there(node.item) else [node.item]
    if is_box(node.zone):
        return binary("!=", expr(code, node.item), NO) if there else YES
    parts = [expr(code, node.item), expr(code, node.zone)]
    return spilled(code, node, parts, lambda found: _fits(code, node, *found))


def _fits(code: Code, node: m.FitsIn, piece: Expr, zone: Expr) -> Expr:
    """Whether a piece lies in a zone or could be moved there. The zone of none takes nothing, the box everything."""
    kind, zones = _kind(node.item), _targets(code.work.program, node.zone)
    asked = [make() for name, make in _tests(code, node, kind, zones, piece, zone) if node.only in ("", name)]
    inside = either(equals(place_of(code, piece), zone), every(asked))
    sure = code.there(node.item)
    tests = [] if sure else [binary("!=", piece, NO)]
    if not isinstance(node.zone, m.ZoneOf):
        return every([*tests, either(equals(zone, NO), inside)])
    if node.zone.subject is not None and not code.there(node.zone.subject):
        tests.append(binary("!=", zone, NO))
    return every([*tests, inside])


def _tests(
    code: Code, node: m.FitsIn, kind: m.Kind, zones: list[m.Zone], piece: Expr, zone: Expr
) -> list[tuple[str, Callable[[], Expr]]]:
    """What a piece that comes from elsewhere must meet, by name."""
    return [
        ("kind", lambda: _right_kind(code, node.span, kind, zones, piece, zone)),
        ("room", lambda: _has_room(code, node.zone, zones, zone)),
        ("share", lambda: _place_free(code, kind, zones, piece, zone)),
        ("itself", lambda: _hangs_free(code, kind, zones, piece, zone)),
    ]


def reasons(program: m.Program, node: m.FitsIn) -> list[str]:
    """The names of what may stand against it."""
    kind, zones = _kind(node.item), _targets(program, node.zone)
    found = [] if _surely_held(kind, zones) else ["kind"]
    found += [] if all(_holds_all(zone) for zone in zones) else ["room"]
    found += ["share"] if _shared(kind, zones) else []
    return [*found, *(["itself"] if _may_hang(program, kind, zones) else [])]


def _has_room(code: Code, asked: m.Expr, zones: list[m.Zone], zone: Expr) -> Expr:
    """Whether a zone is not full."""
    if all(_holds_all(one) for one in zones):
        return YES
    caps = code.work.zones.cap
    most = ops.Const(room(asked.zone)) if isinstance(asked, m.ZoneOf) else look(code.work.table(caps), caps, zone)
    return binary("<", ops.ZoneSize(zone), most)


def _holds_all(zone: m.Zone) -> bool:
    """Whether there are no more pieces than a zone has room for."""
    return zone.capacity >= len({piece for kind in zone.kinds for piece in range(kind.first, kind.last + 1)})


def _may_hang(program: m.Program, kind: m.Kind, zones: list[m.Zone]) -> bool:
    """Whether it could be a zone of the piece itself, or of one that hangs from it."""
    holders = [zone.holder for zone in zones if zone.holder is not None]
    carries = any(zone.holder is not None and related(zone.holder, kind) for zone in program.zones)
    return carries and any(is_a(holder, program.piece_kind) for holder in holders)


def _hangs_free(code: Code, kind: m.Kind, zones: list[m.Zone], piece: Expr, zone: Expr) -> Expr:
    """Whether a zone is neither one of the piece itself nor of one that hangs from it."""
    if not _may_hang(code.work.program, kind, zones):
        return YES
    hosts, first = code.work.zones.host, code.work.program.piece_kind.first

    def fill(inner: Code) -> None:
        table = inner.work.table(hosts)
        host = inner.variable(look(table, hosts, ops.Reg(1)))

        def outward() -> None:
            inner.when(equals(host, ops.Reg(0)), lambda: inner.give(NO))
            inner.emit(ops.SetReg(host.reg, look(table, hosts, place_of(inner, host))))

        repeat_while(inner, binary(">=", host, ops.Const(first)), outward, False)
        inner.give(YES)

    return ops.Call(code.work.demand("hangs free", "hangs free", [(None, 0), (None, 0)], fill), (piece, zone))


# ---- zones and kinds -------------------------------------------------------------------------------------------------


def _kind(what: m.Expr) -> m.Kind:
    type_ = what.type.of if isinstance(what.type, m.Many) else what.type
    assert isinstance(type_, m.Ref | m.ZoneValue)
    return type_.kind


def _targets(program: m.Program, target: m.Expr | None) -> list[m.Zone]:
    """The zones that an expression may stand for; the box takes everything."""
    if target is None:
        return []
    if isinstance(target, m.ZoneOf):
        return [target.zone]
    if isinstance(target.type, m.Ref):  # a cell
        return [zone for zone in program.zones if zone.shape == "layout"]
    assert isinstance(target.type, m.ZoneValue)
    widest = target.type.kind
    return [zone for zone in program.zones if (kind := common_kind(zone.kinds)) is not None and is_a(kind, widest)]


def _surely_held(kind: m.Kind, zones: list[m.Zone]) -> bool:
    return all(any(is_a(kind, held) for held in zone.kinds) for zone in zones)


def _right_kind(code: Code, span: Span, kind: m.Kind, zones: list[m.Zone], piece: Expr, zone: Expr) -> Expr:
    """Whether a piece is of a kind that a zone holds."""
    if _surely_held(kind, zones):
        return YES
    sorts, takes = _tables(code, span)
    taken = look(code.work.table(takes), takes, zone)
    sort = look(code.work.table(sorts), sorts, minus(piece, code.work.program.piece_kind.first))
    return binary("!=", binary("&", taken, sort), NO)


def _tables(code: Code, span: Span) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The sort of each piece as a bit, and the sorts that each zone instance takes as a set of bits."""
    program = code.work.program
    bits: dict[tuple[bool, ...], int] = {}
    sorts: list[int] = []
    for card in sorted(program.cards, key=lambda card: card.first):
        held = tuple(any(is_a(card.kind, kind) for kind in zone.kinds) for zone in program.zones)
        sorts += [bits.setdefault(held, 1 << len(bits))] * (card.last - card.first + 1)
    if len(bits) > MOST_SORTS:
        raise NotLowered(span, f"the zones of this game tell more than {MOST_SORTS} sorts of pieces apart")
    takes = [sum(bits.values())]
    for number, zone in enumerate(program.zones):
        takes += [sum(bit for held, bit in bits.items() if held[number])] * zone.instances
    return tuple(sorts), tuple(takes)


# ---- shares ----------------------------------------------------------------------------------------------------------


def _shared(kind: m.Kind, zones: list[m.Zone]) -> list[m.Zone]:
    """The zones with a share of which a piece of the kind may take a place."""
    return [zone for zone in zones if any(related(kind, share) for share, _ in zone.shares)]


def _place_free(code: Code, kind: m.Kind, zones: list[m.Zone], piece: Expr, zone: Expr) -> Expr:
    """Whether the share that a piece takes a place of has one left in a zone."""
    found: list[Expr] = []
    for one in _shared(kind, zones):
        asked = ops.Call(_free(code, one), (piece, zone))
        elsewhere = NO if len(zones) == 1 else negate(between(zone, one.first, one.first + one.instances - 1))
        found.append(either(elsewhere, asked))
    return every(found)


def _free(code: Code, zone: m.Zone) -> int:
    """The function (piece, instance) that counts who has a place of the piece's share already."""
    first, places = code.work.program.piece_kind.first, _places(code.work.program, zone)
    most = (0, *(number for _, number in zone.shares))

    def fill(inner: Code) -> None:
        piece, instance = ops.Reg(0), ops.Reg(1)
        table = inner.work.table(places)
        own = inner.variable(look(table, places, minus(piece, first)), number=True)
        inner.when(equals(own, NO), lambda: inner.give(YES))
        taken, member = inner.variable(NO, number=True), ops.Reg(inner.register())
        other = both(binary("!=", member, piece), equals(look(table, places, minus(member, first)), own))
        count = ops.SetReg(taken.reg, plus(taken, 1))
        body = inner.nested(lambda: inner.when(other, lambda: inner.emit(count)))
        inner.emit(ops.ForZone(member.reg, instance, body))
        inner.give(binary("<", taken, look(inner.work.table(most), most, own)))

    return code.work.demand(("share", zone), f"place in {zone.name}", [(None, 0), (None, 0)], fill)


def _places(program: m.Program, zone: m.Zone) -> tuple[int, ...]:
    """For each piece the number of the share that it takes a place of, from 1; 0 for none."""
    kind = program.piece_kind
    found = [0] * (kind.last - kind.first + 1)
    for number, (share, _) in reversed(list(enumerate(zone.shares, start=1))):
        for piece in range(share.first, share.last + 1):
            found[piece - kind.first] = number
    return tuple(found)
