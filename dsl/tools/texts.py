"""`check --texts`: whether the texts of cards are what the cards do."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence

from dsl.diagnostics import Bag, Diagnostic, Label, render_json
from dsl.durable import write_whole
from dsl.reading.agreed import FILE, kept, parted, worded, written
from dsl.reading.agreed import Worded as Kept
from dsl.reading.places import grammar_text
from dsl.reading.sources import Sources
from dsl.runtime.tongues.own import numbered, said
from dsl.saying.agreeing import Checker, Difference
from dsl.saying.meant import Meant, understood
from dsl.semantics.model import Program
from dsl.source import Span
from dsl.tools.reply import OK, Refusal, say, say_json, show_diagnostics


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
    words = f"“{each.text}” is printed on “{each.card.title}”, and {each.rule}"
    place = each.card.span if text is None or text.span is None else _inside(text.span, each)
    hint = f"what the card does: {checker.does(each.card) or 'nothing that stands on it'}"
    return Diagnostic("W305", "warning", words, (Label(place, f"the {each.aspect}"),), tuple(each.card.cites), hint)


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
        other = "the text" if side == "rule" else "the rule"
        words = f"the {side} of “{each.title}” has changed since it was found right, and {other} has not"
        hint = f"it did: {before.does} It does: {does}" if side == "rule" else f"what the card does: {does}"
        hint += " If both are right now: rulewright check --texts --agree"
        yield Diagnostic("W305", "warning", words, (Label(each.span),), tuple(cards[each.title].cites), hint)
