"""What figures are called where people read them: names of the rules without underscores, in the language of now."""

from __future__ import annotations

import re
from typing import Final

from dsl.runtime.tongues.own import said, words_now

_NAME: Final = re.compile(r"[\w ]+")


def capital(text: str) -> str:
    """A text that begins a sentence."""
    return text[:1].upper() + text[1:]


def named(name: str) -> str:
    """A name of the rules; what is a quotation of them, and no name, stays as it is."""
    return words_now().named(name) if _NAME.fullmatch(name) else name


def party(name: str) -> str:
    """Whose share is told: a seat (`seat A`), a bot (`bot uct:30`), or a side, which is a field and its value."""
    kind, _, which = name.partition(" ")
    if kind == "seat":
        return said("seat {1}", which)
    return said("bot {1}", which) if kind == "bot" else f"{named(kind)} {which}"
