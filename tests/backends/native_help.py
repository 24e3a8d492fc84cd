"""What the tests of the native backend share."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from dsl.backends.native.backend import Native
from dsl.backends.native.cc import Compiler, CompilerError, find
from dsl.machine.ir.analysis.work_bounds import BUDGET
from dsl.machine.ir.ops import Machine


@cache
def quick() -> Compiler | None:
    """The compiler that is here, in a hurry; None without one."""
    try:
        found = find()
    except CompilerError:
        return None
    return replace(found, flags=tuple("-O0" if flag == "-O1" else flag for flag in found.flags))


needs_compiler = pytest.mark.skipif(quick() is None, reason="there is no C compiler here")


def native(machine: Machine, budget: int = BUDGET) -> Native:
    """A machine made to run as C."""
    return Native(machine, budget, quick(), whole=True)
