"""What the native backend writes in another way than it stands: trials, digests, sets of bits, lists, walks."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from backends.native_help import native, needs_compiler, quick
from backends.test_native import agree
from machines import Builder, Room, Zone, bin_, both, call, emit, if_, r, ret, set_
from shared import game

from dsl.backends.base import Backend, Frames, PlayError
from dsl.backends.native.handed import handed
from dsl.backends.native.masks import Masks
from dsl.backends.native.module import write as write_module
from dsl.backends.native.poured import poured
from dsl.backends.reference.backend import Reference
from dsl.machine.ir import ops
from dsl.machine.ir.analysis.intervals import Ranges
from dsl.machine.ir.ops import Const, Machine, Stmt
from dsl.machine.ir.walk import statements
from dsl.runtime.game import load

Make = Callable[[Machine], Backend]
BIG = 2**31 - 1


@pytest.fixture
def make() -> Make:
    """Makes a machine run as C."""
    if quick() is None:
        pytest.skip("there is no C compiler here")
    return native


def store(base: int, index: ops.Expr | int, value: ops.Expr | int, low: int = -1000, high: int = 1000) -> ops.Store:
    """A store that fails outside of bounds."""
    at = Const(index) if isinstance(index, int) else index
    return ops.Store(base, at, Const(value) if isinstance(value, int) else value, low, high, "error", 1)


def row(loop: int, starts: int, cells: int, index: ops.Expr, *body: Stmt) -> ops.ForTable:
    """A loop over a row of a table."""
    return ops.ForTable(loop, cells, ops.Look(starts, index), ops.Look(starts, bin_("+", index, 1)), body)


# ---- trials ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turns", [0, 1, 9, 60, 700])
def test_a_trial_leaves_nothing_behind(make: Make, turns: int) -> None:
    """However much is written in it, and in a trial inside of it: a log that is full is one way more."""
    b = Builder(rooms=(Room("row", 9), Room("few", 8, 0, 1)))
    base, few = b.at["row"], b.at["few"]
    write: list[Stmt] = [
        ops.ForRange(
            1, Const(0), Const(turns - 1), 1, (store(base, bin_("%", r(1), 9), bin_("%", bin_("*", r(1), 7), 997)),)
        ),
        store(few, r(0), 1, 0, 1),
    ]
    inner = b.function(1, [*write, ret(bin_("+", ops.Load(base, Const(3)), ops.Load(few, r(0))))], (0, 0))
    outer = b.function(
        1,
        [
            store(base, 3, 5),
            set_(1, ops.Trial(inner, (r(0),), 0)),
            *write[:1],
            ret(bin_("+", bin_("*", r(1), 10_000), bin_("+", ops.Load(base, Const(3)), ops.Load(few, r(0))))),
        ],
        (0, 0),
    )
    count = ops.ForRange(
        1, Const(0), Const(7), 1, (if_(bin_("=", ops.Load(few, r(1)), 1), [set_(2, bin_("+", r(2), 1))]),)
    )
    asked = b.function(
        1,
        [set_(2, 0), set_(3, ops.Trial(outer, (r(0),), 0)), count, ret(bin_("+", bin_("*", r(3), 10), r(2)))],
        (0,) * 4,
    )
    machine = b.machine()
    backend, reference = make(machine), Reference(machine)
    S, R = backend.new_position(0), reference.new_position(0)
    for member in range(8):
        before = S[:]
        assert backend.call(S, asked, (member,)) == reference.call(R, asked, (member,))
        assert before == S


@needs_compiler
def test_an_error_takes_a_trial_back() -> None:
    """A position that stays in C is as it was when what was tried out fails on the way."""
    b = Builder(rooms=(Room("row", 9),))
    base = b.at["row"]
    tried = b.function(0, [store(base, 2, 8), store(base, 3, bin_("*", ops.Load(base, Const(2)), 1000)), ret(1)])
    asked = b.function(1, [store(base, 1, 7), if_(ops.Trial(tried, (), 0), [emit(1)])])
    outer = b.function(0, [if_(ops.Trial(asked, (Const(1),), 0), [emit(2)])])
    trying = b.function(0, [store(base, 1, 6), ret(ops.Trial(tried, (), 0))])
    options = b.function(0, [if_(ops.Trial(trying, (), 0), [emit(1)]), emit(2)])
    main = b.flow(0, [([], ops.Decide(b.decision(options), Const(1), (0,), 1)), ([], ops.ReturnFlow(Const(0)))], (0,))
    backend = native(b.machine(main))
    assert outer
    held = backend.hold(backend.new_position(0))
    assert held is not None
    held.run()
    before = held.position()
    with pytest.raises(PlayError):
        held.options()
    assert held.position() == before


# ---- digests and sets of bits ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", [0, 3])
@pytest.mark.parametrize(("low", "high"), [(0, 6), (-3, 3), (0, 1000), (0, 2**40)])
def test_digests(make: Make, low: int, high: int, first: int) -> None:
    """Taken in one after the other or all at once, the numbers are the same, and so is what the registers hold; with
    masks only the slots that are not empty are looked at.
    """
    b = Builder(rooms=(Room("row", 70, low, high),))
    base = b.at["row"]
    taken = [
        set_(reg, bin_("%", bin_("+", bin_("*", r(reg), factor), r(3)), BIG))
        for reg, factor in ((0, 1103515245), (1, 1812433253))
    ]
    fill = b.function(2, [store(base, r(0), r(1), low, high)])
    digest = b.function(
        0,
        [
            *(set_(0, 1), set_(1, 1)),
            ops.ForRange(2, Const(first), Const(66), 1, (set_(3, ops.Load(base, r(2))), *taken)),
            ret(bin_("+", bin_("+", bin_("*", r(0), 3), r(1)), bin_("+", bin_("*", r(2), 11), r(3)))),
        ],
        (0,) * 4,
    )
    free = if_(bin_("=", ops.Load(base, r(0)), 0), [set_(1, bin_("+", r(1), 1))])
    b.function(0, [ops.ForRange(0, Const(0), Const(69), 1, (free,)), ret(r(1))], (0, 0))
    machine = b.machine()
    written = write_module(machine, Frames(machine)).text
    assert (" = 64 * x" in written) == (first == 0 <= low and high < 1000)
    backend, reference = make(machine), Reference(machine)
    S = backend.new_position(0)
    for at in range(70):
        backend.call(S, fill, (at, low + (at * 7919) % (high - low + 1)))
        if at % 10 == 9:
            assert backend.call(S, digest, ()) == reference.call(S[:], digest, ())


@pytest.mark.parametrize("changed", [0, 1, 2, 4, 8, 1 << 15, 1 << 20])
def test_sets_that_change_while_they_are_walked(make: Make, changed: int) -> None:
    """A member that a turn takes out or puts in is out or in for the turns behind it, and for no other."""
    b = Builder(rooms=(Room("set", 1, 0, 1 << 30), Room("seen", 1, 0, 10**15)))
    kept, seen = b.at["set"], b.at["seen"]
    whole = ops.Load(kept, Const(0))
    turn: list[Stmt] = [
        ops.Store(
            seen,
            Const(0),
            bin_("%", bin_("+", bin_("*", ops.Load(seen, Const(0)), 37), r(1)), 10**12),
            0,
            10**15,
            "error",
            1,
        ),
        if_(
            bin_("=", bin_("&", whole, changed), 0),
            [ops.Store(kept, Const(0), bin_("+", whole, changed), 0, 1 << 30, "error", 1)],
            [ops.Store(kept, Const(0), bin_("-", whole, bin_("&", whole, changed)), 0, 1 << 30, "error", 1)],
        ),
    ]
    test = bin_("!=", bin_("&", whole, ops.Bin("<<", Const(1), r(1))), 0)
    walk = b.function(
        1,
        [
            ops.Store(kept, Const(0), r(0), 0, 1 << 30, "error", 1),
            ops.ForRange(1, Const(1), Const(15), 1, (if_(both(test, bin_("!=", r(1), 5)), turn),)),
            ret(bin_("+", bin_("*", ops.Load(seen, Const(0)), 100), r(1))),
        ],
        (0, 0),
    )
    machine = b.machine()
    backend, reference = make(machine), Reference(machine)
    for number in (0, 1, 2, 6, 0b1011, 0xFFFF, 0x8001, 1 << 16, 0x5555, 1 << 20 | 3):
        S, R = backend.new_position(0), reference.new_position(0)
        assert backend.call(S, walk, (number,)) == reference.call(R, walk, (number,))
        assert S == R


# ---- lists that are walked once --------------------------------------------------------------------------------------


def lists(room: int, *body: Stmt) -> tuple[Machine, int]:
    """A function that fills a list of some room from rows of a table, and walks it. r0: a row; r3: the member."""
    b = Builder(rooms=(Room("row", 20, 0, 3), Room("count", 1, 0, 10**6)))
    cells, starts = b.table(1, 5, 2, 9, 9, 4, 3), b.table(0, 3, 3, 7)
    add = ops.ListAdd(1, r(2), False)
    stop = if_(bin_("=", ops.Load(b.at["row"], r(2)), 3), [ops.Break()])
    fill = if_(
        bin_("<", r(0), 3), [row(2, starts, cells, r(0), add, stop)], [ops.ListAdd(1, bin_("*", r(0), 2), False)]
    )
    walk = ops.ForList(3, 1, body)
    first = set_(4, ops.Load(b.at["count"], Const(0)))
    made = b.function(1, [first, ops.ListClear(1), fill, walk, ret(bin_("+", r(4), r(3)))], (0, room, 0, 0, 0))
    poke = b.function(2, [store(b.at["row"], r(0), r(1), 0, 3)])
    assert poke == made + 1
    return b.machine(), made


SUM = set_(4, bin_("+", bin_("*", r(4), 10), r(3)))
FOUND = if_(bin_("=", r(3), 9), [ret(-1)])
ROW = Builder(rooms=(Room("row", 20, 0, 3),)).at["row"]


@pytest.mark.parametrize(
    ("room", "body", "left_out"),
    [
        (4, (SUM,), True),
        (4, (SUM, FOUND), True),
        (3, (SUM,), False),  # there may be no room for all
        (4, (if_(bin_("=", r(3), 9), [ops.Break()]), SUM), False),
        (4, (store(ROW, r(3), 3, 0, 3), SUM), False),  # which the filling looks at
        (4, (set_(0, bin_("+", r(0), 1)), SUM), False),
        (4, (SUM, set_(3, 8)), True),
    ],
)
def test_lists_that_are_walked_once(make: Make, room: int, body: tuple[Stmt, ...], left_out: bool) -> None:
    """They are left out where nothing else comes of it, errors included."""
    machine, made = lists(room, *body)
    changed, _ = poured(machine)
    assert left_out == (not any(isinstance(stmt, ops.ForList) for stmt in statements(changed.procs[made].body)))
    backend, reference = make(machine), Reference(machine)
    for at in (0, 1, 5, 9, 3):
        for index in (-1, 0, 1, 2, 3, 4):
            S, R = backend.new_position(0), reference.new_position(0)
            told = [_told(one, P, made, index, at) for one, P in ((backend, S), (reference, R))]
            assert told[0] == told[1]
            assert S == R


def _told(backend: Backend, S: list[int], proc: int, index: int, at: int) -> int | str:
    backend.call(S, proc + 1, (at, 3))
    try:
        return backend.call(S, proc, (index,))
    except PlayError as error:
        return error.code


def test_numbers_that_are_written_out(make: Make) -> None:
    """A list of numbers is walked in their order, each once or as often as it was added."""
    b = Builder()
    three = b.function(1, [ret(bin_("+", bin_("*", r(0), r(0)), 1))])
    body: tuple[Stmt, ...] = (
        if_(bin_(">", r(0), 5), [ret(r(3))]),
        set_(2, bin_("+", bin_("*", r(2), 7), call(three, r(3)))),
    )
    made: list[int] = []
    for unique in (True, False):
        adds = [ops.ListAdd(1, Const(n), unique) for n in (4, 2, 4, 9)]
        made.append(b.function(1, [ops.ListClear(1), *adds, ops.ForList(3, 1, body), ret(r(2))], (0, 5, 0, 0)))
    machine = b.machine()
    changed, spelt = poured(machine)
    left = [any(isinstance(stmt, ops.ForList) for stmt in statements(changed.procs[each].body)) for each in made]
    assert left == [False, False]  # the other is written where it is filled
    assert spelt == {three}
    backend, reference = make(machine), Reference(machine)
    for proc in made:
        for value in (0, 6):
            S, R = backend.new_position(0), reference.new_position(0)
            assert backend.call(S, proc, (value,)) == reference.call(R, proc, (value,))


# ---- walks -----------------------------------------------------------------------------------------------------------


def test_walks_are_asked_about_beforehand() -> None:
    """In chess who strikes a square is asked so: of knights, kings, and lines of rooks and bishops."""
    machine, _ = poured(game("chess").engine(backend="python").backend.machine)
    masks = Masks(machine, Ranges(machine, guarded=True))
    lengths = sorted({max(cells.bit_count() for cells in guard.cells) for guard in masks.guards.values()})
    assert lengths == [8, 27]
    for guard in masks.guards.values():
        assert (guard.first, guard.last, guard.words) == (3, 66, 1)


# ---- floods ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "size", "floods"), [("hex", 4, 1), ("hex", 9, 1), ("go", 5, 2)])
def test_floods(make: Make, name: str, size: int, floods: int) -> None:
    """What is joined to a stone is found as a set of bits, with the same results."""
    machine = load(name, options={"size": size}).machine()
    changed, _ = poured(machine)
    masks = Masks(changed, Ranges(changed, guarded=True))
    assert len(masks.floods) == floods
    assert agree(machine, range(12), 120) > 100


# ---- rows that are measured ------------------------------------------------------------------------------------------

ROWS = (
    (),
    (1,),
    (40,),
    (2, 3, 4, 5),
    (9, 7, 5, 3, 1),
    (1, 40),
    (40, 1),
    tuple(range(1, 41)),
    tuple(range(40, 0, -1)),
    (8, 16, 39),
)


@pytest.mark.parametrize("same", ["=", "!=", "<", "not"])
def test_rows_are_measured(make: Make, same: str) -> None:
    """How many members of a row pass before the first that does not, whichever way the row goes."""
    b = Builder(rooms=(Room("colour", 40, 0, 3),))
    base = b.at["colour"] - 1
    starts = b.table(*(sum(map(len, ROWS[:at])) for at in range(len(ROWS) + 1)))
    cells = b.table(*(cell for each in ROWS for cell in each))
    write = b.function(2, [store(base, r(0), r(1), 0, 3), ret(0)])
    free = if_(bin_("=", ops.Load(base, r(1)), 0), [set_(2, bin_("+", r(2), 1))])
    b.function(1, [set_(2, 0), ops.ForRange(1, Const(1), Const(40), 1, (free,)), ret(r(2))], (0, 0, 0))
    member = ops.Load(base, r(3))
    fails = ops.Un("not", bin_("=", member, r(1))) if same == "not" else bin_(same, member, r(1) if same != "<" else 2)
    walk = row(3, starts, cells, bin_("%", r(0), len(ROWS)), if_(fails, [ops.Break()]), set_(2, bin_("+", r(2), 1)))
    again = row(3, starts, cells, bin_("%", bin_("+", r(0), 1), len(ROWS)), *walk.body)
    measured = b.function(2, [set_(2, 5), walk, again, ret(r(2))], (0,) * 4)
    told = row(3, starts, cells, bin_("%", r(0), len(ROWS)), *walk.body)
    asked = b.function(2, [set_(2, 0), set_(3, 0), told, ret(bin_("+", bin_("*", r(3), 100), r(2)))], (0,) * 4)
    machine = b.machine()
    masks = Masks(machine, Ranges(machine, guarded=True))
    assert masks.prefixes.keys() == {id(walk), id(again)}
    backend, reference, chance = make(machine), Reference(machine), Random(7)
    S, R = backend.new_position(0), reference.new_position(0)
    for _ in range(600):
        at, value = chance.randint(1, 40), chance.choice((0, 1, 1, 1, 2, 3))
        for one, position in ((backend, S), (reference, R)):
            one.call(position, write, (at, value))
        index, of = chance.randrange(len(ROWS)), chance.randrange(4)
        for proc in (measured, asked):
            assert backend.call(S, proc, (index, of)) == reference.call(R, proc, (index, of))
    assert S == R


def lines(size: int, by: int) -> tuple[tuple[int, ...], ...]:
    """From each of so many cells in a row, those that stand `by` further each time, and those that stand before it."""
    return tuple(
        part
        for cell in range(1, size + 1)
        for part in (tuple(range(cell + by, size + 1, by)), tuple(range(cell - by, 0, -by)))
    )


@pytest.mark.parametrize(
    ("size", "by"), [(9, 1), (63, 7), (64, 1), (65, 13), (225, 15), (225, 1), (400, 63), (320, 70)]
)
def test_rows_are_measured_on_boards_of_any_size(make: Make, size: int, by: int) -> None:
    """Where it is known which way a row goes, its beginning is one word, and the rest is walked if need be."""
    b = Builder(rooms=(Room("colour", size, 0, 2),))
    base, met = b.at["colour"] - 1, lines(size, by)
    starts = b.table(*(sum(map(len, met[:at])) for at in range(len(met) + 1)))
    cells = b.table(*(cell for each in met for cell in each))
    write = b.function(2, [store(base, r(0), r(1), 0, 2), ret(0)])
    free = if_(bin_("=", ops.Load(base, r(1)), 0), [set_(2, bin_("+", r(2), 1))])
    b.function(1, [set_(2, 0), ops.ForRange(1, Const(1), Const(size), 1, (free,)), ret(r(2))], (0, 0, 0))
    cell = bin_("%", r(0), size)
    turn = if_(bin_("!=", ops.Load(base, r(3)), r(1)), [ops.Break()]), set_(2, bin_("+", r(2), 1))
    up, down = (row(3, starts, cells, r(4), *turn) for _ in range(2))
    body = [set_(2, 0), set_(4, bin_("*", cell, 2)), up, set_(4, bin_("+", bin_("*", cell, 2), 1)), down, ret(r(2))]
    measured = b.function(2, body, (0,) * 5)
    machine = b.machine()
    masks = Masks(machine, Ranges(machine, guarded=True))
    assert [masks.prefixes[id(walk)].falls for walk in (up, down)] == [False, True]
    backend, reference, chance = make(machine), Reference(machine), Random(7)
    S, R = backend.new_position(0), reference.new_position(0)
    found = set[int]()
    for at in range(600):
        where, value = chance.randint(1, size), int(at < 400 or chance.random() < 0.5)
        for one, position in ((backend, S), (reference, R)):
            one.call(position, write, (where, value))
        asked = chance.randrange(size)
        found.add(backend.call(S, measured, (asked, 1)))
        assert backend.call(S, measured, (asked, 1)) == reference.call(R, measured, (asked, 1))
    assert S == R
    assert len(found) > 3


@pytest.mark.parametrize(("name", "measured"), [("tic_tac_toe", 2), ("connect_four", 2), ("gomoku", 2)])
def test_stones_in_a_row(make: Make, name: str, measured: int) -> None:
    """Lines are measured both ways from a stone, on boards of one word and of several."""
    machine = game(name).machine()
    changed, _ = poured(machine)
    assert len(Masks(changed, Ranges(changed, guarded=True)).prefixes) == measured
    assert agree(machine, range(12), 120) > 50


@pytest.mark.parametrize("stops", [False, True])
@pytest.mark.parametrize("late", [False, True])
def test_rows_of_which_some_pass(make: Make, stops: bool, late: bool) -> None:
    """Those members of a row that pass are gone through in their order, to the end or to the first that ends it."""
    rising = tuple(each for each in ROWS if list(each) == sorted(each))
    b = Builder(rooms=(Room("colour", 40, 0, 3), Room("mark", 40, 0, 20)))
    base, mark = b.at["colour"] - 1, b.at["mark"] - 1
    starts = b.table(*(sum(map(len, rising[:at])) for at in range(len(rising) + 1)))
    cells = b.table(*(cell for each in rising for cell in each))
    sort = b.table(*(cell % 5 for cell in range(41)))
    write = b.function(3, [store(base, r(0), r(1), 0, 3), store(mark, r(0), r(2), 0, 20), ret(0)])
    free = if_(bin_("=", ops.Load(base, r(1)), 0), [set_(2, bin_("+", r(2), 1))])
    b.function(1, [set_(2, 0), ops.ForRange(1, Const(1), Const(40), 1, (free,)), ret(r(2))], (0, 0, 0))
    test = both(bin_("!=", ops.Load(base, r(3)), r(1)), bin_("<=", ops.Look(sort, r(3)), r(4)))
    if late:  # a condition that is no set of bits is asked of each
        test = both(test, bin_(">", ops.Load(mark, r(3)), 7))
    turn: list[Stmt] = [set_(2, bin_("%", bin_("+", bin_("*", r(2), 41), r(3)), 99991))]
    if stops:
        turn.append(if_(bin_(">", r(2), 60_000), [ops.Break()]))
    walk = row(3, starts, cells, bin_("%", r(0), len(rising)), if_(test, turn))
    asked = b.function(2, [set_(2, 0), set_(4, bin_("-", r(1), 1)), walk, ret(r(2))], (0,) * 5)
    machine = b.machine()
    masks = Masks(machine, Ranges(machine, guarded=True))
    assert [each.rest is not None for each in masks.rows.values()] == [late]
    backend, reference, chance = make(machine), Reference(machine), Random(8)
    S, R = backend.new_position(0), reference.new_position(0)
    for _ in range(600):
        given = chance.randint(1, 40), chance.choice((0, 1, 1, 1, 2, 3)), chance.randint(0, 20)
        for one, position in ((backend, S), (reference, R)):
            one.call(position, write, given)
        index, of = chance.randrange(len(rising)), chance.randrange(8)
        assert backend.call(S, asked, (index, of)) == reference.call(R, asked, (index, of))


def test_what_a_turn_writes_is_asked_anew(make: Make) -> None:
    """A walk whose turns write what is tested is no set of bits."""
    b = Builder(rooms=(Room("colour", 40, 0, 3),))
    base = b.at["colour"] - 1
    starts, cells = b.table(0, 7, 12), b.table(1, 2, 3, 4, 5, 6, 7, 1, 9, 20, 30, 40)
    free = if_(bin_("=", ops.Load(base, r(1)), 0), [set_(2, bin_("+", r(2), 1))])
    b.function(1, [set_(2, 0), ops.ForRange(1, Const(1), Const(40), 1, (free,)), ret(r(2))], (0, 0, 0))
    turn: list[Stmt] = [store(base, bin_("+", bin_("%", r(3), 40), 1), 1, 0, 3), set_(2, bin_("+", r(2), 1))]
    walk = row(3, starts, cells, bin_("%", r(0), 2), if_(bin_("=", ops.Load(base, r(3)), 0), turn))
    asked = b.function(1, [set_(2, 0), walk, ret(r(2))], (0,) * 4)
    machine = b.machine()
    assert not Masks(machine, Ranges(machine, guarded=True)).rows
    backend, reference = make(machine), Reference(machine)
    for index in (0, 1):
        S, R = backend.new_position(0), reference.new_position(0)
        assert backend.call(S, asked, (index,)) == reference.call(R, asked, (index,)) > 0
        assert S == R


@pytest.mark.parametrize("size", [5, 8])
def test_moves_of_men_are_runs(make: Make, size: int) -> None:
    """Which man, and where to: a run for each man of breakthrough, in the order in which they are listed."""
    machine = load("breakthrough", options={"size": size}).machine()
    changed, _ = poured(machine)
    assert len(Masks(changed, Ranges(changed, guarded=True)).rows) == 2
    assert "+ q->runs" in write_module(machine, Frames(machine)).text
    assert agree(machine, range(12), 120) > 100


# ---- zones in place of lists -----------------------------------------------------------------------------------------


def test_zones_are_handed_on_in_place_of_lists(make: Make) -> None:
    """Whoever only looks at what lies in a zone is handed the zone, however far it is handed on; nobody else is."""
    places = (Zone(9), Zone(9, ordered=False, linked=True), Zone(9, ordered=False))
    b = Builder(pieces=9, zones=places, rooms=(Room("seen", 4),))
    move = b.function(2, [ops.MovePiece(r(0), r(1), "top", 1), ret(0)])
    found = if_(bin_("=", r(2), r(1)), [ret(1)])
    among = b.function(2, [ops.ForList(2, 0, (found,)), ret(0)], (9, 0, 0))
    often = b.function(2, [ret(bin_("+", bin_("*", ops.ListSize(0), 100), call(among, ops.ListReg(0), r(1))))], (9, 0))
    adding = b.function(1, [ops.ListAdd(0, r(1), False), ret(ops.ListSize(0))], (9, 0))
    first = b.function(1, [ret(ops.ListItem(0, Const(0)))], (9,))

    def asks(whom: int, *given: ops.Expr, room: int = 9, before: tuple[Stmt, ...] = ()) -> int:
        fill: list[Stmt] = [ops.ListClear(2), ops.ListZone(2, r(0)), *before]
        return b.function(2, [*fill, ret(bin_("+", 1000, call(whom, ops.ListReg(2), *given)))], (0, 0, room))

    taking = [asks(among, r(1)), asks(often, r(1)), asks(often, r(1), room=2)]
    moved = (ops.MovePiece(r(1), Const(0), "top", 1),)
    others = [asks(adding), asks(first), asks(among, r(1), before=moved)]
    machine = b.machine()
    changed = handed(machine)
    assert len(changed.procs) - len(machine.procs) == 2
    assert [changed.procs[each].sizes[2] == 0 for each in (*taking, *others)] == [True] * 3 + [False] * 3
    backend, reference, chance = make(machine), Reference(machine), Random(9)
    S, R = backend.new_position(0), reference.new_position(0)
    full = 0
    for _ in range(400):
        given = chance.randint(3, 11), chance.randint(0, 3)
        for one, position in ((backend, S), (reference, R)):
            one.call(position, move, given)
        for proc in (*taking, *others):
            asked, told = (chance.randint(0, 3), chance.randint(3, 11)), list[object]()
            for one, position in ((backend, S), (reference, R)):
                try:
                    told.append(one.call(position, proc, asked))
                except PlayError as error:
                    told.append((error.code, error.site))
                    full += 1
            assert told[0] == told[1]
        assert S == R
    assert full > 20


@pytest.mark.parametrize("name", ["hearts", "bridge", "euchre"])
def test_tricks_are_followed_without_lists(make: Make, name: str) -> None:
    """Whether a card follows is asked of the hand itself."""
    machine = game(name).machine()
    assert len(handed(machine).procs) > len(machine.procs)
    assert agree(machine, range(6), 120) > 50


# ---- rows that are only asked ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["anywhere", "first", "named"])
def test_rows_are_asked_for_a_member(make: Make, how: str) -> None:
    """Whether one of a sort lies in a row, or before the first that stops it, whichever way the row goes."""
    b = Builder(rooms=(Room("colour", 40, 0, 3),))
    base = b.at["colour"] - 1
    met = (*ROWS, (9, 1, 5)) if how == "anywhere" else ROWS
    starts = b.table(*(sum(map(len, met[:at])) for at in range(len(met) + 1)))
    cells = b.table(*(cell for each in met for cell in each))
    write = b.function(2, [store(base, r(0), r(1), 0, 3), ret(0)])
    free = if_(bin_("=", ops.Load(base, r(1)), 0), [set_(2, bin_("+", r(2), 1))])
    b.function(1, [set_(2, 0), ops.ForRange(1, Const(1), Const(40), 1, (free,)), ret(r(2))], (0, 0, 0))
    member = ops.Load(base, r(3))
    sought, stops = if_(bin_("=", member, r(1)), [ret(bin_("+", r(1), 7))]), bin_("!=", member, 0)
    turns: dict[str, tuple[Stmt, ...]] = {
        "anywhere": (sought,),
        "first": (sought, if_(stops, [ops.Break()])),
        "named": (set_(4, stops), sought, if_(r(4), [ops.Break()])),
    }
    walk = row(3, starts, cells, bin_("%", r(0), len(met)), *turns[how])
    asked = b.function(2, [walk, ret(0)], (0,) * 5)
    told = row(3, starts, cells, bin_("%", r(0), len(met)), *turns["named"])
    b.function(2, [told, ret(r(4))], (0,) * 5)
    machine = b.machine()
    masks = Masks(machine, Ranges(machine, guarded=True))
    assert masks.asked.keys() == {id(walk)}
    backend, reference, chance = make(machine), Reference(machine), Random(7)
    S, R = backend.new_position(0), reference.new_position(0)
    found = set[int]()
    for _ in range(800):
        at, value = chance.randint(1, 40), chance.choice((0, 0, 0, 0, 0, 1, 2, 3))
        for one, position in ((backend, S), (reference, R)):
            one.call(position, write, (at, value))
        given = chance.randrange(len(met)), chance.randrange(4)
        found.add(backend.call(S, asked, given))
        assert backend.call(S, asked, given) == reference.call(R, asked, given)
    assert found == {0, 7, 8, 9, 10}


def test_a_board_is_asked_for_attackers(make: Make) -> None:
    """Whether a king is attacked is asked of words."""
    machine = game("chess").machine()
    changed, _ = poured(machine)
    assert len(Masks(changed, Ranges(changed, guarded=True)).asked) >= 4
    assert agree(machine, range(3), 120) > 50
