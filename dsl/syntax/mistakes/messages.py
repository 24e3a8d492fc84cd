"""How a mistake of the form is told: what cannot stand where, what could, and an example."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from dsl.diagnostics import nearest
from dsl.spoken import any_of, marked, said
from dsl.syntax.builders.shared import Mistake
from dsl.syntax.mistakes.parser_state import Scene
from dsl.syntax.vocabulary import EXAMPLES

MOST_NAMED: Final = 6  # of the things that may come next

TERMS: Final = {
    "NAME": marked("a name"),
    "NUMBER": marked("a number"),
    "STRING": marked("a text in quotes"),
    "_NL": marked("the end of the line"),
    "_INDENT": marked("an indented line"),
    "_DEDENT": marked("the end of the block"),
    "$END": marked("the end of the expression"),
    "YESNO": '"yes/no"',
    "IF_NONE": '"if none"',
    "NO_PASSING": '"no passing"',
    "OPENLY": '"openly"',
    "MEANS": '"means"',
    "AS_LETTERS": '"as letters"',
    "_IN_ORDER": '"in order of"',
    "NUMBER_OF": '"number of"',
    "_COPY_OF": '"copy of"',
    "_ACTS_AS": '"acts as"',
    "_BY_AGE": '"by age"',
    "_BY_CHOICE_OF": '"replaced by choice of"',
    "_LEAVES_PLAY": '"it leaves play"',
    "_FITS_IN": '"fits in"',
    "SUM_OF": '"sum of"',
    "THE_FIRST": '"the first"',
    "STEP_FROM": '"step from"',
    "EDGE_FROM": '"edge from"',
    "CROSSED_FROM": '"edges crossed from"',
    "LINE_FROM": '"line from"',
    "WORDS_SUCH_AS": '"words such as"',
    "LONGEST_RUN": '"longest run of"',
    "_BEGINNING_WITH": '"beginning with"',
    "LONGEST_WAY": '"longest path of"',
    "REACHED_FROM": '"reached from"',
    "COMPARE": '"="',
    "CITE": "",  # may stand nearly everywhere: naming it would say nothing
    "SEMICOLON": "",
}
_ENDS: Final = {
    "_NL": marked("the line ends too early"),
    "_INDENT": marked("this line is indented too deep"),
    "_DEDENT": marked("the block ends too early"),
    "$END": marked("the expression ends too early"),
}
# Of what may stand in very many places, the whole is named once, and operators not at all.
_GROUPS: Final = (
    (frozenset(["SET", "LET", "MOVE"]), marked("a statement")),
    (frozenset(["GAME", "DEFINE"]), marked("an item")),
    (frozenset(["ZONE", "BOARD"]), marked("a field, a zone or a rule")),
    (frozenset(["BEFORE", "NEVER", "LIFTS"]), marked("a rule")),
    (frozenset(["EXPECT", "CHANCE"]), marked("a step of the scenario")),
    (frozenset(["NUMBER_OF", "HIGHEST", "LPAR"]), marked("an expression")),
)
OPERATORS: Final = frozenset(
    {"PLUS", "MINUS", "STAR", "SLASH", "MOD", "DOT", "LSQB", "LPAR", "OF"}
    | {"AND", "OR", "IS", "IN", "NOT", "CAN", "COMPARE", "_FITS_IN"}
)


def cannot_stand(found: Scene, hint: str | None) -> Mistake:
    """The word at the place cannot stand there; what could, if that is not too much to name."""
    expected = _expected(found)
    what = said(_ENDS[found.met]) if found.met else said("{1} cannot stand here", shown(found))
    return Mistake("E020", found.span, what + (said("; expected {1}", expected) if expected else ""), hint)


def quoted(word: str) -> str:
    """A word in quotes."""
    return f'"{word}"'


def shown(found: Scene) -> str:
    """What stands at the place, as it is told."""
    return said("a text") if found.word == '"' else f'"{found.word}"'


def _expected(found: Scene) -> str:
    """What may come next, in a few words; empty if that is too much to be of use."""
    left = set(found.accepts)
    told: list[str] = []
    for group, name in _GROUPS:
        if group <= left and not told:
            told.append(said(name))
            left &= {"_NL", "COLON"}
    if "PLUS" in left:
        left -= OPERATORS | {"NAME"}
    if len(left) > 1:
        left -= {"OF", "DOT", "LSQB"}
    named = (said(TERMS[term]) if term in TERMS else quoted(found.spelling.get(term, "")) for term in sorted(left))
    told += [name for name in named if name]
    return any_of(told) if len(told) <= MOST_NAMED else ""


def hint_for(found: Scene) -> str | None:
    """A word spelt like this one that may stand here, or an example of the construct."""
    if found.chunk.inner:
        return said("between braces stands one expression; to show a brace, write \\{ or \\}")
    all_words = found.spelling.values()
    near = nearest(found.word, found.keywords) if found.word.isalpha() and found.word not in all_words else []
    if near:
        return said('did you mean "{1}"?', near[0])
    first = found.construct
    near = nearest(first, first_words(EXAMPLES)) if first not in all_words else []
    if near:
        return said('did you mean "{1}" at the beginning of the line?', near[0])
    return example(found)


def example(found: Scene) -> str | None:
    """An example of the construct, as a hint."""
    where = said(", inside `repeat` or `for`") if found.construct in ("stop", "skip") else ""
    return said("for example: {1}{2}", first_line(found.example), where) if found.example else None


def first_line(text: str) -> str:
    """The first line of a text."""
    return text.partition("\n")[0]


def first_words(*tables: Iterable[str]) -> set[str]:
    """The words that entries of tables begin with."""
    return {words.split()[0] for table in tables for words in table}
