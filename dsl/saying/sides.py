"""Whose things a card speaks of, and whether of one that is chosen or of several: what its rule mentions, with sides.

Sides are `mine` and `theirs`, of who has the card and of others; both together: anybody's, or nobody knows whose.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from dsl.saying.claims import stems
from dsl.saying.effects import Effects, Held
from dsl.saying.rules import Attached, block_of
from dsl.saying.voice import field_label, label_of
from dsl.semantics import model as m
from dsl.semantics.walk import walk
from dsl.semantics.world import spoken

Sides = frozenset[str]

MINE: Final[Sides] = frozenset(("mine",))
THEIRS: Final[Sides] = frozenset(("theirs",))
ANY: Final[Sides] = MINE | THEIRS
_OTHER_WORDS: Final = frozenset(
    ("opponent", "opponents", "enemy", "enemies", "hostile", "rival", "rivals", "foe", "foes")
)


def other(sides: Sides) -> Sides:
    """The side across; that of anybody is anybody's."""
    return {MINE: THEIRS, THEIRS: MINE}.get(sides, sides)


@dataclass(frozen=True, slots=True)
class Mention:
    """Something that a rule speaks of: stems of its names, whose it is, how it is meant.

    how: `chosen` (one of several), `several` (all of them), `named` (it is there, as a place or a number).
    """

    nouns: frozenset[str]
    sides: Sides
    how: str


@dataclass(slots=True)
class _Scene:
    """What is known in a piece of rules: whose each local is, what has been mentioned."""

    program: m.Program
    this: m.Local | None = None
    whose: dict[int, Sides] = field(default_factory=dict[int, Sides])
    found: list[Mention] = field(default_factory=list[Mention])

    def mention(self, nouns: Iterable[str], sides: Sides, how: str) -> None:
        """Keep a mention."""
        self.found.append(Mention(frozenset(stems(" ".join(nouns))), sides or ANY, how))


def mentions(effects: Effects, card: m.Card) -> list[Mention]:
    """What is mentioned in all that stands on a card, and in the actions of its kinds if it has none of its own."""
    held = effects.on(card)
    found = _mentioned(effects, held)
    kind: m.Kind | None = None if held.actions or held.bodies else card.kind
    while kind is not None:
        found += [each for action in effects.on(kind).actions for each in _of_action(effects, action)]
        kind = kind.parent
    return found


def _mentioned(effects: Effects, held: Held) -> list[Mention]:
    found: list[Mention] = []
    for action in held.actions:
        found += _of_action(effects, action)
    for rule in held.rules:
        found += _of_rule(effects, rule, _Scene(effects.program, rule.rule.this))
    for procedure, this, body in held.bodies:
        scene = _Scene(effects.program, this)
        players = [param for param in procedure.params if _is_player(param.type)]
        scene.whose.update({id(each): MINE for each in players if len(players) == 1})
        _code(effects, [*body], scene)
        found += scene.found
    return found


def _of_action(effects: Effects, action: m.Action) -> list[Mention]:
    scene, block = _Scene(effects.program, action.this), block_of(action.span)
    scene.whose[id(action.me)] = MINE
    needs = [need.condition for need in action.needs if block.start <= need.span.start < block.end]
    for domain in action.domains:
        scene.whose[id(domain.local)] = of_filter(scene, domain)
    for need in needs:
        _learn(scene, need)
    for domain in action.domains:
        if isinstance(domain.local.type, m.Ref):
            scene.mention(_names(scene, domain), scene.whose[id(domain.local)], "chosen")
    inside = [each for each in action.effects if block.start <= each.span.start < block.end]
    _code(effects, [*needs, *action.domains, *inside], scene)
    return scene.found


def _of_rule(effects: Effects, each: Attached, scene: _Scene) -> list[Mention]:
    rule = each.rule
    bound = {id(one) for one in _bound(rule)}
    if rule.when is not None:
        _learn(scene, rule.when)
    for param in rule.params:
        if id(param) not in bound and isinstance(param.type, m.Ref) and param.type.kind.name != "Player":
            scene.mention(_kind_names(scene, param.type.kind), scene.whose.get(id(param), ANY), "several")
    parts = [part for part in (rule.binder, rule.when, rule.amount, *rule.body) if part is not None]
    _code(effects, parts, scene)
    return scene.found


def _bound(rule: m.Attachment) -> Iterator[m.Local]:
    """The parameters of a rule that it says to be one thing."""
    for node in walk(rule.when):
        if isinstance(node, m.Op) and node.op == "=" and not _is_player(node.args[0].type):
            yield from (one.local for one in node.args if isinstance(one, m.LocalRef))


def _code(effects: Effects, nodes: Sequence[object], scene: _Scene) -> None:
    """What is mentioned in code, from the outside inwards, so that locals are known where they are used."""
    for node in walk([*nodes]):
        match node:
            case m.LetLocal(local=local, value=value):
                scene.whose[id(local)] = of(scene, value)
            case m.ChooseMember(local=local, over=over) | m.ChooseSeveral(local=local, over=over):
                scene.whose[id(local)] = scene.whose[id(over.local)] = sides = of_filter(scene, over)
                scene.mention(_names(scene, over), sides, "chosen")
            case m.Filter(local=local):
                if id(local) not in scene.whose:
                    scene.whose[id(local)] = sides = of_filter(scene, node)
                    if not _is_player(local.type):
                        scene.mention(_names(scene, node), sides, "several")
            case m.ZoneOf(zone=zone, subject=subject) if subject is not None:
                scene.mention((label_of(zone), spoken(zone.name)), of(scene, subject), "named")
            case m.FieldOf(field=found, subject=m.Expr() as subject) if _is_player(subject.type):
                scene.mention((field_label(found), spoken(found.name)), of(scene, subject), "named")
            case m.StartLasting(lasting=lasting):
                for rule in effects.lasting.get(lasting, ()):
                    inner = _Scene(scene.program, scene.this, scene.whose, scene.found)
                    _of_rule(effects, rule, inner)
            case m.MovePieces(what=m.Expr(type=m.Many()) as what) | m.ShowPieces(what=what):
                if isinstance(what.type, m.Many):
                    scene.mention(_set_names(scene, what), of(scene, what), "several")
            case _:
                pass


# ---- what things are called ------------------------------------------------------------------------------------------


def _names(scene: _Scene, over: m.Filter) -> list[str]:
    kind = over.kind or (over.local.type.kind if isinstance(over.local.type, m.Ref) else None)
    return [*_kind_names(scene, kind), *_set_names(scene, over.domain)]


def _set_names(scene: _Scene, what: m.Expr) -> list[str]:
    names: list[str] = []
    for node in walk(what):
        if isinstance(node, m.ZoneOf | m.MembersOf) and isinstance(node.zone, m.Zone):
            names += (label_of(node.zone), spoken(node.zone.name))
        elif isinstance(node, m.CallDefine):
            names.append(spoken(node.define.name))
    of_ = what.type.of if isinstance(what.type, m.Many) else what.type
    return [*names, *(_kind_names(scene, of_.kind) if isinstance(of_, m.Ref | m.ZoneValue) else ())]


def _kind_names(scene: _Scene, kind: m.Kind | None) -> list[str]:
    """What members of a kind may be called: by it, by the kinds above and below."""
    if kind is None:
        return []
    found, above = [kind], kind.parent
    while above is not None and above.span is not None:
        found.append(above)
        above = above.parent
    found += [each for each in scene.program.kinds if each is not kind and _is_below(each, kind)]
    return [name for each in found for name in (label_of(each), spoken(each.name))]


def _is_below(kind: m.Kind, above: m.Kind) -> bool:
    while kind.parent is not None:
        kind = kind.parent
        if kind is above:
            return True
    return False


# ---- whose things are ------------------------------------------------------------------------------------------------


def of(scene: _Scene, what: m.Expr) -> Sides:
    """Whose something is: a player's own side, that of the holder of a piece, of a zone, of the members of a set."""
    match what:
        case m.LocalRef(local=local):
            if _is(local, scene.this):
                return MINE
            return scene.whose.get(id(local), MINE if local.name in ("me", "us") else ANY)
        case m.HolderOf(item=item) | m.FieldOf(field=m.Field(name="owner"), subject=m.Expr() as item):
            return of(scene, item)
        case m.Filter():
            return of_filter(scene, what)
        case m.UnionOf(parts=parts):
            return frozenset[str]().union(*(of(scene, part) for part in parts))
        case m.CallDefine(define=define, args=args):
            return _of_call(scene, define, args)
        case m.Quantifier(over=over):
            return of_filter(scene, over)
        case _:
            return _of_parts(scene, what)


def _of_parts(scene: _Scene, what: m.Expr) -> Sides:
    """Whose something is that is made of others: that of the one part of it that is somebody's."""
    match what:
        case (
            m.ZoneOf(subject=subject)
            | m.FieldOf(subject=subject)
            | m.BoardSpaces(subject=subject)
            | m.SpaceAt(subject=subject)
        ):
            return of(scene, subject) if subject is not None else ANY
        case m.MembersOf(zone_value=m.Expr() as inner) | m.MembersOf(over=m.Expr() as inner):
            return of(scene, inner)
        case m.EndOfZone(zone=inner) | m.SetKept(set=inner) | m.OccupantOf(cell=inner):
            return of(scene, inner)
        case _:
            return ANY


def of_filter(scene: _Scene, over: m.Filter) -> Sides:
    """Whose the members of a set are for which a condition holds."""
    sides = of(scene, over.domain)
    if over.where is not None:
        inner = _Scene(scene.program, scene.this, {**scene.whose, id(over.local): sides})
        _learn(inner, over.where)
        return inner.whose[id(over.local)]
    return sides


def _of_call(scene: _Scene, define: m.Define, args: Sequence[m.Expr]) -> Sides:
    """Whose a definition is for these arguments: that of the first of them that is somebody's, or the other side."""
    sides = next((found for found in (of(scene, arg) for arg in args) if found != ANY), ANY)
    return other(sides) if is_other(define) else sides


def is_other(define: m.Define) -> bool:
    """Whether a definition leads to the other side: it tells players apart, or is called so."""
    if _OTHER_WORDS & set(define.name.lower().split("_")):
        return True
    result = define.type.of if isinstance(define.type, m.Many) else define.type
    return _is_player(result) and any(_apart(node) for node in walk(define.body))


def _apart(node: object) -> bool:
    """Whether a node tells players apart: `q is not p`."""
    if not isinstance(node, m.Op):
        return False
    if any(isinstance(arg, m.Const) for arg in node.args):
        return False
    if node.op == "!=":
        return _is_player(node.args[0].type)
    return node.op == "not" and isinstance(node.args[0], m.Op) and _apart_not(node.args[0])


def _apart_not(op: m.Op) -> bool:
    return op.op == "=" and _is_player(op.args[0].type)


def _learn(scene: _Scene, test: m.Expr, holds: bool = True) -> None:
    """What a condition says of whose the things are that it speaks of."""
    match test:
        case m.Op(op="and", args=args) if holds:
            for arg in args:
                _learn(scene, arg)
        case m.Op(op="or", args=args) if not holds:
            for arg in args:
                _learn(scene, arg, holds=False)
        case m.Op(op="not", args=(inner,)):
            _learn(scene, inner, not holds)
        case m.Op(op="=" | "!=" as op, args=(a, b)) if _is_player(a.type):
            _same(scene, a, b, holds == (op == "="))
        case m.CallDefine(define=define, args=args) if isinstance(define.type, m.Bool):
            _related(scene, define, args, holds)
        case m.IsIn(item=item, set=set_) if holds:
            _belongs(scene, item, of(scene, set_))
        case _:
            pass


def _same(scene: _Scene, a: m.Expr, b: m.Expr, same: bool) -> None:
    """Two players are one, or are not."""
    for one, another in ((a, b), (b, a)):
        sides = of(scene, another)
        if sides != ANY:
            _belongs(scene, one, sides if same else other(sides))


def _related(scene: _Scene, define: m.Define, args: Sequence[m.Expr], holds: bool) -> None:
    """A relation between players or things of theirs: that of opponents."""
    if not (_OTHER_WORDS & set(define.name.lower().split("_"))) or len(args) != 2:
        return
    _same(scene, args[0], args[1], not holds)


def _belongs(scene: _Scene, what: m.Expr, sides: Sides) -> None:
    """The local in something is on a side."""
    match what:
        case m.LocalRef(local=local):
            if sides != ANY and not _is(local, scene.this):
                scene.whose[id(local)] = sides
        case m.HolderOf(item=item) | m.FieldOf(field=m.Field(name="owner"), subject=m.Expr() as item):
            _belongs(scene, item, sides)
        case m.CallDefine(define=define, args=(item,)) if _is_player(define.type) and not is_other(define):
            _belongs(scene, item, sides)
        case _:
            pass


def _is(local: m.Local, this: m.Local | None) -> bool:
    return local is this or local.name == "this"


def _is_player(type_: m.Type) -> bool:
    return isinstance(type_, m.Ref) and type_.kind.name == "Player"
