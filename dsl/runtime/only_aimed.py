"""Values and definitions that nothing asks but the aims of bots: no rule of the game depends on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass
from typing import Final, cast

from dsl.semantics.model import Attachment, Define, Program, Value

_NO_RULES: Final = frozenset(("defines", "values", "aims", "scenarios"))


def asked_by_rules(program: Program) -> tuple[list[Define], list[Value]]:
    """The definitions and values of a program without those that only bots go by."""
    aims = only_aimed(program)
    return [each for each in program.defines if each not in aims], [each for each in program.values if each not in aims]


def aimed_changes(program: Program) -> frozenset[Attachment]:
    """The rules that change values which only bots go by."""
    aims = only_aimed(program)
    return frozenset(rule for value in program.values if value in aims for rule in value.modifiers)


def only_aimed(program: Program) -> frozenset[Define | Value]:
    """Those that `bots aim at` leads to, and nothing else of the rules."""
    rules = [getattr(program, each.name) for each in fields(program) if each.name not in _NO_RULES]
    return _asked_for([aim.value for aim in program.aims]) - _asked_for(rules)


def _asked_for(roots: Sequence[object]) -> frozenset[Define | Value]:
    """What is asked for anywhere inside these, and inside what is asked for; nothing is looked through twice."""
    found, seen, waiting = set[Define | Value](), set[int](), [*roots]
    while waiting:
        one = waiting.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, Define | Value):
            found.add(one)
        waiting += _inside(one)
    return frozenset(found)


def _inside(one: object) -> Iterable[object]:
    if isinstance(one, list | tuple | set | frozenset):
        return cast(Iterable[object], one)
    if isinstance(one, dict):
        return cast("dict[object, object]", one).values()
    if is_dataclass(one) and not isinstance(one, type):
        return [getattr(one, each.name) for each in fields(one)]
    return ()
