"""A rule told to somebody at the table: what it is, the words of the rulebook that it cites, and where it stands.

What is looked for is found by the words of a move that is listed, of an action, of the first line of a rule, or of the
rulebook itself. The rule as it is written in the rules files is shown on demand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from dsl.repl import rulebook
from dsl.repl.drawing.answers import MOST_ROWS
from dsl.repl.drawing.position import text
from dsl.repl.output import Output
from dsl.repl.table import Table
from dsl.runtime.reading.tokens import fold, spoken
from dsl.runtime.tongues.own import said, words_now
from dsl.runtime.tongues.spoken import CARD_TEXT, NAME, SAID
from dsl.saying.effects import effects_of, sentence
from dsl.semantics.model import Action, Card, Program
from dsl.source import Span

MOST_CITED: Final = 8
ENOUGH_CITED: Final = 3
"""Of an action for which the rulebook has so many rules it is not said as well what the program reads."""
MOST_SHOWN: Final = 3
_NAME: Final = re.compile(r"[A-Za-z_]\w*")
_HOLE: Final = re.compile(r"\{[^{}]*\}")
_PROMPT: Final = re.compile(r"\bas \"([^\"]*)\"")
_ASKS: Final = frozenset(["arrange", "choose", "may", "offer"])


def told(table: Table, wanted: str, out: Output, *, source: bool = False) -> bool:
    """Tell the rules that some words stand for; False if there are none. source: as they are written."""
    wanted = _in_source(wanted, table)
    found = _found(table, wanted)
    if not found:
        return False
    if len(found) > MOST_SHOWN:
        _heads(found, table, out)
        return True
    question = table.here.prompt() if _answers(table, wanted) else ""
    for span in found:
        out.say((question or _title(span, table), "name"), (f"  ({span.file.name}:{span.line})", "dim"))
        if source or not _rule(span, table, out):
            for each in span.text.rstrip().split("\n"):
                out.say(f"  {each}")
    if not source:
        out.say(said("rules source {1} shows how that is written.", wanted), style="dim")
    return True


def _in_source(wanted: str, table: Table) -> str:
    """The title of a card as the rules have it, for what it is called here; all else as it is."""
    own = words_now()
    cards = (card.title for card in rulebook.program_of(table).cards)
    return next((title for title in cards if fold(own.word(NAME, title)) == fold(wanted)), wanted)


def _found(table: Table, wanted: str) -> Sequence[Span]:
    """The items that are meant: by a move on offer, else by their words; those of exactly these words alone."""
    items = list(rulebook.items(table))
    asked = _asked(table, wanted)
    if asked:
        return [*dict.fromkeys(item for place in asked if (item := _around(items, place)) is not None)]
    words = fold(wanted).split()
    actions = [action for action in _actions(table) if _has(_said(action, table), words)]
    spans = [item for action in actions if (item := _around(items, _place(action.span))) is not None]
    spans += rulebook.heads_with(items, wanted)
    found = list(dict.fromkeys(spans))
    exact = [span for span in found if _is_called(span, fold(spoken(wanted)), table)]
    return exact or found or list(dict.fromkeys(_asking(items, words)))


def _asking(items: Sequence[Span], words: Sequence[str]) -> Iterator[Span]:
    """The rules that ask a question with these words in it, whether it is asked now or not."""
    for item in items:
        for below, row in enumerate(item.text.split("\n")):
            prompt = _PROMPT.search(row)
            if prompt is not None and words and _has(fold(words_now().word(SAID, prompt[1])), words):
                around = _around(items, (item.file.name, item.line + below))
                if around is not None:
                    yield around


Place = tuple[str, int]
"""A file and a line."""


def _asked(table: Table, wanted: str) -> list[Place]:
    """Where the actions stand that a text can mean now, and for other answers the rule that asks."""
    here = table.here
    program, reading = rulebook.program_of(table), here.read(wanted)
    actions, asks = here.offered_actions(), here.asks
    numbers = dict.fromkeys(map(here.action_of, reading.moves)) if actions else ()
    found = [_place(program.actions[number].span) for number in numbers if number in actions]
    return found or ([(asks.file, asks.line)] if reading.moves and asks is not None else [])


def _answers(table: Table, wanted: str) -> bool:
    """Whether a text means answers to the question that is put, and these are no actions."""
    here = table.here
    return not here.offered_actions() and bool(here.read(wanted).moves)


def _actions(table: Table) -> Iterator[Action]:
    """The actions that may be told of here."""
    for action in rulebook.program_of(table).actions:
        if not isinstance(action.holder, Card) or table.here.may_read(action.holder):
            yield action


def _said(action: Action, table: Table) -> str:
    """The words that an action is known by: how its moves read, here and in the rules, and its name."""
    title = " ".join(part for part in action.title if isinstance(part, str))
    here = rulebook.title(action, table) if table.state.engine.tongue is not None else ""
    return fold(f"{title} {action.label} {spoken(action.name)} {here}")


def _has(said: str, words: Sequence[str]) -> bool:
    known = set(re.findall(r"\w+", said))
    return all(word in known for word in words)


def _place(span: Span) -> Place:
    return span.file.name, span.line


def _around(items: Sequence[Span], place: Place) -> Span | None:
    """The item in which a line stands; of a long one only the line with what stands indented below it, if that cites
    the rulebook.
    """
    file, line = place
    for item in items:
        below = line - item.line
        rows = item.text.rstrip().split("\n")
        if item.file.name != file or not 0 <= below < len(rows):
            continue
        deep = len(rows[below]) - len(rows[below].lstrip())
        after = (row for row, words in enumerate(rows) if row > below and words.strip())
        last = next((row for row in after if len(rows[row]) - len(rows[row].lstrip()) <= deep), len(rows))
        start = item.start + sum(len(row) + 1 for row in rows[:below])
        block = Span(item.file, start, start + len("\n".join(rows[below:last])))
        return block if "@" in block.text else item
    return None


def _called(span: Span) -> str:
    """The name of a rule, from its first line."""
    _, _, behind = rulebook.head(span).partition(" ")
    name = _NAME.match(behind)
    quoted = re.match(r"\"([^\"]*)\"", behind)
    return quoted[1] if quoted else name[0] if name else ""


def _is_called(span: Span, wanted: str, table: Table) -> bool:
    """Whether a rule bears a name, or is an action whose moves begin so."""
    begins = rulebook.head(span).startswith("action") and f"{fold(_title(span, table))} ".startswith(f"{wanted} ")
    return begins or fold(spoken(_called(span))) == wanted


def _title(span: Span, table: Table) -> str:
    """What a rule is called where rules are told: how the moves of an action read; of others the sort and the name,
    and the words for players if there are any.
    """
    first = rulebook.head(span)
    for action in rulebook.program_of(table).actions:
        if first.startswith("action") and _place(action.span) == _place(span):
            return rulebook.title(action, table)
    words = re.search(r"\"([^\"]*)\"", first.partition(" else ")[0])
    own = words_now()
    name = own.word(NAME, _called(span))
    more = own.word(SAID, words[1]) if words and words[1] not in (name, _called(span)) else ""
    sort = first.split(" ")[0].rstrip(":")
    if more and sort in _ASKS:  # the name is one of the rules; what a hole holds is not known here
        return f"{sort}: {_HOLE.sub('…', more)}"
    return f"{sort} {spoken(name)}{f': {more}' if more else ''}".rstrip()


def _heads(found: Sequence[Span], table: Table, out: Output) -> None:
    """Many rules, each in a line."""
    most = 2 * MOST_ROWS
    for span in found[:most]:
        out.say("  ", (_title(span, table), "name"), (f"  ({span.file.name}:{span.line})", "dim"))
    if len(found) > most:
        out.say(said("  {1} and {2} more: say more words", table.paper.draw.more, len(found) - most), style="dim")


def _rule(span: Span, table: Table, out: Output) -> bool:
    """What the card of a rule, an action and the rulebook say; False if none of them says anything."""
    program = rulebook.program_of(table)
    begun = len(out.lines)
    for card in program.cards:
        if _lies_in(span, card.span):
            does = " ".join(sentence(each) for each in effects_of(program).said(card))
            if card.text:
                out.extend(text(words_now().word(CARD_TEXT, card.text), table.paper))
            if does:
                out.extend(text(said("as the program reads it: {1}", does), table.paper, style="dim"))
    ledger = table.game.sources.ledger
    cited = dict.fromkeys(each.id for each in program.citations if _lies_in(span, each.span))
    entries = [ledger.entries[each] for each in cited if each in ledger.entries] if ledger is not None else []
    for entry in entries[:MOST_CITED]:
        out.extend(text(f"{entry.id}: {entry.words}", table.paper))
    if len(entries) > MOST_CITED:
        rest = ", ".join(entry.id for entry in entries[MOST_CITED:])
        out.extend(text(said("and {1}: rule ID tells them", rest), table.paper, style="dim"))
    if len(entries) < ENOUGH_CITED:
        _does(span, program, table, out)
    return len(out.lines) > begun


def _does(span: Span, program: Program, table: Table, out: Output) -> None:
    """What the actions of a rule do, as the program reads them; those of cards are told by their cards."""
    for action in program.actions:
        if not isinstance(action.holder, Card) and _lies_in(span, action.span):
            does = sentence(effects_of(program).sayer.action(action))
            out.extend(text(said("as the program reads it: {1}", does), table.paper, style="dim"))


def _lies_in(span: Span, inner: Span) -> bool:
    return span.file == inner.file and span.start <= inner.start < span.end
