"""The chapters of a book that follow from the rules, each by the name by which prose asks for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from dsl.book.blocks import Block, Chapter, Heading, Paragraph, Source, Statement, Table
from dsl.book.boards import drawings, legend, men_field
from dsl.runtime.game import Game
from dsl.runtime.information.views import View
from dsl.runtime.tongues.own import marked, numbered, said, words_now
from dsl.runtime.tongues.speech import speech_of
from dsl.saying.effects import Effects, text_of
from dsl.saying.parts import parts_of
from dsl.saying.rules import title_of_action, voice_of
from dsl.saying.statements import Said
from dsl.saying.voice import Voice, listed, title_of
from dsl.semantics import model as m
from dsl.semantics.walk import walk
from dsl.semantics.world import spoken
from dsl.source import Span

_NOTHING: Final = frozenset(("none", "no", "0", "nothing", ""))
_PLAN: Final = 12
_DEEP: Final = 4  # how far sentences stand below each other


class Teller:
    """Tells the parts of a game's book."""

    def __init__(self, game: Game, players: int | None = None) -> None:
        self.game = game
        self.program = game.program(players)
        self.players = players
        self.speech = speech_of(game.tongue)
        self.effects = Effects(self.program, self.speech)
        self.sayer = self.effects.sayer
        self.voice = voice_of(self.program, self.speech)

    def parts(self) -> dict[str, Chapter]:
        """All parts that say anything, by name, in the order of a book."""
        found: dict[str, Chapter] = {}
        for name, (title, make) in PARTS.items():
            blocks = tuple(make(self))
            if blocks:
                found[name] = Chapter(said(title), blocks)
        return found

    def statement(self, told: Said, strong: str = "", deep: int = 0) -> Statement:
        """A sentence of the rules as a statement of the book."""
        below = tuple(self.statement(each, "", deep + 1) for each in told.below) if deep < _DEEP else ()
        words = told.words if deep < _DEEP or not told.below else told.flat
        return Statement(_sentence(words, bool(below)), source(told.span, told.cites), below, strong)

    def action(self, action: m.Action) -> Statement:
        """An action with where and how it can be done."""
        head = title_of_action(self.voice, action, "[{}]")
        below = tuple(self.statement(each, "", 1) for each in self.sayer.action(action).below)
        return Statement("", source(action.span, action.cites), below, head)

    def several(self, noun: str) -> str:
        """The heading over several of a noun."""
        return capital(self.voice.plural(self.voice.word(noun) if self.speech.plain else noun))


def capital(words: str) -> str:
    """A text that begins a line: its first letter is a capital one."""
    return words.capitalize() if not words_now().language else f"{words[:1].upper()}{words[1:]}"


def source(span: Span | None, cites: Sequence[str] = ()) -> Source:
    """Where a rule stands and what it cites."""
    return Source("", 0, tuple(cites)) if span is None else Source(span.file.name, span.line, tuple(cites))


def _sentence(words: str, open_: bool) -> str:
    words = f"{words[:1].upper()}{words[1:]}"
    return words if not words else f"{words}:" if open_ else f"{words}."


def _components(teller: Teller) -> Iterator[Block]:
    program = teller.program
    yield Paragraph(_number_of_players(program))
    rows = [(_board_name(teller, board), _spaces(board)) for board in program.boards if not board.part]
    rows += [(name, words) for name, words in _pieces(teller)]
    rows += _men(teller)
    rows += [_track(teller, each) for each in program.fields if each.track is not None and each.var]
    if rows:
        yield Table((said("What"), said("How many")), tuple(rows))


def _men(teller: Teller) -> Iterator[tuple[str, str]]:
    """What stands on the spaces of boards at the beginning, where it is no card: how many of each sort."""
    sorts = {board.name: men_field(board) for board in teller.program.boards if men_field(board)}
    if not sorts:
        return
    view = teller.game.start(teller.players, seed=1).view(0)
    boards = (board for owner in (view.table, *view.players) for board in owner.boards if board.name in sorts)
    men = (dict(space.fields).get(sorts[board.name], "none") for board in boards for space in board.spaces)
    counts = Counter(each for each in men if each not in _NOTHING)
    yield from ((teller.several(sort), f"{count}") for sort, count in counts.items())


def _number_of_players(program: m.Program) -> str:
    low, high = program.low_players, program.high_players
    if low == high:
        return numbered(low, "For {1} player.", "For {1} players.", low)
    return numbered(high, "For {1} to {2} player.", "For {1} to {2} players.", low, high)


def _board_name(teller: Teller, board: m.Board) -> str:
    name = capital(teller.voice.label(board))
    return said("{1} (one for each player)", name) if board.holder is not None else name


def _spaces(board: m.Board) -> str:
    count = 1
    for _, size, _ in board.dims:
        count *= size
    sizes = said(" by ").join(str(size) for _, size, _ in board.dims)
    return numbered(count, "{1} space", "{1} spaces", count) + (f", {sizes}" if len(board.dims) > 1 else "")


def _pieces(teller: Teller) -> Iterator[tuple[str, str]]:
    """The kinds of cards and pieces with how many there are of each."""
    program = teller.program
    kinds = {id(card.kind): card.kind for card in program.cards}
    for kind in kinds.values():
        own = [card for card in program.cards if card.kind is kind]
        count = sum(card.last - card.first + 1 for card in own)
        several = said("{1} different", len(own))
        titles = f", {several}" if len(own) not in (1, count) else ""
        yield teller.several(teller.voice.label(kind)), f"{count}{titles}"


def _track(teller: Teller, found: m.Field) -> tuple[str, str]:
    low, high = (found.type.low, found.type.high) if isinstance(found.type, m.Int) else (0, 0)
    bands = ", ".join(f"{teller.voice.label(band)}: {_span(teller, band.low, band.high)}" for band in _bands(found))
    whose = found.holder is not None and found.holder.name == "Player"
    name = teller.voice.field(found)
    head = said("Track: {1} (one for each player)", name) if whose else said("Track: {1}", name)
    return head, _span(teller, low, high) + (f"; {bands}" if bands else "")


def _span(teller: Teller, low: int, high: int) -> str:
    return teller.voice.phrase("range", low=str(low), high=str(high))


def _bands(found: m.Field) -> Sequence[m.Band]:
    return found.track.bands if found.track is not None else ()


def _setup(teller: Teller) -> Iterator[Block]:
    """The position that a game begins with: drawn, and what lies where."""
    program = teller.program
    view = teller.game.start(teller.players, seed=1).view(0)
    rows = list(_lying(view, program))
    shown = [each for each in drawings(view, program)[:2] if "<circle" in each.svg or "#222222" in each.svg]
    if not rows and not shown:
        return
    ready = said("The game is ready to begin, and nobody has moved yet.")
    yield Paragraph(f"{ready} {said('What chance decides may differ.')}" if program.streams else ready)
    yield from shown
    signs = next((found for found in map(legend, program.boards) if found), ())
    if any("<circle" in each.svg for each in shown) and signs:
        yield Paragraph(said("On the drawings: {1}.", ", ".join(f"{letter} {label}" for letter, label in signs)))
    if rows:
        yield Table((said("Where"), said("What")), tuple(rows))


def _lying(view: View, program: m.Program) -> Iterator[tuple[str, str]]:
    """What lies where at the beginning, for the table and for one player."""
    hidden = {each.name for each in program.fields if each.unlisted}
    for owner in (view.table, *view.players[:1]):
        whose = said("each player") if owner.number else said("the table")
        for zone in owner.zones:
            if zone.count:
                yield f"{zone.label or zone.name} ({whose})", numbered(zone.count, "{1} card", "{1} cards", zone.count)
        for name, value in owner.fields:
            if name not in hidden and value not in _NOTHING | words_now().idle:
                yield f"{name.replace('_', ' ')} ({whose})", value


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
        told += [teller.statement(each) for each in teller.effects.said(kind)]
        if told:
            yield Heading(capital(teller.voice.label(kind)))
            yield from told


def _cards(teller: Teller) -> Iterator[Block]:
    """Every card: how many, its text, what it does."""
    program = teller.program
    kinds = list({id(card.kind.known): card.kind.known for card in program.cards}.values())
    for kind in kinds:
        own = [card for card in program.cards if card.kind.known is kind and not card.secret]
        told = [card for card in own if card.text or not teller.effects.on(card).empty]
        if told:
            yield Heading(teller.several(teller.voice.label(kind)))
        for card in told:
            copies = card.last - card.first + 1
            count = numbered(copies, " ({1} copy)", " ({1} copies)", copies) if copies > 1 else ""
            words = text_of(program, card, teller.speech)
            yield Statement(words, source(card.span, card.cites), (), f"{_card_name(teller, card)}{count}")


def _card_name(teller: Teller, card: m.Card) -> str:
    name = card.title if not teller.speech.plain and teller.speech.knows(card.title) else title_of(card)
    return teller.voice.word(name) if teller.speech.plain or teller.speech.knows(name) else name


def _terms(teller: Teller) -> Iterator[Block]:
    """What the names of the rules mean: definitions that are used, and values."""
    used = _used(teller)
    for define in sorted(teller.program.defines, key=lambda each: each.name):
        if define in used:
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
    needs = (Statement(_sentence(voice.tell(each.condition), False), source(each.span)) for each in define.needs)
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
    for event in teller.program.events:
        told = teller.sayer.event(event)
        below = tuple(teller.statement(each, "", 1) for each in told.below)
        yield Statement("", source(event.span, event.cites), below, told.words)
    rules = [each for each in teller.effects.on(None).rules if not isinstance(each.target, m.Procedure)]
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
        rows.append((f"{spoken(option.name)} ({sort})", teller.speech.text(option.words), _range(teller, option)))
    if rows:
        yield Table((said("Name"), said("What is chosen"), said("Choices")), tuple(rows))


def _range(teller: Teller, option: m.Option) -> str:
    match option.type:
        case m.EnumOf(enum=enum):
            return ", ".join(teller.voice.name(each) for each in enum.values)
        case m.Bool():
            return f"{said('yes')}, {said('no')}"
        case m.Int(low=low, high=high):
            return _span(teller, low, high)
        case _:
            return ""


def _aid(teller: Teller) -> Iterator[Block]:
    for window in teller.program.windows:
        own = [teller.action(action).strong for action in window.actions if action.holder is None]
        if own:
            yield Heading(capital(teller.voice.label(window)), 3)
            yield from (Statement(each) for each in dict.fromkeys(own))


PARTS: Final[dict[str, tuple[str, Callable[[Teller], Iterator[Block]]]]] = {
    "components": (marked("Components"), _components),
    "setup": (marked("Set-up"), _setup),
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
