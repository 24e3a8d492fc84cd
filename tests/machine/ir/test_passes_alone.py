"""Each pass over a procedure made by hand, with nothing else of the compiler about it."""

from __future__ import annotations

from machines import bin_, r, set_

from dsl.machine.ir import ops
from dsl.machine.ir.draft import Draft
from dsl.machine.ir.fold import both
from dsl.machine.ir.ops import Const
from dsl.machine.ir.opt.pushdown import Sifter, moving
from dsl.machine.ir.opt.zone_scans import Family, Lying

PLACE = 100
"""The column of places: that of piece e is S[PLACE + e]."""
FIRST, LAST = 10, 49
LYING = Lying(PLACE, 200, 40, (Family(0, 1, False, 0, ((FIRST, LAST),)), Family(1, 2, False, 40, ((FIRST, LAST),))))


def draft(*body: ops.Stmt, sizes: int = 2) -> Draft:
    """A function of some registers."""
    return Draft(0, "made by hand", 0, False, 0, [0] * sizes, body=body)


def sifted(one: Draft, *tables: tuple[int, ...]) -> tuple[tuple[ops.Stmt, ...], list[tuple[int, ...]]]:
    """The body after the pass, and all tables."""
    found = [*tables]

    def table(numbers: tuple[int, ...]) -> int:
        if numbers not in found:
            found.append(numbers)
        return found.index(numbers)

    Sifter([one], found, table, LYING).sift(one)
    return one.body, found


def over_pieces(test: ops.Expr) -> ops.ForRange:
    """Count the pieces of which something holds in r1."""
    count = set_(1, bin_("+", r(1), 1))
    return ops.ForRange(0, Const(FIRST), Const(LAST), 1, (ops.IfDo(test, (count,), ()),))


def test_a_condition_on_the_place_walks_the_zone() -> None:
    """Whoever lies in zone 2 is found there."""
    ((there,), _) = sifted(draft(over_pieces(bin_("=", ops.Load(PLACE, r(0)), 2))))
    assert isinstance(there, ops.IfDo)
    (loop,) = there.then
    assert isinstance(loop, ops.ForZone) and loop.zone == Const(2)


def test_the_box_is_no_zone_to_walk() -> None:
    """It has no list of what lies in it."""
    loop = over_pieces(bin_("=", ops.Load(PLACE, r(0)), 0))
    assert sifted(draft(loop))[0] == (loop,)


def test_what_is_printed_picks_the_members() -> None:
    """Of a table that says 1 for every fourth piece, ten pieces are left."""
    table = tuple(int(index % 4 == 0) for index in range(40))
    look = ops.Look(0, bin_("-", r(0), FIRST))
    ((loop,), tables) = sifted(draft(over_pieces(bin_("=", look, 1))), table)
    assert isinstance(loop, ops.ForTable)
    assert tables[loop.table] == tuple(range(FIRST, LAST + 1, 4))


def test_what_is_the_same_in_all_turns_is_asked_once() -> None:
    """A register that the loop does not set."""
    ((test,), _) = sifted(draft(over_pieces(both(bin_("=", r(2), 3), ops.Load(300, r(0)))), sizes=3))
    assert isinstance(test, ops.IfDo) and test.test == bin_("=", r(2), 3)
    (loop,) = test.then
    assert isinstance(loop, ops.ForRange)


def test_what_may_fail_is_not_asked_earlier() -> None:
    """Behind a division nothing is moved to the front."""
    division = bin_("=", bin_("//", ops.Load(300, r(0)), r(1)), 1)
    loop = over_pieces(both(division, bin_("=", r(2), 3)))
    assert sifted(draft(loop, sizes=3))[0] == (loop,)


def test_who_moves_pieces() -> None:
    """A procedure, and whoever calls it; to try it out moves nothing."""
    moves = Draft(0, "moves", 0, False, 0, [], body=(ops.MovePiece(Const(10), Const(1), "top", 0),))
    calls = Draft(1, "calls", 0, False, 0, [], body=(ops.Do(0, (), None),))
    tries = Draft(2, "tries", 0, False, 0, [], body=(ops.Return(ops.Trial(0, (), 0)),))
    assert moving([moves, calls, tries]) == {0, 1}
