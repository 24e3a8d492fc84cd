"""The parser's table as JSON, so that starting the program need not compute it from the grammar (a third of a second).

The table is data: states, terminals, rules. It is made when the package is built, carries the digest of the grammar and
the version of Lark it was made with, and is not used when either differs. (Lark's own cache is a pickle; a pickle runs
code.)
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, cast

import lark
from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

FORMAT = 1


def digest_of(grammar: str) -> str:
    """What tells one grammar from another: its text, Lark's version, and the form of the table."""
    return sha256(f"{FORMAT} {lark.__version__} {grammar}".encode()).hexdigest()


def write_table(parser: Lark, grammar: str) -> str:
    """The table of a parser that was built from the grammar, as JSON."""
    data, memo = cast(Any, parser).memo_serialize([TerminalDef, Rule])  # of Lark's own kinds: dicts that JSON can hold
    data["options"] = {**data["options"], "postlex": None}
    return json.dumps({"digest": digest_of(grammar), "data": data, "memo": memo}, separators=(",", ":"))


def read_table(text: str, grammar: str, **options: Any) -> Lark | None:
    """The parser of a table, or None if the table is not one of this grammar. options: those JSON cannot hold."""
    try:
        table = cast(dict[str, Any], json.loads(text))
        if table["digest"] != digest_of(grammar):
            return None
        states = table["data"]["parser"]["parser"]
        states["tokens"] = _numbered(states["tokens"])
        states["states"] = {int(state): _numbered(row) for state, row in states["states"].items()}
        memo = {int(key): value for key, value in table["memo"].items()}
        return cast(Any, Lark)._load_from_dict(table["data"], memo, **options)
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _numbered(row: Mapping[str, Any]) -> dict[int, Any]:
    return {int(key): value for key, value in row.items()}
