"""What a module can hang on to: the events, values, windows, kinds and other names of a game, from its files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from dsl.reading.meaning import Saying, of_game
from dsl.reading.sources import Sources
from dsl.spoken import marked, said

SORTS: Final = (
    ("event", marked("Events"), marked("`before`, `after` or `instead of` them, or `cannot` and a condition")),
    ("value", marked("Values"), marked("`modify NAME of x by +1 when ..`")),
    ("definition", marked("Definitions"), marked("`replace define NAME`")),
    ("window", marked("Windows"), marked("`action .. in NAME:`")),
    ("action", marked("Actions"), marked("`after NAME ..`, `cannot NAME .. when ..`")),
    ("procedure", marked("Phases and procedures"), marked("`start NAME:`, `end NAME:`, `replace phase NAME`")),
    ("rule", marked("Rules with a name"), marked("`silences NAME`, `replace rule NAME`")),
    ("kind", marked("Kinds"), marked("`card .. is NAME`, `add to NAME:`")),
    ("enum", marked("Enums"), marked("`add to NAME: value`")),
    ("option", marked("Options"), marked("`default NAME is ..`")),
    ("ruling", marked("Rulings"), marked("`default NAME is ..`")),
)
"""The sorts of names, as titles have them, with a heading and how a module takes hold of one."""


@dataclass(frozen=True, slots=True)
class Handle:
    """One name: how it is declared, where, what it cites, and which cards or kinds it belongs to (empty: the game)."""

    sort: str
    name: str
    head: str
    where: str
    cites: tuple[str, ...]
    owner: str


def handles(sources: Sources) -> list[Handle]:
    """All names of a game that a module can speak of, in the order of the files."""
    sorts = {sort for sort, _, _ in SORTS}
    found: list[Handle] = []
    for key, one in of_game(sources).items():
        owner, _, own = key.rpartition(": ")
        sort, _, name = own.partition(" ")
        if sort in sorts and not name.startswith("`"):
            head = one.text.split("\n", 1)[0].strip().removesuffix(":")
            found.append(Handle(sort, name, head, str(one.span), one.cites, owner))
    return found


def page_of(sources: Sources) -> str:
    """A page in Markdown of what a module can hang on to, with the words of the ledger."""
    ledger = sources.ledger.entries if sources.ledger is not None else {}
    words = {id_: entry.words for id_, entry in ledger.items()}
    found = handles(sources)
    lines = [said("# {1}: what a module can hang on to", sources.title), ""]
    for sort, heading, how in SORTS:
        own = [each for each in found if each.sort == sort]
        if own:
            lines += [f"## {said(heading)}", "", said("A module says {1}.", said(how)), ""]
            lines += [line for each in own for line in _entry(each, words)]
            lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _entry(each: Handle, words: Mapping[str, str]) -> Iterator[str]:
    owner = said(", of {1}", each.owner) if each.owner else ""
    yield f"- `{each.head}`{owner} ({each.where})"
    for cite in each.cites[:1]:
        if cite in words:
            yield f"  {cite}: {words[cite]}"


@dataclass(frozen=True, slots=True)
class Hit:
    """A place where a game speaks of some words: what stands there, where, and the line."""

    title: str
    where: str
    line: str


def hits(sources: Sources, words: str) -> list[Hit]:
    """Where a game speaks of all of some words: rules and cards first, then the ledger."""
    wanted = words.casefold().split()

    def holds(text: str) -> bool:
        folded = text.casefold()
        return all(word in folded for word in wanted)

    said = of_game(sources).items()
    found = [Hit(key, str(one.span), _line(one, wanted)) for key, one in said if holds(f"{key} {one.text}")]
    entries = sources.ledger.rules if sources.ledger is not None else ()
    return [*found, *(Hit(each.id, str(each.span), each.words) for each in entries if holds(f"{each.id} {each.words}"))]


def _line(one: Saying, wanted: list[str]) -> str:
    lines = one.text.split("\n")
    best = max(lines, key=lambda line: sum(word in line.casefold() for word in wanted))
    return best.strip()
