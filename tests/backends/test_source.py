"""The generated Python: what it is made of, and that no machine is too deep or too wide for CPython."""

from __future__ import annotations

import ast
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from machines import Builder, Room, bin_, call, emit, if_, r, ret, set_
from randoms import from_seed

from dsl.backends.base import Chance, PlayError
from dsl.backends.python.backend import Python
from dsl.backends.reference.backend import Reference
from dsl.machine.ir import ops
from dsl.machine.ir.ops import STATUS, Block, Const, End, Expr, Machine, Names, Site, Stmt, TextTemplate
from dsl.machine.ir.verify import verify
from dsl.runtime.chance import draw

OURS = re.compile(r"[a-z]\d+")
FIXED = {"S", "range", "len", "abs"}
METHODS = {"append", "clear", "draw", "log", "sort"}
HOSTILE = 'x"""\\\n__import__("os").system("true") #line {0.__globals__} */ \x00 \u202e'


def foreign(source: str) -> list[str]:
    """What stands in a source and should not."""
    found: list[str] = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Name(id=name) | ast.arg(arg=name) | ast.FunctionDef(name=name):
                found += [] if OURS.fullmatch(name) or name in FIXED else [name]
            case ast.Attribute(attr=name):
                found += [] if name in METHODS else [name]
            case ast.Constant(value=value):
                found += [] if type(value) is int else [repr(value)]
            case ast.Global(names=names):
                found += [] if names == ["n0"] else names
            case ast.Import() | ast.ImportFrom() | ast.ClassDef() | ast.Try() | ast.keyword() | ast.JoinedStr():
                found.append(type(node).__name__)
            case _:
                pass
    return found


@pytest.mark.parametrize("seed", range(60))
def test_alphabet(seed: int) -> None:
    """Identifiers of our own alphabet, a fixed few others, numbers, and not a single string."""
    source = Python(from_seed(seed)).source
    assert foreign(source) == []
    assert source.isascii()


@settings(max_examples=25)
@given(st.integers(0, 200), st.text() | st.just(HOSTILE))
def test_names_do_not_matter(seed: int, word: str) -> None:
    """Whatever things are called, the text is the same."""
    machine = from_seed(seed)
    site = Site(word, 1, 1, word, (word,), word)
    count = len(machine.procs)
    names = Names(
        title=word,
        entities=(),
        enums=((word, (word,)),),
        fields=(),
        zones=(),
        boards=(),
        templates=(TextTemplate((word,)),),
        sites=(site,) * 100,
        procs=(word,) * count,
        windows=(word,),
        streams=(word,),
        options=((word, word),),
    )
    regions = tuple(replace(region, name=word) for region in machine.layout.regions)
    decisions = tuple(replace(decision, pass_words=word, kind=word) for decision in machine.decisions)
    renamed = replace(machine, names=names, decisions=decisions, layout=replace(machine.layout, regions=regions))
    assert Python(renamed).source == Python(machine).source


def test_nothing_else_is_in_reach() -> None:
    """Generated functions see three builtins."""
    backend = Python(Builder().machine())
    backend.new_position(0)  # a function is made when it is first called
    space = backend._functions[0].__globals__  # pyright: ignore[reportPrivateUsage] # what it sees is the question
    assert set(space["__builtins__"]) == {"range", "len", "abs"}


# ---- limits of CPython ----


def gives(machine: Machine, proc: int, *args: int) -> int:
    """What a function gives, the same in both backends; the machine is well formed."""
    assert verify(machine) == []
    results: list[int] = []
    for backend in (Reference(machine), Python(machine)):
        S = backend.new_position(0)
        results.append(backend.call(S, proc, args))
    assert results[0] == results[1]
    return results[0]


@pytest.mark.parametrize("fn", ["+", "-", "and", "or", "min", "<", "*"])
@pytest.mark.parametrize("way", ["left", "right", "both"])
def test_deep_expressions(fn: str, way: str) -> None:
    """200 levels of an expression, leaning either way."""
    expr: Expr = r(0)
    for n in range(200):
        leaf = Const(n % 3) if n % 7 else r(1)
        left = way == "left" or (way == "both" and n % 2 == 0)
        expr = bin_(fn, expr, leaf) if left else bin_(fn, leaf, expr)
        if fn == "*":
            expr = bin_("%", expr, 1009)
            if n == 99:
                break
    b = Builder()
    proc = b.function(2, [if_(expr, [ret(expr)], [ret(bin_("-", expr, 1))])])
    gives(b.machine(), proc, 2, 3)


def test_deep_choices() -> None:
    """200 levels of if, not, and brackets of every sort."""
    expr: Expr = r(0)
    for n in range(200):
        match n % 5:
            case 0:
                expr = ops.If(bin_(">", r(1), n), r(1), expr) if n % 2 else ops.If(expr, r(1), r(0))
            case 1:
                expr = ops.Un("neg", expr)
            case 2:
                expr = ops.Un("abs", expr)
            case 3:
                expr = ops.Look(6, bin_("+", expr, 0))
            case _:
                expr = ops.Un("not", expr)
    b = Builder()
    b.table(*range(50))
    proc = b.function(2, [ret(expr)])
    gives(b.machine(), proc, 2, 3)


def test_deep_loops() -> None:
    """More loops in loops than CPython has blocks; breaks and returns find their way out."""
    sizes = (0,) * 62
    for leave, turn in ((ops.Break(), 0), (ops.Continue(), 0), (ret(bin_("+", r(60), 1000)), 7), (set_(61, 5), 0)):
        body: list[Stmt] = [set_(60, bin_("+", r(60), 1)), if_(bin_("=", r(60), turn + 1), [leave]), set_(61, r(60))]
        for reg in range(50):
            match reg % 4:
                case 0:
                    body = [ops.ForRange(reg, Const(0), Const(int(reg in (0, 48))), 1, tuple(body))]
                case 1:
                    body = [if_(bin_(">=", r(60), 0), body, [set_(60, 0)])]
                case 2:
                    body = [ops.ForTable(reg, 6, Const(0), Const(1), tuple(body)), set_(60, bin_("+", r(60), 1))]
                case _:
                    once: Stmt = set_(reg, 0)
                    body = [set_(reg, 1), ops.Loop(r(reg), (once, *body))]
        b = Builder()
        b.table(4)
        proc = b.function(0, [set_(60, 0), set_(61, 0), *body, ret(bin_("+", bin_("*", r(61), 100), r(60)))], sizes)
        gives(b.machine(), proc)


def test_deep_branches() -> None:
    """100 branches in branches, and a chain of 100 of them."""
    for otherwise in (False, True):
        body: list[Stmt] = [ret(7)]
        for n in range(100):
            test = bin_("!=" if otherwise else "=", r(0), 5 if not otherwise else n)
            body = [if_(test, [set_(0, r(0))], body)] if otherwise else [if_(test, body, [ret(n)])]
        b = Builder()
        proc = b.function(1, body)
        machine = b.machine()
        for arg in (5, 6, 99, 150):
            gives(machine, proc, arg)


def test_deep_flow_bodies() -> None:
    """A body that is cut out of a flow hands its registers back."""
    body: list[Stmt] = [ops.ListAdd(20, Const(4), False), set_(21, bin_("+", ops.ListSize(20), r(0)))]
    for reg in range(1, 20):
        body = [ops.ForRange(reg, Const(1), Const(1), 1, tuple(body))]
    b = Builder(rooms=(Room("row", 1),))
    store = ops.Store(b.at["row"], Const(0), r(21), 0, 99, "error", 0)
    sizes = (*(0,) * 20, 3, 0)
    main = b.flow(0, [([set_(0, 6), set_(21, 0), *body, store], ops.ReturnFlow(Const(0)))], sizes)
    machine = b.machine(main)
    for backend in (Reference(machine), Python(machine)):
        S = backend.new_position(0)
        backend.run(S, Chance(machine, draw))
        assert S[b.at["row"]] == 7


def test_wide_switches() -> None:
    """A switch over two thousand cards, as statement and as the end of a block."""
    b = Builder(rooms=(Room("row", 1, 0, 99999),))
    row = b.at["row"]
    cases = tuple((n, n, (set_(0, n * 3),)) for n in range(2000))
    proc = b.function(1, [ops.SwitchDo(r(0), cases), ret(r(0))])
    blocks: list[tuple[list[Stmt], End]] = [
        ([set_(0, 1234)], ops.Switch(r(0), tuple((n, n, n + 1) for n in range(2000)), 2001))
    ]
    for n in range(2000):
        blocks.append(([ops.Store(row, Const(0), Const(n), 0, 99999, "error", 0)], ops.Jump(2001)))
    blocks.append(([], ops.ReturnFlow(Const(0))))
    main = b.flow(0, blocks, (0,))
    machine = b.machine(main)
    assert gives(machine, proc, 1777) == 1777 * 3
    for backend in (Reference(machine), Python(machine)):
        S = backend.new_position(0)
        backend.run(S, Chance(machine, draw))
        assert (S[row], S[STATUS]) == (1234, 2)


def test_long_flows() -> None:
    """Three thousand blocks, each led to by one other: they do not nest three thousand deep."""
    count = 3000
    b = Builder(rooms=(Room("row", 1, 0, 99999),))
    row = b.at["row"]
    step: Stmt = ops.Store(row, Const(0), bin_("+", ops.Load(row, Const(0)), 1), 0, 99999, "error", 0)
    blocks = [Block((step,), ops.Branch(Const(1), n + 1, count)) for n in range(count - 1)]
    ending: list[Block] = [Block((step,), ops.Jump(count)), Block((), ops.ReturnFlow(Const(0)))]
    main = b.flow(0, [([*block.body], block.end) for block in (*blocks, *ending)])
    machine = b.machine(main)
    for backend in (Reference(machine), Python(machine)):
        S = backend.new_position(0)
        backend.run(S, Chance(machine, draw))
        assert S[row] == count


def test_wide_formulas() -> None:
    """Small functions that call small functions twice do not double their text for ever."""
    b = Builder()
    proc = b.function(1, [ret(bin_("+", r(0), 1))])
    for _ in range(40):
        proc = b.function(1, [ret(bin_("max", call(proc, r(0)), call(proc, bin_("+", r(0), 1))))])
    machine = b.machine()
    assert len(Python(machine).source) < 100_000
    for backend in (Reference(machine, 500), Python(machine, 500)):
        with pytest.raises(PlayError, match="RUNAWAY"):
            backend.call(backend.new_position(0), proc, (1,))


def test_long_lists_of_statements() -> None:
    """Ten thousand statements in a row, and an option of two hundred numbers."""
    b = Builder()
    body: list[Stmt] = [set_(0, bin_("%", bin_("+", bin_("*", r(0), 3), n), 1009)) for n in range(10_000)]
    proc = b.function(1, [*body, ret(r(0))])
    gives(b.machine(), proc, 1)
    b = Builder()
    proc = b.function(0, [emit(*range(200))])
    b.decision(proc)
    backend = Python(b.machine())
    assert backend.emit(backend.new_position(0), proc, ()) == [tuple(range(200))]
