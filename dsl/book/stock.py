"""What a game consists of, and how it lies at the beginning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from dsl.book.blocks import Block, Paragraph, Table
from dsl.book.boards import drawings, legend, men_field
from dsl.book.teller import Teller, capital
from dsl.runtime.information.views import View
from dsl.runtime.tongues.own import numbered, said, words_now
from dsl.semantics import model as m

_NOTHING: Final = frozenset(("none", "no", "0", "nothing", ""))


def components(teller: Teller) -> Iterator[Block]:
    """What is in the box: boards, kinds of cards with their numbers, men, tracks."""
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
    called: dict[str, list[m.Card]] = {}
    for card in program.cards:
        called.setdefault(teller.voice.label(card.kind.known), []).append(card)
    for label, own in called.items():
        count = sum(card.last - card.first + 1 for card in own)
        several = said("{1} different", len(own))
        titles = f", {several}" if len(own) not in (1, count) else ""
        yield capital(label) if count == 1 else teller.several(label), f"{count}{titles}"


def _track(teller: Teller, found: m.Field) -> tuple[str, str]:
    low, high = (found.type.low, found.type.high) if isinstance(found.type, m.Int) else (0, 0)
    bands = ", ".join(f"{teller.voice.label(band)}: {span_of(teller, band.low, band.high)}" for band in _bands(found))
    whose = found.holder is not None and found.holder.name == "Player"
    name = teller.voice.field(found)
    head = said("Track: {1} (one for each player)", name) if whose else said("Track: {1}", name)
    return head, span_of(teller, low, high) + (f"; {bands}" if bands else "")


def span_of(teller: Teller, low: int, high: int) -> str:
    """Numbers from one to another; a single one alone."""
    return str(low) if low == high else teller.voice.phrase("range", low=str(low), high=str(high))


def _bands(found: m.Field) -> Sequence[m.Band]:
    return found.track.bands if found.track is not None else ()


def setup(teller: Teller) -> Iterator[Block]:
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
