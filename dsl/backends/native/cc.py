"""Finding a C compiler, running it, and keeping what it made. The one place that starts another program.

A compiled machine lies in the user's own cache folder. Its name holds a digest of its text, the compiler and the flags,
by which it is found, and one of its own bytes, which is compared before it is loaded: what a full disk, a crash or a
bad sector left is thrown away and made again. Nobody else can write there: a folder or a file that belongs to someone
else, or that others may write to, is not used, nor is one in a folder where others could put another in its place.
"""

from __future__ import annotations

import ctypes
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from dsl.keeping.folder import Unusable, is_ours, own_folder

FLAGS: Final = ("-std=c99", "-O1", "-fwrapv", "-fvisibility=hidden", "-fPIC", "-w")
SHORT: Final = 400_000
"""Characters of a text for which better code is worth the time that it takes: -O2 in place of -O1."""
MOST_PARTS: Final = 8
"""Parts of a text that are compiled at the same time."""
COUNTING: Final = {"popcnt": "-mpopcnt", "bmi1": "-mbmi", "bmi2": "-mbmi2"}
"""What processors may have for sets of bits, and the flags that use it."""
NAMES: Final = ("cc", "gcc", "clang", "tcc")
PATIENCE: Final = 900
"""Seconds that a compiler may take."""
_REASONS: Final = (
    re.compile(r"\berror\b", re.IGNORECASE),
    re.compile(r"undefined reference|cannot find|no such file|not found|no space left", re.IGNORECASE),
)
_SUMMARY: Final = re.compile(r"collect2: error: ld returned|clang: error: linker command|[0-9]+ errors? generated")
"""What compilers say behind the reason itself."""


class CompilerError(Exception):
    """No machine can be compiled here; the message is a sentence for people."""


class NoCompiler(CompilerError):
    """There is none here."""


@dataclass(frozen=True, slots=True)
class Compiler:
    """A command that takes C. identity: what tells it from others, its size and date among it."""

    command: tuple[str, ...]
    flags: tuple[str, ...]
    identity: str


def find() -> Compiler:
    """The compiler to use: $CC, or the first of the usual ones that is there; NoCompiler if none is."""
    found = _find(os.environ.get("CC", ""), os.environ.get("PATH", ""))
    if found is None:
        raise NoCompiler("there is no C compiler here: CC, cc, gcc, clang, tcc and ziglang were looked for")
    return found


@cache
def _find(wanted: str, path: str) -> Compiler | None:
    if os.name != "posix":
        return None
    for words in (*([shlex.split(wanted)] if wanted.strip() else []), *([name] for name in NAMES)):
        program = shutil.which(words[0], path=path)
        if program is not None:
            about = os.stat(program)
            identity = f"{os.path.realpath(program)} {about.st_size} {about.st_mtime_ns}"
            return Compiler((program, *words[1:]), (*FLAGS, *_own_flags()), identity)
    if find_spec("ziglang") is not None:
        return Compiler((sys.executable, "-m", "ziglang", "cc"), FLAGS, f"zig {sys.version}")
    return None


@cache
def _own_flags() -> tuple[str, ...]:
    """The flags for what this processor can do besides; none where nothing is known of it."""
    if os.uname().machine != "x86_64":
        return ()
    try:
        told = Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace")
    except OSError:
        return ()
    line = next((each for each in told.splitlines() if each.startswith("flags")), "").split()
    return tuple(flag for name, flag in COUNTING.items() if name in line and not (name == "bmi2" and _is_slow(told)))


def _is_slow(told: str) -> bool:
    """Whether a processor has bmi2, but takes long for what spreads bits: AMD's before Zen 3."""
    family = re.search(r"^cpu family\s*:\s*(\d+)", told, re.MULTILINE)
    return "AuthenticAMD" in told and family is not None and int(family[1]) < 25


def parts_of(text: str) -> int:
    """In how many parts a text is compiled at the same time: one for each processor, if it is long."""
    return 1 if len(text) < SHORT else min(_processors(), MOST_PARTS)


def _processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def shared_object(parts: Sequence[str], compiler: Compiler) -> Path:
    """The file with a compiled text, which may be in parts: one that was made before, or a new one; CompilerError if
    there can be none.
    """
    if sum(map(len, parts)) < SHORT:
        compiler = replace(compiler, flags=tuple("-O2" if each == "-O1" else each for each in compiler.flags))
    try:
        return _made(parts, compiler)
    except CompilerError:
        plain = tuple(flag for flag in compiler.flags if flag not in COUNTING.values())
        if plain == compiler.flags:
            raise
        return _made(parts, replace(compiler, flags=plain))  # the compiler may be one that knows no such flags


def _made(parts: Sequence[str], compiler: Compiler) -> Path:
    words = (*compiler.command, *compiler.flags, compiler.identity, sys.platform, os.uname().machine)
    digest = sha256("\0".join((*parts, *words)).encode()).hexdigest()[:40]
    folder = _folder()
    try:
        for made in folder.glob(f"{digest}-*.so"):
            if is_ours(made) and made.name == _name(digest, made):
                return made
            made.unlink(missing_ok=True)
    except OSError as error:
        raise CompilerError(f"{folder} cannot be used: {error.strerror}") from None
    return _compile(parts, compiler, folder, digest)


def _name(digest: str, made: Path) -> str:
    """What a file with these bytes, compiled from what the digest stands for, is called."""
    return f"{digest}-{sha256(made.read_bytes()).hexdigest()[:40]}.so"


def load(path: Path) -> ctypes.CDLL:
    """The compiled machine, in this process."""
    try:
        return ctypes.CDLL(str(path))
    except OSError as error:
        raise CompilerError(f"what the C compiler made cannot be loaded: {error}") from None


def _folder() -> Path:
    """The folder of compiled machines, which is ours alone."""
    try:
        return own_folder("native")
    except Unusable as error:
        raise CompilerError(str(error)) from None
    except OSError as error:
        raise CompilerError(f"{error.filename or 'the cache folder'} cannot be used: {error.strerror}") from None


def reason(said: str) -> str:
    """The line of what a compiler said that tells why it failed: not where it was, what it warned of, or that a part
    of it failed, if there is a better one.
    """
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    for sign in _REASONS:
        for line in lines:
            if sign.search(line) and not _SUMMARY.match(line):
                return line
    return lines[-1] if lines else "no reason given"


def _compile(parts: Sequence[str], compiler: Compiler, folder: Path, digest: str) -> Path:
    """Compile in a folder for the moment, and put the result in its place in one step, when it has reached the disk."""
    try:
        with tempfile.TemporaryDirectory(dir=folder) as name:
            target = Path(name) / "machine.so"
            sources = [Path(name) / f"machine{at or ''}.c" for at in range(len(parts))]
            for source, text in zip(sources, parts, strict=True):
                source.write_text(text, encoding="ascii")
            if len(parts) == 1:
                _run(compiler, name, "-shared", "-o", str(target), str(sources[0]))
            else:
                objects = [str(source.with_suffix(".o")) for source in sources]
                with ThreadPoolExecutor(len(parts)) as pool:
                    pairs = zip(objects, map(str, sources), strict=True)
                    work = [pool.submit(_run, compiler, name, "-c", "-o", *pair) for pair in pairs]
                    for each in work:
                        each.result()
                _run(compiler, name, "-shared", "-o", str(target), *objects)
            if not target.is_file():
                raise CompilerError(f"the C compiler {compiler.command[0]} failed: it made nothing")
            target.chmod(0o600)
            with target.open("rb") as stream:
                os.fsync(stream.fileno())
            made = folder / _name(digest, target)
            os.replace(target, made)
            return made
    except subprocess.TimeoutExpired:
        raise CompilerError(f"the C compiler {compiler.command[0]} took more than {PATIENCE} seconds") from None
    except OSError as error:
        raise CompilerError(f"the C compiler {compiler.command[0]} cannot be run: {error.strerror}") from None


def _run(compiler: Compiler, folder: str, *more: str) -> None:
    """Run the compiler; CompilerError with what it said if it fails."""
    command = [*compiler.command, *compiler.flags, *more]
    found = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False, stdin=subprocess.DEVNULL)
    if found.returncode:
        said = reason(found.stderr.decode("utf-8", "replace").replace(f"{folder}{os.sep}", ""))
        raise CompilerError(f"the C compiler {compiler.command[0]} failed: {said}")
