"""`tell`: a part of what a piece is, kept with the piece for whoever was told.

For each piece there is a mask for each player, and one for what all were told at once: the sorts of pieces (see
`likeness`) that it is known not to be. To tell is to ask of one piece of each sort what is asked of this one:

    mask := 0
    for each sort: if FACT of an example of it is not FACT of c: add the sort to mask
    mask of c for whoever is told |= mask

What was told ends as knowing a piece ends (see ops.MovePiece, ops.Shuffle), and with every move of it.
"""

from __future__ import annotations

from dsl.machine.ir import knowers, ops
from dsl.machine.ir.fold import NO, binary, both, choose, equals, load, look, minus, negate, plus, some
from dsl.machine.ir.ops import Expr
from dsl.machine.lower.builder import Code
from dsl.machine.lower.expr.expressions import expr, with_locals
from dsl.machine.lower.expr.sets import walk_set
from dsl.machine.lower.program.kinds import size_of
from dsl.machine.lower.program.layout import SEEN
from dsl.machine.lower.program.likeness import BITS
from dsl.machine.lower.stmt.seers import owner_of_zone, seen_by
from dsl.semantics import model as m

_ALL, _OWNER, _NOBODY, _FACES, _SOME = range(len(SEEN))


def tell(code: Code, stmt: m.TellFact) -> None:
    """`tell p colour of c`, `tell p that TEST`."""
    work = code.work
    alike = work.slots.likeness
    assert alike is not None
    assert isinstance(stmt.subject.type, m.Ref)
    place = work.site(stmt.span, stmt.cites, code.rule)
    piece = code.keep(code.env[stmt.subject])
    kind = stmt.subject.type.kind

    def fact_of(subject: Expr) -> Expr:
        return with_locals(code, [stmt.subject], [subject], lambda: expr(code, stmt.fact))

    def fill() -> None:
        truth = code.variable(fact_of(piece))
        if stmt.how == "that":
            code.when(negate(truth), lambda: code.fail("UNTRUE", place))
        for word in range(alike.words):
            sorts = alike.examples[word * BITS : (word + 1) * BITS]
            mask = code.variable(NO, number=True)
            one, sort = ops.Reg(code.register()), code.register(number=True)
            code.draft.entities.add(one.reg)
            inside = [at for at, example in enumerate(sorts) if kind.first <= example <= kind.last]
            if not inside:
                continue

            def another(sorts: tuple[int, ...] = sorts, mask: ops.Reg = mask, one: ops.Reg = one, sort: int = sort):
                code.emit(ops.SetReg(one.reg, look(work.table(sorts), sorts, ops.Reg(sort))))
                bit = binary("<<", ops.Const(1), ops.Reg(sort))
                differs = negate(equals(fact_of(one), truth))
                code.when(differs, lambda: code.emit(ops.SetReg(mask.reg, binary("|", mask, bit))))

            body = code.nested(another)
            code.emit(ops.ForRange(sort, ops.Const(inside[0]), ops.Const(inside[-1]), 1, body))
            _hear(code, stmt, piece, word, mask)

    code.when(piece, fill)


def _hear(code: Code, stmt: m.TellFact, piece: Expr, word: int, mask: Expr) -> None:
    """Whoever is told adds it to what he was told before."""

    def one(player: Expr) -> None:
        column = plus(binary("*", player, ops.Const(_stride(code))), word * _pieces(code))
        _add(code, plus(column, piece), mask)

    if isinstance(stmt.who, m.KindMembers):
        _add(code, plus(piece, word * _pieces(code)), mask)
    elif isinstance(stmt.who.type, m.Many):
        walk_set(code, stmt.who, one)
    else:
        player = code.keep(expr(code, stmt.who))
        code.when(ops.Const(1) if code.there(stmt.who) else player, lambda: one(player))


def _add(code: Code, index: Expr, mask: Expr) -> None:
    index = code.keep(index)
    base = code.work.slots.told
    code.emit(ops.Store(base, index, binary("|", load(base, index), mask), 0, _most(), "error", 0))


def _pieces(code: Code) -> int:
    return size_of(code.work.program.piece_kind)


def _stride(code: Code) -> int:
    """The slots of all that one player was told."""
    alike = code.work.slots.likeness
    assert alike is not None
    return alike.words * _pieces(code)


def _most() -> int:
    return (1 << BITS) - 1


# ---- when it ends ----------------------------------------------------------------------------------------------------


def untold_but(code: Code, piece: Expr, keep: Expr) -> None:
    """All but some players (a mask) forget what they were told of a piece; what all were told together is forgotten
    too, unless all keep it.
    """
    if code.work.slots.likeness is None:
        return
    proc = code.work.demand("untold", "what was told ends", [(None, 0), (None, 0)], _untold)
    code.emit(ops.Do(proc, (piece, keep), None))


def _untold(code: Code) -> None:
    piece, keep = ops.Reg(0), ops.Reg(1)
    code.draft.entities.add(0)
    alike, program = code.work.slots.likeness, code.work.program
    assert alike is not None
    everyone = ops.Const(knowers.everyone(program.players))

    def clear(viewer: int) -> None:
        for word in range(alike.words):
            column = viewer * _stride(code) + word * _pieces(code)
            code.emit(ops.Store(code.work.slots.told + column, piece, NO, 0, _most(), "error", 0))

    code.when(negate(equals(binary("&", keep, everyone), everyone)), lambda: clear(0))
    for player in range(1, program.players + 1):
        bit = ops.Const(1 << (player - 1))
        code.when(equals(binary("&", keep, bit), NO), lambda player=player: clear(player))
    code.give(NO)


def moved_on(code: Code, piece: Expr, left: Expr | None, zone: Expr) -> None:
    """After a piece was moved to a zone: what was told of it ends, and of those left behind, where knowing them does.

    left: the zone that it comes from (see `comes_from`).
    """
    if left is None:
        return
    proc = code.work.demand("moved_on", "what was told of what moves", [(None, 0)] * 3, _moved_on)
    code.when(piece, lambda: code.emit(ops.Do(proc, (piece, left, zone), None)))


def comes_from(code: Code, piece: Expr) -> Expr | None:
    """Before a piece is moved: the zone that it leaves; None where nothing is ever told."""
    if code.work.slots.likeness is None:
        return None
    left = code.variable(NO, number=True)
    code.when(piece, lambda: code.emit(ops.SetReg(left.reg, load(code.work.slots.place, piece))))
    return left


def _moved_on(code: Code) -> None:
    piece, left, zone = ops.Reg(0), ops.Reg(1), ops.Reg(2)
    code.draft.entities.add(0)
    work = code.work
    code.draft.numbers.update((1, 2))
    everyone = ops.Const(knowers.everyone(work.program.players))
    eyes = code.variable(seen_by(code, zone), number=True)
    keeps = choose(equals(eyes, _NOBODY), _mask(owner_of_zone(code, zone)), NO)
    code.when(zone, lambda: untold_but(code, piece, keeps))

    def those_left() -> None:
        before = code.variable(seen_by(code, left), number=True)
        ordered = look(work.table(work.zones.ordered), work.zones.ordered, left)
        close = [equals(before, _OWNER), equals(before, _SOME), both(equals(before, _NOBODY), equals(ordered, NO))]
        keep = code.variable(binary("&", load(work.slots.known, piece), everyone), number=True)

        def forget() -> None:
            other = code.register()
            code.draft.entities.add(other)
            body = code.nested(lambda: untold_but(code, ops.Reg(other), keep))
            code.emit(ops.ForZone(other, left, body))

        code.when(some(close), forget)

    code.when(both(left, negate(equals(left, zone))), those_left)
    code.give(NO)


def shuffled(code: Code, zone: Expr) -> None:
    """After a zone was shuffled: what was told of what lies there has ended."""
    if code.work.slots.likeness is None:
        return
    other = code.register()
    code.draft.entities.add(other)
    body = code.nested(lambda: untold_but(code, ops.Reg(other), NO))
    code.when(zone, lambda: code.emit(ops.ForZone(other, zone, body)))


def _mask(player: Expr) -> Expr:
    return ops.If(player, binary("<<", ops.Const(1), binary("max", NO, minus(player, 1))), NO)
