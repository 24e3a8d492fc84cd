"""Saves: a game in a file, written so that a crash leaves the old file or the new one, and read with suspicion.

The file is JSON in one fixed spelling: a head (what it is, which format), the position, the record that led to it,
and a SHA-256 over all of it. The sum guards against accidents; it is no signature. A save is used only if it is spelt
as this program spells it, was made with exactly these rules, its numbers lie where the machine allows them, and the
record leads to the very position that was saved. Anything else is a SaveError of one sentence.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from dsl.durable import write_whole
from dsl.machine.ir.ops import HEADER, STATUS, Machine
from dsl.machine.ir.zone_storage import is_linked
from dsl.runtime.errors import SaveError
from dsl.runtime.storage.records import Record
from dsl.runtime.tongues.own import numbered, said

FORMAT: Final = 1
MOST_BYTES: Final = 64_000_000
_KIND: Final = "rulewright save"


class _Head(BaseModel):
    """What every format begins with."""

    kind: str
    format: int


class Lock(BaseModel):
    """The rules that a game was played by: the packages of it and its modules with their versions, the modules that are
    switched on, and the digest of everything that the rules say, by its key (`dsl.reading.meaning`).
    """

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")
    packages: dict[str, str] = Field(default_factory=dict[str, str], max_length=1_000)
    modules: tuple[str, ...] = Field((), max_length=1_000)
    says: dict[str, str] = Field(default_factory=dict[str, str], max_length=100_000)


class Save(BaseModel):
    """What a file holds."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")
    kind: Literal["rulewright save"] = _KIND
    format: Literal[1] = FORMAT
    layout: str
    record: Record
    position: tuple[int, ...] = Field(max_length=2_000_000)
    lock: Lock | None = None
    sha256: str = ""


def write(path: Path, machine: Machine, record: Record, position: Sequence[int], lock: Lock | None = None) -> None:
    """Write a game to a file. SaveError if it cannot be written; the file that stood there is then still whole."""
    _write(path, _spelt(Save(layout=layout_digest(machine), record=record, position=tuple(position), lock=lock)))


def read(path: Path) -> Save:
    """What a file holds, if it is a save that nobody changed."""
    try:
        with path.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        raise SaveError(
            said("the save cannot be read: {1}", getattr(error, "strerror", None) or said("no such file"))
        ) from None
    if len(data) > MOST_BYTES:
        raise SaveError(said("the file is larger than any save, which has at most {1} bytes", f"{MOST_BYTES:,}"))
    try:
        head = _Head.model_validate_json(data)
    except ValidationError:
        raise SaveError(said("the file is not a save, or not a whole one")) from None
    if head.kind != _KIND:
        raise SaveError(said("the file is not a save of this program"))
    if head.format != FORMAT:
        raise SaveError(said("the save has format {1}, and this version reads format {2}", head.format, FORMAT))
    try:
        found = Save.model_validate_json(data)
    except ValidationError:
        raise SaveError(said("the save is damaged: something in it is missing, or is not what it should be")) from None
    if _spelt(found) != data:
        raise SaveError(said("the save was changed after it was written"))
    return found


def layout_digest(machine: Machine) -> str:
    """A fingerprint of where everything lies in the position."""
    return sha256(repr(machine.layout).encode()).hexdigest()[:32]


def problem(machine: Machine, position: Sequence[int]) -> str | None:
    """Why the numbers are no position of the machine; None if they may be one."""
    layout = machine.layout
    if not layout.stack <= len(position) <= layout.stack + layout.stack_limit:
        return numbered(len(position), "it has {1} numbers", "it has {1} numbers", len(position))
    if not 0 <= position[STATUS] <= 2 or any(not 0 <= slot < 1 << 32 for slot in position[:HEADER]):
        return said("its head is not one")
    for region in layout.regions:
        for slot in range(region.base, region.base + region.size):
            if not region.low <= position[slot] <= region.high:
                return said("{1} is {2}, outside {3}..{4}", region.name, position[slot], region.low, region.high)
    return _overfull(machine, position) or _misplaced(machine, position)


def _overfull(machine: Machine, position: Sequence[int]) -> str | None:
    """Whether a bag holds more of something than it can, although its number is none too high."""
    names = machine.names
    for field in names.fields:
        if not field.var or field.shown.what != "bag":
            continue
        bits, values = field.shown.bits, names.enums[field.shown.index][1]
        mask = (1 << bits) - 1
        for entity in range(field.first, field.last + 1):
            held = position[field.base + entity]
            for place, value in enumerate(values):
                count, most = held >> bits * place & mask, field.high >> bits * place & mask
                if count > most:
                    return said("{1} holds {2} {3}, more than {4}", field.name, count, value, most)
    return None


def _misplaced(machine: Machine, position: Sequence[int]) -> str | None:
    """Whether some piece lies in no zone, in two, or where the position does not say it lies."""
    lying: dict[int, int] = {}
    for zone, base in enumerate(machine.tables[machine.zone_base][1:], 1):
        size = position[base]
        if not 0 <= size <= machine.tables[machine.zone_cap][zone]:
            return numbered(size, "a zone holds {1} pieces", "a zone holds {1} pieces", size)
        slot, linked = base + 1, is_linked(machine, zone)
        for _ in range(size):
            piece = position[slot]
            if not machine.first_piece <= piece <= machine.entity_count or piece in lying:
                return said("a piece lies in two places, or is none")
            lying[piece] = zone
            slot = machine.layout.next + piece if linked else slot + 1
        if linked and position[slot]:
            return said("a piece lies in a zone that has ended")
    for piece in range(machine.first_piece, machine.entity_count + 1):
        zone = lying.get(piece, 0)
        if position[machine.layout.place + piece] != zone:
            return said("a piece does not lie where it should")
        if machine.layout.linked and not (zone and is_linked(machine, zone)) and position[machine.layout.next + piece]:
            return said("a piece that stands alone leads to another")
    return None


def _spelt(made: Save) -> bytes:
    """A save in its one spelling, with its sum."""
    left = {"sha256", *(["lock"] if made.lock is None else [])}  # older saves have none
    payload = made.model_dump(mode="json", exclude=left)
    total = sha256(_json(payload)).hexdigest()
    return _json({**payload, "sha256": total}) + b"\n"


def _json(payload: object) -> bytes:
    return json.dumps(payload, ensure_ascii=True, sort_keys=True, separators=(",", ":")).encode("ascii")


def _write(path: Path, data: bytes) -> None:
    try:
        write_whole(path, data, 0o600)  # a save holds what is hidden from the seats
    except (OSError, ValueError) as error:
        raise SaveError(said("the game cannot be saved: {1}", getattr(error, "strerror", None) or error)) from None
