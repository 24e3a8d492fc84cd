"""Tracks: what the second marker does to writes, by each way of meeting an end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from machine.common import Play, PlayError, machine_of, play

TRACK = """
the table has:
    var top: -9..9 = {top}
    track body: -5..5{edge} = {at}, at most top:
        low: -5..-3
    var was_low: yes/no
main:
    set top to {later}
    {write}
    set was_low to body is low
    end game drawn
"""


def written(edge: str, at: int, top: int, write: str) -> int:
    """Where the marker of a track stands after a write."""
    edge = f" {edge}" if edge else ""
    found = play(TRACK.format(edge=edge, at=at, top=max(top, at), later=top, write=write))
    assert found.field("was_low") == (found.field("body") <= -3)
    return found.field("body")


@pytest.mark.parametrize(
    ("edge", "at", "top", "write", "after"),
    [
        ("stops at ends", 0, 2, "raise body by 1", 1),
        ("stops at ends", 0, 2, "raise body by 9", 2),
        ("stops at ends", 0, 2, "set body to 4", 2),
        ("stops at ends", 3, 1, "raise body by 1", 3),
        ("stops at ends", 3, 1, "set body to 2", 2),
        ("stops at ends", 3, 1, "lower body by 1", 2),
        ("stops at ends", 0, -9, "lower body by 9", -5),
        ("stops at ends", 0, 9, "raise body by 9", 5),
        ("ignored beyond", 0, 2, "raise body by 3", 0),
        ("ignored beyond", 0, 2, "raise body by 2", 2),
        ("ignored beyond", 3, 1, "raise body by 1", 3),
        ("ignored beyond", 3, 1, "lower body by 9", 3),
        ("", 0, 2, "raise body by 2", 2),
        ("", 3, 1, "lower body by 1", 2),
        ("", 3, 1, "set body to 3", 3),
    ],
)
def test_the_second_marker_bounds_what_the_first_is_raised_to(edge: str, at: int, top: int, write: str, after: int):
    """It holds the marker and never moves it."""
    assert written(edge, at, top, write) == after


@pytest.mark.parametrize("write", ["raise body by 3", "set body to 5", "raise body by 9"])
def test_beyond_it_is_a_mistake_of_the_rules(write: str):
    """As beyond the ends, where nothing else is said."""
    with pytest.raises(PlayError) as caught:
        written("", 0, 2, write)
    assert caught.value.code == "BOUND"


@given(st.integers(-5, 5), st.integers(-9, 9), st.integers(-12, 12))
def test_a_marker_is_never_raised_past_the_second_one(at: int, top: int, by: int):
    """Whatever is added, it ends between its ends, and no higher than where it may be or was."""
    game = _shared()
    start = next(field for field in game.machine.names.fields if field.name == "body")
    limit = next(field for field in game.machine.names.fields if field.name == "top")
    position = game.backend.new_position(1)
    game.backend.run(position, game.env)
    position[start.base], position[limit.base] = at, top
    game.backend.choose(position, (by,))
    game.backend.run(position, game.env)
    assert position[start.base] == max(-5, min(at + by, 5, max(at, top)))


_SHARED: list[Play] = []


def _shared() -> Play:
    if not _SHARED:
        _SHARED.append(
            Play(
                machine_of(
                    """
the table has:
    var top: -9..9
    track body: -5..5 stops at ends, at most top
main:
    choose n from -12..12 by player 1
    raise body by n
    end game drawn
"""
                )
            )
        )
    return _SHARED[0]
