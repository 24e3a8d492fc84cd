"""Modules that meet: rules of two of them that touch the same thing, and a position in which their order matters.

What is said of each other's rules is found in the trees. Whether it matters is tried: the game is played with the rules
of one module before and behind those of the other, the same seeds and decisions, until the two differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from dsl.diagnostics import Bag
from dsl.reading.game import read_game
from dsl.reading.meaning import title_of
from dsl.reading.sources import Sources
from dsl.runtime.game import Game
from dsl.sharing.parting import Parting, parting
from dsl.source import Span
from dsl.spoken import marked, said
from dsl.syntax import tree as t
from dsl.syntax.modules import Module
from dsl.syntax.naming import name_of
from dsl.syntax.patching import keys_of, part_said
from dsl.syntax.patching import said as holder_said

_ACTS: Final = {
    "instead": marked("acts instead of"),
    "cannot": marked("forbids"),
    "must": marked("orders"),
    "never": marked("forbids"),
}
GAMES: Final = 20
"""How many pairs of games are played to find a position in which the order matters."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two places of two modules that touch the same thing, and in words what."""

    words: str
    first: Span
    second: Span


@dataclass(frozen=True, slots=True)
class _Touch:
    """What a rule touches: the thing, whether it wants it its own way (and not only beside others), in words how."""

    thing: str
    alone: bool
    words: str
    span: Span


def meetings(one: Module, two: Module) -> list[Meeting]:
    """Where the rules of two modules touch the same thing and at least one of them wants it its own way, or both act at
    the same event.
    """
    found: list[Meeting] = []
    theirs = list(_touches(two))
    for mine in _touches(one):
        for other in theirs:
            if mine.thing == other.thing and (mine.alone or other.alone or mine.words == other.words):
                words = said("`{1}` {2}, and `{3}` {4}", one.name, mine.words, two.name, other.words)
                found.append(Meeting(words, mine.span, other.span))
    return found


def witness(path: str | Path, modules: Sequence[str | Path], games: int = GAMES) -> Parting | None:
    """A position that play at random reaches in which it matters whose rules come first; None if none was found.

    RulesError if the game cannot be played with these modules.
    """
    bag = Bag()
    sources = read_game(path, bag, scenarios=False, modules=modules)
    bag.raise_errors()
    straight, turned = (Game(_in_order(sources, backwards), {}, bag, backend="python") for backwards in (False, True))
    bag.raise_errors()
    for seed in range(games):
        for players in sorted({straight.players[0], straight.players[-1]}):
            found = parting(straight, turned, seed, players)
            if found is not None:
                return found
    return None


def _in_order(sources: Sources, backwards: bool) -> Sources:
    """What was read, with the rules of modules that stand by themselves behind all else, by module."""
    own = [{file.span.file for file in module.files} for module in sources.modules]
    rest: list[t.File] = []
    rules: list[list[t.File]] = [[] for _ in own]
    for file in sources.files:
        place = next((number for number, files in enumerate(own) if file.span.file in files), None)
        if place is None:
            rest.append(file)
            continue
        rest.append(replace(file, items=tuple(item for item in file.items if not isinstance(item, t.RuleItem))))
        rules[place].append(replace(file, items=tuple(item for item in file.items if isinstance(item, t.RuleItem))))
    ordered = reversed(rules) if backwards else rules
    return replace(sources, files=[*rest, *(file for files in ordered for file in files)])


def _touches(module: Module) -> Iterator[_Touch]:
    for file in module.files:
        for item in file.items:
            yield from _of_item(item)
            id_ = name_of(item)
            if id_ is not None and not isinstance(item, t.RuleItem):
                yield _Touch(title_of(item), True, said("declares {1}", title_of(item)), item.span)


def _of_item(item: t.Item) -> Iterator[_Touch]:
    if isinstance(item, t.RuleItem):
        yield from _of_rule(item)
    elif isinstance(item, t.ReplaceItem):
        title = title_of(item.item)
        yield _Touch(title, True, said("replaces {1}", title), item.span)
        _, name = name_of(item.item) or ("", "")
        yield _Touch(name, True, said("replaces {1}", title), item.span)
    elif isinstance(item, t.WhileItem):
        for rule in item.rules:
            yield from _of_item(rule)
    elif isinstance(item, t.KindItem | t.HasItem | t.CardItem):
        for member in item.members:
            yield from _of_item(member)
    else:
        yield from _of_patch(item)


def _of_patch(item: t.Item) -> Iterator[_Touch]:
    if isinstance(item, t.ChangeItem):
        for member in item.members:
            for key in keys_of(member):
                thing = f"{part_said(key)} of {holder_said(item.holder)}"
                yield _Touch(thing, True, said("changes {1}", thing), member.span)
    elif isinstance(item, t.RemoveItem | t.RenameItem):
        name = item.name.value if isinstance(item.name, t.Text) else item.name.text
        done = "removes" if isinstance(item, t.RemoveItem) else "renames"
        yield _Touch(name, True, f"{done} {name}", item.span)
    elif isinstance(item, t.DefaultItem):
        yield _Touch(f"default {item.name.text}", True, said("sets the default of {1}", item.name.text), item.span)
    elif isinstance(item, t.AddItem):
        for value in item.values:
            thing = f"{value.text} of {item.target.text}"
            yield _Touch(thing, True, said("adds {1} to {2}", value.text, item.target.text), value.span)


def _of_rule(item: t.RuleItem) -> Iterator[_Touch]:
    if item.name is not None:
        yield _Touch(f"rule {item.name.text}", True, said("declares rule {1}", item.name.text), item.span)
    if item.pattern is None:
        return
    name = item.pattern.name.text
    if item.position in ("silences", "lifts"):
        yield _Touch(f"rule {name}", True, f"{item.position} {name}", item.span)
    elif item.position == "modify":
        layer = item.layer.text if item.layer is not None else ""
        alone = item.change in ("to", "at least", "at most")
        yield _Touch(
            f"{name} in {layer}",
            alone,
            said("changes {1}{2}", name, said(" in {1}", layer) if layer else ""),
            item.span,
        )
    elif item.position in ("instead", "cannot", "must", "never"):
        words = said(_ACTS[item.position])
        yield _Touch(name, True, f"{words} {name}", item.span)
    else:
        yield _Touch(name, False, said("acts {1} {2}", item.position, name), item.span)
