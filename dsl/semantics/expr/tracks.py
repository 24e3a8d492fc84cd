"""Tracks: numbers that players see as a row of spaces with a marker.

    track body "body": -5..5 stops at ends, at most body_limit:
        critical: -5..-4

A track is a `var` field in every respect. Its bands are spaces with a name, which `p.body is critical` asks for: names
of one track, so that two tracks may have bands of the same name. The number behind `at most` is where the marker can
be raised to now.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import nearest
from dsl.semantics import model
from dsl.semantics.expr.coercions import count, short
from dsl.semantics.expr.constants import whole_number
from dsl.semantics.model import Const, FieldOf, Int, IsIn, Many, NumberOn, RangeOf, Ref
from dsl.semantics.scopes import Body, Scope, bad, is_bad
from dsl.semantics.types import BOOL
from dsl.semantics.world import World
from dsl.source import Span
from dsl.spoken import all_of, said
from dsl.syntax import tree

# ---- declarations ----------------------------------------------------------------------------------------------------


def declare_track(world: World, field: model.Field, item: tree.Track) -> None:
    """Make a field the marker of a track."""
    label = item.label.value if item.label else field.name.replace("_", " ")
    this = model.Local("this", Ref(field.holder), None) if field.holder is not None else None
    field.track = model.Track(label, this)
    world.things.tracks.setdefault(field.name, []).append(field)
    for part in item.bands:
        found = _band(world, field, part)
        if found is None:
            continue
        before = next((other for other in field.track.bands if other.name == found.name), None)
        if before is not None:
            world.twice(found.span, found.name, before.span, said("a band of `{1}`", field.name))
            continue
        field.track.bands.append(found)
        world.things.bands.setdefault(found.name, []).append(field)


def _band(world: World, field: model.Field, item: tree.Band) -> model.Band | None:
    low = whole_number(world, item.low)
    high = low if item.high is None else whole_number(world, item.high)
    if low is None or high is None or not isinstance(field.type, Int):
        return None
    name = item.name.text
    if low > high:
        world.error(
            "E106",
            item.span,
            said("the range {1}..{2} has no number in it", low, high),
            said("write {1}..{2}", high, low),
        )
        return None
    if low < field.type.low or high > field.type.high:
        where = f"{low}..{high}" if low < high else f"{low}"
        message = said(
            "the band `{1}` is {2}, and `{3}` goes from {4} to {5}",
            name,
            where,
            field.name,
            field.type.low,
            field.type.high,
        )
        world.error("E106", item.span, message)
        return None
    worth = _worth(world, item, high - low + 1)
    label = item.label.value if item.label else name.replace("_", " ")
    return None if worth is None else model.Band(name, label, low, high, worth, item.name.span)


def _worth(world: World, item: tree.Band, spaces: int) -> tuple[int, ...] | None:
    """The numbers on the spaces of a band."""
    found = tuple(number for part in item.worth if (number := whole_number(world, part)) is not None)
    if len(found) < len(item.worth):
        return None
    if len(found) == 1:
        return found * spaces
    if found and len(found) != spaces:
        message = said("the band `{1}` has {2} spaces and {3} numbers", item.name.text, spaces, len(found))
        world.error(
            "E105", item.span, message, said("write a number for each space, from the lowest one, or one for all")
        )
        return None
    return found


def check_tracks(world: World) -> None:
    """The numbers that markers cannot pass; after everything they may be has a type."""
    for owner in (item for file in world.setup.files for item in file.items):
        for part in owner.members if isinstance(owner, tree.KindItem | tree.HasItem) else ():
            if isinstance(part, tree.FieldItem) and part.track is not None and part.track.limit is not None:
                field = next((one for one in _all(world) if one.span == part.names[0].span), None)
                if field is not None:
                    _limit(world, field, part.track.limit)


def _all(world: World) -> Iterator[model.Field]:
    for fields in world.things.tracks.values():
        yield from fields


def _limit(world: World, field: model.Field, name: tree.Name) -> None:
    track = field.track
    assert track is not None
    asked: tree.Expr = tree.Ref(name.span, name.text)
    if track.this is not None:
        asked = tree.Attribute(name.span, tree.Ref(name.span, "this"), name, False)
    found = count(
        Scope(world, Body(said("a track"))).give(track.this), asked, said("what `{1}` is at most", field.name)
    )
    if is_bad(found):
        return
    if isinstance(found, FieldOf) and found.field is field:
        world.error(
            "E104",
            name.span,
            said("`{1}` cannot be its own end", field.name),
            said("name another number of the same owner"),
        )
        return
    if isinstance(found, FieldOf) and found.field.var and field.default > found.field.default:
        message = said(
            "`{1}` begins at {2}, and `{3}` at {4}", field.name, field.default, name.text, found.field.default
        )
        world.error("E106", name.span, message, said("give `{1}` a default: `= {2}`", name.text, field.default))
        return
    track.limit = found


# ---- what is asked ---------------------------------------------------------------------------------------------------


def band(scope: Scope, node: tree.Binary) -> model.Expr | None:
    """`p.body is critical`: whether the marker of a track stands in a band of it; None if it is no such question."""
    world, right = scope.world, node.right
    if not isinstance(right, tree.Ref) or scope.find(right.name) is not None:
        return None
    name, known = _name(node.left), right.name in world.taken or bool(world.enums_with(right.name))
    if right.name not in world.things.bands and (known or name not in world.things.tracks):
        return None
    left = scope.expr(node.left)
    if is_bad(left):
        return bad(node.span)
    if isinstance(left, FieldOf) and left.field.track is not None:
        asked = _band_of(scope, node.span, left, left.field.track, right, known)
        if asked is not None:
            return asked
    if known or not isinstance(left.type, Int):
        return None
    others = all_of(f"`{field.name}`" for field in world.things.bands[right.name])
    message = said("`{1}` is a band of {2}, and `{3}` is no such track", right.name, others, short(node.left.span))
    return scope.error("E104", node.span, message)


def _band_of(
    scope: Scope, span: Span, marker: FieldOf, track: model.Track, name: tree.Ref, known: bool
) -> model.Expr | None:
    """Whether the marker stands in the band of that name; None if it has none and the name means something else."""
    bands = {one.name: one for one in track.bands}
    if name.name in bands:
        return _inside(span, marker, bands[name.name])
    if known:
        return None
    near = nearest(name.name, bands)
    hint = said("did you mean `{1}`?", near[0]) if near else None
    return scope.error("E101", name.span, said("the track `{1}` has no band `{2}`", marker.field.name, name.name), hint)


def number_on(scope: Scope, node: tree.Attribute, subject: model.Expr) -> model.Expr | None:
    """`critical of body of p`: the number on the space of the marker, 0 outside the band; None if it is no band."""
    if not isinstance(subject, FieldOf) or subject.field.track is None or not isinstance(subject.field.type, Int):
        return None
    found = next((one for one in subject.field.track.bands if one.name == node.name.text), None)
    if found is None:
        return None
    if not found.worth:
        hint = said(
            "write them behind the band, `worth 1`; `{1} is {2}` asks for the band",
            short(node.subject.span),
            found.name,
        )
        return scope.error("E104", node.span, said("on the spaces of `{1}` stand no numbers", found.name), hint)
    low, high = subject.field.type.low, subject.field.type.high
    numbers = (*(0 for _ in range(low, found.low)), *found.worth, *(0 for _ in range(found.high, high)))
    return NumberOn(node.span, Int(min(numbers), max(numbers)), subject, low, numbers)


def _name(node: tree.Expr) -> str:
    """The last name of what is asked about."""
    return node.name.text if isinstance(node, tree.Attribute) else node.name if isinstance(node, tree.Ref) else ""


def _inside(span: Span, marker: FieldOf, found: model.Band) -> model.Expr:
    ends = (Const(span, Int(number, number), number) for number in (found.low, found.high))
    return IsIn(span, BOOL, marker, RangeOf(span, Many(Int(found.low, found.high)), *ends))
