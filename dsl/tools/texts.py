"""`check --texts`: whether the texts of cards are what the cards do."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from typing import Final

from dsl.diagnostics import Bag, Diagnostic, Label, render_json
from dsl.durable import write_whole
from dsl.reading.agreed import FILE, kept, parted, worded, written
from dsl.reading.agreed import Worded as Kept
from dsl.reading.places import grammar_text
from dsl.reading.sources import Sources
from dsl.runtime.tongues.own import marked, numbered, said
from dsl.saying.agreeing import Checker, Difference
from dsl.saying.meant import Meant, understood
from dsl.semantics.model import Program
from dsl.source import Span
from dsl.tools.reply import OK, Refusal, say, say_json, show_diagnostics

_ASPECTS: Final = {
    "number": marked("the number"),
    "target": marked("the target"),
    "timing": marked("the timing"),
    "condition": marked("the condition"),
    "duration": marked("the duration"),
}


def run_texts(sources: Sources, program: Program, arguments: Namespace) -> int:
    """Warn (W305) of each text that is not what its card does; with --agree keep that all are right now."""
    checker = Checker(program)
    now = worded(sources)
    if arguments.agree:
        does = {card.title: checker.does(card) for card in program.cards if card.title in now}
        write_whole(sources.root / FILE, written(now, does).encode())
        say(f"{FILE}: {numbered(len(now), '{1} card', '{1} cards')}")
        return OK
    try:
        then = kept(sources.root)
    except ValueError as error:
        raise Refusal(f"{FILE}: {error}") from None
    bag = Bag()
    for each in checker.differences():
        bag.add(_differs(each, now.get(each.card.title), checker))
    for each in _parted(now, then, checker):
        bag.add(each)
    meant = () if arguments.json else understood(sources.files, Bag(), grammar_text()).meant
    return _told(bag, program, len(now), arguments, meant)


def _told(bag: Bag, program: Program, cards: int, arguments: Namespace, meant: Sequence[Meant]) -> int:
    if arguments.json:
        say_json("check", {"ok": not bag.all(), "title": program.title, "diagnostics": render_json(bag.all())})
        return OK
    show_diagnostics(bag.shown())
    for each in meant:
        say(said("{1}: “{2}” is the rule", f"{each.file.name}:{each.span.line}", each.words))
        say("\n".join(f"    {line}" for line in each.rule.split("\n")))
    found = numbered(len(bag), "{1} difference", "{1} differences") if len(bag) else said("no difference")
    say(f"{program.title}: {numbered(cards, '{1} text', '{1} texts')}, {found}")
    return OK


def _differs(each: Difference, text: Kept | None, checker: Checker) -> Diagnostic:
    """What is printed and what the rules do, at the words of the text."""
    words = said("“{1}” is printed on “{2}”, and {3}", each.text, each.card.title, each.rule)
    place = each.card.span if text is None or text.span is None else _inside(text.span, each)
    hint = said("what the card does: {1}", checker.does(each.card) or said("nothing that stands on it"))
    return Diagnostic(
        "W305", "warning", words, (Label(place, said(_ASPECTS[each.aspect])),), tuple(each.card.cites), hint
    )


def _inside(text: Span, each: Difference) -> Span:
    """The place of some words in a text, which begins behind `text "`."""
    quote = text.file.text.find('"', text.start)
    start, end = quote + 1 + each.start, quote + 1 + each.end
    return text.file.span(start, end) if quote >= 0 and end <= text.end else text


def _parted(now: dict[str, Kept], then: dict[str, Kept], checker: Checker) -> Iterator[Diagnostic]:
    """Cards of which only the text or only the rule has changed since both were found right."""
    cards = {card.title: card for card in checker.program.cards}
    for each, before, side in parted(now, then):
        if each.title not in cards or each.span is None:
            continue
        does = checker.does(cards[each.title])
        if side == "rule":
            words = said("the rule of “{1}” has changed since it was found right, and the text has not", each.title)
        else:
            words = said("the text of “{1}” has changed since it was found right, and the rule has not", each.title)
        hint = (
            said("it did: {1} It does: {2}", before.does, does)
            if side == "rule"
            else said("what the card does: {1}", does)
        )
        hint += said(" If both are right now: rulewright check --texts --agree")
        yield Diagnostic("W305", "warning", words, (Label(each.span),), tuple(cards[each.title].cites), hint)
