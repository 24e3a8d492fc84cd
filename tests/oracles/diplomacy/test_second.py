"""The second telling of movement against the published cases."""

from __future__ import annotations

import re

import pytest
from oracles.diplomacy.second import Case, cases


def test_there_are_so_many_cases() -> None:
    """As published: sections A to H, without one of building; five of G stand here with each of two rulings."""
    names = [name.split()[0] for name, _ in cases()]
    assert len(names) == len(set(names)) == 150
    numbers = {re.sub("b$", "", name) for name in names}
    found = [sum(each.startswith(f"6.{section}.") for each in numbers) for section in "ABCDEFGH"]
    assert found == [12, 14, 9, 34, 15, 25, 20, 16]


@pytest.mark.parametrize(("name", "lines"), [pytest.param(*each, id=each[0].split()[0]) for each in cases()])
def test_a_case(name: str, lines: list[str]) -> None:
    """Each unit ends where the case says."""
    found = Case(lines)
    assert found.result() == "".join(unit.expected for unit in found.units), name
