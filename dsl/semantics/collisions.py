"""Names that could be declared and never be said: words that begin a statement or an expression of the language."""

from __future__ import annotations

from typing import Final

from dsl.spoken import marked, said

_STATEMENTS: Final = frozenset(
    [
        *("arrange", "at", "choose", "end", "for", "forget", "leave", "let", "lower", "may", "nothing", "offer", "pay"),
        *("provided", "raise", "random", "remember", "repeat", "requires", "reveal", "say", "sealed", "set", "show"),
        *("shuffle", "skip", "stop", "tells", "turn", "unimplemented", "until", "uses", "while"),
    ]
)
"""What a line cannot begin with as a call."""
_EXPRESSIONS: Final = {
    "highest": "highest e.gold for e in players",
    "lowest": "lowest e.gold for e in players",
    "printed": "printed cost of c",
    "whichever": "whichever p in players has highest p.gold",
}
"""What an expression cannot begin with as a name, with what it begins."""
_CALLED: Final = {
    "procedure": marked("a procedure"),
    "phase": marked("a phase"),
    "step": marked("a step"),
    "event": marked("an event"),
}


def collision(name: str, what: str) -> tuple[str, str] | None:
    """Why something cannot be called so, and what to do; None if it can. what: in words, such as `a phase`."""
    sort = next((word for word, words in _CALLED.items() if what in _of_pieces_too(said(words))), "")
    if name in _STATEMENTS and sort:
        message = said(
            "`{1}` cannot name {2}: a line that begins with `{3}` is a statement, so it could not be called",
            name,
            what,
            name,
        )
        return message, said("choose another name, such as `{1}_{2}` or `{3}_1`", sort, name, name)
    if name in _EXPRESSIONS:
        message = said(
            "`{1}` cannot name {2}: it begins `{3}`, so it could not be asked", name, what, _EXPRESSIONS[name]
        )
        return message, said("choose another name, such as `{1}_one`", name)
    return None


def _of_pieces_too(words: str) -> tuple[str, str]:
    """What something is called that is declared by itself, or for pieces."""
    return words, said("{1} of pieces", words)
