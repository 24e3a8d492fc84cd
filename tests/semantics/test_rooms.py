"""Each module of the checker has tests that name it, so that a failure points at it."""

from __future__ import annotations

import ast

from semantics.common import TESTS

ROOM = TESTS.parent / "dsl" / "semantics"


def named() -> set[str]:
    """What the tests of the checker import, as dotted names."""
    found: set[str] = set()
    for path in (TESTS / "semantics").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                found |= {f"{node.module}", *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def test_each_module_is_named_by_a_test() -> None:
    """By an import of it, or of something in it."""
    modules = [path.relative_to(ROOM.parent.parent) for path in ROOM.rglob("*.py") if path.stem != "__init__"]
    missing = {path.with_suffix("").as_posix().replace("/", ".") for path in modules} - named()
    assert len(modules) > 40 and missing == set()
