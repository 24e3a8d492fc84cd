"""A position that stays in C: nothing is copied from step to step, and whole games are played without coming back.

    held = backend.hold(position)
    count = held.count
    while count:
        count = held.take(choice(count))       an option by its number among held.options()

Chance is that of the position, and nobody hears the log.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from itertools import chain

from dsl.backends.batches import Batch, Outcome
from dsl.backends.counting import COUNTED, GAUGED, Counted, Counting, plan_numbers, room_of, told
from dsl.backends.guessing import Guessing
from dsl.backends.native.bind import Bound
from dsl.backends.native.compiled import Compiled
from dsl.backends.native.guesses import GuessTree
from dsl.backends.native.tree import Tree
from dsl.backends.searches import Search
from dsl.machine.ir.ops import ASKER, ASKING, KEY_HI, KEY_LO, OVER, STATUS

WORDS = 1 << 64


class Position:
    """A position in the form that the compiled machine works on. Made by `Native.hold`."""

    __slots__ = ("_at", "_cells", "_compiled", "_contexts")

    def __init__(self, compiled: Compiled, cells: array[int]) -> None:
        """A position that owns its cells."""
        self._compiled = compiled
        self._contexts = compiled.contexts
        self._cells = cells
        self._at = cells.buffer_info()[0]

    # ---- what there is --------------------------------------------------------------------------------------------

    @property
    def asker(self) -> int:
        """The player who is asked, 0 if nobody is."""
        return self._cells[ASKER] if self._cells[STATUS] == ASKING else 0

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._cells[STATUS] == OVER

    @property
    def count(self) -> int:
        """How many options there are; 0 when the game is over."""
        if self._cells[STATUS] != ASKING:
            return 0
        bound = self._contexts.stepping
        if bound.owner is not self:
            self._ask(bound)
        return bound.count

    def options(self) -> list[tuple[int, ...]]:
        """What can be chosen at the decision asked, in the order of the rules."""
        bound = self._contexts.stepping
        if bound.owner is not self:
            self._ask(bound)
        return bound.offered()

    def score(self) -> tuple[int, ...]:
        """The result of each player (0 before the end)."""
        machine = self._compiled.machine
        first = machine.layout.results
        return tuple(self._cells[first : first + machine.players])

    def position(self) -> list[int]:
        """The position as a list."""
        return self._cells[: self._compiled.length(self._cells)].tolist()

    def copy(self) -> Position:
        """An equal position that goes its own way."""
        return Position(self._compiled, self._cells[:])

    # ---- what changes it ------------------------------------------------------------------------------------------

    def rekey(self, key: int) -> None:
        """Let chance go on by another key of 64 bits."""
        self._contexts.stepping.owner = None
        self._cells[KEY_LO], self._cells[KEY_HI] = key & 0xFFFFFFFF, key >> 32

    def run(self) -> None:
        """On to the next decision, or the end."""
        bound = self._contexts.stepping
        bound.owner = None
        bound.check(bound.run(bound.at, self._at))

    def choose(self, option: Sequence[int]) -> None:
        """Answer the decision asked, and on to the next one."""
        bound = self._contexts.stepping
        bound.owner = None
        given = array("q", (len(option), *option))
        bound.check(bound.choose(bound.at, self._at, given.buffer_info()[0]))
        bound.check(bound.run(bound.at, self._at))

    def take(self, number: int) -> int:
        """Choose an option by its number; how many there are at the next decision, 0 when the game is over."""
        return self.taking()(number)

    def taking(self) -> Callable[[int], int]:
        """`take` for the thread that asks for it, made to be called often."""
        bound, own = self._contexts.stepping, self._at
        play, at = bound.play, bound.at

        def take(number: int) -> int:
            if bound.owner is not self:
                self._ask(bound)
            count = play(at, own, number)
            if count < 0:
                bound.owner = None
                bound.check(-count)
            return count

        return take

    def roll(self, dice: Sequence[tuple[int, int]], whose: Sequence[int], limit: int) -> tuple[int, list[int]]:
        """Play on at random, to the end or for so many decisions; how many there were.

        Each decision takes one of n options by the next number of somebody's dice, which are a seed and how many
        numbers it has given: whose[player - 1] says which dice. The numbers are those of `play.bot.Dice`; given back
        is how many each has given then.
        """
        if any(not (0 <= seed < WORDS and 0 <= given < WORDS) for seed, given in dice):
            raise ValueError("key, stream and counter are 64-bit numbers without a sign")
        bound, players = self._contexts.stepping, self._compiled.machine.players
        bound.owner = None
        numbers = array("Q", [number for pair in dice for number in pair])
        numbers.frombytes(bytes(8 * (2 * players + 1 - len(numbers))))
        asked = array("q", whose)
        bound.check(
            bound.rollout(bound.at, self._at, limit, numbers.buffer_info()[0], asked.buffer_info()[0]),
        )
        return numbers[2 * players], [numbers[2 * number + 1] for number in range(len(dice))]

    def batch(self, plan: Batch) -> Outcome:
        """Many games from here, each with a key and dice of its own. The position stays as it is."""
        bound, machine = self._contexts.stepping, self._compiled.machine
        bound.owner = None
        outcome = Outcome.empty(plan, machine.players, len(machine.names.templates))
        room = array("q", bytes(8 * self._compiled.module.span))
        numbers = array("q", [plan.first, plan.count, plan.limit, len(plan.asks), *chain.from_iterable(plan.asks)])
        rows = outcome.rows.buffer_info()[0] if plan.keep else None
        given = (room.buffer_info()[0], numbers.buffer_info()[0], outcome.tally.buffer_info()[0], rows)
        bound.check(bound.batch(bound.at, self._at, *given))
        return outcome

    def counted(self, plan: Batch, counting: Counting) -> Counted:
        """The same games as in `batch`, with what was offered and taken in them counted."""
        bound, players = self._contexts.stepping, self._compiled.machine.players
        bound.owner = None
        turns = array("q", bytes(8 * (2 + counting.turns)))
        turns[1] = counting.turns
        room = array("q", bytes(8 * self._compiled.module.span))
        numbers, table = plan_numbers(plan, counting), counting.table.numbers(counting.restricted)
        width = COUNTED + players + len(plan.asks) + GAUGED * len(counting.gauges)
        rows = array("q", [0]) * (plan.count * width)
        counts = array("q", bytes(8 * room_of(counting, players)))
        given = (each.buffer_info()[0] for each in (room, numbers, table, rows, counts, turns))
        bound.check(bound.counted(bound.at, self._at, *given))
        return told(plan, counting, players, rows, counts, turns)

    def tree(self, search: Search) -> Tree:
        """A tree of games from here, for a game without chance in which all is seen. The position stays as it is."""
        return Tree(self._compiled, self._cells[:], search)

    def guessing(self, search: Guessing) -> GuessTree | None:
        """A tree of games from guesses of this position; None where it cannot be grown here."""
        mind = self._compiled.mind()
        return None if mind is None else GuessTree(self._compiled, mind, self._cells[:], search)

    def call(self, proc: int, args: Sequence[int]) -> int:
        """The result of a function that changes nothing and is handed numbers alone, such as a value of a player."""
        bound = self._contexts.stepping
        bound.owner = None
        given = array("q", (*args, 0))
        bound.check(bound.call(bound.at, self._at, proc, given.buffer_info()[0], 1))
        return bound.told

    def leaves(self, depth: int) -> int:
        """How many ways there are to make so many decisions."""
        bound = self._contexts.stepping
        bound.owner = None
        room = array("q", bytes(8 * self._compiled.module.span * max(depth - 1, 1)))
        bound.check(bound.perft(bound.at, self._at, depth, room.buffer_info()[0]))
        return bound.told

    # ---- inside ---------------------------------------------------------------------------------------------------

    def _ask(self, bound: Bound) -> None:
        bound.owner = None
        bound.check(bound.options(bound.at, self._at))
        bound.owner = self
