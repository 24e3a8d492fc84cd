"""Links: which spaces of a board are joined."""

from __future__ import annotations

import pytest
from semantics.common import world_of

from dsl.semantics.expr.links import declare_links

MAP = (
    "enum Place: york, london, dover\nkind Town is Space\nkind Field is Space\n"
    "the table has:\n    board map: Town by place: Place\n    board grid: Field, 2 by 2\n"
)


def said(text: str) -> list[str]:
    """The codes of what is said about a map with these links."""
    return [each.code for each in world_of(MAP + text).bag.all()]


def test_pairs_are_places_on_the_board() -> None:
    """Each link once, the lower end first, in one line or in several below."""
    world = world_of(
        MAP + "links roads of map: london-york\nlinks ferries of map:\n    dover - york\n    london - dover\n"
    )
    found = {name: each.pairs for name, each in world.directions.links.items()}
    assert found == {"roads": [(0, 1)], "ferries": [(0, 2), (1, 2)]}


def test_what_is_wrong() -> None:
    """Unknown, doubled, closed and lonely; a lonely space is told of only when nothing else is wrong."""
    assert said("links roads of map: york-london, london-dover\n") == []
    assert said("links roads of map: york-lundy\n") == ["E101"]
    assert said("links roads of map: york-london, london-york\n") == ["E103"]
    assert said("links roads of map: york-york\n") == ["E106"]
    assert said("links roads of map: york-london\n") == ["E106"]
    assert said("links roads of grid: york-london\n") == ["E104"]


def test_links_of_several_names_join_one_board() -> None:
    """A space that roads do not reach may be reached by a ferry."""
    assert said("links roads of map: york-london\nlinks ferries of map: london-dover\n") == []


def test_nothing_to_declare() -> None:
    """A game without links has none."""
    world = world_of(MAP)
    declare_links(world, [])
    assert (world.directions.links, world.bag.has_errors) == ({}, False)


FROM = 'links roads of map from "roads.csv"\n'


def test_links_from_a_table() -> None:
    """One space in a row, and those it is joined to with blanks between them; columns in any order."""
    for rows in ("from,to\nlondon,york dover\n", "to;from\nyork;london\n\ndover;london\n"):
        world = world_of(MAP + FROM, roads=rows)
        assert not world.bag.has_errors
        assert {name: each.pairs for name, each in world.directions.links.items()} == {"roads": [(0, 1), (1, 2)]}


@pytest.mark.parametrize(
    ("rows", "code", "line"),
    [
        ("from,to\nlondon,york dovr\n", "E101", 2),
        ("from,to\nlondon,york dover\nyork,london\n", "E103", 3),
        ("from,to\nlondon,york dover\nyork,york\n", "E106", 3),
        ("a,b\nlondon,york\n", "E111", 1),
        ("from,to,by\nlondon,york,sea\n", "E111", 1),
        ("from,to\nlondon,york dover\nyork,\n", "E111", 3),
        ("from,to\nlondon,york,dover\n", "E111", 2),
    ],
)
def test_what_is_wrong_in_a_table(rows: str, code: str, line: int) -> None:
    """It is told at the row."""
    found = world_of(MAP + FROM, roads=rows).bag.all()[0]
    assert found.span is not None
    assert (found.code, found.span.file.name, found.span.line) == (code, "roads.csv", line)


def test_a_table_that_is_empty_or_not_there() -> None:
    for text in ("", "\n"):
        assert [each.code for each in world_of(MAP + FROM, roads=text).bag.all()] == ["E111"]
    assert [each.code for each in world_of(MAP + FROM).bag.all()] == ["E102"]
