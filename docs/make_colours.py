"""Writes the colours of the extension for Visual Studio Code: `python docs/make_colours.py`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

_ROOT: Final = Path(__file__).parents[1]
_GRAMMAR: Final = _ROOT / "grammar" / "rules.lark"
TARGET: Final = _ROOT / "dsl" / "editor" / "vscode" / "syntaxes" / "rules.tmLanguage.json"


def grammar() -> str:
    """The TextMate grammar, as JSON. What a name is, the language server tells better."""
    text = re.sub(r"//.*", "", _GRAMMAR.read_text(encoding="utf-8"))
    words = sorted(set(re.findall(r'"([a-z][a-z-]*)"', text)) | {"sum", "box", "me", "this", "passed"})
    made = {
        "name": "Rulewright rules",
        "scopeName": "source.rules",
        "patterns": [{"include": "#all"}],
        "repository": {
            "all": {
                "patterns": [
                    {"match": "#.*$", "name": "comment.line.number-sign.rules"},
                    {"match": r"@[A-Za-z]\w*(-[\w.]*\w)+", "name": "storage.type.annotation.rules"},
                    {
                        "begin": '"',
                        "end": '"|$',
                        "name": "string.quoted.double.rules",
                        "patterns": [
                            {"match": r"\\.", "name": "constant.character.escape.rules"},
                            {
                                "begin": r"\{",
                                "end": r'\}|(?=")|$',
                                "name": "meta.embedded.rules",
                                "patterns": [{"include": "#inside"}],
                            },
                        ],
                    },
                    {"include": "#inside"},
                ]
            },
            "inside": {
                "patterns": [
                    {"match": r"\b[0-9]+\b", "name": "constant.numeric.rules"},
                    {"match": rf"\b({'|'.join(words)})\b", "name": "keyword.control.rules"},
                    {"match": r"\b[A-Z]\w*\b", "name": "entity.name.type.rules"},
                    {"match": r"[-+*/=<>!]+|\.\.", "name": "keyword.operator.rules"},
                ]
            },
        },
    }
    return json.dumps(made, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    TARGET.write_text(grammar(), encoding="utf-8")
