"""What drawings of a zone tell of its pieces beside their fields: `shows exposed and not supplied`."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.semantics import model
from dsl.semantics.types import is_a
from dsl.semantics.world import World, member, member_names
from dsl.spoken import any_of, marked, said
from dsl.syntax import tree


def check_shown(world: World) -> None:
    """Find the values and printed fields that the zones name; they must be asked of what lies there, or stand on it."""
    zones = {zone.span: zone for zone in world.things.zones}
    for item in _zone_items(world):
        zone = zones.get(item.name.span)
        if zone is not None and item.shows:
            zone.shows = tuple((shown.name.text, shown.negated) for shown in item.shows if _fits(world, zone, shown))


def _zone_items(world: World) -> Iterator[tree.ZoneItem]:
    owners = (
        item for file in world.setup.files for item in file.items if isinstance(item, tree.KindItem | tree.HasItem)
    )
    return (part for owner in owners for part in owner.members if isinstance(part, tree.ZoneItem))


def _fits(world: World, zone: model.Zone, shown: tree.Shown) -> bool:
    name, value = shown.name, world.play.values.get(shown.name.text)
    if value is None:
        found: list[model.Field] | list[model.Value] = _printed(zone, name.text)
    else:
        found = [value]
    if not found:
        world.unknown(name.span, name.text, marked("value"), [*world.play.values, *_names_printed(zone)])
        return False
    world.usage.read.update(found)
    of = value.params[0].type if value is not None and len(value.params) == 1 else None
    if value is not None and not (isinstance(of, model.Ref) and all(is_a(kind, of.kind) for kind in zone.kinds)):
        kinds = any_of(kind.name for kind in zone.kinds)
        message = said("`{1}` is not asked of one {2} alone, so `{3}` cannot show it", name.text, kinds, zone.name)
        world.error("E104", name.span, message, said("value {1} of (x: {2}): ...", name.text, zone.kinds[0].name))
        return False
    if shown.negated and not all(isinstance(each.type, model.Bool) for each in found):
        world.error("E104", name.span, said("`{1}` is not yes or no, so `not` means nothing here", name.text))
        return False
    return True


def _printed(zone: model.Zone, name: str) -> list[model.Field]:
    """The printed fields of this name that everything has that can lie in a zone; none if something has it not."""
    found = [member(kind, name) for kind in zone.kinds]
    fields = [each for each in found if isinstance(each, model.Field) and not each.var]
    return fields if len(fields) == len(zone.kinds) else []


def _names_printed(zone: model.Zone) -> list[str]:
    return [name for name in dict.fromkeys(member_names(zone.kinds[0])) if _printed(zone, name)]
