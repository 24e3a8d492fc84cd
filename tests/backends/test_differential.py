"""The reference and the Python backend agree, on every position, option, log line and error."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import pytest
from breadth import many
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from randoms import Maker, from_seed

from dsl.backends.base import Backend, Chance, PlayError
from dsl.backends.python.backend import Python
from dsl.backends.reference.backend import Reference
from dsl.machine.ir.entries import public
from dsl.machine.ir.ops import ASKING, STATUS, Machine
from dsl.runtime.chance import draw

BUDGET = 300
DECISIONS = 8


def told(action: Callable[[], object]) -> object:
    """What an action gives, or the error it raises."""
    try:
        return action()
    except PlayError as error:
        return error.code, error.site


def play(machine: Machine, backend: Backend, key: int) -> list[object]:
    """One random game, and everything that could be seen of it."""
    story: list[object] = []
    env = Chance(machine, draw, lambda _, template, args: story.append((template, args)))
    S = backend.new_position(key)
    choices = random.Random(key)
    for _ in range(DECISIONS):
        story.append(list(S))
        error = told(lambda: backend.run(S, env))
        if error is not None:
            return [*story, error]
        story.append(list(S))
        if S[STATUS] != ASKING:
            break
        options = told(lambda: backend.options(S))
        story += [options, list(S)]
        if not isinstance(options, list):
            return story
        backend.choose(S, choices.choice(options))
    for proc in (machine.procs[number] for number in sorted(public(machine))):
        if not any(proc.sizes[: proc.params]):
            copy = list(S)
            args = [choices.randint(-3, 9) for _ in range(proc.params)]
            result = told(partial(backend.call, copy, proc.id, args, env))
            story += [result] if isinstance(result, tuple) else [result, copy]
    return [*story, backend.score(S)]


def agree(machine: Machine, key: int) -> None:
    """Play the same game on both backends."""
    reference, python = Reference(machine, BUDGET), Python(machine, BUDGET)
    expected, found = play(machine, reference, key), play(machine, python, key)
    for step, (left, right) in enumerate(zip(expected, found, strict=False)):
        assert left == right, f"step {step} of {len(expected)}"
    assert len(expected) == len(found)


@pytest.mark.parametrize("block", range(8))
def test_machines_of_seeds(block: int) -> None:
    """Random machines, the same ones every time."""
    of_seeds(range(block * 10, block * 10 + 10))


@pytest.mark.long
@pytest.mark.parametrize("block", range(8))
def test_machines_of_many_seeds(block: int, rotating: int) -> None:
    """Many random machines, others in every run."""
    of_seeds(range(rotating * 1_000 + block * 40, rotating * 1_000 + block * 40 + 40))


def of_seeds(seeds: range) -> None:
    """Some random machines, two games of each."""
    for seed in seeds:
        machine = from_seed(seed)
        for key in range(2):
            try:
                agree(machine, key)
            except BaseException as error:
                error.add_note(f"seed {seed}, key {key}")
                raise


@pytest.mark.wide
@settings(
    max_examples=many(12, 40),
    suppress_health_check=(HealthCheck.data_too_large, HealthCheck.filter_too_much),
)
@given(st.data(), st.integers(0, 2**64 - 1))
def test_machines_of_hypothesis(data: st.DataObject, key: int) -> None:
    """Random machines that can be shrunk."""
    agree(Maker(lambda low, high: data.draw(st.integers(low, high))).machine(), key)
