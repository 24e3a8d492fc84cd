"""Several answers in one line: things by their numbers, by their names, or by how many of each are meant.

`1 3` takes the first and the third thing, `2 apple 1 plum` and `apple, plum` what is named, `take all` everything.
Where a number is asked for first and then what it is made of, one line answers all: `gather 2 wood 1 water`; so it is
where things are taken one by one until that is enough. If a part of it cannot be, nothing is done.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from dsl.play.refused import Refused
from dsl.repl.commands.playing import present
from dsl.repl.output import Output
from dsl.repl.table import Table
from dsl.runtime.errors import MoveError
from dsl.runtime.information.taking import DONE
from dsl.runtime.moves import option_of
from dsl.runtime.reading.tokens import fold
from dsl.runtime.tongues.own import is_key, key, numbered, said

_PART: Final = re.compile(r"(?:(\d{1,4})\s+)?([^\d\s,;][^\d,;]*)")
_LEADING: Final = re.compile(r"([^\d,;]+?)\s+(?=\d)")
ALL: Final = (key("all"), key("both"))
Amounts = list[tuple[int, str]]
"""How many of what."""


def take(table: Table, numbers: Sequence[int], out: Output) -> None:
    """Take several things at once by their numbers, and be done; or put things in order: 3 1 2."""
    taking = _Taking(table)
    begun = len(table.state.played)
    try:
        taking.take(taking.ordered(numbers))
    except MoveError:
        _back_to(table, begun)
        raise
    table.made(out)
    present(table, out)


class _Taking:
    """A question that is answered by taking several things, one after the other."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.state = table.state
        self.moves = table.moves
        self.question = self._now()

    def ordered(self, numbers: Sequence[int]) -> Sequence[int]:
        """The numbers in the order in which things are taken; Refused if one of them is none."""
        if wrong := [number for number in numbers if not 1 <= number <= len(self.moves)]:
            raise Refused(
                numbered(
                    len(self.moves),
                    "there is no move {1}: there are {2}",
                    "there is no move {1}: there are {2}",
                    wrong[0],
                    len(self.moves),
                )
            )
        if self.table.taking == "arrange":
            return numbers
        things = sorted(number for number in numbers if option_of(self.moves[number - 1]) != DONE)
        return things or numbers  # that is enough is said by itself

    def take(self, order: Sequence[int]) -> None:
        """Take the things of these numbers, and be done if that is enough; MoveError if that cannot be."""
        for taken, number in enumerate(order):
            if self._now() != self.question:
                if self.question[0] == "arrange" and taken == len(order) - 1:
                    return  # the last one is not asked for
                raise MoveError(said("only {1} can be taken", taken))
            move, known = self.moves[number - 1], {move.handle for move in self.table.moves}
            self.state.apply(move if move.handle in known else move.text)
        if self._now() == self.question and self.table.here.has(DONE):
            self.state.apply(DONE)

    def _now(self) -> tuple[str, int, str]:
        """What is asked now."""
        return self.table.taking, self.state.actor, self.table.here.prompt()


def by_amounts(table: Table, typed: str, out: Output) -> bool:
    """Answer with things and how many of each, or with all of them; False if the text does not read so. MoveError or
    Refused, with nothing done, if it does and cannot be.
    """
    verb, amounts = parsed(typed)
    takes_all = table.taking == "several" and is_key(fold(typed).split()[-1], *ALL)
    if not (amounts or takes_all) or not table.mine:
        return False
    begun = len(table.state.played)
    try:
        if takes_all:
            done = _all_of(table, fold(typed).split()[:-1])
        else:
            done = _named(table, typed, amounts) if table.taking else _made_of(table, verb, amounts)
        if not done and not table.taking:
            _back_to(table, begun)
            done = _one_by_one(table, verb, amounts)
    except (MoveError, Refused):
        _back_to(table, begun)
        raise
    if not done:
        _back_to(table, begun)
        return False
    table.made(out)
    present(table, out)
    return True


def parsed(typed: str) -> tuple[str, Amounts]:
    """The words before the first number, and what stands behind it: numbers with what they count, 1 where none is."""
    verb = _LEADING.match(typed)
    rest = typed[verb.end() :] if verb else typed
    if not verb and not re.search(r"[,;]|^\d", typed):
        return "", []
    if _PART.sub("", rest).strip(" ,;"):
        return "", []
    found = [(int(number or 1), _without_and(words)) for number, words in _PART.findall(rest)]
    return (verb[1] if verb else ""), found


def _without_and(words: str) -> str:
    return re.sub(r"^and\s+|\s+and$", "", words.strip())


def _all_of(table: Table, verb: Sequence[str]) -> bool:
    """Take all that can be taken, and be done: `take all`. verb: what taking is called, if it was typed."""
    question, state = table.here.prompt(), table.state
    wanted = " ".join(verb) or fold(table.moves[0].text).split()[0]
    taken = 0
    while table.taking and table.here.prompt() == question:
        left = [move for move in table.moves if fold(move.text).startswith(f"{wanted} ")]
        if not left:
            break
        state.apply(left[0])
        taken += 1
    if taken and table.taking and table.here.prompt() == question and table.here.has(DONE):
        state.apply(DONE)
    return taken > 0


def _named(table: Table, typed: str, amounts: Amounts) -> bool:
    """Take what is named, so many times, and be done."""
    question, state = table.here.prompt(), table.state
    for count, words in amounts:
        for _ in range(count):
            if not table.taking or table.here.prompt() != question:
                raise MoveError(said("“{1}” is more than can be taken", typed))
            state.apply(words)
    if table.taking and table.here.prompt() == question and table.here.has(DONE):
        state.apply(DONE)
    return True


def _made_of(table: Table, verb: str, amounts: Amounts) -> bool:
    """Say how many there are altogether, then answer each question for a number that names one of them; what no
    question names must be the rest.
    """
    if not verb:
        return False
    state, total = table.state, sum(count for count, _ in amounts)
    found = table.here.read(f"{verb} {total}")
    if found.move is None:
        return False
    player = state.actor
    state.apply(found.move)
    left = list(amounts)
    while state.actor == player and table.mine and all(move.text.isdecimal() for move in table.moves):
        asked = fold(table.here.prompt()).split()
        named = next((each for each in left if fold(each[1]) in asked), None)
        if named is None and not left:
            break
        state.apply(str(named[0]) if named is not None else "0")
        if named is not None:
            left.remove(named)
    return len(left) <= 1 and len(left) < len(amounts)


def _one_by_one(table: Table, verb: str, amounts: Amounts) -> bool:
    """Make a move so many times where one question comes again and again: `take 2 food 1 water`, `2 food 1 water`."""
    state, player, asks = table.state, table.state.actor, table.here.asks
    for count, words in amounts:
        for _ in range(count):
            if (
                state.actor != player
                or not table.mine
                or table.here.kind not in ("window", "member")
                or table.here.asks != asks
            ):
                return False
            found = table.here.read(f"{verb} {words}".strip())
            if found.move is None:
                return False
            state.apply(found.move)
    return True


def _back_to(table: Table, count: int) -> None:
    while len(table.state.played) > count:
        table.state.undo()
