"""stmt/ages.py: when a piece came into play, when a lasting effect began, and changes in that order."""

from __future__ import annotations

import pytest
from machine.common import Play
from machine.lowered import lowered

TEXT = """
kind Beast
card "Stone" is Beast
card "Three" is Beast:
    modify might of b to 3 in form when b is "Stone"
card "Double" is Beast, 2 copies:
    modify might of b times 2 in form when b is "Stone"
the table has:
    zone field: cards of Beast, active
    zone camp: cards of Beast, active
    zone gone: cards of Beast
    var dawn: yes/no
    var found: 0..99
layers might: form by age
value might of (b: Beast): 0..99 = 1
modify might of b by +1 in form when dawn
event bless:
    until end of day:
        modify might of b by +4 in form when b is "Stone"
phase day: nothing
main:
    repeat at most 9 times:
        choose k from 0..7 by player 1 as "what"
        if k = 0: move "Three" to field
        if k = 1: move "Double" to field
        if k = 2: move "Double" copy 2 to field
        if k = 3: move "Double" to camp
        if k = 4: move "Double" to gone
        if k = 5: bless
        if k = 6: day
        if k = 7: set dawn to yes
        set found to might of "Stone"
    end game drawn
"""
THREE, DOUBLE, OTHER, CAMP, GONE, BLESS, DAY, DAWN = range(8)


@pytest.mark.parametrize(
    ("done", "might"),
    [
        ((THREE, DOUBLE), 6),
        ((DOUBLE, THREE), 3),
        ((DOUBLE, THREE, OTHER), 6),  # two instances of one rule, with another between them
        ((DOUBLE, THREE, DOUBLE), 3),  # it lies there already
        ((DOUBLE, THREE, CAMP), 3),  # from an active zone to an active one: no younger
        ((DOUBLE, THREE, GONE, DOUBLE), 6),  # out of play and in again: young
        ((DOUBLE, GONE, CAMP), 2),  # what has left changes nothing
        ((DOUBLE, DAWN), 4),  # a rule of the game is older than all, whenever it begins to hold
        ((BLESS, DOUBLE), 10),
        ((DOUBLE, BLESS), 6),
        ((BLESS, DOUBLE, BLESS), 14),  # the same lines twice, each as old as it is
        ((BLESS, THREE, BLESS, DAY), 3),
        ((BLESS, DAY, DOUBLE, BLESS), 6),  # the room of one that has ended is taken by a younger one
    ],
)
def test_the_oldest_changes_first(done: tuple[int, ...], might: int) -> None:
    assert Play(lowered(TEXT)).choose(*((each,) for each in done)).field("found") == might


def test_a_game_without_such_layers_keeps_no_time() -> None:
    """Nothing is counted, and nothing is noted of a piece that moves."""
    plain = TEXT.replace(" by age", "").replace("modify might of b to 3", "modify might of b by +3")
    plain = plain.replace("times 2", "by +2")
    assert len(Play(lowered(plain)).S) < len(Play(lowered(TEXT)).S)
