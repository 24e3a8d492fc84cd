"""What a condition says of the names in it when it holds, and what becomes open anyway.

`c.face_up` in front of `c.cost > 3` means that everybody sees the card whose cost is asked. And what a card decides is
no secret if the same lines lay the card open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Protocol

from dsl.secrecy.labels import Env, Hidden, Symbol, Val
from dsl.semantics import model as m

Fact = tuple[str, m.Local, m.Expr | None]
"""`up`: the piece lies face up. `holder`: it is this player's. `in`: it is a member of this set. `same`: it is the same
piece as this one. `on`: it lies on some other piece or on a space. `kind`: it has a mark, in this field."""
_DEEPEST = 8


def implied(condition: m.Expr | None, positive: bool = True, depth: int = 0) -> Iterator[Fact]:
    """What a condition says of locals when it holds (or, if not positive, when it does not)."""
    match condition:
        case m.Op(op="not", args=(inner,)):
            yield from implied(inner, not positive, depth)
        case m.Op(op="and", args=parts) if positive:
            for part in parts:
                yield from implied(part, positive, depth)
        case m.Op(op="or", args=parts) if not positive:
            for part in parts:
                yield from implied(part, positive, depth)
        case m.FieldOf(field=m.Field(name="face_up"), subject=m.LocalRef(local=local)) if positive:
            yield "up", local, None
        case m.Op(op="=", args=(a, b)) if positive:
            yield from _held(a, b)
            yield from _held(b, a)
            if isinstance(a, m.LocalRef) and isinstance(b, m.LocalRef):
                yield "same", a.local, b
        case m.Op(
            op="!=", args=(m.FieldOf(field=field, subject=m.LocalRef(local=local)) as mark, m.Const(value=value))
        ) if positive and field.var and value == field.default:
            yield "kind", local, mark
        case m.Op(op="!=", args=(m.HostOf(item=m.LocalRef(local=local)), m.Const(value=0))) if positive:
            yield "on", local, None
        case m.IsIn(item=m.LocalRef(local=local)) if positive:
            yield "in", local, condition.set
        case m.CallDefine() if depth < _DEEPEST:
            yield from _of_define(condition, positive, depth + 1)
        case _:
            return


def _held(a: m.Expr, b: m.Expr) -> Iterator[Fact]:
    match a:
        case m.FieldOf(field=m.Field(name="owner"), subject=m.LocalRef(local=local)):
            yield "holder", local, b
        case m.HolderOf(item=m.LocalRef(local=local)):
            yield "holder", local, b
        case m.HostOf(item=m.LocalRef(local=local)) if isinstance(b, m.LocalRef):
            yield "on", local, None
        case _:
            return


def _of_define(call: m.CallDefine, positive: bool, depth: int) -> Iterator[Fact]:
    """What a definition says of the names it is given."""
    given = dict(zip(call.define.params, call.args, strict=False))
    needs = [need.condition for need in call.define.needs if not need.lifts] if positive else []
    for part in (call.define.body, *needs):
        for how, local, expr in implied(part, positive, depth):
            name = given.get(local)
            if not isinstance(name, m.LocalRef) or how in ("same", "kind"):
                continue
            there = None if expr is None else _translate(expr, given)
            if expr is None or there is not None:
                yield how, name.local, there


def _translate(expr: m.Expr, given: dict[m.Local, m.Expr]) -> m.Expr | None:
    """A player, or the zone of one, in the words of who asks; None if it cannot be said there."""
    match expr:
        case m.LocalRef():
            return given.get(expr.local)
        case m.Const() | m.MembersOf(zone=m.Zone(), over=None) | m.ZoneOf(subject=None):
            return expr
        case m.MembersOf(over=m.LocalRef(local=local)) if local in given:
            return m.MembersOf(expr.span, expr.type, None, expr.zone, given[local])
        case m.ZoneOf(subject=m.LocalRef(local=local)) if local in given:
            return m.ZoneOf(expr.span, expr.type, expr.zone, given[local])
        case _:
            return None


def lies_open(each: Hidden) -> bool:
    """Whether the back of the piece is seen where it lies."""
    return each.zone is not None and each.zone.seen in ("all", "faces")


def faced_up(value: Val) -> Val:
    """The value of a piece that lies face up."""
    return replace(value, hidden=frozenset(each for each in value.hidden if not lies_open(each)))


def held_by(value: Val, player: Symbol) -> Val:
    """The value of a piece that is this player's: what its owner may know, he knows."""
    own = frozenset(
        replace(each, knowers=each.knowers | {player})
        if each.zone is not None and each.zone.seen in ("owner", "faces")
        else each
        for each in value.hidden
    )
    return replace(value, hidden=own, holder=value.holder or player)


class Openings:
    """Which names of pieces are laid open by the lines they are known in, whatever happens on the way."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, m.Local], bool] = {}

    def opens(self, stmts: tuple[m.Stmt, ...], local: m.Local) -> bool:
        """Whether the lines surely lay the piece open."""
        for stmt in stmts:
            if isinstance(stmt, m.JumpOut | m.FinishGame):
                return False
            if self._one(stmt, local):
                return True
        return False

    def _one(self, stmt: m.Stmt, local: m.Local) -> bool:
        match stmt:
            case m.MovePieces(what=m.LocalRef(local=moved)) if moved is local:
                return is_open(stmt.target, stmt.face)
            case m.ShowPieces(what=m.LocalRef(local=shown), player=None):
                return shown is local
            case m.TurnPieces(what=m.LocalRef(local=turned), face="up"):
                return turned is local
            case m.Perform():
                return self._call(stmt.event, stmt.event.params, [stmt.event.body], stmt.args, local)
            case m.RunProcedure():
                procedure = stmt.procedure
                return self._call(procedure, procedure.params, [procedure.body], stmt.args, local)
            case m.IfStmt():
                bodies = [body for _, body in stmt.branches]
                return bool(stmt.otherwise) and all(self.opens(body, local) for body in (*bodies, stmt.otherwise))
            case m.ForEachStmt(over=m.Filter(domain=m.LocalRef(local=walked), where=None)) if walked is local:
                return self.opens(stmt.body, stmt.over.local)
            case m.AtOnceStmt():
                return self.opens(stmt.body, local)
            case _:
                return False

    def _call(
        self,
        unit: m.Event | m.Procedure,
        params: list[m.Local],
        bodies: list[tuple[m.Stmt, ...]],
        args: tuple[m.Expr, ...],
        local: m.Local,
    ) -> bool:
        if isinstance(unit, m.Event) and (unit.instead or unit.permissions):
            return False
        for param, arg in zip(params, args, strict=False):
            if not (isinstance(arg, m.LocalRef) and arg.local is local):
                continue
            known = self._known.get((unit, param))
            if known is None:
                self._known[unit, param] = False  # in a circle nothing is sure
                known = self._known[unit, param] = all(self.opens(body, param) for body in bodies)
            if known:
                return True
        return False


def is_open(target: m.Expr | None, face: str | None) -> bool:
    """Whether everybody sees what is moved there."""
    match target:
        case m.ZoneOf():
            return target.zone.seen == "all" or (target.zone.seen == "faces" and face == "up")
        case m.MembersOf(zone=m.Zone() as zone):
            return zone.seen == "all"
        case m.Expr(type=m.Ref(kind=kind)):
            zones = [zone for zone in kind.zones.values()]
            if kind.name == "Cell":
                return True
            return bool(zones) and all(zone.seen == "all" or (zone.seen == "faces" and face == "up") for zone in zones)
        case _:
            return False


class Knower(Protocol):
    """What evaluates expressions; marked: fields that are changed of pieces nobody sees."""

    marked: set[m.Field]

    def value(self, expr: m.Expr, env: Env) -> Val:
        """What is known of an expression."""
        ...


def learn(env: Env, facts: Iterable[Fact], by: Knower) -> None:
    """Enter facts into what is known."""
    for how, local, expr in facts:
        if how == "same" and isinstance(expr, m.LocalRef):
            _meet(env, local, expr.local)
        else:
            env.values[local] = _learnt(env, env.of(local), how, expr, by)


def _learnt(env: Env, known: Val, how: str, expr: m.Expr | None, by: Knower) -> Val:
    """What is known of a name with one more fact."""
    match how, expr:
        case "up", _:
            return faced_up(known)
        case "on", _:
            there = frozenset(each for each in known.hidden if each.zone is not None and _on_something(each.zone))
            return replace(known, hidden=there)
        case "holder", m.Expr():
            symbol = by.value(expr, env).symbol
            return known if symbol is None else held_by(known, symbol)
        case "kind", m.FieldOf(field=m.Field(holder=m.Kind() as kind)) if expr.field not in by.marked:
            return replace(known, kind=kind)
        case "in", m.Expr() if known.hidden and isinstance(expr, _SETS):
            return _among(known, by.value(expr, env))
        case _:
            return known


_SETS = m.MembersOf | m.ZoneOf | m.CallDefine | m.EndOfZone | m.Filter | m.UnionOf


def _among(known: Val, whole: Val) -> Val:
    """A piece that is one of these."""
    if whole.named:
        return known
    hidden = whole.hidden
    if whole.zones is not None:
        hidden = frozenset(each for each in known.hidden if each.zone in whole.zones)
    return replace(known, hidden=hidden, holder=whole.holder or known.holder)


def _on_something(zone: m.Zone) -> bool:
    """Whether what lies in a zone lies on a piece or a space."""
    return zone.holder is not None and zone.holder.name != "Player"


def _meet(env: Env, a: m.Local, b: m.Local) -> None:
    """Two names of one piece: it lies where both of them may lie."""
    one, two = env.of(a), env.of(b)
    zones = {each.zone for each in one.hidden} & {each.zone for each in two.hidden}
    for local, known in ((a, one), (b, two)):
        env.values[local] = replace(known, hidden=frozenset(each for each in known.hidden if each.zone in zones))
