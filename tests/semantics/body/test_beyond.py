"""Changes that always go beyond the ends of a number: what is warned of, and what an option may change."""

from __future__ import annotations

import pytest
from semantics.common import checked

from dsl.semantics.body import beyond, leaving

GAME = """
game "X" for 2 players
option size: 1..40 = 20
each player has:
    var gold: 0..9 stops at ends
    var cap: 0..size stops at ends
main:
    let n: 3..6 stops at ends be 4
    {line}
    if n > 4: end game scored by gold
    end game scored by cap
"""


@pytest.mark.parametrize(
    ("line", "warned"),
    [
        ("set player 1.gold to 10", True),
        ("set player 1.gold to 9", False),
        ("raise player 1.gold by 10", True),
        ("raise player 1.gold by 9", False),
        ("lower player 1.gold by 10 + player 1.gold", True),
        ("pay 10 from player 1.gold", True),
        ("pay 9 from player 1.gold", False),
        ("raise n by 4", True),
        ("raise n by 3", False),
        ("set n to 2", True),
        ("set player 1.gold to size", False),
        ("set player 1.cap to 30", False),
    ],
)
def test_what_is_warned_of(line: str, warned: bool) -> None:
    assert beyond.check_change.__doc__ and leaving.goes_on.__doc__
    _, bag = checked(GAME.replace("{line}", line))
    told = [diagnostic for diagnostic in bag.all() if diagnostic.code == "W303"]
    assert len(told) == warned


def test_the_hint_can_be_typed() -> None:
    """What it says to write is read, and not warned of."""
    _, bag = checked(GAME.replace("{line}", "raise player 1.gold by 10"))
    (told,) = [diagnostic for diagnostic in bag.all() if diagnostic.code == "W303"]
    assert told.hint is not None and told.hint.startswith("write: set player 1.gold to 9;")
    _, again = checked(GAME.replace("{line}", "set player 1.gold to 9"))
    assert not [diagnostic for diagnostic in again.all() if diagnostic.code == "W303"]
