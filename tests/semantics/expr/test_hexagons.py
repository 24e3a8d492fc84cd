"""Boards of hexagons: how many hexagons, edges and corners there are, where they lie, what they are called."""

from __future__ import annotations

import pytest

from dsl.semantics.expr.hexagons import Comb, corners, edges, hexagons, rows_within


@pytest.mark.parametrize("radius", [0, 1, 2, 3])
def test_as_many_as_geometry_says(radius: int) -> None:
    """A comb of radius r has 3r(r+1)+1 hexagons, 9r²+15r+6 edges, 6(r+1)² corners; V - E + F = 1."""
    comb = hexagons(rows_within(radius))
    found = [len(each.names) for each in (comb, edges(comb), corners(comb))]
    assert found == [3 * radius * (radius + 1) + 1, 9 * radius**2 + 15 * radius + 6, 6 * (radius + 1) ** 2]
    assert found[2] - found[1] + found[0] == 1


@pytest.mark.parametrize("rows", [(3, 4, 5, 4, 3), (2, 3), (1, 2, 1), (5, 4, 5, 4), (1, 4)])
def test_no_two_have_one_name_or_place(rows: tuple[int, ...]) -> None:
    """Neither hexagons nor edges nor corners."""
    comb = hexagons(rows)
    for each in (comb, edges(comb), corners(comb)):
        assert len(set(each.names)) == len(each.names) == len(set(each.points)) == len(each.points)


def test_names_speak_of_the_hexagons_around() -> None:
    """Rows are lettered from the south."""
    comb = hexagons((1, 2))
    assert comb == Comb(("a1", "a2", "b1"), ((-1, 0), (1, 0), (0, 3)))
    assert set(edges(comb).names) >= {"a1-a2", "a1-b1", "a2-b1", "west of a1", "northeast of b1"}
    assert "corner a1-a2-b1" in corners(comb).names and "corner north of b1" in corners(comb).names
    assert hexagons([1, *[2, 1] * 14]).names[-1] == "ac1"
