"""How fast a game plays. The backends play the very same random games, reference and python in turn, so that their
ratio is taken in one run; the native one plays them step by step, and then others without coming back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import inf
from statistics import median
from time import perf_counter
from typing import Final

from dsl.backends.base import Backend, Chance, PlayError
from dsl.backends.native.backend import Native
from dsl.diagnostics import Bag
from dsl.machine.ir.ops import ASKING, STATUS, Machine
from dsl.pipeline import compile_game
from dsl.reading.game import read_game
from dsl.reading.places import find_game
from dsl.runtime.backends import BACKENDS, make_backend
from dsl.runtime.chance import draw
from dsl.runtime.game import Game, OptionValue
from dsl.runtime.state import State
from dsl.runtime.tongues.own import marked
from dsl.spoken import said

MOST_DECISIONS: Final = 20_000
_REPEATS: Final = 200
_PICKS: Final = tuple(draw(0xBE7C4, 0, count, 1 << 32) for count in range(4096))
"""Ready-made random numbers, so that picking a move costs next to nothing."""


@dataclass(slots=True)
class Bench:
    """Figures: rates in decisions a second by backend, times in seconds."""

    games: int = 0
    decisions: int = 0
    compared: int = 0
    """Decisions that both the reference and python made: of a long game only the beginning."""
    state_bytes: int = 0
    api_rate: float = 0.0
    rates: dict[str, float] = field(default_factory=dict[str, float])
    micro: dict[str, float] = field(default_factory=dict[str, float])
    times: dict[str, float] = field(default_factory=dict[str, float])

    @property
    def ratio(self) -> float:
        """How many times as fast python is as the reference."""
        return self.rates["python"] / self.rates["reference"] if self.rates else 0.0

    @property
    def mean_decisions(self) -> float:
        """How long a game is."""
        return self.decisions / self.games if self.games else 0.0


def bench(
    path: str,
    players: int,
    options: Mapping[str, OptionValue],
    seconds: float,
    modules: tuple[str, ...] = (),
    told: Callable[[int], None] = lambda _: None,
    found: Bench | None = None,
) -> Bench:
    """Measure a game; the reference plays for about `seconds`, the others the same games.

    A game that the reference cannot finish in that time is compared as far as it came. told: is given the decisions
    made so far. found: what is filled in, figure by figure; who is stopped in the middle has what is known by then.
    """
    found = found or Bench()
    machine, game = _build(path, players, options, found, modules)
    backends: dict[str, Backend] = {}
    for name in BACKENDS:
        begun = perf_counter()
        backends[name] = make_backend(name, machine)
        found.times[f"make {name} backend"] = perf_counter() - begun
    spent = dict.fromkeys(backends, 0.0)
    while spent["reference"] < seconds or found.games < 2:
        number, most = found.games, MOST_DECISIONS
        for name in ("reference", "python"):
            begun = perf_counter()
            until = begun + seconds if name == "reference" else inf
            most, size = _play(backends[name], machine, number, most, until, told)
            spent[name] += perf_counter() - begun
        found.compared += most
        length, size = _play(
            backends["python"], machine, number
        )  # not measured: the reference may not have come so far
        found.decisions += length
        found.state_bytes = max(found.state_bytes, 4 * size)
        found.games += 1
    found.rates = {name: found.compared / spent[name] for name in backends}
    _measure_native(machine, players, seconds, found)
    _measure_state(game, players, found)
    return found


def _measure_native(machine: Machine, players: int, seconds: float, found: Bench) -> None:
    """The native backend, if it can be had: the same games with choices made in Python, and games all in C."""
    begun = perf_counter()
    backend = make_backend("auto", machine)
    if not isinstance(backend, Native):
        return
    found.times["make native backend"] = perf_counter() - begun
    for name, play in (("native", _step), (said("native, all in C"), _roll)):
        decisions, number, begun = 0, 0, perf_counter()
        while (spent := perf_counter() - begun) < seconds or number < found.games:
            decisions += play(backend, number if play is _roll else number % found.games, players)
            number += 1
        found.rates[name] = decisions / spent


def _step(backend: Native, number: int, players: int) -> int:
    """The game of `_play` with this number; how many decisions it had."""
    held, decisions, at = backend.fresh(number), 0, number * 7
    if held is None:
        return 0
    try:
        held.run()
        take, count = held.taking(), held.count
        while count and decisions < MOST_DECISIONS:
            at = (at + 1) % len(_PICKS)
            count = take(_PICKS[at] % count)
            decisions += 1
    except PlayError:
        pass
    return decisions


def _roll(backend: Native, number: int, players: int) -> int:
    """A game at random, all in C; how many decisions it had."""
    held = backend.fresh(number)
    try:
        return held.roll([(number, 0)], [0] * players, MOST_DECISIONS)[0] if held is not None else 0
    except PlayError:
        return 0


def _build(
    path: str, players: int, options: Mapping[str, OptionValue], found: Bench, modules: tuple[str, ...]
) -> tuple[Machine, Game]:
    """Read, check and compile, with the time each takes."""
    bag = Bag()
    begun = perf_counter()
    sources = read_game(find_game(path), bag, modules=modules)
    read = perf_counter()
    game = Game(sources, options, bag)
    bag.raise_errors()
    program = game.program(players)
    checked = perf_counter()
    machine = compile_game(program)
    found.times = {"read": read - begun, "check": checked - read, "compile": perf_counter() - checked}
    return machine, game


def _play(
    backend: Backend,
    machine: Machine,
    number: int,
    most: int = MOST_DECISIONS,
    until: float = inf,
    told: Callable[[int], None] = lambda _: None,
) -> tuple[int, int]:
    """Play one random game, for so many decisions or so long at most; how many decisions it had, and the most numbers
    its position had.
    """
    chance = Chance(machine, draw)
    position = backend.new_position(number)
    backend.run(position, chance)
    decisions, size, at = 0, len(position), number * 7
    while position[STATUS] == ASKING and decisions < most and perf_counter() < until:
        try:
            options = backend.options(position)
            at = (at + 1) % len(_PICKS)
            backend.choose(position, options[_PICKS[at] % len(options)])
            backend.run(position, chance)
        except PlayError:
            break
        decisions += 1
        size = max(size, len(position))
        told(decisions)
    return decisions, size


def _measure_state(game: Game, players: int, found: Bench) -> None:
    """Times of what a State offers, in the middle of a game."""
    game.start(players, 0)  # makes the engine, which is no part of playing
    begun, decisions = perf_counter(), 0
    for number in range(max(2, min(20, found.games))):
        decisions += _play_state(game.start(players, number), number)
    found.api_rate = decisions / (perf_counter() - begun)
    state = game.start(players, 0)
    for number in range(max(1, int(found.mean_decisions) // 2)):
        if state.actor:
            options = state.options()
            state.apply(options[_PICKS[number % len(_PICKS)] % len(options)])
    found.micro[marked("clone")] = _time(lambda: state.clone(history=False))
    if state.undo() and state.redo():
        found.micro[marked("undo and redo")] = _time(lambda: state.undo() and state.redo())
    found.micro[marked("list of moves")] = _time(lambda: state.clone(history=False).moves()) - found.micro["clone"]
    found.micro[marked("view")] = _view_after_decisions(game.start(players, 0))
    found.micro[marked("key")] = _time(state.key)


def _view_after_decisions(state: State) -> float:
    """How long a view of the first player takes after a decision, in the middle of those at the beginning of a game;
    without the list of moves, which has a figure of its own.
    """
    spent: list[float] = []
    while state.actor and len(spent) < _REPEATS:
        options = state.options()
        state.play_option(options[_PICKS[len(spent) % len(_PICKS)] % len(options)])
        state.moves()
        begun = perf_counter()
        state.view(1)
        spent.append(perf_counter() - begun)
    return median(spent) if spent else 0.0


def _play_state(state: State, number: int) -> int:
    decisions, at = 0, number * 7
    while state.actor and decisions < MOST_DECISIONS:
        options = state.options()
        at = (at + 1) % len(_PICKS)
        state.play_option(options[_PICKS[at] % len(options)])
        decisions += 1
    return decisions


def _time(do: Callable[[], object]) -> float:
    """How long one call takes, the best of three rounds."""
    best = float("inf")
    for _ in range(3):
        begun = perf_counter()
        for _ in range(_REPEATS):
            do()
        best = min(best, (perf_counter() - begun) / _REPEATS)
    return best
