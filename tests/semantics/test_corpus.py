"""Files of mistakes: what the checker says about each line stands on that line, and nothing else is said.

`#! E101 "part of the message"` ends the line that is meant, or stands below it. What has no place in the files is
expected on the first line.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from expectations import differences, expected
from golden import golden
from semantics.common import CORPUS, checked

from dsl.codes import CODES
from dsl.diagnostics import Diagnostic, render_text

BAD = sorted((CORPUS / "bad").glob("sem_*.rules"))
PAGES = CORPUS.parent.parent / "docs" / "errors"
TOLD = {code for code in CODES if code[:2] in ("E1", "E2", "W3")}
SHARED = {"E026"}  # what the parser says as well
OTHERS = {
    "E109",
    "E160",
    "E161",
    "E162",
    "E163",
    "E165",
    "E169",
    "E170",
    "E172",
    "W305",
    "W307",
    "W308",
    "W309",
    "W311",
}
"""What others say: the reader of the ledger, the compiler, the native backend, the printer of cards, the linker of
modules, `--secrets`.
"""


def diagnostics(path: Path) -> list[Diagnostic]:
    """Everything there is to say about a file of mistakes."""
    _, bag = checked(path.read_text(encoding="utf-8"), names=[path.name], cited="w304" in path.stem)
    return list(bag.all())


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_mistakes_are_told_on_their_lines(path: Path) -> None:
    """What is expected is said, and no more."""
    assert differences(path.read_text(encoding="utf-8"), diagnostics(path)) == ([], [])


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_mistakes_read_well(path: Path) -> None:
    """The messages as they are shown, hints included, are the reviewed ones."""
    golden(f"goldens/semantics/{path.stem}.txt", render_text(diagnostics(path)))


def test_messages_speak_of_the_language_only() -> None:
    """No message names a class or a value of the program that checks."""
    forbidden = {
        "None",
        "Unknown",
        "FlagSet",
        "EnumOf",
        "ZoneValue",
        "MembersOf",
        "KindMembers",
        "Local",
        "Ref",
        "Const",
    }
    for path in BAD:
        for diagnostic in diagnostics(path):
            words = set(re.findall(r"\w+", f"{diagnostic.message} {diagnostic.hint or ''}"))
            assert not words & forbidden, diagnostic


def test_every_code_has_a_file_and_a_page() -> None:
    """Each code of the checker is shown in the corpus and explained in the documentation."""
    told = {code for path in BAD for _, code, _ in expected(path.read_text(encoding="utf-8"))}
    codes = TOLD - OTHERS
    assert told - SHARED == codes
    assert {code for code in codes if not (PAGES / f"{code}.md").exists()} == set()


@pytest.mark.parametrize(
    "code", sorted(path.stem for path in PAGES.glob("*.md") if path.stem in TOLD and path.stem not in OTHERS)
)
def test_pages_show_what_is_wrong_and_what_is_right(code: str) -> None:
    """The first example of a page gives its code, the second one gives nothing."""
    wrong, right = re.findall(r"```rules\n(.*?)```", (PAGES / f"{code}.md").read_text(encoding="utf-8"), re.DOTALL)
    for text, wanted in ((wrong, {code}), (right, set[str]())):
        _, bag = checked(f'game "X" for 2 players\n{text}', cited=code == "W304")
        said = {diagnostic.code for diagnostic in bag.all()}
        assert said - (set() if code.startswith("W") else {"W301"}) == wanted, render_text(bag.all())
