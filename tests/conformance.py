"""What every game must do, whatever its rules are. Each check plays random games and fails with words and a seed.

The choices are made by the generator of dsl.runtime.chance, so a failure is repeated by its seed. A check takes a
game, a number of players and a seed; `CHECKS` lists them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from dsl.runtime.chance import draw
from dsl.runtime.game import Game
from dsl.runtime.information.view_text import lines
from dsl.runtime.reading.offer import Rank
from dsl.runtime.state import State
from dsl.runtime.storage.saves import problem

MOST_DECISIONS = 60_000
"""No game of ours asks more questions than this when it is played at random."""

MOST_LOOKED_AT = 2_000
"""So many decisions of a game are looked into, fewer where positions are large or many look on: every look of a player
costs the size of the position."""

LARGE = 10_000
"""A position of more numbers is large."""

BEGINNING, STRIDE = 20, 97
"""A whole game of large positions is looked into at so many decisions from its beginning, then at one in so many."""

MOST_TRIED = 12
"""How many options of one decision are tried out."""

_CHOICE, _TRIAL, _DEAL = (1 << 40) + 1, (1 << 40) + 2, (1 << 40) + 3

Check = Callable[[Game, int, int], None]


def play(state: State, seed: int, *, on: bool = False, whole: bool = False) -> Iterator[int]:
    """Play a random game; yields the number of moves made before each decision, and at the end.

    on: to the end, however long it takes; otherwise the game may be left when enough has been looked into.
    whole: to the end as well, but a game of large positions is not looked into at every decision.
    """
    sparse = whole and len(state.position) > LARGE
    on = on or sparse
    cost = len(state.position) * (len(state.returns()) + 1) ** 2
    looks = MOST_DECISIONS if on else max(30, min(MOST_LOOKED_AT, 13_500_000 // cost))
    for number in range(looks):
        if not sparse or number < BEGINNING or number % STRIDE == 0 or state.is_over:
            yield number
        if state.is_over or (number == looks - 1 and not on):
            return
        options = state.options()
        state.apply(options[draw(seed, _CHOICE, number, len(options))])
    assert not on, f"seed {seed}: no end after {MOST_DECISIONS} decisions"


def landmark(number: int) -> bool:
    """Whether a number is 0 or a power of two: where the dear checks are made."""
    return number & (number - 1) == 0


def same(one: State, other: State) -> None:
    """Two states are equal in everything that can be asked of them."""
    assert one.position == other.position
    assert one.actor == other.actor and one.is_over == other.is_over
    assert one.moves() == other.moves()
    assert one.key() == other.key()
    assert one.log() == other.log()
    assert one.returns() == other.returns()


def check_clone(game: Game, players: int, seed: int) -> None:
    """A clone is equal, and what happens to it does not touch the original."""
    state = game.start(players, seed)
    for number in play(state, seed):
        if landmark(number):
            before, twin = state.position[:], state.clone()
            same(state, twin)
            if not state.is_over:
                twin.apply(0)
                assert state.position == before
                light = state.clone(history=False)
                light.play_option(state.moves()[0].option)
                assert light.position == twin.position and state.position == before


def check_undo(game: Game, players: int, seed: int) -> None:
    """Undo goes back exactly, all the way to the start, and redo forward again."""
    state = game.start(players, seed)
    kept: list[State] = []
    for number in play(state, seed):
        kept.append(state.clone())
        if landmark(number):
            for shot in reversed(kept[:-1]):
                assert state.undo()
                same(state, shot)
            assert not state.undo()
            for shot in kept[1:]:
                assert state.redo()
                same(state, shot)
            assert not state.redo()


def check_save(game: Game, players: int, seed: int) -> None:
    """A saved game is restored exactly, with its history, and goes on in the same way."""
    state = game.start(players, seed)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.save"
        for number in play(state, seed):
            if landmark(number) or state.is_over:
                game.save(state, path)
                again = game.restore(path)
                same(state, again)
                assert again.undo() == (number > 0)


def check_texts(game: Game, players: int, seed: int) -> None:
    """Moves have texts that are unique, parse back and stand for options; every option is a move or a copy of one."""
    state = game.start(players, seed)
    for _ in play(state, seed, whole=True):
        moves = state.moves()
        texts = [move.text for move in moves]
        assert len(set(texts)) == len(texts), f"seed {seed}: two moves read alike: {texts}"
        options, offer = state.options(), state.offer
        assert {move.option for move in moves} <= set(options) and bool(moves) == bool(options)
        for number, move in enumerate(moves, 1):
            assert move.text and move.text == move.text.strip() and "\n" not in move.text
            assert move.number == number and offer.the_one(move.text) == move
            assert move in offer.read(move.text.upper(), Rank.ALIKE).moves


def check_options(game: Game, players: int, seed: int) -> None:
    """Whatever is offered can be done: it leads to another decision or to the end, and to a possible position."""
    state = game.start(players, seed)
    machine = state.engine.machine
    for number in play(state, seed, whole=True):
        assert problem(machine, state.position) is None, f"seed {seed}: {problem(machine, state.position)}"
        options = state.options()
        tried = options
        if len(options) > MOST_TRIED:
            tried = [options[draw(seed, _TRIAL, number * 100 + n, len(options))] for n in range(MOST_TRIED)]
        for option in tried:
            twin = state.clone(history=False)
            twin.play_option(option)
            assert twin.is_over or twin.options()


def check_end(game: Game, players: int, seed: int) -> None:
    """A game ends, says how it ended, and then nobody is asked any more."""
    state = game.start(players, seed)
    for _ in play(state, seed, on=True):
        returns = state.returns()
        assert len(returns) == players
        if not state.is_over:
            assert 1 <= state.actor <= players and not any(returns)
    assert state.actor == 0 and state.moves() == [] and state.options() == []


def check_backends(game: Game, players: int, seed: int) -> None:
    """The reference backend and the Python backend agree about everything, decision by decision."""
    state = game.start(players, seed, backend="python")
    other = game.start(players, seed, backend="reference")
    for number in play(state, seed):
        assert state.position == other.position, f"seed {seed}: positions differ after {number} moves"
        assert state.options() == other.options()
        assert [line for line in state.lines] == [line for line in other.lines]
        large = len(state.position) > LARGE  # and takes the reference long: see backends/test_games_agree.py for more
        if number == 2 if large else landmark(number):
            for viewer in (None, *range(players + 1)):
                assert lines(state.view(viewer)) == lines(other.view(viewer))
        if large and number == 3:
            return
        if not other.is_over:
            options = other.options()
            other.apply(options[draw(seed, _CHOICE, number, len(options))])


def check_replay(game: Game, players: int, seed: int) -> None:
    """A record replays to the very position, and so does one made without texts."""
    state = game.start(players, seed)
    fast = game.start(players, seed)
    for _ in play(state, seed):
        if state.played[len(fast.played) :]:
            fast.play_option(state.played[-1].option)
    record = game.record(state)
    same(game.replay(record), state)
    assert fast.position == state.position and game.record(fast) == record
    assert type(record).model_validate_json(record.model_dump_json()) == record


def check_secrets(game: Game, players: int, seed: int) -> None:
    """What a player cannot see changes nothing that he is shown: view, question, moves, answers to why not."""
    state = game.start(players, seed)
    asked: list[str] = []
    for number in play(state, seed, whole=True):
        keeps_secrets(state, seed, number, asked[-2:])
        asked += [move.text for move in state.moves()[:2]]


def keeps_secrets(state: State, seed: int, number: int, asked: Sequence[str]) -> None:
    """Nobody is shown anything that another deal of what he does not know would change. `asked`: moves to ask about."""
    for viewer in range(len(state.returns()) + 1):
        twin = state.determinize(viewer, draw(seed, _DEAL, number * 30 + viewer, 1 << 32))
        assert problem(state.engine.machine, twin.position) is None
        assert lines(twin.view(viewer)) == lines(state.view(viewer)), f"seed {seed}, viewer {viewer}"
        assert twin.prompt(viewer) == state.prompt(viewer) and twin.actor == state.actor
        if viewer and viewer == state.actor:
            assert [move.text for move in twin.moves()] == [move.text for move in state.moves()]
            for text in asked:
                assert twin.explain(text, viewer) == state.explain(text, viewer), f"seed {seed}: {text}"


def check_information(game: Game, players: int, seed: int) -> None:
    """Observations depend on nothing hidden; nothing observed is ever forgotten; how a position was reached by the
    program (with or without a log, by copy or replay) makes no difference.
    """
    state, fast = game.start(players, seed), game.start(players, seed)
    before = [""] * (players + 1)
    for number in play(state, seed):
        for made in state.played[len(fast.played) :]:
            fast.play_option(made.option)
        for viewer in range(players + 1):
            twin = state.determinize(viewer, draw(seed, _DEAL, number * 30 + viewer, 1 << 32))
            assert twin.observation(viewer) == state.observation(viewer), f"seed {seed}, viewer {viewer}"
            known = state.information_state(viewer)
            assert known.startswith(before[viewer])
            before[viewer] = known
            if landmark(number) or state.is_over:
                assert state.clone().information_state(viewer) == known
                assert fast.information_state(viewer) == known
                assert state.information_state(viewer) == known
    replayed = game.replay(game.record(state))
    assert [replayed.information_state(viewer) for viewer in range(players + 1)] == before
    for _ in range(len(state.played) // 2):
        state.undo()
    assert all(known.startswith(state.information_state(viewer)) for viewer, known in enumerate(before))


def check_explanations(game: Game, players: int, seed: int) -> None:
    """Every question about a move has an answer: moves offered now are possible, those offered before are explained."""
    state = game.start(players, seed)
    asked: list[str] = []
    for number in play(state, seed):
        texts = [move.text for move in state.moves()]
        if landmark(number) and texts:
            assert all(state.explain(text).legal for text in texts[:MOST_TRIED])
            for text in asked[-MOST_TRIED:]:
                explanation = state.explain(text)
                assert explanation.legal == (text in texts) or explanation.legal
                assert explanation.summary
        asked += texts[:2]
    for number in range(1, len(state.lines) + 1):
        assert state.because(number).words


CHECKS: tuple[Check, ...] = (
    check_clone,
    check_undo,
    check_save,
    check_texts,
    check_options,
    check_end,
    check_backends,
    check_replay,
    check_secrets,
    check_information,
    check_explanations,
)
