"""From what the parser stumbled over to a message in the words of the language.

The parser knows where it stopped, what it met and what it would have taken (`scene`). From that, the text around the
place and the tables of `words` follows what the designer may have meant: the first of `_REASONS` that knows something
answers. A message never speaks of the parser, and a hint shows what to write.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final

from lark import Lark
from lark.exceptions import UnexpectedInput

from dsl.diagnostics import nearest
from dsl.syntax.builders import Mistake
from dsl.syntax.chunks import Chunk
from dsl.syntax.foreign import ITEMS as FOREIGN_ITEMS
from dsl.syntax.foreign import STATEMENTS as FOREIGN_STATEMENTS
from dsl.syntax.scene import Scene, WrongWord, construct_of, scene
from dsl.syntax.statements import too_long
from dsl.syntax.words import DEMANDS, EXAMPLES, ITEMS, LONG, MEMBERS, RULES, SIGNS, SLIPS, STATEMENTS, STEPS

_CITE: Final = re.compile(r"@\w+-\w[\w.-]*")
_FOLLOWS: Final = re.compile(r"[:;]\s*(?P<first>[^\W\d]\w*)(?:\s+(?P<second>[^\W\d]\w*))?")
_BAG_TYPE: Final = re.compile(r"[:(]\s*(\w+\s+)?bag(\s+of(\s+\w+)?)?\s*$")
_AMOUNT: Final = re.compile(r"\b(?:by|to|pay)\s+([0-9]+)\s+$")
_DECLARED: Final = re.compile(
    r"\s*(?:var|zone|kind|enum|window|event|action|define|value|procedure|phase|step|limit|option|board|track)"
    r"\s+(?P<name>[0-9]\w*|[^\W\d]\w*(?:\s*-\s*\w+)+)"
)
_HYPHENS: Final = re.compile(r"[\s-]+")
_ASSIGNED: Final = re.compile(r"\s*(?P<what>[^\W\d]\w*(?:\.\w+)*)\s*(?P<sign>[+-]=|:=|=(?!=))(?P<value>.*)")
_FIELD: Final = re.compile(r"\s*(?:\w+ [^,:]+,\s*)*(?P<name>[^\W\d]\w*)\s*$")
_NO_ARGUMENTS: Final = re.compile(r"(?:^|\s)(?P<name>[^\W\d]\w*)\(\s*$")
_OWNED: Final = re.compile(r"['’]s\b")
_POSSESSIVE: Final = frozenset(["my", "your", "his", "her", "their", "its"])
_BEFORE_STATEMENTS: Final = frozenset(
    {"event", "action", "procedure", "phase", "step", "main", "rule", "else", "then", "first", "last", "given"}
)
MOST_NAMED: Final = 6  # of the things that may come next

TERMS: Final = {
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": "a text in quotes",
    "_NL": "the end of the line",
    "_INDENT": "an indented line",
    "_DEDENT": "the end of the block",
    "$END": "the end of the expression",
    "YESNO": '"yes/no"',
    "IF_NONE": '"if none"',
    "NO_PASSING": '"no passing"',
    "AS_LETTERS": '"as letters"',
    "_IN_ORDER": '"in order of"',
    "NUMBER_OF": '"number of"',
    "_COPY_OF": '"copy of"',
    "_FITS_IN": '"fits in"',
    "SUM_OF": '"sum of"',
    "THE_FIRST": '"the first"',
    "STEP_FROM": '"step from"',
    "EDGE_FROM": '"edge from"',
    "CROSSED_FROM": '"edges crossed from"',
    "LINE_FROM": '"line from"',
    "LONGEST_RUN": '"longest run of"',
    "REACHED_FROM": '"reached from"',
    "COMPARE": '"="',
    "CITE": "",  # may stand nearly everywhere: naming it would say nothing
    "SEMICOLON": "",
}
_ENDS: Final = {
    "_NL": "the line ends too early",
    "_INDENT": "this line is indented too deep",
    "_DEDENT": "the block ends too early",
    "$END": "the expression ends too early",
}
# Of what may stand in very many places, the whole is named once, and operators not at all.
_GROUPS: Final = (
    (frozenset(["SET", "LET", "MOVE"]), "a statement"),
    (frozenset(["GAME", "DEFINE"]), "an item"),
    (frozenset(["ZONE", "BOARD"]), "a field, a zone or a rule"),
    (frozenset(["BEFORE", "NEVER", "LIFTS"]), "a rule"),
    (frozenset(["EXPECT", "CHANCE"]), "a step of the scenario"),
    (frozenset(["NUMBER_OF", "HIGHEST", "LPAR"]), "an expression"),
)
_OPERATORS: Final = frozenset(
    {"PLUS", "MINUS", "STAR", "SLASH", "MOD", "DOT", "LSQB", "LPAR", "OF"}
    | {"AND", "OR", "IS", "IN", "NOT", "CAN", "COMPARE", "_FITS_IN"}
)
_STEP_VERBS: Final = frozenset(["DOES", "CAN", "CANNOT", "SEES"])


def explain(error: UnexpectedInput, chunk: Chunk, parser: Lark) -> Mistake:
    """The mistake behind a parse error in `chunk`, in the designer's words."""
    found = scene(error, chunk, parser)
    if isinstance(error, WrongWord) and error.why:
        return Mistake("E020", found.span, error.why, _example(found))
    for reason in _REASONS:
        mistake = reason(found)
        if mistake is not None:
            return mistake
    return _cannot_stand(found, _hint(found))


# ---- reasons ---------------------------------------------------------------------------------------------------------


def _foreign_sign(found: Scene) -> Mistake | None:
    """A sign of another language, or one that only looks like a sign of this one."""
    if found.word.isspace():
        message = "this looks like a space and is another character"
        return Mistake("E020", found.span, message, "replace it by an ordinary space")
    if _OWNED.match(found.chunk.file.text, found.start) and found.before[-1:].isalnum():
        return _cannot_stand(found, "write: me.coins, or: coins of me")
    if not found.met and not _CITE.fullmatch(found.word):
        for sign in found.signs:
            if sign in SIGNS and (len(sign) > 1 or not _slip(found)):
                return _cannot_stand(found, SIGNS[sign])
    return None


def _unknown_item(found: Scene) -> Mistake | None:
    """What begins at column 1 is no item."""
    if found.start != found.chunk.start or "GAME" not in found.accepts:
        return None
    word = found.construct
    if word in FOREIGN_ITEMS and word not in MEMBERS:
        return Mistake("E021", found.span, f'"{word}" begins no item', FOREIGN_ITEMS[word])
    if word in STATEMENTS or word in STEPS:
        where = "a scenario" if word in STEPS else "an event, an action, a procedure or main"
        return Mistake("E025", found.span, f'"{word}" stands only inside {where}', f"indent it under {where}")
    if word in MEMBERS:
        hint = "indent it under kind, each player has or the table has"
        return Mistake("E025", found.span, f'"{word}" stands only inside a kind', hint)
    if _slip(found):
        return Mistake("E025", found.span, f'"{word}" begins no item', _slip(found))
    near = nearest(word, _first_words(ITEMS, RULES))
    hint = f'did you mean "{near[0]}"?' if near else "items begin with game, kind, card, define, event, action ..."
    return Mistake("E021", found.span, f"{_shown(found)} begins no item", hint)


def _indentation(found: Scene) -> Mistake | None:
    """A line is deeper than it may be, or not deep enough."""
    if found.met == "_INDENT":
        if _opening(found):
            return _colon(found)
        message = "this line is indented deeper than the one above, which opens no block"
        return Mistake("E023", found.span, message, "begin it where the line above begins")
    if found.accepts == frozenset(["_INDENT"]):
        if found.met:
            message = "nothing stands under this line"
            return Mistake("E023", found.end_above, message, "write below what belongs to it, indented by four spaces")
        message = "the lines that belong to the one above are indented deeper than it"
        return Mistake("E023", found.span, message, "indent this line by four more spaces")
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
        return _cannot_stand(found, "behind every stands a colon and what must hold: every u in units: u.ready")
    if found.met == "_NL" and not found.followed_by_block:
        message = "the colon of this line belongs to every, and another one is missing"
        return Mistake("E022", found.end_above, message, "for example: if every u in units: u.ready: stop")
    return None


def _missing_colon(found: Scene) -> Mistake | None:
    """The end of a line where only a colon can stand, or one that is followed by a block."""
    if found.met != "_NL" or "COLON" not in found.accepts:
        return None
    only = found.accepts <= _OPERATORS | {"COLON", "CITE", "NAME"}
    return _colon(found) if only or found.followed_by_block else None


def _colon(found: Scene) -> Mistake:
    example = _opening(found)
    hint = f"for example: {example}" if example else None
    return Mistake("E022", found.end_above, "a colon is missing at the end of this line", hint)


def _opening(found: Scene) -> str:
    """An example of the line above, if lines like it open a block."""
    first = _first_line(EXAMPLES.get(construct_of(found.line_above), ""))
    return first if first.endswith(":") else ""


def _known_slip(found: Scene) -> Mistake | None:
    slip = _slip(found)
    if slip is None:
        return None
    if (found.construct, "", slip) in SLIPS:  # the line is about nothing that there is
        return Mistake("E020", found.first_word, f"{_quoted(found.first_word.text)} cannot stand here", slip)
    return _cannot_stand(found, slip)


def _cut(found: Scene) -> Mistake | None:
    """A word that begins with a word of the language: `players` where `player` belongs."""
    if not found.read:
        return None
    return Mistake("E020", found.span, f"{_shown(found)} cannot stand here", f'did you mean "{found.read}"?')


def _name(found: Scene) -> Mistake | None:
    """A declared name with a hyphen, or one that begins with a digit."""
    declared = _DECLARED.match(found.line)
    line = found.start - len(found.before)
    if declared is None or not line + declared.start("name") <= found.start <= line + declared.end("name"):
        return None
    place, name = found.chunk.span(line + declared.start("name"), line + declared.end("name")), declared["name"]
    if "-" in name:
        return Mistake("E020", place, "a name has no hyphens", f"for example: {_HYPHENS.sub('_', name)}")
    if name[0].isdigit():
        return Mistake("E020", place, "a name begins with a letter", f"for example: n{name}")
    return None


def _assignment(found: Scene) -> Mistake | None:
    """`x.f = 1` and `x += 1` of other languages."""
    wrong = _ASSIGNED.match(found.line)
    line = found.start - len(found.before)
    if wrong is None or found.start > line + wrong.end("sign") or not (found.met or found.before[:1] == " "):
        return None
    how, to = {"+=": ("raise", "by"), "-=": ("lower", "by")}.get(wrong["sign"], ("set", "to"))
    place = found.chunk.span(line + wrong.start("sign"), line + wrong.end("sign"))
    in_card = found.chunk.text.startswith(("card ", "piece "))
    hint = f"write: {how} {wrong['what']} {to} {wrong['value'].strip()}"
    if in_card and "." not in wrong["what"]:
        hint = f"no sign stands between: {wrong['what']} {wrong['value'].split(',')[0].strip()}"
    return Mistake("E020", place, f"{_quoted(wrong['sign'])} cannot stand here", hint)


def _printed(found: Scene) -> Mistake | None:
    """`cost: 4` in a card, and what is printed on the line of the card's title."""
    if not found.chunk.text.startswith(("card ", "piece ")):
        return None
    field = _FIELD.match(found.before)
    if found.word == ":" and field is not None and found.before[:1] == " ":
        value = found.line[len(found.before) + 1 :].split(",")[0].strip()
        return _cannot_stand(found, f"no sign stands between: {field['name']} {value}")
    if found.before.rstrip().endswith(":") and found.accepts <= {"_NL", "CITE"} and not found.met:
        return _cannot_stand(found, "what is printed stands on lines of its own below, indented by four spaces")
    return None


def _step(found: Scene) -> Mistake | None:
    """A step of a scenario that is about no player, or about a move that is not quoted."""
    said = found.before.rsplit(None, 1)[-1:]
    if found.accepts >= _STEP_VERBS and found.accepts <= _STEP_VERBS | {"CITE"}:
        if found.before.strip() == "player":
            return _cannot_stand(found, 'in scenarios players are called A, B, C: A does "pass"')
        near = nearest(found.construct, _first_words(STEPS)) or nearest(found.word, found.keywords)
        return (
            None
            if near or found.construct in STATEMENTS
            else _cannot_stand(found, 'write what a player does: A does "pass"')
        )
    if "STRING" in found.accepts and len(found.accepts) <= 2 and said and said[0] in ("does", "can", "cannot", "sees"):
        return _cannot_stand(found, f'it stands in quotes: {found.before.strip()} "{found.word}"')
    if found.word == "then" and "EXPECT" in found.accepts:
        return _cannot_stand(found, "what must be so is expected: expect A.coins = 1")
    return None


def _speech(found: Scene) -> Mistake | None:
    """Turns of speech that the language has in another form."""
    last = found.before.split()[-1:]
    if last and last[0] in _POSSESSIVE and found.word.isidentifier():
        return _cannot_stand(found, f"write: {found.word} of me")
    if last == ["first"] and not found.before.endswith("the first ") and found.word.isidentifier():
        return _cannot_stand(found, f"write: the first u in {found.word} where ...")
    empty = _NO_ARGUMENTS.search(found.before)
    if found.word == ")" and empty is not None:
        return _cannot_stand(found, f"nothing is handed on, so there are no parentheses: {empty['name']}")
    if found.word == "has" and "THE" not in found.accepts:
        return _cannot_stand(found, "write: c in hand of me")
    return None


def _foreign_statement(found: Scene) -> Mistake | None:
    """A statement that begins with a word that is no statement here, and cannot be read as a call."""
    first = found.first_word
    word = first.text
    if word not in FOREIGN_STATEMENTS or found.before[:1] != " " or found.start == first.start or found.met:
        return None
    return Mistake("E020", first, f"{_quoted(word)} begins no statement here", FOREIGN_STATEMENTS[word])


def _misplaced(found: Scene) -> Mistake | None:
    """A statement among rules, fields or steps; a rule or a field among statements."""
    word = found.construct
    first = found.before.strip() == ""
    if word in STATEMENTS and "SET" not in found.accepts:
        if found.accepts >= _STEP_VERBS and word not in STEPS:
            message = f'"{word}" begins a statement, and here stand only steps of the scenario'
            return Mistake("E025", found.first_word, message, "what changes the position stands under given:")
        if (first and "NEVER" in found.accepts) or found.accepts == frozenset(["COLON", "COMMA"]):
            hint = "a rule says when it is done, for example: after wound u by n: stop"
            if construct_of(found.line_above) == "while":
                hint = "under while stand rules; to do something again and again: repeat until ... at most 100 times:"
            message = f'"{word}" begins a statement, and here stand only rules and fields'
            return Mistake("E025", found.first_word, message, hint)
    elsewhere = word in RULES or word in MEMBERS or word in ITEMS
    statements_here = "SET" in found.accepts if first else "SEMICOLON" in found.accepts
    if elsewhere and word not in STATEMENTS and statements_here and not found.met:
        return Mistake("E025", found.first_word, f'"{word}" begins no statement', _where_it_goes(word))
    return None


def _where_it_goes(word: str) -> str:
    if word in RULES:
        return "a rule stands at column 1, in a kind or a card; for a while: until end of turn:"
    if word in MEMBERS:
        return "it stands in a kind, under each player has or under the table has"
    return "it stands at column 1"


def _reserved(found: Scene) -> Mistake | None:
    """A word of the language where a name is needed."""
    word = found.word
    names_here = "NAME" in found.accepts and not found.accepts & {"AND", "PLUS", "SET", "NUMBER_OF"}
    if names_here and word in found.spelling.values() and word.isalpha():
        return _cannot_stand(found, f'"{word}" is a word of the language; choose another name, such as {word}_1')
    before = found.before.strip()
    if names_here and found.word in (":", ",") and before in found.spelling.values() and found.before[0] == " ":
        hint = f'"{before}" is a word of the language; choose another name, such as {before}_1'
        return _cannot_stand(found, hint)
    return None


def _demand(found: Scene) -> Mistake | None:
    """Only one word can go on here, and that is worth a sentence."""
    for term, hint in DEMANDS.items():
        if found.accepts == frozenset([term]):
            return _cannot_stand(found, hint)
    return None


def _bag(found: Scene) -> Mistake | None:
    """Something in braces, or about the type of a bag, is written in another way."""
    before = found.before
    if found.chunk.inner or before.lstrip().startswith("zone "):
        return None
    inside = before[before.rfind("}") + 1 :]
    if _BAG_TYPE.search(before):
        return _cannot_stand(found, "write: bag of Resource up to 20")
    if "{" in inside and "(" not in inside[inside.rfind("{") :]:
        return _cannot_stand(found, "in braces stand values: {P, W}; in a bag with amounts: {2 wood, (n + 1) water}")
    amount = _AMOUNT.search(before)
    if amount is not None and found.word[:1].isalpha() and found.word not in found.spelling.values():
        return _cannot_stand(found, f"of a bag write: {{{amount[1]} {found.word}}}")
    return None


_REASONS: Final[tuple[Callable[[Scene], Mistake | None], ...]] = (
    _cut,
    _name,
    _assignment,
    _printed,
    _foreign_sign,
    _unknown_item,
    _step,
    _indentation,
    _long_statement,
    _every,
    _missing_colon,
    _bag,
    _known_slip,
    _speech,
    _misplaced,
    _foreign_statement,
    _reserved,
    _demand,
)


# ---- words -----------------------------------------------------------------------------------------------------------


def _cannot_stand(found: Scene, hint: str | None) -> Mistake:
    expected = _expected(found)
    what = _ENDS[found.met] if found.met else f"{_shown(found)} cannot stand here"
    return Mistake("E020", found.span, what + (f"; expected {expected}" if expected else ""), hint)


def _quoted(word: str) -> str:
    return f'"{word}"'


def _shown(found: Scene) -> str:
    return "a text" if found.word == '"' else f'"{found.word}"'


def _expected(found: Scene) -> str:
    """What may come next, in a few words; empty if that is too much to be of use."""
    left = set(found.accepts)
    said: list[str] = []
    for group, name in _GROUPS:
        if group <= left and not said:
            said.append(name)
            left &= {"_NL", "COLON"}
    if "PLUS" in left:
        left -= _OPERATORS | {"NAME"}
    if len(left) > 1:
        left -= {"OF", "DOT", "LSQB"}
    named = (TERMS.get(term, f'"{found.spelling.get(term, "")}"') for term in sorted(left))
    said += [name for name in named if name]
    return _alternatives(said) if len(said) <= MOST_NAMED else ""


def _alternatives(words: list[str]) -> str:
    return " or ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def _hint(found: Scene) -> str | None:
    """A word spelt like this one that may stand here, or an example of the construct."""
    if found.chunk.inner:
        return "between braces stands one expression; to show a brace, write \\{ or \\}"
    all_words = found.spelling.values()
    near = nearest(found.word, found.keywords) if found.word.isalpha() and found.word not in all_words else []
    if near:
        return f'did you mean "{near[0]}"?'
    first = found.construct
    near = nearest(first, _first_words(EXAMPLES)) if first not in all_words else []
    if near:
        return f'did you mean "{near[0]}" at the beginning of the line?'
    return _example(found)


def _example(found: Scene) -> str | None:
    return f"for example: {_first_line(found.example)}" if found.example else None


def _first_line(text: str) -> str:
    return text.partition("\n")[0]


def _slip(found: Scene) -> str | None:
    if "EXPECT" in found.accepts:  # steps of a scenario have slips of their own
        return None
    for construct, sign, hint in SLIPS:
        if found.construct == construct and sign in ("", "0" if found.word.isdecimal() else found.word):
            return hint
    return None


def _first_words(*tables: Iterable[str]) -> set[str]:
    return {words.split()[0] for table in tables for words in table}
