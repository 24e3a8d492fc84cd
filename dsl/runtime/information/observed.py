"""What a player observes, as a text for search: the same for two positions exactly when their observations are.

A search asks this of thousands of positions that differ in little from each other. So the parts of an observation (the
fields of a player, a zone, some spaces) are kept as texts by what their own slots hold, as far as the player may read
those: in a hand a piece that he does not know is one more back, whichever it is. The plan of views says which slots
those are. What is not kept is made as a view and told as in an observation: what may be seen is said there only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final
from weakref import WeakKeyDictionary

from dsl.runtime import pieces
from dsl.runtime.engine import Engine
from dsl.runtime.information import observation
from dsl.runtime.information.view_memory import Made, Memories
from dsl.runtime.information.view_order import Order
from dsl.runtime.information.view_plan import FieldSlot, Row, Spot, getter, plan_of
from dsl.runtime.information.views import Maker
from dsl.runtime.told import told_of
from dsl.runtime.wording import Place

_MOST: Final = 50_000
"""So many texts are kept for one player."""
Told = Iterable[tuple[str, str]]
"""Facts, as an observation has them."""


def observed(engine: Engine, position: list[int], player: int) -> str:
    """What a player (from 1) observes of a position, without the question that waits; see the module."""
    seats = _observers.get(engine)
    if seats is None:
        seats = _observers[engine] = {}
    if player not in seats:
        seats[player] = _Observer(engine, player)
    return _Look(seats[player], engine, position).text()


class _Observer:
    """The texts of one player of one game, kept. It does not hold the engine."""

    def __init__(self, engine: Engine, player: int) -> None:
        plan, words = plan_of(engine), engine.words
        self.player, self.plan = player, plan
        self.kept: dict[object, str] = {}
        self.made: dict[object, tuple[object, str]] = {}
        """What was made last of a part of which more is read, and its text."""
        self.memories: Memories = {}
        self.copies = plan.copies
        self.told = told_of(words)
        seats = range(engine.machine.players + 1)
        self.whose = [f" of {words.player(number)}" if number else "" for number in seats]
        self.fields = [_Fields(plan.slots(engine, number)) for number in seats]
        self.bits = 1 << (player - 1)
        self.boards = [
            [
                (f"{board.name}{self.whose[number]}", row)
                for board, each in plan.boards[number]
                for rows in each.rows
                for row in rows
            ]
            for number in seats
        ]
        self.zones = [[place for group in plan.zones[number] for place in group] for number in seats]

    def keep(self, key: object, text: str) -> str:
        """Keep a text."""
        if len(self.kept) >= _MOST:
            self.kept.clear()
        self.kept[key] = text
        return text


class _Fields:
    """The fields of a player or of the table: what to watch, of which those that say whether more is read come last."""

    def __init__(self, slots: Sequence[FieldSlot]) -> None:
        self.open = all(field.secret is None for field in slots)
        """Whether everybody sees them."""
        plain = [field.slot for field in slots if field.texts is not None]
        more = [field.slot for field in slots if field.texts is None]
        self.watched: Callable[[Sequence[int]], tuple[int, ...]] = getter([*plain, *more])
        self.more = len(more)
        self.any = bool(slots)

    def looks(self, position: Sequence[int]) -> tuple[int, ...] | None:
        """What they hold; None where more is read."""
        if not self.open:
            return None
        found = self.watched(position)
        return None if self.more and any(found[-self.more :]) else found


class _Look:
    """One look of a player at a position."""

    def __init__(self, observer: _Observer, engine: Engine, position: list[int]) -> None:
        self.observer, self.engine, self.position = observer, engine, position
        self._maker: Maker | None = None
        self._order = Order(engine, position, observer.player, observer.copies)
        self._bases = engine.machine.tables[engine.machine.zone_base]
        self._known = engine.machine.layout.known

    def text(self) -> str:
        """What is observed."""
        observer, engine, position = self.observer, self.engine, self.position
        found: list[str] = []
        for number in range(engine.machine.players + 1):
            if observer.fields[number].any:
                found.append(self._fields(number))
            found += [self._zone(place, number) for place in observer.zones[number]]
            found += [self._row(board, row) for board, row in observer.boards[number]]
        if engine.is_unseen(position, observer.player):
            found.append(_said([observation.UNSEEN]))
        if engine.is_over(position):
            found.append(_said([observation.fact_of_end(engine.backend.score(position))]))
        return "".join(found)

    @property
    def maker(self) -> Maker:
        """What makes views of the position."""
        if self._maker is None:
            self._maker = Maker(self.engine, self.position, self.observer.player, True, self.observer.memories)
        return self._maker

    def _fields(self, number: int) -> str:
        """The fields of a player, or of the table."""
        observer = self.observer
        looks = observer.fields[number].looks(self.position)
        if looks is None:
            fields = self._part(("fields", number), lambda: self.maker.fields(number))
            return self._last(("fields", number), fields, lambda: self._told_fields(number, fields))
        key = "fields", number, looks
        found = observer.kept.get(key)
        if found is None:
            found = observer.keep(key, _said(self._told_fields(number, self.maker.fields(number))))
        return found

    def _told_fields(self, number: int, fields: tuple[tuple[str, str], ...]) -> Told:
        return observation.facts_of_fields(self.observer.whose[number], fields)

    def _zone(self, place: Place, number: int) -> str:
        """A zone of a player, or of the table."""
        observer, whose = self.observer, self.observer.whose[number]
        looks = self._lying(place)
        if looks is None:
            zone = self._part(("zone", place.instance), lambda: self.maker.zone(place))
            return self._last(("zone", place.instance), zone, lambda: [observation.fact_of_zone(whose, zone)])
        key = place.instance, looks
        found = observer.kept.get(key)
        if found is None:
            found = observer.keep(key, _said([observation.fact_of_zone(whose, self.maker.zone(place))]))
        return found

    def _lying(self, place: Place) -> tuple[object, ...] | None:
        """What the looks of a zone depend on; None where they depend on more."""
        info, position, observer = place.info, self.position, self.observer
        assert info is not None
        if not position[self._bases[place.instance]]:
            return ()
        found = pieces.members(self.engine.words, position, place.instance)
        known, bits = self._known, observer.bits
        open_ = [piece for piece in found if position[known + piece] & bits]
        if not (open_ or place.lies_open or observer.told.ever):
            return (len(found),)
        told = self._listed(found, set(open_), place, ordered=info.ordered)
        return None if None in told else tuple(told)

    def _listed(self, found: list[int], open_: set[int], place: Place, *, ordered: bool) -> list[object]:
        """What the looks of the pieces of a zone depend on, in the order in which they are told."""
        order = found if ordered else self._order.of(found)
        if place.lies_open or self.observer.told.ever:
            return [self._looks(piece, place, open_=piece in open_) for piece in order]
        order = order if ordered else [piece for piece in order if piece in open_]
        return [len(found), *(self._looks(piece, place, open_=True) if piece in open_ else 0 for piece in order)]

    def _looks(self, piece: int, place: Place, *, open_: bool) -> object:
        """What the looks of a piece depend on; None where they depend on more."""
        heard = self.observer.told.words(self.position, self.observer.player, piece) if self.observer.told.ever else ""
        if not open_ and not place.lies_open:
            return "back", heard
        watched = self.observer.plan.watched(self.engine, piece)
        looks = watched.looks(self.position) if watched is not None else None
        return None if looks is None else (piece, open_, looks, heard)

    def _row(self, board: str, row: Row) -> str:
        """Some spaces of a board that stand one after the other."""
        looks = row.watched.looks(self.position) if row.watched is not None else None
        if looks is None:
            return "".join([self._space(board, spot) for spot in row.spots])
        key = row.spots[0].entity, "row", looks
        found = self.observer.kept.get(key)
        if found is None:
            found = self.observer.keep(key, "".join([self._space(board, spot) for spot in row.spots]))
        return found

    def _space(self, board: str, spot: Spot) -> str:
        """A space of a board."""
        looks = spot.watched.looks(self.position) if spot.watched is not None else None
        if looks is None:
            space = self._part(("space", spot.entity), lambda: self.maker.space(spot))
            return self._last(("space", spot.entity), space, lambda: observation.facts_of_space(board, space))
        key = spot.entity, "space", looks
        found = self.observer.kept.get(key)
        if found is None:
            found = self.observer.keep(key, _said(observation.facts_of_space(board, self.maker.space(spot))))
        return found

    def _part(self, key: object, make: Callable[[], Made]) -> Made:
        """A part of a view, as it was made last if all that was read of the position is the same."""
        return self.maker.recalling.part(key, make)

    def _last(self, key: object, made: object, facts: Callable[[], Told]) -> str:
        """The text of such a part, as it was told last if it is the same part."""
        found = self.observer.made.get(key)
        if found is None or found[0] is not made:
            found = self.observer.made[key] = made, _said(facts())
        return found[1]


def _said(facts: Told) -> str:
    return "".join([f"{name}: {text}\n" for name, text in facts])


_observers: WeakKeyDictionary[Engine, dict[int, _Observer]] = WeakKeyDictionary()
