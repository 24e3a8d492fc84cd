"""The capacity of the lists that hold sets: what `semantics.cardinality` says, and at least 1, so that it is a list."""

from __future__ import annotations

from dsl.semantics import model as m
from dsl.semantics.cardinality import most_members, most_of_local


def size_of_local(_program: m.Program, local: m.Local) -> int:
    """The size of the register of a local: 0 for a number, else the capacity of its list."""
    return max(1, most_of_local(local)) if isinstance(local.type, m.Many) else 0


def most(program: m.Program, whole: m.Expr) -> int:
    """The room for the members of a set."""
    return max(1, most_members(program, whole))
