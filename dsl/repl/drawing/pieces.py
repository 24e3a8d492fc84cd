"""A piece as words: its name, whose it is, what is unusual about it, and what is attached to it."""

from __future__ import annotations

from typing import Final

from dsl.repl.output import Line, Segment, line, plain
from dsl.runtime.information.effect_words import value_words
from dsl.runtime.information.views import Fields, ItemView
from dsl.runtime.tongues.own import said, words_now
from dsl.runtime.viewers import letter

HANDS: Final = ("owner", "some")
"""By whom a zone is seen that is a hand: by its owner, or by those whom the rules name."""


def item(shown: ItemView, holder: int = 0, times: str = "", *, held: bool = False) -> Line:
    """A piece in one line: its name, its owner if not the holder, what is unusual about it, what is attached to it.
    held: it is in a hand, where all see its back but who holds it, so that it says nothing that it lies face down.
    """
    told = facts(shown.fields if held else with_face(shown), ", ")
    out: list[str | tuple[str, str] | Segment] = [*title(shown, holder)]
    if told:
        out += [" (", *told, ")"]
    for under in attached(shown, holder):
        out += [(" + ", "dim"), *under]
    if times:
        out.append((f" {times}", "dim"))
    return line(*out)


def attached(shown: ItemView, holder: int) -> list[Line]:
    """What lies on a piece; of things that look the same one with their number."""
    counted: dict[str, tuple[Line, int]] = {}
    for under in shown.zones:
        for held in under.items:
            words = item(held, shown.owner or holder)
            counted[plain(words)] = (words, counted.get(plain(words), (words, 0))[1] + 1)
    return [line(f"{count} ", *words) if count > 1 else words for words, count in counted.values()]


def with_face(shown: ItemView) -> Fields:
    """The fields of a piece, and first of all that it lies face down although the viewer knows it."""
    return ((said("face down"), words_now().yes), *shown.fields) if shown.known and not shown.face_up else shown.fields


def title(shown: ItemView, holder: int) -> list[tuple[str, str]]:
    """The name of a piece, and the letter of its owner if that is not the holder of the place."""
    name = (shown.name, "name" if shown.known else "dim")
    if shown.owner in (0, holder):
        return [name]
    return [name, (f" [{letter(shown.owner)}]", "own" if shown.owner == 1 else "other")]


def facts(fields: Fields, between: str) -> list[str | tuple[str, str] | Segment]:
    """Fields as words: `damage 2`, and for yes and no the name alone or with `not`."""
    own, out = words_now(), list[str | tuple[str, str] | Segment]()
    for name, value in fields:
        words = name.replace("_", " ")
        if value in (own.yes, own.no):
            text = words if value == own.yes else own("not {1}", words)
        else:
            text = f"{words} {value_words(value)}"
        out += [(between, "dim"), text] if out else [text]
    return out
