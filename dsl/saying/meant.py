"""`text means "..."`: sentences on cards that are their rules. Each becomes the rule that it says, as if written there.

What was understood is said again by the compiler: a sentence counts only if that gives the sentence back, so that it
means to a player what it means to the program.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Final

from dsl.diagnostics import Bag, Diagnostic
from dsl.saying.effects import Effects, sentence
from dsl.saying.lexicon import lexicon_of
from dsl.saying.phrases import ENGLISH
from dsl.saying.sentences import PATTERNS, Sentences, lowered, sentences_of
from dsl.saying.statements import Said
from dsl.semantics.model import Program
from dsl.source import SourceFile, Span
from dsl.spoken import said
from dsl.syntax import tree as t
from dsl.syntax.parse import parse_file

_WORD: Final = re.compile(r"[\w’'-]+")
_COMMON: Final = frozenset(word for phrase in ENGLISH.values() for word in _WORD.findall(phrase.lower()))
_OTHERS: Final = frozenset(("are", "an", "goes", "go", "us", "up", "down", "allowed"))


@dataclass(frozen=True, slots=True)
class Meant:
    """A sentence that is a rule: its words, where it stands, the rule in lines, the file in which these lines are."""

    words: str
    span: Span
    rule: str
    file: SourceFile


@dataclass(frozen=True, slots=True)
class Understood:
    """The trees of a game with the rules that its sentences are, and these sentences."""

    files: list[t.File]
    meant: tuple[Meant, ...] = ()


def understood(files: Sequence[t.File], bag: Bag, grammar: str) -> Understood:
    """The trees with the rules of all sentences that are rules; what is not understood is a diagnostic (E164)."""
    if not any(_sentences(item) for file in files for item in file.items):
        return Understood([*files])
    reader = Sentences(lexicon_of(files))
    found: list[Meant] = []

    def items(file: t.File) -> Iterator[t.Item]:
        for item in file.items:
            if isinstance(item, t.CardItem | t.KindItem) and _sentences(item):
                yield replace(item, members=tuple(members(item)))
            else:
                yield item

    def members(item: t.CardItem | t.KindItem) -> Iterator[t.Item]:
        for member in item.members:
            yield member
            if isinstance(member, t.TextItem) and member.means:
                for words in sentences_of(member.text.value):
                    yield from _rule(member, words, reader, bag, grammar, found)

    return Understood([replace(file, items=tuple(items(file))) for file in files], tuple(found))


def _sentences(item: t.Item) -> bool:
    """Whether an item has a sentence that is a rule."""
    holds = isinstance(item, t.CardItem | t.KindItem)
    return holds and any(isinstance(member, t.TextItem) and member.means for member in item.members)


def _rule(
    item: t.TextItem, words: str, reader: Sentences, bag: Bag, grammar: str, found: list[Meant]
) -> Iterator[t.Item]:
    """The rule that a sentence is, in a file of its own in which it stands on the line of the sentence."""
    rule = reader.rule(words)
    if rule is None:
        _not_understood(item, words, reader, bag)
        return
    head, *rest = rule.split("\n")
    head += "".join(f"  @{cite.id}" for cite in item.cites)
    lines = "\n".join(f"    {line}" for line in [head, *rest])
    above = "\n" * (item.span.line - 2)
    file = SourceFile(item.span.file.name, f'{above}card "{reader.names.you}" is this_card:\n{lines}\n')
    own = Bag()
    for each in parse_file(file, own, grammar).items:
        if isinstance(each, t.CardItem):
            found.append(Meant(words, item.text.span, rule, file))
            yield from each.members
    if own.has_errors:
        _not_understood(item, words, reader, bag)


def _not_understood(item: t.TextItem, words: str, reader: Sentences, bag: Bag) -> None:
    known = {each.lower() for each in _WORD.findall(" ".join(reader.names.words()))} | _COMMON | _OTHERS
    strange = [each for each in _WORD.finditer(words) if each[0].lower() not in known and not each[0].isdigit()]
    tested = ", if " in words
    alike = [each for each in PATTERNS if each.split()[0] == words.partition(" ")[0] and (", if " in each) == tested]
    near = get_close_matches(words, alike or PATTERNS, 1, 0.0)[0]
    if strange:
        at = item.text.span.file.text.find(strange[0][0], item.text.span.start)
        place = item.text.span.file.span(at, at + len(strange[0][0])) if at >= 0 else item.text.span
        message = said("the sentence “{1}” is not understood from the word `{2}` on", words, strange[0][0])
    else:
        place, message = (
            item.text.span,
            said("the sentence “{1}” is not understood: its words are known, not their order", words),
        )
    hint = said("the nearest pattern is “{1}” A rule can always be written instead, below `text`", near)
    bag.error("E164", place, message, hint=hint)


def check_meant(program: Program | None, meant: Sequence[Meant], bag: Bag) -> None:
    """Tell of each sentence that the compiler, asked what its rule does, does not give back (E164)."""
    if not meant or program is None:
        return
    effects = Effects(program)
    known = {id(each.span.file): sentence(each) for each in _all(effects, program) if each.span is not None}
    for each in meant:
        again = known.get(id(each.file))
        if again is not None and _same(again) != _same(each.words):
            first = each.rule.split("\n")[0]
            message = said("the sentence “{1}” would be `{2}`, and that says something else", each.words, first)
            bag.error("E164", each.span, message, hint=said("it says “{1}”; write that, or the rule itself", again))


def at_sentences(told: Sequence[Diagnostic], meant: Sequence[Meant]) -> Iterator[Diagnostic]:
    """What the checker says of rules that are sentences, at these sentences, with the line of the rule."""
    sentences = {id(each.file): each for each in meant}
    for each in told:
        found = sentences.get(id(each.span.file)) if each.span is not None else None
        labels = tuple(
            replace(label, span=sentences[id(label.span.file)].span) if id(label.span.file) in sentences else label
            for label in each.labels
        )
        line = "" if found is None or each.span is None else each.span.file.line(each.span.line).strip()
        message = said("{1}, in the rule of the sentence: `{2}`", each.message, line) if line else each.message
        yield replace(each, message=message, labels=labels)


def _all(effects: Effects, program: Program) -> Iterator[Said]:
    for holder in (*program.cards, *program.kinds):
        yield from effects.said(holder)


def _same(words: str) -> str:
    return lowered(words).casefold()
