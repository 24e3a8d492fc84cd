"""What can be typed here: the lines that go on with what was typed, from the commands and from the moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from dsl.play.bots import KINDS
from dsl.repl import rulebook
from dsl.repl.drawing import card_faces
from dsl.repl.session import Session, find, names
from dsl.repl.table import Table
from dsl.runtime.errors import GameError
from dsl.runtime.reading.tokens import fold
from dsl.runtime.tongues.own import keyed, speaking
from dsl.semantics.model import Card

MOST: Final = 200


def completions(session: Session, typed: str) -> list[str]:
    """Whole lines that begin like the typed one, without regard to case and marks on letters; at most `MOST`."""
    with speaking(session.own):
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
    yield from table.here.spellings()
    word, blank, _ = typed.partition(" ")
    command = find(word) if blank else None
    if command is None:
        yield from names()
    else:
        arguments = _ARGUMENTS.get(command.name)
        yield from (f"{word} {rest}" for rest in (arguments(table) if arguments is not None else ()))
        files = _FILES.get(command.name)
        yield from (f"{word} {rest}" for rest in (files(table, typed[len(word) + 1 :]) if files is not None else ()))


# ---- what can follow the name of a command ---------------------------------------------------------------------------


def _view(table: Table) -> Iterator[str]:
    yield from (*map(table.letter, table.seats), keyed("nobody"))


def _seat(table: Table) -> Iterator[str]:
    yield from (*map(table.letter, table.seats), keyed("all"))


def _bot(table: Table) -> Iterator[str]:
    yield from (f"{seat} {kind}" for seat in _seat(table) for kind in (*KINDS, keyed("off")))


def _moves(table: Table) -> Iterator[str]:
    yield from (move.text for move in table.moves)


def _what(table: Table) -> Iterator[str]:
    yield from (f"{keyed('if')} {move}" for move in _moves(table))


def _why(table: Table) -> Iterator[str]:
    yield f"{keyed('not')} "
    yield from (f"{keyed('not')} {move}" for move in (*_moves(table), *_impossible(table)))
    yield from _values(table)


def _impossible(table: Table) -> Iterator[str]:
    """What moves could be called that cannot be made: every action, and with everything that can be spoken of."""
    seat, program = table.here, table.here.engine.program
    actions = [
        action
        for action in (program.actions if program is not None else ())
        if not isinstance(action.holder, Card) or seat.may_read(action.holder)
    ]
    labels = dict.fromkeys(
        action.title[0].strip(" :") if action.title and isinstance(action.title[0], str) else action.name
        for action in actions
    )
    yield from labels
    titles = card_faces.titles(table)
    yield from (f"{label} {title}" for label in labels for title in titles)


def _files(*words: str) -> Callable[[Table, str], Iterator[str]]:
    """What completes the name of a file: the folders and the files with such ends that lie there."""

    def found(table: Table, typed: str) -> Iterator[str]:
        begun = Path(typed).expanduser()
        folder = begun if typed.endswith("/") else begun.parent
        before = typed[: typed.rfind("/") + 1]
        try:
            for path in sorted(folder.iterdir()):
                if path.is_dir() and not path.name.startswith("."):
                    yield f"{before}{path.name}/"
                elif path.suffix in words:
                    yield f"{before}{path.name}"
        except OSError:
            return

    return found


def _rule(table: Table) -> Iterator[str]:
    ledger = table.game.sources.ledger
    yield from ledger.entries if ledger is not None else ()


def _show(table: Table) -> Iterator[str]:
    view = table.here.view()
    places = (view.table, *view.players)
    yield from (zone.label for place in places for zone in place.zones)
    yield from card_faces.titles(table)
    yield from (space.name for place in places for board in place.boards for space in board.spaces)


def _manual(table: Table) -> Iterator[str]:
    yield from ("set ", "move ", *(f"move {title} to " for title in card_faces.titles(table)))


_ARGUMENTS: Final[Mapping[str, Callable[[Table], Iterable[str]]]] = {
    "view": _view,
    "seat": _seat,
    "bot": _bot,
    "help": lambda table: names(),
    "do": _moves,
    "what": _what,
    "why": _why,
    "rules": lambda table: dict.fromkeys(rulebook.headings(table)),
    "rule": _rule,
    "show": _show,
    "manual": _manual,
    "reload": lambda table: (keyed("part"),),
    "ask": lambda table: (keyed("all"), keyed("choices")),
    "undo": lambda table: (keyed("agreed"),),
    "save": lambda table: (f"{keyed('view')} ",),
}

_FILES: Final[Mapping[str, Callable[[Table, str], Iterator[str]]]] = {
    "save": _files(".save"),
    "load": _files(".save"),
    "record": _files(".rules"),
}


def _values(table: Table) -> Iterator[str]:
    """The values and fields that `why` can be asked about."""
    machine = table.here.engine.machine
    for value in machine.values:
        yield f"{value.name} of " if value.params else value.name
    for field in machine.names.fields:
        yield f"{field.name} of " if field.first else field.name
