"""The tokens of a game: men and stones of its boards, markers of its tracks, and what is counted or marked on cards,
spaces and players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Final

from dsl.runtime.game import Game
from dsl.runtime.reading.tokens import fold
from dsl.runtime.tongues.own import Own
from dsl.runtime.tongues.spoken import TRACK
from dsl.semantics import model as m

_STATES: Final = 8
_WORTHS: Final = ((1, 12), (5, 6))
"""How many tokens of a number there are that a counter can hold."""
_EACH: Final = ((1, 6), (5, 3), (10, 3))
"""The same for one player."""
_KEPT: Final = 10  # of each thing that a bag holds


@dataclass(frozen=True, slots=True)
class Token:
    """So many tokens: what stands large on them and small below, and whose they are (0: anybody's)."""

    sign: str
    words: str
    count: int
    player: int = 0


def tokens(game: Game, players: int | None = None) -> list[Token]:
    """The tokens that a game of so many players wants, the most if none is given."""
    number = players or game.players[-1]
    program, own = game.program(number), game.engine(number).words.own
    found = [*_men(game, program, number), *_markers(program, own, number)]
    for field in program.fields:
        is_own = field.var and field.span is not None and not field.unlisted and field.track is None
        if is_own and field.holder is not None:
            found += _counters(field, own, number)
    most: dict[tuple[str, str, int], Token] = {}
    for each in found:
        key = (each.sign, each.words, each.player)
        if each.count > (most[key].count if key in most else 0):
            most[key] = each
    return list(most.values())


def letters(names: Sequence[str]) -> dict[str, str]:
    """A letter for each name: the first of it that no name before has taken."""
    taken: dict[str, str] = {}
    for name in names:
        free = (each.upper() for each in fold(name) if each.isalnum() and each.upper() not in taken.values())
        taken[name] = next(free, name[:2])
    return taken


def _men(game: Game, program: m.Program, players: int) -> Iterator[Token]:
    """What stands on the spaces of boards: as many as at the beginning, or so many that the spaces can be filled."""
    for board in program.boards:
        fields = _listed(board.kind) if not board.part else []
        side = next((each for each in fields if _is_player(each.type)), None)
        sort = next((each.type.enum for each in fields if isinstance(each.type, m.EnumOf)), None)
        if side is None or len(fields) != (1 if sort is None else 2):
            continue
        men = _standing(game, board, side.name, players)
        if not men and sort is None:
            men = {("", who): -(-_spaces(board) // players) for who in range(1, players + 1)}
        signs = _signs(sort)
        for (what, who), count in sorted(men.items(), key=lambda each: each[0][1]):
            yield Token(signs.get(what, _letters(players)[who - 1]), what, count, who)


def _spaces(board: m.Board) -> int:
    return prod(count for _, count, _ in board.dims)


def _signs(sort: m.Enum | None) -> dict[str, str]:
    """The letters of the sorts of men, by what they are called."""
    if sort is None:
        return {}
    return letters([label or name for label, name in zip(sort.labels, sort.values, strict=True)])


def _standing(game: Game, board: m.Board, side: str, players: int) -> dict[tuple[str, int], int]:
    """How many men of each sort each player has on a board at the beginning."""
    view = game.start(players, seed=1).view(0)
    entities = range(board.first, board.first + _spaces(board))
    counts: Counter[tuple[str, int]] = Counter()
    for spot in (each for owner in (view.table, *view.players) for one in owner.boards for each in one.spaces):
        values = dict(spot.fields)
        who = values.pop(side, "")
        if spot.entity in entities and who and who in _letters(players):
            counts[next(iter(values.values()), ""), _letters(players).index(who) + 1] += 1
    return counts


def _letters(players: int) -> str:
    return "".join(chr(ord("A") + number) for number in range(players))


def _listed(kind: m.Kind) -> list[m.Field]:
    found: list[m.Field] = []
    at: m.Kind | None = kind
    while at is not None:
        found += [each for each in at.fields.values() if each.var and not each.unlisted]
        at = at.parent
    return found


def _is_player(type_: m.Type) -> bool:
    return isinstance(type_, m.Ref) and type_.kind.name == "Player"


def _markers(program: m.Program, own: Own, players: int) -> Iterator[Token]:
    """A marker for each track, of each player where each has one."""
    for field in program.fields:
        if field.var and field.track is not None:
            words = own.word(TRACK, field.track.label) or own.named(field.name)
            if _is_players(field):
                yield from (Token(letter, words, 1, who) for who, letter in enumerate(_letters(players), 1))
            else:
                yield Token("●", words, 1)


def _is_players(field: m.Field) -> bool:
    return field.holder is not None and field.holder.name == "Player"


def _counters(field: m.Field, own: Own, players: int) -> Iterator[Token]:
    """What is laid on a card, a space or before a player for the value of a field."""
    words = own.named(field.name)
    times, worths = (players, _EACH) if _is_players(field) else (1, _WORTHS)
    match field.type:
        case m.Bool():
            yield Token("", words, _STATES)
        case m.Int(low=low, high=high) if high > 0:
            yield from (Token(f"{worth}", words, count * times) for worth, count in worths if worth <= high)
            if low < 0:
                yield from (Token(f"−{worth}", words, count * times) for worth, count in worths[:1])
        case m.BagOf(enum=enum):
            labels = [label or name for label, name in zip(enum.labels, enum.values, strict=True)]
            yield from (Token("", own.named(each), _KEPT) for each in labels)
        case _:
            return
