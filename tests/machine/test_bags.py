"""Bags against counters: whatever is done to them, each count is what a plain counter says, on both backends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from backends.native_help import native, needs_compiler
from breadth import many
from hypothesis import given, settings
from hypothesis import strategies as st
from machine.common import machine_of

from dsl.backends.base import Backend, Chance, PlayError
from dsl.backends.python.backend import Python
from dsl.backends.reference.backend import Reference
from dsl.machine.ir.ops import Machine
from dsl.runtime.chance import draw
from dsl.runtime.wording import Words

VALUES = ("a", "b", "c")
FIELDS = {"strict": (9, "error"), "full": (6, "stops"), "same": (12, "ignored"), "wide": (2**20 - 1, "stops")}
"""The bound of each bag and what happens beyond it; the last one takes 60 bits."""
START = {"strict": {"b": 1}, "full": {"b": 5}, "same": {"a": 11, "c": 12}, "wide": {"a": 1000000, "b": 70, "c": 3}}
EDGES = {"error": "", "stops": " stops at ends", "ignored": " ignored beyond"}


def in_words(bag: Counter[str]) -> str:
    """A bag as it reads."""
    held = [value if bag[value] == 1 else f"{bag[value]} {value}" for value in VALUES if bag[value]]
    return ", ".join(held) or "nothing"


HEAD = "\n".join(
    [
        "enum Sort: a, b, c",
        "the table has:",
        *(
            f"    var {name}: bag of Sort up to {most}{EDGES[edge]} = {{{in_words(Counter(START[name]))}}}"
            for name, (most, edge) in FIELDS.items()
        ),
        "    var n: 0..99",
        "    var which: Sort",
        "event by_hand (what: bag of Sort up to 9 stops at ends): raise strict by what",
        "define doubled (what: bag of Sort up to 1048575 stops at ends) = size of what + size of what",
        "main:",
        "",
    ]
)


class Beyond(Exception):
    """A count would leave its bounds where that is an error."""


Bags = dict[str, Counter[str]]


@dataclass(frozen=True)
class Step:
    """A statement and what it does to counters; `holds`: a question and its answer."""

    text: str
    do: Callable[[Bags], None] = lambda _: None
    question: str = ""
    answer: Callable[[Bags], object] = lambda _: ""


@dataclass(frozen=True)
class Amount:
    """A bag as it is written, and what it is."""

    text: str
    read: Callable[[Bags], Counter[str]]


def changed(bags: Bags, name: str, new: dict[str, int]) -> None:
    """New counts of a bag, as its edge has it."""
    most, edge = FIELDS[name]
    if edge == "error" and any(not 0 <= count <= most for count in new.values()):
        raise Beyond
    for value, count in new.items():
        if edge == "stops":
            bags[name][value] = max(0, min(most, count))
        elif 0 <= count <= most:
            bags[name][value] = count


def at_most(bag: Counter[str], most: int) -> Counter[str]:
    return Counter({value: min(bag[value], most) for value in VALUES})


COUNTS = st.fixed_dictionaries({value: st.integers(0, 8) for value in VALUES}).map(Counter)
NAMES = st.sampled_from(["same", "full", "wide", "same", "full", "wide", "strict"])  # an error ends a game early
VALUE = st.sampled_from(VALUES)
HOWS = st.sampled_from(["set", "raise", "lower"])


def written(counts: Counter[str], worked_out: bool) -> str:
    """Braces with these counts: numbers, or amounts that are not known before the game."""
    amounts = [f"(n + {counts[value]}) {value}" if worked_out else f"{counts[value]} {value}" for value in VALUES]
    return f"{{{', '.join(amounts)}}}"


def _times(bag: Counter[str], many: int) -> Counter[str]:
    return Counter({value: many * count for value, count in bag.items()})


@st.composite
def amounts(draw_: st.DrawFn) -> Amount:
    """A bag: written, of a field, a sum, a difference."""
    form = draw_(st.sampled_from(["field", "written", "worked out", "named", "sum", "difference", "either"]))
    counts, name, other = draw_(COUNTS), draw_(NAMES), draw_(NAMES)
    if form in ("written", "worked out"):
        return Amount(written(counts, form == "worked out"), lambda _: counts)
    if form == "named":
        value = draw_(VALUE)
        text = f"{{{counts['a']} which, {counts['b']} {value}, which}}"
        return Amount(
            text, lambda bags: Counter(_times(bags["which"], counts["a"] + 1) + Counter({value: counts["b"]}))
        )
    if form == "field":
        return Amount(name, lambda bags: bags[name])
    if form == "sum" and name != "wide":
        return Amount(f"{name} + {written(counts, False)}", lambda bags: bags[name] + counts)
    if form == "either":
        test = f"(if size of {name} > 9 then {name} else {other})"
        return Amount(test, lambda bags: bags[name if bags[name].total() > 9 else other])
    return Amount(f"{name} - {other}", lambda bags: bags[name] - bags[other])


@st.composite
def steps(draw_: st.DrawFn) -> Step:
    """One statement."""
    form = draw_(st.sampled_from(["whole", "event", "compare", "one", "turned", "pay", "count"]))
    how, name, value, by = draw_(HOWS), draw_(NAMES), draw_(VALUE), draw_(amounts())
    number = draw_(st.integers(0, 14))
    to = "to" if how == "set" else "by"

    def result(bags: Bags, given_: Counter[str], only: str = "") -> dict[str, int]:
        before, sign = bags[name], -1 if how == "lower" else 1
        touched = [only] if only else VALUES
        return {one: given_[one] if how == "set" else before[one] + sign * given_[one] for one in touched}

    if form == "whole":
        return Step(f"{how} {name} {to} {by.text}", lambda bags: changed(bags, name, result(bags, by.read(bags))))
    if form in ("one", "turned"):
        one = Counter({value: number})
        index = value if form == "one" else "which"
        before = f"set which to {value}; set n to {number}; " if form == "turned" else "set n to " + f"{number}; "
        text = f"{before}{how} {name}[{index}] {to} n; set n to 0"

        def change(bags: Bags) -> None:
            if form == "turned":
                bags["which"] = Counter([value])
            changed(bags, name, result(bags, one, value))

        return Step(text, change)
    if form == "pay":
        text = f"if {name} >= {by.text}: pay {by.text} from {name}"

        def pay(bags: Bags) -> None:
            if all(bags[name][one] >= by.read(bags)[one] for one in VALUES):
                changed(bags, name, {one: bags[name][one] - by.read(bags)[one] for one in VALUES})

        return Step(text, pay)
    if form == "event":
        event_bag = Amount("full", lambda bags: at_most(bags["full"], 9)) if by.text.startswith("{") else by

        def gain(bags: Bags) -> None:
            more = at_most(event_bag.read(bags), 9)
            changed(bags, "strict", {one: bags["strict"][one] + more[one] for one in VALUES})

        return Step(f"by_hand {event_bag.text}", gain)
    if form == "count":
        question = f"{{{name}[{value}]}} {{size of ({by.text})}}" if "{" not in by.text else f"{{{name}[{value}]}} 0"
        return Step("nothing", question=question, answer=lambda bags: _counted(bags, name, value, by))
    other = draw_(NAMES)
    question = (
        f"{{{name} >= {other}}} {{{name} <= {other}}} {{{name} = {other}}} {{{value} in {name}}} {{doubled({name})}}"
    )
    return Step("nothing", question=question, answer=lambda bags: _compared(bags, name, other, value))


def _counted(bags: Bags, name: str, value: str, by: Amount) -> str:
    return f"{bags[name][value]} {by.read(bags).total() if '{' not in by.text else 0}"


def _compared(bags: Bags, name: str, other: str, value: str) -> str:
    a, b = bags[name], bags[other]
    answers = [all(a[one] >= b[one] for one in VALUES), all(a[one] <= b[one] for one in VALUES)]
    answers += [all(a[one] == b[one] for one in VALUES), a[value] > 0]
    return " ".join([*("yes" if answer else "no" for answer in answers), str(2 * a.total())])


def told(machine: Machine, backend: Callable[[Machine], Backend]) -> list[str]:
    """The log of a game, and the error it ends with."""
    lines: list[str] = []
    words = Words(machine)
    env = Chance(machine, draw, lambda S, template, args: lines.append(words.text(S, None, template, args)))
    made = backend(machine)
    try:
        made.run(made.new_position(1), env)
    except PlayError as error:
        lines.append(error.code)
    return lines


def expected(script: list[Step]) -> list[str]:
    """The same by counters."""
    bags: Bags = {name: Counter(START[name]) for name in FIELDS} | {"which": Counter("a")}
    lines: list[str] = []
    for step in script:
        try:
            step.do(bags)
        except Beyond:
            return [*lines, "BOUND"]
        lines.append("; ".join(in_words(bags[name]) for name in FIELDS))
        if step.question:
            lines.append(str(step.answer(bags)))
    return lines


def text_of(script: list[Step]) -> str:
    """A game that takes the steps."""
    say = "; ".join(f"{{{name}}}" for name in FIELDS)
    lines: list[str] = []
    for step in script:
        lines += [f"    {step.text}", f'    say "{say}"', *([f'    say "{step.question}"'] if step.question else [])]
    return HEAD + "\n".join([*lines, "    end game drawn", ""])


@pytest.mark.slow
@pytest.mark.wide
@settings(max_examples=many(12, 60))
@given(st.lists(steps(), min_size=8, max_size=20))
def test_bags_count_as_counters_do(script: list[Step]) -> None:
    machine = machine_of(text_of(script))
    wanted = expected(script)
    for backend in (Reference, Python):
        assert told(machine, backend) == wanted


@pytest.mark.parametrize("backend", [Reference, Python, pytest.param(native, marks=needs_compiler)])
def test_the_widest_bag(backend: Callable[[Machine], Backend]) -> None:
    """62 bits are not too many: two counts of 30 bits, and 31 counts of two."""
    many = [f"v{number}" for number in range(31)]
    machine = machine_of(
        f"""
enum Pair: x, y
enum Many: {", ".join(many)}
the table has:
    var pair: bag of Pair up to 999999999 stops at ends
    var all: bag of Many up to 3 stops at ends
main:
    set pair to {{999999999 x, 999999998 y}}
    raise pair by {{7 x, 999999000 y}}
    for each m in Many: raise all[m] by place of m
    say "{{pair}} {{size of pair}} {{pair[y]}} {{all}} {{size of all}}"
    lower pair[x] by 999999998
    lower all by all - {{3 v1, 2 v30}}
    say "{{pair}} {{all}}"
    end game drawn
"""
    )
    held = ", ".join(["v0", "2 v1", *(f"3 {name}" for name in many[2:])])
    first = f"999999999 x, 999999999 y 1999999998 999999999 {held} {1 + 2 + 29 * 3}"
    assert told(machine, backend) == [first, "x, 999999999 y 2 v1, 2 v30"]
