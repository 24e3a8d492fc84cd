"""stmt/taken_up.py: who chooses among cards that nobody sees takes them up, and the others lose sight of them."""

from __future__ import annotations

import pytest
from machine.common import Play
from machine.lowered import lowered, written

TEXT = """
kind Card
kind Tool
each player has:
    zone hand: cards of Card, seen by owner
    zone tools: stack of Tool, seen by nobody
the table has:
    zone deck: stack of Card, seen by nobody
    zone bag: bag of Card, seen by nobody
    zone row: row of Card
card "Ace" is Card
card "King" is Card, 3 copies
define upper = top 2 of deck
CHOICE
main:
    for each c in Card: move c to deck
    for each c in Card:
        for each p in players: show c to p
    ask
    choose one by player 1:
        option "on": nothing
"""


def knowing(choice: str) -> tuple[Play, list[int]]:
    """A game in which everybody knows the deck, and then this is asked; who knows each of the cards, bottom to top."""
    game = Play(lowered(TEXT.replace("CHOICE\n", f"procedure ask:\n    {choice}\n    if none: nothing\n")))
    assert game.kind in ("member", "several")
    deck = game.zone("deck")
    return game, [game.S[game.machine.layout.known + card] for card in deck]


@pytest.mark.parametrize(
    ("choice", "known"),
    [
        ('choose c from upper by player 1 as "which"', [3, 3, 1, 1]),
        ('choose c from top 3 of deck by player 2 as "which"', [3, 2, 2, 2]),
        ('choose up to 1 c from upper by player 2 as "which"', [3, 3, 2, 2]),
        ('choose c from upper by player 1 as "which", openly', [3, 3, 3, 3]),
        ('choose c from row by player 1 as "which"', None),
        ('choose c from Card by player 1 as "which"', [3, 3, 3, 3]),
    ],
)
def test_the_others_forget_what_is_taken_up(choice: str, known: list[int] | None) -> None:
    """Of those that lie in the dark in an order, and are chosen among as such; not where all go on seeing it."""
    if known is None:
        text = TEXT.replace("CHOICE\n", f"procedure ask:\n    {choice}\n    if none: nothing\n")
        assert "&" not in written(lowered(text), "procedure ask")
    else:
        assert knowing(choice)[1] == known
