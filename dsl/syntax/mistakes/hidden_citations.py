"""Citations that a comment hides.

A comment reaches to the end of its line, so a citation behind `#` cites nothing. Of a comment behind something, the
citations at its beginning and its end count as meant; of a line that is all comment only if nothing else stands in it.
"""

from __future__ import annotations

import re
from typing import Final

from dsl.diagnostics import Bag
from dsl.spoken import said
from dsl.syntax.chunks import Chunk

_CITES: Final = r"@[^\W\d_]+(?:-[\w.]*\w)+(?:[ \t]+@[^\W\d_]+(?:-[\w.]*\w)+)*"
_FIRST: Final = re.compile(rf"#+[ \t]*(?P<cites>{_CITES})")
_LAST: Final = re.compile(rf"(?<!\S)(?P<cites>{_CITES})[ \t]*$")
_ONLY: Final = re.compile(rf"#+[ \t]*(?P<cites>{_CITES})[ \t]*$")
_COMMENT: Final = re.compile(r'"(?:\\.|[^"\\\n])*"|(?P<comment>#[^\r\n]*)')
_MAY_HIDE: Final = re.compile(r"#.*@")


def warn_of_hidden(chunk: Chunk, bag: Bag) -> None:
    """W306 for every comment of an item that hides a citation."""
    if not _MAY_HIDE.search(chunk.text):
        return
    for sign in _COMMENT.finditer(chunk.text):
        if not sign["comment"]:
            continue
        behind = bool(chunk.text[chunk.text.rfind("\n", 0, sign.start()) + 1 : sign.start()].strip())
        hidden = _hidden(sign["comment"], behind)
        if hidden is None:
            continue
        cites = hidden["cites"]
        begin = chunk.start + sign.start() + hidden.start("cites")
        span = chunk.span(begin, begin + len(cites))
        where = said("before the #") if behind else said("behind what encodes it")
        told = said("this citation stands") if cites.count("@") == 1 else said("these citations stand")
        hint = said("write {1} {2}; to speak of a paragraph and cite nothing, leave the @ away", cites, where)
        bag.warning("W306", span, said("{1} in a comment, where nothing is cited", told), hint=hint)


def _hidden(comment: str, behind: bool) -> re.Match[str] | None:
    """The citations of a comment that were probably meant; behind: something stands before it on the line."""
    return (_FIRST.match(comment) or _LAST.search(comment)) if behind else _ONLY.match(comment)
