"""Names that mean nothing where they stand: what was probably meant."""

from __future__ import annotations

import pytest
from semantics.common import checked

from dsl.semantics.expr.unknown_names import unknown_name

HEAD = """game "Names" for 2 players
enum Suit: clubs, hearts
each player has:
    var n: 0..9
    var vote: Player or none
    var suit: Suit
main:
"""

LINES = {
    "    if 1 = 1:\n        let v be player 1\n    set player 1.vote to v\n": "let kept: Player or none be none",
    "    if 1 = 1:\n        let v: 0..5 be 2\n    set player 1.n to v\n": "let kept: 0..5 be 0",
    "    if 1 = 1:\n        let v be 1 = 2\n    if v: nothing\n": "let kept: yes/no be no",
    "    for each v in Suit: nothing\n    set player 1.suit to v\n": "let kept: Suit or none be none",
    "    if some v in players where v.n > 1:\n        set n of v to 1\n": "let v be the first v in ...",
    "    if player 1.n = v: nothing\n": "",
    "    set player 1.n to n\n": "say whose: `n of x`",
}


@pytest.mark.parametrize("lines", LINES)
def test_what_was_meant(lines: str) -> None:
    """A name that was made in other lines is said to be so, and how it can be kept."""
    found = [each for each in checked(HEAD + lines)[1].all() if each.code == "E101"]
    assert unknown_name.__doc__ and len(found) == 1
    assert LINES[lines] in (found[0].hint or "")
