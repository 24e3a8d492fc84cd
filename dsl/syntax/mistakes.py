"""From what the parser stumbled over to a message in the words of the language."""

from __future__ import annotations

from lark import Token
from lark.exceptions import UnexpectedInput

from dsl.syntax.builders import Mistake
from dsl.syntax.chunks import Chunk


def explain(error: UnexpectedInput, chunk: Chunk) -> Mistake:
    """The mistake behind a parse error, for the designer."""
    token = getattr(error, "token", None)
    start = chunk.start + (error.pos_in_stream or 0)
    end = chunk.start + token.end_pos if isinstance(token, Token) and token.end_pos is not None else start + 1
    return Mistake("E020", chunk.span(start, end), "this is not expected here")
