"""How often a member of sealed choices can be asked, as far as everybody sees: what the rules allow, and how many
pieces lie in the zones that are chosen from.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.machine.ir.ops import AskedOften
from dsl.semantics import model as m
from dsl.semantics.cardinality import most_members
from dsl.semantics.walk import walk


def asked_often(program: m.Program, stmt: m.SealedChoices) -> tuple[AskedOften, ...]:
    """How often each of the choices asks at the most."""
    sources: dict[m.Local, m.Expr] = {}
    found: list[AskedOften] = []
    for choice in _choices(stmt):
        if isinstance(choice, m.ChooseMember):
            found.append(AskedOften(1))
            continue
        most, zones = _room(program, choice.over, sources)
        sources[choice.local] = choice.over
        if choice.start is not None or choice.test is not None:  # each member may be taken, put back and taken again
            found.append(AskedOften(most, times=3, zones=zones))
            continue
        if choice.high is not None and isinstance(choice.high.type, m.Int):
            most = min(most, max(0, choice.high.type.high))
        found.append(AskedOften(most, less=1 if choice.arrange else 0, zones=zones))
    return tuple(found)


def most_asked_for(program: m.Program, stmt: m.SealedChoices) -> int:
    """For how many members one player may be asked: 1 if the members are players, and each is asked for himself."""
    own = stmt.over.local
    alone = all(isinstance(each.player, m.LocalRef) and each.player.local is own for each in _choices(stmt))
    return 1 if alone else max(1, most_members(program, stmt.over))


def _choices(stmt: m.SealedChoices) -> Iterator[m.ChooseMember | m.ChooseSeveral]:
    yield from (node for node in walk(stmt.body) if isinstance(node, m.ChooseMember | m.ChooseSeveral))


def _room(program: m.Program, whole: m.Expr, sources: dict[m.Local, m.Expr]) -> tuple[int, tuple[int, ...]]:
    """How many members a set can ever have, and the zones of which one holds them if all see how many lie there."""
    most = most_members(program, whole)
    while True:
        if isinstance(whole, m.Filter):
            whole = whole.domain
        elif isinstance(whole, m.MembersOf) and whole.zone_value is not None:
            whole = whole.zone_value
        elif isinstance(whole, m.LocalRef) and whole.local in sources:
            whole = sources[whole.local]
        else:
            break
    if not isinstance(whole, m.ZoneOf) or whole.zone.private_count:
        return most, ()
    holder = whole.zone.holder
    if holder is not None and holder is not program.player_kind:
        return most, ()
    return most, tuple(range(whole.zone.first, whole.zone.first + whole.zone.instances))
