"""What the slots of the positions of one game are, worked out once."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from dsl.machine.ir import zone_storage
from dsl.machine.ir.ops import Machine, SetFace, Store
from dsl.machine.ir.walk import nodes, reached_from
from dsl.runtime.wording import Words


class Chart:
    """What the slots of the positions of one game are."""

    def __init__(self, words: Words) -> None:
        machine = words.machine
        layout = machine.layout
        self.columns: dict[int, tuple[int, int]] = {}
        """Slots of columns of pieces: the base of the column, and the piece."""
        bases = [layout.place]
        for piece in range(machine.first_piece, machine.entity_count + 1):
            for base in (*bases, *(base for base, _, _ in words.columns_of(piece))):
                self.columns[base + piece] = (base, piece)
            cells = machine.cells
            if cells is not None and cells.low <= piece <= cells.high:
                self.columns[cells.column + piece] = (cells.column, piece)
        self.entities = frozenset(words.captured) | {
            field.base + entity
            for field in words.names.fields
            if field.var and field.shown.what == "entity"
            for entity in (range(field.first, field.last + 1) if field.last else range(1))
        }
        """Slots that may hold pieces."""
        self.lists = self._lists(machine)
        """Slots in which the members of zones are written down: not for rules to read one by one."""
        self.changes = self._changes(machine)
        """Columns of pieces that are written after the beginning."""
        self.fixed_owners = layout.owner not in self.changes
        self._regions = layout.regions
        self.private = [place.instance for place in words.places if place.info is not None and place.info.private_count]

    @staticmethod
    def _lists(machine: Machine) -> frozenset[int]:
        bases, caps = machine.tables[machine.zone_base], machine.tables[machine.zone_cap]
        return frozenset(
            slot
            for zone, base in enumerate(bases)
            if base
            for slot in range(base, base + (2 if zone_storage.is_linked(machine, zone) else 1 + caps[zone]))
        )

    @staticmethod
    def _changes(machine: Machine) -> frozenset[int]:
        beginning = reached_from(machine.procs, [machine.start])
        later = [node for proc in machine.procs if proc.id not in beginning for node in nodes(proc)]
        stored = {node.base for node in later if isinstance(node, Store)}
        return frozenset(stored | {machine.layout.face for node in later if isinstance(node, SetFace)})

    def may_hold(self, slot: int) -> tuple[int, int] | None:
        """The numbers that a slot of a column may hold, from the lowest to the highest; None if they are things."""
        if slot in self.entities:
            return None
        return next((each.low, each.high) for each in self._regions if each.base <= slot < each.base + each.size)


_charts: WeakKeyDictionary[Words, Chart] = WeakKeyDictionary()


def chart_of(words: Words) -> Chart:
    """The chart of a game."""
    found = _charts.get(words)
    if found is None:
        found = _charts[words] = Chart(words)
    return found
