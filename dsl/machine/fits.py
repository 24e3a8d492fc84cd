"""Whether a piece may lie in a zone: asked in play where the types leave it open.

`move x to hand of p` is sure if every x is of a kind that the hand holds. It is not when x may be any piece, nor when
the zone is a parameter, for a zone of units may be handed to an event that takes any zone. Then a table says which sort
each piece is of, another which sorts each zone takes, and the wrong one is the error PLACE: what reads the zone relies
on its kind.
"""

from __future__ import annotations

from dsl.machine.builder import Code, NotLowered
from dsl.machine.kinds import is_a
from dsl.machine.ops import Expr
from dsl.machine.terms import NO, binary, both, equals, look, minus
from dsl.semantics import model as m
from dsl.semantics.types import common_kind

MOST_SORTS = 60  # bits of a number


def guard_place(code: Code, stmt: m.MovePieces, piece: Expr, zone: Expr, place: int) -> None:
    """Fail if the piece may not lie in the zone; nothing is asked where that is known beforehand."""
    program = code.work.program
    kind, zones = _kind(stmt.what), _targets(program, stmt.target)
    if all(any(is_a(kind, held) for held in one.kinds) for one in zones):
        return
    sorts, takes = _tables(code, stmt)
    first = program.piece_kind.first
    taken = look(code.work.table(takes), takes, zone)
    sort = look(code.work.table(sorts), sorts, minus(piece, first))
    wrong = both(binary("!=", piece, NO), equals(binary("&", taken, sort), 0))
    code.when(wrong, lambda: code.fail("PLACE", place))


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


def _tables(code: Code, stmt: m.MovePieces) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The sort of each piece as a bit, and the sorts that each zone instance takes as a set of bits."""
    program = code.work.program
    bits: dict[tuple[bool, ...], int] = {}
    sorts: list[int] = []
    for card in sorted(program.cards, key=lambda card: card.first):
        held = tuple(any(is_a(card.kind, kind) for kind in zone.kinds) for zone in program.zones)
        sorts += [bits.setdefault(held, 1 << len(bits))] * (card.last - card.first + 1)
    if len(bits) > MOST_SORTS:
        raise NotLowered(stmt.span, f"the zones of this game tell more than {MOST_SORTS} sorts of pieces apart")
    takes = [sum(bits.values())]
    for number, zone in enumerate(program.zones):
        takes += [sum(bit for held, bit in bits.items() if held[number])] * zone.instances
    return tuple(sorts), tuple(takes)
