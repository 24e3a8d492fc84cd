"""The third pass: bodies of definitions, values, events, procedures and limits, and the rules of everything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

from dsl.semantics import model
from dsl.semantics.body.actions import make_need
from dsl.semantics.body.rules import attach_rules, finish
from dsl.semantics.body.statements import block
from dsl.semantics.declare.cards import holders
from dsl.semantics.expr.coercions import count, fit, truth, typed
from dsl.semantics.expr.memory import check_memory
from dsl.semantics.expr.templates import optional
from dsl.semantics.expr.tracks import check_tracks
from dsl.semantics.model import Ref
from dsl.semantics.scopes import Body, Scope, is_bad
from dsl.semantics.types import BOOL, UNKNOWN, ancestors
from dsl.semantics.walk import walk
from dsl.semantics.world import World, items
from dsl.spoken import article, said
from dsl.syntax import tree

Thing = TypeVar("Thing", model.Define, model.Value, model.Event, model.Limit)
_MOST_OPEN = 16  # definitions looked into from inside each other; with `_innermost_first` only circles go so deep


class Inference:
    """Types of definitions: each is found when first asked for, so that order means nothing."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._open: list[model.Define] = []
        self._done: set[model.Define] = set()
        self._again: dict[model.Define, int] = {}  # those that ask for themselves, and how deep

    def __call__(self, define: model.Define) -> model.Type:
        """The type of a definition; E120 if it is defined by itself."""
        if define in self._done:
            return define.type
        item = self._world.play.sources[define]
        assert isinstance(item, tree.DefineItem)
        if item.value is None:
            return BOOL
        if define in self._open:
            circle = self._open[self._open.index(define) :]
            deep = sum(other.deep for other in circle)
            if deep:
                self._again[define] = deep
                return BOOL
            self._circle(circle)
            return UNKNOWN
        if len(self._open) == _MOST_OPEN:
            self._circle(self._open)
            return UNKNOWN
        self._open.append(define)
        scope = Scope(self._world, Body(said("a definition"))).give(*define.params)
        body = scope.expr(item.value)
        self._open.pop()
        self._done.add(define)
        if define in self._again and not isinstance(body.type, model.Bool):
            message = said("`{1}` asks for itself, which only a definition that is yes/no may", define.name)
            made = said("value {1} .. at most {2} deep: 0..9 = ..", define.name, self._again[define])
            hint = said("make a value of it, which says its type: {1}", made)
            self._world.error("E104", define.span, message, hint)
        elif not is_bad(body):
            define.body, define.type = body, body.type
        return define.type

    def _circle(self, circle: list[model.Define]) -> None:
        order = list(self._world.play.defines.values())
        at = circle.index(min(circle, key=order.index))  # the first one declared begins the message
        first, *others = circle[at:] + circle[:at]
        way = ", ".join(f"`{other.name}`" for other in others)
        message = said("`{1}` is defined by itself", first.name) + (said(", by way of {1}", way) if way else "")
        self._world.error("E120", first.span, message)


def _innermost_first(world: World) -> list[model.Define]:
    """The definitions in an order in which each comes after those it uses, but for circles: no long way down.

    All of them, or those that are used by the items that are wanted.
    """
    found: dict[model.Define, None] = {}
    seen: set[model.Define] = set()
    wanted = world.only.items if world.only is not None else None
    roots = list(world.play.defines.values())
    if wanted is not None:
        own = [define for define in roots if world.wants(world.play.sources[define])]
        roots = [*own, *(define for item in wanted for define in _used(world, item))]
    todo = [(define, False) for define in reversed(roots)]
    while todo:
        define, ready = todo.pop()
        if ready:
            found[define] = None
        elif define not in seen:
            seen.add(define)
            todo.append((define, True))
            used = _used(world, world.play.sources[define])
            todo += [(other, False) for other in used if other not in seen]
    return list(found)


def _used(world: World, item: tree.Item) -> list[model.Define]:
    found: list[model.Define] = []
    for node in walk(item):
        name = node.name if isinstance(node, tree.Ref | tree.Attribute | tree.Apply) else ""
        word = name.text if isinstance(name, tree.Name) else name
        if word in world.play.defines:
            found.append(world.play.defines[word])
    return found


def check_bodies(world: World) -> None:
    """Everything that has a body, except actions."""
    for define in _innermost_first(world):
        world.infer(define)
    for define in _wanted(world, world.play.defines):
        _needs(world, define)
    for value in _wanted(world, world.play.values):
        _base(world, value)
    for event in _wanted(world, world.play.events):
        item = world.play.sources[event]
        assert isinstance(item, tree.EventItem)
        scope = Scope(world, Body(said("an event"))).give(*event.params)
        if item.body is not None:
            event.body = block(scope, item.body)
        if item.chooser is not None:
            one = Ref(world.player, True)
            event.chooser = typed(scope, item.chooser, one, said("who chooses what replaces `{1}`", event.name))
        finish(scope)
    for limit in _wanted(world, world.play.limits):
        _limit(world, limit)
    for memory in world.play.memories.values():
        check_memory(world, memory)
    check_tracks(world)
    _procedures(world)
    _live(world)
    _eyes(world)
    _rules(world)


def _wanted(world: World, things: Mapping[str, Thing]) -> Iterator[Thing]:
    """Those whose bodies are to be checked."""
    return (thing for thing in things.values() if world.wants(world.play.sources[thing]))


def _needs(world: World, define: model.Define) -> None:
    item = world.play.sources[define]
    assert isinstance(item, tree.DefineItem)
    scope = Scope(world, Body(said("a definition"))).give(*define.params)
    for need in item.needs:
        define.needs.append(make_need(scope, need, define.params, define))


def _base(world: World, value: model.Value) -> None:
    item = world.play.sources[value]
    assert isinstance(item, tree.ValueItem)
    scope = Scope(world, Body(said("a value"))).give(*value.params)
    value.base = fit(scope, scope.expr(item.value, value.type), value.type, said("the value `{1}`", value.name))


def _limit(world: World, limit: model.Limit) -> None:
    item = world.play.sources[limit]
    assert isinstance(item, tree.LimitItem)
    scope = Scope(world, Body(said("a limit"))).give(limit.me, limit.this)
    limit.amount = count(scope, item.amount, said("how often `{1}` allows", limit.name))
    limit.words = optional(scope, item.otherwise)


# ---- procedures ------------------------------------------------------------------------------------------------------


def _procedures(world: World) -> None:
    for procedure in (*world.play.procedures.values(), *((world.play.main,) if world.play.main else ())):
        item = world.play.sources[procedure]
        assert isinstance(item, tree.ProcedureItem)
        variants = world.play.variant_items.get(procedure.name, [])
        if not any(item is other for _, _, other in variants) and world.wants(item):
            scope = Scope(world, Body(said(article(procedure.word)), asks=True)).give(*procedure.params)
            procedure.body = block(scope, item.body)
            finish(scope)
        wanted = ((holder, this, other) for holder, this, other in variants if world.wants(other))
        bodies = [(holder, this, _variant(world, procedure, this, other)) for holder, this, other in wanted]
        procedure.variants = bodies


def _variant(
    world: World, procedure: model.Procedure, this: model.Local, item: tree.ProcedureItem
) -> tuple[model.Stmt, ...]:
    scope = Scope(world, Body(said(article(procedure.word)), asks=True)).give(this)
    for param, local in zip(item.signature.params, procedure.params[1:], strict=False):
        scope.names[param.name.text] = local
    found = block(scope, item.body)
    finish(scope)
    return found


# ---- kinds and rules -------------------------------------------------------------------------------------------------


def _live(world: World) -> None:
    """`live when` of each kind, joined with those of the kinds above."""
    own: dict[model.Kind, list[tree.LiveItem]] = {}
    for item in items(world, tree.KindItem):
        kind = world.things.kinds.get(item.name.text)
        parts = [part for part in item.members if isinstance(part, tree.LiveItem)]
        if kind is not None and parts:
            own.setdefault(kind, []).extend(parts)
    for kind in world.things.kinds.values():
        parts = [part for above in ancestors(kind) for part in own.get(above, [])]
        if not parts:
            continue
        this = model.Local("this", Ref(kind), None)
        test: model.Expr | None = None
        for part in parts:
            scope = Scope(world, Body(said("`live when`"))).give(this)
            found = truth(scope, part.condition)
            test = found if test is None else model.Op(part.span, BOOL, "and", (test, found))
        assert test is not None
        kind.live = model.Live(this, test)


def _eyes(world: World) -> None:
    """`seen by p where CONDITION` of each zone that has it; `owner` is the player whose zone it is."""
    for zone, item in world.things.eyed:
        assert item.seer is not None and item.where is not None
        seer = model.Local(item.seer.text, Ref(world.player), item.seer.span)
        owner: model.Local | None = None
        if zone.holder is not None:
            owner = model.Local("owner", Ref(world.player, zone.holder is not world.player), None)
        scope = Scope(world, Body(said("who sees a zone"))).give(*(each for each in (seer, owner) if each is not None))
        zone.eyes = model.Eyes(seer, owner, truth(scope, item.where))


def _rules(world: World) -> None:
    for file in world.setup.files:
        for item in file.items:
            if isinstance(item, tree.RuleItem | tree.WhileItem) and world.wants(item):
                attach_rules(Scope(world, Body(said("a rule"))), None, None, (item,))
    for holder, members in holders(world):
        kind = holder.kind if isinstance(holder, model.Card) else holder
        this = model.Local("this", Ref(kind), None) if kind is not None else None
        scope = Scope(world, Body(said("a rule"))).give(this)
        guards = tuple(part.condition for part in members if isinstance(part, tree.LiveItem))
        wanted = tuple(
            part for part in members if isinstance(part, tree.RuleItem | tree.WhileItem) and world.wants(part)
        )
        attach_rules(scope, holder, this, wanted, guards if isinstance(holder, model.Card) else ())
