"""Memories of positions: what counts in one, `remember`, `forget`, and how often the present position is remembered."""

from __future__ import annotations

from dsl.semantics import model
from dsl.semantics.expr.coercions import short
from dsl.semantics.expr.constants import constant
from dsl.semantics.expr.sets import bind_members
from dsl.semantics.model import Int, Many, ZoneValue
from dsl.semantics.scopes import Body, Scope, bad, is_bad
from dsl.semantics.types import number, say
from dsl.semantics.world import World, cite_ids
from dsl.source import Span
from dsl.spoken import marked, said
from dsl.syntax import tree

WORD = "repetitions"
_MOST = 1000  # positions of one memory


def declare_memory(world: World, item: tree.MemoryItem) -> None:
    """Enter a memory; what counts is checked with the bodies."""
    if not world.declare(item.name, said("a memory")):
        return
    size = constant(world, item.most, Int(1, _MOST), said("how many positions `{1}` holds", item.name.text))
    memory = model.Memory(item.name.text, size or 1, [], cite_ids(item.cites), item.name.span)
    world.play.memories[memory.name] = memory
    world.play.sources[memory] = item


def check_memory(world: World, memory: model.Memory) -> None:
    """What counts in a position: numbers, truths, things, each alone or for each member of a set."""
    item = world.play.sources[memory]
    assert isinstance(item, tree.MemoryItem)
    for part in item.parts:
        scope = Scope(world, Body(said("a memory")))
        over: model.Filter | None = None
        if part.binder is not None:
            scope, over = bind_members(scope, part.binder)
        value = scope.expr(part.value)
        if isinstance(value.type, Many | ZoneValue):
            hint = said("write what counts of each: `x for x in {1}`", short(part.value.span))
            what = said("`{1}` is {2}", short(part.value.span), say(value.type))
            world.error("E104", part.value.span, said("what counts is one value, and {1}", what), hint)
        elif not is_bad(value):
            memory.parts.append((value, over))


def remember(scope: Scope, node: tree.Remember) -> list[model.Stmt]:
    """`remember past`, `forget past`."""
    memory = _named(scope, node.name)
    return [] if memory is None else [model.Remember(node.span, cite_ids(node.cites), memory, node.forget)]


def _named(scope: Scope, name: tree.Name) -> model.Memory | None:
    found = scope.world.play.memories.get(name.text)
    if found is None and name.text in scope.world.taken:
        what = scope.world.taken[name.text][1]
        scope.world.error(
            "E104", name.span, said("`{1}` is {2}, and only a memory remembers positions", name.text, what)
        )
    elif found is None:
        scope.world.unknown(name.span, name.text, marked("memory"), scope.world.play.memories)
    return found


def repetitions(scope: Scope, span: Span, subject: tree.Expr) -> model.Expr | None:
    """`repetitions of past`; None if it is asked of something else."""
    if not isinstance(subject, tree.Ref) or scope.find(subject.name) is not None:
        return None
    memory = scope.world.play.memories.get(subject.name)
    if memory is None:
        return None
    scope.world.usage.read.add(memory)
    return model.Repetitions(span, number(0, memory.size), memory) if memory.size else bad(span)
