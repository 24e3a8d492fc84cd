"""The chapters of a book that follow from the rules, each by the name by which prose asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from dsl.book.blocks import Block, Chapter, Heading, Source, Statement, Table
from dsl.book.stock import components, setup, span_of
from dsl.book.teller import Teller, capital, sentence, source
from dsl.printing.aids import Line, aid
from dsl.runtime.tongues.own import marked, numbered, said
from dsl.saying.effects import text_of
from dsl.saying.parts import parts_of
from dsl.saying.statements import Said
from dsl.saying.voice import Voice, listed, title_of
from dsl.semantics import model as m
from dsl.semantics.walk import walk
from dsl.semantics.world import spoken

_PLAN: Final = 12


def _course(teller: Teller) -> Iterator[Block]:
    """The game from its beginning to its end: `main` and what it calls, in the order of being called."""
    program = teller.program
    if program.main is None:
        return
    todo, seen = [program.main], {id(program.main)}
    while todo:
        found = todo.pop(0)
        title = said("The whole game") if found is program.main else capital(teller.voice.label(found))
        yield Heading(title)
        yield from _of_procedure(teller, found)
        inner = [node.procedure for node in walk(list(found.body)) if isinstance(node, m.RunProcedure)]
        fresh = [each for each in dict.fromkeys(inner) if id(each) not in seen]
        seen.update(map(id, fresh))
        todo = [*fresh, *todo]


def _of_procedure(teller: Teller, found: m.Procedure) -> Iterator[Statement]:
    """What is done in a procedure; marks that a plan puts on many spaces are counted."""
    plan = [each for each in found.body if isinstance(each, m.AssignField) and isinstance(each.subject, m.SpaceAt)]
    body = [each for each in found.body if each not in plan] if len(plan) > _PLAN else found.body
    if len(plan) > _PLAN:
        words = numbered(
            len(plan),
            "{1} mark and things lie on the board as the plan in the rules shows.",
            "{1} marks and things lie on the board as the plan in the rules shows.",
            len(plan),
        )
        yield Statement(words, source(found.span, found.cites))
    told = teller.sayer.scene(teller.voice).said(body)
    if body is found.body:
        told = teller.sayer.procedure(found).below
    starts = [teller.sayer.rule(each) for each in teller.effects.on(None).rules if each.target is found]
    yield from (teller.statement(each) for each in (*told, *starts))
    if found.variants:
        yield Statement(said("What cards say of it."), source(found.span, found.cites))


def _actions(teller: Teller) -> Iterator[Block]:
    told: set[m.Action] = set()
    for window in teller.program.windows:
        own = [teller.action(action) for action in window.actions if action.holder is None and action not in told]
        again = [teller.action(each).strong for each in window.actions if each.holder is None and each in told]
        told.update(window.actions)
        if own or again:
            yield Heading(capital(teller.voice.label(window)))
            yield from own
        if again:
            yield Statement(said("Also, as told above: {1}.", "; ".join(dict.fromkeys(again))))


def _kinds(teller: Teller) -> Iterator[Block]:
    """The kinds of cards, what is printed on them, and the rules of all of a kind."""
    program = teller.program
    declared = filter(lambda kind: kind.span is not None and not kind.of_card, program.kinds)
    for kind in (each for each in declared if each.first <= each.last):
        printed = [teller.voice.name(each.name) for each in kind.fields.values() if not each.var and not each.unlisted]
        states = [teller.voice.field(each) for each in kind.fields.values() if each.var and not each.unlisted]
        listed_ = ((said("Printed on it"), printed), (said("It has"), states))
        told = [Statement(f"{head}: {', '.join(names)}.", source(kind.span)) for head, names in listed_ if names]
        told += [_does(teller, kind, each) for each in teller.effects.said(kind)]
        if told:
            yield Heading(capital(teller.voice.label(kind)))
            yield from told


def _does(teller: Teller, kind: m.Kind, told: Said) -> Statement:
    """What a kind does; its part in a procedure under the name of that."""
    bodies = teller.effects.on(kind).bodies
    names = (teller.voice.label(each) for each, _, body in bodies if body and body[0].span == told.span)
    return teller.statement(told, "" if told.words else capital(next(names, "")))


def _cards(teller: Teller) -> Iterator[Block]:
    """Every card: how many, its text, what it does."""
    program = teller.program
    called: dict[str, list[m.Card]] = {}
    for card in (each for each in program.cards if not each.secret):
        called.setdefault(teller.voice.label(card.kind.known), []).append(card)
    for label, own in called.items():
        told = [card for card in own if card.text or not teller.effects.on(card).empty]
        if told:
            yield Heading(teller.several(label) if len(own) > 1 else capital(label))
        for card in told:
            copies = card.last - card.first + 1
            count = numbered(copies, " ({1} copy)", " ({1} copies)", copies) if copies > 1 else ""
            words = text_of(program, card, teller.speech)
            yield Statement(words, source(card.span, card.cites), (), _card_name(teller, card), count)


def _card_name(teller: Teller, card: m.Card) -> str:
    name = card.title if not teller.speech.plain and teller.speech.knows(card.title) else title_of(card)
    return teller.voice.word(name) if teller.speech.plain or teller.speech.knows(name) else name


def _terms(teller: Teller) -> Iterator[Block]:
    """What the names of the rules mean: definitions that are used, and values."""
    used = _used(teller)
    for define in sorted(teller.program.defines, key=lambda each: each.name):
        if define in used and teller.is_told(define.span):
            yield _defined(teller, define)
    for value in teller.program.values:
        voice, strong = _named(teller, value)
        yield Statement(f"{voice.tell(value.base)}.", source(value.span, value.cites), (), strong)


def _named(teller: Teller, named: m.Define | m.Value) -> tuple[Voice, str]:
    """The voice inside something with parameters, and what it is called with them."""
    voice, words = teller.voice, list[str]()
    for param in named.params:
        words.append(voice.article(voice.noun(param)))
        voice = voice.naming(param)
    name = voice.name(named.name)
    return voice, voice.phrase("of", what=name, whom=listed(voice, words)) if words else name


def _defined(teller: Teller, define: m.Define) -> Statement:
    voice, strong = _named(teller, define)
    where = source(define.span, define.cites)
    if define.body is not None:
        return Statement(f"{voice.tell(define.body)}.", where, (), strong)
    needs = (Statement(sentence(voice.tell(each.condition), False), source(each.span)) for each in define.needs)
    return Statement(said("All of this must be so:"), where, tuple(needs), strong)


def _used(teller: Teller) -> set[m.Define]:
    """The definitions that anything else speaks of."""
    found: set[m.Define] = set()
    for nodes in parts_of(teller.effects):
        found.update(node.define for node in walk(list(nodes)) if isinstance(node, m.CallDefine))
    for action in teller.program.actions:
        inside = [*(need.condition for need in (*action.needs, *action.afterwards)), *action.domains]
        found.update(node.define for node in walk(inside) if isinstance(node, m.CallDefine))
    return found


def _events(teller: Teller) -> Iterator[Block]:
    """What can happen, and the rules of the game that speak of it."""
    for event in (each for each in teller.program.events if teller.is_told(each.span)):
        told = teller.sayer.event(event)
        below = tuple(teller.statement(each, "", 1) for each in told.below)
        yield Statement("", source(event.span, event.cites), below, told.words)
    own = [each for each in teller.effects.on(None).rules if teller.is_told(each.rule.span)]
    rules = [each for each in own if not isinstance(each.target, m.Procedure)]
    if rules:
        yield Heading(said("Rules that always hold"))
        yield from (teller.statement(teller.sayer.rule(each)) for each in rules)


def _endings(teller: Teller) -> Iterator[Block]:
    """How the game ends: every statement that ends it, with the conditions round it."""
    program = teller.program
    flows: list[tuple[str, Sequence[m.Stmt]]] = [(teller.voice.label(each), each.body) for each in program.procedures]
    flows += [(teller.voice.name(each.name), each.body) for each in program.events]
    if program.main is not None:
        flows.append((said("the whole game"), program.main.body))
    flows += [("", each.rule.body) for each in teller.effects.on(None).rules]
    for where, body in dict(((id(body), (where, body)) for where, body in flows)).values():
        scene = teller.sayer.scene(teller.voice)
        for statement in body:
            for told in scene.said((statement,)):
                yield from _ends(teller, told, statement, where)


def _ends(teller: Teller, told: Said, statement: m.Stmt, where: str) -> Iterator[Block]:
    ends = [node for node in walk(statement) if isinstance(node, m.FinishGame)]
    if not ends or isinstance(statement, m.RepeatStmt):
        scene = teller.sayer.scene(teller.voice)
        for inner in statement.body if isinstance(statement, m.RepeatStmt) and ends else ():
            for each in scene.said((inner,)):
                yield from _ends(teller, each, inner, where)
        return
    yield teller.statement(told)


def _choices(teller: Teller) -> Iterator[Block]:
    rows: list[tuple[str, str, str]] = []
    for option in teller.program.options:
        sort = said("ruling") if option.ruling else said("option")
        rows.append(
            (f"{spoken(option.name)} ({sort})", spoken(teller.speech.text(option.words)), _range(teller, option))
        )
    if rows:
        yield Table((said("Name"), said("What is chosen"), said("Choices")), tuple(rows))


def _range(teller: Teller, option: m.Option) -> str:
    match option.type:
        case m.EnumOf(enum=enum):
            return ", ".join(teller.voice.name(each) for each in enum.values)
        case m.Bool():
            return f"{said('yes')}, {said('no')}"
        case m.Int(low=low, high=high):
            return span_of(teller, low, high)
        case _:
            return ""


def _aid(teller: Teller) -> Iterator[Block]:
    """What the aid on paper has too."""
    for heading, lines in aid(teller.game).parts:
        yield Heading(heading, 3)
        yield from _nested(lines)


def _nested(lines: Sequence[Line], deep: int = 0) -> Iterator[Statement]:
    """Lines with those that stand below them."""
    starts = [at for at, each in enumerate(lines) if each.deep <= deep]
    for at, end in zip(starts, [*starts[1:], len(lines)], strict=False):
        below = tuple(_nested(lines[at + 1 : end], deep + 1))
        yield Statement(lines[at].words, Source(), below, lines[at].strong)


PARTS: Final[dict[str, tuple[str, Callable[[Teller], Iterator[Block]]]]] = {
    "components": (marked("Components"), components),
    "setup": (marked("Set-up"), setup),
    "course": (marked("The course of the game"), _course),
    "actions": (marked("What players can do"), _actions),
    "endings": (marked("The end of the game"), _endings),
    "kinds": (marked("Kinds of cards and spaces"), _kinds),
    "cards": (marked("The cards"), _cards),
    "events": (marked("What happens"), _events),
    "terms": (marked("What words mean"), _terms),
    "options": (marked("Options and rulings"), _choices),
    "aid": (marked("Player aid"), _aid),
}
"""The parts that follow from the rules, by the names that prose asks for them, with their titles."""


def parts(teller: Teller) -> dict[str, Chapter]:
    """All parts that say anything, by name, in the order of a book."""
    found: dict[str, Chapter] = {}
    for name, (title, make) in PARTS.items():
        blocks = tuple(make(teller))
        if blocks:
            found[name] = Chapter(said(title), blocks)
    return found
