"""The passes in order.

    read_game      folder -> texts, trees, ledger, tables          (a mistake is a diagnostic in the bag)
    with_modules   trees and modules -> trees of the game with these modules
    check_sources  trees -> checked program for a number of players
    compile_game   checked program -> machine

Each can be called alone, and one may stop after any. The first two are in `dsl.reading`, which opens files; here
nothing does.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from dsl.diagnostics import Bag, Diagnostic, Label, RulesError, nearest
from dsl.reading.game import read_game
from dsl.reading.modules import module_sets, with_modules
from dsl.reading.places import grammar_text
from dsl.reading.sources import Sources
from dsl.spoken import said
from dsl.syntax.patching import touched
from dsl.uncollected import uncollected

if TYPE_CHECKING:
    from dsl.machine.ir.ops import Machine
    from dsl.machine.lower.driver import After
    from dsl.reading.ledger import Ledger
    from dsl.semantics.model import Program
    from dsl.semantics.world import Only
    from dsl.source import Span

OptionValue = int | str | list[int]
"""How an option is chosen: a number (yes is 1), a name of an enum or reading, or a number for each player."""


@uncollected()
def check_sources(
    sources: Sources,
    bag: Bag,
    *,
    players: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    scenarios: bool = True,
    cited: bool = False,
    only: Only | None = None,
) -> Program | None:
    """Check what was read, for a number of players (the lowest the game allows, if not given). None after an error.

    cited: warn of every rule that cites no paragraph (W304). only: the bodies that are checked, instead of all.
    """
    from dsl.saying.meant import at_sentences, check_meant, understood
    from dsl.semantics.check import check  # not needed by `fmt`, which reads and asks nothing

    files = [*sources.files, *sources.scenarios] if scenarios else sources.files
    meanings = understood(files, bag, grammar_text())
    told, chosen = Bag() if meanings.meant else bag, dict(options or {})
    program = check(
        meanings.files, players=players, options=chosen, data=sources.data, bag=told, cited=cited, only=only
    )
    if meanings.meant:
        check_meant(program, meanings.meant, told)
        bag.extend(at_sentences(told.all(), meanings.meant))
        program = None if bag.has_errors else program
    if program is not None and sources.ledger is not None:
        _check_citations(program, sources.ledger, bag)
    return program


def check_game(
    path: str | Path,
    players: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    *,
    scenarios: bool = True,
    modules: Iterable[str | Path] = (),
) -> tuple[Program | None, Bag]:
    """Read and check a game. Without `players` it is checked for the lowest and the highest number of them.

    Without `modules` it is checked without any, and with every set of them that it or its scenarios speak of.
    The program is that of the number asked for, else of the lowest; None if anything is wrong.
    """
    bag = Bag()
    asked = tuple(modules)
    sources = read_game(path, bag, scenarios=scenarios, modules=asked)
    if bag.has_errors:  # what could not be read is missing, and would be missed by everything that names it
        return None, bag
    numbers = sorted(set(sources.players)) if players is None else [players]
    found = Bag()
    programs = [check_sources(sources, found, players=each, options=options, scenarios=scenarios) for each in numbers]
    bag.extend(of_modules(sources, found))
    if not asked and not bag.has_errors:
        check_modules(sources, bag, numbers, options, scenarios=scenarios)
    return (None if bag.has_errors else programs[0]), bag


def check_modules(
    sources: Sources,
    bag: Bag,
    numbers: Iterable[int],
    options: Mapping[str, OptionValue] | None = None,
    *,
    scenarios: bool = True,
    only: Only | None = None,
) -> None:
    """Check a game with every set of modules that it or its scenarios speak of, for numbers of players.

    Of warnings only those about the files of modules count: the game itself is checked by itself. What it has that only
    modules or their scenarios use is of use, and no warning in the bag says otherwise.
    """
    sets: list[tuple[Sources, Bag]] = []
    for names in module_sets(sources, bag):
        own = Bag()
        other = with_modules(sources, own, names)
        files = {file.span.file.name for module in other.modules for file in module.files}
        own.extend(each for each in bag.all() if each.severity == "error" and _in(each, files))
        for number in numbers if names and not own.has_errors else ():
            check_sources(other, own, players=number, options=options, scenarios=scenarios, only=only)
        if names and not own.has_errors and only is None:
            sets.append((other, own))
        bag.extend(of_modules(other, own))
    _forget_used(sets, bag)


def _forget_used(sets: Iterable[tuple[Sources, Bag]], bag: Bag) -> None:
    """Leave out the warnings of what is of use with one of the sets of modules, all checked without a mistake."""
    used = {span for other, own in sets for span in _used(other, bag.all(), own)}
    bag.forget(lambda each: each.code == "W301" and each.span in used)


def _in(told: Diagnostic, files: Collection[str]) -> bool:
    return told.span is not None and told.span.file.name in files


def _used(sources: Sources, told: Iterable[Diagnostic], own: Bag) -> set[Span]:
    """Where something stands that was said to be of no use, and is of use with these modules; own: what was found."""
    files = {file.span.file for file in (*sources.files, *sources.scenarios)}
    idle = {each.span for each in own.all() if each.code == "W301"}
    spans = {each.span for each in told if each.code == "W301"}
    return {span for span in spans if span is not None and span.file in files and span not in idle}


def of_modules(sources: Sources, bag: Bag) -> list[Diagnostic]:
    """What concerns somebody who works on the modules that are switched on: warnings about their files only, and of the
    errors those that touch their files, if there are any; the others follow from them. Without modules, all of it.
    """
    files = {file.span.file.name for module in sources.modules for file in module.files}
    if not files:
        return list(bag.all())
    all_ = [_with_cause(sources, each) if each.severity == "error" else each for each in bag.all()]
    own = [each for each in all_ if any(label.span.file.name in files for label in each.labels)]
    if any(each.severity == "error" for each in own):
        return own
    return [each for each in all_ if each.severity == "error" or each in own]


def _with_cause(sources: Sources, told: Diagnostic) -> Diagnostic:
    """A mistake in the game's own files with the place where a module changes what it speaks of, if one does."""
    if told.span is None:
        return told
    words = set(re.findall(r'"[^"]*"|\w+', told.message))
    for module in sources.modules:
        for span, name, done in touched(module.files):
            if name in words and span.file is not told.span.file:
                words_ = said("{1} by the module {2}", done, module.name)
                return replace(told, labels=(*told.labels, Label(span, words_)))
    return told


@uncollected()
def compile_game(
    program: Program,
    *,
    scenarios: bool = False,
    told: Collection[Span] = (),
    explained: bool = False,
    after: After | None = None,
) -> Machine:
    """The machine of a checked program; RulesError if something in it cannot be compiled.

    told: the places of scenarios whose conditions are wanted in their parts. explained: for `why`, see `lower`. after:
    is told each pass of the compiler and the machine as it is then.
    """
    from dsl.machine.lower.builder import (
        NotLowered,  # the compiler takes a tenth of a second to load, and `check` needs none
    )
    from dsl.machine.lower.driver import lower

    try:
        return lower(program, scenarios=scenarios, told=told, explained=explained, after=after)
    except NotLowered as error:
        labels = () if error.span is None else (Label(error.span),)
        raise RulesError([Diagnostic("E160", "error", error.words, labels)]) from None


def _check_citations(program: Program, ledger: Ledger, bag: Bag) -> None:
    for citation in program.citations:
        if citation.id not in ledger.entries:
            near = nearest(citation.id, ledger.ids)
            hint = said("meant @{1}?", near[0]) if near else None
            bag.error("E109", citation.span, said("the ledger has no {1}", citation.id), hint=hint)
