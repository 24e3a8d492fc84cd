"""A small game for tests of picking: two guards of one name on a board, then several cards, then an order of cards."""

from __future__ import annotations

from typing import Final

WATCH: Final = """\
game "The Watch" for 2 players

kind Post is Space:
    column: 1..4
    row: 1..2
    zone standing: cards of Guard, at most 2

kind Guard
kind Card

piece "Guard" is Guard, 2 copies
card "Oak" is Card, 2 copies
card "Ash" is Card
card "Elm" is Card

each player has:
    zone hand: cards of Card, seen by owner
    zone laid: row of Card

the table has:
    board wall: Post by column: 1..4, row: 1..2

define beside (a: Post, b: Post) = abs(a.column - b.column) + abs(a.row - b.row) = 1

window watch "who walks"

action walk with (g: Guard) to (p: Post in wall) in watch:
    requires near: beside(Post of g, p) else "too far"
    move g to p

main:
    move "Guard" copy 1 to wall[1, 1]
    move "Guard" copy 2 to wall[4, 1]
    for each c in Card: move c to hand of player 1
    offer watch to player 1, no passing
    choose 2..3 c from hand of player 1 by player 1 as "what you give away"
    for each x in c: move x to laid of player 1
    choose 2 g from laid of player 1 by player 1 as "what you keep"
    arrange o from hand of player 1 by player 1 as "which comes first"
    for each x in o: move x to laid of player 1
    end game drawn
"""
