"""Numbers for moves: the same text has the same number in every position, in every run, on every machine.

Programs that search or learn want the moves of a game numbered from 0 within a bound that is known beforehand. Moves
of ours are texts, made so that they tell nothing that the player who is asked does not know; so the numbers are made
from the texts and tell nothing either.

A table holds the texts that came up in random games with fixed seeds, in the order of the alphabet, and after them
spare numbers for those that did not: a text that is not in the table has the spare number that its fingerprint says,
or, if another move of the same decision has that, the next one. So every move has a number, moves of one decision have
different ones, and they depend on the table and the texts on offer only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final

from dsl.play.rounds import WAIT
from dsl.runtime.chance import draw
from dsl.runtime.game import Game
from dsl.runtime.moves import Move, option_of

GAMES: Final = 50
"""Most games that are played to collect texts, unless more are asked for."""
DECISIONS: Final = 5_000
"""Decisions after which no further game is begun."""
SPARE: Final = 64
"""Spare numbers there are at least."""

_STREAM: Final = (1 << 41) + 1


@dataclass(frozen=True, slots=True)
class Actions:
    """The table of one game for one number of players. `size` numbers, from 0."""

    texts: tuple[str, ...]
    spare: int = SPARE
    _numbers: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_numbers", {text: number for number, text in enumerate(self.texts)})

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return len(self.texts) + self.spare

    def number(self, moves: Sequence[Move]) -> dict[int, Move]:
        """The moves of one decision by their numbers, the lowest first.

        ValueError if more texts are new than there are spare numbers.
        """
        found: dict[int, Move] = {}
        new: list[Move] = []
        for move in moves:
            number = self._numbers.get(move.text)
            if number is None:
                new.append(move)
            else:
                found[number] = move
        if len(new) > self.spare:
            raise ValueError(
                f"{len(new)} moves are not in the table of actions, and {self.spare} numbers are to spare: "
                "make the table from more games, or with more spare numbers"
            )
        for move in sorted(new, key=lambda move: move.text):
            slot = int.from_bytes(blake2b(move.text.encode(), digest_size=8).digest(), "little") % self.spare
            while len(self.texts) + slot in found:
                slot = (slot + 1) % self.spare
            found[len(self.texts) + slot] = move
        return dict(sorted(found.items()))

    def text(self, number: int) -> str:
        """The text of a number, as far as the table knows it."""
        return self.texts[number] if 0 <= number < len(self.texts) else f"action {number}"


def collect(game: Game, players: int | None = None, *, games: int = GAMES, spare: int | None = None) -> Actions:
    """The table of a game: what came up in at most `games` random games, the same for the same rules.

    It ends early when the second half of the games brought nothing new. `spare`: as many as texts, unless said.
    """
    sealed = any(decision.sealed for decision in game.machine(players).decisions)
    texts: set[str] = {WAIT} if sealed else set()
    decisions = last = 0
    for number in range(games):
        if decisions >= DECISIONS or number > 2 * last + 10:
            break
        state = game.start(players, number)
        while state.actor and decisions < 2 * DECISIONS:
            moves = state.moves()
            new = {move.text for move in moves} - texts
            if new:
                texts |= new
                last = number
            state.play_option(option_of(moves[draw(number, _STREAM, decisions, len(moves))]))
            decisions += 1
    return of_texts(texts, spare)


def of_texts(texts: Iterable[str], spare: int | None = None) -> Actions:
    """A table of given texts."""
    ordered = tuple(sorted(set(texts)))
    return Actions(ordered, max(SPARE, len(ordered)) if spare is None else spare)
