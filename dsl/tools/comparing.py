"""The commands that compare rules: what changed between two versions, and what ails packages and modules together."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Final

from dsl.diagnostics import Bag
from dsl.packages.manifest import has_manifest, read_manifest
from dsl.packages.shelf import module_files, pick
from dsl.reading.base_game import with_base
from dsl.reading.game import read_game
from dsl.reading.meaning import of_game
from dsl.reading.places import find_game
from dsl.reading.sources import Sources
from dsl.runtime.game import Game
from dsl.sharing import doctor
from dsl.sharing.differences import Difference, differences
from dsl.sharing.parting import Parting, partings
from dsl.sharing.patches import Moved
from dsl.sharing.revisions import at_revision, is_revision
from dsl.spoken import numbered, said
from dsl.tools.reply import AT_FAULT, OK, say, say_json

_SIGNS: Final = {"added": "+", "gone": "-", "changed": "~"}
_MOST_LINES: Final = 12
_WIDTH: Final = 58


def run_diff(arguments: Namespace) -> int:
    """`diff OLD NEW`: what changed in meaning; with --play where games part."""
    with ExitStack() as stack:
        sides = [_side(stack, each) for each in (arguments.old, arguments.new)]
        bags = Bag(), Bag()
        old, new = (
            read_game(path, bag, scenarios=False, modules=modules)
            for (path, modules), bag in zip(sides, bags, strict=True)
        )
        for bag in bags:
            bag.raise_errors()
        found = differences(of_game(old), of_game(new))
        parted = list(_played(old, new, arguments)) if arguments.play else []
    if arguments.json:
        told = [_data(each) for each in found]
        say_json(
            "diff", {"ok": True, "differences": told, "partings": [_parting_data(each) for each in parted if each]}
        )
        return OK
    words = _rulebook_words(old, new)
    for each in found:
        _show(each, words)
    if not found:
        say(said("The same in meaning."))
    else:
        counts = {how: sum(each.how == how for each in found) for how in _SIGNS}
        say(said("{1} added, {2} gone, {3} changed.", counts["added"], counts["gone"], counts["changed"]))
    _show_partings(parted)
    return OK


def run_doctor(arguments: Namespace) -> int:
    """`doctor`: what ails the installed packages; `doctor --of GAME MODULE ..`: what modules do to each other."""
    if arguments.of is not None:
        found = list(doctor.modules(arguments.of, arguments.what, arguments.games))
    else:
        found = list(doctor.packages(arguments.index))
    is_ill = any(each.sort == "fault" for each in found)
    if arguments.json:
        told = [
            {"sort": each.sort, "about": each.about, "words": each.words, "hint": each.hint or None} for each in found
        ]
        say_json("doctor", {"ok": not is_ill, "findings": told})
        return AT_FAULT if is_ill else OK
    for each in found:
        say(f"{each.sort}: {each.about}: {each.words}")
        if each.moved is not None:
            _side_by_side(each.moved)
        if each.parting is not None:
            _show_parting(each.parting)
        if each.hint:
            say(said("  hint: {1}", each.hint))
    if not found:
        say(said("All is well."))
    return AT_FAULT if is_ill else OK


def _side(stack: ExitStack, text: str) -> tuple[Path, list[str | Path]]:
    """The game that a text names, and the modules: those of an expansion are compared with its game around them."""
    if is_revision(text):
        found: Path | None = stack.enter_context(at_revision(text))
    else:
        found = Path(text) if Path(text).exists() else pick(text)
    if found is None:
        return find_game(text), []
    if found.is_dir() and has_manifest(found):
        manifest = read_manifest(found)
        if manifest.kind == "expansion":
            return find_game(next(iter(manifest.base))), [
                found / each for each in module_files(found, manifest).values()
            ]
        return found, []
    path, modules = with_base(str(found), [])
    return Path(path), [*modules]


def _played(old: Sources, new: Sources, arguments: Namespace) -> Iterator[Parting | None]:
    bag = Bag()
    games = [Game(sources, {}, bag) for sources in (old, new)]
    bag.raise_errors()
    yield from islice(partings(games[0], games[1], arguments.play, arguments.seed, arguments.players), arguments.play)


def _rulebook_words(*games: Sources) -> dict[str, str]:
    """What the ledgers say under each id, the newer one last."""
    ledgers = [game.ledger for game in games if game.ledger is not None]
    return {id_: entry.words for ledger in ledgers for id_, entry in ledger.entries.items()}


def _show(each: Difference, words: Mapping[str, str]) -> None:
    say(f"{_SIGNS[each.how]} {each.key}  ({each.where})")
    for name, before, now in each.numbers:
        say(f"    {name}: {before or 'nothing'} -> {now or 'nothing'}")
    lines = each.lines if each.how == "changed" else ()
    for line in lines[:_MOST_LINES]:
        say(f"    {line}")
    if len(lines) > _MOST_LINES:
        say(said("    .. and {1} more", numbered(len(lines) - _MOST_LINES, "{1} line", "{1} lines")))
    for cite in each.cites:
        say(f"    {cite}: {words[cite]}" if cite in words else f"    {cite}")


def _show_partings(parted: Sequence[Parting | None]) -> None:
    if not parted:
        return
    differ = [each for each in parted if each is not None]
    say()
    say(said("{1} of {2} of games part.", len(differ), numbered(len(parted), "{1} pair", "{1} pairs")))
    for each in differ[:3]:
        _show_parting(each)


def _show_parting(each: Parting) -> None:
    say(
        said("  seed {1}, after {2}: {3}", each.seed, numbered(each.after, "{1} decision", "{1} decisions"), each.words)
    )
    for text in each.made:
        say(said("    made: {1}", text))
    for reason in each.reasons:
        say(f"    {reason}")


def _side_by_side(each: Moved) -> None:
    left, right = each.before.split("\n"), (each.now or said("(gone)")).split("\n")
    say(said("    {1}  now {2}", f"{said('as the module saw it'):<{_WIDTH}}", each.where))
    for number in range(min(max(len(left), len(right)), _MOST_LINES)):
        one = left[number] if number < len(left) else ""
        two = right[number] if number < len(right) else ""
        mark = "|" if one != two else " "
        say(f"  {mark} {one[:_WIDTH]:<{_WIDTH}}  {two[:_WIDTH]}".rstrip())


def _data(each: Difference) -> dict[str, object]:
    numbers = [{"name": name, "before": before, "now": now} for name, before, now in each.numbers]
    return {
        "how": each.how,
        "what": each.key,
        "where": each.where,
        "numbers": numbers,
        "lines": list(each.lines),
        "cites": list(each.cites),
    }


def _parting_data(each: Parting) -> dict[str, object]:
    told = {"seed": each.seed, "after": each.after, "made": list(each.made), "words": each.words}
    return {**told, "reasons": list(each.reasons)}
