"""The helpers that generated Python calls: what is too long to be written out at every place.

They come as closures over the constants of one machine, because CPython reads what a closure holds faster than what an
object does; so the functions that make them are long, and flat. Generated code knows them as c1, c2... (see `HELPERS`).
They trust their arguments: a machine that asks for a zone or piece that does not exist is a faulty one.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from typing import Any, Final

from dsl.backends.base import SILENCE, WORD, Env, Frames, MachineFault, PlayError
from dsl.backends.python.shapes import helpers as layouts
from dsl.backends.reference.pieces import ALL, FACES, NOBODY, OWNER, SOME
from dsl.machine.ir import knowers, ops
from dsl.machine.ir.ops import ASKER, DECISION, DEPTH, FP, OVER, REASON, RET, STATUS, Machine
from dsl.machine.ir.walk import nodes
from dsl.machine.ir.zone_storage import members

BOUND, RUNAWAY = 0, 1
"""The numbers of the two codes that every machine has."""
HOW: Final = {"drawn": 0, "won": 1, "lost": 2, "scored": 3}


class Stop(Exception):
    """The game has ended."""


class Raised(Exception):
    """An error that belongs to the generated function that was running; its procedure says where."""


def helpers(machine: Machine, frames: Frames) -> dict[str, object]:  # exempt: flat closures over constants, fastest so
    """The helpers, and the slots of zones, by the names that generated code knows."""
    bases, chain, follows = machine.tables[machine.zone_base], machine.layout.chain, machine.layout.next

    def linked(S: list[int], base: int) -> list[int]:
        """The members of a linked zone by the slot of its size."""
        found: list[int] = []
        slot = base + 1
        for _ in range(S[base]):
            found.append(S[slot])
            slot = follows + S[slot]
        return found

    def word(value: int) -> int:
        if not -WORD < value < WORD:
            raise Raised("BOUND")
        return value

    def shift(value: int, bits: int) -> int:
        if not 0 <= bits < 63:
            raise Raised("BOUND")
        return value << bits

    def from_bottom(S: list[int], zone: int, index: int) -> int:
        base = bases[zone]
        if not zone or not 0 <= index < S[base]:
            return 0
        return S[base + 1 + index] if base < chain else linked(S, base)[index]

    def from_top(S: list[int], zone: int, index: int) -> int:
        base = bases[zone]
        if not zone or not 0 <= index < S[base]:
            return 0
        return S[base + S[base] - index] if base < chain else linked(S, base)[-1 - index]

    numbered = codes(machine)

    def fail(code: int, site: int) -> None:
        raise PlayError(numbered[code], site)

    def run_out() -> None:
        raise Raised("RUNAWAY")

    def full() -> None:
        raise Raised("BOUND")

    def stay() -> None:
        raise MachineFault("a flow stays in a game that is not over")

    def keep(S: list[int], slot: int, members: list[int]) -> None:
        count, before = len(members), S[slot]
        S[slot] = count
        S[slot + 1 : slot + 1 + count] = members
        if before > count:
            S[slot + 1 + count : slot + 1 + before] = [0] * (before - count)

    def sort(members: list[int], key: Callable[[int], int], down: int) -> None:
        members[:] = sorted(members, key=key, reverse=down == 1)

    def trial(function: Callable[..., int], over: int, *given: object) -> int:
        try:
            return function(*given)
        except Stop:
            return over

    move, turn, know, shuffle = _pieces(machine)
    laid = layouts(machine)
    named: dict[str, Any] = {
        "word": word,
        "shift": shift,
        "from_bottom": from_bottom,
        "from_top": from_top,
        "move": move if machine.cells is None else _laying(machine, move, laid),
        "turn": turn,
        "know": know,
        "shuffle": shuffle,
        "finish": _finish(machine),
        "linked": linked,
        "fail": fail,
        "run_out": run_out,
        "full": full,
        "keep": keep,
        "sort": sort,
        "push": frames.push,
        "pop": _pop(machine, frames),
        "stay": stay,
        **laid,
        "trial": trial,
    }
    firsts = tuple(base + 1 for base in bases)
    return {"z0": bases, "z1": firsts, "e0": SILENCE, **{HELPERS[name]: helper for name, helper in named.items()}}


HELPERS: Final = {
    name: f"c{number}"
    for number, name in enumerate(
        (
            *("word", "shift", "from_bottom", "from_top", "move", "turn", "know", "shuffle", "finish"),
            *("fail", "run_out", "full", "keep", "sort", "push", "pop", "stay"),
            *("cell_list", "cell_has", "cell_piece", "cell_for", "lay", "forget", "trial", "linked"),
        ),
        start=1,
    )
}
"""What generated code calls each helper."""


def codes(machine: Machine) -> list[str]:
    """The codes of errors that a machine can raise; generated code speaks of them by number."""
    own = {node.code for proc in machine.procs for node in nodes(proc) if isinstance(node, ops.Fail)}
    return ["BOUND", "RUNAWAY", *sorted(own - {"BOUND", "RUNAWAY"})]


def _laying(
    machine: Machine, move: Callable[..., None], laid: dict[str, Callable[..., Any]]
) -> Callable[[list[int], int, int, int, int, int], None]:
    """As `move`, in a game with layouts: the piece is laid in a cell, or taken out of its cell."""
    cell_for, lay = laid["cell_for"], laid["lay"]
    rooms, bases = machine.tables[machine.zone_cap], machine.tables[machine.zone_base]
    assert machine.cells is not None
    layouts_ = machine.cells.layouts

    def laying(S: list[int], piece: int, zone: int, bottom: int, site: int, cell: int = 0) -> None:
        if not piece:
            return
        if layouts_[zone] < 0:
            move(S, piece, zone, bottom, site)
            lay(S, piece, 0)
            return
        move(S, piece, 0, 0, site)  # out of its cell first: it may go to a cell beside it, or to its own
        lay(S, piece, 0)
        if S[bases[zone]] >= rooms[zone]:
            raise PlayError("BOUND", site)
        found = cell_for(S, piece, zone, cell, site)
        move(S, piece, zone, bottom, site)
        lay(S, piece, found)

    return laying


def _finish(machine: Machine) -> Callable[..., None]:
    """See ops.Finish. results: what the score function gave, for `scored`."""
    players = range(1, machine.players + 1)
    first, last = machine.layout.results, machine.layout.results + machine.players
    stack = machine.layout.stack

    def finish(
        S: list[int],
        env: Env,
        how: int,
        template: int,
        who: int,
        args: tuple[int, ...],
        results: tuple[int, ...],
    ) -> None:
        if how == HOW["won"]:
            results = tuple(1 if player == who else -1 for player in players)
        elif how == HOW["lost"]:
            results = tuple(-1 if player == who else 1 for player in players)
        elif how == HOW["drawn"]:
            results = (0,) * len(players)
        S[first:last] = results
        S[STATUS], S[REASON] = OVER, template + 1
        del S[stack:]
        S[FP] = S[DEPTH] = S[ASKER] = S[DECISION] = 0
        if template >= 0:
            env.log(S, template, args)
        raise Stop

    return finish


def _pop(machine: Machine, frames: Frames) -> Callable[[list[int], int], None]:
    """Frames.pop with everything looked up beforehand: per waiting block the slot of its register and the next
    block.
    """
    recursive = [proc.recursive for proc in machine.procs]
    waiting: list[dict[int, tuple[int, int]]] = [
        {
            index: (0 if block.end.reg is None else frames.slots[proc.id][block.end.reg], block.end.block)
            for index, block in enumerate(proc.blocks)
            if isinstance(block.end, ops.CallFlow)
        }
        for proc in machine.procs
    ]

    def pop(S: list[int], value: int) -> None:
        top = S[FP]
        if recursive[S[top]]:
            S[DEPTH] -= 1
        below = S[top + 2]
        S[RET] = value
        S[FP] = below
        del S[top:]
        if not below:
            S[STATUS] = OVER
            return
        slot, block = waiting[S[below]][S[below + 1]]
        if slot:
            S[below + slot] = value
        S[below + 1] = block

    return pop


def _pieces(machine: Machine) -> tuple[Callable[..., None], ...]:  # exempt: flat closures over constants, fastest so
    """move, turn, know and shuffle (see ops.MovePiece and its neighbours)."""
    tables, layout = machine.tables, machine.layout
    bases, rooms = tables[machine.zone_base], tables[machine.zone_cap]
    ordered, seen = tables[machine.zone_ordered], tables[machine.zone_seen]
    hosts, first = tables[machine.zone_host], machine.first_piece
    owners = [1 << (player - 1) if player else 0 for player in tables[machine.zone_owner]]
    """Per zone its owner as a mask."""
    masks = [0, *(1 << player for player in range(machine.players))]
    place, owner, face, known = layout.place, layout.owner, layout.face, layout.known
    everyone = knowers.everyone(machine.players)
    chain, follows = layout.chain, layout.next
    close = [eyes in (OWNER, SOME) or (eyes == NOBODY and not line) for eyes, line in zip(seen, ordered, strict=True)]
    close[0] = False
    """Per zone whether nobody else sees from which place in it a piece comes."""

    def unlink(S: list[int], piece: int, base: int) -> None:
        slot = base + 1
        while S[slot] != piece:
            slot = follows + S[slot]
        S[slot] = S[follows + piece]
        S[follows + piece] = 0
        S[base] -= 1

    def link(S: list[int], piece: int, base: int) -> None:
        slot = base + 1
        while 0 < S[slot] < piece:
            slot = follows + S[slot]
        S[follows + piece] = S[slot]
        S[slot] = piece
        S[base] += 1

    def hangs(S: list[int], piece: int, host: int, site: int) -> None:
        while host >= first:
            if host == piece:
                raise PlayError("BOUND", site)
            host = hosts[S[place + host]]

    def lose(S: list[int], piece: int, left: int) -> None:
        keep = S[known + piece]
        if seen[left] == OWNER:
            keep |= masks[S[owner + hosts[left]]] if hosts[left] >= first else owners[left]
        for member in members(machine, S, left):
            S[known + member] &= keep

    def move(S: list[int], piece: int, zone: int, bottom: int, site: int) -> None:
        if not piece:
            return
        host = hosts[zone]
        if host >= first:
            hangs(S, piece, host, site)
        left = S[place + piece]
        if left:
            base = bases[left]
            if base >= chain:
                unlink(S, piece, base)
            else:
                last = base + S[base]
                if S[last] != piece:
                    at = S.index(piece, base + 1, last)
                    S[at:last] = S[at + 1 : last + 1]
                S[last] = 0
                S[base] -= 1
        S[place + piece] = zone
        if not zone:
            if close[left]:
                lose(S, piece, left)
            return
        base = bases[zone]
        count = S[base]
        if count >= rooms[zone]:
            raise PlayError("BOUND", site)
        if base >= chain:
            link(S, piece, base)
        else:
            S[base] = count + 1
            last = base + 1 + count
            if not ordered[zone]:
                at = bisect_left(S, piece, base + 1, last) if count and S[last - 1] > piece else last
            else:
                at = base + 1 if bottom else last
            if at != last:
                S[at + 1 : last + 1] = S[at:last]
            S[at] = piece
        eyes = seen[zone]
        if eyes == ALL or (eyes == FACES and S[face + piece]):
            S[known + piece] = everyone
            return
        mask = masks[S[owner + host]] if host >= first else owners[zone]
        if eyes == OWNER:
            S[known + piece] = mask
        elif eyes == FACES:
            S[known + piece] = masks[S[owner + piece]] or mask
        elif eyes == NOBODY:
            S[known + piece] &= mask
        if close[left] and left != zone:
            lose(S, piece, left)

    def turn(S: list[int], piece: int, up: int) -> None:
        if piece:
            S[face + piece] = 1 if up else 0
            if up and S[place + piece] and seen[S[place + piece]] == FACES:
                S[known + piece] = everyone

    def know(S: list[int], piece: int, mask: int) -> None:
        if piece:
            S[known + piece] |= mask

    def shuffle(S: list[int], env: Env, zone: int, stream: int) -> None:
        if not zone:
            return
        base = bases[zone]
        count = S[base]
        if ordered[zone]:
            draw = env.draw
            for i in range(base + count, base + 1, -1):
                j = base + 1 + draw(S, stream, i - base)
                S[i], S[j] = S[j], S[i]
        if seen[zone] != ALL:
            for member in members(machine, S, zone):
                S[known + member] = 0

    return move, turn, know, shuffle
