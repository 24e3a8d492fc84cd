"""A procedure of the machine while it is being made: it has a number from the start, its code comes later."""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl.machine.ir import ops
from dsl.machine.ir.ops import Stmt


@dataclass(slots=True)
class Draft:
    """A procedure that has a number; the rest is filled in when it is made."""

    id: int
    name: str
    params: int
    flow: bool
    site: int
    sizes: list[int]
    numbers: set[int] = field(default_factory=set[int])
    """Registers made for numbers, or bound to locals that are numbers."""
    entities: set[int] = field(default_factory=set[int])
    """Registers bound to locals that are entities."""
    deep: int = 0
    """How often it may be going on at one time, if something says so."""
    body: tuple[Stmt, ...] = ()
    blocks: tuple[ops.Block, ...] = ()
