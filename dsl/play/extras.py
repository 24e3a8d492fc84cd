"""Libraries that not everybody needs: asked for when a module that wants one is imported."""

from __future__ import annotations

import importlib
from typing import Any


def needed(module: str, extra: str) -> Any:
    """A library that comes with an extra; ImportError with the command that installs it."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module.partition(".")[0]:
            raise
        raise ImportError(f"{module} is not installed: pip install 'rulewright[{extra}]'", name=error.name) from None
