"""The host's hand: stopping, seats handed over, bots, changes by hand, forks, exports, rules that are saved anew."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dsl.play.refused import Refused
from dsl.reading.watching import Watch
from dsl.table.answers import answer, printed
from dsl.table.hosting import by_hand, hand_over, pause, set_bot
from dsl.table.opening import fork, new_room, open_rooms
from dsl.table.orders import done
from dsl.table.room import HOST, ONLOOKER, Room
from dsl.table.store import Store
from dsl.table.watching import read_again

RULES = """\
game "Steps" for 2 players

each player has:
    var steps: 0..9

window turn "your turn"

action walk in turn: raise me.steps by 1
action rest in turn: lower me.steps by 1

main:
    repeat at most 3 times:
        for each p in players: offer turn to p
    end game scored by steps
"""


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "rooms.db")


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "steps.rules"
    path.write_text(RULES)
    return path


def do(room: Room, seat: int, text: str) -> None:
    room.move(seat, text, room.told(seat)["revision"])


def ordered(room: Room, who: int, **message: object) -> dict[str, object]:
    found: dict[str, object] = {}
    done([room], room, who, dict(message), found)
    return found


def test_what_the_host_orders_outlives_the_server(tmp_path: Path) -> None:
    first = Store(tmp_path / "kept.db")
    room = new_room(first, "tic_tac_toe")
    old = room.links[2]
    pause(room, True)
    with pytest.raises(Refused, match="stopped"):
        do(room, 1, "mark a1")
    assert not room.told(1)["mine"] and room.told(1)["paused"]
    pause(room, False)
    do(room, 1, "mark a1")
    token = hand_over(room, 2)
    assert token != old and old not in room.links.values()
    set_bot(room, 1, "random")
    assert room.told(0)["bots"] == {"A": "random"}
    first.close()
    (again,) = open_rooms(Store(tmp_path / "kept.db"))
    assert again.links == room.links and again.orders == {1: "random"} and not again.paused
    assert again.told(2)["position"] == room.told(2)["position"]


def test_only_the_host_orders(store: Store) -> None:
    room = new_room(store, "chess")
    for seat in (ONLOOKER, 1, 2):
        for what in ("pause", "hand over", "bot", "by hand", "fork"):
            with pytest.raises(Refused, match="host"):
                ordered(room, seat, do=what, seat=1, number=0, text="random", yes=True)
    assert room.events == 0 and room.links == room.row.links
    with pytest.raises(Refused):
        room.move(HOST, "move e2 to e4", room.told(HOST)["revision"])
    hidden = new_room(store, "hearts", players=4)
    assert hidden.told(HOST)["position"] == hidden.told(ONLOOKER)["position"]


@pytest.mark.parametrize(("seat", "bot"), [(1, "nonsense"), (9, "random"), (0, "random"), (1, "solve")])
def test_a_bot_that_there_is_none_of(store: Store, seat: int, bot: str) -> None:
    room = new_room(store, "pig")
    with pytest.raises(Refused):
        set_bot(room, seat, bot)
    assert room.events == 0


def test_a_change_by_hand_is_told_to_all_and_kept(rules: Path, tmp_path: Path) -> None:
    first = Store(tmp_path / "kept.db")
    room = new_room(first, str(rules))
    do(room, 1, "walk")
    by_hand(room, "set steps of B to 5")
    do(room, 2, "walk")
    for seat in range(3):
        log = room.told(seat)["position"]["log"]
        assert [line for line in log if "by hand" in line] and log[-1].startswith("B: walk")
    number = next(n for n, line in enumerate(room.told(1)["position"]["log"], 1) if "by hand" in line)
    assert answer(room, 1, "because", "1") and answer(room, 1, "because", str(number + 1))
    with pytest.raises(Refused, match="by hand"):
        answer(room, 1, "because", str(number))
    assert dict(room.told(0)["position"]["players"][1]["fields"])["steps"] == "6"
    assert dict(room.past(0)["players"][1]["fields"])["steps"] == "0" and len(room.past(1)["log"]) == 1
    with pytest.raises(Refused):
        by_hand(room, "set steps of B to 99")
    with pytest.raises(Refused):
        fork(room, room.told(0)["moments"] - 1)
    first.close()
    (again,) = open_rooms(Store(tmp_path / "kept.db"))
    assert again.told(1)["position"] == room.told(1)["position"] and again.moments == room.moments


def test_a_fork_goes_on_from_a_moment(store: Store) -> None:
    room = new_room(store, "tic_tac_toe")
    for text in ("mark a1", "mark b2", "mark c3"):
        do(room, room.state.actor, text)
    made = fork(room, 2)
    assert made.told(1)["position"]["log"] == room.told(1)["position"]["log"][:2]
    assert not set(made.links.values()) & set(room.links.values())
    do(made, 1, "mark a2")
    assert len(room.state.played) == 3 and len(open_rooms(store)) == 2


def test_a_scenario_is_for_the_end(store: Store) -> None:
    room = new_room(store, "tic_tac_toe")
    do(room, 1, "mark a1")
    with pytest.raises(Refused, match="over"):
        ordered(room, 1, do="scenario")
    assert 'A does "mark a1"' in str(ordered(room, HOST, do="scenario")["scenario"])


def test_rules_that_are_saved_anew(store: Store, rules: Path) -> None:
    room = new_room(store, str(rules))
    do(room, 1, "walk")
    watch, revision = Watch(lambda: room.game.sources), room.told(2)["revision"]
    assert not watch.changed()
    rules.write_text(RULES.replace("raise me.steps by 1", "raise me.steps by 3"))
    assert watch.changed() and not watch.changed()
    read_again(room)
    assert dict(room.told(0)["position"]["players"][0]["fields"])["steps"] == "3" and room.trouble == ""
    assert room.told(2)["revision"] > revision
    rules.write_text(RULES.replace("raise me.steps", "raise me.stps"))
    read_again(room)
    assert "stps" in room.told(1)["trouble"] and "steps.rules:8" in room.told(1)["trouble"]
    do(room, 2, "walk")  # with the rules that it has
    rules.write_text(RULES.replace("action walk", "action run"))
    read_again(room)
    assert "cannot be made again" in room.told(1)["trouble"] and "walk" not in room.told(1)["trouble"]
    assert "walk" in room.told(HOST)["trouble"]
    rules.write_text(RULES)
    read_again(room)
    assert room.trouble == "" and dict(room.told(0)["position"]["players"][0]["fields"])["steps"] == "1"


def test_faces_of_cards_that_may_be_read(store: Store) -> None:
    room = new_room(store, "dark_order")
    found = printed(room, 1, ["Manewr", "No Such Card"])
    assert list(found) == ["Manewr"] and found["Manewr"]["text"]
    assert json.dumps(found)
