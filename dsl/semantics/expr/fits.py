"""Where a piece may lie: the zone that a place stands for, the shares of zones, and `x fits in hand of p`."""

from __future__ import annotations

from dsl.diagnostics import Label
from dsl.semantics import model
from dsl.semantics.expr import layouts
from dsl.semantics.expr.coercions import short
from dsl.semantics.expr.constants import whole_number
from dsl.semantics.model import Ref, ZoneValue
from dsl.semantics.scopes import Scope, bad, is_bad
from dsl.semantics.types import BOOL, ancestors, is_a, related, say
from dsl.semantics.world import World, items
from dsl.source import Span
from dsl.spoken import any_of, one_of, said
from dsl.syntax import tree

# ---- the shares of a zone --------------------------------------------------------------------------------------------


def number_shares(world: World) -> None:
    """How many pieces of which kinds a zone holds at most; after pieces have their numbers and zones their room."""
    zones = {zone.span: zone for zone in world.things.zones}
    for owner in (*items(world, tree.KindItem), *items(world, tree.HasItem)):
        for part in owner.members:
            if isinstance(part, tree.ZoneItem) and part.shares and part.name.span in zones:
                _shares(world, zones[part.name.span], part)


def _shares(world: World, zone: model.Zone, item: tree.ZoneItem) -> None:
    seen: dict[model.Kind, tree.Share] = {}
    left = {piece for kind in zone.kinds for piece in range(kind.first, kind.last + 1)}
    for part in item.shares:
        kind, most = world.kind(part.kind), whole_number(world, part.most)
        if kind is None or most is None or not _may_share(world, zone, part, kind, most, seen, left):
            return
        seen[kind] = part
        zone.shares.append((kind, most))
        left -= set(range(kind.first, kind.last + 1))
    whole = whole_number(world, item.at_most) if item.at_most is not None else None
    together = sum(most for _, most in zone.shares)
    if whole is not None and together < whole and not left:
        message = said("the shares of `{1}` hold {2} together, so it never holds {3}", zone.name, together, whole)
        span = item.shares[0].span.to(item.shares[-1].span)
        world.error("E106", span, message, said("write: at most {1}", together))


def _may_share(
    world: World,
    zone: model.Zone,
    part: tree.Share,
    kind: model.Kind,
    most: int,
    seen: dict[model.Kind, tree.Share],
    left: set[int],
) -> bool:
    """Whether a kind has a share of its own; what is wrong is told. left: the pieces that count for no share so far."""
    wrong, hint = _wrong(zone, kind, most), None
    if not wrong and kind in seen:
        label = Label(seen[kind].span, said("first here"))
        world.bag.error(
            "E103", part.span, said("`{1}` has a share already", kind.name), words=said("again here"), labels=(label,)
        )
        return False
    if not wrong and kind.first <= kind.last and left.isdisjoint(range(kind.first, kind.last + 1)):
        wrong = said("no {1} takes a place of this share: each is of a kind that has a share before it", kind.name)
        if any(is_a(kind, other) for other in seen):
            hint = said("a piece counts for the first share that it fits: write narrower kinds before wider ones")
    if wrong:
        world.error("E106" if most < 0 else "E104", part.span, wrong, hint)
    return not wrong


def _wrong(zone: model.Zone, kind: model.Kind, most: int) -> str:
    if most < 0:
        return said("a zone cannot hold at most {1} {2}", most, kind.name)
    if any(related(kind, held) for held in zone.kinds):
        return ""
    names = any_of(held.name for held in zone.kinds)
    return said("`{1}` holds {2}, and no {3} is one", zone.name, names, kind.name)


# ---- where a piece may lie -------------------------------------------------------------------------------------------


def zone_for(scope: Scope, span: Span, place: model.Expr, kind: model.Kind) -> model.Expr:
    """The zone that is meant: itself, or the one of a space or card where such a piece may lie."""
    if isinstance(place.type, ZoneValue):
        held = place.zone.kinds if isinstance(place, model.ZoneOf) else [place.type.kind]
        if any(related(kind, other) for other in held):
            return place
        names = any_of(other.name for other in held)
        return scope.error("E104", span, said("`{1}` holds {2}, and no {3} is one", short(span), names, kind.name))
    if not isinstance(place.type, Ref):
        return scope.error(
            "E104", span, said("pieces move to zones and spaces, but `{1}` is {2}", short(span), say(place.type))
        )
    if layouts.is_cell(scope.world, place.type):
        return layouts.goes_to_cell(scope, span, place, kind)
    owner = place.type.kind
    zones = fitting_zones(scope.world, owner, kind)
    if len(zones) == 1:
        scope.world.usage.read.add(zones[0])
        return model.ZoneOf(span, ZoneValue(zones[0].kinds[0]), zones[0], place)
    if not zones and any(each in scope.world.lost.partial for each in ancestors(owner)):
        return bad(span)
    if not zones:
        return scope.error("E104", span, said("{1} has no zone for {2}", one_of(owner.name), one_of(kind.name)))
    ways = any_of(f"`{zone.name} of {short(span)}`" for zone in zones)
    return scope.error(
        "E104",
        span,
        said("{1} has several zones for {2}", one_of(owner.name), one_of(kind.name)),
        said("write {1}", ways),
    )


def fits_in(scope: Scope, node: tree.FitsIn, _expected: model.Type | None) -> model.Expr:
    """`x fits in hand of p`: whether a piece could be moved there now."""
    item, place = scope.expr(node.item, Ref(scope.world.piece)), scope.expr(node.zone)
    if is_bad(item) or is_bad(place):
        return bad(node.span)
    if not isinstance(item.type, Ref) or not related(item.type.kind, scope.world.piece):
        what = short(node.item.span)
        return scope.error(
            "E104", node.item.span, said("what fits is one piece, but `{1}` is {2}", what, say(item.type))
        )
    if layouts.is_cell(scope.world, place.type):
        what = short(node.zone.span)
        hint = said("a cell is free if `occupant of {1} is none`", what)
        return scope.error("E104", node.zone.span, said("pieces fit in zones, but `{1}` is a Cell", what), hint)
    zone = zone_for(scope, node.zone.span, place, item.type.kind)
    return bad(node.span) if is_bad(zone) else model.FitsIn(node.span, BOOL, item, zone)


def fitting_zones(world: World, holder: model.Kind, kind: model.Kind) -> list[model.Zone]:
    """The zones of a holder where a piece of the kind may lie: those for exactly such pieces before the others."""
    zones = [zone for zone in world.things.zones if zone.holder is not None and is_a(holder, zone.holder)]
    sure = [zone for zone in zones if any(is_a(kind, fits) for fits in zone.kinds)]
    return sure or [zone for zone in zones if any(related(kind, fits) for fits in zone.kinds)]
