"""From what the parser stumbled over to a message in the words of the language.

The parser knows where it stopped, what it met and what it would have taken (`parser_state`). From that, the text around
the place and the tables of `vocabulary` follows what the designer may have meant: the first of `_REASONS` that knows
something answers. A message never speaks of the parser, and a hint shows what to write.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from lark import Lark
from lark.exceptions import UnexpectedInput

from dsl.diagnostics import nearest
from dsl.spoken import said
from dsl.syntax.builders.shared import Mistake
from dsl.syntax.builders.statements import too_long
from dsl.syntax.chunks import Chunk
from dsl.syntax.mistakes import foreign_phrases
from dsl.syntax.mistakes.foreign_words import ITEMS as FOREIGN_ITEMS
from dsl.syntax.mistakes.messages import (
    OPERATORS,
    cannot_stand,
    example,
    first_line,
    first_words,
    hint_for,
    quoted,
    shown,
)
from dsl.syntax.mistakes.parser_state import Scene, WrongWord, construct_of, scene
from dsl.syntax.vocabulary import DEMANDS, EXAMPLES, ITEMS, LONG, MEMBERS, RULES, SIGNS, SLIPS, STATEMENTS, STEPS

_FOLLOWS: Final = re.compile(r"[:;]\s*(?P<first>[^\W\d]\w*)(?:\s+(?P<second>[^\W\d]\w*))?")
_WORDS: Final = re.compile(r"\bwords\s+such\s+as\s*(\{[^}]*)?$")
_BAG_TYPE: Final = re.compile(r"[:(]\s*(\w+\s+)?bag(\s+of(\s+\w+)?)?\s*$")
_AMOUNT: Final = re.compile(r"\b(?:by|to|pay)\s+([0-9]+)\s+$")
_OWNED: Final = re.compile(r"['’]s\b")
_BEFORE_STATEMENTS: Final = frozenset(
    {"event", "action", "procedure", "phase", "step", "main", "rule", "else", "then", "first", "last", "given"}
)


def explain(error: UnexpectedInput, chunk: Chunk, parser: Lark) -> Mistake:
    """The mistake behind a parse error in `chunk`, in the designer's words."""
    found = scene(error, chunk, parser)
    if isinstance(error, WrongWord) and error.why:
        return Mistake("E020", found.span, error.why, example(found))
    for reason in _REASONS:
        mistake = reason(found)
        if mistake is not None:
            return mistake
    return cannot_stand(found, hint_for(found))


# ---- reasons ---------------------------------------------------------------------------------------------------------


def _foreign_sign(found: Scene) -> Mistake | None:
    """A sign of another language, or one that only looks like a sign of this one."""
    if found.word.isspace():
        message = said("this looks like a space and is another character")
        return Mistake("E020", found.span, message, said("replace it by an ordinary space"))
    if _OWNED.match(found.chunk.file.text, found.start) and found.before[-1:].isalnum():
        return cannot_stand(found, said("write: me.coins, or: coins of me"))
    if not found.met and not foreign_phrases.CITE.fullmatch(found.word):
        for sign in found.signs:
            if sign in SIGNS and (len(sign) > 1 or not _slip(found)):
                return cannot_stand(found, said(SIGNS[sign]))
    return None


def _unknown_item(found: Scene) -> Mistake | None:
    """What begins at column 1 is no item."""
    if found.start != found.chunk.start or "GAME" not in found.accepts:
        return None
    word = found.construct
    if word in FOREIGN_ITEMS and word not in MEMBERS:
        return Mistake("E021", found.span, said('"{1}" begins no item', word), said(FOREIGN_ITEMS[word]))
    if word in STATEMENTS or word in STEPS:
        where = said("a scenario") if word in STEPS else said("an event, an action, a procedure or main")
        return Mistake(
            "E025", found.span, said('"{1}" stands only inside {2}', word, where), said("indent it under {1}", where)
        )
    if word in MEMBERS:
        hint = said("indent it under kind, each player has or the table has")
        return Mistake("E025", found.span, said('"{1}" stands only inside a kind', word), hint)
    slip = _slip(found)
    if slip:
        return Mistake("E025", found.span, said('"{1}" begins no item', word), said(slip))
    near = nearest(word, first_words(ITEMS, RULES))
    hint = (
        said('did you mean "{1}"?', near[0])
        if near
        else said("items begin with game, kind, card, define, event, action ...")
    )
    return Mistake("E021", found.span, said("{1} begins no item", shown(found)), hint)


def _indentation(found: Scene) -> Mistake | None:
    """A line is deeper than it may be, or not deep enough."""
    if found.met == "_INDENT":
        if _opening(found):
            return _colon(found)
        message = said("this line is indented deeper than the one above, which opens no block")
        return Mistake("E023", found.span, message, said("begin it where the line above begins"))
    if found.accepts == frozenset(["_INDENT"]):
        if found.met:
            message = said("nothing stands under this line")
            return Mistake(
                "E023", found.end_above, message, said("write below what belongs to it, indented by four spaces")
            )
        message = said("the lines that belong to the one above are indented deeper than it")
        return Mistake("E023", found.span, message, said("indent this line by four more spaces"))
    return None


def _long_statement(found: Scene) -> Mistake | None:
    """A statement with lines of its own on the line of another one, or of a colon."""
    last = None
    for match in _FOLLOWS.finditer(found.before + found.word):
        last = match
    if last is None or not (last[0][0] == ";" or _opens_block(found.before[: last.start()])):
        return None
    pair = f"{last['first']} {last['second'] or found.word}"
    construct = pair if pair in LONG else last["first"]
    if construct not in LONG:
        return None
    start = found.start - len(found.before) + last.start("first")
    return too_long(construct, found.chunk.span(start, start + len(last["first"])))


def _opens_block(line: str) -> bool:
    """Whether statements can follow a colon at the end of this part of a line."""
    first = construct_of(line.split(":")[0])
    return (
        first in _BEFORE_STATEMENTS or first in RULES or (first in STATEMENTS and first not in ("requires", "provided"))
    )


def _every(found: Scene) -> Mistake | None:
    """`every u in units` without what must hold of each, or with the colon of the line taken for its own."""
    before, every, rest = found.before.rpartition("every ")
    if not every or "COLON" not in found.accepts or before[-1:].isalnum():
        return None
    if ":" not in rest:
        return cannot_stand(found, said("behind every stands a colon and what must hold: every u in units: u.ready"))
    if found.met == "_NL" and not found.followed_by_block:
        message = said("the colon of this line belongs to every, and another one is missing")
        return Mistake("E022", found.end_above, message, said("for example: if every u in units: u.ready: refresh"))
    return None


def _missing_colon(found: Scene) -> Mistake | None:
    """The end of a line where only a colon can stand, or one that is followed by a block."""
    if found.met != "_NL" or "COLON" not in found.accepts:
        return None
    only = found.accepts <= OPERATORS | {"COLON", "CITE", "NAME"}
    return _colon(found) if only or found.followed_by_block else None


def _colon(found: Scene) -> Mistake:
    example = _opening(found)
    hint = said("for example: {1}", example) if example else None
    return Mistake("E022", found.end_above, said("a colon is missing at the end of this line"), hint)


def _opening(found: Scene) -> str:
    """An example of the line above, if lines like it open a block."""
    first = first_line(EXAMPLES.get(construct_of(found.line_above), ""))
    return first if first.endswith(":") else ""


def _known_slip(found: Scene) -> Mistake | None:
    slip = _slip(found)
    if slip is None:
        return None
    if (found.construct, "", slip) in SLIPS:  # the line is about nothing that there is
        return Mistake(
            "E020", found.first_word, said("{1} cannot stand here", quoted(found.first_word.text)), said(slip)
        )
    return cannot_stand(found, said(slip))


def _misplaced(found: Scene) -> Mistake | None:
    """A statement among rules, fields or steps; a rule or a field among statements."""
    word = found.construct
    first = found.before.strip() == ""
    if word in STATEMENTS and "SET" not in found.accepts:
        return _misplaced_statement(found, word, first)
    elsewhere = word in RULES or word in MEMBERS or word in ITEMS
    statements_here = "SET" in found.accepts if first else "SEMICOLON" in found.accepts
    if elsewhere and word not in STATEMENTS and statements_here and not found.met:
        return Mistake("E025", found.first_word, said('"{1}" begins no statement', word), _where_it_goes(word))
    return None


def _misplaced_statement(found: Scene, word: str, first: bool) -> Mistake | None:
    if found.accepts >= foreign_phrases.STEP_VERBS and word not in STEPS:
        message = said('"{1}" begins a statement, and here stand only steps of the scenario', word)
        return Mistake("E025", found.first_word, message, said("what changes the position stands under given:"))
    if (first and "NEVER" in found.accepts) or found.accepts == frozenset(["COLON", "COMMA"]):
        hint = said("a rule says when it is done, for example: after wound u by n: draw")
        if construct_of(found.line_above) == "while":
            hint = said("under while stand rules; to do something again and again: repeat until ... at most 100 times:")
        message = said('"{1}" begins a statement, and here stand only rules and fields', word)
        return Mistake("E025", found.first_word, message, hint)
    return None


def _where_it_goes(word: str) -> str:
    if word in RULES:
        return said("a rule stands at column 1, in a kind or a card; for a while: until end of turn:")
    if word in MEMBERS:
        return said("it stands in a kind, under each player has or under the table has")
    return said("it stands at column 1")


def _reserved(found: Scene) -> Mistake | None:
    """A word of the language where a name is needed."""
    word = found.word
    names_here = "NAME" in found.accepts and not found.accepts & {"AND", "PLUS", "SET", "NUMBER_OF"}
    if names_here and word in found.spelling.values() and word.isalpha():
        return cannot_stand(
            found, said('"{1}" is a word of the language; choose another name, such as {2}_1', word, word)
        )
    before = found.before.strip()
    if names_here and found.word in (":", ",") and before in found.spelling.values() and found.before[0] == " ":
        hint = said('"{1}" is a word of the language; choose another name, such as {2}_1', before, before)
        return cannot_stand(found, hint)
    return None


def _demand(found: Scene) -> Mistake | None:
    """Only one word can go on here, and that is worth a sentence."""
    for term, hint in DEMANDS.items():
        if found.accepts == frozenset([term]):
            return cannot_stand(found, said(hint))
    return None


def _bag(found: Scene) -> Mistake | None:
    """Something in braces, what stands in them, or the type of a bag, is written in another way."""
    before = found.before
    if found.chunk.inner or before.lstrip().startswith("zone "):
        return None
    inside = before[before.rfind("}") + 1 :]
    if _BAG_TYPE.search(before):
        return cannot_stand(found, said("write: bag of Resource up to 20"))
    if _WORDS.search(before):
        return cannot_stand(found, said('write: words such as {"sea", "stone"}'))
    if "{" in inside and "(" not in inside[inside.rfind("{") :]:
        return cannot_stand(
            found, said("in braces stand values: {P, W}; in a bag with amounts: {2 wood, (n + 1) water}")
        )
    amount = _AMOUNT.search(before)
    if amount is not None and found.word[:1].isalpha() and found.word not in found.spelling.values():
        return cannot_stand(found, said("of a bag write: {{1} {2}}", amount[1], found.word))
    return None


_REASONS: Final[tuple[Callable[[Scene], Mistake | None], ...]] = (
    foreign_phrases.players,
    foreign_phrases.cut_word,
    foreign_phrases.declared_name,
    foreign_phrases.assignment,
    foreign_phrases.printed,
    _foreign_sign,
    _unknown_item,
    foreign_phrases.step,
    _indentation,
    _long_statement,
    _every,
    _missing_colon,
    _bag,
    _known_slip,
    foreign_phrases.turn_of_speech,
    _misplaced,
    foreign_phrases.foreign_statement,
    _reserved,
    _demand,
)


def _slip(found: Scene) -> str | None:
    if "EXPECT" in found.accepts:  # steps of a scenario have slips of their own
        return None
    for construct, sign, hint in SLIPS:
        if found.construct == construct and sign in ("", "0" if found.word.isdecimal() else found.word):
            return hint
    return None
