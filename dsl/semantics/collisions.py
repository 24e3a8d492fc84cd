"""Names that could be declared and never be said: words that begin a statement or an expression of the language."""

from __future__ import annotations

from typing import Final

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
_CALLED: Final = ("a procedure", "a phase", "a step", "an event")


def collision(name: str, what: str) -> tuple[str, str] | None:
    """Why something cannot be called so, and what to do; None if it can. what: in words, such as `a phase`."""
    if name in _STATEMENTS and what.removesuffix(" of pieces") in _CALLED:
        sort = what.removesuffix(" of pieces").split(" ")[1]
        message = (
            f"`{name}` cannot name {what}: a line that begins with `{name}` is a statement, so it could not be called"
        )
        return message, f"choose another name, such as `{sort}_{name}` or `{name}_1`"
    if name in _EXPRESSIONS:
        message = f"`{name}` cannot name {what}: it begins `{_EXPRESSIONS[name]}`, so it could not be asked"
        return message, f"choose another name, such as `{name}_one`"
    return None
