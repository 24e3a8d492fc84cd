"""Citations of the game's ledger, from every place that may carry one."""

from __future__ import annotations

from collections.abc import Iterable

from dsl.semantics import model
from dsl.semantics.walk import walk
from dsl.semantics.world import World
from dsl.syntax import tree


def citations(world: World) -> list[model.Citation]:
    """Every citation with what cites it, in the order of the files."""
    found: list[model.Citation] = []
    for file in world.setup.files:
        for item in file.items:
            how, words = _of_item(item)
            found += _inside(item, how, words)
    return found


def _of_item(item: tree.Item) -> tuple[str, str]:
    if isinstance(item, tree.TextOnlyItem):
        return "text_only", item.reason.value
    if isinstance(item, tree.UnimplementedItem):
        return "unimplemented", item.text.value
    if isinstance(item, tree.RulingItem):
        return "ruling", item.question.value
    if isinstance(item, tree.ScenarioItem):
        return "scenario", item.title.value
    return "encoded", described(item)


def _inside(root: tree.Item, how: str, words: str) -> list[model.Citation]:
    found: list[model.Citation] = []
    missing: dict[tree.Cite, str] = {}
    for node in _where_cited(root):
        if isinstance(node, tree.UnimplementedItem | tree.Unimplemented):
            missing.update(dict.fromkeys(node.cites, node.text.value))
        elif isinstance(node, tree.Cite):
            place = model.Citation(node.id, how, words, node.span)
            if node in missing:
                place = model.Citation(node.id, "unimplemented", missing[node], node.span)
            if all(other.span != node.span for other in found):
                found.append(place)
    return found


def _where_cited(root: tree.Item) -> Iterable[object]:
    """All parts of an item that may cite; of a scenario, which is most of what is written, only what it proves."""
    if isinstance(root, tree.ScenarioItem) and root.span.text.count("@") == len(root.cites):
        return root.cites
    return walk(root)


def described(item: tree.Item) -> str:
    """An item in a few words: what it is and its name."""
    if isinstance(item, tree.CardItem):
        return f'card "{item.title.value}"'
    if isinstance(item, tree.ProcedureItem):
        return item.word if item.word == "main" else f"{item.word} {item.signature.name.text}"
    if isinstance(item, tree.RuleItem):
        target = item.pattern.name.text if item.pattern else ""
        return f"rule {item.name.text}" if item.name else f"{item.position} {target}".strip()
    if isinstance(item, tree.HasItem):
        return "each player has" if item.whose == "player" else "the table has"
    if isinstance(item, tree.PackItem):
        return f"pack {item.value.text}"
    if isinstance(item, tree.CardsFromItem):
        return f'cards from "{item.path.value}"'
    if isinstance(item, tree.LayersItem):
        return f"layers {item.value.text}"
    if isinstance(item, tree.DefineItem | tree.ValueItem | tree.EventItem | tree.ActionItem):
        return f"{_SORTS[type(item)]} {item.signature.name.text}"
    if isinstance(item, tree.EnumItem | tree.KindItem | tree.OptionItem | tree.LimitItem | tree.WindowItem | _PLACES):
        return f"{_SORTS[type(item)]} {item.name.text}"
    return "while" if isinstance(item, tree.WhileItem) else "game"


_PLACES = tree.DirectionsItem | tree.LinksItem | tree.MemoryItem | tree.PlanItem
_SORTS: dict[type[tree.Item], str] = {
    tree.DefineItem: "define",
    tree.ValueItem: "value",
    tree.EventItem: "event",
    tree.ActionItem: "action",
    tree.EnumItem: "enum",
    tree.KindItem: "kind",
    tree.OptionItem: "option",
    tree.LimitItem: "limit",
    tree.WindowItem: "window",
    tree.DirectionsItem: "directions",
    tree.LinksItem: "links",
    tree.PlanItem: "plan",
    tree.MemoryItem: "memory",
}
