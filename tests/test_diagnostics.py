"""Diagnostics: registered codes, the bag, both renderers, and suggestions."""

from __future__ import annotations

import json
import pickle

import pytest
from golden import golden
from hypothesis import given
from hypothesis import strategies as st

from dsl.codes import CODES
from dsl.diagnostics import (
    Bag,
    Diagnostic,
    Label,
    RulesError,
    from_text_error,
    nearest,
    render_json,
    render_text,
)
from dsl.source import SourceFile, Span, TextError, check_text

GAME = SourceFile(
    "games/x/game.rules",
    """game "X"

event wound(u: Unit, n: 0..12):
    does: u.wounds + n

rule shields: before wound(u, m): n - shields
card "卡片": each infantry adjacent to 卡片 gets goldd
rule death: always when u.wounds > u.life:
    kill u
    score 1
never attack(u, t) when t.owner is u.owner
never draw
""",
)
CARDS = SourceFile("games/x/cards.rules", "card A is Unit:\n\n    never draw")


def at(part: str, file: SourceFile = GAME) -> Span:
    start = file.text.index(part)
    return file.span(start, start + len(part))


def samples() -> list[Diagnostic]:
    return [
        Diagnostic(
            "E101", "error", 'unknown word "goldd"', (Label(at("goldd"), "no such field"),), hint='meant "gold"?'
        ),
        Diagnostic(
            "E201",
            "error",
            "both rules apply and nothing says which goes first",
            (
                Label(at("never draw", CARDS), "this one"),
                Label(at("before wound"), "and this one"),
                Label(at("wound(u: Unit, n: 0..12)"), "both are about this event"),
                Label(at("m):"), "called m here"),
            ),
            cites=("DO-8.3", "DM-12.16"),
            hint="write which goes first: precedence a > b",
        ),
        Diagnostic(
            "W302",
            "warning",
            "rule can never fire",
            (Label(at("rule death: always when u.wounds > u.life:\n    kill u")),),
        ),
        Diagnostic(
            "E110", "error", "the place has no bounds", (Label(GAME.span(len(GAME.text), len(GAME.text)), "file ends"),)
        ),
        Diagnostic("W304", "warning", "paragraph without a fate", cites=("DO-1.1",)),
    ]


def test_text_rendering() -> None:
    golden("goldens/diagnostics.txt", render_text(samples()))


def test_json_rendering_is_plain_data() -> None:
    printed = json.dumps(render_json(samples()), indent=1, ensure_ascii=False) + "\n"
    golden("goldens/diagnostics.json", printed)


def test_refused_text_is_rendered_without_the_refused_characters() -> None:
    texts = [b"ok\n# \x1b[31m red \xe2\x80\xae\n\tindented\n", b"a\xff", b"x" * 2_500 + b"\n", b"a" * 1_000_001]
    out: list[str] = []
    for number, data in enumerate(texts):
        with pytest.raises(TextError) as caught:
            check_text(f"{number}\x1b.rules", data)
        out.append(render_text(from_text_error(caught.value)))
    printed = "\n".join(out)
    assert "\x1b" not in printed and "\u202e" not in printed
    golden("goldens/refused_text.txt", printed)


@given(st.text(max_size=30), st.text(max_size=30), st.data())
def test_no_text_reaches_the_terminal_unfiltered(text: str, words: str, data: st.DataObject) -> None:
    file = SourceFile(words, text)
    start = data.draw(st.integers(0, len(text)))
    span = file.span(start, data.draw(st.integers(start, len(text))))
    printed = render_text([Diagnostic("E101", "error", words, (Label(span, words),), (words,), words)])
    assert all(line.isprintable() for line in printed.split("\n"))


def test_marks_stand_below_what_they_mark() -> None:
    for part in ("goldd", "infantry", "gets"):
        lines = render_text([Diagnostic("E101", "error", "m", (Label(at(part)),))]).split("\n")
        # each of the four wide letters before the part takes two columns
        wide = sum(letter in "卡片" for letter in lines[3][: lines[3].index(part)])
        assert lines[4].index("^") == lines[3].index(part) + wide
        assert lines[4].count("^") == len(part)


def test_an_unregistered_code_is_refused() -> None:
    with pytest.raises(ValueError, match="E999"):
        Diagnostic("E999", "error", "no")


def test_an_error_code_is_no_warning_but_a_warning_may_become_an_error() -> None:
    with pytest.raises(ValueError, match="E101"):
        Diagnostic("E101", "warning", "no")
    assert Diagnostic("W302", "error", "strict").severity == "error"


def test_codes_are_well_formed_and_titles_differ() -> None:
    assert all(len(code) == 4 and code[0] in "EW" and code[1:].isdigit() for code in CODES)
    assert list(CODES) == sorted(CODES)
    assert len(set(CODES.values())) == len(CODES)


def test_the_bag_sorts_and_drops_doubles() -> None:
    bag = Bag()
    bag.extend(samples())
    bag.extend(samples())
    bag.error("E101", at("goldd"), "said otherwise")
    assert [d.code for d in bag.all()] == ["W304", "E201", "E101", "W302", "E110"]
    assert len(bag) == 5
    assert bag.all()[2].message == 'unknown word "goldd"'
    assert bag.summary() == "3 errors, 2 warnings"


def test_the_bag_shows_a_limited_number_and_errors_first() -> None:
    bag = Bag(limit=3)
    for offset in range(4):
        bag.warning("W301", GAME.span(offset, offset), "w")
    bag.error("E101", GAME.span(9, 9), "e", words="here", labels=[Label(GAME.span(1, 2))], cites=["DO-1"], hint="h")
    assert [d.code for d in bag.shown()] == ["W301", "W301", "E101"]
    assert bag.summary() == "1 error, 4 warnings (2 not shown)"
    error = bag.shown()[2]
    assert (error.labels[0].words, len(error.labels), error.cites, error.hint) == ("here", 2, ("DO-1",), "h")


def test_the_bag_raises_for_errors_only() -> None:
    bag = Bag()
    bag.warning("W302", None, "never fires")
    bag.raise_errors()
    bag.error("E101", None, "unknown word")
    with pytest.raises(RulesError, match=r"error\[E101\]: unknown word") as caught:
        bag.raise_errors()
    assert [d.code for d in caught.value.diagnostics] == ["E101", "W302"]
    assert pickle.loads(pickle.dumps(caught.value)).diagnostics == caught.value.diagnostics


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("goldd", ["gold"]),
        ("Gold", ["gold"]),
        ("godl", ["gold"]),
        ("hadn", ["hand"]),
        ("discrad", ["discard"]),
        ("warrior", []),
        ("gold", []),
        ("x", []),
        ("", []),
        ("g" * 100, []),
    ],
)
def test_the_nearest_spelling_is_suggested(word: str, found: list[str]) -> None:
    assert nearest(word, ["gold", "hand", "discard", "deck"]) == found


def test_suggestions_come_nearest_first_and_then_by_the_alphabet() -> None:
    assert nearest("decks", {"docks", "deck", "desks", "dice"}, 3) == ["deck", "desks", "docks"]
