"""Build hook: the parser table is computed from the grammar when the package is built (dsl/syntax/parse_table.py)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class TableHook(BuildHookInterface):  # type: ignore[type-arg]  # hatchling's own parameter says nothing here
    """Writes dsl/syntax/table.json."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before the files are collected."""
        root = Path(self.root)
        sys.path.insert(0, str(root))
        from dsl.syntax.parse import parser_of
        from dsl.syntax.parse_table import write_table

        grammar = (root / "grammar" / "rules.lark").read_text(encoding="utf-8")
        table = write_table(parser_of(grammar), grammar)
        (root / "dsl" / "syntax" / "table.json").write_text(table, encoding="utf-8")
