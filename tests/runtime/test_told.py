"""What is told of pieces: it is kept, it adds up, it ends, and whatever is dealt or worked out agrees with it."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from pathlib import Path
from random import Random

import pytest
from breadth import many

from dsl.play.bots import make_bot
from dsl.runtime.backends import BACKENDS
from dsl.runtime.errors import GameError
from dsl.runtime.game import Game, load
from dsl.runtime.information import dealing_told
from dsl.runtime.information.dealing_told import Facts
from dsl.runtime.state import State
from dsl.runtime.told import Told, told_of
from dsl.runtime.told_columns import told_bases

CORPUS = Path(__file__).parents[1] / "corpus" / "good" / "telling.rules"
HANABI = Path(__file__).parents[2] / "games" / "modern" / "hanabi"


@pytest.fixture(scope="module", name="whispers")
def _whispers() -> Game:
    return load(CORPUS)


def played(game: Game, players: int, seed: int, moves: int, backend: str | None = None) -> State:
    """A random game, so many decisions in it."""
    state, chance = game.start(players, seed, backend=backend), Random(seed)
    for _ in range(moves):
        if state.is_over:
            break
        options = [move for move in state.moves() if move.text not in ("boast", "lie")]
        state.apply(chance.choice(options))
    return state


@pytest.mark.parametrize("seed", range(4))
def test_backends_agree(whispers: Game, seed: int) -> None:
    """Every slot is the same, those of what was told too."""
    one, *others = (list(played(whispers, 3, seed, 14, backend).position) for backend in BACKENDS)
    assert all(each == one for each in others)


def contradictions(state: State, told: Told) -> list[str]:
    """The pieces that somebody was told they are not."""
    machine = state.engine.machine
    return [
        f"{player} {piece}"
        for piece in range(machine.first_piece, machine.entity_count + 1)
        for player in range(machine.players + 1)
        if told.not_by(state.position, player, piece) & told.sort(piece)
    ]


@pytest.mark.parametrize("seed", range(3))
def test_no_deal_contradicts_what_was_told(whispers: Game, seed: int) -> None:
    """Two hundred worlds for every seat: each looks the same to it, and agrees with all that it was told."""
    state = played(whispers, 3, seed, 12)
    told = told_of(state.engine.words)
    assert any(told.not_by(state.position, seat, piece) for seat in (1, 2, 3) for piece in _pieces(state))
    for seat in range(4):
        seen = state.observation(seat)
        for key in range(many(40, 200)):
            dealt = state.determinize(seat, key)
            assert dealt.observation(seat) == seen
            assert not contradictions(dealt, told)


def _pieces(state: State) -> range:
    return range(state.engine.machine.first_piece, state.engine.machine.entity_count + 1)


def test_what_others_were_told_is_not_dealt(whispers: Game) -> None:
    """A whisper to B leaves no trace in what A imagines."""
    state = whispers.start(3, 5)
    state.apply("whisper to B")
    dealt = state.determinize(1, 7)
    told = told_of(state.engine.words)
    assert any(told.not_by(state.position, 2, piece) for piece in _pieces(state))
    assert not any(told.not_by(dealt.position, 2, piece) for piece in _pieces(state))
    assert any(told.not_by(state.determinize(2, 7).position, 2, piece) for piece in _pieces(state))


def test_a_lie_is_refused(whispers: Game) -> None:
    """`that` tells what is so, or the move is taken back."""
    state = whispers.start(2, 1)
    while "moon" not in state.view(None).players[0].zones[0].items[0].name:
        state = whispers.start(2, state.seed + 1)
    own = next(move for move in state.moves() if move.text.startswith("keep"))
    state.apply(own)
    kept = state.view(None).players[0].zones[1].items[0]
    state.apply("wait")
    wrong = "boast" if "snare" in kept.name else "lie"
    before = list(state.position)
    with pytest.raises(GameError, match="UNTRUE"):
        state.apply(wrong)
    assert list(state.position) == before


MASKS = (0b0001, 0b0110, 0b0110, 0b1000)


class Sorts(Told):
    """Pieces of four sorts, without a game."""

    def __init__(self) -> None:  # pyright: ignore[reportMissingSuperCall]
        self._words = 1

    def sort(self, piece: int) -> int:
        return 1 << piece % 4


@pytest.mark.parametrize("most", [dealing_told.MOST, 0])
def test_every_way_to_fill_the_places_is_as_likely(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many draws of each as chance allows; with no room to count all ways are still met, and none but these."""
    monkeypatch.setattr(dealing_told, "MOST", most)
    told, pieces = Sorts(), [4, 5, 6, 7, 8, 9]
    allowed = {
        way
        for way in permutations(pieces, len(MASKS))
        if not any(told.sort(piece) & mask for piece, mask in zip(way, MASKS, strict=True))
    }
    dice, facts = Random(3), Facts(told, 1)
    draws = 200 * len(allowed)
    found = Counter(tuple(facts.drawn(MASKS, pieces, dice.randrange)) for _ in range(draws))
    assert set(found) == allowed
    if most:
        square = sum((found[way] - 200) ** 2 / 200 for way in allowed)
        assert square < len(allowed) + 5 * (2 * len(allowed)) ** 0.5


@pytest.mark.parametrize("mask", [1, 0b10101, (1 << 32) - 1])
@pytest.mark.parametrize("told_to", [0, 1, 2])
def test_a_forged_position_that_contradicts_itself_is_dealt(whispers: Game, told_to: int, mask: int) -> None:
    """Whoever sends a save may write into it that a piece can be nothing at all."""
    state = whispers.start(2, 1)
    machine, position = state.engine.machine, list(state.position)
    for base in told_bases(machine, told_to):
        for piece in range(machine.first_piece, machine.entity_count + 1):
            position[base + piece] = mask
    forged = State(state.engine, position, seed=1, from_beginning=False, run=False)
    for viewer in (1, 2):
        assert forged.determinize(viewer, 3).view(viewer) == forged.view(viewer)
        assert make_bot("ismcts:5", 1).choose(forged.clone())


def test_weights_of_any_size_are_drawn() -> None:
    """Places for sixty pieces, of which each of the first forty has a place that it cannot lie in."""
    told, dice = Sorts(), Random(1)
    masks = [1 << number % 4 for number in range(40)]
    found = Facts(told, 1).drawn(masks, range(60), dice.randrange)
    assert len(set(found)) == 40
    assert not any(told.sort(piece) & mask for piece, mask in zip(found, masks, strict=True))


def test_hints_are_seen_by_those_who_know_the_card() -> None:
    """B's cards are known to A, who sees what B was told of them."""
    state = load(HANABI).start(3, 4)
    hint = next(move.text for move in state.moves() if move.text.startswith("hint") and move.text.endswith("B"))
    colour = hint.split()[1]
    state.apply(hint)
    hands = [state.view(viewer).players[1].zones[0].items for viewer in (1, 2, 0)]
    for known, own, spectator in zip(*hands, strict=True):
        assert known.fields == own.fields == spectator.fields
        assert known.known and not own.known and not spectator.known
        words = dict(own.fields)["told"]
        assert words == (f"colour {colour}" if colour in known.name else f"colour not {colour}")


def test_what_is_worked_out_agrees_with_what_was_told(tmp_path: Path) -> None:
    """A number that depends on a card is known as soon as what was told of it leaves one."""
    (tmp_path / "game.rules").write_text(SUM, encoding="utf-8")
    state = load(tmp_path).start(2, 3)
    assert state.why("worth of A", 1).value != state.why("worth of A").value
    state.apply("whisper")
    assert state.why("worth of A", 1).value == state.why("worth of A").value
    assert state.why("worth of A", 2).value != state.why("worth of A").value


SUM = """\
game "Sum" for 2 players
kind Card:
    rank: 1..3
    side: 0..1
card "Ash" is Card, 2 copies:
    rank 1, side 0
card "Elm" is Card, 2 copies:
    rank 2, side 1
card "Oak" is Card, 2 copies:
    rank 2, side 0
each player has:
    zone hand: row of Card, at most 1, seen by nobody
the table has:
    zone deck: stack of Card, seen by nobody
value worth of (p: Player): 0..9 = sum of rank of c for c in hand of p
window turn "your turn"
action whisper in turn:
    for each c in hand of me: tell me rank of c
main:
    move Card to deck
    shuffle deck
    for each p in players: move top of deck to hand of p
    repeat at most 3 times:
        for each p in players: offer turn to p
    end game drawn
"""
