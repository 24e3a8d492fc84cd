"""The commands that look at rules files without playing: check, fmt, explain, graph."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from dsl.codes import CODES, FAULTS
from dsl.diagnostics import Bag, from_text_error, nearest, render_json, render_text
from dsl.durable import write_whole
from dsl.source import TextError, check_text
from dsl.spoken import numbered, said
from dsl.tools.reply import AT_FAULT, MISUSE, OK, Refusal, say, say_json, show_diagnostics, table

if TYPE_CHECKING:
    from dsl.reading.sources import Sources
    from dsl.secrecy.report import Leak, Secrets
    from dsl.semantics.model import Program

_PACKAGE: Final = Path(__file__).parents[1]
_PAGES: Final = (_PACKAGE.parent / "docs" / "errors", _PACKAGE / "docs" / "errors")
"""Where pages about codes may lie: in the checkout, or in an installed package."""


def run_check(arguments: Namespace) -> int:
    """`check PATH`: every mistake in a game's files, and what it is when there is none."""
    from dsl.reading.findings import find, main_file
    from dsl.reading.places import find_game

    path = find_game(arguments.path)
    choices = (arguments.modules, arguments.all_players, arguments.cited, arguments.secrets)
    what = f"check {json.dumps([str(each) for each in choices])}"
    is_kept = not (arguments.modules or arguments.secrets or arguments.spoken)  # in the language of the rules
    found = find(main_file(path), what) if is_kept else None
    if found is not None:  # nothing is different from when it was checked last
        return _said(Verdict(**found.value), as_json=arguments.json)
    return _check(path, what, arguments)


def _check(path: Path, what: str, arguments: Namespace) -> int:
    """Read and check a game, and say what was found."""
    from dsl.pipeline import check_modules, check_sources, of_modules
    from dsl.reading.findings import main_file, remember
    from dsl.reading.game import read_game

    bag = Bag()
    sources = read_game(path, bag, modules=arguments.modules)
    low, high = sources.players
    numbers = range(low, high + 1) if arguments.all_players else sorted({low, high})
    found = Bag()
    found.extend(bag.all())  # what could not be read is not missed by what names it
    programs = [check_sources(sources, found, players=number, cited=arguments.cited) for number in numbers]
    bag.extend(of_modules(sources, found))
    if not arguments.modules and not bag.has_errors:
        check_modules(sources, bag, numbers)
    if arguments.texts and not bag.has_errors and programs[-1] is not None:
        from dsl.tools.texts import run_texts

        return run_texts(sources, programs[-1], arguments)
    if arguments.secrets and not bag.has_errors:
        return _secrets([program for program in programs if program is not None], arguments)
    verdict = _verdict(programs, sources, bag, list(numbers))
    if not verdict.body["errors"] and not (arguments.modules or arguments.spoken):
        remember(sources, main_file(path), what, {"body": verdict.body, "shown": verdict.shown, "last": verdict.last})
    return _said(verdict, as_json=arguments.json)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What `check` says: as JSON, or what is shown of it (each part is followed by a blank line) and the last line."""

    body: dict[str, object]
    shown: list[str]
    last: str


def _verdict(programs: list[Program | None], sources: Sources, bag: Bag, numbers: list[int]) -> Verdict:
    from dsl.reading.modules import scenario_count
    from dsl.runtime.tongues.own import numbered, said

    program = programs[0] if programs else None
    errors = sum(each.severity == "error" for each in bag.all())
    body: dict[str, object] = {
        "ok": errors == 0,
        "title": program.title if program is not None else None,
        "players": list(sources.players),
        "checked_players": numbers,
        "errors": errors,
        "warnings": len(bag) - errors,
        "diagnostics": render_json(bag.all()),
    }
    last = _counted(bag) if errors else ""
    if program is not None and not errors:
        sizes = len(program.cards), len(program.actions), scenario_count(sources, bag)
        cards, actions = numbered(sizes[0], "{1} card", "{1} cards"), numbered(sizes[1], "{1} action", "{1} actions")
        counts = f"{cards}, {actions}, {numbered(sizes[2], '{1} scenario', '{1} scenarios')}"
        more = f"; {_counted(bag)}" if len(bag) else ""
        last = said("{1}: no errors ({2}){3}", program.title, counts, more)
    return Verdict(body, [render_text([each]) for each in bag.shown()], last)


def _counted(bag: Bag) -> str:
    """How many errors and warnings there are, and how many of them are not shown."""
    from dsl.runtime.tongues.own import numbered, said

    errors = sum(each.severity == "error" for each in bag.all())
    warnings = len(bag) - errors
    counts = [numbered(errors, "{1} error", "{1} errors")] if errors else []
    counts += [numbered(warnings, "{1} warning", "{1} warnings")] if warnings else []
    hidden = len(bag) - len(bag.shown())
    words = ", ".join(counts)
    return said("{1} ({2} not shown)", words, hidden) if hidden else words


def _said(verdict: Verdict, *, as_json: bool) -> int:
    """Say what was found by checking."""
    if as_json:
        say_json("check", verdict.body)
    else:
        for each in verdict.shown:
            say(each)
        if verdict.last:
            say(verdict.last)
    return AT_FAULT if verdict.body["errors"] else OK


def _unexplained(answer: Secrets) -> tuple[Leak, ...]:
    return answer.unexplained


def _told(answer: Secrets) -> tuple[Leak, ...]:
    return answer.told


def _key(leak: Leak) -> tuple[object, ...]:
    """What makes a secret one and the same in the programs for several numbers of players."""
    places = [*(step.span for step in leak.steps), leak.eyes[0].eye]
    return (leak.told, *((span.file.name, span.start) for span in places))


_SORTS: Final = (_unexplained, _told)


def _secrets(programs: list[Program], arguments: Namespace) -> int:
    """`check --secrets`: what hidden things decide, for all numbers of players together."""
    from dsl.runtime.tongues.own import numbered
    from dsl.secrecy.report import as_json, diagnostics, secrets_of

    answers = [secrets_of(program) for program in programs]
    bag = Bag()
    for answer in answers:
        bag.extend(diagnostics(answer))
    open_, told = ({_key(leak): leak for answer in answers for leak in leaks(answer)} for leaks in _SORTS)
    title = programs[0].title
    if arguments.json:
        body = {
            "ok": not bag.all(),
            "title": title,
            "checked_players": [program.players for program in programs],
            "unexplained": [as_json(leak) for leak in open_.values()],
            "told": [as_json(leak) for leak in told.values()],
            "idle": render_json([each for each in bag.all() if each.code == "W308"]),
        }
        say_json("check", body)
        return AT_FAULT if bag.all() else OK
    show_diagnostics(bag.shown())
    ways = numbered(len({leak.told for leak in told.values()}), "in {1} way", "in {1} ways")
    say(f"{title}: {_in_words(len(open_), len(told))}, {ways}")
    return AT_FAULT if bag.all() else OK


def _in_words(unexplained: int, told: int) -> str:
    from dsl.runtime.tongues.own import numbered

    decide = numbered(
        unexplained,
        "{1} secret decides what others see, unexplained",
        "{1} secrets decide what others see, unexplained",
        unexplained,
    )
    return f"{decide}; {numbered(told, '{1} is told', '{1} are told', told)}"


def run_fmt(arguments: Namespace) -> int:
    """`fmt PATH..`: put rules files into the standard layout; with --check only say which are not in it."""
    from dsl.syntax.format import format_text

    bag = Bag()
    texts: dict[Path, tuple[str, str]] = {}
    for path in _rules_files(arguments.paths):
        try:
            source = check_text(path.as_posix(), path.read_bytes())
        except TextError as error:
            bag.extend(from_text_error(error))
            continue
        texts[path] = source.text, format_text(source.text)
    show_diagnostics(bag.shown())
    changed = [path for path, (before, after) in texts.items() if before != after]
    for path in changed:
        if not arguments.check:
            write_whole(path, texts[path][1].encode())
        say(said("would change {1}", path.as_posix()) if arguments.check else said("formatted {1}", path.as_posix()))
    if not changed and not bag.has_errors:
        say(numbered(len(texts), "{1} file is in the standard layout", "{1} files are in the standard layout"))
    return AT_FAULT if bag.has_errors or (arguments.check and changed) else OK


def run_explain(arguments: Namespace) -> int:
    """`explain CODE`: the page about a code, of a diagnostic or of what goes wrong in play; all codes without one."""
    known = {**CODES, **FAULTS}
    if arguments.code is None:
        say(table(known.items()))
        return OK
    code = str(arguments.code).strip().upper()
    if code not in known:
        near = nearest(code, known)
        more = said("; meant {1}?", near[0]) if near else said(": rulewright explain lists them")
        raise Refusal(said("there is no code {1}{2}", arguments.code, more), MISUSE)
    page = next((path for path in (folder / f"{code}.md" for folder in _PAGES) if path.is_file()), None)
    say(f"{code}: {known[code]}")
    if page is not None:
        say("\n" + _plain(page.read_text(encoding="utf-8").partition("\n")[2].strip()))
    return OK


def _plain(page: str) -> str:
    """A page for a terminal: headings without their signs, examples indented and without fences."""
    lines: list[str] = []
    inside = False
    for each in page.split("\n"):
        if each.startswith("```"):
            inside = not inside
            continue
        lines.append(f"    {each}".rstrip() if inside else each.removeprefix("## "))
    return "\n".join(lines)


def run_graph(arguments: Namespace) -> int:
    """`graph PATH`: a drawing of the game's flow, as text that mermaid or DOT draws."""
    from dsl.tools.graph import graph_of, render

    say(render(graph_of(whole_program(arguments)), arguments.format).rstrip("\n"))
    return OK


def whole_program(arguments: Namespace) -> Program:
    """The checked program of the game at `path`, for `players` and with `modules`; RulesError if anything is wrong."""
    from dsl.diagnostics import RulesError
    from dsl.pipeline import check_sources
    from dsl.reading.game import read_game
    from dsl.reading.places import find_game

    bag = Bag()
    sources = read_game(find_game(arguments.path), bag, scenarios=False, modules=arguments.modules)
    players = arguments.players or sources.players[0]
    program = None if bag.has_errors else check_sources(sources, bag, players=players, scenarios=False)
    if program is None or bag.has_errors:
        raise RulesError(bag.shown())
    return program


def _rules_files(paths: Iterable[str]) -> Iterable[Path]:
    """The rules files at paths, each once: the file itself, or all below a folder; links are not followed."""
    return dict.fromkeys(file for path in paths for file in _rules_files_at(path))


def _rules_files_at(path: str) -> Iterator[Path]:
    from dsl.reading.places import find_game

    root = Path(path)
    if not root.is_dir():
        root = find_game(path)
    if root.is_file():
        yield root
        return
    yield from sorted(each for each in root.rglob("*.rules") if each.is_file() and not each.is_symlink())
