"""The answers to a question, listed so that one sees what there is: all with their numbers, or many in few lines.

Where the answers are few they stand in columns. Where they are many and differ in short things, such as squares, they
are told by what they share: `move e2 to e3, e4`. Where they are many and long, the list is cut.
Many numbers one after the other are no list: `from 20 to 5,000`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from dsl.diagnostics import text_width
from dsl.repl.drawing.grid import Strokes, words_of, wrapped
from dsl.repl.output import Line, line, pad, width
from dsl.runtime.agreeing import counted
from dsl.runtime.information.seat import Seat
from dsl.runtime.moves import Move
from dsl.runtime.reading.numbers import ends, run_of
from dsl.runtime.tongues.own import numbered, said

ROWS: Final = 6
"""How many rows answers take with their numbers before they are told in a shorter way."""

MOST_ROWS: Final = 10
MOST_TOGETHER: Final = 13
"""How many rows answers take that stand together by what they begin with."""
MOST_IN_GROUP: Final = 30
_SHORT: Final = 4
_INDENT: Final = 4


@dataclass(frozen=True, slots=True)
class Answer:
    """A move in parts: the words it begins with, what stands before the last thing chosen, that thing and what follows.

    chosen: all that is chosen, by which the move can be typed as well. note: what is told of it beside the text. usual:
    what is told of all of its sort at once, where nothing else is told of them.
    """

    text: str
    first: str = ""
    middle: str = ""
    last: str = ""
    chosen: str = ""
    note: str = ""
    usual: str = ""

    @property
    def is_short(self) -> bool:
        """Whether what is chosen last can stand in a row with others."""
        return not self.last or text_width(self.last) <= _SHORT


def answers_of(seat: Seat) -> list[Answer]:
    """The moves that can be made at a seat, in parts."""
    moves = seat.moves()
    return [
        replace(_answer(seat, move, note), usual=usual)
        for move, (note, usual) in zip(moves, seat.notes(moves), strict=True)
    ]


def _answer(seat: Seat, move: Move, note: str) -> Answer:
    texts, values, chosen = seat.parts(move)
    if not values:
        return Answer(move.text, move.text, note=note)
    if move.marks:
        texts = [f"{text}{mark}" for text, mark in zip(texts, move.marks, strict=True)]
        chosen = " ".join(texts[index] for index in values)
    if "".join(texts) != move.text:  # the text says more, to be told from others
        return Answer(move.text, last=move.text, note=note)
    begun, end = (1 if values[0] else 0), values[-1]
    return Answer(move.text, texts[0] if begun else "", "".join(texts[begun:end]), "".join(texts[end:]), chosen, note)


def listed(answers: Sequence[Answer], columns: int, strokes: Strokes, *, whole: bool = False) -> list[Line]:
    """The answers; `whole`: every one of them with its number, however many there are."""
    return [*_listed(answers, columns, strokes, whole=whole), *_usual(answers, columns)] if answers else []


def _usual(answers: Sequence[Answer], columns: int) -> list[Line]:
    """What is told of all answers of a sort beside which nothing stands."""
    sorts = dict.fromkeys(((each.first or each.middle).strip(), each.usual) for each in answers if each.usual)
    told = [said("{1}: {2} where nothing else is said", *sort) for sort in sorts]
    return [row for each in told for row in wrapped(words_of(each, "dim"), columns, first=line("  "), indent=2)]


def _listed(answers: Sequence[Answer], columns: int, strokes: Strokes, *, whole: bool) -> list[Line]:
    texts = [answer.text for answer in answers]
    if run := run_of(texts):
        return [line("  ", (said("{1}: type a number", ends(run)), "dim"))]
    notes = [answer.note for answer in answers]
    rows = in_columns(texts, columns, notes=notes)
    if whole or len(rows) <= ROWS:
        return rows
    if all(answer.is_short for answer in answers) and any(answer.chosen for answer in answers):
        return _shared(answers, columns, strokes)
    if len(rows) <= MOST_ROWS:
        return rows
    together = _together(answers, columns)
    if len(together) <= MOST_TOGETHER and len(together) < len(rows):
        return together
    if len(together) < len(rows) and _has_sorts(answers):
        return _cut_together(together, len(texts), strokes, columns)
    return _cut(rows, texts, notes, columns, strokes)


def such_as(answers: Sequence[Answer]) -> list[Line]:
    """Where a word is typed: some of those that programs choose from."""
    return [line(("  " + said("type a word, such as {1}", ", ".join(each.text for each in answers[:3])), "dim"))]


def _cut(
    rows: Sequence[Line], texts: Sequence[str], notes: Sequence[str], columns: int, strokes: Strokes
) -> list[Line]:
    """The first of many answers, how many there are beyond them, and the last one."""
    across = -(-len(texts) // len(rows))
    kept = MOST_ROWS * across
    left = len(texts) - kept - 1
    note = f" ({notes[-1]})" if notes[-1] else ""
    last = line((f"{len(texts):>{len(str(len(texts))) + 1}} ", "number"), texts[-1], (note, "dim"))
    more = words_of(said("{1} and {2} more: type moves, or moves and a word of them", strokes.more, left), "dim")
    cut = wrapped(more, columns, first=line("  "), indent=2) if left > 0 else []
    return [*in_columns(texts, columns, kept, notes=notes), *cut, *([last] if left >= 0 else [])]


def _has_sorts(answers: Sequence[Answer]) -> bool:
    """Whether most answers begin with words of their sort, and the last one stands by itself."""
    return not answers[-1].chosen and 2 * sum(bool(answer.first) for answer in answers) > len(answers)


def _cut_together(rows: Sequence[Line], count: int, strokes: Strokes, columns: int) -> list[Line]:
    """The first rows of answers that stand together, and the last one: mostly that is what goes on."""
    more = words_of(said("{1} {2} in all: type moves, or moves and a word of them", strokes.more, count), "dim")
    return [*rows[: MOST_TOGETHER - 2], *wrapped(more, columns, first=line("  "), indent=2), rows[-1]]


def so_far(taken: Sequence[str], columns: int) -> list[Line]:
    """What was taken already where several things are taken one after the other."""
    parts = [part for each in taken for part in (", ", each)][1:]
    words = words_of("".join(counted(parts)), "ask")
    return wrapped(words, columns, first=line((said(" taken: "), "ask")), indent=3) if taken else []


def in_columns(texts: Sequence[str], columns: int, most: int | None = None, *, notes: Sequence[str] = ()) -> list[Line]:
    """Texts with the numbers by which they can be typed, in columns where they are short; the first `most` of them."""
    digits = len(str(len(texts)))
    plain = all(text.isdecimal() for text in texts)  # a typed number then means the text
    rows = [
        line(f"  {text}") if plain else line((f"{number:>{digits + 1}} ", "number"), text)
        for number, text in enumerate(texts[:most], 1)
    ]
    for number, note in enumerate(notes[: len(rows)]):
        rows[number] = (*rows[number], *line((f" ({note})", "dim") if note else ""))
    widest = max(width(row) for row in rows) + 2
    across = max(1, min(columns // widest, (len(rows) + ROWS - 1) // ROWS))
    height = -(-len(rows) // across)
    return [tuple(segment for row in rows[index::height] for segment in pad(row, widest)) for index in range(height)]


def _together(answers: Sequence[Answer], columns: int) -> list[Line]:
    """Answers that differ only in the thing that is chosen last stand together: ` 2-4 build Mill at A 1, A 2, B 1`."""
    out: list[Line] = []
    first = 1
    for _, alike in groupby(answers, key=lambda answer: (answer.first, answer.middle, answer.note)):
        group = [*alike]
        last = first + len(group) - 1
        number = str(first) if len(group) == 1 else f"{first}-{last}"
        begin = line((f"{number:>{2 * len(str(len(answers))) + 2}} ", "number"))
        if len(group) == 1:
            words = words_of(group[0].text)
        else:
            words = [*words_of(f"{group[0].first}{group[0].middle}"), *(line(f"{each.last},") for each in group[:-1])]
            words.append(line(group[-1].last))
        note = [line((f"({group[0].note})", "dim"))] if group[0].note else []
        out += wrapped([*words, *note], columns, first=begin, indent=width(begin), between=" ")
        first = last + 1
    return out


def _shared(answers: Sequence[Answer], columns: int, strokes: Strokes) -> list[Line]:
    """What the answers share, and behind it in what they differ."""
    out: list[Line] = []
    for first, alike in groupby(answers, key=lambda answer: answer.first):
        groups = [[*group] for _, group in groupby(alike, key=lambda answer: answer.middle)]
        words = [word for group in groups for word in _group(group, strokes, group is groups[-1])]
        begin = line(" " * (_INDENT - 2), first)
        out += wrapped(words, columns, first=begin, indent=_INDENT, between=" ") if words else [begin]
    chosen = next(answer.chosen for answer in answers if answer.chosen)
    cut = f"{strokes.more} " if len(out) > ROWS else ""
    hint = numbered(
        len(answers),
        "{1}{2} answers: type what is chosen, such as {3}; moves lists them with numbers",
        "{1}{2} answers: type what is chosen, such as {3}; moves lists them with numbers",
        cut,
        len(answers),
        chosen,
    )
    return [*out[:ROWS], *wrapped(words_of(hint, "dim"), columns, first=line("  "), indent=2)]


def _group(group: Sequence[Answer], strokes: Strokes, is_last: bool) -> list[Line]:
    """Answers that share all but the last thing chosen, as words to be wrapped; a few of them if they are many.

    What is told of each alike is told once.
    """
    texts = [answer.last for answer in group if answer.last]
    notes = {answer.note for answer in group}
    note = f" ({notes.pop()})" if len(notes) == 1 and group[0].note else ""
    if len(texts) > MOST_IN_GROUP:
        texts[MOST_IN_GROUP - 1 : -1] = [strokes.more]
    words = [line(f"{text},") for text in texts[:-1]]
    words += [line(text, (note, "dim"), "" if is_last else f" {strokes.dot}") for text in texts[-1:]]
    return [line((group[0].middle, "name"), *words[0]), *words[1:]] if words else []
