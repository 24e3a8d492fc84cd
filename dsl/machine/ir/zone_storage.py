"""What lies in the zones of a position: the one place in Python that knows how members are written down.

A zone is an array (its size, then its members) or linked: its size, then the first member, and the column `next` of the
pieces leads from each to the one behind it. Most zones of pieces and spaces are empty most of the time, and an array
would keep room in each of them for all that may ever lie there.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsl.machine.ir.ops import Machine


def is_linked(machine: Machine, zone: int) -> bool:
    """Whether a zone instance is linked."""
    return machine.tables[machine.zone_base][zone] >= machine.layout.chain


def members(machine: Machine, S: Sequence[int], zone: int) -> list[int]:
    """The members of a zone instance, index 0 first; none for the box."""
    if not zone:
        return []
    base = machine.tables[machine.zone_base][zone]
    if base < machine.layout.chain:
        return list(S[base + 1 : base + 1 + S[base]])
    found: list[int] = []
    slot = base + 1
    for _ in range(S[base]):
        found.append(S[slot])
        slot = machine.layout.next + S[slot]
    return found


def put(machine: Machine, S: list[int], zone: int, found: Sequence[int]) -> None:
    """Write the members of a zone instance; what belonged to those who have left is 0."""
    base = machine.tables[machine.zone_base][zone]
    if base < machine.layout.chain:
        room = max(S[base], len(found))
        S[base : base + 1 + room] = [len(found), *found, *(0 for _ in range(room - len(found)))]
        return
    for piece in members(machine, S, zone):
        S[machine.layout.next + piece] = 0
    S[base] = len(found)
    slot = base + 1
    for piece in found:
        S[slot] = piece
        slot = machine.layout.next + piece
    S[slot] = 0
