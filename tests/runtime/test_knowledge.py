"""What a viewer is shown, and positions that look the same to him."""

from __future__ import annotations

from pathlib import Path

import pytest
from runtime.tiny import KNOWN, MARKS, Tiny

from dsl.runtime.game import load
from dsl.runtime.information.view_text import lines
from dsl.runtime.reading.tokens import fold

TINY = Tiny()


def test_everybody_sees_his_own_hand_only() -> None:
    state = TINY.start(seed=3)
    own, other, table = state.view(1), state.view(2), state.view(0)
    assert [item.name for item in own.players[0].zones[0].items] == ["Oak", "Żmija"]
    assert [(item.name, item.known) for item in own.players[1].zones[0].items] == [("card", False)] * 2
    assert other.players[1].zones[0].items[0].known and not table.players[0].zones[0].items[0].known
    assert own.moves == ("play Żmija", "pass") and own.prompt == "your turn, A"
    assert other.moves == () and other.asked == 1
    assert [item.name for item in own.table.zones[0].items] == ["card", "card"]
    assert state.view(None).table.zones[0].items[0].known


def test_fields_are_shown_of_known_pieces_only() -> None:
    state = TINY.start(seed=3)
    state.position[MARKS + 8] = 2
    assert "  hand (2): Oak, Żmija (marks 2)" in lines(state.view(1))
    assert not any("marks" in line for line in lines(state.view(2)))
    state.position[KNOWN + 8] = 3
    assert "  hand (2): Żmija (marks 2), card" in lines(state.view(2))


def test_a_deal_depends_on_what_the_player_sees_only() -> None:
    state = TINY.start(seed=3)
    deals = {tuple(state.determinize(1, key).position) for key in range(40)}
    assert len(deals) > 5
    for key in range(10):
        twin = state.determinize(1, key)
        assert {tuple(twin.determinize(1, other).position) for other in range(40)} == deals
        assert lines(twin.view(1)) == lines(state.view(1))
    layout = state.engine.machine.layout
    hand = [card for card in range(3, 9) if state.position[layout.place + card] == 2]
    assert all(position[layout.place + card] == 2 for position in deals for card in hand)


def test_the_owner_of_all_knowledge_can_deal_nothing() -> None:
    state = TINY.start(seed=3)
    for slot in range(KNOWN + 3, KNOWN + 9):
        state.position[slot] = 7
    twin = state.determinize(1, 5)
    twin.rekey(3)
    assert twin.position == state.position


def test_texts_are_folded() -> None:
    assert fold("  Żółta   ŁÓDŹ „Ø” ") == "zolta lodz o"


def test_every_deal_comes_up() -> None:
    """What a waiting procedure counts is no card: whoever holds a card, the others may be dealt either way."""
    game = load(Path(__file__).parents[1] / "oracles" / "games" / "three_cards.rules")
    for seed in range(6):
        state = game.start(seed=seed)
        for _ in range(2):
            player = state.actor
            deals = [state.determinize(player, key).view() for key in range(60)]
            other = [deal.players[2 - player].zones[0].items[0].name for deal in deals]
            assert min(other.count(card) for card in set(other)) > 15 and len(set(other)) == 2
            state.apply("pass")


PEEKS = """\
game "Peeks" for 2 players
kind Card "card"
card "Elm" is Card
card "Oak" is Card
the table has:
    var lifted: yes/no
    zone drawer "drawer": stack of Card, seen by nobody
    zone case "case": row of Card, seen by p where lifted
window turn "your turn"
action peek in turn: show top of drawer to me
action lay in turn: reveal top of drawer
action lift in turn:
    set lifted to yes
    move top of drawer to case
main:
    move "Elm" to drawer
    move "Oak" to drawer
    for i from 1 to 2:
        for each p in players: offer turn to p, no passing
    end game drawn
"""


@pytest.mark.parametrize("backend", ["python", "reference", "native"])
def test_onlookers_see_what_lies_open(tmp_path: Path, backend: str) -> None:
    """Not what every player found out for himself: that all of them know it is known to nobody."""

    def seen(*answers: str) -> list[bool]:
        state = load(path).start(2, 1, backend=backend)
        for each in answers:
            state.apply(each)
        return [state.engine.words.knows(state.position, viewer, oak) for viewer in (1, 2, 0)]

    path = tmp_path / "game.rules"
    path.write_text(PEEKS, encoding="utf-8")
    words = load(path).start(2, 1).engine.words
    oak = next(each for each in range(3, 5) if words.title(each) == "Oak")
    assert seen() == [False, False, False]
    assert seen("peek") == [True, False, False]
    assert seen("peek", "peek") == [True, True, False]
    assert seen("lay") == [True, True, True]
    assert seen("lift") == [True, True, True]
