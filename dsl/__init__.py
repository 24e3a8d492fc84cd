"""Rulewright: a language for the rules of board and card games, and the program that runs them.

The public names are `load`, `Game`, `State` and `RulesError`. They are fetched when first used (PEP 562), so that
importing one part of the compiler does not load the rest.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dsl.diagnostics import RulesError
    from dsl.runtime.game import Game, load
    from dsl.runtime.state import State

__version__ = "0.1.0"
__all__ = ["Game", "RulesError", "State", "__version__", "load"]

_HOMES = {
    "Game": "dsl.runtime.game",
    "RulesError": "dsl.diagnostics",
    "State": "dsl.runtime.state",
    "load": "dsl.runtime.game",
}


def __getattr__(name: str) -> object:
    """The public name `name`, imported from its home; AttributeError for any other name."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(home), name)
    globals()[name] = value  # the next look-up finds it without coming here
    return value


def __dir__() -> list[str]:
    """The names that `dir(dsl)` lists, those not fetched yet included."""
    return sorted({*globals(), *__all__})
