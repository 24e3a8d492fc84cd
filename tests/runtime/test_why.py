"""Where a number comes from, when many pieces have the rule and the value has layers of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

import dsl
from dsl.runtime.game import load
from dsl.runtime.state import State

TEXT = """game "Gear" for 1 player
kind Thing:
    bonus: 0..9
    zone carried: cards of Gear, active
kind Fighter is Thing
kind Gear is Thing:
    rule worn: modify might of f by +bonus of this in late when Fighter of this is f
the table has:
    zone hall: cards of Fighter, active
layers might: early, late
value might of (f: Fighter): 0..99 = f.bonus
card "Squire" is Fighter:
    bonus 1
card "Belt" is Gear, 20 copies:
    bonus 2
card "Drum" is Gear, 20 copies:
    bonus 0
    modify might of f times 2 in early when Fighter of this is f
main:
    move "Squire" to hall
    move "Belt" copy 7 to carried of "Squire"
    move "Belt" copy 19 to carried of "Squire"
    move "Drum" copy 3 to carried of "Squire"
    choose f from Fighter by player 1
    end game drawn
"""


def test_each_piece_is_named_with_what_it_adds_and_its_layer(tmp_path: Path) -> None:
    path = tmp_path / "gear.rules"
    path.write_text(TEXT, encoding="utf-8")
    reason = dsl.load(path).start().why("might of Squire")
    assert reason.value == "6"
    assert [(part.words, part.value) for part in reason.parts] == [
        ("base", "1"),
        ("Drum on Squire", "times 2, early"),
        ("Belt on Squire", "+ 2, late"),
        ("Belt on Squire", "+ 2, late"),
    ]


SUMS = """game "Sums" for 2 players
enum Side: left, right
kind Card:
    cost: 0..9
card "Oak" is Card:
    cost 3
each player has:
    var coins: 0..9
    var debts: 0..9
define worth of (p: Player) = coins of p + 2 * coins of p - debts of p
define rich of (p: Player):
    requires gold: coins of p > 3
    requires free: debts of p = 0
define share of (p: Player), (s: Side) = (if s is left then coins of p else debts of p)
value price of (c: Card): 0..99 = c.cost + coins of player 1 + debts of player 1
main:
    set coins of player 1 to 4
    choose n from 1..2 by player 1
"""


def test_definitions_and_the_parts_of_sums(tmp_path: Path) -> None:
    path = tmp_path / "sums.rules"
    path.write_text(SUMS, encoding="utf-8")
    state = dsl.load(path).start()
    reason = state.why("worth of A")
    assert (reason.words, reason.value) == ("worth of A", "12")
    assert [(part.words, part.value) for part in reason.parts] == [("coins of A", "4"), ("2 * coins of A", "8")]
    reason = state.why("rich of A")
    assert reason.value == "yes" and [(part.words, part.value) for part in reason.parts] == [
        ("gold", "yes"),
        ("free", "yes"),
    ]
    assert state.why("share of A, left").value == "4" and state.why("share of A right").value == "0"
    (base,) = state.why("price of Oak").parts
    assert base.value == "7" and [part.value for part in base.parts] == ["3", "4"]
    assert state.why("worth of B").value == "0" and not state.why("worth of B").parts


PURSE = """game "Purse" for 2 players
enum Good: wood, stone
kind Guard:
    var wounds: 0..9
card "Wolf" is Guard
card "Bear" is Guard, 2 copies
the table has:
    zone den: cards of Guard, seen by all
    zone lair: cards of Guard, seen by all
    var store: bag of Good up to 9 = {wood}
each player has:
    var gold: 0..99 = 3
    var secret: 0..9, seen by owner
    zone hand: cards of Guard, seen by owner
window turn "your turn", pass "wait"
action earn (n: 1..3) in turn:
    raise gold of me by n
    say "{me} is paid"
action bite (g: Guard in den) in turn:
    raise g.wounds by 1
action hide (g: Guard in den) in turn:
    move g to hand of me
action show (g: Guard in hand of me) in turn:
    move g to den
action fetch in turn:
    raise store by {stone}
action plot in turn:
    raise secret of me by 1
main:
    move Guard to den
    repeat at most 30 times:
        for each p in players: offer turn to p
    end game drawn
"""


def parts_of(state: State, text: str, viewer: int | None = None) -> list[tuple[str, str]]:
    """The parts of the reason for a number."""
    return [(part.words, part.value) for part in state.why(text, viewer).parts]


def test_what_changed_a_field_is_told_with_the_moves(tmp_path: Path) -> None:
    """The last change first, with what the rules wrote then; bags by what they gained; not after it was taken back."""
    path = tmp_path / "purse.rules"
    path.write_text(PURSE, encoding="utf-8")
    state = dsl.load(path).start(2, 0)
    for move in ("earn 2", "fetch", "earn 1", "wait", "bite Wolf"):
        state.apply(move)
    reason = state.why("gold of A")
    assert [(part.words, part.value) for part in reason.parts] == [
        ("gold 5 to 6", "A: earn 1"),
        ("gold 3 to 5", "A: earn 2"),
    ]
    assert [part.words for part in reason.parts[0].parts] == ["A is paid"]
    assert reason.parts[0].site is not None
    assert parts_of(state, "store") == [("store stone 0 to 1", "B: fetch")]
    assert parts_of(state, "wounds of Wolf") == [("wounds 0 to 1", "A: bite Wolf")]
    state.undo()
    assert parts_of(state, "wounds of Wolf") == []


def test_what_changed_a_field_is_told_as_it_was_seen(tmp_path: Path) -> None:
    """Nothing of a secret; nothing of a piece from before it was lost sight of; much is cut, and that is said."""
    path = tmp_path / "purse.rules"
    path.write_text(PURSE, encoding="utf-8")
    state = dsl.load(path).start(2, 0)
    for move in ("plot", "wait", "bite Wolf", "wait", "hide Wolf", "wait", "show Wolf", "wait", "bite Wolf"):
        state.apply(move)
    assert state.why("secret of A", 2).value == "hidden" and parts_of(state, "secret of A", 2) == []
    assert parts_of(state, "secret of A", 1) == [("secret 0 to 1", "A: plot")]
    assert parts_of(state, "wounds of Wolf", 1) == [
        ("wounds 1 to 2", "A: bite Wolf"),
        ("wounds 0 to 1", "A: bite Wolf"),
    ]
    assert parts_of(state, "wounds of Wolf", 2) == [("wounds 1 to 2", "A: bite Wolf")]
    state.apply("wait")
    for _ in range(6):
        state.apply("earn 1")
        state.apply("wait")
    assert len(parts_of(state, "gold of A")) == 6
    assert parts_of(state, "gold of A")[-1] == ("it changed before that as well", "")


def test_the_past_of_one_of_several_equal_pieces_is_not_told(tmp_path: Path) -> None:
    """Which of two Bears in one place was bitten is told as long as they lie there, and they have no past beyond it."""
    path = tmp_path / "purse.rules"
    path.write_text(PURSE, encoding="utf-8")
    state = dsl.load(path).start(2, 0)
    state.apply(next(move for move in state.moves() if move.text.startswith("bite Bear")))
    told = state.why("wounds of Bear")
    assert not any(each.value.startswith("A:") for part in told.parts for each in (part, *part.parts))


CAMPS = """
game "Camps" for 2 players
kind Unit:
    var wounds: 0..9
card "Ann" is Unit, 2 copies
card "Cook" is Unit
each player has:
    zone hand: cards of Unit, seen by owner
    zone camp: cards of Unit, seen by faces
window turn "your turn", pass "wait"
action station (u: Unit in hand of me) in turn:
    turn u face down
    move u to camp of me
action hit (u: Unit where u in camp of player 2 and u.face_up) in turn: raise u.wounds by 1
main:
    for each u in Unit: set owner of u to player 2
    let a be the first u in Unit where u is "Ann"
    move a to camp of player 2
    move (each u in Unit where u is not a) to hand of player 2
    repeat at most 3 times:
        for each p in players in order of p.seat down: offer turn to p
    end game drawn
"""


@pytest.mark.parametrize("unseen", ["Ann", "Cook"])
def test_what_lies_face_down_beside_a_card_is_no_matter_for_its_past(tmp_path: Path, unseen: str) -> None:
    """Whether the other one in the camp is a copy of it is nobody's business: what hurt the open one is told anyway."""
    (tmp_path / "game.rules").write_text(CAMPS, encoding="utf-8")
    state = load(tmp_path).start(2, 1)
    state.apply(f"station {unseen}")
    state.apply("hit Ann")
    assert [(part.words, part.value) for part in state.why("wounds of Ann", 1).parts] == [
        ("wounds 0 to 1", "A: hit Ann")
    ]
