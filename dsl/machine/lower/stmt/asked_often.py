"""How often a member of sealed choices can be asked, as far as everybody sees: what the rules allow, and how many
pieces lie in the zones that are chosen from.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.machine.ir.ops import AskedOften
from dsl.semantics import model as m
from dsl.semantics.cardinality import most_members
from dsl.semantics.walk import walk

Choice = m.ChooseMember | m.ChooseSeveral | m.ChooseBranch | m.OfferWindow


def asked_often(program: m.Program, stmt: m.SealedChoices) -> tuple[AskedOften, ...]:
    """How often each of the choices asks at the most."""
    sources: dict[m.Local, m.Expr] = {}
    return tuple(_often(program, choice, sources, turns) for choice, turns in _choices(program, stmt.body))


def _often(program: m.Program, choice: Choice, sources: dict[m.Local, m.Expr], turns: int) -> AskedOften:
    """How often a choice asks. turns: how often it is come to."""
    if not isinstance(choice, m.ChooseSeveral):
        return AskedOften(turns)
    most, zones = _room(program, choice.over, sources)
    sources[choice.local] = choice.over
    if choice.start is not None or choice.test is not None:  # each member may be taken, put back and taken again
        return AskedOften(most, times=3 * turns, zones=zones)
    if choice.high is not None and isinstance(choice.high.type, m.Int):
        most = min(most, max(0, choice.high.type.high))
    return AskedOften(most, times=turns, less=turns if choice.arrange else 0, zones=zones)


def most_asked_for(program: m.Program, stmt: m.SealedChoices) -> int:
    """For how many members one player may be asked: 1 if the members are players, and each is asked for himself."""
    own, choices = stmt.over.local, _choices(program, stmt.body)
    alone = all(isinstance(each.player, m.LocalRef) and each.player.local is own for each, _ in choices)
    return 1 if alone else max(1, most_members(program, stmt.over))


def _choices(program: m.Program, body: tuple[m.Stmt, ...]) -> Iterator[tuple[Choice, int]]:
    """The choices in some statements, each with how often it is come to at the most."""
    turns: dict[int, int] = {}
    for loop in walk(body):
        if isinstance(loop, m.ForEachStmt | m.ForCountStmt | m.RepeatStmt):
            most = _most_turns(program, loop)
            for node in walk(loop.body):
                turns[id(node)] = turns.get(id(node), 1) * most
    yield from ((node, turns.get(id(node), 1)) for node in walk(body) if isinstance(node, Choice))


def _most_turns(program: m.Program, loop: m.ForEachStmt | m.ForCountStmt | m.RepeatStmt) -> int:
    """How often a loop turns at the most."""
    if isinstance(loop, m.ForEachStmt):
        return most_members(program, loop.over)
    if isinstance(loop, m.RepeatStmt):
        return loop.at_most
    assert isinstance(loop.local.type, m.Int)
    return loop.local.type.high - loop.local.type.low + 1


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
