"""Which cards lay in decks and hands, and which were played from there: what the declarations of zones tell."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.backends.counting import CARDS, PLACES, Counting, Lying
from dsl.machine.ir.ops import DECISION, Machine

_HIS, _HAND, _ACTION, _ANSWER, _PLAY, _DECK = (1 << place for place in range(PLACES))


def lying_of(machine: Machine, sorts: int) -> Lying:
    """The hands of a game (zones of a player that he sees and not everybody) and its decks (stacks and bags that nobody
    sees, of a player or of all); none where there is no hand.
    """
    hands, decks = list[tuple[int, int]](), list[tuple[int, int]]()
    owners = machine.tables[machine.zone_owner]
    for each in machine.names.zones:
        instances = range(each.first, each.first + each.instances)
        if each.owner_kind == "player" and each.seen in ("owner", "some"):
            hands += [(zone, owners[zone]) for zone in instances]
        if each.owner_kind in ("player", "table") and each.seen == "nobody" and each.shape in ("stack", "bag"):
            decks += [(zone, owners[zone]) for zone in instances]
    return Lying(sorts, tuple(hands), tuple(decks)) if hands else Lying()


class Holding:
    """The same of one game as `counting.c` has it."""

    def __init__(self, machine: Machine, counting: Counting) -> None:
        self._machine = machine
        self._table = counting.table
        self._lying = counting.lying
        self._bases = machine.tables[machine.zone_base]
        self._hands = dict(counting.lying.hands)
        self._dealt = False
        self._marks: dict[tuple[int, int], int] = {}

    def look(self, position: Sequence[int], *, over: bool = False) -> None:
        """Somebody is asked, or the game is over: mark what lies in hands, and in decks when it begins and ends."""
        for zone, owner in self._lying.hands:
            self._zone(position, zone, owner, _HIS | _HAND)
        if over or not self._dealt:
            for zone, owner in self._lying.decks:
                self._zone(position, zone, owner, _HIS | _DECK)
        self._dealt = True

    def play(self, position: Sequence[int], option: Sequence[int], seat: int) -> None:
        """Mark what somebody names that lies in his hand."""
        if not self._hands:
            return
        base, span = self._table.decisions[position[DECISION]]
        about = self._table.answers[base + max(0, min(option[0] if option else 0, span - 1))]
        thing = option[about.thing - 1] if 0 < about.thing <= len(option) else 0
        if thing < self._machine.first_piece or thing > self._machine.entity_count:
            return
        if self._hands.get(position[self._machine.layout.place + thing]) == seat + 1:
            self._mark(self._table.sorts[thing], seat, _ANSWER if base else _ACTION)

    def judge(self, won: Sequence[int], into: dict[tuple[int, int], list[int]]) -> None:
        """The game has ended: count it for all that was marked."""
        for sort in {sort for sort, _ in self._marks}:
            for seat in range(len(won)):
                self._mark(sort, seat, _PLAY)
        for (sort, seat), marks in self._marks.items():
            row = into.setdefault((sort, seat), [0] * CARDS)
            for place in range(PLACES):
                if marks >> place & 1:
                    row[place] += 1
                    row[PLACES + place] += won[seat]

    def _zone(self, position: Sequence[int], zone: int, owner: int, how: int) -> None:
        base, layout = self._bases[zone], self._machine.layout
        slot = base + 1
        for _ in range(position[base]):
            thing = position[slot]
            self._mark(self._table.sorts[thing], max(owner - 1, 0), how if owner else _PLAY)
            slot = layout.next + thing if base >= layout.chain else slot + 1

    def _mark(self, sort: int, seat: int, how: int) -> None:
        if 0 <= sort < self._lying.sorts:
            self._marks[sort, seat] = self._marks.get((sort, seat), 0) | how
