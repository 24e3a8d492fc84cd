"""The command for translators."""

from __future__ import annotations

from argparse import Namespace
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from dsl.durable import write_whole
from dsl.runtime.game import Game, load
from dsl.runtime.tongues import catalogue
from dsl.runtime.tongues.catalogue import CatalogueError
from dsl.runtime.tongues.own import Own, speaking
from dsl.spoken import numbered, said
from dsl.tools.reply import AT_FAULT, MISUSE, OK, Refusal, say, say_json

if TYPE_CHECKING:
    from dsl.sharing.translating import Wrong

_MISSING: Final = "catalogues need another library: pip install 'rulewright[lang]'"
_MOST: Final = 40
_WIDEST: Final = 60


def run_translate(arguments: Namespace) -> int:
    """`translate GAME LANGUAGE`: make the catalogue of a language or bring it up to date; --check says what is open."""
    game = load(arguments.path, arguments.modules)
    try:
        path = catalogue.catalogue_file(game.sources.root, arguments.language)
        path = Path(arguments.output) if arguments.output is not None else path
        return _check(game, path, arguments) if arguments.check else _update(game, path, arguments)
    except CatalogueError as error:
        raise Refusal(str(error), MISUSE) from None
    except ModuleNotFoundError:
        raise Refusal(_MISSING) from None


def speak(game: Game, language: str | None) -> Game:
    """The game in the language that was asked for; the rules' own if none was. Refusal if it has no such words."""
    if language is None:
        return game
    try:
        game.tongue = catalogue.tongue_of(game.sources.root, language)
    except CatalogueError as error:
        raise Refusal(str(error), MISUSE) from None
    except ModuleNotFoundError:
        raise Refusal(_MISSING) from None
    return game


def in_language(language: str) -> AbstractContextManager[None]:
    """While this lasts, the program speaks a language of its own catalogues. Refusal if there is no such one."""
    known = sorted(path.stem for path in catalogue.OWN.glob("*.po"))
    if language not in known:
        raise Refusal(said("the program speaks {1}, and not “{2}”", ", ".join(known), language), MISUSE)
    try:
        return speaking(Own(catalogue.program_tongue(language)))
    except ModuleNotFoundError:
        raise Refusal(_MISSING) from None


def _update(game: Game, path: Path, arguments: Namespace) -> int:
    from dsl.sharing.translating import entries, updated, written, wrong

    old = catalogue.read(path, arguments.language) if path.exists() else None
    words = entries(game)
    own = not (catalogue.OWN / f"{arguments.language}.po").is_file()
    new = updated(old, words, game.sources, arguments.language, own)
    data = written(new)
    left = sum(each.open for each in wrong(new, words))
    if not path.exists() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, data)
    say(said("{1}: {2}, {3} to be translated", path, numbered(len(words), "{1} text", "{1} texts"), left))
    return OK


def _check(game: Game, path: Path, arguments: Namespace) -> int:
    from dsl.sharing.translating import entries, own_words, wrong

    words = entries(game)
    found = wrong(catalogue.read(path, arguments.language), words)
    own = catalogue.OWN / f"{arguments.language}.po"
    if own.is_file():
        found += wrong(catalogue.read(own, arguments.language), own_words())
    if arguments.json:
        told = [{"context": each.context, "text": each.text, "what": each.what, "open": each.open} for each in found]
        say_json("translate", {"ok": not found, "texts": len(words), "wrong": told})
        return AT_FAULT if found else OK
    for each in found[:_MOST]:
        say(_line(each))
    if len(found) > _MOST:
        say(said("and {1} more", len(found) - _MOST))
    left = sum(each.open for each in found)
    say(
        said(
            "{1}, {2} to be translated, {3} wrong",
            numbered(len(words), "{1} text", "{1} texts"),
            left,
            len(found) - left,
        )
    )
    return AT_FAULT if found else OK


def _line(each: Wrong) -> str:
    text = each.text if len(each.text) <= _WIDEST else f"{each.text[: _WIDEST - 1]}…"
    return f"{each.context} “{text}” {each.what}"
