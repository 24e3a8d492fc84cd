"""Where the parts of a parse stand: the first and the last character of every tree.

Lark can note this itself (`propagate_positions`), with line and column of both ends, and takes a quarter of the parse
for it. Offsets are all that a span needs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

from lark import Lark, Token, Tree

LAYOUT: Final = frozenset(["_NL", "_INDENT", "_DEDENT"])
"""Ends of lines and blocks, which count for no span."""

_Make = Callable[[list[Any]], Any]


def note_extents(parser: Lark) -> Lark:
    """The same parser, whose trees carry their extents from now on."""
    made_by: dict[Any, _Make] = cast(Any, parser).parser.parser.parser.callbacks
    made_by.update({rule: _noting(rule, make) for rule, make in made_by.items()})
    return parser


def plain_makers(parser: Lark) -> dict[Any, _Make]:
    """What makes the tree of each grammar rule of a parser that notes extents, without them."""
    made_by: dict[Any, _Make] = cast(Any, parser).parser.parser.parser.callbacks
    return {rule: getattr(make, "plain", make) for rule, make in made_by.items()}


def extent(tree: Tree[Token]) -> tuple[int, int]:
    """From the first character of a tree to behind its last one; (0, 0) if it holds nothing."""
    return tree.__dict__.get("extent", (0, 0))


def _noting(rule: Any, make: _Make) -> _Make:
    """Makes the tree of a grammar rule and notes where it stands.

    `extent` is of the tree itself, `outer` also of what was written round it and left no tree, such as parentheses.
    """
    # Both ends are sought by the same few lines, written out: calls would take back a third of what is gained here.
    forwards = [at for at, symbol in enumerate(rule.expansion) if symbol.name not in LAYOUT]
    backwards = forwards[::-1]

    def noted(children: list[Any]) -> Any:
        made: Any = make(children)
        if made.__class__ is not Tree or (len(children) == 1 and made is children[0]):
            return made
        first: int = -1
        last: int = -1
        for at in forwards:
            child = children[at]
            if child.__class__ is Token:
                first = child.start_pos
                break
            if "outer" in child.__dict__:
                first = child.outer[0]
                break
        for at in backwards:
            child = children[at]
            if child.__class__ is Token:
                last = child.end_pos
                break
            if "outer" in child.__dict__:
                last = child.outer[1]
                break
        if first >= 0:
            notes = made.__dict__
            notes["outer"] = whole = first, last
            if "extent" not in notes:
                notes["extent"] = whole
        return made

    cast(Any, noted).plain = make
    return noted
