"""What was found right once: texts of cards with what the cards did then, kept in `texts.json` beside the rules.

When one of the two is changed and the other is not, they have parted. The file is written by `check --texts --agree`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from dsl.reading.beside import tables_of
from dsl.reading.meaning import of_game, words_digest
from dsl.reading.sources import Sources
from dsl.source import Span
from dsl.syntax import tree as t

FILE: Final = "texts.json"


@dataclass(frozen=True, slots=True)
class Worded:
    """A card with a text: title, digests of its text and of what it does, where the text stands, the effect in words
    as it was when both were found right (only in what is kept).
    """

    title: str
    text: str
    effect: str
    span: Span | None = None
    does: str = ""


def worded(sources: Sources) -> dict[str, Worded]:
    """The cards of a game that have texts, by title."""
    digests: dict[str, list[str]] = {}
    for key, one in of_game(sources).items():
        if key.startswith('card "') and '": ' in key:
            digests.setdefault(key.partition('": ')[0] + '"', []).append(words_digest(one.text))
    found: dict[str, Worded] = {}
    for file in sources.files:
        for item in file.items:
            if isinstance(item, t.CardItem):
                text = next((member for member in item.members if isinstance(member, t.TextItem)), None)
                if text is not None and not text.means:  # what is its own rule cannot part from it
                    members = digests.get(f'card "{item.title.value}"', [])
                    found[item.title.value] = _worded(item, text, members)
    return found


def _worded(item: t.CardItem, text: t.TextItem, members: list[str]) -> Worded:
    head = item.span.text.split("\n", 1)[0]
    printed = [member.span.text for member in item.members if isinstance(member, t.PrintedItem)]
    effect = words_digest("\n".join([head, *printed, *sorted(members)]))
    return Worded(item.title.value, words_digest(text.span.text), effect, text.span)


def kept(root: Path) -> dict[str, Worded]:
    """What is kept beside the rules of a game; nothing if there is no such file. ValueError if it cannot be read."""
    return {
        title: Worded(title, parts.get("text", ""), parts.get("effect", ""), None, parts.get("does", ""))
        for title, parts in tables_of(root / FILE).items()
    }


def written(found: Mapping[str, Worded], does: Mapping[str, str]) -> str:
    """The file that keeps what is right now; does: the effects in words, by title."""
    table = {
        title: {"text": each.text, "effect": each.effect, "does": does.get(title, "")}
        for title, each in sorted(found.items())
    }
    return json.dumps(table, ensure_ascii=False, indent=1) + "\n"


def parted(now: Mapping[str, Worded], then: Mapping[str, Worded]) -> Iterator[tuple[Worded, Worded, str]]:
    """Cards of which one side alone has changed: as they are, as they were, and which side (`text` or `rule`)."""
    for title, each in now.items():
        before = then.get(title)
        if before is not None and (each.text == before.text) != (each.effect == before.effect):
            yield each, before, "rule" if each.text == before.text else "text"
