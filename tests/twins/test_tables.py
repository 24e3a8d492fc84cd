"""The table in the browser, in two worlds that a seat cannot tell: every byte that the seat is sent."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("starlette")

import shared
from twins.campaign import LARGE
from twins.counting import Tally
from twins.made_twins import Plan, small, worlds
from twins.small_games import TEXTS
from twins.tables import room_of, sent, tables, told
from twins.worlds import Attack, Effort

from dsl.runtime.information.sealing import Sealing
from dsl.table.room import Room


def attacked(name: str, seed: int, effort: Effort) -> Tally:
    """A game attacked at the table."""
    game = small(name) if name in TEXTS else shared.game(name)
    attack = Attack(Tally(), name, game, game.start(None, seed), effort)
    tables(attack, None, seed)
    return attack.tally


@pytest.mark.parametrize("name", ["kuhn_poker", "two_doors"])
def test_a_seat_at_the_table_is_sent_the_same(name: str) -> None:
    """Pictures, counts, the log, reasons, refusals, and what is there when a decision was taken back."""
    tally = attacked(name, 2, Effort(4, 4, 3))
    assert not tally.leaks, "\n".join(map(str, tally.leaks[:8]))
    assert tally.total > 100 and {"table undo", "table why", "table refused", "table take", "table panel"} <= {
        face for _, face in tally.compared
    }


@pytest.mark.long
@pytest.mark.parametrize("name", LARGE)
def test_large_games_at_the_table(name: str, rotating: int) -> None:
    """The same of the games of the rulebooks."""
    tally = attacked(name, rotating, Effort(4, 1, 3))
    assert not tally.leaks, "\n".join(map(str, tally.leaks[:8]))


def unready(room: Room, seat: int) -> str:
    """What a seat is told but for who is ready, which the rules of the auction make public."""
    return json.dumps({name: each for name, each in room.told(seat).items() if name != "ready"})


def test_what_others_answered_unseen_is_no_matter_for_taking_back() -> None:
    """A has answered; whether B has too, neither what A is told shows, nor whether A can take the answer back."""
    game = small("auction")
    state = game.start(3, 1)
    state.apply("2")
    state.apply("1")
    rooms = []
    for more in ((), ("3",), ("3", "2")):
        world = state.clone()
        for text in more:
            world.apply(text)
        rooms.append(room_of(game, world))
    undo = {"do": "undo", "revision": 0}
    assert len({sent(room, 1, undo) for room in rooms}) == 1
    assert len({unready(room, 1) for room in rooms}) == 1
    for room in rooms:
        assert room.proposal is not None, "whoever is asked next has learnt that"
        for seat in sorted(room.proposal.left):
            room.agree(seat, True)
        assert room.state.actor == 1 and room.state.prompt(1) == "of it in silver, at most 2"


def test_who_is_ready_does_not_tell_who_has_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has none is not asked: A in the one world, B in the other. Shown always, it would tell that."""
    plan = Plan("who has a key is asked alone", "only_keys", 0, ("1",), swapped=(("Key in hand", "Stone"),), seed=4)
    pair = worlds(plan)
    assert [world.actor for world in pair] == [1, 2]

    def sent_to_onlookers() -> set[str]:
        return {told(room_of(small(plan.game), world), 0) for world in pair}

    assert len(sent_to_onlookers()) == 1
    monkeypatch.setattr(Sealing, "ready", lambda flow, position: ([*range(1, flow.index + 1)], []))  # type: ignore[misc]
    assert len(sent_to_onlookers()) == 2


def test_a_proposal_stays_while_others_choose_unseen() -> None:
    """What falls with each decision would tell that there was one."""
    game = small("auction")
    state = game.start(3, 1)
    for text in ("2", "1", "3", "2", "0", "0"):
        state.apply(text)
    room = room_of(game, state)
    room.undo(1, 0)
    assert room.proposal is not None and room.proposal.left == {2, 3}
    before = unready(room, 1), unready(room, 3)
    asked = room.state.actor
    room.move(asked, room.seat(asked).moves()[0].text, room.told(asked)["revision"])
    assert (unready(room, 1), unready(room, 3)) == before or asked in (1, 3)
    room.agree(2, True)
    room.agree(3, True)
    assert room.state.actor == 1 and room.proposal is None
