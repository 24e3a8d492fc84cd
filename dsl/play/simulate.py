"""Many games played by bots, and what they show: how they end, who wins, how long they last.

Game number i of a run with seed s has the seed `game_seed(s, i)`, and its bots have seeds of their own, so every game
can be played again by itself and the report is the same however many processes play, and on whatever backend, but for
`uct`: its search in C draws other numbers.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from time import perf_counter, process_time
from typing import Final

from dsl.backends.python.backend import Python
from dsl.machine.ir.ops import REASON, FieldInfo
from dsl.play.bots import make_bot
from dsl.runtime.backends import BACKENDS
from dsl.runtime.engine import Engine
from dsl.runtime.errors import GameError, MoveError
from dsl.runtime.game import Game, OptionValue, load
from dsl.runtime.measures import ending
from dsl.runtime.rollouts import Rolled, game_seed, seat_seed
from dsl.runtime.state import State
from dsl.workers import workers

MOST_DECISIONS: Final = 100_000
CHUNK: Final = 25  # games a process plays before it reports
TASTE: Final = 1.0
"""Seconds of play after which `auto` knows how long the rest would take."""
WORTH: Final = 2.0, 0.01
"""How long the rest must take to call a compiler for it: in seconds, and so many more for each procedure."""
_AT_ONCE: Final = frozenset(("random", "greedy"))
"""Bots that do not search: games of all others are long enough for a compiler."""
PIECE: Final = 16
"""Games that are played in the backend before they are told, at first; BREATH: how many seconds it may take to hear."""
BREATH: Final = 0.2
_MOST_VALUES: Final = 12  # a field with more values than this is no choice of a side


@dataclass(frozen=True, slots=True)
class Plan:
    """What to play. `path` is where the game is read from, by each process anew. `bot`: who plays; several with commas
    between them sit in turn, and each game moves them on by one seat. `backend`: see runtime.backends.CHOICES; with
    `auto` the first games are played on the generated Python, and the rest in C if that is sooner done. `first`: the
    moves that every game begins with, before the bots are asked. `stay`: bots keep their seats.
    """

    path: str
    players: int
    seed: int
    bot: str = "random"
    options: Mapping[str, OptionValue] = field(default_factory=dict[str, OptionValue])
    modules: tuple[str, ...] = ()
    backend: str = "auto"
    first: tuple[str, ...] = ()
    stay: bool = False

    @property
    def bots(self) -> list[str]:
        """The bots one by one."""
        return [words.strip() for words in self.bot.split(",")]

    def seated(self, number: int) -> list[str]:
        """Who sits on each seat in a game."""
        bots = self.bots
        moved = 0 if self.stay else number
        return [bots[(seat + moved) % len(bots)] for seat in range(self.players)]


@dataclass(frozen=True, slots=True)
class Played:
    """One game. `sides`: for each seat its fields that name a side; `fault`: how the rules broke, if they did."""

    number: int
    decisions: int
    over: bool
    returns: tuple[int, ...]
    reason: str
    sides: tuple[tuple[tuple[str, str], ...], ...]
    fault: str = ""
    thought: tuple[tuple[str, int, float], ...] = field(default=(), compare=False)
    """For each seat its bot, how often that was asked, and how many seconds of the processor it took."""


@dataclass(slots=True)
class Tally:
    """Games and how many of them were won; of a draw everybody has an equal part."""

    games: int = 0
    wins: float = 0

    @property
    def share(self) -> float:
        """The share that was won."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share."""
        return wilson(self.wins, self.games)


@dataclass(slots=True)
class Report:
    """What a run of games showed. shared: games that some, but not all, have won together, as teams do.

    bots: a tally for each of several bots. Who shares a win has all of it at a seat and on a side; a bot has the parts
    of its seats.
    """

    games: int = 0
    finished: int = 0
    drawn: int = 0
    shared: int = 0
    reasons: dict[str, int] = field(default_factory=dict[str, int])
    bots: dict[str, Tally] = field(default_factory=dict[str, Tally])
    seats: list[Tally] = field(default_factory=list[Tally])
    sides: dict[str, dict[str, Tally]] = field(default_factory=dict[str, dict[str, Tally]])
    decisions: list[int] = field(default_factory=list[int])
    faults: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    unfinished: list[int] = field(default_factory=list[int])
    thought: dict[str, tuple[int, float]] = field(default_factory=dict[str, tuple[int, float]], compare=False)
    """For each bot how often it was asked, and how many seconds of the processor it took."""

    @property
    def seconds(self) -> dict[str, float]:
        """How long each bot took for a decision on average; of games that stayed in the backend nothing is known."""
        return {words: round(spent / asked, 4) for words, (asked, spent) in self.thought.items() if asked}


def simulate(game: Game, plan: Plan, count: int, processes: int = 1) -> Report:
    """Play `count` games, and what they show."""
    return report(plan, plays(game, plan, count, processes))


def plays(game: Game, plan: Plan, count: int, processes: int = 1) -> Iterator[Played]:
    """Play `count` games, each told when it is over. With more than one process the game is read again in each of
    them.
    """
    first = 0
    if plan.backend == "auto":
        first, plan = yield from _begin(game, plan, count, processes)
    if processes == 1 or first == count or _is_rolled(plan):
        yield from play_games(game, plan, first, count - first, processes)
        return
    game.engine(plan.players, plan.backend)  # compiled once, not in each process
    size = max(1, min(CHUNK, (count - first) // (4 * processes)))
    chunks = [(start, min(size, count - start)) for start in range(first, count, size)]
    with workers(processes, _prepare, plan) as pool:
        for chunk in pool.map(partial(_play_chunk, plan), chunks):
            yield from chunk


def _begin(game: Game, plan: Plan, count: int, processes: int) -> Generator[Played, None, tuple[int, Plan]]:
    """The first games, on the generated Python; how many, and the plan for the rest: in C if they would take long."""
    python = replace(plan, backend="python")
    found = 0
    spent = 0.0
    if not set(plan.bots) - _AT_ONCE:
        while found < count and spent < TASTE:
            begun = perf_counter()
            played = play_game(game, python, found)
            spent += perf_counter() - begun
            found += 1
            yield played
        rest = spent / max(found, 1) * (count - found) / processes
        if rest < WORTH[0] + WORTH[1] * len(game.machine(plan.players).procs):
            return found, python
    is_native = not isinstance(game.engine(plan.players, "auto").backend, Python)
    return found, replace(plan, backend="native" if is_native else "python")


def play_games(game: Game, plan: Plan, first: int, count: int, threads: int = 1) -> Iterator[Played]:
    """Play the games with the numbers from `first` on."""
    if not _is_rolled(plan):
        yield from (_stepped(game, plan, number) for number in range(first, first + count))
        return
    size, last = PIECE, first + count
    while first < last:
        begun = perf_counter()
        yield from _roll_games(game, plan, first, min(size, last - first), threads)
        first += size
        if perf_counter() - begun < BREATH:
            size *= 2


def _is_rolled(plan: Plan) -> bool:
    """Whether games are played at random and in the backend, many at once."""
    return plan.backend not in BACKENDS and set(plan.bots) == {"random"} and not plan.first


def play_game(game: Game, plan: Plan, number: int) -> Played:
    """Play one game to its end, or to MOST_DECISIONS."""
    return next(play_games(game, plan, number, 1))


def _stepped(game: Game, plan: Plan, number: int) -> Played:
    """The same decision by decision."""
    seed = game_seed(plan.seed, number)
    bots = [make_bot(words, seat_seed(seed, player)) for player, words in enumerate(plan.seated(number), 1)]
    decisions, asked, spent = 0, [0] * plan.players, [0.0] * plan.players
    state: State | None = None
    try:
        state = game.start(plan.players, seed, backend=plan.backend)
        for text in plan.first:
            state.apply(text)
        while state.actor and decisions < MOST_DECISIONS:
            seat = state.actor - 1
            begun = process_time()
            option = bots[seat].choose(state)
            spent[seat] += process_time() - begun
            asked[seat] += 1
            state.play_option(option)
            decisions += 1
    except (GameError, MoveError) as error:
        return Played(number, decisions, False, (), "", (), str(error))
    thought = tuple(zip(plan.seated(number), asked, spent, strict=True))
    return replace(_played(plan, number, decisions, state), thought=thought)


def _roll_games(game: Game, plan: Plan, first: int, count: int, threads: int) -> Iterator[Played]:
    """Play games without coming back from the backend in between."""
    engine = game.engine(plan.players, plan.backend)
    names = [shown.name for shown in _side_fields(engine)]
    begin = game.beginning(plan.players, plan.backend)
    found = begin.rollouts(count, plan.seed, measures=names, first=first, limit=MOST_DECISIONS, threads=threads)
    return (_rolled(game, plan, engine, each) for each in found)


def _rolled(game: Game, plan: Plan, engine: Engine, rolled: Rolled) -> Played:
    if rolled.how == "broken":  # decision by decision it is told how far the game came
        return _stepped(game, plan, rolled.number)
    players = range(plan.players)
    sides: list[list[tuple[str, str]]] = [[] for _ in players]
    for at, shown in enumerate(_side_fields(engine)):
        for player in players:
            value = rolled.measured[at * plan.players + player]
            sides[player].append((shown.name, engine.words.plain(shown.shown, value)))
    over = rolled.how == "ended"
    told = tuple(tuple(each) for each in sides)
    return Played(rolled.number, rolled.decisions, over, rolled.returns, rolled.reason, told)


def _played(plan: Plan, number: int, decisions: int, state: State) -> Played:
    sides = tuple(tuple(_sides(state, player)) for player in range(1, plan.players + 1))
    return Played(
        number,
        decisions,
        state.is_over,
        tuple(state.returns()),
        ending(state.engine, state.position[REASON] - 1),
        sides,
    )


def report(plan: Plan, games: Iterable[Played]) -> Report:
    """What the games show together."""
    found = Report(seats=[Tally() for _ in range(plan.players)])
    if len(set(plan.bots)) > 1:
        found.bots = {words: Tally() for words in plan.bots}
    for played in games:
        found.games += 1
        for words, asked, spent in played.thought:
            before = found.thought.get(words, (0, 0.0))
            found.thought[words] = before[0] + asked, before[1] + spent
        if played.fault:
            found.faults.append((game_seed(plan.seed, played.number), played.fault))
        elif not played.over:
            found.unfinished.append(game_seed(plan.seed, played.number))
        else:
            _add(found, plan, played)
    found.sides = {name: values for name, values in found.sides.items() if 1 < len(values) <= _MOST_VALUES}
    return found


def _add(found: Report, plan: Plan, played: Played) -> None:
    """Count a game that came to its end."""
    found.finished += 1
    found.decisions.append(played.decisions)
    found.reasons[played.reason] = found.reasons.get(played.reason, 0) + 1
    shares = wins(played.returns)
    found.drawn += 0 < min(shares) < 1
    found.shared += 0 == min(shares) < max(shares) < 1
    for player, share in enumerate(shares):
        whole = 1.0 if share and not min(shares) else share
        _count(found.seats[player], whole)
        for name, value in played.sides[player]:
            _count(found.sides.setdefault(name, {}).setdefault(value, Tally()), whole)
    for words in found.bots:
        seats = zip(plan.seated(played.number), shares, strict=True)
        _count(found.bots[words], sum(share for bot, share in seats if bot == words))


def wins(returns: Sequence[int]) -> list[float]:
    """The share of the win that each player has: 1 for who alone stands highest, equal parts for several."""
    if len(returns) == 1:
        return [1.0 if returns[0] > 0 else 0.0]
    best = max(returns)
    first = returns.count(best)
    return [1 / first if each == best else 0.0 for each in returns]


def wilson(wins: float, games: float, z: float = 1.959963984540054) -> tuple[float, float]:
    """The Wilson score interval of a share, 95 % unless `z` says otherwise; 0 to 1 for no games."""
    if games == 0:
        return 0.0, 1.0
    share = wins / games
    middle = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    below = 1 + z * z / games
    low, high = (middle - spread) / below, (middle + spread) / below
    return max(0.0, min(low, share)), min(1.0, max(high, share))  # what rounding left on the wrong side


def _count(tally: Tally, share: float) -> None:
    tally.games += 1
    tally.wins += share


def _sides(state: State, player: int) -> Iterable[tuple[str, str]]:
    """The fields of a player that hold a word, such as a faction, with their values at the end."""
    for shown in _side_fields(state.engine):
        yield shown.name, state.engine.words.plain(shown.shown, state.position[shown.base + player])


def _side_fields(engine: Engine) -> list[FieldInfo]:
    everybody = (True, 1, engine.machine.players)
    fields = engine.machine.names.fields
    return [each for each in fields if (each.var, each.first, each.last) == everybody and each.shown.what == "enum"]


_games: dict[str, Game] = {}
"""The game of a process that plays chunks; read once, by `_prepare`."""


def _prepare(plan: Plan) -> None:
    _games[plan.path] = load(plan.path, plan.modules, plan.options)


def _play_chunk(plan: Plan, chunk: tuple[int, int]) -> list[Played]:
    return [*play_games(_games[plan.path], plan, *chunk)]
