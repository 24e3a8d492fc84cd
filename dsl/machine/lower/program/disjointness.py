"""Sets that have no member in common, because their members lie in different zones.

    (hand of p, standing of p.battlefield, tools of each u in standing of p.battlefield)

A piece lies in one zone, so none of these holds what another one holds, and nobody need look whether it is there.
"""

from __future__ import annotations

from collections.abc import Iterable

from dsl.semantics import model as m

_DEEPEST = 6
"""So many definitions inside each other are looked into: two in each, and forty of them would take for ever."""

Home = m.Zone | None
"""A declared zone, or the box."""


def apart(one: m.Expr, others: tuple[m.Expr, ...]) -> bool:
    """Whether a set of pieces surely shares no member with any of the others."""
    own = _homes(one, ())
    if own is None:
        return False
    taken = [_homes(other, ()) for other in others]
    return all(homes is not None and own.isdisjoint(homes) for homes in taken)


def _homes(whole: m.Expr, inside: tuple[m.Define, ...]) -> frozenset[Home] | None:
    """The declarations of the zones in which all members of a set lie; None: it is not known."""
    match whole:
        case m.ZoneOf():
            return frozenset((whole.zone,))
        case m.Const(type=m.ZoneValue(), value=0):
            return frozenset((None,))
        case m.Filter():
            return _homes(whole.domain, inside)
        case m.MembersOf():
            if whole.zone is not None:
                return frozenset((whole.zone,))
            return None if whole.zone_value is None else _homes(whole.zone_value, inside)
        case m.EndOfZone() if whole.count is not None:
            return _homes(whole.zone, inside)
        case m.UnionOf():
            return _joined(_homes(part, inside) for part in whole.parts)
        case m.IfExpr():
            return _joined(_homes(part, inside) for part in (whole.then, whole.otherwise))
        case m.CallDefine() if whole.define.body is not None and len(inside) < _DEEPEST and whole.define not in inside:
            return _homes(whole.define.body, (*inside, whole.define))
        case _:
            return None


def _joined(parts: Iterable[frozenset[Home] | None]) -> frozenset[Home] | None:
    found: set[Home] = set()
    for part in parts:
        if part is None:
            return None
        found |= part
    return frozenset(found)
