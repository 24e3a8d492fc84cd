"""The second pass: what can be called. Definitions, values, events, windows, actions, procedures and limits get their
names and parameters here; their bodies are checked when all of them are known.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.semantics import model
from dsl.semantics.declare.aims import declare_aim
from dsl.semantics.declare.cards import holders
from dsl.semantics.declare.layers import declare_layers
from dsl.semantics.declare.members import built_in
from dsl.semantics.declare.shown_values import check_shown
from dsl.semantics.expr.constants import declared_type, whole_number
from dsl.semantics.expr.memory import declare_memory
from dsl.semantics.scopes import bad
from dsl.semantics.tables import ActionSource
from dsl.semantics.types import PARTS, UNKNOWN, common_kind, related
from dsl.semantics.world import World, cite_ids, items, spoken
from dsl.source import Span
from dsl.spoken import article, marked, one_of, said
from dsl.syntax import tree

MOST_DEEP = 100
DEFAULT_LAYERS: tuple[str, ...] = ("set", "times", "plus", "least", "most")


def declare_signatures(world: World) -> None:
    """Everything with parameters, and what it is called by."""
    kind = world.piece
    zone = model.ZoneValue(kind)
    world.play.move.params = [model.Local(name, zone, None) for name in ("x", "to", "from")]
    world.play.move.params[0].type = model.Ref(kind)
    for item in items(world, tree.WindowItem):
        _window(world, item)
    for item in items(world, tree.LayersItem):
        declare_layers(world, item)
    for item in items(world, tree.ValueItem):
        _value(world, item)
    check_shown(world)
    for name, item in world.play.layers.items():
        if name not in world.play.values:
            world.unknown(item.value.span, name, marked("value"), world.play.values)
    for item in items(world, tree.DefineItem):
        _define(world, item)
    for item in items(world, tree.EventItem):
        _event(world, item)
    _procedures(world)
    _actions(world)
    for item in items(world, tree.MemoryItem):
        declare_memory(world, item)
    for item in items(world, tree.LimitItem):
        _limit(world, item)
    for item in items(world, tree.AimItem):
        declare_aim(world, item)


def _params(world: World, signature: tree.Signature, chosen: bool = False) -> list[model.Local]:
    found: dict[str, model.Local] = {}
    for param in signature.params:
        name = param.name
        if name.text in ("me", "this", "passed", "players", "box", "over"):
            world.error(
                "E103", name.span, said("`{1}` is a word of the language and cannot name a parameter", name.text)
            )
        elif name.text in found:
            world.twice(name.span, name.text, found[name.text].span, said("a parameter"))
        if not chosen and (param.domain or param.where or param.otherwise):
            message = said("`{1}` is given by the caller, so `in`, `where` and `else` mean nothing here", name.text)
            world.error("E105", param.span, message, said("only the parameters of an action are chosen"))
        key = name.text if name.text not in found else f"{name.text} {len(found)}"
        type_ = _type(world, param.type, chosen)
        found[key] = model.Local(name.text, type_, name.span, _room(type_))
    return list(found.values())


def _room(type_: model.Type) -> int:
    """How many members a parameter that is a set can have."""
    if isinstance(type_, model.Many) and isinstance(type_.of, model.Ref):
        return max(0, type_.of.kind.last - type_.of.kind.first + 1)
    return 0


def _type(world: World, node: tree.Type, chosen: bool) -> model.Type:
    """The type of a parameter, which may be a zone unless a player chooses it."""
    if isinstance(node, tree.ZoneType) and chosen:
        hint = said("let them choose whose zone it is, or a piece that lies in it")
        world.error("E104", node.span, said("a player chooses no zone"), hint)
        return UNKNOWN
    if isinstance(node, tree.ZoneType):
        kind = world.kind(node.name)
        return UNKNOWN if kind is None else model.ZoneValue(kind)
    if (
        isinstance(node, tree.SetType)
        and node.name.text in world.things.kinds
        and node.name.text not in world.things.enums
    ):
        if chosen:
            hint = said("ask in the body: `choose any number of c from ...`")
            world.error("E104", node.span, said("the parameters of an action are single things, not sets"), hint)
            return UNKNOWN
        return model.Many(model.Ref(world.things.kinds[node.name.text]))
    if isinstance(node, tree.BagType) and chosen:
        hint = said("ask in the body, one value at a time: `choose r from Resource`")
        world.error("E104", node.span, said("the parameters of an action are single things, not bags"), hint)
        return UNKNOWN
    return declared_type(world, node)


def _deep(world: World, signature: tree.Signature) -> int:
    """How often something may be going on at one time; 0 where nothing is said."""
    if signature.deep is None:
        return 0
    deep = whole_number(world, signature.deep)
    if deep is not None and not 1 <= deep <= MOST_DEEP:
        world.error("E106", signature.deep.span, said("it may be from 1 to {1} deep, not {2}", MOST_DEEP, deep))
        return 1
    return 1 if deep is None else deep


def _words(signature: tree.Signature) -> list[str]:
    return [param.word for param in signature.params]


# ---- definitions and values ------------------------------------------------------------------------------------------


def _define(world: World, item: tree.DefineItem) -> None:
    signature = item.signature
    if not world.declare(signature.name, said("a definition")):
        return
    name = signature.name.text
    type_ = model.Bool() if item.value is None else UNKNOWN
    params = _params(world, signature)
    define = model.Define(name, params, type_, None, [], cite_ids(item.cites), signature.name.span)
    define.deep = _deep(world, signature)
    _no_clash(world, name, params, signature.name.span, printed=False)
    world.play.defines[name] = define
    world.play.sources[define] = item
    world.play.words[define] = _words(signature)


def _in_parts(world: World, item: tree.ValueItem, type_: model.Type) -> model.Type:
    """The type of a value that is counted in halves or other parts."""
    if item.parts is None or not isinstance(type_, model.Int):
        if item.parts is not None and not isinstance(type_, model.Int):
            world.error("E104", item.parts.span, said("only a number is counted in {1}", item.parts.text))
        return type_
    parts = PARTS.get(item.parts.text)
    if parts is None:
        world.unknown(item.parts.span, item.parts.text, marked("sort of parts"), PARTS)
        return type_
    return model.Int(type_.low * parts, type_.high * parts, type_.overflow, parts)


def _label(world: World, signature: tree.Signature, params: list[model.Local]) -> str:
    """What drawings call a value that is asked of one player, or of nothing; of others there are too many to tell."""
    of = params[0].type if len(params) == 1 else None
    told = not params or (isinstance(of, model.Ref) and of.kind is world.player)
    return signature.label.value if signature.label is not None and told else ""


def _value(world: World, item: tree.ValueItem) -> None:
    signature = item.signature
    if not world.declare(signature.name, said("a value")):
        return
    name = signature.name.text
    params, type_ = _params(world, signature), _in_parts(world, item, declared_type(world, item.type))
    named = world.play.layers.get(name)
    layers = dict.fromkeys([layer.text for layer in named.layers] if named else DEFAULT_LAYERS)
    base = bad(item.value.span)
    value = model.Value(name, params, type_, base, list(layers), [], cite_ids(item.cites), signature.name.span)
    value.deep, value.label = _deep(world, signature), _label(world, signature, params)
    value.by_age = frozenset(layer.text for layer in named.aged) if named else frozenset()
    _no_clash(world, name, params, signature.name.span, printed=True)
    world.play.values[name] = value
    world.play.sources[value] = item
    world.play.words[value] = _words(signature)


def _no_clash(world: World, name: str, params: list[model.Local], span: Span, printed: bool) -> None:
    """`name of x` must mean one thing: E103 if the kinds of x have something of that name (a value may hide a printed
    field)."""
    subject = params[0].type if len(params) == 1 else None
    if not isinstance(subject, model.Ref):
        return
    for kind in world.things.kinds.values():
        found = kind.fields.get(name) or kind.zones.get(name) or kind.boards.get(name)
        hidden = printed and isinstance(found, model.Field) and not found.var
        if found is None or not related(kind, subject.kind) or hidden:
            continue
        if found.span is None:
            world.error("E103", span, built_in(kind, name))
        else:
            world.twice(span, name, found.span, said("something {1} has", one_of(kind.name)))


# ---- events, windows, limits -----------------------------------------------------------------------------------------


def _event(world: World, item: tree.EventItem) -> None:
    signature = item.signature
    if not world.declare(signature.name, said("an event")):
        return
    name = signature.name.text
    params = _params(world, signature)
    event = model.Event(name, params, _words(signature), (), cite_ids(item.cites), signature.name.span)
    event.deep, event.label = _deep(world, signature), signature.label.value if signature.label else ""
    world.play.events[name] = event
    world.play.sources[event] = item


def _window(world: World, item: tree.WindowItem) -> None:
    if world.declare(item.name, said("a window")):
        name = item.name.text
        label = item.label.value if item.label else spoken(name)
        passing = item.passing.value if item.passing else "pass"
        world.play.windows[name] = model.Window(name, label, passing, item.name.span)


def _limit(world: World, item: tree.LimitItem) -> None:
    if not world.declare(item.name, said("a limit")):
        return
    name, per = item.name.text, item.per.text
    over = world.play.procedures.get(per) or world.play.windows.get(per)
    if over is None and per != "game":
        known = [*world.play.procedures, *world.play.windows, "game"]
        world.unknown(item.per.span, per, marked("procedure, phase, step or window"), known)
    each = None
    if item.each is not None:
        each = world.player if item.each.text == "player" else world.kind(item.each)
    this = model.Local("this", model.Ref(each), None) if each and each is not world.player else None
    me = model.Local("me", model.Ref(world.player), None)
    amount = bad(item.amount.span)
    limit = model.Limit(name, amount, me, this, over, each, None, cite_ids(item.cites), item.name.span)
    world.play.limits[name] = limit
    world.play.sources[limit] = item


# ---- procedures ------------------------------------------------------------------------------------------------------


def _procedures(world: World) -> None:
    for item in (*items(world, tree.ProcedureItem), *world.things.plans):
        if item.word == "main":
            if world.play.main is not None:
                world.twice(item.signature.span, "main", world.play.main.span, said("the game"))
                continue
            world.play.main = _procedure(world, item, [])
        elif world.declare(item.signature.name, said(article(item.word))):
            name = item.signature.name.text
            world.play.procedures[name] = _procedure(world, item, _params(world, item.signature))
            world.play.words[world.play.procedures[name]] = _words(item.signature)
    for holder, item in held(world, tree.ProcedureItem):
        if holder is None or holder is world.player:
            message = said("procedures of players and of the table stand at the left margin")
            world.error("E107", item.signature.name.span, message)
        else:
            _variant(world, holder, item)


def _procedure(world: World, item: tree.ProcedureItem, params: list[model.Local]) -> model.Procedure:
    name = item.signature.name.text
    label = item.signature.label.value if item.signature.label else spoken(name)
    found = model.Procedure(name, label, item.word, params, (), cite_ids(item.cites), item.signature.name.span)
    found.deep = _deep(world, item.signature)
    world.play.sources[found] = item
    return found


def held(
    world: World, sort: type[tree.ProcedureItem] | type[tree.ActionItem]
) -> Iterator[tuple[model.Card | model.Kind | None, tree.ProcedureItem | tree.ActionItem]]:
    """The procedures or actions that stand in kinds, cards, players and the table."""
    for holder, members in holders(world):
        for item in members:
            if isinstance(item, sort):
                yield holder, item


def _variant(world: World, holder: model.Card | model.Kind, item: tree.ProcedureItem | tree.ActionItem) -> None:
    """A procedure of a kind or card: one body of a procedure whose first parameter is the piece."""
    assert isinstance(item, tree.ProcedureItem)
    name = item.signature.name.text
    kind = holder.kind if isinstance(holder, model.Card) else holder
    params = _params(world, item.signature)
    found = world.play.procedures.get(name)
    if found is None:
        if not world.declare(item.signature.name, said("{1} of pieces", said(article(item.word)))):
            return
        this = model.Local("this", model.Ref(kind), None)
        found = _procedure(world, item, [this, *params])
        world.play.procedures[name] = found
        world.play.words[found] = ["", *_words(item.signature)]
    elif not _fits(world, found, kind, params, item.signature):
        return
    this = model.Local("this", model.Ref(kind), None)
    found.deep = max(found.deep, _deep(world, item.signature))
    found.variants.append((holder, this, ()))
    world.play.variant_items.setdefault(name, []).append((holder, this, item))


def _fits(
    world: World, found: model.Procedure, kind: model.Kind, params: list[model.Local], signature: tree.Signature
) -> bool:
    """Whether a further body of a procedure has the same parameters; the first one widens to a common kind."""
    first = found.params[0].type if found.params else None
    alike = [param.type for param in found.params[1:]] == [param.type for param in params]
    if not isinstance(first, model.Ref) or not alike:
        world.twice(signature.name.span, found.name, found.span, said("a procedure with other parameters"))
        return False
    if found.name in world.play.variant_items or related(first.kind, kind):
        common = common_kind((first.kind, kind))
        if common is not None:
            if found.name in world.play.variant_items:
                found.params[0].type = model.Ref(common, first.or_none)
            return True
    world.error(
        "E104", signature.name.span, said("`{1}` is for {2}, and no {3} is one", found.name, first.kind.name, kind.name)
    )
    return False


# ---- actions ---------------------------------------------------------------------------------------------------------


def _actions(world: World) -> None:
    for item in items(world, tree.ActionItem):
        if world.declare(item.signature.name, said("an action")):
            _action(world, item, None)
    seen: dict[tuple[object, str], Span] = {}
    of_pieces: set[str] = set()
    for holder, item in held(world, tree.ActionItem):
        assert isinstance(item, tree.ActionItem)
        name = item.signature.name
        if (holder, name.text) in seen:
            world.twice(name.span, name.text, seen[holder, name.text], said("an action"))
        elif name.text in of_pieces:
            _action(world, item, holder)
        elif world.declare(name, said("an action of pieces")):
            of_pieces.add(name.text)
            _action(world, item, holder)
        seen.setdefault((holder, name.text), name.span)


def _action(world: World, item: tree.ActionItem, holder: model.Card | model.Kind | None) -> None:
    signature = item.signature
    name = signature.name.text
    params = _params(world, signature, chosen=True)
    me = model.Local("me", model.Ref(world.player), None)
    owner = None if holder is world.player else holder
    kind = owner.kind if isinstance(owner, model.Card) else owner
    this = model.Local("this", model.Ref(kind), None) if kind else None
    windows: list[model.Window] = []
    for word in item.windows:
        window = world.play.windows.get(word.text)
        if window is None:
            world.unknown(word.span, word.text, marked("window"), world.play.windows)
        elif window not in windows:
            windows.append(window)
    event = model.Event(name, params, _words(signature), (), cite_ids(item.cites), signature.name.span)
    event.deep = _deep(world, signature)
    label = signature.label.value if signature.label else spoken(name)
    action = model.Action(
        name,
        label,
        me,
        this,
        owner,
        params,
        [],
        [],
        [],
        [],
        [],
        (),
        event,
        windows,
        _title(label, signature, params, this),
        event.cites,
        signature.name.span,
    )
    for window in windows:
        window.actions.append(action)
    world.play.actions.append(ActionSource(action, item, holder is world.player))


def _title(
    label: str, signature: tree.Signature, params: list[model.Local], this: model.Local | None
) -> tuple[str | model.Local, ...]:
    """How the move reads: `attack with A at B`; a piece's own action begins with its title."""
    parts: list[str | model.Local] = [this, f": {label}"] if this else [label]
    for param, local in zip(signature.params, params, strict=False):
        word = "" if param.word in ("", ",") else f"{param.word} "
        gap = "," if param.word == "," else ""
        last = parts[-1]
        parts[-1:] = [f"{last}{gap} {word}"] if isinstance(last, str) else [last, f"{gap} {word}"]
        parts.append(local)
    return tuple(parts)
