"""The language of a game for sentences that are made of its rules."""

from __future__ import annotations

from typing import Final

from dsl.runtime.tongues.own import Own
from dsl.runtime.tongues.spoken import (
    ABOUT,
    ANSWER,
    CARD_TEXT,
    GAME,
    KIND,
    MOVE,
    NAME,
    OPTION,
    PART,
    PLACE,
    QUALITY,
    SAID,
    TRACK,
    VALUE,
    ZONE,
)
from dsl.runtime.tongues.tongue import Tongue, plain
from dsl.runtime.tongues.written import written_in
from dsl.saying.phrases import TABLES
from dsl.saying.polish import FORMS
from dsl.saying.speech import PLAIN_SPEECH, Speech

_NAMES: Final = (KIND, ZONE, QUALITY, NAME, VALUE, TRACK, PLACE, MOVE, SAID, ANSWER)
_TEXTS: Final = (SAID, CARD_TEXT, MOVE, OPTION, ABOUT, GAME)


def speech_of(tongue: Tongue | None) -> Speech:
    """How rules are said in a language; that of the rules if there are no patterns of sentences in it."""
    if tongue is None or tongue.language not in TABLES:
        return PLAIN_SPEECH
    names: dict[str, str] = {}
    for context in _NAMES:
        for (where, text), found in tongue.words.items():
            if where == context:
                names.setdefault(text.casefold(), plain(found[0]))
    own = Own(tongue)
    for word in ("space", "card", "player"):
        names.setdefault(word, own(word))
    texts: dict[str, str] = {}
    for context in _TEXTS:
        for (where, text), found in tongue.words.items():
            if where == context:
                texts.setdefault(text, found[-1])
    parts = {text.casefold(): plain(found[0]) for (where, text), found in tongue.words.items() if where == PART}
    forms = {name: dict(each) for name, each in FORMS.items()}
    for name, each in tongue.forms.items():
        forms.setdefault(name, {}).update(each)
    read = written_in(tongue, own)
    return Speech(
        tongue.language,
        lambda text: names.get(text.casefold()),
        texts.get,
        read,
        forms,
        lambda text: parts.get(text.casefold()),
    )
