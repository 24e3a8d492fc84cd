"""What a set that is kept may hold: so many things as there are bits, and no pieces that somebody may not know.

A set of pieces is read by everybody. So it holds pieces only of kinds that lie open wherever they lie.
"""

from __future__ import annotations

from dsl.semantics import model
from dsl.semantics.types import SET_BITS, is_a, related
from dsl.semantics.world import World
from dsl.source import Span
from dsl.spoken import one_of, said


def may_be_kept(world: World, type_: model.ThingSet, span: Span, marked: str) -> bool:
    """Whether a set of such things can be kept: E106 for too many, E104 for pieces that may lie unseen. marked: the
    name of a yes/no field that may stand for it.
    """
    kind, size = type_.kind, type_.size
    if size > SET_BITS:
        message = said("a set holds {1} things at most, and there are {2} {3}s", SET_BITS, size, kind.name)
        world.error("E106", span, message, said("mark them: `var {1}: yes/no` in the kind {2}", marked, kind.name))
        return False
    if is_a(kind, world.player) or is_a(kind, world.space):
        return True
    hint = said("let them lie in a zone, or mark each: `var {1}: yes/no`", marked)
    hidden = next((zone for zone in world.things.zones if _hides(zone, kind)), None)
    if hidden is not None:
        message = said(
            "everybody reads a set that is kept, and {1} may lie unseen in `{2}`", one_of(kind.name), hidden.name
        )
        world.error("E104", span, message, hint)
        return False
    secret = next((each.card for each in world.things.cards.values() if _is_secret(each.card, kind)), None)
    if secret is not None:
        message = said('everybody reads a set that is kept, and "{1}" is a secret card', secret.title)
        world.error("E104", span, message, hint)
    return secret is None


def _hides(zone: model.Zone, kind: model.Kind) -> bool:
    """Whether pieces of a kind may lie in a zone where not everybody knows them."""
    return (zone.seen != "all" or zone.private_count) and any(related(each, kind) for each in zone.kinds)


def _is_secret(card: model.Card, kind: model.Kind) -> bool:
    return card.secret and is_a(card.kind, kind)
