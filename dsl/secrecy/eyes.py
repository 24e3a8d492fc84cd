"""Who sees a zone that some see: whether its owner surely does, or all but him; and who is surely another player."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any, cast

from dsl.secrecy.labels import Symbol
from dsl.semantics import model as m

_DEEPEST = 4


def owner_sees(zone: m.Zone) -> bool:
    """Whether the player whose zone it is surely sees what lies there."""
    if zone.seen != "some":
        return zone.seen != "nobody"
    eyes = zone.eyes
    if eyes is None or eyes.owner is None:
        return False
    match eyes.test:
        case m.Op(op="=", args=(a, b)):
            return _alike(a, b, {eyes.player: eyes.owner})
        case _:
            return False


def knowers_of(zone: m.Zone, holder: Symbol | None) -> frozenset[Symbol]:
    """The players who surely see what lies in the zone of one: he himself, or ("but", he) for all others."""
    if holder is None:
        return frozenset()
    if owner_sees(zone):
        return frozenset([holder])
    eyes = zone.eyes
    if eyes is not None and eyes.owner is not None and _differ(eyes.test, eyes.player, eyes.owner):
        return frozenset([("but", holder)])
    return frozenset()


def is_another(members: m.Expr | None, player: m.Local, depth: int = 0) -> bool:
    """Whether no member of a set is this player, whoever he is."""
    match members:
        case m.Filter(local=local, domain=domain, where=where):
            return _differ(where, local, player) or is_another(domain, player, depth)
        case m.CallDefine(define=define, args=args) if depth < _DEEPEST:
            names = zip(define.params, args, strict=False)
            own = [param for param, arg in names if isinstance(arg, m.LocalRef) and arg.local is player]
            return any(is_another(define.body, param, depth + 1) for param in own)
        case _:
            return False


def _differ(condition: m.Expr | None, one: m.Local, other: m.Local) -> bool:
    """Whether a condition holds for different players only."""
    match condition:
        case m.Op(op="and", args=parts):
            return any(_differ(part, one, other) for part in parts)
        case m.Op(op="not", args=(m.Op(op="=", args=(m.LocalRef(local=a), m.LocalRef(local=b))),)):
            return {a, b} == {one, other}
        case m.Op(op="!=", args=(m.LocalRef(local=a), m.LocalRef(local=b))):
            return {a, b} == {one, other}
        case _:
            return False


def _alike(a: Any, b: Any, same: dict[m.Local, m.Local]) -> bool:
    """Whether two expressions mean the same where the names of `same` mean one player."""
    if isinstance(a, m.Local) and isinstance(b, m.Local):
        return same.get(a, a) is same.get(b, b)
    if isinstance(a, tuple | list) and isinstance(b, tuple | list):
        left, right = cast(list[Any], a), cast(list[Any], b)
        return len(left) == len(right) and all(_alike(x, y, same) for x, y in zip(left, right, strict=True))
    if isinstance(a, m.Expr) and is_dataclass(a) and type(a) is type(b):
        names = [each.name for each in fields(a) if each.name not in ("span", "type")]
        return all(_alike(getattr(a, name), getattr(b, name), same) for name in names)
    return a is b or (isinstance(a, int | str) and a == b)
