"""What can be written at a place. Lines that are being written do not parse, so the line up to the place is looked at,
and what the names in it are said to be where they are declared.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from dsl.editor.answers import comment_above
from dsl.editor.constructs import SNIPPETS
from dsl.editor.names import Declared, everything
from dsl.editor.overview import signature
from dsl.editor.project import Project
from dsl.editor.word_at import likely_locals
from dsl.source import Span
from dsl.syntax.chunks import cut
from dsl.syntax.vocabulary import ITEMS, MEMBERS, RESERVED, RULES, STATEMENTS, STEPS

_WORD: Final = r"[^\W\d]?\w*"
_IN_BRACES: Final = re.compile(r'(?:^|[^\\])"(?:\\.|[^"\\])*(?<!\\)\{[^{}"]*$')
_SCENARIO_TEXT: Final = re.compile(r'^\s+[A-Z] (?:does|can|cannot)(?: "[^"]*",)* "[^"]*$')
_NAMED: Final = r"[^\W\d]\w*"
_MEMBERS_OF: Final = ("field", "track", "zone", "board", "printed field", "dimension")


@dataclass(frozen=True, slots=True)
class Offered:
    """Something to go on with: what it is called, what sort it is, more about it, and what is written for it.

    snippet: with places to fill in, as editors write them; empty if the text is written as it is. rank: what fits best
    comes first, 0. at: what it takes the place of.
    """

    text: str
    sort: str
    more: str = ""
    snippet: str = ""
    rank: int = 1
    at: Span | None = None


@dataclass(frozen=True, slots=True)
class Here:
    """A place: the line up to it, the item up to it, and the word that has been begun."""

    project: Project
    path: Path
    offset: int
    before: str
    item: str
    word: Span

    @property
    def known(self) -> list[Declared]:
        """All that the game declares."""
        return list(everything(self.project.names))


def completions(project: Project, path: Path, offset: int) -> list[Offered]:
    """What can be written at a place."""
    file = project.text(path)
    line, column = file.position(offset)
    before = file.line(line)[: column - 1]
    item = next((each.text[: offset - each.start] for each in cut(file) if each.start <= offset <= each.end), "")
    begun = re.search(rf"{_WORD}$", before)
    here = Here(project, path, offset, before, item, file.span(offset - len(begun[0] if begun else ""), offset))
    found = next((answer for place in _PLACES if (answer := place(here)) is not None), None)
    offered = _once(_anything(here) if found is None else found)
    return [each if each.at is not None else replace(each, at=here.word) for each in offered]


def is_move(project: Project, path: Path, offset: int) -> bool:
    """Whether a move of a scenario is written at a place."""
    file = project.text(path)
    line, column = file.position(offset)
    return _SCENARIO_TEXT.match(file.line(line)[: column - 1]) is not None


def inside_text(project: Project, path: Path, offset: int) -> Span:
    """What stands between the quotes round a place, up to the place."""
    file = project.text(path)
    start = file.text.rindex('"', 0, offset) + 1
    return file.span(start, offset)


# ---- places, the narrowest first -------------------------------------------------------------------------------------


def _citation(here: Here) -> list[Offered] | None:
    """Behind @: the rules of the ledger, first those of the chapter that is cited before."""
    begun = re.search(r"@([\w.\-]*)$", here.before)
    if begun is None:
        return None
    ledger = here.project.ledger
    if ledger is None:
        return []
    file = here.project.text(here.path)
    above = re.findall(r"@([\w.\-]*\w)", file.text[: here.offset - len(begun[0])])
    cited = [each for each in above if each in ledger.entries]
    chapter = _chapter(cited[-1]) if cited else None
    at = file.span(here.offset - len(begun[1]), here.offset)
    return [
        Offered(each.id, each.where or "rule", each.words, rank=int(_chapter(each.id) != chapter), at=at)
        for each in ledger.entries.values()
        if each.id.startswith(begun[1]) or not any(name.startswith(begun[1]) for name in ledger.entries)
    ]


def _chapter(name: str) -> str:
    return name.rpartition(".")[0] or name


def _text(here: Here) -> list[Offered] | None:
    """In quotes: files behind include, names in braces, titles of cards elsewhere."""
    if len(re.findall(r'(?<!\\)"', here.before)) % 2 == 0:
        return None
    if _IN_BRACES.search(here.before):
        return [*_locals(here), *_named(here, lambda each: not each.quoted)]
    at = inside_text(here.project, here.path, here.offset)
    named = re.match(r'\s*(include|use|ledger|cards \w+ from|links \w+ of \w+ from) "', here.before)
    if named:
        paths = here.project.paths
        suffix = {"ledger": ".yaml", "include": ".rules", "use": ""}.get(named[1], ".csv")
        return [Offered(name, "file", at=at) for name in paths if suffix and name.endswith(suffix)]
    return [
        Offered(each.name, _one_line(each), comment_above(each.whole), at=at)
        for each in here.known
        if each.quoted and each.sort == "card"
    ]


def _member(here: Here) -> list[Offered] | None:
    """Behind a dot: what things of the type have, if it can be told which that is."""
    begun = re.search(rf"(?P<owner>{_NAMED})?\.{_WORD}$", here.before)
    if begun is None:
        return None
    kind = _kind_of(here, begun["owner"] or "")
    owners = _kinds_above(here, kind) if kind else None
    return _named(here, lambda each: not each.quoted and _is_member(each, owners))


def _set_to(here: Here) -> list[Offered] | None:
    """Behind `set x to`, `x =`, `x is`, and behind a printed field of a card: the values of its type."""
    begun = re.search(rf"(?P<name>{_NAMED})(?: of [\w. ()]+?)? (?:to|=|!=|is|is not) {_WORD}$", here.before)
    if begun is None and here.item.startswith("card "):
        begun = re.search(rf"(?:^\s+|, )(?P<name>{_NAMED}) {_WORD}$", here.before)
    values = _values(here, begun["name"]) if begun else []
    return values or None


def _window(here: Here) -> list[Offered] | None:
    """Behind `action .. in`, `offer`: windows."""
    header = re.match(rf"\s*action .*\bin (?:\w+, )*{_WORD}$", here.before)
    in_params = header and here.before.count("(") > here.before.count(")")
    if (header and not in_params) or re.search(rf"\boffer {_WORD}$", here.before):
        return _named(here, lambda each: each.sort == "window")
    return None


def _argument(here: Here) -> list[Offered] | None:
    """In a call: what its parameter can be, before all else."""
    called = signature(here.project, here.path, here.offset)
    if called is None or not re.search(rf"[\s(]{_WORD}$", here.before):
        return None
    first, last = called.params[called.active]
    type_ = called.signature[first + 1 : last - 1].partition(":")[2].split()
    fitting = [*_values_of(here, type_[0]), *_cards_of(here, type_[0])] if type_ else []
    return [*fitting, *_anything(here)] if fitting else None


def _anything(here: Here) -> list[Offered]:
    """Local names, names of the game, and words of the language; at the beginning of a line, constructs."""
    begun = re.fullmatch(rf"(\s*){_WORD}", here.before)
    words = _beginnings(begun[1]) if begun else [Offered(each, "word", rank=2) for each in sorted(RESERVED)]
    return [*_locals(here), *_named(here, lambda each: not each.quoted), *words]


_PLACES: Final[tuple[Callable[[Here], list[Offered] | None], ...]] = (
    _citation,
    _text,
    _member,
    _set_to,
    _window,
    _argument,
)


# ---- what is known ---------------------------------------------------------------------------------------------------


def _named(here: Here, fits: Callable[[Declared], bool]) -> list[Offered]:
    return [Offered(each.name, each.sort, _told(each)) for each in here.known if fits(each)]


def _locals(here: Here) -> list[Offered]:
    return [Offered(each, "local name", rank=0) for each in likely_locals(here.item)]


def _values(here: Here, name: str) -> list[Offered]:
    """The values of the enum that a field, option or value is declared with."""
    found: list[Offered] = []
    for each in here.known:
        if each.name == name and not each.quoted:
            typed = re.search(rf"\b{re.escape(name)}\b[^:\n]*: *({_NAMED}|yes/no)", each.whole.text)
            found += _values_of(here, typed[1]) if typed else []
    return found


def _values_of(here: Here, type_: str) -> list[Offered]:
    if type_ == "yes/no":
        return [Offered(each, "word", rank=0) for each in ("yes", "no")]
    values = (each for each in here.known if each.sort == f"value of {type_}")
    return [Offered(each.name, each.sort, _told(each), rank=0) for each in values]


def _cards_of(here: Here, kind: str) -> list[Offered]:
    """The cards of a kind, with their quotes."""
    below = {each.name for each in here.known if each.sort == "kind" and kind in _kinds_above(here, each.name)}
    cards = (each for each in here.known if each.sort == "card")
    of = ((each, re.search(rf"\bis ({_NAMED})", each.whole.text)) for each in cards)
    return [
        Offered(f'"{each.name}"', _one_line(each), comment_above(each.whole), rank=0)
        for each, found in of
        if found and found[1] in below
    ]


def _kind_of(here: Here, owner: str) -> str:
    """The kind of a local name, as far as the text says it; `Player` of players."""
    if owner in ("me", "winner"):
        return "Player"
    kinds = {each.name for each in here.known if each.sort == "kind"} | {"Player"}
    name = re.escape(owner)
    said = re.findall(rf"\b{name}: ({_NAMED})|\beach {name} (?:in|of) ({_NAMED})|\b{name} from ({_NAMED})", here.item)
    found = [kind for each in said for kind in each if kind in kinds]
    if not found and re.search(rf"\b{name} in players\b", here.item):
        return "Player"
    return found[-1] if found else ""


def _kinds_above(here: Here, kind: str) -> list[str]:
    """A kind and those it is one of."""
    parents = {
        each.name: found[1]
        for each in here.known
        if each.sort == "kind" and (found := re.match(rf'kind \w+(?: "[^"]*")? is ({_NAMED})', each.whole.text))
    }
    found = [kind]
    while found[-1] in parents and parents[found[-1]] not in found:
        found.append(parents[found[-1]])
    return found


def _is_member(each: Declared, owners: list[str] | None) -> bool:
    """Whether something is asked for as `of` something, of one of some kinds if they are known."""
    sort, _, owner = each.sort.partition(" of ")
    if each.sort in ("value", "define"):
        typed = re.search(rf"\(\w+: ({_NAMED})\)", each.whole.text.partition("\n")[0])
        return typed is not None and (owners is None or typed[1] in owners)
    if sort not in _MEMBERS_OF or not owner:
        return False
    return owners is None or owner in owners or (owner == "each player" and "Player" in owners)


def _beginnings(indent: str) -> Iterator[Offered]:
    """What a line can begin with: items at column 0, else statements, rules and members."""
    tables = (STATEMENTS, RULES, MEMBERS, STEPS) if indent else (ITEMS, RULES)
    for table in tables:
        for word, example in table.items():
            snippet = SNIPPETS.get(word, "") if indent or table is not RULES else ""
            yield Offered(word, "word", example, snippet)


def _told(each: Declared) -> str:
    return "\n\n".join(part for part in (comment_above(each.whole), f"```rules\n{_one_line(each)}\n```") if part)


def _one_line(each: Declared) -> str:
    return each.whole.text.partition("\n")[0].rstrip(" :")


def _once(offered: Iterable[Offered]) -> list[Offered]:
    """Each text once, as it was offered first."""
    found: dict[str, Offered] = {}
    for each in offered:
        found.setdefault(each.text, each)
    return list(found.values())
