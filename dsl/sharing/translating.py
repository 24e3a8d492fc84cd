"""Catalogues for translators: all words of a game, made and brought up to date, and what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Final

from dsl.diagnostics import RulesError
from dsl.reading.readme import about_game
from dsl.reading.sources import Sources
from dsl.runtime.game import Game
from dsl.runtime.tongues.arranging import counting_hole
from dsl.runtime.tongues.spoken import ABOUT, NAME, OPTION, PART, SAID, spoken, spoken_about, with_holes
from dsl.runtime.tongues.tongue import plain
from dsl.saying.voice import label_of
from dsl.semantics import model as m
from dsl.semantics.walk import walk
from dsl.sharing.own_messages import messages as own_messages
from dsl.spoken import HOLE, numbered, said

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog, Message

Entry = tuple[str, str]
"""A text by what it is and what it is in the rules."""

_UNSAID: Final = re.compile(
    rb'(?m)^"(?:POT?-\w+-Date|Project-Id|Report-Msgid|Generated-By|Language-Team|Last-Translator)[^"]*"\n'
)
"""What the head of a catalogue says of nothing, or says otherwise each time."""
_PARTS: Final = ("phase", "step")
_HOLE_TEXT: Final = r"\{[^{}]*\}"


@dataclass(frozen=True, slots=True)
class Wrong:
    """What is wrong with an entry; open: it is only not done yet."""

    context: str
    text: str
    what: str
    open: bool = False


def entries(game: Game) -> dict[Entry, bool]:
    """All words of a game in the order of the rules, each with whether words in it agree with a number.

    Of the smallest and the largest number of players, and with each of the game's own modules that can be switched on
    by itself.
    """
    found: dict[Entry, bool] = {}

    def say(context: str, text: str) -> str:
        if text:
            found.setdefault((context, text), False)
        return text

    for paragraph in about_game(game.sources):
        say(ABOUT, paragraph)
    for each in (game, *_with_modules(game)):
        for option in each.options:
            say(OPTION, option.words)
        for players in sorted({each.players[0], each.players[-1]}):
            for flow in filter(_is_part, each.program(players).procedures):
                say(PART, label_of(flow))
            engine = each.engine(players).in_source
            machine = engine.backend.machine
            spoken(machine, say)
            if engine.known is not None:
                spoken_about(engine.known, say)
            for template in machine.names.templates:
                if counting_hole(template.parts) is not None and (SAID, with_holes(template.parts)) in found:
                    found[SAID, with_holes(template.parts)] = True
    return found


def _is_part(flow: m.Procedure) -> bool:
    """Whether players are told of a part of the course of a game: a phase, a step, or what consists of some."""
    return flow.word in _PARTS or any(
        isinstance(node, m.RunProcedure) and node.procedure.word in _PARTS for node in walk(list(flow.body))
    )


def updated(old: Catalog | None, words: Mapping[Entry, bool], sources: Sources, language: str, own: bool) -> Catalog:
    """The catalogue of a language: what was done is kept, what has changed is marked, what is gone stands at the end.

    own: whether the program's own words are asked for too.
    """
    from babel.messages.catalog import Catalog

    new = Catalog(locale=language, header_comment=f"# The words of {sources.title}: {language}.", fuzzy=False)
    places = _Places(sources)
    for (context, text), counted in words.items():
        new.add((text, text) if counted else text, context=context, locations=places.of(text))
    for (context, text), message in own_messages().items() if own else ():
        new.add(message.texts if message.counted else text, context=context)
    return _renewed(old, new)


def updated_own(old: Catalog | None, language: str) -> Catalog:
    """The catalogue of the program's own messages in a language, brought up to date in the same way."""
    from babel.messages.catalog import Catalog

    new = Catalog(locale=language, header_comment="# The program's own words in what players read.", fuzzy=False)
    for (context, text), message in own_messages().items():
        places = [(place, 0) for place in message.places]
        new.add(message.texts if message.counted else text, context=context, locations=places)
    return _renewed(old, new)


def own_words() -> dict[Entry, bool]:
    """The program's own messages, each with whether it agrees with a number."""
    return {entry: message.counted for entry, message in own_messages().items()}


def _renewed(old: Catalog | None, new: Catalog) -> Catalog:
    if old is not None:
        old.update(new, update_header_comment=False, keep_user_comments=True)
    made = new if old is None else old
    for message in made:
        message.flags.discard("python-brace-format")  # {1:acc} is none
    return made


def written(catalogue: Catalog, *, numbers: bool = True) -> bytes:
    """The file of a catalogue; the same for the same words, whenever it is made. numbers: with the lines of the places,
    and with what is gone.
    """
    from babel.messages.pofile import write_po

    out = BytesIO()
    write_po(
        out,
        catalogue,
        width=100,
        ignore_obsolete=not numbers,
        omit_header=False,
        include_previous=True,
        include_lineno=numbers,
    )
    return _UNSAID.sub(b"", out.getvalue())


def wrong(catalogue: Catalog, words: Mapping[Entry, bool]) -> list[Wrong]:
    """What is open or wrong in a catalogue."""
    known = {(message.context or "", _source(message)): message for message in catalogue if message.id}
    found: list[Wrong] = []
    for (context, text), counted in words.items():
        message = known.get((context, text))
        if message is None or not all(_strings(message)):
            found.append(Wrong(context, text, said("is not translated"), open=True))
        elif message.fuzzy:
            found.append(Wrong(context, text, said("has changed since it was translated"), open=True))
        else:
            found += _wrong(context, text, message, catalogue.num_plurals if counted else 1)
    return [*found, *_alike(known, words)]


def _wrong(context: str, text: str, message: Message, forms: int) -> Iterator[Wrong]:
    strings = _strings(message)
    if len(strings) != forms:
        yield Wrong(
            context,
            text,
            said(
                "has {1} for numbers, and the language has {2}", numbered(len(strings), "{1} form", "{1} forms"), forms
            ),
        )
    holes = {hole[1] for hole in HOLE.finditer(text)}
    for form, each in enumerate(strings):
        filled = {hole[1] for hole in HOLE.finditer(each)}
        for hole in sorted(filled - holes):
            yield Wrong(context, text, said("is translated with {{1}}, which the text does not have", hole))
        for hole in sorted(holes - filled) if form or forms == 1 else ():  # of one, a language may leave out the number
            yield Wrong(context, text, said("is translated without {{1}}", hole))
        bare, meant = HOLE.sub("", each), HOLE.sub("", text)
        if any(bare.count(brace) != meant.count(brace) for brace in "{}"):
            yield Wrong(
                context,
                text,
                said("is translated with a brace that is no hole: write for example {1} or {2}", "{1}", "{1:acc}"),
            )


def _alike(known: Mapping[Entry, Message], words: Mapping[Entry, bool]) -> Iterator[Wrong]:
    """Two things of one name could not be told apart when somebody types it."""
    first: dict[str, str] = {}
    for context, text in words:
        message = known.get((context, text))
        string = _strings(message)[0] if message is not None and context == NAME and not message.fuzzy else ""
        other = first.setdefault(plain(string), text) if string else text
        if other != text:
            yield Wrong(context, text, said("is called “{1}”, and so is “{2}”", plain(string), other))


def _source(message: Message) -> str:
    return message.id if isinstance(message.id, str) else str(message.id[0])


def _strings(message: Message) -> Sequence[str]:
    return (message.string,) if isinstance(message.string, str) else [str(each) for each in message.string or ("",)]


def _with_modules(game: Game) -> Iterator[Game]:
    for name in sorted(set(game.sources.shipped) - set(game.modules)):
        try:
            yield game.with_modules([*game.modules, name])
        except RulesError:
            continue  # it goes with others only


class _Places:
    """Where texts stand in the files of a game."""

    def __init__(self, sources: Sources) -> None:
        self._texts = {file.span.file.name: file.span.file.text for file in sources.files}

    def of(self, text: str) -> list[tuple[str, int]]:
        """The first place where a text stands between quotes, or, if there is none, as a name."""
        pattern = _HOLE_TEXT.join(map(re.escape, re.split(r"\{[0-9]+\}", text)))
        names = r"\b" + re.escape(text.replace(" ", "_")) + r"\b"
        for wanted in (f'"[^"\n]*?{pattern}', names):
            for file, body in self._texts.items():
                at = re.search(wanted, body)
                if at is not None:
                    return [(file, body.count("\n", 0, at.start()) + 1)]
        return []
