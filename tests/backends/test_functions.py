"""What expressions and statements mean, in both backends: each test is a small function and what it gives."""

from __future__ import annotations

import pytest
from machines import Builder, Make, Room, bin_, call, emit, if_, r, ret, set_

from dsl.backends.base import MachineFault, PlayError
from dsl.machine.ir import ops
from dsl.machine.ir.ops import Const, Expr, Stmt


def result(make: Make, body: list[Stmt], args: tuple[int, ...] = (), sizes: tuple[int, ...] | None = None) -> int:
    """What a function gives. Its parameters are scalars; `sizes` are its registers if there are more."""
    b = Builder(rooms=(Room("row", 5), Room("cup", 1, 0, 5)))
    b.table(7, 8, 9)
    proc = b.function(len(args), body, sizes if sizes is not None else (0,) * len(args))
    backend = make(b.machine(), 4_000)
    return backend.call(backend.new_position(1), proc, args)


def value(make: Make, expr: Expr, *args: int) -> int:
    """What an expression gives: once of parameters, once of numbers that stand in the text."""
    found = result(make, [ret(expr)], args)
    assert result(make, [*(set_(reg, arg) for reg, arg in enumerate(args)), ret(expr)], (), (0,) * len(args)) == found
    return found


BINARY = [
    *(("+", 3, 4, 7), ("-", 3, 4, -1), ("*", -3, 4, -12), ("//", 7, 2, 3), ("//", -7, 2, -4), ("//", 7, -2, -4)),
    *(("%", 7, 3, 1), ("%", -7, 3, 2), ("%", 7, -3, -2), ("min", 3, 4, 3), ("max", 3, 4, 4), ("min", 4, 4, 4)),
    *(
        ("&", 6, 3, 2),
        ("|", 6, 3, 7),
        ("&", -2, 7, 6),
        ("<<", 3, 4, 48),
        ("<<", 1, 0, 1),
        ("=", 3, 3, 1),
        ("=", 3, 4, 0),
    ),
    *(("!=", 3, 4, 1), ("!=", 3, 3, 0), ("<", 3, 4, 1), ("<", 4, 4, 0), ("<=", 4, 4, 1), ("<=", 5, 4, 0)),
    *((">", 5, 4, 1), (">", 4, 4, 0), (">=", 4, 4, 1), (">=", 3, 4, 0), ("and", 2, 3, 1), ("and", 2, 0, 0)),
    *(("and", 0, 3, 0), ("or", 0, 3, 1), ("or", 2, 0, 1), ("or", 0, 0, 0)),
]


@pytest.mark.parametrize(("fn", "left", "right", "expected"), BINARY)
def test_binary(make: Make, fn: str, left: int, right: int, expected: int) -> None:
    """Every function of two numbers: for its number, for its truth, and for its opposite."""
    expr = bin_(fn, r(0), r(1))
    assert value(make, expr, left, right) == expected
    assert value(make, ops.If(expr, Const(5), Const(6)), left, right) == (5 if expected else 6)
    assert value(make, ops.Un("not", expr), left, right) == (0 if expected else 1)
    assert result(make, [if_(ops.Un("not", expr), [ret(6)]), ret(5)], (left, right)) == (5 if expected else 6)
    assert value(make, bin_("-", expr, expr), left, right) == 0


@pytest.mark.parametrize(("fn", "operand", "expected"), [("not", 0, 1), ("not", 7, 0), ("neg", 3, -3), ("neg", -3, 3)])
def test_unary(make: Make, fn: str, operand: int, expected: int) -> None:
    """Every function of one number."""
    assert value(make, ops.Un(fn, r(0)), operand) == expected
    assert value(make, ops.Un("abs", r(0)), -abs(operand)) == abs(operand)


def test_precedence(make: Make) -> None:
    """The text of generated code has its brackets where the tree has its joints."""
    a, b, c = r(0), r(1), r(2)
    signs = sorted({sign for sign, _, _, _ in BINARY} - {"<<", "//", "%"})
    builder = Builder()
    trees: list[tuple[int, Expr]] = []
    for outer in signs:
        for inner in signs:
            for tree in (bin_(outer, bin_(inner, a, b), c), bin_(outer, a, bin_(inner, b, c))):
                trees.append((builder.function(3, [ret(tree)]), tree))
    backend = make(builder.machine())
    S = backend.new_position(0)
    for proc, tree in trees:
        assert backend.call(S, proc, (6, 3, 2)) == plain(tree, [6, 3, 2]), tree


def plain(expr: Expr, args: list[int]) -> int:
    """The value of a tree of registers and functions of two numbers, by table."""
    if isinstance(expr, ops.Reg):
        return args[expr.reg]
    assert isinstance(expr, ops.Bin)
    left, right = plain(expr.left, args), plain(expr.right, args)
    plains = {
        **{"+": left + right, "-": left - right, "*": left * right, "min": min(left, right), "max": max(left, right)},
        **{"&": left & right, "|": left | right, "=": left == right, "!=": left != right, "<": left < right},
        **{"<=": left <= right, ">": left > right, ">=": left >= right, "and": left and right, "or": left or right},
    }
    found = plains[expr.fn]
    return int(bool(found)) if expr.fn in ("=", "!=", "<", "<=", ">", ">=", "and", "or") else int(found)


def test_only_what_is_needed_is_evaluated(make: Make) -> None:
    """`and`, `or` and `if` leave the other side alone."""
    bad = bin_("//", 1, r(0))
    assert value(make, bin_("and", r(0), bad), 0) == 0
    assert value(make, bin_("or", 1, bad), 0) == 1
    assert value(make, ops.If(r(0), bad, Const(4)), 0) == 4


@pytest.mark.parametrize(("index", "expected"), [(-4, 0), (-1, 0), (0, 7), (2, 9), (3, 0), (1 << 40, 0)])
def test_look(make: Make, index: int, expected: int) -> None:
    """A table gives 0 outside."""
    table = 6
    assert value(make, ops.Look(table, r(0)), index) == expected
    assert value(make, ops.Look(table, Const(index))) == expected
    assert value(make, ops.Look(table, bin_("+", r(0), 1)), index - 1) == expected


def test_between(make: Make) -> None:
    """Two comparisons of one thing with known bounds."""
    for low, high in ((">=", "<="), (">", "<")):
        expr = bin_("and", bin_(low, r(0), 2), bin_(high, r(0), 5))
        backwards = bin_("and", bin_({">=": "<=", ">": "<"}[low], 2, r(0)), bin_({"<=": ">=", "<": ">"}[high], 5, r(0)))
        expected = [2, 3, 4, 5] if low == ">=" else [3, 4]
        assert [n for n in range(8) if value(make, expr, n)] == expected
        assert [n for n in range(8) if value(make, backwards, n)] == expected
        assert [n for n in range(8) if not value(make, ops.Un("not", expr), n)] == expected


def test_store_and_load(make: Make) -> None:
    """Slots of the data, by number and by sum."""
    b = Builder(rooms=(Room("row", 5),))
    row = b.at["row"]
    body: list[Stmt] = [
        ops.ForRange(0, Const(0), Const(4), 1, (ops.Store(row, r(0), bin_("*", r(0), 10), -99, 99, "error", 1),)),
        ops.Store(row - 7, Const(8), bin_("+", ops.Load(row, Const(4)), 1), -99, 99, "error", 1),
        ops.Store(row, bin_("-", r(0), 2), ops.Load(row - 3, bin_("+", 3, r(0))), -99, 99, "error", 1),
    ]
    backend = make(b.machine(start=b.function(0, body, (0,))))
    assert backend.new_position(0)[row : row + 5] == [0, 41, 40, 30, 40]


@pytest.mark.parametrize(
    ("edge", "number", "expected"),
    [
        *(("stops", -3, 0), ("stops", 9, 5), ("stops", 2, 2), ("ignored", -3, 4), ("ignored", 9, 4), ("ignored", 2, 2)),
        *(("error", 2, 2), ("error", 0, 0), ("error", 5, 5)),
    ],
)
def test_edges(make: Make, edge: str, number: int, expected: int) -> None:
    """What a store beyond the range does."""
    for written in (Const(number), r(0), bin_("+", r(0), 0), bin_("-", bin_("+", r(0), r(0)), r(0))):
        b = Builder(rooms=(Room("cup", 1, 0, 5),))
        cup = b.at["cup"]
        proc = b.function(1, [ops.Store(cup, Const(0), written, 0, 5, edge, 33)])
        backend = make(b.machine())
        S = backend.new_position(0)
        S[cup] = 4
        backend.call(S, proc, (number,))
        assert S[cup] == expected


@pytest.mark.parametrize("number", [-1, 6, 1 << 50])
def test_store_error(make: Make, number: int) -> None:
    """A store that is no stop is an error of the description, and says where."""
    body: list[Stmt] = [ops.Store(14, Const(0), r(0), 0, 5, "error", 33)]
    with pytest.raises(PlayError) as caught:
        result(make, body, (number,))
    assert (caught.value.code, caught.value.site) == ("BOUND", 33)


@pytest.mark.parametrize(
    ("expr", "code"),
    [
        (bin_("//", 1, r(0)), "DIVIDE"),
        (bin_("%", 1, bin_("-", r(0), r(0))), "DIVIDE"),
        (bin_("<<", 1, bin_("-", r(0), 1)), "BOUND"),
        (bin_("<<", 1, bin_("+", r(0), 63)), "BOUND"),
        (bin_("*", bin_("*", bin_("+", r(0), 1 << 40), 1 << 20), 1 << 20), "BOUND"),
    ],
)
def test_arithmetic_errors(make: Make, expr: Expr, code: str) -> None:
    """An error without a place of its own is laid at the door of the innermost function."""
    b = Builder()
    inner = b.function(1, [set_(0, expr), ret(r(0))])
    outer = b.function(1, [ret(bin_("+", 1, call(inner, r(0))))])
    backend = make(b.machine())
    with pytest.raises(PlayError) as caught:
        backend.call(backend.new_position(0), outer, (0,))
    assert (caught.value.code, caught.value.site) == (code, inner)


def test_numbers_that_grow(make: Make) -> None:
    """What is squared for ever leaves 64 bits, and is refused before it eats the memory."""
    body: list[Stmt] = [ops.Loop(Const(1), (set_(0, bin_("*", r(0), r(0))),))]
    with pytest.raises(PlayError, match="BOUND"):
        result(make, body, (3,))


def test_branches(make: Make) -> None:
    """if, else, chains of them, and empty bodies."""
    chain: list[Stmt] = [ret(99)]
    for n in range(40):
        chain = [if_(bin_("=", r(0), n), [ret(n * n)], chain)]
    for n in (0, 1, 9, 17, 39, 40, -1):
        assert result(make, chain, (n,)) == (n * n if 0 <= n < 40 else 99)
    assert result(make, [if_(r(0), [], [ret(3)]), if_(r(0), [], []), ret(4)], (0,)) == 3
    assert result(make, [if_(r(0), [], [ret(3)]), ret(4)], (1,)) == 4
    assert result(make, [], ()) == 0


def test_switch(make: Make) -> None:
    """Ranges, single numbers, gaps; none of them: nothing."""
    cases = tuple((n * 3, n * 3 + (n % 2), (set_(1, n + 100),)) for n in range(20))
    body: list[Stmt] = [set_(1, 0), ops.SwitchDo(bin_("+", r(0), 0), (*cases, (70, 90, ()))), ret(r(1))]
    for n in range(-2, 95):
        inside = 0 <= n < 60 and n % 3 <= (n // 3) % 2
        assert result(make, body, (n,), (0, 0)) == (n // 3 + 100 if inside else 0), n


def test_loops(make: Make) -> None:
    """while, counting up and down, and leaving them."""
    total: Stmt = set_(1, bin_("+", bin_("*", r(1), 10), r(0)))
    for first, last, step, expected in ((1, 4, 1, 1234), (4, 1, -1, 4321), (4, 1, 1, 0), (1, 4, -1, 0), (3, 3, 1, 3)):
        for bounds in ((Const(first), Const(last)), (bin_("+", first, r(1)), bin_("-", last, r(1)))):
            loop = ops.ForRange(0, *bounds, step, (total,))
            assert result(make, [set_(1, 0), loop, ret(r(1))], (), (0, 0)) == expected
    odd = if_(bin_("%", r(0), 2), [ops.Continue()])
    end = if_(bin_(">", r(0), 6), [ops.Break()])
    counted = ops.ForRange(0, Const(1), Const(9), 1, (end, odd, total))
    assert result(make, [set_(1, 0), counted, ret(r(1))], (), (0, 0)) == 246
    step = set_(0, bin_("+", r(0), 1))
    whiles = ops.Loop(bin_("<", r(0), 9), (step, end, odd, total))
    assert result(make, [set_(0, 0), set_(1, 0), whiles, ret(r(1))], (), (0, 0)) == 246
    changed = ops.ForRange(0, Const(1), Const(3), 1, (total, set_(0, 50)))  # a loop counts by itself
    assert result(make, [set_(1, 0), changed, ret(r(1))], (), (0, 0)) == 123


def test_loops_over_tables(make: Make) -> None:
    """A stretch of a table; what is outside is not visited."""
    total: Stmt = set_(1, bin_("+", bin_("*", r(1), 10), r(0)))
    for first, last, expected in ((0, 3, 789), (1, 2, 8), (2, 1, 0), (-5, 2, 78), (1, 99, 89), (-3, -1, 0), (0, 0, 0)):
        for bounds in ((Const(first), Const(last)), (bin_("+", first, r(1)), bin_("+", last, r(1)))):
            loop = ops.ForTable(0, 6, *bounds, (total,))
            assert result(make, [set_(1, 0), loop, ret(r(1))], (), (0, 0)) == expected


def test_lists(make: Make) -> None:
    """Adding, asking, walking, clearing."""
    add: list[Stmt] = [ops.ListClear(1), *(ops.ListAdd(1, Const(n), n == 5) for n in (5, 3, 5, 3))]
    as_number: list[Stmt] = [set_(0, 0), ops.ForList(2, 1, (set_(0, bin_("+", bin_("*", r(0), 10), r(2))),)), ret(r(0))]
    sizes = (0, 4, 0)
    assert result(make, [*add, *as_number], (), sizes) == 533
    assert result(make, [*add, ret(ops.ListSize(1))], (), sizes) == 3
    for index, expected in ((-1, 0), (0, 5), (2, 3), (3, 0)):
        assert result(make, [*add, set_(0, index), ret(ops.ListItem(1, r(0)))], (), sizes) == expected
    assert result(make, [*add, ret(ops.ListHas(1, Const(3)))], (), sizes) == 1
    assert result(make, [*add, ret(ops.ListHas(1, Const(4)))], (), sizes) == 0
    assert result(make, [*add, ops.ListClear(1), ops.ListAdd(1, Const(8), True), *as_number], (), sizes) == 8
    grow = ops.ForList(2, 1, (if_(bin_("<", ops.ListSize(1), 4), [ops.ListAdd(1, Const(9), False)]), set_(0, r(2))))
    assert result(make, [*add, set_(0, 0), grow, ret(ops.ListSize(1))], (), sizes) == 4
    with pytest.raises(PlayError, match="BOUND"):
        result(make, [*add, *add[1:], *add[1:]], (), sizes)


def test_lists_are_handed_over_as_they_are(make: Make) -> None:
    """What a function does to a list its caller sees."""
    b = Builder()
    fill = b.function(2, [ops.ListAdd(0, r(1), False), ops.ListAdd(0, r(1), True), ret(ops.ListSize(0))], (3, 0))
    outer = b.function(
        0,
        [
            ops.ListClear(0),
            ops.Do(fill, (ops.ListReg(0), Const(4)), None),
            set_(1, call(fill, ops.ListReg(0), Const(6))),
            ret(
                bin_(
                    "+",
                    bin_("*", r(1), 100),
                    bin_("+", bin_("*", ops.ListItem(0, Const(0)), 10), ops.ListItem(0, Const(1))),
                )
            ),
        ],
        (3, 0),
    )
    backend = make(b.machine())
    assert backend.call(backend.new_position(0), outer, ()) == 246


def test_sort(make: Make) -> None:
    """By a key, stable, up and down."""
    b = Builder()
    key = b.function(2, [ret(bin_("%", r(0), r(1)))])
    for down, expected in ((False, [21, 12, 32, 13]), (True, [13, 12, 32, 21])):
        proc = b.function(
            0,
            [
                *(ops.ListAdd(0, Const(n), False) for n in (12, 21, 13, 32)),
                ops.ListSort(0, key, (Const(10),), down),
                ops.ForList(1, 0, (emit(r(1)),)),
            ],
            (4, 0),
        )
        b.decision(proc)
        backend = make(b.machine())
        assert backend.emit(backend.new_position(0), proc, ()) == [(n,) for n in expected]


def test_emit(make: Make) -> None:
    """Options come in the order of the rules, from called functions too, each with its own width."""
    b = Builder()
    inner = b.function(1, [emit(r(0), 7), emit()])
    outer = b.function(1, [emit(1), ops.Do(inner, (r(0),), None), emit(r(0))])
    b.decision(outer, (0,))
    backend = make(b.machine())
    assert backend.emit(backend.new_position(0), outer, (5,)) == [(1,), (5, 7), (), (5,)]


def test_recursion(make: Make) -> None:
    """Sixteen deep is allowed, seventeen is not; the position is not left deeper than it was."""
    b = Builder()
    proc = b.reserve()
    body: list[Stmt] = [if_(r(0), [ret(bin_("+", 1, call(proc, bin_("-", r(0), 1))))]), ret(0)]
    b.function(1, body, recursive=True, proc=proc)
    backend = make(b.machine())
    S = backend.new_position(0)
    before = list(S)
    assert backend.call(S, proc, (15,)) == 15
    with pytest.raises(PlayError) as caught:
        backend.call(S, proc, (16,))
    assert (caught.value.code, caught.value.site) == ("RUNAWAY", proc)
    assert before == S


@pytest.mark.parametrize("work", [1 << 40, 1 << 62])
def test_work_is_counted(make: Make, work: int) -> None:
    """Loops that end some day are not waited for."""
    bodies: list[list[Stmt]] = [
        [ops.Loop(bin_(">", r(0), 0), (set_(0, bin_("-", r(0), 1)),))],
        [ops.ForRange(1, Const(0), r(0), 1, ())],
        [ops.ForRange(1, r(0), Const(0), -1, ())],
        [ops.ForRange(1, Const(1), Const(work), 1, ())],
    ]
    for body in bodies:
        with pytest.raises(PlayError, match="RUNAWAY"):
            result(make, body, (work,), (0, 0))


def test_nested_work_is_counted(make: Make) -> None:
    """Short loops in short loops, and functions that call functions twice, pile up and are counted."""
    body: list[Stmt] = [set_(0, 1)]
    for reg in range(1, 9):
        body = [ops.ForRange(reg, Const(1), Const(20), 1, tuple(body))]
    with pytest.raises(PlayError, match="RUNAWAY"):
        result(make, body, (), (0,) * 9)
    b = Builder(rooms=(Room("row", 1),))
    proc = b.function(1, [ops.Store(b.at["row"], Const(0), r(0), 0, 9, "ignored", 0), ret(r(0))])
    for _ in range(60):
        proc = b.function(1, [ret(bin_("+", call(proc, r(0)), call(proc, 1)))])
    backend = make(b.machine(), 4_000)
    with pytest.raises(PlayError, match="RUNAWAY"):
        backend.call(backend.new_position(0), proc, (1,))


def test_fail(make: Make) -> None:
    """A Fail says what it says."""
    with pytest.raises(PlayError) as caught:
        result(make, [ops.Fail("MISSING", 77)])
    assert (caught.value.code, caught.value.site) == ("MISSING", 77)


def test_draws_outside_a_game(make: Make) -> None:
    """A question put to a position draws nothing."""
    with pytest.raises(MachineFault):
        result(make, [ops.Chance(0, Const(3), 0, 1)], (), (0,))


def test_inlining_keeps_the_order(make: Make) -> None:
    """A small function is written into its caller: an argument is evaluated once, or not at all."""
    b = Builder()
    b.table(5, 6, 7)
    twice = b.function(1, [ret(bin_("+", r(0), r(0)))])
    maybe = b.function(2, [if_(r(0), [ret(r(1))]), ret(bin_("*", r(1), r(1)))])
    ignores = b.function(2, [ret(r(0))])
    nested = b.function(1, [ret(call(twice, call(maybe, bin_("-", r(0), 1), bin_("+", r(0), 2))))])
    chain = b.function(1, [ret(call(ignores, call(twice, bin_("*", r(0), 3)), ops.Look(6, r(0))))])
    backend = make(b.machine())
    S = backend.new_position(0)
    assert [backend.call(S, nested, (n,)) for n in range(3)] == [4, 18, 8]
    assert [backend.call(S, chain, (n,)) for n in range(3)] == [0, 6, 12]
