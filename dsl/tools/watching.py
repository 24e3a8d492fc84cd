"""`--watch`: do something again whenever a file changes, until Ctrl-C."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path

from dsl.diagnostics import RulesError
from dsl.spoken import said
from dsl.tools.reply import Refusal, complain, show_diagnostics

_PAUSE = 0.5


def watch(again: Callable[[], Iterable[Path]], pause: float = _PAUSE, turns: int | None = None) -> None:
    """Do it now and after every change of the files that it gives; mistakes are told and waited over.

    turns: how often is looked, for ever if not given. KeyboardInterrupt ends it.
    """
    files = _tried(again, [])
    seen = _times(files)
    while turns is None or turns > 0:
        turns = None if turns is None else turns - 1
        time.sleep(pause)
        now = _times(files)
        if now != seen:
            files = _tried(again, files)
            seen = _times(files)


def _tried(again: Callable[[], Iterable[Path]], before: list[Path]) -> list[Path]:
    try:
        return list(again())
    except RulesError as error:
        show_diagnostics(error.diagnostics)
        named = {each.span.file.name for each in error.diagnostics if each.span is not None}
        return before or [Path(name) for name in named]
    except Refusal as refusal:
        complain(said("rulewright: {1}", refusal.words))
        return before


def _times(files: Iterable[Path]) -> dict[Path, int]:
    """When each file was changed last; of one that is gone nothing."""
    return {path: path.stat().st_mtime_ns for path in files if path.is_file()}
