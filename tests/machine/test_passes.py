"""Small rules and the machine after each pass of the compiler, side by side; each of these machines is well formed."""

from __future__ import annotations

from difflib import SequenceMatcher
from pathlib import Path

import pytest
from golden import golden

from dsl.diagnostics import render_text
from dsl.machine.ir.ops import Machine
from dsl.machine.ir.printer import layout_text, proc_text
from dsl.machine.ir.serialize import from_json, to_json
from dsl.machine.ir.verify import verify
from dsl.machine.lower.driver import LOWER, PASSES, lower
from dsl.pipeline import check_game
from dsl.semantics.model import Program

CORPUS = Path(__file__).parent.parent / "corpus"
SMALL = sorted((CORPUS / "machine").glob("*.rules"))
WHOLE = [path for path in sorted((CORPUS / "good").glob("*.rules")) if path.stem != "sem_everything"]


def after_passes(path: Path) -> dict[str, Machine]:
    """The machine of a file after each pass, by the name of the pass."""
    found: dict[str, Machine] = {}
    lower(program_at(path), after=found.__setitem__)
    return found


def program_at(path: Path) -> Program:
    """The checked program of a file, with the modules of the library that it uses."""
    program, bag = check_game(path, scenarios=False)
    assert program is not None, render_text(bag.all())
    return program


def told(machines: dict[str, Machine]) -> str:
    """The layout; the procedures as they are lowered; then, pass by pass, what the pass has changed or made."""
    before: list[str] = []
    tables: tuple[tuple[int, ...], ...] = ()
    parts: list[str] = []
    for name, machine in machines.items():
        procs = [proc_text(machine, proc) for proc in machine.procs]
        parts.append(f"==== {name} ====\n")
        if not before:
            parts.append(layout_text(machine))
        new = [table for table in range(len(tables), len(machine.tables))] if before else []
        parts.extend(f"t{table}: {' '.join(map(str, machine.tables[table]))}\n" for table in new)
        matcher = SequenceMatcher(None, before, procs, autojunk=False)
        for kind, _, _, first, last in matcher.get_opcodes():
            parts.extend([] if kind == "equal" else procs[first:last])
        before, tables = procs, machine.tables
    return "\n".join(part.rstrip("\n") for part in parts) + "\n"


@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_each_pass_does_what_its_golden_says(path: Path) -> None:
    """The text of the machine after each pass is the one that was reviewed."""
    machines = after_passes(path)
    assert list(machines) == [LOWER, *(name for name, _ in PASSES)]
    golden(f"goldens/machine/{path.stem}.txt", told(machines))


@pytest.mark.parametrize("path", [*SMALL, *WHOLE], ids=lambda path: path.stem)
def test_the_machine_is_well_formed_after_each_pass(path: Path) -> None:
    """No pass leaves anything to complain of, and looking on changes nothing."""
    machines = after_passes(path)
    assert {name: verify(machine) for name, machine in machines.items()} == {name: [] for name in machines}
    assert lower(program_at(path)) == list(machines.values())[-1]


@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_a_stored_machine_is_read_back(path: Path) -> None:
    """What is written as JSON is the machine that is read from it."""
    machine = lower(program_at(path), scenarios=True)
    assert from_json(to_json(machine)) == machine


@pytest.mark.parametrize("name", [name for name, _ in PASSES])
def test_each_pass_changes_something(name: str) -> None:
    """Left out, each pass is missed by one of the small files."""
    passes = tuple(each for each in PASSES if each[0] != name)
    programs = [program_at(path) for path in SMALL]
    assert any(lower(program).procs != lower(program, passes=passes).procs for program in programs)
