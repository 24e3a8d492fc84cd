"""What can be typed here: the lines that go on with what was typed, from the commands and from the moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from dsl.play.bots import KINDS
from dsl.repl import rulebook
from dsl.repl.drawing import card_faces
from dsl.repl.drawing.answers import answers_of
from dsl.repl.session import Session, find, names
from dsl.repl.table import Table
from dsl.runtime.errors import GameError
from dsl.runtime.reading.tokens import fold

MOST: Final = 200


def completions(session: Session, typed: str) -> list[str]:
    """Whole lines that begin like the typed one, without regard to case and marks on letters; at most `MOST`."""
    try:
        offered = list(_lines(session.table, typed.lstrip()))
    except GameError:  # the rules break when they are asked; the next command says so
        offered = list(names())
    wanted = fold(typed)
    if typed.endswith(" "):
        wanted += " "
    return [each for each in dict.fromkeys(offered) if fold(each).startswith(wanted) and each != typed][:MOST]


def _lines(table: Table, typed: str) -> Iterator[str]:
    """Every line that could be meant."""
    moves = [move.text for move in table.moves]
    yield from moves
    if table.mine:
        yield from (answer.chosen for answer in answers_of(table.state) if answer.chosen)
    word, blank, _ = typed.partition(" ")
    command = find(word) if blank else None
    if command is None:
        yield from names()
    else:
        yield from (f"{word} {rest}" for rest in _arguments(command.name, table, moves))


def _arguments(command: str, table: Table, moves: list[str]) -> Iterable[str]:
    """What can follow the name of a command."""
    seats = [table.letter(player) for player in table.seats]
    if command == "view":
        return [*seats, "nobody"]
    if command == "seat":
        return [*seats, "all"]
    if command == "bot":
        return [f"{seat} {kind}" for seat in (*seats, "all") for kind in (*KINDS, "off")]
    if command == "help":
        return names()
    if command == "do":
        return moves
    if command == "what":
        return [f"if {move}" for move in moves]
    if command == "why":
        return ["not ", *(f"not {move}" for move in moves), *_values(table)]
    if command == "rules":
        return dict.fromkeys(rulebook.headings(table))
    if command == "rule":
        ledger = table.game.sources.ledger
        return ledger.entries if ledger is not None else ()
    if command == "show":
        view = table.state.view(table.seat)
        zones = [zone.label for player in (view.table, *view.players) for zone in player.zones]
        spaces = [
            space.name for player in (view.table, *view.players) for each in player.boards for space in each.spaces
        ]
        return [*zones, *card_faces.titles(table), *spaces]
    if command == "manual":
        return ["set ", "move ", *(f"move {title} to " for title in card_faces.titles(table))]
    return ["part"] if command == "reload" else ()


def _values(table: Table) -> Iterator[str]:
    """The values and fields that `why` can be asked about."""
    machine = table.state.engine.machine
    for value in machine.values:
        yield f"{value.name} of " if value.params else value.name
    for field in machine.names.fields:
        yield f"{field.name} of " if field.first else field.name
