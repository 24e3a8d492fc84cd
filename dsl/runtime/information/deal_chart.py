"""What a dealer has worked out of a position, as numbers by which C deals the same (backends/native/dealt.c)."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from dsl.backends.guessing import DEAL, DEAL_TABLES, TELLING, chart
from dsl.machine.ir.zone_storage import is_linked
from dsl.runtime.information.dealing import Deal
from dsl.runtime.information.determinize import Dealer
from dsl.runtime.information.sealed_answers import SealedAnswers

Column = tuple[int, int, int]


def deal_chart(dealer: Dealer) -> array[int] | None:
    """The chart; None where C does not deal: where sorts that are told of take more words than it has room for."""
    deal = dealer.ready
    return _Chart(dealer, deal).made() if deal.machine.layout.told_words <= TELLING else None


class _Chart:
    """Makes the chart of one position."""

    def __init__(self, dealer: Dealer, deal: Deal) -> None:
        self.dealer, self.deal = dealer, deal
        self.machine, self.words = deal.machine, deal.words
        self.first, self.last = self.machine.first_piece, self.machine.entity_count
        self.zones = sorted({deal.zone(piece) for piece in deal.movable})
        self.numbers = {piece: number for number, piece in enumerate(deal.movable)}

    def made(self) -> array[int]:
        """The whole."""
        deal, dealer = self.deal, self.dealer
        groups = list(deal.groups().values())
        lying, lying_first = self._lying()
        secrets, listed = _secrets(dealer)
        kinds, tables = self._kinds()
        held: dict[str, Sequence[int]] = {
            **{"LYING": lying, "LYING_FIRST": lying_first, "SECRETS": secrets, "LISTED_NUMBERS": listed, **tables},
            **{"BARE": deal.position, "POINTERS": deal.pointers, "ZONE_OF": self.zones, **self._pieces()},
            "GROUPS": [self.numbers[piece] for group in groups for piece in group],
            "GROUP_FIRST": _firsts(map(len, groups)),
            **self._places(),
        }
        seal, lists = _sealed(dealer.answers)
        held |= lists
        is_told = any(deal.facts.mask(deal.position, piece) for piece in deal.movable)
        numbers = {
            **seal,
            **{"VIEWER": dealer.answers.viewer, "IS_TOLD": int(is_told)},
            **{"MOVABLES": len(deal.movable), "LOCALS": len(self.zones), "KINDS": kinds},
            **{"ANY_SHARED": int(bool(deal.shared)), "GROUP_COUNT": len(groups), "LYING_COUNT": len(lying)},
            **{"POINTERS_COUNT": len(deal.pointers) if any(map(deal.pointed.__contains__, deal.movable)) else 0},
            **{"BARE_COUNT": len(deal.position), "SECRETS_COUNT": len(secrets) // 4},
        }
        return chart(DEAL, numbers, DEAL_TABLES, held)

    def _pieces(self) -> Mapping[str, Sequence[int]]:
        deal, machine = self.deal, self.machine
        sorts = machine.tables[machine.sorts] if machine.layout.told_words else ()
        return {
            "MOVABLE": deal.movable,
            "WHICH": [self.numbers.get(piece, -1) for piece in range(self.first, self.last + 1)],
            "SORT": [sorts[piece - self.first] if sorts else 0 for piece in deal.movable],
            "POINTED": [int(piece in deal.pointed) for piece in deal.movable],
            "RANK": [deal.ranks.get(piece, 0) for piece in deal.movable],
            "IDLE": [int(piece in deal.idle) for piece in deal.movable],
            "SLOT_ZONES": [deal.slots[piece][0] for piece in deal.movable],
            "SLOTS": [deal.slots[piece][1] for piece in deal.movable],
        }

    def _lying(self) -> tuple[list[int], list[int]]:
        """The members of linked zones, and where those of each zone in question begin; -1 for an array."""
        found: list[int] = []
        firsts: list[int] = []
        for zone in self.zones:
            linked = zone != 0 and is_linked(self.machine, zone)
            firsts.append(len(found) if linked else -1)
            found += self.deal.lying[zone] if linked else []
        return found, firsts

    def _places(self) -> Mapping[str, Sequence[int]]:
        """The zones in question: their numbers here, which sorts of pieces each admits, and its shares."""
        deal, words = self.deal, self.words
        local = [-1] * len(words.places)
        for number, zone in enumerate(self.zones):
            local[zone] = number
        sorts: dict[frozenset[int], int] = {}
        homes = [sorts.setdefault(deal.homes[piece], len(sorts)) for piece in deal.movable]
        shares: list[int] = []
        for zone in self.zones if deal.shared else ():
            for piece in range(self.first, self.last + 1):
                share = words.share(zone, piece) if zone in deal.shared else None
                shares += (0, 0) if share is None else (share[0] + 1, share[1])
        return {
            "LOCAL": local,
            "HOME": homes,
            "ADMITS": [int(zone in zones) for zones in sorts for zone in self.zones],
            "SHARED": [int(zone in deal.shared) for zone in self.zones],
            "SHARES": shares,
        }

    def _kinds(self) -> tuple[int, Mapping[str, Sequence[int]]]:
        """The columns of pieces: of each two kinds those that both have, and those that only the first has."""
        deal = self.deal
        kinds: dict[int, tuple[int, tuple[Column, ...]]] = {}
        of_pieces: list[int] = []
        for piece in deal.movable:
            columns = deal.columns[piece]
            of_pieces.append(kinds.setdefault(id(columns), (len(kinds), columns))[0])
        every = [columns for _, columns in kinds.values()]
        both = [[base for base, *more in one if (base, *more) in other] for one in every for other in every]
        alone = [[base for base, *more in one if (base, *more) not in other] for one in every for other in every]
        return len(every), {
            "KIND": of_pieces,
            "BOTH": [base for bases in both for base in bases],
            "BOTH_FIRST": _firsts(map(len, both)),
            "ALONE": [base for bases in alone for base in bases],
            "ALONE_FIRST": _firsts(map(len, alone)),
        }


_SEAL: Final = (
    *("IS_SEALED", "GATE", "GATE_BLOCK", "INDEX_SLOT", "LAST_SLOT", "LAST_MEMBER", "ANSWERED", "IS_ASKED"),
    *("KEPT_COUNT", "KEPT_SIZE", "DROPPED_COUNT"),
)
_LISTS: Final = ("KEPT", "DROPPED", "OWN", "OWN_FIRST")


def _sealed(answers: SealedAnswers) -> tuple[Mapping[str, int], Mapping[str, Sequence[int]]]:
    """What is known of answers that are given unseen just now: numbers and tables."""
    flow = answers.flow
    if flow is None:
        return dict.fromkeys(_SEAL, 0), dict.fromkeys(_LISTS, ())
    kept: list[int] = []
    size = 0
    for values, ends in flow.seal.kept:
        value_slot, room = flow.lies(values)
        end_slot, most = flow.lies(ends) if ends >= 0 else (-1, 0)
        kept += (value_slot, room, end_slot, most, size, int(ends >= 0))
        size += 2 + room + most
    own: list[int] = []
    own_first: list[int] = []
    for answer in answers.own:
        own_first.append(-1 if answer is None else len(own))
        own += [number for part in answer or () for number in (len(part), *part)]
    dropped = flow.dropped()
    numbers = {
        **{"IS_SEALED": 1, "GATE": flow.seal.gate, "GATE_BLOCK": flow.gate},
        **{"INDEX_SLOT": flow.lies(flow.seal.index)[0], "LAST_SLOT": flow.lies(flow.seal.last)[0]},
        **{"LAST_MEMBER": flow.last, "ANSWERED": flow.index, "IS_ASKED": int(answers.is_asked)},
        **{"KEPT_COUNT": len(flow.seal.kept), "KEPT_SIZE": size, "DROPPED_COUNT": len(dropped)},
    }
    lists = {"KEPT": kept, "DROPPED": [number for each in dropped for number in each]}
    return numbers, {**lists, "OWN": own, "OWN_FIRST": own_first}


def _secrets(dealer: Dealer) -> tuple[list[int], list[int]]:
    """Hidden fields: for each its slot, how many numbers it is drawn from, the least of them, and where they stand in a
    list (0: they follow each other); and that list.
    """
    rows: list[int] = []
    listed = [0]
    known: dict[tuple[int, ...], int] = {}
    for slot, numbers in dealer.secrets:
        at = 0
        if not isinstance(numbers, range):
            at = known.setdefault(tuple(numbers), len(listed))
            listed += numbers if at == len(listed) else ()
        rows += (slot, len(numbers), numbers[0], at)
    return rows, listed


def _firsts(sizes: Iterable[int]) -> list[int]:
    """Where each of several rows begins that lie one behind the other, and where the last one ends."""
    found = [0]
    for size in sizes:
        found.append(found[-1] + size)
    return found
