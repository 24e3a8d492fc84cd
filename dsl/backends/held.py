"""A position in a form of a backend's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from dsl.backends.batches import Batch, Outcome
from dsl.backends.counting import Counted, Counting
from dsl.backends.guessing import Grown, Guessing
from dsl.backends.searches import Search, Tree


class Held(Protocol):
    """A position in a form of the backend's own that is faster to play on. Chance is that of the position, the log is
    dropped. After an error it is to be thrown away.
    """

    @property
    def asker(self) -> int:
        """The player who is asked, 0 if nobody is."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        ...

    @property
    def count(self) -> int:
        """How many options there are; 0 when the game is over."""
        ...

    def options(self) -> list[tuple[int, ...]]:
        """What can be chosen at the decision asked, in the order of the rules."""
        ...

    def score(self) -> tuple[int, ...]:
        """The result of each player (0 before the end)."""
        ...

    def position(self) -> list[int]:
        """The position as a list."""
        ...

    def copy(self) -> Held:
        """An equal position that goes its own way."""
        ...

    def rekey(self, key: int) -> None:
        """Let chance go on by another key of 64 bits."""
        ...

    def run(self) -> None:
        """On to the next decision, or the end."""
        ...

    def choose(self, option: Sequence[int]) -> None:
        """Answer the decision asked, and on to the next one."""
        ...

    def take(self, number: int) -> int:
        """Choose an option by its number; how many there are at the next decision, 0 when the game is over."""
        ...

    def taking(self) -> Callable[[int], int]:
        """`take` for the thread that asks for it, made to be called often."""
        ...

    def roll(self, dice: Sequence[tuple[int, int]], whose: Sequence[int], limit: int) -> tuple[int, list[int]]:
        """Play on at random, to the end or for so many decisions: see `State.roll`."""
        ...

    def batch(self, plan: Batch) -> Outcome:
        """Many games from here, each with a key and dice of its own. The position stays as it is."""
        ...

    def counted(self, plan: Batch, counting: Counting) -> Counted:
        """The same games as in `batch`, with what was offered and taken in them counted."""
        ...

    def tree(self, search: Search) -> Tree:
        """A tree of games from here, for a game without chance in which all is seen. The position stays as it is."""
        ...

    def guessing(self, search: Guessing) -> Grown | None:
        """A tree of games from guesses of this position; None where it cannot be grown here. The position stays."""
        ...

    def call(self, proc: int, args: Sequence[int]) -> int:
        """The result of a function that changes nothing and is handed numbers alone, such as a value of a player."""
        ...

    def leaves(self, depth: int) -> int:
        """How many ways there are to make so many decisions."""
        ...
