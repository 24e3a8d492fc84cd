"""The commands for who begins with a game of somebody else: find, docs, and a module to start from."""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from dsl.diagnostics import Bag
from dsl.durable import make_whole, write_whole
from dsl.packages.manifest import MANIFEST
from dsl.reading.game import read_game
from dsl.reading.installed import package_name, versions_of
from dsl.reading.places import find_game
from dsl.reading.sources import Sources
from dsl.sharing.handles import hits, page_of
from dsl.spoken import numbered, said
from dsl.syntax import tree as t
from dsl.tools.beginning import module_begun
from dsl.tools.reply import AT_FAULT, MISUSE, OK, Refusal, say, say_json, table

_MOST: Final = 60
_WIDTH: Final = 100
_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,63}")


def run_find(arguments: Namespace) -> int:
    """`find GAME WORDS`: where a game speaks of something."""
    sources = _read(arguments.path)
    found = hits(sources, " ".join(arguments.words))
    if arguments.json:
        told = [{"title": each.title, "where": each.where, "line": each.line} for each in found]
        say_json("find", {"ok": bool(found), "found": told})
        return OK if found else AT_FAULT
    for each in found[:_MOST]:
        say(f"{each.where}  {each.title}")
        say(f"    {each.line[:_WIDTH]}")
    more = len(found) - _MOST
    places = numbered(len(found), "{1} place", "{1} places")
    say(said("{1}, {2} not shown", places, more) if more > 0 else places)
    return OK if found else AT_FAULT


def run_docs(arguments: Namespace) -> int:
    """`docs GAME`: a page of what a module can hang on to."""
    page = page_of(_read(arguments.path))
    if arguments.output is None:
        say(page.rstrip("\n"))
        return OK
    write_whole(Path(arguments.output), page.encode())
    say(f"{arguments.output}: {numbered(page.count(chr(10)), '{1} line', '{1} lines')}")
    return OK


def new_module(name: str, of: str, part: str | None) -> int:
    """`new --module NAME --of GAME`: the folder of an expansion with a card, a rule and a scenario.

    part: `faction`, `map` or another word that the game has in its manifest; the module is made from what stands there.
    """
    folder = Path(name)
    if _NAME.fullmatch(folder.name) is None:
        raise Refusal(said("{1} is no name for a module: small letters, digits and _", f"{folder.name!r}"), MISUSE)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Refusal(said("{1} exists already; nothing was written", folder), MISUSE)
    base = find_game(of)
    sources = _read(base)
    package = package_name(sources.root)
    version = versions_of([sources.root]).get(package, "0")
    title = folder.name.replace("_", " ").capitalize()
    if part is None:
        rules = "\n".join(_module(folder.name, title, sources))
    else:
        rules = module_begun(sources.root, of, part, folder.name, title)
    files = {
        MANIFEST: _MANIFEST.format(name=folder.name, title=title, base=package, version=version),
        f"modules/{folder.name}.rules": rules,
        "README.md": f"# {title}\n\nAn expansion of {sources.title}.\n",
    }
    make_whole(folder, {file: text.encode() for file, text in files.items()})
    module = folder / "modules" / f"{folder.name}.rules"
    say(said("Made {1}: {2}", folder, ", ".join(files)))
    rows = [
        (said("rulewright test {1}", module), said("plays its scenarios")),
        (said("rulewright play {1} --module {2}", of, module), said("plays the game with it")),
        (said("rulewright docs {1}", of), said("what of the game it can hang on to")),
        (said("rulewright pack {1}", folder), said("makes one file of it, to be shared")),
    ]
    say(table(rows))
    return OK


def _read(path: str | Path) -> Sources:
    bag = Bag()
    sources = read_game(find_game(path), bag, scenarios=False)
    bag.raise_errors()
    return sources


def _module(name: str, title: str, sources: Sources) -> Iterator[str]:
    """The lines of a module that can be played at once: a card like one of the game, a rule, a scenario."""
    yield f"# {title}: change it as you like. rulewright docs lists what it can speak of."
    yield f'module {name} "{title}" of "{sources.title}"'
    yield ""
    yield f'option {name}_on: yes/no = yes "{title}"'
    yield ""
    items = [item for file in sources.base for item in file.items]
    card = next(iter(_plain_cards(items)), None)
    if card is not None:
        yield f"# like “{card.title.value}”"
        yield f'card "{title} card" is {card.kind.text}, stand-in:'
        for member in card.members:
            if isinstance(member, t.PrintedItem):
                yield "    " + ", ".join(f"{field.text} {value.span.text}" for field, value in member.fields)
        yield ""
    begins = next(iter(_begins(items)), None)
    if begins is not None:
        yield "# rules with a name can be silenced by other modules"
        yield f'rule {name}_begins: at start of {begins} when {name}_on: say "{title} is in play."'
        yield ""
    yield 'scenario "the module is in play":'
    yield "    run nothing"
    yield f"    expect {name}_on"
    yield ""


def _plain_cards(items: list[t.Item]) -> Iterator[t.CardItem]:
    """Cards that have printed fields and nothing else but words."""
    for item in items:
        if isinstance(item, t.CardItem) and not item.each and item.player is None:
            sorts = {type(member) for member in item.members}
            if sorts <= {t.PrintedItem, t.TextItem} and t.PrintedItem in sorts:
                yield item


def _begins(items: list[t.Item]) -> Iterator[str]:
    """What a rule can stand at the start of: windows, and procedures without parameters."""
    for item in items:
        if isinstance(item, t.ProcedureItem) and item.word != "main" and not item.signature.params:
            yield item.signature.name.text
    yield from (item.name.text for item in items if isinstance(item, t.WindowItem))


_MANIFEST: Final = """\
name = "{name}"
version = "0.1.0"
kind = "expansion"
title = "{title}"
authors = []
licence = ""

[base]
{base} = ">={version}"
"""
