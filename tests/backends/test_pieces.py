"""Pieces and zones in both backends: where a piece goes, and who knows it then."""

from __future__ import annotations

from dataclasses import replace

import pytest
from machines import ALL, FACES, NOBODY, OWNER, Builder, Make, Zone, emit, r, ret, set_

from dsl.backends.base import Backend, Chance, MachineFault, PlayError
from dsl.machine.ir import ops
from dsl.machine.ir.ops import Const, Stmt
from dsl.runtime.chance import draw

DECK, HAND, ROW, TABLE, UNDER, BAG = range(1, 7)
ZONES = (
    Zone(5, True, NOBODY, 1),
    Zone(3, False, OWNER, 2),
    Zone(4, True, FACES, 1),
    Zone(9, False, ALL),
    Zone(2, True, OWNER, 0, 4),  # lies under piece 4
    Zone(9, False, NOBODY, 0, 5),  # hangs on piece 5
)
LINKED = tuple(replace(zone, linked=not zone.ordered) for zone in ZONES)
BOTH = 3
EVERYBODY = 7


class Pieces:
    """A position with pieces 3..8 in the box, and what can be done to it."""

    def __init__(self, make: Make, zones: tuple[Zone, ...] = ZONES) -> None:
        b = Builder(pieces=6, zones=zones)
        self.zones = zones
        self.b = b
        self.moves = {at: b.function(2, [ops.MovePiece(r(0), r(1), at, 44)]) for at in ("top", "bottom")}
        self.turns = b.function(2, [ops.SetFace(r(0), r(1))])
        self.knows = b.function(2, [ops.Know(r(0), r(1))])
        self.owns = b.function(2, [ops.Store(b.layout.owner, r(0), r(1), 0, 2, "error", 0)])
        self.shuffles = b.function(1, [ops.Shuffle(r(0), 0)])
        self.sizes = b.function(1, [ret(ops.ZoneSize(r(0)))])
        self.ends = {top: b.function(2, [ret(ops.ZoneItem(r(0), r(1), top))]) for top in (False, True)}
        self.walks = b.function(1, [ops.ForZone(1, r(0), (emit(r(1)),))], (0, 0))
        b.decision(self.walks, (0,))
        self.machine = b.machine()
        self.backend: Backend = make(self.machine)
        self.S = self.backend.new_position(7)

    def do(self, proc: int, *args: int) -> int:
        """Call a function on the position."""
        return self.backend.call(self.S, proc, args, Chance(self.machine, draw))

    def move(self, piece: int, zone: int, at: str = "top") -> None:
        """Move a piece."""
        self.do(self.moves[at], piece, zone)

    def members(self, zone: int) -> list[int]:
        """The members of a zone, however one asks."""
        walked = [option[0] for option in self.backend.emit(self.S, self.walks, (zone,))]
        size = self.do(self.sizes, zone)
        assert len(walked) == size
        for n in range(-2, size + 3):
            inside = 0 <= n < size
            assert self.do(self.ends[False], zone, n) == (walked[n] if inside else 0)
            assert self.do(self.ends[True], zone, n) == (walked[size - 1 - n] if inside else 0)
        if zone and not self.zones[zone - 1].linked:
            base = self.machine.tables[self.machine.zone_base][zone]
            assert not any(self.S[base + 1 + size : base + 1 + ZONES[zone - 1].room])
        return walked

    def column(self, name: str, piece: int) -> int:
        """A column of a piece."""
        return self.S[getattr(self.machine.layout, name) + piece]


@pytest.fixture(params=[ZONES, LINKED], ids=["arrays", "linked"])
def pieces(make: Make, request: pytest.FixtureRequest) -> Pieces:
    """A fresh position; zones without order are arrays, or linked."""
    return Pieces(make, request.param)


def test_order(pieces: Pieces) -> None:
    """Ordered zones keep the order of moves; others are kept by id."""
    for piece in (5, 3, 6):
        pieces.move(piece, DECK)
    pieces.move(4, DECK, "bottom")
    assert pieces.members(DECK) == [4, 5, 3, 6]
    pieces.move(5, DECK)  # within its zone: to the named end
    assert pieces.members(DECK) == [4, 3, 6, 5]
    pieces.move(6, DECK, "bottom")
    assert pieces.members(DECK) == [6, 4, 3, 5]
    for piece in (6, 3, 5):
        pieces.move(piece, TABLE, "bottom")
    assert pieces.members(TABLE) == [3, 5, 6]
    assert pieces.members(DECK) == [4]
    pieces.move(5, TABLE)
    pieces.move(5, 0)
    pieces.move(5, 0)
    assert pieces.members(TABLE) == [3, 6]
    assert pieces.column("place", 5) == 0
    assert pieces.members(0) == []


def test_nothing(pieces: Pieces) -> None:
    """What is done to no piece, or to the box, is not done."""
    before = list(pieces.S)
    pieces.move(0, DECK)
    pieces.do(pieces.turns, 0, 1)
    pieces.do(pieces.knows, 0, 3)
    pieces.do(pieces.shuffles, 0)
    assert before == pieces.S


def test_full(pieces: Pieces) -> None:
    """A full zone is the error BOUND; within it a piece may still move."""
    for piece in (3, 4, 5):
        pieces.move(piece, HAND)
    pieces.move(4, HAND)
    with pytest.raises(PlayError) as caught:
        pieces.move(6, HAND)
    assert (caught.value.code, caught.value.site) == ("BOUND", 44)


def test_hanging(pieces: Pieces) -> None:
    """A piece does not come to lie under itself, nor under what hangs from it."""
    pieces.move(5, UNDER)  # 5 lies under 4
    pieces.move(6, BAG)  # 6 hangs on 5
    for piece, zone in ((4, UNDER), (4, BAG), (5, BAG)):
        with pytest.raises(PlayError, match="BOUND"):
            pieces.move(piece, zone)
    pieces.move(5, TABLE)
    pieces.move(4, BAG)
    assert pieces.members(BAG) == [4, 6]


def test_knowledge(pieces: Pieces) -> None:
    """Who knows a piece after a move depends on who sees the zone, and on nothing that anybody remembers."""
    pieces.move(3, TABLE)
    assert pieces.column("known", 3) == EVERYBODY
    pieces.move(3, DECK)
    assert pieces.column("known", 3) == 1  # its owner knew it before
    pieces.move(3, HAND)
    assert pieces.column("known", 3) == 2
    pieces.move(3, DECK)
    assert pieces.column("known", 3) == 0
    pieces.move(3, ROW)
    assert pieces.column("known", 3) == 1  # face down: the owner of the zone
    pieces.do(pieces.owns, 3, 2)
    pieces.move(3, ROW)
    assert pieces.column("known", 3) == 2  # face down: the owner of the piece
    pieces.do(pieces.turns, 3, 1)
    assert pieces.column("known", 3) == EVERYBODY
    assert pieces.column("face", 3) == 1
    pieces.do(pieces.turns, 3, 0)
    assert pieces.column("known", 3) == EVERYBODY
    pieces.move(3, ROW)
    assert pieces.column("known", 3) == 2
    pieces.do(pieces.turns, 3, 7)
    pieces.move(3, DECK)
    pieces.move(3, ROW)
    assert pieces.column("known", 3) == EVERYBODY  # it lies face up
    pieces.move(3, 0)
    assert pieces.column("known", 3) == EVERYBODY


def test_knowledge_of_attachments(pieces: Pieces) -> None:
    """The zone of a piece belongs to whoever owns the piece."""
    pieces.move(6, UNDER)
    assert pieces.column("known", 6) == 0  # nobody owns piece 4
    for owner, mask in ((1, 1), (2, 2)):
        pieces.do(pieces.owns, 4, owner)
        pieces.move(6, UNDER)
        assert pieces.column("known", 6) == mask
    pieces.do(pieces.owns, 5, 2)
    pieces.move(6, BAG)
    assert pieces.column("known", 6) == 2


def test_know(pieces: Pieces) -> None:
    """Knowledge can be added."""
    pieces.do(pieces.knows, 3, 2)
    assert pieces.column("known", 3) == 2
    pieces.do(pieces.knows, 3, 1)
    assert pieces.column("known", 3) == BOTH  # each of them found out for himself: onlookers did not


def test_shuffle(pieces: Pieces) -> None:
    """Fisher-Yates from the end, and everybody forgets; a bag is only forgotten; the table is not."""
    for piece in (3, 4, 5, 6):
        pieces.move(piece, TABLE)
    pieces.do(pieces.shuffles, TABLE)
    assert pieces.members(TABLE) == [3, 4, 5, 6]
    assert pieces.column("known", 3) == EVERYBODY
    for piece in (3, 4, 5, 6):
        pieces.move(piece, DECK)
        pieces.do(pieces.knows, piece, 2)
    expected = [3, 4, 5, 6]
    for counter, i in enumerate((3, 2, 1)):
        j = draw(7, 0, counter, i + 1)
        expected[i], expected[j] = expected[j], expected[i]
    pieces.do(pieces.shuffles, DECK)
    assert pieces.members(DECK) == expected
    assert pieces.S[pieces.machine.layout.counters] == 3
    assert pieces.column("known", 3) == 0
    pieces.move(7, BAG)
    pieces.do(pieces.knows, 7, 2)
    pieces.do(pieces.shuffles, BAG)
    assert pieces.column("known", 7) == 0
    assert pieces.S[pieces.machine.layout.counters] == 3


def test_zones_by_number(make: Make) -> None:
    """The same questions with numbers in the text."""
    for zone, room in ((DECK, 5), (HAND, 3)):
        b = Builder(pieces=6, zones=ZONES)
        fill: list[Stmt] = [ops.MovePiece(Const(piece), Const(zone), "top", 0) for piece in (6, 4, 5)]
        start = b.function(0, fill)
        ends = {
            (top, n): b.function(0, [ret(ops.ZoneItem(Const(zone), Const(n), top))])
            for top in (False, True)
            for n in range(-1, room + 2)
        }
        size = b.function(0, [ret(ops.ZoneSize(Const(zone)))])
        box = b.function(0, [ret(ops.ZoneSize(Const(0)))])
        walk = b.function(0, [ops.ForZone(0, Const(zone), (emit(r(0)),)), ops.ForZone(0, Const(0), (emit(),))], (0,))
        b.decision(walk)
        backend = make(b.machine(start=start))
        S = backend.new_position(0)
        members = [6, 4, 5] if zone == DECK else [4, 5, 6]
        assert [option[0] for option in backend.emit(S, walk, ())] == members
        assert (backend.call(S, size, ()), backend.call(S, box, ())) == (3, 0)
        for (top, n), proc in ends.items():
            expected = (members[::-1] if top else members)[n] if 0 <= n < 3 else 0
            assert backend.call(S, proc, ()) == expected, (zone, top, n)


def test_members_as_they_were(make: Make) -> None:
    """A loop over a zone visits those who were there when it began."""
    b = Builder(pieces=6, zones=ZONES)
    fill: list[Stmt] = [ops.MovePiece(Const(piece), Const(DECK), "top", 0) for piece in (6, 4, 5)]
    away: list[Stmt] = [set_(1, 0), ops.ForZone(0, Const(DECK), (ops.MovePiece(r(0), Const(TABLE), "top", 0),))]
    proc = b.function(0, [*away, ret(ops.ZoneSize(Const(TABLE)))], (0, 0))
    backend = make(b.machine(start=b.function(0, fill)))
    assert backend.call(backend.new_position(0), proc, ()) == 3


def test_what_is_no_piece_and_no_zone(make: Make) -> None:
    """The reference backend finds the machine's own faults."""
    from dsl.backends.reference.backend import Reference

    found = Pieces(make)
    if isinstance(found.backend, Reference):
        for piece, zone in ((2, DECK), (9, DECK), (3, 7), (3, -1)):
            with pytest.raises(MachineFault):
                found.move(piece, zone)
