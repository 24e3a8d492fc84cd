"""Whether all see who is asked in sealed choices: then it may be shown who has chosen.

Somebody who has nothing to choose is ready at once, and that tells what he has. So each member must be a player who is
asked for himself, and one of the choices must come to him whatever he hides: one that is never empty, one from a zone
of which all see how many lie there, or one from a set of which all can tell how many are in it. The same of conditions
on who is a member. Both are asked in the position, as somebody who looks on may know it (`dsl.runtime.knowing`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dsl.machine.ir.fold import NO, binary, both
from dsl.machine.ir.ops import Const, Expr, SurelyAsked
from dsl.machine.lower.builder import Code
from dsl.machine.lower.control import escapes
from dsl.machine.lower.expr.expressions import expr
from dsl.semantics import model as m
from dsl.semantics.cardinality import most_members
from dsl.semantics.walk import walk

NEVER: Final = 1 << 30
Choice = m.ChooseMember | m.ChooseSeveral | m.OfferWindow


def surely_asked(code: Code, stmt: m.SealedChoices) -> tuple[tuple[SurelyAsked, ...], int]:
    """What each player is asked, for all to see, if he is; empty if nothing is. And the function that tells whether a
    player is asked; -1 if everybody is.
    """
    over, program = stmt.over, code.work.program
    players = isinstance(over.domain, m.KindMembers) and over.domain.kind is program.player_kind
    if not players or over.kind is not None or stmt.order is not None or escapes(stmt.body):
        return (), -1
    who = -1
    if over.where is not None:
        if not _knows([over.where], [over.local]):
            return (), -1
        who = _told(code, "who chooses", over.local, [], over.where)
    found: list[SurelyAsked] = []
    lets: list[m.LetLocal] = []
    for each in stmt.body:
        if isinstance(each, m.LetLocal) and _knows([each.value], [over.local, *(let.local for let in lets)]):
            lets.append(each)
        elif isinstance(each, Choice) and (sure := _surely(code, each, over.local, lets)) is not None:
            found.append(sure)
    return tuple(found), who


def _surely(code: Code, choice: Choice, own: m.Local, lets: list[m.LetLocal]) -> SurelyAsked | None:
    """When a choice asks its player; None if all do not see that. lets: the names that are given before it."""
    if not _is(choice.player, own):
        return None
    if isinstance(choice, m.OfferWindow):  # even who can only pass is asked
        return SurelyAsked()
    if isinstance(choice, m.ChooseMember):
        if not choice.if_none or _is_full(choice.over):
            return SurelyAsked()
        more, bounds = 0, []
    else:
        if choice.start is not None or choice.test is not None:
            return None
        more, bounds = 1 if choice.arrange else _most(choice.low), [choice.low, choice.high]
        if not _some(choice.high):
            more = NEVER
    found = _from_zone(code.work.program, choice.over, own, more) if more < NEVER else None
    if found is not None or not _knows([choice.over, *bounds], [own, *(let.local for let in lets)]):
        return found
    return SurelyAsked(asks=_told(code, "who is asked", own, lets, choice))


def _told(code: Code, name: str, own: m.Local, lets: list[m.LetLocal], of: m.Expr | Choice) -> int:
    """The function that tells of a player whether a condition holds, or a choice comes to him."""
    before = tuple(lets)

    def fill(inner: Code) -> None:
        for let in before:
            inner.env[let.local] = inner.keep(expr(inner, let.value))
        inner.give(_comes(inner, of) if isinstance(of, Choice) else expr(inner, of))

    return code.work.demand((name, id(of)), name, [(own, 0)], fill, keep=of)


def _comes(inner: Code, choice: Choice) -> Expr:
    """Whether there is something to choose: more than must be taken, and something may be."""
    assert not isinstance(choice, m.OfferWindow)
    size = expr(inner, m.SizeOf(choice.over.span, m.Int(0, most_members(inner.work.program, choice.over)), choice.over))
    if isinstance(choice, m.ChooseMember):
        return binary(">", size, NO)
    if choice.arrange:
        return binary(">", size, Const(1))
    low = NO if choice.low is None else expr(inner, choice.low)
    more = binary(">", size, low)
    return more if choice.high is None else both(more, binary(">", expr(inner, choice.high), NO))


def _knows(values: Sequence[m.Expr | None], locals_: Sequence[m.Local]) -> bool:
    """Whether values name nothing that is bound around them but these, and can be reckoned: words that are typed cannot
    be counted.
    """
    nodes = [node for value in values if value is not None for node in walk(value)]
    if any(isinstance(node, m.WordsSuchAs) for node in nodes):
        return False
    bound = {*map(id, locals_), *(id(node.local) for node in nodes if isinstance(node, m.Filter))}
    return all(id(node.local) in bound for node in nodes if isinstance(node, m.LocalRef))


def _from_zone(program: m.Program, over: m.Filter, own: m.Local, more: int) -> SurelyAsked | None:
    """A choice from all that lies in a zone of the table or of the player, where all see how many that are."""
    whole = over.domain
    if isinstance(whole, m.MembersOf) and whole.zone_value is not None:
        whole = whole.zone_value
    if not isinstance(whole, m.ZoneOf) or over.kind is not None or over.where is not None or whole.zone.private_count:
        return None
    zone, holder = whole.zone, whole.zone.holder
    if holder is None:
        return SurelyAsked(zone.first, 0, more)
    if holder is program.player_kind and whole.subject is not None and _is(whole.subject, own):
        return SurelyAsked(zone.first, 1, more)
    return None


def _is(found: m.Expr, own: m.Local) -> bool:
    return isinstance(found, m.LocalRef) and found.local is own


def _is_full(over: m.Filter) -> bool:
    """Whether a set always has a member: all numbers between two bounds, or all values of an enum."""
    if over.where is not None or over.kind is not None or not isinstance(over.domain, m.RangeOf):
        return False
    return _most(over.domain.low) <= _least(over.domain.high)


def _some(high: m.Expr | None) -> bool:
    """Whether at least one is chosen, if somebody wants to."""
    return high is None or _least(high) > 0


def _most(number: m.Expr | None) -> int:
    if number is None:
        return 0
    return number.type.high if isinstance(number.type, m.Int) else NEVER


def _least(number: m.Expr) -> int:
    return number.type.low if isinstance(number.type, m.Int) else -1
