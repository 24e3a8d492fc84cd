"""How the game is played, for somebody who has just sat down: told from its files.

The first words of the game's README, then what its rules declare: who is asked what, what can be done there, how the
game ends, what can be chosen before it begins. Rules themselves are shown as they are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Final

from dsl.diagnostics import nearest
from dsl.repl.commands.registry import Refused
from dsl.repl.drawing.answers import MOST_ROWS
from dsl.repl.drawing.position import text
from dsl.repl.output import Output
from dsl.repl.table import Table
from dsl.runtime.reading.tokens import fold
from dsl.semantics.model import Action, Bool, Card, EnumOf, Int, Option, Program, Ref, Type
from dsl.source import Span
from dsl.syntax.tree import CardItem, PackItem

MOST_SHOWN: Final = 3
MOST_PARAGRAPHS: Final = 2
MOST_WORDS: Final = 5
"""Of what a parameter is chosen from, written as it stands in the rules."""
_LONGEST_README: Final = 20_000
_END: Final = re.compile(r"\bend game\b(?P<how>[^@#\n]*)")
_REASON: Final = re.compile(r"because \"(?P<words>[^\"]*)\"")


def overview(table: Table, out: Output) -> None:
    """What the game is about, and what its players do."""
    program = _program(table)
    low, high = program.low_players, program.high_players
    out.say((program.title, "title"), f", for {low}{f' to {high}' if high > low else ''} players")
    files = table.game.sources.files
    for paragraph in about(table.game.sources.root, files[0].span.file.text if files else ""):
        out.extend(text(paragraph, table.paper))
    _actions(program, table, out)
    _endings(table, out)
    _options(table, program, out)
    more = "rules WORD shows a rule as it is written"
    if table.game.sources.ledger is not None:
        more += f"; rule ID one of the {len(table.game.sources.ledger.rules)} rules of the rulebook"
    out.say(f"{more}.", style="dim")


def written(table: Table, wanted: str, out: Output) -> None:
    """The items of the rules files whose first line has some words, as they are written."""
    items = list(_items(table))
    words = fold(wanted).split()
    found = [span for span in items if all(word in re.findall(r"\w+", fold(_head(span))) for word in words)]
    found = found or [span for span in items if all(word in fold(_head(span)) for word in words)]
    if not found:
        known = {word for span in items for word in re.findall(r"[^\W\d]\w+", _head(span))}
        near = nearest(wanted, known, 3)
        raise Refused(f"no rule begins with {wanted}" + (f"; meant {' or '.join(near)}?" if near else ""))
    if len(found) > MOST_SHOWN:
        _heads(found, table, out)
        return
    for span in found:
        out.say((f"{span.file.name}:{span.line}", "dim"))
        for each in span.text.rstrip().split("\n"):
            out.say(f"  {each}")


def _heads(found: Sequence[Span], table: Table, out: Output) -> None:
    """The first lines of many items, with their places."""
    for span in found[: 2 * MOST_ROWS]:
        out.say("  ", (_head(span), "name"), (f"  ({span.file.name}:{span.line})", "dim"))
    if len(found) > 2 * MOST_ROWS:
        out.say(f"  {table.paper.draw.more} and {len(found) - 2 * MOST_ROWS} more: say more words", style="dim")


def headings(table: Table) -> Iterator[str]:
    """The names in the first lines of all rules, for completion."""
    for span in _items(table):
        yield from re.findall(r"[^\W\d]\w+", _head(span).partition(":")[0])[1:2]


def _program(table: Table) -> Program:
    program = table.here.engine.program
    if program is None:
        raise Refused("the rules of this game are not at hand")
    return program


def about(root: Path, rules: str) -> list[str]:
    """What a game is about: the paragraphs before the first heading or example of the README in its folder, else the
    comment at the head of its rules.
    """
    try:
        readme = (root / "README.md").read_text(encoding="utf-8", errors="replace")[:_LONGEST_README]
    except OSError:
        readme = ""
    body = list(takewhile(lambda each: not each.startswith(("#", "    ", "```", "|")), readme.split("\n")[1:]))
    if not any(body):
        body = [each.lstrip("# ") for each in takewhile(lambda each: each.startswith("#"), rules.split("\n"))]
    paragraphs = [" ".join(part.split()) for part in re.split(r"\n\s*\n", "\n".join(body)) if part.strip()]
    return [re.sub(r"\*+(\w[^*]*)\*+", r"\1", each) for each in paragraphs[:MOST_PARAGRAPHS]]


def _actions(program: Program, table: Table, out: Output) -> None:
    """What can be done in each window: an action a line, those of cards in one."""
    windows = [window for window in program.windows if window.actions]
    if windows:
        out.say(("What players do", "title"))
    for window in windows:
        out.say("  ", (window.label or window.name, "name"))
        for title in dict.fromkeys(_title(action) for action in window.actions if action.holder is None):
            out.extend(text(title, table.paper, indent=4))
        held = dict.fromkeys(_holder(action) for action in window.actions if action.holder is not None)
        if held:
            out.extend(text(f"actions of {', '.join(held)}", table.paper, indent=4))
        if window.pass_words not in ("", "pass"):
            out.say(f"    {window.pass_words}")


def _title(action: Action) -> str:
    """An action with what each of its parameters is chosen from."""
    chosen = {id(param): _domain(action, index) for index, param in enumerate(action.params)}
    return "".join(part if isinstance(part, str) else chosen.get(id(part), part.name) for part in action.title)


def _domain(action: Action, index: int) -> str:
    """What a parameter is chosen from: as it is written if that is plain words, else what it is."""
    words = chosen_from(action.domains[index].span.text).partition(" where ")[0]
    inside = words[1:-1] if words.startswith("(") and words.endswith(")") else words
    parts = set(inside.split())
    plain = re.fullmatch(r"[\w .\-]+", inside) and len(inside.split()) <= MOST_WORDS
    if plain and parts.isdisjoint(param.name for param in action.params):
        return f"[{inside.replace('_', ' ')}]"
    return f"[{_sort(action.params[index].type) or action.params[index].name}]"


def _sort(type_: Type) -> str:
    """What a type is called, or the few values it has."""
    if isinstance(type_, Ref):
        return type_.kind.label or type_.kind.name
    if isinstance(type_, EnumOf):
        values = type_.enum.values
        return " or ".join(values) if len(values) <= MOST_SHOWN else type_.enum.name
    return ""


def _holder(action: Action) -> str:
    """The card or kind that an action stands in."""
    holder = action.holder
    return holder.title if isinstance(holder, Card) else holder.label or holder.name if holder is not None else ""


def _endings(table: Table, out: Output) -> None:
    """How the game ends, in the words of the rules."""
    found: dict[str, str] = {}
    for span in _items(table):
        for match in _END.finditer(span.text):
            reason = _REASON.search(match["how"])
            how = match["how"].partition(" because ")[0].strip()
            line = span.line + span.text[: match.start()].count("\n")
            found.setdefault(f"{reason['words']} ({how})" if reason else how, f"{span.file.name}:{line}")
    if found:
        out.say(("How it ends", "title"))
    for words, place in found.items():
        out.say(f"  {words}", (f"  ({place})", "dim"))


def _options(table: Table, program: Program, out: Output) -> None:
    if program.options:
        out.say(("What can be chosen before it begins", "title"), ("  (--option NAME=VALUE)", "dim"))
    for option in program.options:
        said = f": {option.words}" if option.words else ""
        words = f"{option.name} = {_chosen(option)}{said} ({_range(option)})"
        out.extend(text(words, table.paper))


def _chosen(option: Option) -> str:
    """What an option is in this game; of several players each."""
    values = option.value if isinstance(option.value, list) else [option.value]
    return ", ".join(_value(option, value) for value in values)


def _value(option: Option, value: int) -> str:
    if isinstance(option.type, EnumOf):
        return option.type.enum.values[value]
    return ("no", "yes")[value] if isinstance(option.type, Bool) else str(value)


def _range(option: Option) -> str:
    if isinstance(option.type, EnumOf):
        return " or ".join(option.type.enum.values)
    if isinstance(option.type, Bool):
        return "yes or no"
    return f"{option.type.low} to {option.type.high}" if isinstance(option.type, Int) else "a value"


def _items(table: Table) -> Iterator[Span]:
    """The items of the game's own files and libraries, in the order of reading, that may be read here: not the cards
    that the rules keep secret and nobody here has met, and at a seat not what the decks are made of.
    """
    seat, program = table.here, table.here.engine.program
    cards = {card.title: card for card in program.cards if card.secret} if program is not None else {}
    for file in table.game.sources.files:
        for item in file.items:
            card = cards.get(item.title.value) if isinstance(item, CardItem) else None
            if card is not None and not seat.may_read(card):
                continue
            if seat.viewer is None or not isinstance(item, PackItem):
                yield item.span


def _head(span: Span) -> str:
    return span.text.split("\n", 1)[0].split("  @")[0].strip()


def chosen_from(parameter: str) -> str:
    """What a parameter of an action is chosen from, as it is written: `hand of me` of `c: Card in hand of me`."""
    text = " ".join(parameter.split()).partition(": ")[2]
    kind, word, rest = text.partition(" ")
    return rest.removeprefix("in ") if rest.startswith("in ") else f"{kind}{word}{rest}"
