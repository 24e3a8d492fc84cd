"""Mistakes of people who come from elsewhere: turns of other languages and of everyday speech, and what to write."""

from __future__ import annotations

import re
from typing import Final

from dsl.diagnostics import nearest
from dsl.spoken import said
from dsl.syntax.builders.shared import Mistake
from dsl.syntax.mistakes.foreign_words import STATEMENTS as FOREIGN_STATEMENTS
from dsl.syntax.mistakes.messages import cannot_stand, first_words, quoted, shown
from dsl.syntax.mistakes.parser_state import Scene
from dsl.syntax.vocabulary import STATEMENTS, STEPS

CITE: Final = re.compile(r"@\w+-\w[\w.-]*")
_DECLARED: Final = re.compile(
    r"\s*(?:var|zone|kind|enum|window|event|action|define|value|procedure|phase|step|limit|option|board|track)"
    r"\s+(?P<name>[0-9]\w*|[^\W\d]\w*(?:\s*-\s*\w+)+)"
)
_HYPHENS: Final = re.compile(r"[\s-]+")
_HOW_MANY: Final = re.compile(r"\s*(?:with|for)\s+(\d+)\s+players?\s*")
_ASSIGNED: Final = re.compile(r"\s*(?P<what>[^\W\d]\w*(?:\.\w+)*)\s*(?P<sign>[+-]=|:=|=(?!=))(?P<value>.*)")
_FIELD: Final = re.compile(r"\s*(?:\w+ [^,:]+,\s*)*(?P<name>[^\W\d]\w*)\s*$")
_NO_ARGUMENTS: Final = re.compile(r"(?:^|\s)(?P<name>[^\W\d]\w*)\(\s*$")
_IF: Final = re.compile(r"\s*if\b")
_COMPARED: Final = re.compile(r"(?:<=|>=|[<>=])\s*[\w.]+(?: of [\w.]+)*\s*$")
_FROM_NUMBER: Final = re.compile(r"\b(?:in|from)\s+-?[0-9]+\s+$")
_THOUSANDS: Final = re.compile(r",[0-9]{3}\b")
_GOES_BACK: Final = re.compile(r"\s*var\b[^#\"]*\buntil\b")
_PRINTED_GOES_BACK: Final = re.compile(r"\s+(?!var\b)(?P<name>[^\W\d]\w*)\s*:[^#\"]*,\s*until\b")
_LASTS: Final = re.compile(r"\s*until end of \w+( at most \S+ times)?:\s*$")
_POSSESSIVE: Final = frozenset(["my", "your", "his", "her", "their", "its"])
_LESS: Final = frozenset(["less", "fewer", "smaller", "lower"])
_GREATER: Final = re.compile(rf"\bis\s+(greater|more|larger|bigger|higher|{'|'.join(sorted(_LESS))})\s+$")
_SUMMED: Final = re.compile(r"\b(?:sum|highest|lowest) of .*\bfor $")
STEP_VERBS: Final = frozenset(["DOES", "CAN", "CANNOT", "SEES", "READS", "IS"])


def cut_word(found: Scene) -> Mistake | None:
    """A word that begins with a word of the language: `players` where `player` belongs."""
    if not found.read:
        return None
    return Mistake(
        "E020", found.span, said("{1} cannot stand here", shown(found)), said('did you mean "{1}"?', found.read)
    )


def declared_name(found: Scene) -> Mistake | None:
    """A declared name with a hyphen, or one that begins with a digit."""
    declared = _DECLARED.match(found.line)
    line = found.start - len(found.before)
    if declared is None or not line + declared.start("name") <= found.start <= line + declared.end("name"):
        return None
    place, name = found.chunk.span(line + declared.start("name"), line + declared.end("name")), declared["name"]
    if "-" in name:
        return Mistake("E020", place, said("a name has no hyphens"), said("for example: {1}", _HYPHENS.sub("_", name)))
    if name[0].isdigit():
        return Mistake("E020", place, said("a name begins with a letter"), said("for example: n{1}", name))
    return None


def assignment(found: Scene) -> Mistake | None:
    """`x.f = 1` and `x += 1` of other languages."""
    wrong = _ASSIGNED.match(found.line)
    line = found.start - len(found.before)
    if wrong is None or found.start > line + wrong.end("sign") or not (found.met or found.before[:1] == " "):
        return None
    how, to = {"+=": ("raise", "by"), "-=": ("lower", "by")}.get(wrong["sign"], ("set", "to"))
    place = found.chunk.span(line + wrong.start("sign"), line + wrong.end("sign"))
    in_card = found.chunk.text.startswith(("card ", "piece "))
    hint = said("write: {1} {2} {3} {4}", how, wrong["what"], to, wrong["value"].strip())
    if in_card and "." not in wrong["what"]:
        hint = said("no sign stands between: {1} {2}", wrong["what"], wrong["value"].split(",")[0].strip())
    return Mistake("E020", place, said("{1} cannot stand here", quoted(wrong["sign"])), hint)


def printed(found: Scene) -> Mistake | None:
    """`cost: 4` in a card, and what is printed on the line of the card's title."""
    if not found.chunk.text.startswith(("card ", "piece ")):
        return None
    field = _FIELD.match(found.before)
    if found.word == ":" and field is not None and found.before[:1] == " ":
        value = found.line[len(found.before) + 1 :].split(",")[0].strip()
        return cannot_stand(found, said("no sign stands between: {1} {2}", field["name"], value))
    if found.before.rstrip().endswith(":") and found.accepts <= {"_NL", "CITE"} and not found.met:
        return cannot_stand(found, said("what is printed stands on lines of its own below, indented by four spaces"))
    return None


def players(found: Scene) -> Mistake | None:
    """`with 3 players` in a scenario."""
    wrong = _HOW_MANY.fullmatch(found.line) if found.chunk.text.startswith("scenario") else None
    return (
        None
        if wrong is None
        else cannot_stand(found, said("how many play is a line of its own: players {1}", wrong[1]))
    )


def step(found: Scene) -> Mistake | None:
    """A step of a scenario that is about no player, or about a move that is not quoted."""
    told = found.before.rsplit(None, 1)[-1:]
    if found.accepts >= STEP_VERBS and found.accepts <= STEP_VERBS | {"CITE"}:
        if found.before.strip() == "player":
            return cannot_stand(found, said('in scenarios players are called A, B, C: A does "pass"'))
        near = nearest(found.construct, first_words(STEPS)) or nearest(found.word, found.keywords)
        return (
            None
            if near or found.construct in STATEMENTS
            else cannot_stand(found, said('write what a player does: A does "pass"'))
        )
    if found.word == "not" and told == ["can"]:
        return cannot_stand(found, _instead(found, "can not", "cannot"))
    if (
        "STRING" in found.accepts
        and len(found.accepts) <= 2
        and told
        and told[0] in ("does", "can", "cannot", "sees", "reads", "asked")
    ):
        return cannot_stand(found, said('it stands in quotes: {1} "{2}"', found.before.strip(), found.word))
    if found.word == "then" and "EXPECT" in found.accepts:
        return cannot_stand(found, said("what must be so is expected: expect A.coins = 1"))
    return None


def _instead(found: Scene, old: str, new: str) -> str:
    """The line as it is written, with something in it said in other words."""
    return said("write: {1}", found.chunk.file.line(found.span.line).strip().replace(old, new, 1))


def turn_of_speech(found: Scene) -> Mistake | None:
    """Turns of speech that the language has in another form."""
    hint = (
        _in_a_sum(found)
        or _in_other_words(found)
        or _in_other_numbers(found)
        or _in_another_place(found)
        or _behind(found)
    )
    return None if hint is None else cannot_stand(found, hint)


def _in_a_sum(found: Scene) -> str | None:
    summed = found.word == "each" and _SUMMED.search(found.before)
    return _instead(found, "for each", "for") if summed else None


def _in_other_words(found: Scene) -> str | None:
    last = found.before.split()[-1:]
    if last and last[0] in _POSSESSIVE and found.word.isidentifier():
        return said("write: {1} of me", found.word)
    if last == ["first"] and not found.before.endswith("the first ") and found.word.isidentifier():
        return said("write: the first u in {1} where ...", found.word)
    if found.word == "else" and _IF.match(found.before) and ":" in found.before:
        return said("else: stands on a line of its own, as far to the left as its if")
    if found.word == "when" and not found.before.strip() and "AFTER" in found.accepts:
        return said("for example: after play c when c is this: draw_up for me")
    if found.word == "in" and last == ["is"]:
        return said("no is stands before in: c in hand of me")
    return None


def _in_other_numbers(found: Scene) -> str | None:
    greater = _GREATER.search(found.before)
    if found.word == "than" and greater is not None:
        return _instead(found, f"{greater[0].strip()} than", "<" if greater[1] in _LESS else ">")
    if found.word in ("<", ">", "=", "<=", ">=") and _COMPARED.search(found.before):
        return said("one comparison at a time: 1 < n and n < 9")
    if found.word == "to" and _FROM_NUMBER.search(found.before):
        return said("a range is written 1..9")
    if found.word.isdecimal() and found.before.endswith(".") and found.before[-2:-1].isdigit():
        return said("numbers are whole; a value can be counted in halves")
    if found.word == "," and found.before[-1:].isdigit() and _THOUSANDS.match(found.line, len(found.before)):
        return said("large numbers have no comma: 1000")
    return None


def _in_another_place(found: Scene) -> str | None:
    if found.before.split()[-1:] == ["random"] and found.construct != "random":
        return said("chance is a statement of its own: random n from 1..6 on dice")
    if found.construct == "define" and ":" in found.before.rsplit(")", 1)[-1] and found.accepts <= {"_NL", "CITE"}:
        return said("behind = stands what it is: define rich (p: Player) = p.gold > 9")
    if CITE.fullmatch(found.word) and not found.before.strip():
        return said("a citation stands at the end of the line")
    empty = _NO_ARGUMENTS.search(found.before)
    if found.word == ")" and empty is not None:
        return said("nothing is handed on, so there are no parentheses: {1}", empty["name"])
    if found.word == "has" and "THE" not in found.accepts:
        return said("write: c in hand of me")
    return None


def _behind(found: Scene) -> str | None:
    """What stands behind a field or an event, in another form."""
    if _GOES_BACK.match(found.line) and (found.word == "until" or "until" in found.before):
        return said("for example: var rage: 0..9, until end of hunt, until after bites this, until it leaves play")
    printed = _PRINTED_GOES_BACK.match(found.line)
    if printed is not None and found.word == ",":
        return said("only a field that changes goes back: var {1}: ...", printed["name"])
    if _LASTS.match(found.before):
        return said("rules that last stand on lines of their own below, indented by four spaces")
    if found.word == "replaced":
        return said("for example: event wound (u: Unit) replaced by choice of holder of u")
    return None


def foreign_statement(found: Scene) -> Mistake | None:
    """A statement that begins with a word that is no statement here, and cannot be read as a call."""
    first = found.first_word
    word = first.text
    if word not in FOREIGN_STATEMENTS or found.before[:1] != " " or found.start == first.start or found.met:
        return None
    return Mistake("E020", first, said("{1} begins no statement here", quoted(word)), said(FOREIGN_STATEMENTS[word]))
