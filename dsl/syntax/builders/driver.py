"""From the parse of one item to its syntax tree.

The walk is iterative: a rules file may hold an expression deeper than any stack. What would be too deep for the later
stages is refused here, with E007.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, cast

from lark import Token, Tree

from dsl.source import SourceFile, Span
from dsl.spoken import said
from dsl.syntax import tree as t
from dsl.syntax.builders.expressions import EXPRESSIONS
from dsl.syntax.builders.extent import extent
from dsl.syntax.builders.items import ITEMS
from dsl.syntax.builders.maps import MAPS
from dsl.syntax.builders.rules import RULES_AND_SCENARIOS
from dsl.syntax.builders.shared import Builder, Mistake
from dsl.syntax.builders.statements import STATEMENTS
from dsl.syntax.builders.things import THINGS

MAX_NESTING: Final = 64  # of expressions inside each other, and of parentheses and indentation

BUILDERS: Final[dict[str, Builder]] = {**EXPRESSIONS, **STATEMENTS, **ITEMS, **MAPS, **THINGS, **RULES_AND_SCENARIOS}

# The rules whose texts may hold expressions in braces: what is shown while playing, and the titles of cards.
_TEMPLATES: Final = frozenset({"card", "gloss", "say", "otherwise", "because", "as_prompt", "choice_option", "may"})
_NAMES: Final = frozenset(["NAME", "TOP", "BOTTOM", "SIZE", "PLAYER"])  # words that may also be names
_NODES: Final = frozenset([*_NAMES, "NUMBER", "CITE", "STRING"])  # words that become nodes; others are only themselves
_CHAINS: Final = frozenset(["or_expr", "and_expr"])  # many children in a row become nodes inside each other
_TEXT_PART: Final = re.compile(r"\\(?P<escape>.)|\{(?P<expr>[^{}\\]*)\}|(?P<brace>[{}])|[^{}\\]+")
_ESCAPES: Final = {"n": "\n", '"': '"', "\\": "\\", "{": "{", "}": "}"}

ParseExpression = Callable[[int, int], t.Expr]


class Build:
    """Builds the nodes of one parse; `offset` is where the parsed text begins in the file."""

    def __init__(self, source: SourceFile, offset: int, parse_expression: ParseExpression) -> None:
        self._source = source
        self._length = len(source.text)
        self._offset = offset
        self._parse_expression = parse_expression

    def node(self, root: Tree[Token]) -> Any:
        """The syntax tree of a parse; Mistake if there is none."""
        done: list[Any] = []
        depths: list[int] = []
        todo: list[tuple[Any, str, bool]] = [(root, "", False)]
        while todo:
            node, parent, ready = todo.pop()
            if ready:
                count = len(node.children)
                first = len(done) - count
                made, depth = self._made(node, done[first:], depths[first:])
                done[first:], depths[first:] = [made], [depth]
            elif isinstance(node, Tree):
                tree = cast("Tree[Token]", node)
                data = tree.data
                todo.append((tree, parent, True))
                todo.extend([(child, data, False) for child in reversed(tree.children)])
            else:
                done.append(None if node is None else self._word(node, parent))
                depths.append(0)
        return done[0]

    def _made(self, node: Tree[Token], parts: list[Any], depths: list[int]) -> tuple[Any, int]:
        """The node that the builder of a grammar rule makes of its children, and how deep its expressions nest."""
        span = self._span(*extent(node))
        made = BUILDERS[node.data](span, *parts)
        if not isinstance(made, t.Expr | t.Binder):
            return made, 0
        depth = max(depths, default=0) + (len(parts) - 1 if node.data in _CHAINS else 1)
        if depth > MAX_NESTING:
            message = said("expressions stand more than {1} deep inside each other here", MAX_NESTING)
            raise Mistake("E007", span, message, said("give a part a name of its own with define"))
        return made, depth

    def _span(self, start: int, end: int) -> Span:
        """A part of what was parsed; its last line may have been given an end that the file lacks."""
        start, end, length = self._offset + start, self._offset + end, self._length
        return Span(self._source, start, end) if end <= length else Span(self._source, min(start, length), length)

    def _word(self, token: Token, rule: str) -> object:
        kind = token.type
        if kind not in _NODES:
            return str(token)
        assert token.start_pos is not None and token.end_pos is not None
        span = self._span(token.start_pos, token.end_pos)
        if kind in _NAMES:
            return t.Name(span, str(token))
        if kind == "NUMBER":
            return t.Number(span, int(token))
        if kind == "CITE":
            return t.Cite(span, token[1:])
        return self._template(span) if rule in _TEMPLATES else t.Text(span, "".join(self._texts(span)))

    def _texts(self, span: Span) -> list[str]:
        """The pieces of a text without expressions: braces stand for themselves."""
        return [
            self._escaped(span, match) if match["escape"] else match[0]
            for match in _TEXT_PART.finditer(span.file.text, span.start + 1, span.end - 1)
        ]

    def _template(self, span: Span) -> t.Text:
        parts: list[str | t.Expr] = []
        for match in _TEXT_PART.finditer(span.file.text, span.start + 1, span.end - 1):
            if match["brace"]:
                brace = span.file.span(match.start(), match.end())
                raise Mistake(
                    "E027", brace, said("a brace without its partner"), said("to show a brace, write \\{ or \\}")
                )
            if match["expr"] is not None:
                parts.append(self._parse_expression(*match.span("expr")))
                continue
            piece = self._escaped(span, match) if match["escape"] else match[0]
            before = parts[-1] if parts else None
            parts[-1:] = [before + piece] if isinstance(before, str) else [*parts[-1:], piece]
        value = "".join(part if isinstance(part, str) else f"{{{part.span.text}}}" for part in parts)
        return t.Text(span, value, tuple(parts))

    def _escaped(self, span: Span, match: re.Match[str]) -> str:
        letter = match["escape"]
        if letter in _ESCAPES:
            return _ESCAPES[letter]
        place = span.file.span(match.start(), match.end())
        raise Mistake(
            "E027", place, said("\\{1} means nothing", letter), said('only \\" \\\\ \\n \\{ and \\} are known')
        )
