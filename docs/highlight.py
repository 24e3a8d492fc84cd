"""Teaches the highlighter of the documentation the language: `rules` blocks are coloured. MkDocs loads it as a hook."""

from __future__ import annotations

import re
from pathlib import Path
from typing import ClassVar

from pygments.lexer import RegexLexer, words
from pygments.lexers import LEXERS
from pygments.token import Comment, Keyword, Name, Number, Operator, String, Text, Token

__all__ = ["RulesLexer"]  # Pygments loads what a module names here

_GRAMMAR = Path(__file__).parent.parent / "grammar" / "rules.lark"
_WORDS = sorted(set(re.findall(r'"([a-z][a-z-]*)"', re.sub(r"//.*", "", _GRAMMAR.read_text(encoding="utf-8")))))


class RulesLexer(RegexLexer):
    """The words of the language, as the grammar lists them; titles, texts, numbers, citations, comments."""

    name = "Rulewright rules"
    aliases: ClassVar = ["rules"]
    filenames: ClassVar = ["*.rules"]
    tokens: ClassVar = {
        "root": [
            (r"#.*", Comment.Single),
            (r"@[^\W\d_]+(-[\w.]*\w)+", Name.Decorator),
            (r'"(\\.|[^"\\\n])*"', String),
            (r"[0-9]+", Number),
            (words([*_WORDS, "sum", "box", "me", "this", "passed"], prefix=r"\b", suffix=r"\b"), Keyword),
            (r"[^\W\d]\w*", Name),
            (r"[-+*/=<>!]+|\.\.", Operator),
            (r"\s+", Text),
            (r".", Token.Punctuation),
        ]
    }


LEXERS[RulesLexer.__name__] = (__name__, RulesLexer.name, tuple(RulesLexer.aliases), ("*.rules",), ())
