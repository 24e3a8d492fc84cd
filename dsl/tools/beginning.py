"""What a game lets one begin with: a faction, a map, or whatever else its manifest says that a module may consist of.

[begins]
faction = "begins/faction.rules"     # a module that plays; its name and title become those of the new one
"""

from __future__ import annotations

from pathlib import Path

from dsl.diagnostics import nearest
from dsl.packages.manifest import MANIFEST, has_manifest, read_manifest
from dsl.reading.headers import module_header, text_of
from dsl.tools.reply import MISUSE, Refusal


def module_begun(root: Path, game: str, part: str, name: str, title: str) -> str:
    """The text of a new module called `name`, made from what the game in the folder `root` has for such a `part`.

    Refusal where the game has nothing for it, or where what it names is no module.
    """
    begins = read_manifest(root).begins if has_manifest(root) else {}
    if part not in begins:
        near = nearest(part, begins)
        meant = f"; did you mean {near[0]}?" if near else ""
        has = f"it has: {', '.join(sorted(begins))}" if begins else "it has nothing of that kind"
        plain = f"rulewright new --module {name} --of {game} makes a card, a rule and a scenario"
        raise Refusal(f"{game} says of no {part} what it consists of ({has}{meant}); {plain}", MISUSE)
    file = (root / begins[part]).resolve()
    if not file.is_relative_to(root.resolve()) or file.suffix != ".rules" or not file.is_file():
        raise Refusal(
            f"{root / MANIFEST}: {begins[part]}, which is named for a {part}, is no file of rules of the game"
        )
    text = text_of(file)
    head = module_header(text)
    if head is None or not head.title:
        raise Refusal(f"{file}: what a {part} is begun with is a module with a title")
    return text.replace(head.name, name).replace(head.title, title)
