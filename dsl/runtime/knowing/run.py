"""One run of a function for a viewer: the position, what of it is unknown, what was emitted, what may have happened.

Where a test may come out either way, both ways are gone (`fork`), and what is the same behind both is known. On such
ways nothing may be written and no rule may break: that would tell which of them is the true one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from dsl.backends.base import PlayError
from dsl.runtime.knowing.unknown import Unknown
from dsl.runtime.knowing.values import Hidden, Known, join, same

NEXT: Final = 0
BREAK: Final = 1
CONTINUE: Final = 2
RETURN: Final = 3
"""How a statement ends."""

WORK: Final = 200_000
"""How much all questions of one answer may take, in turns and calls; what would take more is not told. What is worked
out for many ways that something may be counts as more than that: see `weigh`.
"""

_WAYS: Final = 8
"""So many ways of one value are worked out in the time of a turn."""

NESTED: Final = 40
"""How many calls lie in each other at the most; deeper is not told."""

DEEPEST: Final = 24
"""How many turns a loop is followed of which it is unknown how long it goes on."""


class Listed(list[Known]):
    """A list register. loose: the order of its members is unknown."""

    loose: bool = False

    def twin(self) -> Listed:
        """An equal list."""
        found = Listed(self)
        found.loose = self.loose
        return found


Register = Known | Listed
Body = Callable[["Run", list[Register]], int]


class Run:
    """What happens while one question is answered."""

    __slots__ = (
        "_may_have_returned",
        "_perhaps",
        "calls",
        "depth",
        "emitted",
        "left",
        "nested",
        "result",
        "tries",
        "unknown",
    )

    def __init__(self, unknown: Unknown, left: int = WORK) -> None:
        self.unknown = unknown
        self.left = left
        self.depth = 0
        self.nested = 0
        self.calls = 0
        self.tries = False
        """Whether something is tried out on a copy of the position: then it may be written."""
        self.result: Known = 0
        self.emitted: list[tuple[tuple[Known, ...], bool]] = []
        """What was emitted, and whether that is certain."""
        self._perhaps = 0
        self._may_have_returned: list[Known] = []

    @property
    def is_certain(self) -> bool:
        """Whether what happens now happens in all positions that look like this."""
        return not self._perhaps

    def work(self) -> None:
        """Count a turn or a call."""
        self.left -= 1
        if self.left < 0:
            raise Hidden

    def weigh(self, ways: int) -> None:
        """Count what is worked out for so many ways."""
        self.left -= ways // _WAYS
        if self.left < 0:
            raise Hidden

    def deeper(self) -> None:
        """Go one turn on in a loop of which it is unknown how long it goes on."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise Hidden
        self.work()

    def writes(self) -> None:
        """Something is about to be written."""
        if self._perhaps or not self.tries:
            raise Hidden

    def error(self, code: str, site: int) -> Exception:
        """What is raised where the rules break."""
        return Hidden() if self._perhaps else PlayError(code, site)

    def emit(self, values: tuple[Known, ...]) -> None:
        """Add what is emitted."""
        self.emitted.append((values, not self._perhaps))

    def perhaps(self, what: Callable[[Run, list[Register]], Known], regs: list[Register]) -> Known:
        """The value of something that may not be asked at all."""
        self._perhaps += 1
        try:
            return what(self, regs)
        finally:
            self._perhaps -= 1

    def call(self, body: Body, regs: list[Register]) -> Known:
        """The result of a function's body."""
        before, perhaps = self._may_have_returned, self._perhaps
        self._may_have_returned = []
        try:
            result = self.result if body(self, regs) == RETURN else 0
            returned = self._may_have_returned
        finally:
            self._may_have_returned, self._perhaps = before, perhaps
        return join([result, *returned]) if returned else result

    def fork(self, regs: list[Register], ways: Sequence[Body]) -> int:
        """Go several ways, of which nobody can say which is the true one."""
        self.weigh(len(ways) * _room(regs))
        ends: list[tuple[int, Known, list[Register]]] = []
        self._perhaps += 1
        try:
            for way in ways:
                own = [each.twin() if isinstance(each, Listed) else each for each in regs]
                ends.append((way(self, own), self.result, own))
        finally:
            self._perhaps -= 1
        returned = [result for signal, result, _ in ends if signal == RETURN]
        if len(returned) == len(ends):
            self.result = join(returned)
            return RETURN
        on = [(signal, own) for signal, _, own in ends if signal != RETURN]
        signal = on[0][0]
        if any(each != signal for each, _ in on):
            raise Hidden
        if returned:  # until the function ends, nothing is certain any more
            self._may_have_returned += returned
            self._perhaps += 1
        for number in range(len(regs)):
            _meet(regs, number, [own[number] for _, own in on])
        return signal

    def either_order(
        self, regs: list[Register], members: Sequence[Known], turn: Callable[[list[Register], Known], int]
    ) -> int:
        """The turns of a loop over members whose order is unknown: what depends on the order is not told."""
        if self.tries:  # it cannot be done twice
            return self.turns(regs, members, turn)
        own = [each.twin() if isinstance(each, Listed) else each for each in regs]
        result, emitted = self.result, len(self.emitted)
        signal = self.turns(own, members[::-1], turn)
        ended, backwards = self.result, self.emitted[emitted:]
        self.result = result  # the work is spent: loops inside loops would take twice as long for each
        del self.emitted[emitted:]
        if self.turns(regs, members, turn) != signal or len(self.emitted) - emitted != len(backwards):
            raise Hidden
        if signal == RETURN and not same(self.result, ended):
            self.result = join([self.result, ended])
        for number, (here, there) in enumerate(zip(regs, own, strict=True)):
            if isinstance(here, Listed) and isinstance(there, Listed) and len(here) == len(there):
                here.loose |= not all(same(a, b) for a, b in zip(here, there, strict=True))
            else:
                _meet(regs, number, [here, there])
        return signal

    @staticmethod
    def turns(regs: list[Register], members: Sequence[Known], turn: Callable[[list[Register], Known], int]) -> int:
        """The turns of a loop; how it ends."""
        for member in members:
            signal = turn(regs, member)
            if signal in (BREAK, RETURN):
                return RETURN if signal == RETURN else NEXT
        return NEXT


def _room(regs: Sequence[Register]) -> int:
    """How much there is to copy of registers."""
    return sum(len(each) if isinstance(each, Listed) else 1 for each in regs)


def _meet(regs: list[Register], number: int, values: Sequence[Register]) -> None:
    """Put into a register what it holds behind ways of which nobody can say which is the true one."""
    lists = [each for each in values if isinstance(each, Listed)]
    if not lists:
        regs[number] = join([each for each in values if not isinstance(each, Listed)])
        return
    first, mine = lists[0], regs[number]
    if any(len(each) != len(first) for each in lists) or not isinstance(mine, Listed):
        raise Hidden
    mine[:] = [join(found) for found in zip(*lists, strict=True)]
    mine.loose = any(each.loose for each in lists)


def number_of(value: Known) -> int:
    """A number that has to be known."""
    if not isinstance(value, int):
        raise Hidden
    return value


def list_of(regs: Sequence[Register], number: int) -> Listed:
    """A list register."""
    found = regs[number]
    assert isinstance(found, Listed)
    return found
