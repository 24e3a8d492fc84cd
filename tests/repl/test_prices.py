"""What stands beside a move: what the zone of its card shows, where the move asks for it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dsl.repl.session import Session
from dsl.runtime.game import load

GAME = """\
game "Stalls" for 1 players

enum Coin: copper, silver

kind Ware:
    cost: 0..9
    coins: bag of Coin up to 9 = {}
    var polished: yes/no
card "Lamp" is Ware:
    cost 3, coins {2 copper}
    action shine (o: Ware in row) in turn:
        charge this
        set o.polished to yes
card "Rope" is Ware:
    cost 1, coins {1 silver}
card "Bell" is Ware:
    cost 2

each player has:
    var money: 0..9 = 9

the table has:
    zone row: cards of Ware, seen by all, shows cost, active
    zone bin: cards of Ware, seen by all, shows coins

window turn "your turn", pass "pass"

define dear (w: Ware) = cost of w > 2

event charge (w: Ware):
    lower money of player 1 by cost of w

window later "later", pass "not now"

action buy (w: Ware in row) in turn:
    charge w
    move w to bin
action polish (w: Ware in row) in turn:
    set w.polished to yes
action praise (w: Ware in row) in turn:
    requires dear: dear of w
    set w.polished to yes
action wait (w: Ware in row) in turn:
    offer later to me
action rent (w: Ware in row) in later:
    charge w
action look_at (w: Ware in bin) in turn:
    set w.polished to yes

main:
    move each w in Ware to row
    repeat at most 9 times:
        offer turn to player 1
        stop if passed
    choose c from row by player 1 as "one to keep"
    if none: nothing
    end game drawn
"""


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """A session of the game."""
    path = tmp_path / "game.rules"
    path.write_text(GAME, encoding="utf-8")
    made = Session(load(path))
    made.table.brief = True
    made.begin()
    return made


def listed(session: Session) -> list[str]:
    """The answers with what stands beside them."""
    shown = session.line("moves").plain().splitlines()
    columns = [each for line in shown for each in re.split(r"\s{2,}", line.strip()) if each[:1].isdigit()]
    return [each.partition(" ")[2] for each in columns]


def test_a_price_stands_beside_what_asks_for_it(session: Session) -> None:
    """Through events and definitions, from what stands on the card; not beside other moves with the same card, nor
    where only a later move may ask for it. A move of a card says what that card costs, not the one it is used on.
    """
    shown = listed(session)
    assert "buy Rope (cost 1)" in shown and "buy Lamp (cost 3)" in shown
    assert "praise Lamp (cost 3)" in shown
    assert "polish Rope" in shown and "wait Bell" in shown
    assert "Lamp: shine Rope (cost 3)" in shown


def test_where_things_are_chosen_all_is_told(session: Session) -> None:
    """A choice says nothing of what comes of it, so what the zone shows stands beside each thing."""
    session.line("pass")
    assert "Rope (cost 1)" in listed(session)


def test_bags_are_shown(session: Session) -> None:
    """What is printed on a card may be a bag."""
    session.line("buy Rope")
    assert "bin (1): Rope (coins silver)" in session.line("show").plain()
    assert "look at Rope" in listed(session)
    shown = session.line("show bin").plain()
    assert shown.count("silver") == 1 and "cost 1" in shown, "what stands beside the name is not told once more"
