"""The bars that the code of dsl/ keeps: short functions, short files, few branches, docstrings, no circles.

What is above a bar today stands in bars.json with its number. It may fall, and then its number there falls with it
(`python tests/test_bars.py > tests/bars.json` writes what is so now); nothing new may rise above a bar. A function that
is simpler long than cut says so on its `def` line: `# exempt: <reason>`.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from radon.complexity import cc_visit  # pyright: ignore[reportMissingTypeStubs, reportUnknownVariableType]

ROOT = Path(__file__).parent.parent
MOST = {"lines of a function": 60, "complexity": 15, "lines of a file": 400}
_EXEMPT = re.compile(r"#\s*exempt:\s*\w+")
MOST_EXEMPT = 12


Found = dict[str, int]
"""By what is measured: `path:name` of a function, with the class before a method; the path of a file."""


@cache
def texts() -> dict[str, str]:
    """The text of every module, by its path from the root."""
    paths = sorted((ROOT / "dsl").rglob("*.py"))
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in paths}


@cache
def trees() -> dict[str, ast.Module]:
    """The tree of every module, by its path."""
    return {path: ast.parse(text) for path, text in texts().items()}


def functions(path: str) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """All functions of a module that are not exempt, nested ones too, by their full names."""
    lines = texts()[path].splitlines()
    todo: list[tuple[str, ast.AST]] = [(f"{path}:", trees()[path])]
    while todo:
        prefix, node = todo.pop()
        for inner in ast.iter_child_nodes(node):
            name = prefix
            if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                name = f"{prefix}{inner.name}."
            if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef) and not _EXEMPT.search(
                lines[inner.lineno - 1]
            ):
                yield name.removesuffix("."), inner
            todo.append((name, inner))


def long_functions() -> Found:
    """How many lines each function has."""
    found: Found = {}
    for path in texts():
        for name, node in functions(path):
            found[name] = max(found.get(name, 0), (node.end_lineno or node.lineno) - node.lineno + 1)
    return found


def branching_functions() -> Found:
    """The cyclomatic complexity of each function, as radon counts it."""
    found: Found = {}
    for path, text in texts().items():
        lines = text.splitlines()
        for block in cc_visit(text):
            if block.letter != "C" and not _EXEMPT.search(lines[block.lineno - 1]):
                name = f"{path}:{block.fullname}"
                found[name] = max(found.get(name, 0), block.complexity)
    return found


def long_files() -> Found:
    """How many lines each file has."""
    return {path: len(text.splitlines()) for path, text in texts().items()}


MEASURES: dict[str, Callable[[], Found]] = {
    "lines of a function": long_functions,
    "complexity": branching_functions,
    "lines of a file": long_files,
}


def above(bar: str) -> Found:
    """What is above a bar, with its number."""
    return {name: number for name, number in sorted(MEASURES[bar]().items()) if number > MOST[bar]}


def known() -> dict[str, Found]:
    """What may be above each bar."""
    return json.loads((ROOT / "tests" / "bars.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("bar", MEASURES)
def test_nothing_new_rises_above_a_bar(bar: str) -> None:
    """What is above the bar is what bars.json says, to the number: it falls there when it falls."""
    found, allowed = above(bar), known()[bar]
    risen = {name: number for name, number in found.items() if number > allowed.get(name, MOST[bar])}
    assert not risen, f"above the bar of {MOST[bar]} {bar}: {risen}"
    fallen = {name: found.get(name) for name, number in allowed.items() if found.get(name) != number}
    assert not fallen, f"better than bars.json says: write the new numbers there: {fallen}"


def test_exemptions_are_few() -> None:
    """An exemption is written on a `def` line, and there is a handful."""
    marked = [
        (path, line) for path, text in texts().items() for line in text.splitlines() if re.search(r"#\s*exempt\b", line)
    ]
    assert all(re.match(r"\s*(async )?def |\s*\).*->", line) and _EXEMPT.search(line) for _, line in marked), marked
    assert len(marked) <= MOST_EXEMPT


def _undocumented(path: str) -> Iterator[str]:
    tree = trees()[path]
    if not ast.get_docstring(tree):
        yield path
    todo: list[tuple[str, ast.Module | ast.ClassDef]] = [(f"{path}:", tree)]
    while todo:
        prefix, holder = todo.pop()
        for node in holder.body:
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) or node.name.startswith("_"):
                continue
            if not ast.get_docstring(node):
                yield prefix + node.name
            if isinstance(node, ast.ClassDef):
                todo.append((f"{prefix}{node.name}.", node))


def test_what_is_public_has_a_docstring() -> None:
    """Modules, and the classes, functions and methods without an underscore in front."""
    assert [name for path in texts() for name in _undocumented(path)] == []


# ---- circles ---------------------------------------------------------------------------------------------------------


def _module(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@cache
def imports() -> dict[str, set[str]]:
    """The modules of dsl/ that each module imports, wherever in it the import stands, and whatever for."""
    known = {_module(path) for path in texts()}
    found: dict[str, set[str]] = {module: set() for module in known}
    for path, tree in trees().items():
        for node in ast.walk(tree):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{path}: relative import"
                names = [f"{node.module}.{alias.name}" for alias in node.names]
            for name in names:
                target = name if name in known else name.rpartition(".")[0]
                if target in known:
                    found[_module(path)].add(target)
    return found


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """The sets of nodes that reach each other (and nodes that reach themselves)."""
    reach = {node: set(after) for node, after in graph.items()}
    changed = True
    while changed:
        changed = False
        for after in reach.values():
            more = set[str]().union(*(reach.get(node, set()) for node in after)) - after
            if more:
                after |= more
                changed = True
    turning = {node for node, after in reach.items() if node in after}
    groups = {
        frozenset(other for other in turning if other in reach[node] and node in reach[other]) for node in turning
    }
    return sorted(sorted(group) for group in groups)


def known_circles() -> Found:
    """The circles there are: the names of their modules, and how many these are."""
    return {" ".join(circle): len(circle) for circle in circles(imports())}


def test_no_module_imports_itself_by_way_of_others() -> None:
    """No circle of any kind: imports for type checkers and imports inside functions count too."""
    assert known_circles() == known()["circles"]


def test_circles_are_found() -> None:
    """What would be a circle is one: the test above can fail."""
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}) == [["b", "c"]]
    assert imports()["dsl.pipeline"] >= {"dsl.machine.lower.driver", "dsl.semantics.model", "dsl.reading.game"}


if __name__ == "__main__":
    now = {**{bar: above(bar) for bar in MEASURES}, "circles": known_circles()}
    sys.stdout.write(json.dumps(now, indent=2) + "\n")
