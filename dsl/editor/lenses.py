"""What an editor shows between lines: what can be done with a scenario, what proves a rule, how an option is set."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from dsl.diagnostics import many
from dsl.editor.names import nodes
from dsl.editor.project import Project
from dsl.editor.word_at import words_of
from dsl.source import Span
from dsl.syntax import tree as t

TEST: Final = "rulewright.test"
PLAY: Final = "rulewright.play"
SHOW: Final = "rulewright.show"
Place = tuple[Path, Span]
_NO_RULES: Final = (t.ScenarioItem, t.FileItem, t.GameItem)


@dataclass(frozen=True, slots=True)
class Lens:
    """Words above a line: what they say, and the command behind them with the title or the places it is about."""

    at: Span
    title: str
    command: str
    scenario: str = ""
    places: tuple[Place, ...] = ()


def lenses(project: Project, path: Path) -> list[Lens]:
    """Above each scenario: run it, play from there, what it proves. Above each rule that cites: what proves it."""
    name = project.name(path)
    if name is None:
        return []
    proofs, encoded = _cited(project)
    kept = project.kept[name]
    found: list[Lens] = []
    for item in (kept.item(read) for read in kept.reads):
        if isinstance(item, t.ScenarioItem):
            title = item.title.value
            found.append(Lens(item.title.span, "run this scenario", TEST, title))
            found.append(Lens(item.title.span, "play from here", PLAY, title))
            places = _places(encoded, [cite.id for cite in item.cites])
            if item.cites:
                found.append(Lens(item.title.span, f"covers {many(len(places), 'place')}", SHOW, places=places))
        elif item is not None and not isinstance(item, _NO_RULES):
            ids = dict.fromkeys(node.id for node in nodes(item) if isinstance(node, t.Cite))
            if ids:
                places = _places(proofs, ids)
                words = f"proved by {many(len(places), 'scenario')}" if places else "proved by no scenario"
                found.append(
                    Lens(project.text(path).span(item.span.start, item.span.start), words, SHOW, places=places)
                )
    return found


def _cited(project: Project) -> tuple[dict[str, list[Place]], dict[str, list[Place]]]:
    """Which scenarios say that they prove a rule of the rulebook, and what encodes it."""
    proofs: dict[str, list[Place]] = {}
    encoded: dict[str, list[Place]] = {}
    for name, kept in project.kept.items():
        for item in (kept.item(read) for read in kept.reads):
            if isinstance(item, t.ScenarioItem):
                for cite in item.cites:
                    proofs.setdefault(cite.id, []).append((project.paths[name], item.title.span))
            elif item is not None and "@" in item.span.text:
                for node in nodes(item):
                    if isinstance(node, t.Cite):
                        encoded.setdefault(node.id, []).append((project.paths[name], node.span))
    return proofs, encoded


def _places(known: dict[str, list[Place]], ids: list[str] | dict[str, None]) -> tuple[tuple[Path, Span], ...]:
    return tuple(dict.fromkeys(place for each in ids for place in known.get(each, [])))


def hints(project: Project, path: Path, first: int, last: int) -> list[tuple[int, str]]:
    """Behind the names of options and rulings in some lines: what they are, if nobody chooses otherwise."""
    values = _choices(project)
    file = project.text(path)
    found: list[tuple[int, str]] = []
    for line in range(first, min(last, len(file.line_starts)) + 1):
        if any(name in file.line(line) for name in values):
            words = (word for word in words_of(file, line) if word.sort == "name" and word.text in values)
            found += (
                (word.span.end, f" = {values[word.text]}")
                for word in words
                if word.behind not in ("option", "ruling", "default", ".")
            )
    return found


def _choices(project: Project) -> dict[str, str]:
    """The defaults of options and rulings, by name."""
    found: dict[str, str] = {}
    for kept in project.kept.values():
        for item in (kept.item(read) for read in kept.reads):
            if isinstance(item, t.OptionItem):
                found[item.name.text] = item.default.span.text
            elif isinstance(item, t.RulingItem) and item.readings:
                found[item.name.text] = item.readings[0].name.text
    return found
