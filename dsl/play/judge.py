"""What a position shows before the end, by signs that every game has: who leads by what the rules say that programs aim
at (`bots aim at`), else by the score that ends it, and who has more pieces in play.

Programs that play games they were never told about judge positions by such signs (Kuhlmann, Dresner and Stone,
"Automatic Heuristic Construction in a Complete General Game Player", 2006; Clune, "Heuristic Evaluation Functions for
General Game Playing", 2007). In play are pieces in zones that the rules call active and that lie open: there the rules
of the pieces work, so that is where a game is built up.
"""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakKeyDictionary

from dsl.backends.base import PlayError
from dsl.machine.ir.entries import scores
from dsl.runtime.engine import Engine
from dsl.runtime.standing import Standing

SIGNS = 2
"""How many numbers a position has for each player: the lead by aims or score, the lead by pieces in play."""


class Judge:
    """Reads the signs of the positions of one game."""

    def __init__(self, engine: Engine) -> None:
        machine = engine.machine
        self.players = machine.players
        aims = [(machine.values[value].proc, weight) for value, weight in machine.aims]
        self.counts = aims or [(score, 1) for score in sorted(scores(machine))]
        """By which functions of a player it is known how far that player is, and what each weighs."""
        self._aims = bool(aims)
        self.together = machine.together
        active = frozenset(engine.words.about.active)
        self._holders = {
            place.instance: place.owner
            for place in engine.words.places[1:]
            if place.info is not None and place.info.first in active and place.lies_open
        }
        self._zones = len(engine.words.places)
        self._pieces = slice(
            machine.layout.place + machine.first_piece, machine.layout.place + machine.entity_count + 1
        )
        self._owner = machine.layout.owner + machine.first_piece

    @property
    def sees_anything(self) -> bool:
        """Whether the game has any of the signs."""
        return self._aims or (self.players > 1 and (bool(self.counts) or bool(self._holders)))

    def points(self, state: Standing) -> list[int]:
        """How far each player has come: by all aims together, or else by all scores; none without either, or if the
        rules can count at the end only.
        """
        if not self.counts:
            return []
        number = state.number
        try:
            return [
                sum(weight * number(proc, [who]) for proc, weight in self.counts) for who in range(1, self.players + 1)
            ]
        except PlayError:
            return []

    def in_play(self, position: list[int]) -> list[int]:
        """How many pieces each player has in play: those in zones of that player, elsewhere those that player owns."""
        found, holders = [0] * (self.players + 1), self._holders
        for number, zone in enumerate(position[self._pieces]):
            if zone in holders:
                found[holders[zone] or position[self._owner + number]] += 1
        return found[1:]

    def holders(self) -> tuple[int, ...]:
        """For each zone instance whose the pieces in it are that are in play (0: of who owns them), -1 where none is;
        empty if they count for nothing.
        """
        if self._aims:
            return ()
        return tuple(self._holders.get(zone, -1) for zone in range(self._zones))

    def signs(self, state: Standing) -> list[float]:
        """SIGNS rows of a number for each player: by how much that player is ahead of the others' mean; of a player
        alone, how far that player is. Where the rules say what programs aim at, pieces in play count for nothing.
        """
        pieces = [] if self._aims else self.in_play(state.position)
        return [*self._ahead(self.points(state)), *self._ahead(pieces)]

    def _ahead(self, counts: Sequence[int]) -> list[float]:
        if not counts:
            return [0.0] * self.players
        if self.players == 1 or self.together:  # ahead of what was before
            return [float(count) for count in counts]
        total, others = sum(counts), self.players - 1
        return [count - (total - count) / others for count in counts]


_judges: WeakKeyDictionary[Engine, Judge] = WeakKeyDictionary()


def judge_of(engine: Engine) -> Judge:
    """The judge of a game, made once."""
    if engine not in _judges:
        _judges[engine] = Judge(engine)
    return _judges[engine]
