"""The documentation leaves nothing out: codes, commands, words of the language, libraries, pages of the reference."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from docs.blocks import DOCS, PAGES, blocks_of

from dsl.codes import CODES, FAULTS
from dsl.diagnostics import render_text
from dsl.pipeline import check_game
from dsl.reading.places import grammar_text
from dsl.repl.session import COMMANDS
from dsl.tools.cli import parser

REFERENCE = sorted((DOCS / "reference").glob("*.md"))
CONSTRUCTS = [page for page in REFERENCE if page.stem not in ("index", "words", "language", "commands", "json")]
LIBRARIES = sorted((DOCS.parent / "dsl" / "library").glob("*.rules"))


def text_of(*pages: str) -> str:
    """The text of pages of the reference."""
    return "\n".join((DOCS / "reference" / f"{page}.md").read_text(encoding="utf-8") for page in pages)


@pytest.mark.parametrize("code", [*CODES, *FAULTS])
def test_every_code_has_a_page(code: str) -> None:
    """Its heading is the code and its title."""
    page = DOCS / "errors" / f"{code}.md"
    assert page.is_file(), f"docs/errors/{code}.md is missing"
    assert page.read_text(encoding="utf-8").startswith(f"# {code}: {({**CODES, **FAULTS})[code]}\n")


@pytest.mark.parametrize("code", [code for code in CODES if code < "E1"])
def test_pages_about_texts_show_what_is_wrong_and_what_is_right(code: str, tmp_path: Path) -> None:
    """The first example of a page, if it has any, gives its code, the second one gives no error."""
    page = (DOCS / "errors" / f"{code}.md").read_text(encoding="utf-8")
    for text, wanted in zip(re.findall(r"```rules\n(.*?)```", page, re.DOTALL), ({code}, set[str]()), strict=False):
        game = tmp_path / "game.rules"
        game.write_text(f'game "X" for 2 players\n{text}', encoding="utf-8")
        _, bag = check_game(game)
        assert {each.code for each in bag.all() if each.severity == "error"} == wanted, render_text(bag.all())


def test_every_page_about_a_code_is_of_a_code() -> None:
    """No page is left over from a code that is gone."""
    pages = {page.stem for page in (DOCS / "errors").glob("*.md")} - {"index"}
    assert pages == {*CODES, *FAULTS}


def test_the_list_of_codes_is_up_to_date() -> None:
    """docs/make_errors.py would write the same page."""
    script = DOCS / "make_errors.py"
    done = subprocess.run([sys.executable, str(script), "--check"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_command_of_the_repl_is_documented(command: object) -> None:
    """By its name, as code, on the page of commands."""
    name = getattr(command, "name", "")
    assert re.search(rf"`{name}[ `]", text_of("commands"))


def _commands() -> list[str]:
    return [name for action in parser()._actions if isinstance(action.choices, dict) for name in action.choices]


@pytest.mark.parametrize("name", _commands())
def test_every_command_of_the_program_is_documented(name: str) -> None:
    """By its name and what it takes, as code."""
    assert re.search(rf"`(?:rulewright )?{name}[ `]", text_of("commands"))


def _words() -> list[str]:
    grammar = re.sub(r"//.*", "", grammar_text())
    return sorted(set(re.findall(r'"([a-z][a-z-]*)"', grammar)))


@pytest.mark.parametrize("word", _words())
def test_every_word_of_the_language_is_in_the_list(word: str) -> None:
    """In the list of words, and as code on a page of a construct."""
    spelt = re.compile(rf"(?<![\w-]){word}(?![\w-])")
    rows = [line.split("|")[1] for line in text_of("words").split("\n") if line.startswith("| `")]
    assert any(spelt.search(row) or spelt.search(line) for row, line in _rows(rows)), f"{word} is not in words.md"
    code = [_code(page.read_text(encoding="utf-8")) for page in CONSTRUCTS]
    assert any(spelt.search(text) for text in code), f"no page of the reference shows {word}"


def _rows(rows: list[str]) -> list[tuple[str, str]]:
    lines = [line for line in text_of("words").split("\n") if line.startswith("| `")]
    return list(zip(rows, lines, strict=True))


def _code(page: str) -> str:
    return "\n".join(re.findall(r"```.*?```|`[^`]+`", page, re.DOTALL))


@pytest.mark.parametrize("page", CONSTRUCTS, ids=lambda page: page.stem)
def test_every_construct_has_the_same_parts(page: object) -> None:
    """How it is written, what it means, a right and a wrong example, where to go on; in this order."""
    path = next(each for each in CONSTRUCTS if each == page)
    headings = re.findall(r"^## (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    wanted = ["A right example", "A wrong example", "See also"]
    assert [heading for heading in headings if heading in wanted] == wanted
    right, wrong, also = (path.read_text(encoding="utf-8").index(f"## {heading}") for heading in wanted)
    text = path.read_text(encoding="utf-8")
    lines = {"right": text[:right].count("\n"), "wrong": text[:wrong].count("\n"), "also": text[:also].count("\n")}
    games = [block for block in blocks_of(path) if block.is_game]
    assert any(not block.expected and lines["right"] < block.line < lines["wrong"] for block in games)
    assert any(block.expected and lines["wrong"] < block.line < lines["also"] for block in games)


@pytest.mark.parametrize("library", LIBRARIES, ids=lambda path: path.stem)
def test_everything_in_a_library_is_on_its_page(library: object) -> None:
    """Events and definitions by name."""
    text = next(path for path in LIBRARIES if path == library).read_text(encoding="utf-8")
    names = re.findall(r"^(?:event|define|procedure|value|action|window|limit|directions) (\w+)", text, re.MULTILINE)
    page = text_of("library")
    assert names and not [name for name in names if not re.search(rf"`{name}\b|, `{name}\b", page)]


def test_the_list_of_words_is_in_order() -> None:
    """Each row begins with a word that stands in the alphabet after the one before, inside its part."""
    for part in text_of("words").split("\n## ")[1:]:
        first = [
            row[0]
            for row in (re.findall(r"`(\w[\w-]*)", line) for line in part.split("\n") if line[:3] == "| `")
            if row
        ]
        assert all(a.casefold() <= b.casefold() for a, b in pairwise(first)), part.split("\n")[0]


def test_the_cookbook_has_its_entries() -> None:
    """At least 25 questions, each with a game."""
    text = (DOCS / "cookbook.md").read_text(encoding="utf-8")
    questions = [part for part in re.split(r"^###? ", text, flags=re.MULTILINE) if part.startswith("... ")]
    assert len(questions) >= 25
    assert all("```rules" in part for part in questions)


def test_no_page_names_a_path_of_a_machine() -> None:
    """The documentation is for everybody's machine."""
    assert not [page.name for page in PAGES if re.search(r"/(?:home|root|work|tmp|Users)/", page.read_text("utf-8"))]


def test_the_sizes_of_the_classics_are_up_to_date() -> None:
    """docs/make_classics.py would write the same table."""
    script = DOCS / "make_classics.py"
    done = subprocess.run([sys.executable, str(script), "--check"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
