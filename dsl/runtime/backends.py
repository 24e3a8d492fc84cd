"""Which backends there are, and how a machine gets the one that is asked for."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Final

from dsl.backends.base import Backend
from dsl.diagnostics import Diagnostic, Lessened, RulesError
from dsl.machine.ir.analysis.work_bounds import BUDGET
from dsl.machine.ir.ops import Machine
from dsl.runtime.tongues.own import said
from dsl.uncollected import uncollected

if TYPE_CHECKING:
    from dsl.backends.python.texts import Written

BACKENDS: Final = ("python", "reference")
"""The backends that are always there."""
CHOICES: Final = (*BACKENDS, "native", "auto")
"""What a backend can be asked for by: `native` needs a C compiler, `auto` takes it if there is one, else `python`."""


@uncollected()
def make_backend(name: str, machine: Machine, written: Written | None = None, budget: int = BUDGET) -> Backend:
    """A machine run by the backend of that name; RulesError if `native` cannot be had, and where `auto` has to do
    without although there is a compiler, a warning says why. written: the text that Python's backend made of it before;
    budget: the work that one decision may cost.
    """
    if name not in CHOICES:
        raise ValueError(f"there is no backend {name}: there are {', '.join(CHOICES)}")
    if name in ("native", "auto"):
        from dsl.backends.native.backend import Native
        from dsl.backends.native.cc import CompilerError, NoCompiler

        try:
            return Native(machine, budget)
        except CompilerError as error:
            if name == "native":
                raise RulesError([Diagnostic("E161", "error", str(error))]) from None
            if not isinstance(error, NoCompiler):
                warnings.warn(said("played in Python, which is slower: {1}", error), Lessened, stacklevel=3)
    if name == "reference":
        from dsl.backends.reference.backend import Reference

        return Reference(machine, budget)
    from dsl.backends.python.backend import Python  # a large part of the program, and a game is played without it

    return Python(machine, budget, written=written)
