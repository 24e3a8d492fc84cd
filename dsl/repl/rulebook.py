"""How the game is played, for somebody who has just sat down: told from its files.

The first words of the game's README, then what its rules declare: who is asked what, what can be done there, how the
game ends, what can be chosen before it begins. Rules themselves are shown as they are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from dsl.diagnostics import nearest
from dsl.play.refused import Refused
from dsl.reading.readme import about_game
from dsl.repl.drawing.grid import words_of, wrapped
from dsl.repl.drawing.position import text
from dsl.repl.output import Output, line
from dsl.repl.table import Table
from dsl.runtime.reading.tokens import fold
from dsl.runtime.tongues.kinds import type_called
from dsl.runtime.tongues.own import marked, numbered, said, words_now
from dsl.runtime.tongues.spoken import ABOUT, ANSWER, KIND, NAME, OPTION, SAID
from dsl.saying.written import thing_words
from dsl.semantics.model import Action, Bool, Card, EnumOf, Int, Option, Program, Ref
from dsl.source import Span
from dsl.spoken import HOLE, any_of
from dsl.syntax.tree import CardItem, PackItem

MOST_WORDS: Final = 5
"""Of what a parameter is chosen from, written as it stands in the rules."""
MOST_HOLDERS: Final = 8
"""How many cards are named of those that have actions in a window."""
_WORDS: Final = frozenset(("of", "and", "or", "player", "players", "the", "us", "in", "none", "number", "size"))
"""Words that are no local names where somebody is named who wins."""
_HOLES: Final = re.compile(r"\{([^{}]*)\}")
_END: Final = re.compile(r"\bend game\b(?P<how>[^@#\n]*)")
_REASON: Final = re.compile(r"because \"(?P<words>[^\"]*)\"")


def overview(table: Table, out: Output) -> None:
    """What the game is about, and what its players do."""
    program = program_of(table)
    low, high = program.low_players, program.high_players
    out.say((table.game_title, "title"), _for_players(low, high))
    for paragraph in about_game(table.game.sources):
        out.extend(text(words_now().word(ABOUT, paragraph), table.paper))
    _actions(program, table, out)
    _endings(table, out)
    _options(table, program, out)
    more = said("rules WORDS tells a rule, rules source WORDS shows how it is written")
    if table.game.sources.ledger is not None:
        count = len(table.game.sources.ledger.rules)
        more += numbered(
            count,
            "; rule ID is one of the {1} rules of the rulebook",
            "; rule ID is one of the {1} rules of the rulebook",
            count,
        )
    out.extend(text(f"{more}.", table.paper, indent=0, style="dim"))


def _for_players(low: int, high: int) -> str:
    if high > low:
        return said(", for {1} to {2} players", low, high)
    return numbered(low, ", for {1} player", ", for {1} players", low)


def heads_with(among: Sequence[Span], wanted: str) -> list[Span]:
    """The items with some words in their first lines: whole words, or else parts of words."""
    words = fold(wanted).split()
    found = [span for span in among if all(word in re.findall(r"\w+", fold(head(span))) for word in words)]
    return found or [span for span in among if all(word in fold(head(span)) for word in words)]


def meant(table: Table, wanted: str) -> str:
    """The nearest words of first lines to a slip."""
    known = {word for span in items(table) for word in re.findall(r"[^\W\d]\w+", head(span))}
    near = nearest(wanted, known, 3)
    return said("; meant {1}?", any_of(near)) if near else ""


def headings(table: Table) -> Iterator[str]:
    """The names in the first lines of all rules, for completion."""
    for span in items(table):
        yield from re.findall(r"[^\W\d]\w+", head(span).partition(":")[0])[1:2]


def program_of(table: Table) -> Program:
    """The checked rules of the game at a table; Refused if it was not made from files."""
    program = table.here.engine.program
    if program is None:
        raise Refused(said("the rules of this game are not at hand"))
    return program


def _actions(program: Program, table: Table, out: Output) -> None:
    """What can be done in each window: an action a line, those of cards in one."""
    own, windows = words_now(), [window for window in program.windows if window.actions]
    if windows:
        out.say((said("What players do"), "title"))
    for window in windows:
        out.say("  ", (own.word(SAID, window.label or window.name), "name"))
        for words in dict.fromkeys(title(action, table) for action in window.actions if action.holder is None):
            out.extend(text(words, table.paper, indent=4))
        held = dict.fromkeys(_holder(action) for action in window.actions if _may_name_holder(action, table))
        named, more = [*held][:MOST_HOLDERS], len(held) - MOST_HOLDERS
        if named:
            rest = said(", and {1} more", more) if more > 0 else ""
            out.extend(text(said("actions of {1}", ", ".join(named)) + rest, table.paper, indent=4))
        if window.pass_words not in ("", "pass"):
            out.say(f"    {own.word(ANSWER, window.pass_words)}")


def title(action: Action, table: Table) -> str:
    """An action with what each of its parameters is chosen from."""
    if table.state.engine.tongue is None:
        chosen = {id(param): _domain(action, index) for index, param in enumerate(action.params)}
        return "".join(part if isinstance(part, str) else chosen.get(id(part), part.name) for part in action.title)
    info = table.state.engine.machine.actions[program_of(table).actions.index(action)]
    names = ("me", "this", *(f"[{type_called(words_now(), param.type) or param.name}]" for param in action.params))
    return "".join(part if isinstance(part, str) else names[part[0]] for part in info.title)


def _domain(action: Action, index: int) -> str:
    """What a parameter is chosen from: as it is written if that is plain words, else what it is."""
    words = chosen_from(action.domains[index].span.text).partition(" where ")[0]
    inside = words[1:-1] if words.startswith("(") and words.endswith(")") else words
    parts = set(inside.split())
    plain = re.fullmatch(r"[\w .\-]+", inside) and len(inside.split()) <= MOST_WORDS
    param = action.params[index].type
    is_kind = isinstance(param, Ref) and inside == param.kind.name
    if plain and not is_kind and parts.isdisjoint(param.name for param in action.params):
        return f"[{_yours(inside.replace('_', ' '))}]"
    return f"[{type_called(words_now(), action.params[index].type) or action.params[index].name}]"


def _yours(words: str) -> str:
    """A place as it is told to whoever acts: `units of opponent of me` are units of your opponent."""
    words = re.sub(r"\b(opponents?) of me\b", r"your \1", words)
    return re.sub(r"^(?:the )?(.+?) of me$", r"your \1", words)


def _may_name_holder(action: Action, table: Table) -> bool:
    """Whether an action stands in a card or kind, and here one may hear that there is such a card."""
    holder = action.holder
    return holder is not None and (not isinstance(holder, Card) or table.here.may_read(holder))


def _holder(action: Action) -> str:
    """The card or kind that an action stands in."""
    holder = action.holder
    if isinstance(holder, Card):
        return words_now().word(NAME, holder.title)
    return words_now().word(KIND, holder.label or holder.name) if holder is not None else ""


def _endings(table: Table, out: Output) -> None:
    """How the game ends, in the words of the rules."""
    found: dict[str, str] = {}
    for span in items(table):
        for match in _END.finditer(span.text):
            reason = _REASON.search(match["how"])
            how = _ended(match["how"].partition(" because ")[0].strip(), table)
            number = span.line + span.text[: match.start()].count("\n")
            words = _filled(reason["words"], table) if reason else ""
            found.setdefault(f"{words} ({how})" if words else how, f"{span.file.name}:{number}")
    if found:
        out.say((said("How it ends"), "title"))
    for words, place in found.items():
        out.extend(wrapped([*words_of(words), line((f"({place})", "dim"))], table.width, first=line("  "), indent=4))


def _ended(how: str, table: Table) -> str:
    """Who wins or loses: a local name of the rules is `that player`."""
    by, _, who = how.partition(" by ")
    return said("{1} by {2}", said(by), _thing(who, table)) if who else said(how)


ENDS: Final = (marked("won"), marked("lost"), marked("drawn"), marked("scored"))
"""How a game can end, as the rules write it."""


def _filled(words: str, table: Table) -> str:
    """A text for players with words in its holes: what stands there, or in brackets what is told there."""

    def filled(hole: re.Match[str]) -> str:
        thing = _thing(hole[1], table)
        if thing == said("that player"):
            return said("a player")
        return thing if thing in _options_of(table) else f"[{thing}]"

    things = [filled(hole) for hole in _HOLES.finditer(words)]
    numbers = iter(range(1, len(things) + 1))
    template = words_now().word(SAID, _HOLES.sub(lambda _: f"{{{next(numbers)}}}", words))
    return HOLE.sub(lambda hole: things[int(hole[1]) - 1], template)


def _options_of(table: Table) -> dict[str, str]:
    """What is chosen for each option, as it is written in the rules."""
    return {_chosen(option): option.name for option in program_of(table).options}


def _thing(written: str, table: Table) -> str:
    """What is written for a thing, without local names: an option is what is chosen for it."""
    program = program_of(table)
    named = (*program.defines, *program.values, *program.fields, *program.kinds, *program.zones, *program.options)
    known = {each.name for each in named}
    called = {name: said("that player") for name in re.findall(r"[A-Za-z_]\w*", written) if name not in known | _WORDS}
    called |= {option.name: _chosen(option) for option in program.options}
    return thing_words(written, called, table.state.engine.words.written)


def _options(table: Table, program: Program, out: Output) -> None:
    if program.options:
        out.say((said("What can be chosen before it begins"), "title"), (said("  (--option NAME=VALUE)"), "dim"))
    for option in program.options:
        more = f": {words_now().word(OPTION, option.words)}" if option.words else ""
        words = f"{option.name} = {_chosen(option)}{more} ({_range(option)})"
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
        return any_of(option.type.enum.values)
    if isinstance(option.type, Bool):
        return any_of(("yes", "no"))
    return (
        said(" to ").join(map(str, (option.type.low, option.type.high)))
        if isinstance(option.type, Int)
        else said("a value")
    )


def items(table: Table) -> Iterator[Span]:
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


def head(span: Span) -> str:
    """The first line of an item, without its citations."""
    return span.text.split("\n", 1)[0].split("  @")[0].strip()


def chosen_from(parameter: str) -> str:
    """What a parameter of an action is chosen from, as it is written: `hand of me` of `c: Card in hand of me`."""
    text = " ".join(parameter.split()).partition(": ")[2].partition(' else "')[0]
    kind, word, rest = text.partition(" ")
    return rest.removeprefix("in ") if rest.startswith("in ") else f"{kind}{word}{rest}"
