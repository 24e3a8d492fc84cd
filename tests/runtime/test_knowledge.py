"""What a viewer is shown, and positions that look the same to him."""

from __future__ import annotations

from pathlib import Path

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
        state.position[slot] = 3
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
