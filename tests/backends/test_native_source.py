"""The generated C: what it is made of. And the compiler: how it is found, and what of its work is used again."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from backends.native_help import native, needs_compiler, quick
from backends.test_source import HOSTILE
from machines import Builder, bin_, r, ret, without_names
from randoms import from_seed

import dsl.backends.native
from dsl.backends.base import Chance, Frames
from dsl.backends.batches import Batch
from dsl.backends.native import cc
from dsl.backends.native.backend import Native
from dsl.backends.native.module import write
from dsl.backends.reference.backend import Reference
from dsl.diagnostics import Lessened, RulesError
from dsl.machine.ir import ops
from dsl.machine.ir.entries import played, public
from dsl.machine.ir.ops import Const, Expr, Machine, Names, Site, Stmt, TextTemplate
from dsl.runtime.chance import draw
from dsl.runtime.game import load
from dsl.tools.cli import main

OURS = re.compile(r"[a-z]\d+")
COMMON = "".join(path.read_text() for path in sorted(Path(dsl.backends.native.__file__).parent.glob("*.c")))
WORDS = {
    *("static", "inline", "const", "return", "if", "else", "for", "while", "switch", "case", "default", "break"),
    *("goto", "void", "int", "int8_t", "int16_t", "int32_t", "int64_t", "uint64_t", "sizeof", "define", "include"),
    *("INT64_C", "INT64_MIN", "memcpy", "memset", "setjmp", "stdint", "string", "h", "jmp_buf", "LIMBS", "taken_up"),
}


def text_of(machine: Machine) -> str:
    """The C of a machine."""
    return write(machine, Frames(machine)).text


def foreign(source: str) -> set[str]:
    """The words in a text that are neither ours nor those of the common texts."""
    bare = re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL)
    known = WORDS | set(re.findall(r"[A-Za-z_]\w*", COMMON)) | set(re.findall(r"#define (\w+)", bare))
    return {word for word in re.findall(r"[A-Za-z_]\w*", bare) if not OURS.fullmatch(word)} - known


@pytest.mark.parametrize("seed", range(0, 40, 2))
def test_alphabet(seed: int) -> None:
    """Identifiers of our own alphabet, numbers, and no text at all; nothing that asks for memory or for the system."""
    source = text_of(from_seed(seed))
    assert foreign(source) == set()
    assert '"' not in re.sub(r'__attribute__\(\(visibility\("default"\)\)\)', "", source)
    assert source.isascii()
    assert not re.search(r"\b(malloc|calloc|realloc|alloca|free|f?printf|system|fopen|stdlib|stdio)\b", source)


@needs_compiler
def test_one_name_is_shown() -> None:
    """A compiled machine shows a table and no function, so none can be taken for one of another library."""
    library = native(from_seed(3))._library  # pyright: ignore[reportPrivateUsage] # what it shows is the question
    assert library.rulewright_machine
    for name in ("enter", "run", "options", "choose", "play", "rollout", "perft", "sound", "fault", "f0", "a0", "k0"):
        assert not hasattr(library, name)


def test_names_do_not_matter() -> None:
    """Whatever things are called, the text is the same."""
    machine = from_seed(11)
    site = Site(HOSTILE, 1, 1, HOSTILE, (HOSTILE,), HOSTILE)
    names = Names(
        title=HOSTILE,
        entities=(),
        enums=((HOSTILE, (HOSTILE,)),),
        fields=(),
        zones=(),
        boards=(),
        templates=(TextTemplate((HOSTILE,)),),
        sites=(site,) * 100,
        procs=(HOSTILE,) * len(machine.procs),
        windows=(HOSTILE,),
        streams=(HOSTILE,),
        options=((HOSTILE, HOSTILE),),
    )
    regions = tuple(replace(region, name=HOSTILE) for region in machine.layout.regions)
    renamed = replace(machine, names=names, layout=replace(machine.layout, regions=regions))
    assert text_of(renamed) == text_of(without_names(machine))


@needs_compiler
def test_deep_and_wide() -> None:
    """Deep expressions and deep nests of branches and loops are no trouble."""
    builder = Builder()
    expected: list[tuple[int, int]] = []
    for way in ("left", "right", "both"):
        expr: Expr = r(0)
        for number in range(120):
            other: Expr = Const(number) if way != "both" else bin_("min", r(0), number)
            expr = bin_("-", expr, other) if way == "left" else bin_("max", other, expr)
        expected.append((builder.function(1, [ret(expr)]), 0))
    body: tuple[Stmt, ...] = (ops.SetReg(1, bin_("+", r(1), 1)),)
    for number in range(100):
        body = (
            (ops.IfDo(bin_(">", r(0), -number), body, ()),)
            if number % 5
            else (ops.ForRange(2, Const(1), Const(1), 1, body),)
        )
    expected.append((builder.function(1, [*body, ret(r(1))], (0, 0, 0)), 0))
    machine = builder.machine()
    reference, other_backend = Reference(machine), native(machine)
    S = reference.new_position(0)
    for proc, _ in expected:
        assert other_backend.call(S, proc, (7,)) == reference.call(S, proc, (7,))


# ---- the compiler ----------------------------------------------------------------------------------------------------


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of our own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "rulewright" / "native"


@needs_compiler
def test_what_was_compiled_is_used_again(cache: Path) -> None:
    """The same text, compiler and flags give the same file; others another."""
    machine = Builder().machine()
    native(machine)
    (first,) = cache.iterdir()
    made = first.stat().st_mtime_ns
    native(machine)
    assert [path.stat().st_mtime_ns for path in cache.iterdir()] == [made]
    Native(machine, 100, replace(quick() or cc.find(), flags=(*(quick() or cc.find()).flags, "-DOTHER")))
    assert len(list(cache.iterdir())) == 2
    assert cache.stat().st_mode & 0o777 == 0o700
    assert first.stat().st_mode & 0o077 == 0


@needs_compiler
def test_what_others_may_have_written_is_not_used(cache: Path) -> None:
    """A file that others may write to is made anew, a folder that others may write to is refused, and so is a link."""
    machine = Builder().machine()
    native(machine)
    (made,) = cache.iterdir()
    good = made.read_bytes()
    made.unlink()  # and not written over: it is loaded, and what a process runs must not change under it
    made.write_bytes(b"not a machine")
    made.chmod(0o666)
    native(machine)
    assert made.read_bytes()[:4] == good[:4]
    target = cache.parent / "elsewhere"
    made.rename(target)
    made.symlink_to(target)
    native(machine)
    assert not made.is_symlink()
    cache.chmod(0o777)
    with pytest.raises(cc.CompilerError, match="others may write"):
        native(machine)
    cache.chmod(0o700)
    for path in cache.iterdir():
        path.unlink()
    cache.rmdir()
    cache.symlink_to(cache.parent)
    with pytest.raises(cc.CompilerError):
        native(machine)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "machine.c: In function 'f3':\nmachine.c:7:9: warning: unused variable 'x'\n"
            "machine.c:9:5: error: 'r4' undeclared\n    9 |     r4 = 1;\nmachine.c:9:5: note: reported only once",
            "machine.c:9:5: error: 'r4' undeclared",
        ),
        (
            "/usr/bin/ld: cannot find -lm: No such file or directory\ncollect2: error: ld returned 1 exit status",
            "/usr/bin/ld: cannot find -lm: No such file or directory",
        ),
        ("gcc: fatal error: Killed signal terminated program cc1\ncompilation terminated.", "gcc: fatal error: Killed"),
        ("tcc: wrong\n\nit went wrong here\n", "it went wrong here"),
        ("collect2: error: ld returned 1 exit status", "collect2: error: ld returned 1"),
        ("", "no reason given"),
    ],
)
def test_the_reason_of_a_compiler_is_told(said: str, told: str) -> None:
    """The line that says what is wrong, and not the one that happens to come first."""
    assert cc.reason(said).startswith(told)


@needs_compiler
def test_a_compiler_that_fails(cache: Path) -> None:
    """Its reason is told, and nothing is left behind."""
    failing = replace(quick() or cc.find(), flags=("-no-such-flag",))
    with pytest.raises(cc.CompilerError, match=r"failed: .*no-such-flag"):
        Native(Builder().machine(), 100, failing)
    assert list(cache.iterdir()) == []


def test_where_a_compiler_is_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """$CC first, with its own flags; then the usual names."""
    for name in ("gcc", "mine"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    assert cc.find().command == (str(tmp_path / "gcc"),)
    monkeypatch.setenv("CC", "mine -g")
    assert cc.find().command == (str(tmp_path / "mine"), "-g")
    monkeypatch.setenv("CC", "nothing-such")
    assert cc.find().command == (str(tmp_path / "gcc"),)


@pytest.fixture
def nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without a C compiler."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(cc, "find_spec", lambda _: None)


@pytest.mark.usefixtures("nothing")
def test_no_compiler(capsys: pytest.CaptureFixture[str]) -> None:
    """Asked for by name it is E161 and exit code 1; left to the program it is the generated Python, without a word."""
    with pytest.raises(RulesError) as caught:
        load("pig").start(backend="native")
    assert [diagnostic.code for diagnostic in caught.value.diagnostics] == ["E161"]
    assert load("pig").start(backend="auto").actor == 1
    assert main(["sim", "pig", "-n", "2", "--backend", "native"]) == 1
    assert "E161" in capsys.readouterr().err
    assert main(["sim", "pig", "-n", "2", "--backend", "auto"]) == 0
    assert main(["perft", "tic_tac_toe", "2"]) == 0
    assert "native" not in capsys.readouterr().err


def test_only_one_module_starts_programs() -> None:
    """The compiler is the only program that is ever started."""
    package = Path(dsl.__file__).parent
    starts = re.compile(r"^\s*(import|from) subprocess", re.MULTILINE)
    users = {path.name for path in package.rglob("*.py") if starts.search(path.read_text(encoding="utf-8"))}
    assert users == {"cc.py"}


@pytest.mark.parametrize(
    ("vendor", "family", "slow"), [("AuthenticAMD", 23, True), ("AuthenticAMD", 25, False), ("GenuineIntel", 6, False)]
)
def test_slow_bits(vendor: str, family: int, slow: bool) -> None:
    """What spreads bits is left alone on processors that take long for it."""
    told = f"processor\t: 0\nvendor_id\t: {vendor}\ncpu family\t: {family}\nflags\t\t: bmi2\n"
    assert cc._is_slow(told) is slow  # pyright: ignore[reportPrivateUsage] # it reads what the system tells


@needs_compiler
def test_a_text_in_parts_is_the_same_machine() -> None:
    """What is compiled in parts at the same time plays the same games, option by option."""
    machine = load("cribbage").machine()
    whole = write(machine, Frames(machine), played(machine))
    parts = whole.parts(3)
    assert len(parts) == 3 and all(len(part) > len(whole.shared) for part in parts)
    assert sum(part.count("\nOWN int64_t f") for part in parts) >= len(whole.functions) // 2
    outcomes: list[list[int]] = []
    for count in (1, 3):
        found = Native(machine, compiler=quick() or cc.find(), parts=count).fresh(0)
        assert found is not None
        outcomes.append(found.batch(Batch(7, 40, 5_000)).rows.tolist())
    assert outcomes[0] == outcomes[1]


@needs_compiler
def test_what_no_game_comes_to_is_not_compiled() -> None:
    """It is answered in Python, with the same numbers and options as where all is compiled."""
    machine = load("dark_order").machine()
    few, all_ = Native(machine), write(machine, Frames(machine))
    assert len(few.source) < 0.75 * len(all_.text)
    reference, state = Reference(machine), few.new_position(5)
    few.run(state, Chance(machine, draw, plain=True))
    asked = sorted(public(machine) - played(machine))
    plain = [proc for proc in asked if not machine.procs[proc].params and not machine.procs[proc].flow][:20]
    assert plain
    for proc in plain:
        assert few.call(state[:], proc, ()) == reference.call(state[:], proc, ())


def test_a_compiler_that_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python plays where a compiler that is there makes nothing of a machine, and what it said is told, once."""
    refuses = tmp_path / "refuses"
    refuses.write_text("#!/bin/sh\necho 'machine.c:7: error: no such thing' >&2\nexit 1\n")
    refuses.chmod(0o755)
    monkeypatch.setenv("CC", str(refuses))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with pytest.warns(Lessened, match=r"slower: .*refuses failed: machine\.c:7: error: no such thing"):
        assert load("pig").start(backend="auto").actor == 1
    command = [sys.executable, "-m", "dsl.tools.cli", "sim", "pig", "-n", "3000"]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.returncode == 0
    assert found.stderr.count("slower: ") == 1
