"""`rulewright dump`: the machine of a game after any pass."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dsl.machine.ir.serialize import from_json
from dsl.tools.cli import main

GAME = Path(__file__).parent.parent / "corpus" / "machine" / "pushdown.rules"


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """The exit code of `dump`, and what it wrote."""
    code = main(["dump", str(GAME), *arguments])
    written = capsys.readouterr()
    return code, written.out, written.err


def test_a_procedure_is_printed_as_it_is_after_a_pass(capsys: pytest.CaptureFixture[str]) -> None:
    """Before members are picked the loop goes over all cards; without a pass it is the machine that plays."""
    _, before, _ = answer(capsys, "--pass", "lower", "--proc", "main")
    assert before.startswith("flow f0 ()") and "for r0 from 3 to 42:" in before
    code, after, _ = answer(capsys, "--proc", "f0")
    assert code == 0 and "for r0 in t" in after and after == answer(capsys, "--pass", "pushdown", "--proc", "main")[1]


def test_the_whole_machine_has_its_layout_and_all_procedures(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a procedure everything is printed."""
    _, out, _ = answer(capsys)
    assert out.startswith("machine for 2 players; Pushdown\n")
    assert "found" in out and "flow f0 ()" in out and "function f1 ()" in out


def test_as_json_it_is_the_stored_machine(capsys: pytest.CaptureFixture[str]) -> None:
    """What is printed can be read back."""
    _, out, _ = answer(capsys, "--json")
    document = json.loads(out)
    assert (document["command"], document["pass"], document["title"]) == ("dump", "pushdown", "Pushdown")
    assert from_json(json.dumps(document["machine"])).names.title == "Pushdown"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--pass", "raise"), "there is no pass 'raise'; the passes are lower, simplify, pushdown"),
        (("--proc", "mian"), "no procedure of this machine is called 'mian'; meant 'main'?"),
    ],
)
def test_what_there_is_not_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], words: str
) -> None:
    """A pass or a procedure that does not exist is a wrong call."""
    assert answer(capsys, *arguments) == (2, "", f"rulewright: {words}\n")
