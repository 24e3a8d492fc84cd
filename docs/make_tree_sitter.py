"""Writes the tree-sitter grammar: `python docs/make_tree_sitter.py`. Its words are those of grammar/rules.lark.

The grammar tells the form of a file and no more: declarations with their names, blocks, lines, texts with what
stands in their braces, citations. What a line means, and whether it is right, the language server tells; a grammar of
the whole language would be one of many hundred thousand states, since tree-sitter keeps apart what may follow each
expression.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

_ROOT: Final = Path(__file__).parents[1]
_GRAMMAR: Final = _ROOT / "grammar" / "rules.lark"
TARGET: Final = _ROOT / "dsl" / "editor" / "tree_sitter" / "grammar.js"

HEADS: Final = [
    "game",
    "ledger",
    "include",
    "use",
    "option",
    "ruling",
    "reading",
    "module",
    "enum",
    "kind",
    "card",
    "piece",
    "cards",
    "pack",
    "directions",
    "links",
    "plan",
    "memory",
    "limit",
    "layers",
    "define",
    "value",
    "event",
    "window",
    "action",
    "procedure",
    "phase",
    "step",
    "main",
    "rule",
    "scenario",
    "var",
    "track",
    "zone",
    "board",
]
"""The words that begin what has a name; a test holds that the language knows them."""
_UNCOMMON: Final = frozenset(("sum", "box", "me", "this", "passed"))
"""Words of the language that its grammar reads as names."""

_TEXT: Final = """\
// Made by docs/make_tree_sitter.py from the words of grammar/rules.lark.
const HEADS = %(heads)s;
const WORDS = %(words)s;

module.exports = grammar({
  name: "rules",
  word: ($) => $.identifier,
  extras: ($) => [/[\\s\\uFEFF]/, $.comment],
  externals: ($) => [$._newline, $._indent, $._dedent],

  rules: {
    source_file: ($) => repeat($._line),

    _line: ($) => choice($.declaration, $.statement),
    declaration: ($) =>
      seq(
        field("keyword", alias(choice(...HEADS), $.keyword)),
        optional(field("name", $._name)),
        repeat($._part),
        $._end,
      ),
    _name: ($) => prec(1, choice($.identifier, $.string)),
    statement: ($) => seq($._first, repeat($._part), $._end),
    _end: ($) => prec.right(seq($._newline, optional(field("body", $.block)))),
    block: ($) => seq($._indent, repeat1($._line), $._dedent),

    _first: ($) => choice(alias(choice(...WORDS), $.keyword), $._thing),
    _part: ($) => choice($.keyword, $._thing),
    keyword: ($) => choice(...HEADS, ...WORDS),
    _thing: ($) => choice($.identifier, $.number, $.string, $.citation, $.operator, $.group),
    group: ($) =>
      choice(
        seq("(", repeat($._part), ")"),
        seq("[", repeat($._part), "]"),
        seq("{", repeat($._part), "}"),
      ),

    string: ($) =>
      seq(
        '"',
        repeat(choice($.escape, $.interpolation, alias(token.immediate(/[^"\\\\{}\\n]+|\\}/), $.text))),
        token.immediate('"'),
      ),
    escape: () => token.immediate(/\\\\./),
    interpolation: ($) => seq(token.immediate("{"), repeat($._part), "}"),
    citation: () => /@\\p{L}+(-[\\p{L}\\p{N}_.]*[\\p{L}\\p{N}_])+/,
    operator: () => choice("!=", "<=", ">=", "..", /[=<>+\\-*\\/:;,.]/),
    number: () => /[0-9]+/,
    identifier: () => /\\p{L}[\\p{L}\\p{N}_]*/,
    comment: () => /#[^\\n]*/,
  },
});
"""


def words() -> list[str]:
    """All words of the language."""
    text = re.sub(r"//.*", "", _GRAMMAR.read_text(encoding="utf-8"))
    whole = set(re.findall(r'"([a-z]+)"', text))
    phrases = re.findall(r"^_?[A-Z_]+(?:\.\d)?: /(.*)/$", text, re.MULTILINE)
    spelt = {word for phrase in phrases for word in re.findall(r"(?<![\\\w])[a-z]{2,}(?![\w?])", phrase)}
    return sorted((whole | spelt | _UNCOMMON) - {"bt"})


def grammar() -> str:
    """The grammar as JavaScript."""
    others = [word for word in words() if word not in HEADS]
    return _TEXT % {"heads": json.dumps(list(HEADS)), "words": json.dumps(others)}


if __name__ == "__main__":
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(grammar(), encoding="utf-8")
