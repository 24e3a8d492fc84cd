"""The words of the page in other languages: gettext catalogues beside this file, the English words are the keys."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from babel.messages.pofile import read_po

CATALOGUES: Final = Path(__file__).with_name("locale")
LANGUAGES: Final = ("en", "pl")


@cache
def catalogue(language: str) -> dict[str, str]:
    """The words of a language by the English ones; empty for English itself."""
    if language == LANGUAGES[0]:
        return {}
    with (CATALOGUES / f"{language}.po").open("rb") as file:
        found = read_po(file, locale=language)
    return {str(each.id): str(each.string) for each in found if each.id and each.string}
