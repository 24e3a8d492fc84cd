"""What was found out about a game and is kept between runs: it holds while every file that was read is what it was.

A finding is whatever JSON can hold: what `check` had to say, or where its machine is. It is kept with all that was read
of files (`Input`), and with what names could lead to outside of them: which files lie in the folders of scenarios and
modules, and what is installed. If any of it is different now, nothing was found out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import astuple, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, cast

from dsl.keeping.folder import digest, is_allowed, keep, kept, later
from dsl.packages.home import folder_rules, is_bare
from dsl.reading.installed import installed_libraries, installed_modules
from dsl.reading.places import LIBRARY, MAIN, grammar_text
from dsl.reading.reader import read_bytes
from dsl.reading.sources import MODULES, Input, Sources

SCENARIOS: Final = "scenarios"


@dataclass(frozen=True, slots=True)
class Found:
    """A finding that holds still. inputs: a digest of what it was found in; texts: what is in each of the files."""

    value: Mapping[str, Any]
    inputs: str
    texts: Mapping[Path, bytes]


def main_file(path: str | Path) -> Path:
    """The file that a game begins with, by its folder or file."""
    return Path(path) / MAIN if Path(path).is_dir() else Path(path)


def find(main: Path, what: str) -> Found | None:
    """What was found out about a game, if it holds still. what: tells one finding from another, with all choices that
    it depends on.
    """
    if not is_allowed():
        return None
    try:
        body = kept(_name(main, what), _around(main))
        stored = None if body is None else json.loads(body)
        inputs = [Input(*each) for each in stored["inputs"]] if stored is not None else []
        texts = {Path(each.path): read_bytes(Path(each.path)) for each in inputs}
        if stored is None or not all(_is_same(each, texts) for each in inputs):
            return None
        return Found(stored["value"], inputs_digest(inputs), texts)
    except (OSError, RuntimeError, ValueError, KeyError, TypeError):
        return None


def remember(sources: Sources, main: Path, what: str, value: Mapping[str, Any]) -> None:
    """Keep what was found out about a game that was read without a mistake, when the work is done."""
    if sources.drafts is None and is_allowed():
        inputs = [astuple(each) for each in sources.inputs]
        body = json.dumps({"inputs": inputs, "value": value}, separators=(",", ":")).encode()
        around = _around(main)
        later(lambda: keep(_name(main, what), around, body))


def inputs_digest(inputs: object) -> str:
    """What tells what was read from everything else."""
    listed = [astuple(each) for each in cast("list[Input]", [*cast("Any", inputs)])]
    return digest(json.dumps(listed))


def _name(main: Path, what: str) -> str:
    return f"{what} of {main.absolute()}"


def _is_same(each: Input, texts: Mapping[Path, bytes]) -> bool:
    """Whether a name leads where it led, and the same stands there."""
    path = (Path(each.root) / each.name).resolve(strict=True)
    return str(path) == each.path and sha256(texts[path]).hexdigest() == each.digest


def _around(main: Path) -> str:
    """What reading depends on besides the files that are read."""
    root = main.absolute().parent
    scenarios = sorted(path.relative_to(root).as_posix() for path in (root / SCENARIOS).rglob("*.rules"))
    modules = sorted(path.name for path in folder_rules(root / MODULES))
    library = [path.name for path in folder_rules(LIBRARY)]
    installed = {} if is_bare() else {**installed_libraries(), **installed_modules(root)}
    brought = sorted(f"{name} {where}" for name, where in installed.items())
    return digest(grammar_text(), json.dumps([scenarios, modules, library, brought]))
