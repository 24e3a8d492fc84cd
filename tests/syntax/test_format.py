"""Formatting: only blanks change, the tree stays, and twice is once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from breadth import many
from golden import golden
from hypothesis import example, given, settings
from hypothesis import strategies as st
from syntax.common import BAD, FORMS, GAMES, parse, read

from dsl.diagnostics import Bag
from dsl.syntax.format import format_text
from dsl.syntax.tree_text import show

ALL = [*FORMS, *BAD]
"""The files of games are compared with their own standard layout, which says as much and more."""
TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|#.*|@[\w.\-]*|yes/no\b|stand-in\b|[^\W\d]\w*|[0-9]+|\.\.|[!<>]=|[ \t\n]+|.')


def seen(text: str) -> tuple[str, list[str]]:
    """What a text means: its tree, and what there is to say about it."""
    bag = Bag()
    tree = show(parse(text, bag))
    return tree, [diagnostic.message for diagnostic in bag.all()]


def bare(text: str) -> list[str]:
    """The words, signs and comments of a text without blanks."""
    return [token.rstrip() for token in TOKEN.findall(text) if not set(token) <= set(" \t\n")]


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_formatting_changes_blanks_only(path: Path) -> None:
    """The tree and the messages of every file are the same before and after, and so is every word of it."""
    text = read(path)
    formatted = format_text(text)
    assert bare(formatted) == bare(text)
    assert seen(formatted) == seen(text)


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_formatting_twice_is_formatting_once(path: Path) -> None:
    """The canonical form is its own canonical form."""
    formatted = format_text(read(path))
    assert format_text(formatted) == formatted


def test_the_canonical_form() -> None:
    """A file in which everything stands somewhat askew, and how it should stand."""
    askew = read(Path(__file__).parent / "askew.txt")
    golden("goldens/syntax/askew.txt", format_text(askew))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: f"{path.parent.name}_{path.stem}")
def test_what_is_shipped_is_in_the_standard_layout(path: Path) -> None:
    """`rulewright fmt` would change none of the files that come along; it mends the ones named here."""
    assert format_text(read(path)) == read(path)


@pytest.mark.parametrize(
    "text", ["set x to p.most - before", "set x to p.least + 1", "raise x by -1", "modify life of u by +1"]
)
def test_a_minus_behind_a_field_joins_two_numbers(text: str) -> None:
    """A field may be called like a word behind which a number with its sign stands."""
    assert format_text(f"main:\n    {text}\n") == f"main:\n    {text}\n"


def test_citations_of_a_file_stand_in_one_margin() -> None:
    """The margin is as wide as the longest line that can stand beside it asks for, and no wider."""
    short = 'game "A" for 2 players @A-1\nrule r: after move x to z: stop @A-2\n'
    middle = f'{short}text only "{"long " * 8}" @A-3\n'
    longer = f'{middle}unimplemented "{"words " * 20}" @A-4\n'
    for text, column in ((short, 40), (middle, 60), (longer, 60)):
        lines = format_text(text).splitlines()
        assert {line.index("@") for line in lines if len(line) < 80} == {column + 2}
    assert '" "  @A-4' not in format_text(longer) and 'words "  @A-4' in format_text(longer)


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_formatting_brings_files_into_one_form(path: Path) -> None:
    """Other indentation, other line ends, more blanks: the same canonical form."""
    text = format_text(read(path))
    deeper = re.sub(r"^( +)", lambda match: match[1] * 2, text, flags=re.MULTILINE)
    shallow = re.sub(r"^( +)", lambda match: " " * (len(match[1]) // 4), text, flags=re.MULTILINE)
    wide = re.sub(r"(?<=[\w)]) (?=[\w(@#=])", "   ", text)
    loose = re.sub(r"\n(?=\S)", " \n\n\n", text)
    for other in (deeper, shallow, text.replace("\n", "\r\n"), f"\n\n{text}\n\n  \n"):
        assert format_text(other) == text
    assert seen(format_text(wide)) == seen(wide)
    assert "\n\n\n" not in format_text(loose)


GAPS = st.sampled_from(["", " ", "   "])


@st.composite
def perturbed(draw: st.DrawFn) -> str:
    """A file of forms in which the blanks between words are other ones; sometimes a word is missing too."""
    lines = read(draw(st.sampled_from(FORMS))).split("\n")
    start = draw(st.integers(0, len(lines) - 1))
    out: list[str] = []
    for line in lines[start : start + 12]:
        tokens = TOKEN.findall(line.strip())
        indent = " " * ((len(line) - len(line.lstrip())) * draw(st.sampled_from([1, 1, 1, 2])))
        if tokens and draw(st.integers(0, 9)) == 0:
            tokens.pop(draw(st.integers(0, len(tokens) - 1)))
        spaced = (draw(GAPS) if token.isspace() else token + draw(st.sampled_from(["", "", " "])) for token in tokens)
        out.append(indent + "".join(spaced))
        out.extend(draw(st.lists(st.sampled_from(["", "  ", "# c", "      # d"]), max_size=1)))
    return "\n".join(out)


@pytest.mark.wide
@settings(max_examples=many(40, 200))
@given(st.one_of(perturbed(), st.text(alphabet="ab1é²\u00a0 \n.,:;()[]{}+-*/=<>!@#\"'\\", max_size=40)))
@example("a . .b")
@example("\u00a0")
@example("\u00a0 @A-1")
@example("main:\n a ) b")
@example('main:\n say "a')
def test_any_text_keeps_its_meaning(text: str) -> None:
    """Formatting never changes what a text means or what is broken in it, and is done in one go."""
    formatted = format_text(text)
    assert format_text(formatted) == formatted
    (tree, messages), (tree_before, messages_before) = seen(formatted), seen(text)
    assert tree == tree_before
    assert len(messages) == len(messages_before)
