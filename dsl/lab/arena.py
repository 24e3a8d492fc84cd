"""Where the games of a variant are played and counted: in the compiled machine where everybody plays at random, else
decision by decision, with the same counts.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property

from dsl.backends.base import PlayError
from dsl.backends.batches import BROKEN, ENDED, UNFINISHED, Batch
from dsl.backends.counting import COUNTED, GAUGED, NOTHING, PARTS, TOLD, Counted, Counting
from dsl.backends.held import Held
from dsl.lab.hands import Holding, lying_of
from dsl.lab.keys import Keys
from dsl.lab.variant import Variant
from dsl.machine.ir.ops import DECISION, REASON, Finish
from dsl.machine.ir.walk import nodes
from dsl.play.bots import Bot, check_bot, make_bot
from dsl.play.judge import judge_of
from dsl.runtime.chance import draw
from dsl.runtime.engine import Engine
from dsl.runtime.errors import GameError
from dsl.runtime.game import Game
from dsl.runtime.measures import PARTS as MEASURED
from dsl.runtime.measures import SLOT, Question, at_turns, ending, questions
from dsl.runtime.moves import Option
from dsl.runtime.rollouts import game_seed, seat_seed
from dsl.runtime.state import State

Met = dict[tuple[int, int], bool]
"""Which keys a seat met in a game, and whether it took them."""
COURSE = 200
"""Games of a variant of which each turn is kept."""
_TURNS = 1 << 21
HEADS = ("how", "decisions", "options", "reason", "forced", "turns", "rounds", "wait")


class Arena:
    """A game made ready to be played as a variant says. `game` has the options and modules of the variant."""

    def __init__(self, game: Game, variant: Variant) -> None:
        self.variant = variant
        self.plain = game.engine(variant.players, "auto")
        """What a game is played with that is looked at, and not counted."""
        for words in variant.bots:
            check_bot(make_bot(words, 0), self.plain)
        game = game.measuring(variant.measures)
        self.engine = game.engine(variant.players, "auto")
        self.keys = Keys(self.engine)
        self.beginning = game.beginning(variant.players, "auto")
        turns = [each.name for each in self.engine.machine.measures if each.when == "turn"]
        self.gauges = at_turns(self.engine, [name for name in variant.measures if name in turns])
        self.asked = _at_end(self, [name for name in variant.measures if name not in turns])
        self.restricted = frozenset(key for words in variant.forbidden for key in self.keys.find(words))
        self.whose = sum(1 << seat - 1 for seat in variant.whose)
        self.lying = lying_of(self.engine.machine, len(self.keys.things))

    def forbidding(self, variant: Variant) -> Arena:
        """The same game with something else forbidden; nothing is compiled anew."""
        made = copy(self)
        made.variant = variant
        made.restricted = frozenset(key for words in variant.forbidden for key in self.keys.find(words))
        made.whose = sum(1 << seat - 1 for seat in variant.whose)
        return made

    @cached_property
    def judging(self) -> list[tuple[int, int, int]]:
        """By what it is known in the middle of a game how far each player is: functions, players, weights."""
        counts = judge_of(self.engine).counts
        return [(proc, player, weight) for player in range(1, self.variant.players + 1) for proc, weight in counts]

    @cached_property
    def held(self) -> Held | None:
        """The beginning in the form that plays whole games; None where bots think, or without a compiler."""
        return self.beginning.held() if self.variant.is_random else None

    @property
    def columns(self) -> list[str]:
        """What is known of each game, by name."""
        results = [f"result {player}" for player in range(1, self.variant.players + 1)]
        gauged = [f"{each.name}.{part} {each.player}" for each in self.gauges for part in MEASURED]
        return [*HEADS, *results, *(f"{each.name} {each.player}" for each in self.asked), *gauged]

    def reasons(self) -> dict[int, tuple[str, tuple[str, ...]]]:
        """For each number of an end its words, and the paragraphs of the rules that end a game so."""
        machine, found = self.engine.machine, dict[int, tuple[str, tuple[str, ...]]]()
        for proc in machine.procs:
            for node in nodes(proc):
                if isinstance(node, Finish):
                    site = self.engine.site(proc.site)
                    cites = found.get(node.template + 1, ("", ()))[1]
                    told = dict.fromkeys((*cites, *(site.cites if site is not None else ())))
                    found[node.template + 1] = ending(self.engine, node.template), tuple(told)
        return found

    def play(self, first: int, count: int, *, turns: bool = False) -> Counted:
        """Games with the numbers from `first` on; with `turns` each of their turns is kept."""
        variant, asks = self.variant, tuple((each.proc, each.at) for each in self.asked)
        batch = Batch(game_seed(variant.seed, first), count, variant.limit, asks)
        puts = tuple((proc, player) for proc, player, _ in self.judging) if turns else ()
        gauges = tuple((each.proc, each.at) for each in self.gauges)
        counting = Counting(
            self.keys.table, puts, _TURNS if turns else 0, self.restricted, self.whose, gauges, self.lying
        )
        if self.held is not None:
            return self.held.counted(batch, counting)
        return _Stepping(self, batch, counting).play(first)

    def game(self, number: int) -> State:
        """One game, played to its end, with all that a record needs."""
        state, bots = self.begun(number, self.plain)
        while state.actor and len(state.played) < self.variant.limit:
            state.play_option(self.choice(state, bots))
        return state

    def thought(self, key: int, decisions: int) -> State:
        """A game played to its end, or to the limit, by one key for chance and one for those who decide."""
        bots = [make_bot(words, seat_seed(decisions, player)) for player, words in enumerate(self.variant.seated(0), 1)]
        state = State(self.engine, self.engine.backend.new_position(key), seed=key)
        while state.actor and len(state.played) < self.variant.limit:
            state.play_option(self.choice(state, bots))
        return state

    def begun(self, number: int, engine: Engine | None = None) -> tuple[State, list[Bot]]:
        """A game at its beginning, and who plays it; on the engine that counts, or another one."""
        key = game_seed(self.variant.seed, number)
        seats = enumerate(self.variant.seated(number), 1)
        bots = [make_bot(words, seat_seed(key, player)) for player, words in seats]
        engine = engine or self.engine
        return State(engine, engine.backend.new_position(key), seed=key), bots

    def in_python(self, number: int, game: Game) -> State | None:
        """A game played to its end, or to the limit, by the Python backend of `game`, another form of the same rules;
        None if they break.
        """
        try:
            state, bots = self.begun(number, game.engine(self.variant.players, "python"))
            while state.actor and len(state.played) < self.variant.limit:
                state.play_option(self.choice(state, bots))
        except GameError:
            return None
        return state

    def choice(self, state: State, bots: list[Bot]) -> Option:
        """What is taken. A bot that wants what it may not have takes any of the others instead."""
        seat = state.actor - 1
        if not self.restricted or not self.whose >> seat & 1:
            return bots[seat].choose(state)
        decision, options = state.position[DECISION], state.options()
        allowed = [each for each in options if self.restricted.isdisjoint(self.keys.table.of(decision, each))]
        if len(allowed) in (0, len(options)):
            return bots[seat].choose(state)
        bot = bots[seat]
        if bot.name == "random":
            return allowed[bot.dice.pick(len(allowed))]  # type: ignore[attr-defined]  # pyright: ignore
        option = bot.choose(state)
        return option if option in allowed else allowed[draw(state.seed, 0x1AB, len(state.played), len(allowed))]


@dataclass(slots=True)
class _Stepping:
    """The same as `counted.c`, decision by decision."""

    arena: Arena
    batch: Batch
    counting: Counting
    counts: dict[tuple[int, int], list[int]] = field(default_factory=dict[tuple[int, int], list[int]])
    rows: array[int] = field(default_factory=lambda: array("q"))
    turns: list[tuple[int, ...]] = field(default_factory=list[tuple[int, ...]])
    cards: dict[tuple[int, int], list[int]] = field(default_factory=dict[tuple[int, int], list[int]])

    def play(self, first: int) -> Counted:
        """All games of the batch."""
        players = self.arena.variant.players
        for game in range(self.batch.count):
            self._game(first + game, game)
        width = COUNTED + players + len(self.batch.asks) + GAUGED * len(self.counting.gauges)
        counts = {key: tuple(numbers) for key, numbers in self.counts.items()}
        cards = {each: tuple(numbers) for each, numbers in self.cards.items()}
        return Counted(width, self.rows, counts, self.turns, cards)

    def _game(self, number: int, game: int) -> None:
        arena, players = self.arena, self.arena.variant.players
        met: Met = {}
        one = _One(players)
        holding = Holding(arena.engine.machine, self.counting)
        gauged = [[0] * GAUGED for _ in self.counting.gauges]
        how, told, results, reason = BROKEN, [0] * len(self.batch.asks), [0] * players, 0
        try:
            state, bots = arena.begun(number)
            while state.actor and one.made < self.batch.limit:
                seat, options = state.actor - 1, state.options()
                turn = one.arrive(seat, len(options))
                if turn or players == 1:
                    self._gauge(state, gauged)
                if turn:
                    self._turn(state, game, one.made, seat + 1)
                decision = state.position[DECISION]
                option = arena.choice(state, bots)
                self._note(decision, options, option, seat, met)
                holding.look(state.position)
                holding.play(state.position, option, seat)
                state.play_option(option)
                one.made += 1
            how, results, reason = ENDED if state.is_over else UNFINISHED, state.returns(), state.position[REASON]
            if state.is_over:
                self._turn(state, game, one.made, 0)
                holding.look(state.position, over=True)
            told = [self._ask(state, proc, at) for proc, at in self.batch.asks]
        except GameError:
            how = BROKEN
        head = (how, one.made, one.options, reason, one.forced, one.changes, one.rounds, one.wait)
        self.rows.extend((*head, *results, *told, *(number for each in gauged for number in each)))
        if how == ENDED:
            won = _won(results)
            self._judge(met, won)
            holding.judge(won, self.cards)

    def _note(
        self, decision: int, options: list[Option], chosen: Option, seat: int, met: dict[tuple[int, int], bool]
    ) -> None:
        of = self.counting.table.of
        for key in dict.fromkeys(key for option in options for key in of(decision, option)):
            row = self.counts.setdefault((key, seat), [0] * TOLD)
            row[0] += 1
            met.setdefault((key, seat), False)
        for key in of(decision, chosen):
            self.counts[key, seat][1] += 1
            met[key, seat] = True

    def _judge(self, met: Met, won: list[int]) -> None:
        for (key, seat), taken in met.items():
            row = self.counts[key, seat]
            for at, number in ((2, 1), (3, taken), (4, won[seat]), (5, won[seat] * taken)):
                row[at] += number

    def _turn(self, state: State, game: int, made: int, asker: int) -> None:
        if not self.counting.puts:
            return
        answers = [self._ask(state, proc, at) for proc, at in self.counting.puts]
        self.turns.append((game, made, asker, *answers))

    def _gauge(self, state: State, gauged: list[list[int]]) -> None:
        for row, (proc, at) in zip(gauged, self.counting.gauges, strict=True):
            now = self._ask(state, proc, at)
            if now != NOTHING:
                times, total, least, most = row
                row[:] = times + 1, total + now, min(least, now) if times else now, max(most, now) if times else now

    def _ask(self, state: State, proc: int, at: int) -> int:
        if proc == SLOT:
            return state.position[at]
        try:
            return state.number(proc, [at])
        except PlayError:
            return NOTHING


@dataclass(slots=True)
class _One:
    """What is counted of one game on the way."""

    players: int
    made: int = 0
    options: int = 0
    forced: int = 0
    changes: int = 0
    rounds: int = 0
    wait: int = 0
    first: int = -1
    before: int = -1
    last: dict[int, int] = field(default_factory=dict[int, int])

    def arrive(self, seat: int, options: int) -> bool:
        """Somebody is asked; whether it was somebody else before."""
        self.options += options
        self.forced += options == 1
        if seat in self.last:
            self.wait = max(self.wait, self.made - self.last[seat] - 1)
        self.last[seat] = self.made
        if seat == self.before:
            return False
        self.before = seat
        self.first = seat if self.first < 0 else self.first
        self.changes += 1
        self.rounds += seat == self.first
        return True


def _won(results: Sequence[int]) -> list[int]:
    """What each player won of a game, in PARTS."""
    if len(results) == 1:
        return [PARTS * (results[0] > 0)]
    best = max(results)
    return [PARTS // results.count(best) if result == best else 0 for result in results]


def _at_end(arena: Arena, measures: Sequence[str]) -> list[Question]:
    """What is asked of each game when it is over: fields of players that hold a word, such as a faction, and what is to
    be measured. ValueError if there is nothing of a name.
    """
    machine = arena.engine.machine
    names = [
        each.name
        for each in machine.names.fields
        if (each.var, each.first, each.last) == (True, 1, machine.players) and each.shown.what == "enum"
    ]
    return questions(arena.engine, dict.fromkeys((*names, *measures)))
