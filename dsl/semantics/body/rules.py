"""Rules: each one is attached to the event, value, procedure, window or requirement it speaks of.

A rule stands at the left margin, in a kind, in a card, or in `until end of`; a `while` round it adds its condition.
What names other rules and requirements (`silences`, `lifts`) is resolved when all of them are known.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from dsl.semantics import model
from dsl.semantics.body.silencing import silenced
from dsl.semantics.body.statements import block
from dsl.semantics.declare.signatures import DEFAULT_LAYERS
from dsl.semantics.expr.calls import show_call
from dsl.semantics.expr.coercions import count, fit, in_parts, short, truth, typed
from dsl.semantics.expr.sets import bind_members
from dsl.semantics.expr.templates import optional
from dsl.semantics.model import BagOf, Int
from dsl.semantics.scopes import Body, Scope, is_bad
from dsl.semantics.tables import Attached
from dsl.semantics.types import BOOL, say
from dsl.semantics.world import World, cite_ids
from dsl.spoken import marked, numbered, one_of, said
from dsl.syntax import tree

Holder = model.Card | model.Kind | model.Lasting | None

_CHANGES = {
    "+": "plus",
    "-": "minus",
    "times": "times",
    "divided by": "divided",
    "to": "set",
    "at least": "least",
    "at most": "most",
}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a rule stands: the scope round it, its holder and `this`, and the conditions of the `while` round it."""

    scope: Scope
    holder: Holder
    this: model.Local | None
    guards: tuple[tree.Expr, ...]


def attach_rules(
    scope: Scope,
    holder: Holder,
    this: model.Local | None,
    items: tuple[tree.Item, ...],
    guards: tuple[tree.Expr, ...] = (),
) -> None:
    """Attach the rules among the items; scope knows `this` and what a lasting rule may take along."""
    for item in items:
        if isinstance(item, tree.RuleItem):
            _attach(Place(scope, holder, this, guards), item)
        elif isinstance(item, tree.WhileItem):
            attach_rules(scope, holder, this, item.rules, (*guards, item.condition))


def _attach(place: Place, item: tree.RuleItem) -> None:
    world = place.scope.world
    if item.name is not None:
        _name_once(world, place, item, item.name)
    if item.position == "always":
        _always(place, item)
    elif item.position in ("start", "end"):
        _at_start_or_end(place, item)
    elif item.position == "modify":
        _modify(place, item)
    elif item.position == "lifts":
        world.rules.late.append(lambda: _lifts(place, item))
    elif item.position == "silences":
        _silences(place, item)
    else:
        _hooks(place, item)


def _name_once(world: World, place: Place, item: tree.RuleItem, name: tree.Name) -> None:
    for other in world.rules.named.get(name.text, []):
        if other.holder is place.holder and other.span != item.span:
            world.twice(name.span, name.text, other.span, said("a rule"))
            return


def _scope(place: Place, what: str, asks: bool) -> Scope:
    """A scope for one rule, with a body of its own."""
    return Scope(place.scope.world, Body(what, asks=asks), place.scope)


def _when(scope: Scope, place: Place, item: tree.RuleItem) -> tuple[model.Expr | None, Scope]:
    """The whole condition of a rule, and a scope that knows it."""
    found: model.Expr | None = None
    inner = scope.child()
    for condition in (*place.guards, *((item.when,) if item.when is not None else ())):
        test = truth(inner, condition)
        inner.learn(condition)
        found = test if found is None else model.Op(condition.span, BOOL, "and", (found, test))
    return found, inner


def _made(
    place: Place,
    item: tree.RuleItem,
    scope: Scope,
    params: list[model.Local],
    target: object,
    binder: model.Filter | None = None,
) -> model.Attachment:
    """The attachment of a rule, entered under its name."""
    world = place.scope.world
    when, inner = _when(scope, place, item)
    words = optional(inner, item.words)
    if item.amount is not None and isinstance(target, model.Value):
        amount = _amount(inner, item, target, _CHANGES[item.change])
    else:
        amount = None
    body = block(inner.settled().child(), item.body) if item.body is not None else ()
    name = item.name.text if item.name else None
    made = model.Attachment(
        position=item.position,
        name=name,
        holder=place.holder,
        this=place.this,
        params=params,
        when=when,
        body=body,
        words=words,
        amount=amount,
        binder=binder,
        cites=cite_ids(item.cites),
        span=item.span,
    )
    if name is not None:
        world.rules.named.setdefault(name, []).append(made)
    world.rules.attached.append(Attached(made, item, target, place.guards))
    finish(scope)
    return made


def finish(scope: Scope) -> None:
    """At the end of a body: `passed` needs an offer."""
    if scope.body.passed_at is not None and not scope.body.offers:
        message = said("`passed` speaks of the last `offer`, and there is none here")
        scope.world.error("E101", scope.body.passed_at, message)


# ---- events ----------------------------------------------------------------------------------------------------------


def _hooks(place: Place, item: tree.RuleItem) -> None:
    """before, after, instead, never, must, cannot: for the event of that name, or each action of it."""
    assert item.pattern is not None
    for event, action in hooked(place.scope.world, item.pattern.name):
        _hook(place, item, event, action)


def hooked(world: World, name: tree.Name) -> list[tuple[model.Event, model.Action | None]]:
    """The event of a name, or those of all actions of that name; E101 or E104 if it is neither."""
    if name.text == "move":
        return [(world.play.move, None)]
    if name.text in world.play.events:
        world.usage.read.add(("hooked", world.play.events[name.text]))
        return [(world.play.events[name.text], None)]
    sources = world.actions_named(name.text)
    if not sources:
        known = ["move", *world.play.events, *(source.action.name for source in world.play.actions)]
        if name.text in world.taken:
            what = world.taken[name.text][1]
            hint = said("rules of phases are written `at start of {1}`, `at end of {2}`", name.text, name.text)
            hint = hint if name.text in world.play.procedures else None
            message = said("rules are attached to events and actions, and `{1}` is {2}", name.text, what)
            world.error("E104", name.span, message, hint)
        else:
            world.unknown(name.span, name.text, marked("event or action"), known)
    return [(source.action.event, source.action) for source in sources]


def _hook(place: Place, item: tree.RuleItem, event: model.Event, action: model.Action | None) -> None:
    assert item.pattern is not None
    scope = _scope(place, said("{1} rule", one_of(item.position)), True)
    if action is not None:
        scope.give(action.me)
    params = event_params(scope, item.pattern, event)
    if params is None:
        return
    if item.position == "before":
        scope.body.settable = params
    made = _made(place, item, scope, params, event)
    hooks = {"before": event.before, "after": event.after, "instead": event.instead}
    hooks.get(item.position, event.permissions).append(made)


def event_params(scope: Scope, pattern: tree.Pattern, event: model.Event) -> list[model.Local] | None:
    """Locals for the names that a pattern gives the parameters of an event; None, and E105, if they do not fit."""
    params = _bind(scope, pattern, event.name, event.params, event.words)
    if params is not None and event is scope.world.play.move:
        params += [model.Local(param.name, param.type, None) for param in event.params[len(params) :]]
        scope.names["from"] = params[2]
    return params


def _bind(
    scope: Scope, pattern: tree.Pattern, name: str, params: list[model.Local], words: list[str] | None
) -> list[model.Local] | None:
    """Locals for the names of a pattern; E105 if they do not fit the signature."""
    shown = show_call(name, params, words or [])
    if len(pattern.binders) > len(params):
        message = said(
            "`{1}` has {2}, and {3} names are given",
            name,
            numbered(len(params), "{1} parameter", "{1} parameters"),
            len(pattern.binders),
        )
        scope.error("E105", pattern.span, message, said("it is declared as: {1}", shown))
        return None
    found: list[model.Local] = []
    for index, (word, binder) in enumerate(zip(pattern.words, pattern.binders, strict=True)):
        want = "" if words is None or words[index] == "," else words[index]
        told = "" if word == "," else word
        if words is not None and told != want and not (index == 0 and not told):
            expected = f"`{want}`" if want else said("no word")
            message = said("before `{1}` stands {2} in `{3}`", binder.text, expected, name)
            scope.error("E105", binder.span, message, said("it is declared as: {1}", shown))
            return None
        found.append(scope.bind(binder, params[index].type))
    return found


# ---- always, start, end ----------------------------------------------------------------------------------------------


def _always(place: Place, item: tree.RuleItem) -> None:
    scope = _scope(place, said("an `always` rule"), False)
    binder = None
    if item.binder is not None:
        scope, binder = bind_members(scope, item.binder)
    place.scope.world.rules.always.append(_made(place, item, scope, [], "always", binder))


def run_named(world: World, name: tree.Name) -> model.Procedure | model.Window | None:
    """The procedure or window of a name, which has a start and an end; E101 if there is none."""
    run = world.play.procedures.get(name.text) or world.play.windows.get(name.text)
    if run is None:
        known = [*world.play.procedures, *world.play.windows]
        world.unknown(name.span, name.text, marked("procedure, phase, step or window"), known)
    return run


def _at_start_or_end(place: Place, item: tree.RuleItem) -> None:
    assert item.pattern is not None
    run = run_named(place.scope.world, item.pattern.name)
    if run is None:
        return
    made = _made(place, item, _scope(place, said("a rule at the {1}", item.position), True), [], run)
    (run.start if item.position == "start" else run.end).append(made)


# ---- values ----------------------------------------------------------------------------------------------------------


def _modify(place: Place, item: tree.RuleItem) -> None:
    assert item.pattern is not None and item.amount is not None
    world, name = place.scope.world, item.pattern.name
    value = world.play.values.get(name.text)
    if value is None:
        if (
            any(name.text in kind.fields for kind in world.things.kinds.values())
            or name.text in world.things.table_fields
        ):
            hint = said("declare: value {1} of (x: ...): ... = printed {2} of x", name.text, name.text)
            world.error("E104", name.span, said("`{1}` is a field; only a value can be modified", name.text), hint)
        else:
            world.unknown(name.span, name.text, marked("value"), world.play.values)
        return
    scope = _scope(place, said("a `modify` rule"), False)
    params = _bind(scope, item.pattern, value.name, value.params, None)
    if params is None:
        return
    made = _made(place, item, scope, params, value)
    made.change = _CHANGES[item.change]
    made.layer = _layer(world, item, value, made.change)
    value.modifiers.append(made)


def _amount(scope: Scope, item: tree.RuleItem, value: model.Value, change: str) -> model.Expr:
    assert item.amount is not None
    what = said("what `{1}` is modified by", value.name)
    if change == "set" and not (isinstance(value.type, BagOf) and value.type.overflow != "error"):
        return typed(scope, item.amount, value.type, what)
    if change in ("times", "divided"):
        amount = _factor(scope, item.amount, value, change, what)
    elif isinstance(value.type, BagOf):  # it is limited at the end, not here
        amount = scope.expr(item.amount, value.type)
        have = amount.type if isinstance(amount.type, BagOf) else value.type
        return fit(scope, amount, BagOf(value.type.enum, have.most), what)
    else:
        amount = _summand(scope, item.amount, value, what)
    if not is_bad(amount) and not isinstance(value.type, Int | BagOf):
        scope.error(
            "E104", item.span, said("`{1}` is no number; only `modify {2} to ...` changes it", value.name, value.name)
        )
    return amount


def _factor(scope: Scope, node: tree.Expr, value: model.Value, change: str, what: str) -> model.Expr:
    """A whole number by which a value is multiplied or divided."""
    amount = count(scope, node, what)
    if isinstance(amount.type, Int) and change == "divided" and amount.type.low < 1:
        message = said(
            "`{1}` is divided by 1 or more, but `{2}` is {3}", value.name, short(node.span), say(amount.type)
        )
        return scope.error("E106", node.span, message, said("write `max(1, ...)` round it"))
    if change == "times" and isinstance(node, tree.Binary) and node.op == "/":
        hint = said("write: divided by {1}, and `times` in a rule of its own", node.right.span.text)
        message = said("`{1}` is a whole number, rounded down before anything is multiplied by it", short(node.span))
        return scope.error("E106", node.span, message, hint)
    return amount


def _summand(scope: Scope, node: tree.Expr, value: model.Value, what: str) -> model.Expr:
    """A number that is added, or a bound, counted in the parts of the value."""
    amount = count(scope, node, what, fractions=True)
    parts = value.type.parts if isinstance(value.type, Int) else 1
    if not isinstance(amount.type, Int) or parts == amount.type.parts:
        return amount
    if parts % amount.type.parts:
        message = said("{1} must be {2}, but `{3}` is {4}", what, say(value.type), short(node.span), say(amount.type))
        return scope.error("E104", node.span, message)
    return in_parts(amount, parts)


def _layer(world: World, item: tree.RuleItem, value: model.Value, change: str) -> str:
    default = {"minus": "plus", "divided": "times"}.get(change, change)
    if item.layer is not None:
        if item.layer.text not in value.layers:
            world.unknown(item.layer.span, item.layer.text, said("layer of {1}", value.name), value.layers)
        return item.layer.text
    if default not in value.layers and default in DEFAULT_LAYERS:
        ways = ", ".join(value.layers)
        hint = said("add `in LAYER`: one of {1}", ways)
        world.error("E105", item.span, said("`{1}` has layers of its own, and none is named here", value.name), hint)
    return default


# ---- rules about rules -----------------------------------------------------------------------------------------------


def _lifts(place: Place, item: tree.RuleItem) -> None:
    assert item.pattern is not None
    world, name = place.scope.world, item.pattern.name
    handles = world.rules.handles.get(name.text, [])
    if not handles:
        world.unknown(name.span, name.text, marked("named requirement"), world.rules.handles)
    for handle in handles:
        scope = _scope(place, said("a `lifts` rule"), False)
        if isinstance(handle.owner, model.Action):
            scope.give(handle.owner.me)
        params = _bind(scope, item.pattern, handle.owner.name, handle.need.params, handle.words)
        if params is not None:
            handle.need.lifts.append(_made(place, item, scope, params, handle.need))


def _silences(place: Place, item: tree.RuleItem) -> None:
    world = place.scope.world
    made = _made(place, item, _scope(place, said("a `silences` rule"), False), [], "silences")

    def resolve() -> None:
        meant = silenced(world, item, made)
        for handle in meant.handles:  # a requirement that is silenced is met
            handle.need.lifts.append(replace(made, position="lifts", silenced=[]))
        for other in meant.rules:
            other.silenced.append(made)

    world.rules.late.append(resolve)
