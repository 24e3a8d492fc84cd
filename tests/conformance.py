"""What every game must do, whatever its rules are: one random game is played, and all checks look at it.

A `Walk` plays the game to its end and keeps positions of it; a check takes a walk and looks at those positions. What is
dear (the unknown dealt again for a viewer) is done once for each position and viewer, and shared. The choices are made
by the generator of dsl.runtime.chance, so a failure is repeated by its seed. `CHECKS` lists all checks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from dsl.runtime.chance import draw
from dsl.runtime.errors import MoveError
from dsl.runtime.game import Game
from dsl.runtime.information.view_text import lines
from dsl.runtime.moves import Option, option_of
from dsl.runtime.reading.offer import Rank
from dsl.runtime.state import State
from dsl.runtime.storage.saves import problem

MOST_DECISIONS: Final = 60_000
"""No game of ours asks more questions than this when it is played at random."""

LARGE: Final = 10_000
"""A position of more numbers is large."""

BEGINNING: Final = 20
"""So many decisions from its beginning are kept of every game."""

_CHOICE, _TRIAL, _DEAL = (1 << 40) + 1, (1 << 40) + 2, (1 << 40) + 3


@dataclass(frozen=True)
class Effort:
    """How closely a game is looked at."""

    looks: int
    """So many positions of it at least are looked at, and twice as many at most."""
    work: int
    """What all looks of the viewers may cost: of a position of n numbers k viewers see n, and deal it again k times."""
    tried: int
    """So many options of one decision are tried out."""
    dear: int
    """So many numbers of moves are landmarks, where the dear checks are made: 0, 1, 2, 4, 8 and on."""
    compared: int
    """So many decisions are compared with the reference backend."""
    far: int
    """What plays a game once more (undo, save, replay) does it from its end, or from so many decisions at most."""


SHORT: Final = Effort(looks=16, work=400_000, tried=4, dear=6, compared=12, far=200)
"""What is looked at whenever the tests run."""

FULL: Final = Effort(looks=500, work=6_000_000, tried=12, dear=20, compared=1_000, far=2_500)
"""What is looked at in the long run."""


class Walk:
    """A random game, played to its end (or for `most` decisions), with states kept on the way."""

    def __init__(self, game: Game, players: int, seed: int, effort: Effort = SHORT, most: int | None = None) -> None:
        self.game, self.players, self.seed, self.effort = game, players, seed, effort
        self.states: dict[int, State] = {}
        """States by how many moves had been made. They are shared by all checks: who changes one takes a clone."""
        self.options: list[Option] = []
        """The moves made."""
        self.is_whole = most is None
        self.end = self._play(most)
        cost = len(self.end.position) * (players + 1) ** 2
        self.seen = max(12, min(effort.looks, effort.work // cost))
        """So many positions are looked at through the eyes of all viewers."""
        self._deals: dict[tuple[int, int], State] = {}

    def _play(self, most: int | None) -> State:
        state, stride = self.game.start(self.players, self.seed), 1
        for number in range(MOST_DECISIONS):
            if number < BEGINNING or number % stride == 0 or landmark(number) or state.is_over or number == most:
                self.states[number] = state.clone()
            if len(self.states) > 2 * self.effort.looks:  # every second one is given up: the kept ones lie evenly
                stride *= 2
                for kept in list(self.states):
                    if kept >= BEGINNING and kept % stride and not landmark(kept):
                        del self.states[kept]
            if state.is_over or number == most:
                return state
            options = state.options()
            self.options.append(options[draw(self.seed, _CHOICE, number, len(options))])
            state.apply(self.options[-1])
        raise AssertionError(f"seed {self.seed}: no end after {MOST_DECISIONS} decisions")

    @property
    def words(self) -> str:
        """What to repeat when a check has failed."""
        return f"seed {self.seed}, {self.players} players"

    def looks(self) -> Iterator[tuple[int, State]]:
        """All states that were kept, from the beginning to the end of the game."""
        yield from self.states.items()

    def sights(self) -> Iterator[tuple[int, State]]:
        """Those to be looked at through the eyes of all viewers, from the beginning to the end of the game."""
        kept = list(self.states.items())
        count = min(self.seen, len(kept))
        yield from (kept[index * (len(kept) - 1) // max(count - 1, 1)] for index in range(count))

    def landmarks(self) -> Iterator[tuple[int, State]]:
        """Those at which the dear checks are made."""
        found = [(number, state) for number, state in self.states.items() if landmark(number)]
        yield from found[: self.effort.dear]

    @property
    def far(self) -> tuple[int, State]:
        """The last state that was kept, or a late one where the game is very long."""
        number = max(number for number in self.states if number <= self.effort.far)
        return number, self.states[number]

    def first(self, count: int) -> Iterator[tuple[int, State]]:
        """A game of its own along the same moves: the same state again and again, before each of so many decisions."""
        state = self.game.start(self.players, self.seed)
        for number in range(min(count, len(self.options) + 1)):
            if number:
                state.apply(self.options[number - 1])
            yield number, state

    def deal(self, number: int, viewer: int) -> State:
        """A state kept, with all dealt again that a viewer does not know."""
        found = self._deals.get((number, viewer))
        if found is None:
            key = draw(self.seed, _DEAL, number * 30 + viewer, 1 << 32)
            found = self._deals[number, viewer] = self.states[number].determinize(viewer, key)
        return found

    def viewers(self) -> range:
        """The players, and before them a spectator (0)."""
        return range(self.players + 1)


Check = Callable[[Walk], None]


def landmark(number: int) -> bool:
    """Whether a number is 0 or a power of two."""
    return number & (number - 1) == 0


def same(one: State, other: State) -> None:
    """Two states are equal in everything that can be asked of them."""
    assert one.position == other.position
    assert one.actor == other.actor and one.is_over == other.is_over
    assert one.moves() == other.moves()
    assert one.key() == other.key()
    assert one.log() == other.log()
    assert one.returns() == other.returns()


def check_clone(walk: Walk) -> None:
    """A clone is equal, and what happens to it does not touch the original."""
    for _, state in walk.landmarks():
        before, twin = state.position[:], state.clone()
        same(state, twin)
        if not state.is_over:
            twin.apply(0)
            assert state.position == before
            light = state.clone(history=False)
            light.play_option(option_of(state.moves()[0]))
            assert light.position == twin.position and state.position == before


def check_undo(walk: Walk) -> None:
    """Undo goes back exactly, all the way to the start, and redo forward again; from landmarks, and from the end."""
    for last, kept in dict([*walk.landmarks(), walk.far]).items():
        state = kept.clone()
        for number in range(last - 1, -1, -1):
            assert state.undo()
            if number in walk.states:
                same(state, walk.states[number])
        assert not state.undo()
        for number in range(1, last + 1):
            assert state.redo()
            if number in walk.states:
                same(state, walk.states[number])
        assert not state.redo()


def check_save(walk: Walk) -> None:
    """A saved game is restored exactly, with its history, and goes on in the same way."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.save"
        for number, state in [*walk.landmarks(), walk.far]:
            walk.game.save(state, path)
            again = walk.game.restore(path)
            same(state, again)
            if number < len(walk.options):
                ahead = state.clone()
                assert again.apply(walk.options[number]) == ahead.apply(walk.options[number])
                assert again.position == ahead.position and again.undo()
                same(state, again)
            assert again.undo() == (number > 0)


def check_texts(walk: Walk) -> None:
    """Moves have texts that are unique, parse back and stand for options; every option is a move or a copy of one."""
    for number, state in walk.looks():
        moves = state.moves()
        texts = [move.text for move in moves]
        assert len(set(texts)) == len(texts), f"{walk.words}: two moves read alike: {texts}"
        options, offer = state.options(), state.offer
        assert {option_of(move) for move in moves} <= set(options) and bool(moves) == bool(options)
        for place, move in enumerate(moves, 1):
            assert move.text and move.text == move.text.strip() and "\n" not in move.text
            assert move.number == place and offer.the_one(move.text) == move
        for move in moves if len(moves) <= 2 * walk.effort.tried else (moves[0], moves[number % len(moves)], moves[-1]):
            assert move in offer.read(move.text.upper(), Rank.ALIKE).moves, f"{walk.words}: {move.text}"


def check_options(walk: Walk) -> None:
    """Whatever is offered can be done: it leads to another decision or to the end, and to a possible position."""
    tried = walk.effort.tried
    for number, state in walk.looks():
        found = problem(state.engine.machine, state.position)
        assert found is None, f"{walk.words}: {found}"
        options = state.options()
        if len(options) > tried:
            options = [options[draw(walk.seed, _TRIAL, number * 100 + n, len(options))] for n in range(tried)]
        for option in options:
            twin = state.clone(history=False)
            twin.play_option(option)
            assert twin.is_over or twin.options()


def check_end(walk: Walk) -> None:
    """A game ends, says how it ended, and then nobody is asked any more."""
    for _, state in walk.looks():
        returns = state.returns()
        assert len(returns) == walk.players
        if not state.is_over:
            assert 1 <= state.actor <= walk.players and not any(returns)
    if not walk.is_whole:
        return
    assert walk.end.is_over and walk.end.actor == 0 and walk.end.moves() == [] and walk.end.options() == []


def check_backends(walk: Walk) -> None:
    """The reference backend and the Python backend agree about everything, decision by decision."""
    other = walk.game.start(walk.players, walk.seed, backend="reference")
    large = len(walk.end.position) > LARGE  # and takes the reference long: see backends/test_games_agree.py for more
    for number, state in walk.first(4 if large else walk.effort.compared):
        assert state.position == other.position, f"{walk.words}: positions differ after {number} moves"
        assert state.options() == other.options()
        assert [line for line in state.lines] == [line for line in other.lines]
        if number == 2 if large else landmark(number):
            for viewer in (None, *walk.viewers()):
                assert lines(state.view(viewer)) == lines(other.view(viewer))
        if not state.is_over:
            other.apply(walk.options[number])


def check_replay(walk: Walk) -> None:
    """A record replays to the very position, and so does one made without texts."""
    (far, state), fast = walk.far, walk.game.start(walk.players, walk.seed)
    for number, option in enumerate(walk.options[:far]):
        if number in walk.states:
            assert fast.position == walk.states[number].position, f"{walk.words}: after {number} moves"
        fast.play_option(option)
    record = walk.game.record(state)
    same(walk.game.replay(record), state)
    assert fast.position == state.position and walk.game.record(fast) == record
    assert type(record).model_validate_json(record.model_dump_json()) == record


def check_secrets(walk: Walk) -> None:
    """What a player cannot see changes nothing that he is shown: view, question, moves, answers to why not."""
    asked: list[str] = []
    for number, state in walk.sights():
        for viewer in walk.viewers():
            keeps_secret(state, walk.deal(number, viewer), viewer, walk.words, asked[-2:])
        asked += [move.text for move in state.moves()[:2]]


def keeps_secrets(state: State, seed: int, number: int, asked: Sequence[str]) -> None:
    """Nobody is shown anything that another deal of what he does not know would change. `asked`: moves to ask about."""
    for viewer in range(len(state.returns()) + 1):
        twin = state.determinize(viewer, draw(seed, _DEAL, number * 30 + viewer, 1 << 32))
        keeps_secret(state, twin, viewer, f"seed {seed}", asked)


def keeps_secret(state: State, twin: State, viewer: int, words: str, asked: Sequence[str]) -> None:
    """A viewer is shown the same of a position and of one in which all is dealt again that he does not know."""
    assert problem(state.engine.machine, twin.position) is None
    assert lines(twin.view(viewer)) == lines(state.view(viewer)), f"{words}, viewer {viewer}"
    assert twin.prompt(viewer) == state.prompt(viewer) and twin.actor == state.actor
    if viewer and viewer == state.actor:
        assert [move.text for move in twin.moves()] == [move.text for move in state.moves()]
        for text in asked:
            assert twin.explain(text, viewer) == state.explain(text, viewer), f"{words}: {text}"


def check_information(walk: Walk) -> None:
    """Observations depend on nothing hidden; nothing observed is ever forgotten; how a position was reached by the
    program (with or without a log, by copy or replay) makes no difference.

    The first are looked at along the whole game, what is remembered at its first decisions.
    """
    for number, state in walk.sights():
        for viewer in walk.viewers():
            twin = walk.deal(number, viewer)
            assert twin.observation(viewer) == state.observation(viewer), f"{walk.words}, viewer {viewer}"
    remembers(walk)


def remembers(walk: Walk) -> None:
    """Information states begin with the earlier ones, and are the same however a position was reached."""
    fast = walk.game.start(walk.players, walk.seed)
    before = [""] * (walk.players + 1)
    last = walk.game.start(walk.players, walk.seed)
    for number, state in walk.first(walk.seen):
        last = state
        for made in state.played[len(fast.played) :]:
            fast.play_option(made.option)
        for viewer in walk.viewers():
            known = state.information_state(viewer)
            assert known.startswith(before[viewer])
            before[viewer] = known
            if (landmark(number) and number < BEGINNING) or state.is_over:
                assert state.clone().information_state(viewer) == known
                assert fast.information_state(viewer) == known
    replayed = walk.game.replay(walk.game.record(last))
    assert [replayed.information_state(viewer) for viewer in walk.viewers()] == before
    for _ in range(len(last.played) // 2):
        last.undo()
    assert all(known.startswith(last.information_state(viewer)) for viewer, known in enumerate(before))


def makes(state: State, text: str) -> bool:
    """Whether somebody who types the text makes a move."""
    try:
        return bool(state.the_move(text))
    except MoveError:
        return False


def check_explanations(walk: Walk) -> None:
    """Every question about a move has an answer: moves offered now are possible, those offered before are explained.

    What begins like one possible move, and like others that are not possible, is told with all of them, and makes the
    one.
    """
    asked: list[str] = []
    for number, state in walk.looks():
        texts = [move.text for move in state.moves()]
        if texts and (landmark(number) or number == len(walk.options) - 1):
            assert all(state.explain(text).legal for text in texts[: walk.effort.tried])
            for text in asked[-walk.effort.tried :]:
                explanation = state.explain(text)
                assert explanation.makes == makes(state, text), f"{walk.words}, move {number}: {text}"
                assert explanation.summary
        asked += texts[:2]
    far = walk.far[1]
    for number in range(1, len(far.lines) + 1):
        assert far.because(number).words


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
