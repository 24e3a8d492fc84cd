"""Catalogues of words: gettext files (.po) beside a game, `locale/pl.po`, and one of the program's own words."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from dsl.runtime.tongues.tongue import Tongue, tongue

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

FOLDER: Final = "locale"
OWN: Final = Path(__file__).with_name("locale")
LANGUAGE: Final = re.compile(r"[a-z]{2,3}(?:_[A-Z]{2})?")
MOST_BYTES: Final = 16_000_000
_PLURALS: Final = re.compile(r"[n0-9\s()?:=!<>&|%+\-*/]{1,400}")


class CatalogueError(ValueError):
    """A catalogue that cannot be used, in one sentence."""


def catalogue_file(folder: Path, language: str) -> Path:
    """Where the words of a language stand beside a game. CatalogueError if that is no name of a language."""
    if not LANGUAGE.fullmatch(language):
        raise CatalogueError(f"“{language}” is not the code of a language: write for example pl")
    return folder / FOLDER / f"{language}.po"


def read(path: Path, language: str) -> Catalog:
    """A catalogue as it stands in a file. CatalogueError if it cannot be read; ImportError without babel."""
    from babel.core import UnknownLocaleError
    from babel.messages.pofile import PoFileError, read_po

    try:
        if path.stat().st_size > MOST_BYTES:
            raise CatalogueError(f"{path.name} has more than {MOST_BYTES:,} bytes")
        with path.open("rb") as file:
            return read_po(file, locale=language, abort_invalid=True)
    except OSError as error:
        raise CatalogueError(f"{path.name} cannot be read: {error.strerror or 'no such file'}") from None
    except UnknownLocaleError:
        raise CatalogueError(f"“{language}” is not a language that is known") from None
    except PoFileError as error:
        raise CatalogueError(f"{path.name}, line {error.lineno}, is no catalogue: {error}") from None
    except (ValueError, LookupError) as error:
        raise CatalogueError(f"{path.name} is no catalogue: {error}") from None


def tongue_of(folder: Path, language: str) -> Tongue:
    """The language of a game: its own catalogue, and the program's, if there is one. language: its code, or a catalogue
    called by it (`pl.po`) that lies elsewhere. CatalogueError if there is none; ImportError without babel.
    """
    elsewhere = language.endswith(".po")
    path = Path(language) if elsewhere else catalogue_file(folder, language)
    language = path.stem
    if not elsewhere and not path.is_file():
        raise CatalogueError(
            f"the game has no words in “{language}”: rulewright translate GAME {language} makes a file"
        )
    if not LANGUAGE.fullmatch(language):
        raise CatalogueError(f"{path.name} is not called by the code of a language: write for example pl.po")
    found = [read(each, language) for each in (OWN / path.name, path) if each.is_file()]
    words: dict[tuple[str, str], tuple[str, ...]] = {}
    for each in found:
        words.update(words_of(each))
    return tongue(language, words, plural_of(found[-1]))


def program_tongue(language: str) -> Tongue:
    """A language of the program's own words alone, for games that have none. CatalogueError if there is none."""
    found = read(OWN / f"{language}.po", language)
    return tongue(language, words_of(found), plural_of(found))


def words_of(catalogue: Catalog) -> dict[tuple[str, str], tuple[str, ...]]:
    """What is translated: by context and text the text in each plural form. What has changed since (fuzzy) is not."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for message in catalogue:
        ids, strings = _many(message.id), _many(message.string)
        if ids and ids[0] and strings and all(strings) and not message.fuzzy:
            found[message.context or "", ids[0]] = strings
    return found


def plural_of(catalogue: Catalog) -> Callable[[int], int]:
    """Which plural form goes with a number, by the rule in the head of the catalogue."""
    from gettext import c2py  # how Python itself reads such rules

    rule = str(catalogue.plural_expr)
    if not _PLURALS.fullmatch(rule):
        raise CatalogueError(f"the rule of plurals “{rule[:60]}” is none")
    try:
        chosen = c2py(rule)
    except ValueError:
        raise CatalogueError(f"the rule of plurals “{rule[:60]}” is none") from None
    return lambda number: chosen(abs(number))


def _many(texts: object) -> tuple[str, ...]:
    if isinstance(texts, str):
        return (texts,)
    return tuple(map(str, cast("tuple[object, ...]", texts))) if isinstance(texts, (tuple, list)) else ()
