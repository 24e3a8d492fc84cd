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
    helpers = _only_of_scenarios([item for module in modules for file in module.files for item in file.items])
    if not helpers:
        return list(files)
    return [replace(file, items=tuple(item for item in file.items if id(item) not in helpers)) for file in files]


def _only_of_scenarios(items: Sequence[tree.Item]) -> set[int]:
    """The events, procedures and definitions, by `id`, that no other item but scenarios and these themselves name."""
    helpers = {id(item): item for item in items if isinstance(item, _Helper) and _name(item) != "main"}
    others = (item for item in items if id(item) not in helpers and not isinstance(item, tree.ScenarioItem))
    spoken = {word for item in others for word in _words(item)}
    while found := [item for item in helpers.values() if _name(item) in spoken]:
        for item in found:
            del helpers[id(item)]
            spoken |= _words(item)
    return set(helpers)


def _name(item: _Helper) -> str:

    is_main = isinstance(item, tree.ProcedureItem) and item.word == "main"
    return "main" if is_main else item.signature.name.text


def _words(item: tree.Item) -> set[str]:
    return set(_WORD.findall(item.span.text))
