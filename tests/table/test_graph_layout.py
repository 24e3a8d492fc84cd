"""Boards with links as the page gets them: where their spaces stand, and what joins them."""

from __future__ import annotations

from itertools import combinations
from math import hypot
from pathlib import Path

from dsl.table.graph_layout import laid_out
from dsl.table.opening import new_room
from dsl.table.store import Store

GAME = Path(__file__).parent.parent / "corpus" / "good" / "links.rules"
WEB = tuple(sorted((at, at + step) for at in range(75) for step in (1, 10) if at + step < 75))


def test_no_space_stands_on_another() -> None:
    """Also where there are many; and none lies outside."""
    points = laid_out(75, WEB)
    assert len(points) == 75 and min(min(point) for point in points) == 0
    for (x, y), (left, top) in combinations(points, 2):
        assert max(abs(x - left), abs(y - top)) > 1


def test_what_is_joined_stands_near() -> None:
    """A way of six spaces ends far from where it begins; joined ones are neighbours on paper."""
    points = laid_out(6, tuple((at, at + 1) for at in range(5)))

    def far(one: int, other: int) -> float:
        return hypot(points[one][0] - points[other][0], points[one][1] - points[other][1])

    assert all(far(at, at + 1) < far(at, at + 2) for at in range(4))
    assert far(0, 5) > 4 * far(0, 1)


def test_parts_that_nothing_joins_are_laid_out_too() -> None:
    """Two pairs of spaces."""
    points = laid_out(4, ((0, 1), (2, 3)))
    assert len(set(points)) == 4 and all(0 <= value < 20 for point in points for value in point)


def test_the_page_is_told_the_links(tmp_path: Path) -> None:
    """Each link by the places of its ends; other boards have none."""
    room = new_room(Store(tmp_path / "rooms.db"), str(GAME))
    board = room.told(1)["position"]["table"]["boards"][0]
    links = {name: sorted(map(tuple, pairs)) for name, pairs in board["links"]}
    assert links == {"roads": [(0, 1), (1, 2), (3, 4)], "ferries": [(1, 3), (2, 3)]}
    assert len(board["graph"]) == len(board["spaces"]) == 5
    chess = new_room(Store(tmp_path / "chess.db"), "chess").told(1)["position"]["table"]["boards"][0]
    assert not chess["links"] and not chess["graph"]
