"""Helpers of scenarios in the files of modules: what only scenarios use is left out where scenarios are not read.

They may use the helpers of the game's own scenarios, which lie in files that nobody reads to play.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from dsl.syntax import tree
from dsl.syntax.modules import Module

_Helper: TypeAlias = tree.EventItem | tree.ProcedureItem | tree.DefineItem
_WORD: Final = re.compile(r"\w+")


def without_helpers(files: Sequence[tree.File], modules: Iterable[Module]) -> list[tree.File]:
    """The files, without the events, procedures and definitions of modules that only scenarios speak of, if at all."""
    items = [item for module in modules for file in module.files for item in file.items]
    helpers = {id(item): item for item in items if isinstance(item, _Helper) and _name(item) != "main"}
    spoken: set[str] = set()
    for item in items:
        if id(item) not in helpers and not isinstance(item, tree.ScenarioItem):
            spoken |= _words(item)
    while found := [item for item in helpers.values() if _name(item) in spoken]:
        for item in found:
            del helpers[id(item)]
            spoken |= _words(item)
    return [
        replace(file, items=tuple(item for item in file.items if id(item) not in helpers)) if helpers else file
        for file in files
    ]


def _name(item: _Helper) -> str:

    is_main = isinstance(item, tree.ProcedureItem) and item.word == "main"
    return "main" if is_main else item.signature.name.text


def _words(item: tree.Item) -> set[str]:
    return set(_WORD.findall(item.span.text))
