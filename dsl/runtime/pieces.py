"""Pieces in a position: what lies in a zone, what state a piece is in, which pieces are copies of each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from dsl.machine.ir import zone_storage
from dsl.runtime.secret_fields import seen_state
from dsl.runtime.wording import Viewer, Words


def members(words: Words, position: Sequence[int], zone: int) -> list[int]:
    """The pieces in a zone instance, index 0 first; those of the box by number."""
    machine = words.machine
    if zone == 0:
        place = machine.layout.place
        return [piece for piece in range(machine.first_piece, machine.entity_count + 1) if position[place + piece] == 0]
    return zone_storage.members(machine, position, zone)


def place_index(words: Words, position: Sequence[int], piece: int) -> int:
    """The index of a piece among the members of its zone, from the bottom or the left; 0 in the box."""
    zone = words.place_of(position, piece).instance
    return members(words, position, zone).index(piece) if zone else 0


def state_of(words: Words, position: Sequence[int], entity: int, viewer: Viewer = None) -> tuple[int, ...]:
    """All about a piece that is no printed field and no place: var fields, owner, face, its limits, who knows it.
    viewer: without the fields that he does not see, and with himself alone for those who know it, since who saw it
    before he got it is not his to know.
    """
    if viewer is None:
        return tuple(seen_state(words, position, viewer, entity))
    return (words.knows(position, viewer, entity), *seen_state(words, position, viewer, entity, knowing=False))


def same_card(words: Words, one: int, other: int) -> bool:
    """Whether two pieces are copies of one card: same kind, same title."""
    a, b = words.info(one), words.info(other)
    return (a.kind, a.title) == (b.kind, b.title)


def has_contents(words: Words, position: Sequence[int], piece: int) -> bool:
    """Whether anything lies in the zones of a piece."""
    bases = words.machine.tables[words.machine.zone_base]
    return any(position[bases[zone]] for zone in words.zones_of.get(piece, ()))


def interchangeable(
    words: Words, position: Sequence[int], one: int, other: int, referred: Set[int], viewer: Viewer = None
) -> bool:
    """Whether two pieces differ for a viewer in nothing but their number: same card, same pile, same state, nothing on
    them and nothing that points at them (`referred`: what `referred_to` gives).
    """
    place = words.place_of(position, one)
    if place != words.place_of(position, other) or place.info is None or place.info.ordered:
        return False
    if words.is_space(place.host) or words.is_piece(place.host) or not same_card(words, one, other):
        return False
    return (
        state_of(words, position, one, viewer) == state_of(words, position, other, viewer)
        and not has_contents(words, position, one)
        and not has_contents(words, position, other)
        and one not in referred
        and other not in referred
    )


def referred_to(words: Words, position: Sequence[int], *, asked: bool = True) -> set[int]:
    """The pieces that something may point at: see `pointers`."""
    found = (position[slot] for slot, _ in pointers(words, position, asked=asked))
    return {piece for piece in found if words.is_piece(piece)}.union(in_sets(words, position))


def in_sets(words: Words, position: Sequence[int]) -> set[int]:
    """The pieces in the sets that fields hold."""
    found: set[int] = set()
    for field in words.names.fields:
        if field.var and field.shown.what == "pieces":
            for holder in range(field.first, field.last + 1) if field.last else range(1):
                held = position[field.base + holder]
                found.update(field.shown.index + bit for bit in range(field.shown.bits) if held >> bit & 1)
    return found


def pointers(words: Words, position: Sequence[int], *, asked: bool = True) -> Iterator[tuple[int, bool]]:
    """The slots that may point at pieces: var fields, lasting effects, procedures that wait; and whether what stands
    there surely is a thing, or none.

    Slots and registers that hold plain numbers (a counter, a bid, an answer) point at nothing.
    `asked`: whether the lists that the question itself is about count, in which all its answers stand.
    """
    for field in words.names.fields:
        if field.var and field.shown.what == "entity":
            entities = range(field.first, field.last + 1) if field.last else range(1)
            yield from ((field.base + entity, True) for entity in entities)
    yield from ((slot, True) for slot in words.captured)
    yield from words.frames.held(position, asked=asked)
