"""What is counted in C is what is counted decision by decision."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.backends.batches import Batch
from dsl.backends.counting import PARTS, Counting
from dsl.backends.native.cc import NoCompiler
from dsl.lab.arena import HEADS, Arena
from dsl.lab.variant import Variant
from dsl.play.bots import RandomBot
from dsl.runtime.game import load
from dsl.runtime.measures import SLOT

GAMES = {
    "tic_tac_toe": 2,
    "connect_four": 2,
    "kuhn_poker": 2,
    "pig": 3,
    "crazy_eights": 4,
    "backgammon": 2,
    "othello": 2,
    "hearts": 4,
    "freehold": 2,
    "cribbage": 2,
}
LONG = {"dark_order": 2, "enclave": 2, "siege": 1, "chess": 2, "dark_eden": 2, "doom": 2}


def arena_of(name: str, players: int, **fields: object) -> Arena:
    """A game at random."""
    return Arena(load(name), Variant(name, players, **fields))  # type: ignore[arg-type]  # what variants have


def agree(name: str, players: int, games: int, **fields: object) -> None:
    """Count the same games in both ways."""
    fast, slow = arena_of(name, players, **fields), arena_of(name, players, **fields)
    if fast.beginning.held() is None:
        pytest.skip("no C compiler")
    slow.__dict__["held"] = None
    one, other = fast.play(5, games, turns=True), slow.play(5, games, turns=True)
    assert one.width == other.width
    assert one.rows == other.rows
    assert one.counts == other.counts
    assert one.turns == other.turns
    assert one.cards == other.cards
    whole = fast.play(5, games)  # without turns nothing is listed that need not be
    assert whole.rows == one.rows
    assert whole.counts == one.counts
    assert whole.cards == one.cards


@pytest.mark.parametrize(("name", "players"), GAMES.items())
def test_c_counts_as_the_rest_does(name: str, players: int) -> None:
    """Rows, counts and turns are the same."""
    agree(name, players, 12)


@pytest.mark.long
@pytest.mark.parametrize(("name", "players"), LONG.items())
def test_c_counts_large_games_as_the_rest_does(name: str, players: int) -> None:
    """The same of long games, of games for one, of games that are cut off."""
    agree(name, players, 3)
    agree(name, players, 3, limit=40)


@pytest.mark.parametrize(
    ("name", "games"), {"connect_four": 5000, "hex": 300, "othello": 300, "breakthrough": 300}.items()
)
@pytest.mark.parametrize("limit", [100_000, 9])
def test_what_is_counted_without_a_list_is_what_is_listed(name: str, games: int, limit: int) -> None:
    """Sets of options are counted as sets, over more games than a plane holds, also where games are cut off."""
    arena = arena_of(name, 2)
    if arena.held is None:
        pytest.skip("no C compiler")
    batch = Batch(3, games, limit)
    whole = arena.held.counted(batch, Counting(arena.keys.table))
    listed = arena.held.counted(batch, Counting(arena.keys.table, puts=((SLOT, 0),)))
    assert whole.rows == listed.rows
    assert whole.counts == listed.counts
    if games == 5000 and limit > 9:
        assert sum(row[2] > 4095 for row in whole.counts.values()) > 14  # more than the planes of a sum hold


def test_what_lies_in_decks_and_hands() -> None:
    """In Kuhn poker a card is in one hand, or in none; all can be drawn by both, and none is played."""
    arena = arena_of("kuhn_poker", 2)
    found = arena.play(0, 300).cards
    for sort in {sort for sort, _ in found}:
        rows = [found[sort, seat] for seat in (0, 1)]
        assert [row[4] for row in rows] == [300, 300]
        assert sum(row[1] for row in rows) in range(120, 281)  # two cards of three are drawn
        assert [(*row[2:4], row[5]) for row in rows] == [(0, 0, 0), (0, 0, 0)]
    drawn = {arena.keys.things[sort]: found[sort, seat][1::6] for sort, seat in found if seat == 0}
    assert sum(games for games, _ in drawn.values()) == 300
    assert {name: won / PARTS / games for name, (games, won) in drawn.items()}["jack"] < 0.5
    assert arena_of("tic_tac_toe", 2).lying.hands == ()
    assert not arena_of("tic_tac_toe", 2).play(0, 5).cards


def test_who_plays_a_card_from_his_hand_is_counted() -> None:
    """In Crazy Eights every card that is played lay in a hand, and is played by an action."""
    arena = arena_of("crazy_eights", 2)
    found = arena.play(0, 100)
    for (sort, seat), row in found.cards.items():
        assert row[4] >= row[0] == row[1] >= row[2] > 0
        key = next(at for at, key in enumerate(arena.keys.names) if key.thing == arena.keys.things[sort])
        assert row[2] == found.counts[key, seat][3]  # in as many games as its answer was taken


def test_what_is_forbidden_is_not_taken() -> None:
    """B never takes the middle, A does; both in C and decision by decision, with the same games."""
    fields = {"forbidden": ("mark b2",), "whose": (2,)}
    agree("tic_tac_toe", 2, 40, **fields)
    arena = arena_of("tic_tac_toe", 2, **fields)
    (key,) = arena.keys.find("b2")
    counts = arena.play(0, 200).counts
    assert counts[key, 0][1] > 0
    assert counts[key, 1][0] > 100
    last = counts[key, 1][1]
    assert last < 30  # the last free square is taken even so


def test_unknown_things_are_refused_with_the_nearest() -> None:
    """What is forbidden must be something."""
    with pytest.raises(ValueError, match=r"meant “mark b2”"):
        arena_of("tic_tac_toe", 2, forbidden=("mark to b2",), whose=(1,))


def test_the_counts_add_up() -> None:
    """Every decision takes one answer; a win has PARTS; forced decisions and turns are those of the rules."""
    arena = arena_of("tic_tac_toe", 2)
    found = arena.play(0, 300)
    columns = {name: found.rows[at :: found.width].tolist() for at, name in enumerate(arena.columns)}
    answers = [key for key, about in enumerate(arena.keys.names) if not about.thing]
    taken = sum(found.counts.get((key, seat), (0, 0))[1] for key in answers for seat in (0, 1))
    assert taken == sum(columns["decisions"])
    (mark,) = arena.keys.find("mark ..")
    won = [found.counts[mark, seat][5] / PARTS for seat in (0, 1)]
    results = zip(columns["result 1"], columns["result 2"], strict=True)
    assert won[0] == sum(1 if a > b else 0.5 if a == b else 0 for a, b in results)
    assert sum(won) == 300
    assert columns["forced"] == [int(decisions == 9) for decisions in columns["decisions"]]
    assert columns["turns"] == columns["decisions"]
    assert columns["wait"] == [1] * 300
    assert list(columns)[: len(HEADS)] == list(HEADS)


def test_bots_are_counted_too() -> None:
    """A bot that thinks is played decision by decision; random is the same bot there."""
    arena = arena_of("tic_tac_toe", 2, bots=("greedy", "random"))
    found = arena.play(0, 6)
    assert found.rows[0 :: found.width].tolist() == [0] * 6
    state, bots = arena.begun(0)
    assert isinstance(bots[1], RandomBot)
    assert state.actor == 1


def test_without_a_compiler_the_games_are_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The generated Python plays and counts the same."""
    fast = arena_of("pig", 2).play(0, 8)

    def refuse(*_: object) -> None:
        raise NoCompiler("none")

    monkeypatch.setattr("dsl.backends.native.backend.Native.__init__", refuse)
    slow = arena_of("pig", 2)
    assert slow.beginning.held() is None
    assert slow.play(0, 8) == fast
