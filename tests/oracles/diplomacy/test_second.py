"""The second telling of movement against the published cases."""

from __future__ import annotations

import pytest
from oracles.diplomacy.second import Case, cases


def test_there_are_so_many_cases() -> None:
    """As published: sections A to F."""
    numbers = [name.split()[0] for name, _ in cases()]
    assert [sum(each.startswith(f"6.{section}.") for each in numbers) for section in "ABCDEF"] == [
        12,
        13,
        7,
        34,
        15,
        24,
    ]


@pytest.mark.parametrize(("name", "lines"), [pytest.param(*each, id=each[0].split()[0]) for each in cases()])
def test_a_case(name: str, lines: list[str]) -> None:
    """Each unit ends where the case says."""
    found = Case(lines)
    assert found.result() == "".join(unit.expected for unit in found.units), name
