"""The bodies of actions: domains, requirements, limits and effects, and what `each action` puts round them."""

from __future__ import annotations

from dsl.semantics import model
from dsl.semantics.body.decisions import limit_key
from dsl.semantics.body.leaving import check_leave
from dsl.semantics.body.rules import finish
from dsl.semantics.body.statements import block, statement
from dsl.semantics.declare.cards import holders
from dsl.semantics.expr.coercions import all_values, domain, element, short, truth
from dsl.semantics.expr.comparisons import narrows
from dsl.semantics.expr.templates import optional
from dsl.semantics.model import Const, EnumOf, Int, Many, Ref, Type
from dsl.semantics.scopes import Body, Scope, bad, is_bad
from dsl.semantics.tables import ActionSource, Handle
from dsl.semantics.types import BOOL, Unknown, ancestors, join, related, say
from dsl.semantics.world import World, cite_ids
from dsl.spoken import marked, said
from dsl.syntax import tree


def check_actions(world: World) -> None:
    """All actions, and each `each action`, used or not."""
    parts = _each_action_parts(world)
    for source in world.play.actions:
        if world.wants(source.item):
            _check_action(world, source, parts)
    for holder, found in parts.items():
        kind = holder.kind if isinstance(holder, model.Card) else holder
        if not any(source.action.this and _is_within(source.action, holder) for source in world.play.actions):
            me = model.Local("me", Ref(world.player), None)
            this = model.Local("this", Ref(kind), None)
            for part in filter(world.wants, found):
                scope = Scope(world, Body(said("an action"), asks=True)).give(me, this)
                _each(world, scope, part, [])


def _is_within(action: model.Action, holder: model.Card | model.Kind) -> bool:
    return action.holder is holder or any(kind is holder for kind in _kinds_of(action))


def _kinds_of(action: model.Action) -> list[model.Kind]:
    if action.holder is None:
        return []
    kind = action.holder.kind if isinstance(action.holder, model.Card) else action.holder
    return list(ancestors(kind))


def _each_action_parts(world: World) -> dict[model.Card | model.Kind, list[tree.EachActionItem]]:
    found: dict[model.Card | model.Kind, list[tree.EachActionItem]] = {}
    for holder, members in holders(world):
        for item in members:
            if not isinstance(item, tree.EachActionItem):
                continue
            if holder is None or holder is world.player:
                world.error("E107", item.span, said("`each action` stands in a kind or a card"))
            else:
                found.setdefault(holder, []).append(item)
    return found


def _check_action(
    world: World, source: ActionSource, parts: dict[model.Card | model.Kind, list[tree.EachActionItem]]
) -> None:
    action, item = source.action, source.item
    scope = Scope(world, Body(said("an action"), asks=True))
    scope.give(action.me, action.this)
    if source.of_player:
        scope.names["this"] = action.me
    shared = scope.child()
    for param, local in zip(item.signature.params, action.params, strict=False):
        action.domains.append(_domain(scope, param, local, action.refusals))
    effects = _own_body(world, scope, action, item)
    _card_live(world, scope, action)
    first: tuple[model.Stmt, ...] = ()
    last: tuple[model.Stmt, ...] = ()
    round_: list[model.Card | model.Kind] = [*_kinds_of(action)]
    if isinstance(action.holder, model.Card):
        round_.insert(0, action.holder)
    for holder in round_:
        for part in parts.get(holder, []):
            needs, before, after = _each(world, shared, part, action.params, action)
            action.needs += needs
            first, last = before + first, last + after
    check_leave(world, effects, last)
    action.effects = first + effects + last
    action.event.body = action.effects
    finish(scope)


def _own_body(world: World, scope: Scope, action: model.Action, item: tree.ActionItem) -> tuple[model.Stmt, ...]:
    effects: list[model.Stmt] = []
    began = False
    after = scope.child()  # what is known of the position now says nothing of the one afterwards
    for part in item.body.body:
        if isinstance(part, tree.Provided):
            action.afterwards.append(make_need(after.child(), part, action.params, action))
        elif isinstance(part, tree.Requires):
            if began:
                hint = said("put the requirements first: a move that cannot be made is not offered")
                world.error("E130", part.span, said("the position has changed already when this is asked"), hint)
            action.needs.append(make_need(scope, part, action.params, action))
        elif isinstance(part, tree.Uses):
            _use(scope, part, action)
        else:
            began = began or not isinstance(part, tree.Let | tree.Pay)
            effects += statement(scope, part)
    return tuple(effects)


def _use(scope: Scope, part: tree.Uses, action: model.Action | None) -> None:
    limit = scope.world.play.limits.get(part.limit.text)
    if limit is None:
        scope.world.unknown(part.limit.span, part.limit.text, marked("limit"), scope.world.play.limits)
        return
    scope.world.usage.read.add(limit)
    key = limit_key(scope, part, limit, action.params if action else [])
    if action is not None and not isinstance(key, bool):
        action.uses.append((limit, key))


def _each(
    world: World, scope: Scope, part: tree.EachActionItem, params: list[model.Local], action: model.Action | None = None
) -> tuple[list[model.Need], tuple[model.Stmt, ...], tuple[model.Stmt, ...]]:
    """What one `each action` adds: requirements, what comes first and what comes last."""
    inner = scope.child()
    needs: list[model.Need] = []
    for condition in part.conditions:
        if isinstance(condition, tree.Uses):
            _use(inner, condition, action)
        elif isinstance(condition, tree.Provided):
            found = make_need(scope.child(), condition, params, action)
            if action is not None:
                action.afterwards.append(found)
        else:
            needs.append(make_need(inner, condition, params, action))
    first = block(inner.child(), part.first) if part.first is not None else ()
    last = block(inner.child(), part.last) if part.last is not None else ()
    return needs, first, last


def _card_live(world: World, scope: Scope, action: model.Action) -> None:
    """`live when` of a card itself is a requirement of its actions."""
    card = action.holder
    if not isinstance(card, model.Card):
        return
    for part in world.things.cards[card.title].members:
        if isinstance(part, tree.LiveItem):
            test = truth(scope.child(), part.condition)
            need = model.Need(None, test, None, cite_ids(part.cites), part.span, action.params, [], card)
            action.needs.append(need)


def make_need(
    scope: Scope,
    node: tree.Requires | tree.Provided,
    params: list[model.Local],
    owner: model.Action | model.Define | None,
) -> model.Need:
    """A requirement; what follows it knows that it holds."""
    test = truth(scope, node.condition, said("what is required"))
    words = optional(scope, node.otherwise)
    scope.learn(node.condition)
    scope.settled()
    card = owner.holder if isinstance(owner, model.Action) and isinstance(owner.holder, model.Card) else None
    name = node.label.text if node.label else None
    need = model.Need(name, test, words, cite_ids(node.cites), node.span, params, [], card)
    if node.label is not None and owner is not None:
        _register(scope.world, need, node.label, owner)
    return need


def _register(world: World, need: model.Need, label: tree.Name, owner: model.Action | model.Define) -> None:
    handles = world.rules.handles.setdefault(label.text, [])
    for other in handles:
        if other.owner is owner:
            world.twice(label.span, label.text, other.need.span, said("a requirement"))
    if isinstance(owner, model.Action):
        words: list[str] | None = owner.event.words
    else:
        item = world.play.sources.get(owner)
        infix = isinstance(item, tree.DefineItem) and item.signature.infix
        words = None if infix else world.play.words.get(owner)
    handles.append(Handle(need, words, owner))


# ---- what parameters are chosen from ---------------------------------------------------------------------------------


def _domain(scope: Scope, param: tree.Param, local: model.Local, refusals: list[model.Template | None]) -> model.Filter:
    """The set a parameter is chosen from: the one that is written, or all values of its type. What is told of anything
    else goes to `refusals`.
    """
    if param.domain is not None:
        whole = domain(scope, param.domain)
        test = _test(scope, param, local, whole)
    else:
        whole, test = _everything(scope, param, local.type), None
    inner = scope.give(local)
    where = truth(inner, param.where, said("what follows `where`")) if param.where is not None else None
    refusals.append(optional(inner, param.otherwise))
    if param.otherwise is not None and param.domain is None and param.where is None:
        message = said(
            "everything of its sort can be named for `{1}`, so nothing is refused with these words", param.name.text
        )
        scope.error("E105", param.otherwise.span, message, said("say from what: `(NAME: KIND in SET else TEXT)`"))
    if param.where is not None:
        inner.learn(param.where)
        inner.settled()
    return model.Filter(param.span, Many(local.type), local, whole, test, where)


def _test(scope: Scope, param: tree.Param, local: model.Local, whole: model.Expr) -> model.Kind | None:
    have, want = element(whole), local.type
    if is_bad(whole) or isinstance(want, Unknown):
        return None
    if isinstance(have, Ref) and isinstance(want, Ref) and related(have.kind, want.kind):
        return want.kind if narrows(have, want.kind) else None
    if join(have, want) is None or isinstance(have, Ref):
        assert param.domain is not None
        message = said(
            "`{1}` is {2}, but `{3}` is {4}", param.name.text, say(want), short(param.domain.span), say(whole.type)
        )
        scope.error("E104", param.domain.span, message)
    return None


def _everything(scope: Scope, param: tree.Param, type_: Type) -> model.Expr:
    span = param.span
    if isinstance(type_, Ref):
        return model.KindMembers(span, Many(Ref(type_.kind)), type_.kind)
    if isinstance(type_, EnumOf):
        return all_values(span, type_.enum)
    if isinstance(type_, Int):
        ends = (Const(span, Int(end, end), end) for end in (type_.low, type_.high))
        return model.RangeOf(span, Many(type_), *ends)
    if isinstance(type_, model.Bool):
        return model.RangeOf(span, Many(BOOL), Const(span, BOOL, 0), Const(span, BOOL, 1))
    if not isinstance(type_, Unknown):
        hint = said("say from what: `({1}: ... in SET)`", param.name.text)
        return scope.error(
            "E104", span, said("`{1}` is {2}, and a move cannot name one", param.name.text, say(type_)), hint
        )
    return bad(span)
