"""The register of codes: each is given by the program, explained on a page, and shown by a file or a named test."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from dsl.codes import CODES, FAULTS
from dsl.diagnostics import RulesError
from dsl.machine.lower.builder import NotLowered
from dsl.pipeline import check_game, compile_game
from dsl.runtime.errors import GameError
from dsl.runtime.game import load
from dsl.source import Span

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "docs" / "errors"

# What no file of the corpus can show: the test that shows it.
SHOWN_BY = {
    "E001": "tests/test_source.py::test_bytes_that_are_not_utf8_are_refused_at_the_first",
    "E002": "tests/test_source.py::test_control_characters_are_refused",
    "E003": "tests/test_source.py::test_invisible_and_reversing_characters_are_refused_even_in_comments",
    "E004": "tests/test_source.py::test_tabs_are_refused_only_as_indentation",
    "E005": "tests/test_source.py::test_a_file_that_is_too_large_is_refused_unread",
    "E006": "tests/test_source.py::test_a_line_that_is_too_long_is_refused",
    "E007": "tests/syntax/test_parse.py::test_endless_nesting_is_refused",
    "E015": "tests/tools/test_mutation.py::test_reasons_that_cannot_be_read_are_an_error",
    "E165": "tests/play/test_solve.py::test_why_a_game_is_not_solved",
    "E169": "tests/lab/test_running.py::test_a_wrong_experiment_is_told_with_its_place",
    "E162": "tests/test_printing.py::test_text_that_does_not_fit_is_an_error_with_its_line",
    "E016": "tests/sharing/test_packages.py::test_a_manifest_that_is_wrong_is_told_with_its_place",
    "E017": "tests/sharing/test_packages.py::test_no_package_is_told_as_such",
    "E018": "tests/sharing/test_packages.py::test_a_lock_that_is_damaged_is_told",
    "E019": "tests/sharing/test_packages.py::test_what_stands_in_the_way_is_told_by_name",
    "E011": "tests/test_pipeline.py::test_a_missing_file_is_named_with_the_nearest",
    "E012": "tests/test_pipeline.py::test_a_path_that_leads_elsewhere_is_refused",
    "E013": "tests/test_pipeline.py::test_files_that_include_each_other_are_a_mistake",
    "E014": "tests/test_ledger.py::test_what_is_no_plain_list_is_refused",
    "E109": "tests/test_pipeline.py::test_a_citation_must_stand_in_the_ledger",
    "E160": "tests/test_codes.py::test_what_the_compiler_refuses",
    "E161": "tests/backends/test_native_source.py::test_no_compiler",
    "W305": "tests/saying/test_texts.py::test_the_page_of_the_code",
    "E163": "tests/book/test_book.py::test_names_that_are_not_there",
    "W311": "tests/sharing/test_renamed.py::test_a_module_follows_what_has_another_name_and_is_told_it",
    "W309": "tests/book/test_book.py::test_prose_of_a_rule_that_changed",
    "W307": "tests/secrecy/test_secrets.py::test_the_pages_of_the_codes",
    "W308": "tests/secrecy/test_secrets.py::test_the_pages_of_the_codes",
    "E172": "tests/table/test_look.py::test_what_is_wrong_is_told_with_its_place",
    "E170": "tests/test_modules.py::test_a_module_that_requires_another_may_replace_what_it_replaces",
}


@cache
def _given() -> frozenset[str]:
    """Every text of the program that is the same as a code, apart from the register."""
    sources = [path for path in (ROOT / "dsl").rglob("*.py") if path.name not in ("codes.py", "errors.py")]
    return frozenset(
        node.value
        for path in sources
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in {**CODES, **FAULTS}
    )


@cache
def _in_corpus() -> frozenset[str]:
    """The codes that the files of mistakes expect."""
    files = (ROOT / "tests" / "corpus" / "bad").glob("*.rules")
    return frozenset(code for path in files for code in re.findall(r'#! ([EW]\d{3}) "', path.read_text("utf-8")))


def _examples(code: str) -> list[str]:
    return re.findall(r"```rules\n(.*?)```", (PAGES / f"{code}.md").read_text("utf-8"), re.DOTALL)


def _write(folder: Path, text: str) -> Path:
    (folder / "game.rules").write_text(f'game "X" for 2 players\n{text}', encoding="utf-8")
    return folder


@pytest.mark.parametrize("code", [*CODES, *FAULTS])
def test_a_code_is_given_and_explained(code: str) -> None:
    assert code in _given()
    page = (PAGES / f"{code}.md").read_text(encoding="utf-8")
    assert page.startswith(f"# {code}: {({**CODES, **FAULTS})[code]}\n")
    assert "\n## Why" in page
    assert "\n## What to do\n" in page or page.index("\n## Wrong\n") < page.index("\n## Right\n")


def test_pages_belong_to_codes() -> None:
    assert {path.stem for path in PAGES.glob("*.md")} == {*CODES, *FAULTS, "index"}


@pytest.mark.parametrize("code", CODES)
def test_a_code_is_shown(code: str) -> None:
    if code not in SHOWN_BY:
        assert code in _in_corpus()
        return
    assert code not in _in_corpus()
    path, _, name = SHOWN_BY[code].partition("::")
    source = (ROOT / path).read_text(encoding="utf-8")
    found = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef) and node.name == name]
    assert found and code in (ast.get_source_segment(source, found[0]) or "")


@pytest.mark.parametrize("fault", sorted(set(FAULTS) - {"STUCK"}))
def test_pages_of_faults(fault: str, tmp_path: Path) -> None:
    """The first example breaks while it is played, the second one does not."""
    wrong, right = _examples(fault)
    with pytest.raises(GameError) as caught:
        load(_write(tmp_path, wrong)).start()
    assert caught.value.code == fault and caught.value.site is not None
    assert load(_write(tmp_path, right)).start().is_over


def test_rules_without_end_and_rules_too_deep(tmp_path: Path) -> None:
    """RUNAWAY says which of the two it was."""
    deep, _ = _examples("RUNAWAY")
    round_ = "each player has:\n    var n: 0..9\nalways for each p in players where p.n > 0: set p.n to 1\n"
    round_ += "main:\n    set player 1.n to 2\n"
    for text, words in (
        (deep, "it goes on inside itself too deep"),
        (round_, "too much happens before anybody decides"),
    ):
        with pytest.raises(GameError) as caught:
            load(_write(tmp_path, text)).start()
        assert caught.value.code == "RUNAWAY" and caught.value.message.startswith(words)


def test_faults_have_sentences() -> None:
    """What is raised in play is told in words, and nothing else is raised."""
    for fault in FAULTS:
        assert "fails here" not in GameError(fault, None).message
    sources = [*(ROOT / "dsl" / "machine").rglob("*.py"), *(ROOT / "dsl" / "backends").rglob("*.py")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    assert set(re.findall(r'(?:fail|PlayError)\("(\w+)"', text)) == set(FAULTS)


def test_what_the_compiler_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be lowered is E160 at its place; without one it has no place."""
    program, _ = check_game(_write(tmp_path, "main:\n    end game drawn\n"))
    assert program is not None and program.main is not None
    for span in (program.main.span, None):

        def refuse(_program: object, span: Span | None = span, **_: object) -> None:
            raise NotLowered(span, "this cannot be turned into a machine")

        monkeypatch.setattr("dsl.machine.lower.driver.lower", refuse)
        with pytest.raises(RulesError) as caught:
            compile_game(program)
        (diagnostic,) = caught.value.diagnostics
        assert (diagnostic.code, diagnostic.span) == ("E160", span)
        assert "turned into a machine" in diagnostic.message
