"""Whether all see that each player is asked in sealed choices: then it may be shown who has chosen.

Somebody who has nothing to choose is ready at once, and that tells what he has. So each member must be a player who is
asked for himself, and one of the choices must come to him whatever he hides: one that is never empty, or one from a
zone of which all see how many lie there.
"""

from __future__ import annotations

from dsl.machine.ir.ops import SurelyAsked
from dsl.machine.lower.control import escapes
from dsl.semantics import model as m

Choice = m.ChooseMember | m.ChooseSeveral | m.OfferWindow


def surely_asked(program: m.Program, stmt: m.SealedChoices) -> tuple[SurelyAsked, ...]:
    """What each player is asked, for all to see, if he is; empty if nothing is."""
    over = stmt.over
    everybody = isinstance(over.domain, m.KindMembers) and over.domain.kind is program.player_kind
    if not everybody or over.kind is not None or over.where is not None or escapes(stmt.body):
        return ()
    found = (_surely(program, each, over.local) for each in stmt.body if isinstance(each, Choice))
    return tuple(each for each in found if each is not None)


def _surely(program: m.Program, choice: Choice, own: m.Local) -> SurelyAsked | None:
    """When a choice asks its player; None if all do not see that."""
    if not _is(choice.player, own):
        return None
    if isinstance(choice, m.OfferWindow):  # even who can only pass is asked
        return SurelyAsked()
    if isinstance(choice, m.ChooseMember) and (not choice.if_none or _is_full(choice.over)):
        return SurelyAsked()
    more = 0
    if isinstance(choice, m.ChooseSeveral):
        if choice.start is not None or choice.test is not None or not _some(choice.high):
            return None
        more = 1 if choice.arrange else _most(choice.low)
    return _from_zone(program, choice.over, own, more)


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
    return number.type.high if isinstance(number.type, m.Int) else 1 << 30


def _least(number: m.Expr) -> int:
    return number.type.low if isinstance(number.type, m.Int) else -1
