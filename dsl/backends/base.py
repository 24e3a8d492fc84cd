"""What every backend offers, what it asks of its caller, and the frames that all of them lay out alike.

A backend turns a `Machine` into something that runs on positions (lists of whole numbers, see machine/ir/ops.py). It
keeps no state of a game: everything is in the position, which the caller may copy, compare and store as it likes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from dsl.backends.held import Held
from dsl.machine.ir import ops
from dsl.machine.ir.analysis.call_graph import deepest
from dsl.machine.ir.analysis.liveness import Liveness, liveness
from dsl.machine.ir.ops import (
    ASKER,
    ASKING,
    DECISION,
    DEPTH,
    DEPTH_LIMIT,
    FP,
    FRAME,
    KEY_HI,
    KEY_LO,
    OVER,
    RET,
    RUNNING,
    STATUS,
    Machine,
    Proc,
)

_PLAIN_NESTING, _NESTING = 1000, 60
"""How deep Python may nest beside what a machine needs, and for each of its calls that lie in each other."""
WORD = 1 << 63
"""A register, an argument or a result outside -WORD < value < WORD is the error BOUND."""

NOWHERE = -1
"""The slot of what a frame does not hold."""

Value = int | list[int]
"""What a register holds: a number or a list."""


class PlayError(Exception):
    """An error of the description met in play; the position it was met in is to be thrown away.

    code: BOUND (a number, zone or list beyond its limits), DIVIDE (by 0), RUNAWAY (too much work or nesting), STUCK (a
    decision without options), or the code of a Fail. site: index into Names.sites.
    The reference backend says of BOUND more. beyond: the slot of the number, what it would be, its bounds; or the zone.
    """

    def __init__(self, code: str, site: int, beyond: tuple[int, ...] = (), zone: int = 0) -> None:
        super().__init__(code, site)
        self.code, self.site, self.beyond, self.zone = code, site, beyond, zone


class MachineFault(Exception):
    """A machine that no description can cause: a mistake of the compiler or of the caller, never of a rules file."""


class Env(Protocol):
    """What a running game asks of its surroundings."""

    def draw(self, S: list[int], stream: int, n: int) -> int:
        """A number of 0..n-1; counts the draw in S."""
        ...

    def log(self, S: list[int], template: int, args: tuple[int, ...]) -> None:
        """A line of the log."""
        ...


class Backend(Protocol):
    """A machine made to run."""

    @property
    def machine(self) -> Machine:
        """The machine it runs."""
        ...

    def new_position(self, key: int, flow: int | None = None) -> list[int]:
        """A position filled by the machine's start, ready to run a flow without parameters (the main one)."""
        ...

    def enter(self, S: list[int], proc: int) -> None:
        """Drop the stack and make a flow without parameters the one to run."""
        ...

    def run(self, S: list[int], env: Env) -> None:
        """Go on until a decision is asked or the game is over."""
        ...

    def options(self, S: list[int]) -> list[tuple[int, ...]]:
        """What can be chosen at the decision asked, in the order of the rules; nothing at all is the error STUCK."""
        ...

    def choose(self, S: list[int], option: Sequence[int]) -> None:
        """Answer the decision asked; the game goes on at the next run."""
        ...

    def call(self, S: list[int], proc: int, args: Sequence[Value], env: Env | None = None) -> int:
        """The result of a function. Without an env it draws nothing and its log is dropped."""
        ...

    def emit(self, S: list[int], proc: int, args: Sequence[Value]) -> list[tuple[int, ...]]:
        """What an emitting function emits, in order."""
        ...

    def score(self, S: list[int]) -> tuple[int, ...]:
        """The result of each player (0 before the end)."""
        ...

    def hold(self, S: list[int]) -> Held | None:
        """The position in a form that is faster to play on; None if there is none."""
        ...


class Chance:
    """The surroundings of an ordinary game: chance from the key and counters of the position, the log to whoever
    wants it.
    """

    def __init__(
        self,
        machine: Machine,
        draw: Callable[[int, int, int, int], int],
        log: Callable[[list[int], int, tuple[int, ...]], None] | None = None,
        *,
        plain: bool = False,
    ) -> None:
        """draw: (key, stream, counter, n) -> 0..n-1; log: called with every line.

        plain: `draw` is the one of runtime/chance.py, which every backend knows by itself.
        """
        self.plain = plain and log is None
        self._counters = machine.layout.counters
        self._draw = draw
        self._log = log

    def draw(self, S: list[int], stream: int, n: int) -> int:
        """The next number of a stream of this position."""
        slot = self._counters + stream
        counter = S[slot]
        S[slot] = counter + 1
        return self._draw(S[KEY_LO] | S[KEY_HI] << 32, stream, counter, n)

    def log(self, S: list[int], template: int, args: tuple[int, ...]) -> None:
        """Hand a line on."""
        if self._log is not None:
            self._log(S, template, args)


class Silence:
    """The surroundings of a question put to a position: nothing is drawn, nothing is logged."""

    def draw(self, S: list[int], stream: int, n: int) -> int:
        """No question may draw."""
        raise MachineFault(f"a draw of {n} on stream {stream} outside a game")

    def log(self, S: list[int], template: int, args: tuple[int, ...]) -> None:
        """Drop the line."""


SILENCE = Silence()


def _allow_nesting(machine: Machine) -> None:
    """Let Python nest as deep as the functions of a machine may: its own bound would come first."""
    if deepest(machine) > DEPTH_LIMIT:
        sys.setrecursionlimit(max(sys.getrecursionlimit(), _PLAIN_NESTING + _NESTING * deepest(machine)))


class Frames:
    """The stack of a position: where registers lie in a frame, and how frames come and go."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        _allow_nesting(machine)
        self.slots: list[tuple[int, ...]] = []
        """Per procedure and register the slot from the frame's base; a list has its size there and its members
        behind. NOWHERE for lists that the frame does not hold.
        """
        self.sizes: list[int] = []
        """Per procedure the slots of a frame."""
        for proc in machine.procs:
            slots: list[int] = []
            size = FRAME
            for reg, capacity in enumerate(proc.sizes):
                lies = reg not in proc.brief
                slots.append(size if lies else NOWHERE)
                size += 1 + capacity if lies else 0
            self.slots.append(tuple(slots))
            self.sizes.append(size)
        self.numbers = [frozenset(proc.numbers) for proc in machine.procs]
        """Per procedure the registers that hold no entities."""
        self._live: dict[int, Liveness] = {}
        self._questions: dict[tuple[int, int], tuple[int, tuple[tuple[int, bool], ...]]] = {}
        """Per decision and procedure that asks: the option function, and where its arguments lie (slot, whether a
        list).
        """
        self._answers: dict[tuple[int, int], tuple[tuple[int, ...], int]] = {}
        """Per procedure and block that asks: the slots the answer goes to, and the block that goes on."""
        for proc in machine.procs:
            for index, block in enumerate(proc.blocks):
                if isinstance(block.end, ops.Decide):
                    told = tuple(self.slots[proc.id][reg] for reg in block.end.regs)
                    self._answers[proc.id, index] = told, block.end.block

    def live(self, proc: Proc) -> Liveness:
        """What matters in a procedure's frame."""
        found = self._live.get(proc.id)
        if found is None:
            found = self._live[proc.id] = liveness(self.machine.decisions, proc)
        return found

    def new(self, key: int) -> list[int]:
        """A position of zeros with its key."""
        if not 0 <= key < 1 << 64:
            raise ValueError("the key of a game is a 64-bit number without a sign")
        S = [0] * self.machine.layout.stack
        S[KEY_LO] = key & 0xFFFFFFFF
        S[KEY_HI] = key >> 32
        return S

    def enter(self, S: list[int], proc: int) -> None:
        """Make a flow the bottom of an emptied stack."""
        if not self.machine.procs[proc].flow or self.machine.procs[proc].params:
            raise MachineFault(f"procedure {proc} is not a flow without parameters")
        self.clear(S)
        S[STATUS] = RUNNING
        self.push(S, proc, ())

    def clear(self, S: list[int]) -> None:
        """Empty the stack."""
        del S[self.machine.layout.stack :]
        S[FP] = S[DEPTH] = S[ASKER] = S[DECISION] = 0

    def push(self, S: list[int], proc: int, args: Sequence[Value]) -> None:
        """Put a frame on the stack: at block 0, with its parameters, other registers 0."""
        callee = self.machine.procs[proc]
        if callee.recursive:
            S[DEPTH] += 1
            if S[DEPTH] > callee.deepest:
                raise PlayError("RUNAWAY", callee.site)
        base = len(S)
        frame = [proc, 0, S[FP], *(0 for _ in range(self.sizes[proc] - FRAME))]
        for slot, arg in zip(self.slots[proc], args, strict=False):
            if isinstance(arg, int):
                frame[slot] = arg
            else:
                frame[slot : slot + 1 + len(arg)] = len(arg), *arg
        S.extend(frame)
        S[FP] = base
        layout = self.machine.layout
        if len(S) > layout.stack + layout.stack_limit:
            raise PlayError("RUNAWAY", callee.site)

    def pop(self, S: list[int], value: int) -> None:
        """Take the top frame off and hand its value to the frame below; without one nobody has won."""
        top = S[FP]
        if self.machine.procs[S[top]].recursive:
            S[DEPTH] -= 1
        below = S[top + 2]
        S[RET] = value
        S[FP] = below
        del S[top:]
        if not below:
            S[STATUS] = OVER
            return
        proc = S[below]
        end = self.machine.procs[proc].blocks[S[below + 1]].end
        if not isinstance(end, ops.CallFlow):
            raise MachineFault(f"procedure {proc} called nothing in block {S[below + 1]}")
        if end.reg is not None:
            S[below + self.slots[proc][end.reg]] = value
        S[below + 1] = end.block

    def register(self, S: list[int], proc: int, reg: int) -> Value:
        """A register of the top frame."""
        if self.slots[proc][reg] == NOWHERE:
            return []
        slot = S[FP] + self.slots[proc][reg]
        return S[slot + 1 : slot + 1 + S[slot]] if self.machine.procs[proc].sizes[reg] else S[slot]

    def asked(self, S: list[int]) -> tuple[int, list[Value]]:
        """The option function of the decision asked, and its arguments."""
        if S[STATUS] != ASKING:
            raise MachineFault("no decision is asked")
        base = S[FP]
        key = S[DECISION], S[base]
        found = self._questions.get(key)
        if found is None:
            decision = self.machine.decisions[key[0]]
            slots, sizes = self.slots[key[1]], self.machine.procs[key[1]].sizes
            found = decision.options, tuple((slots[reg], sizes[reg] > 0) for reg in decision.args)
            self._questions[key] = found
        args: list[Value] = []
        for slot, is_list in found[1]:
            slot += base
            args.append(S[slot + 1 : slot + 1 + S[slot]] if is_list else S[slot])
        return found[0], args

    def held(self, S: Sequence[int], *, asked: bool = True) -> Iterator[tuple[int, bool]]:
        """The slots in the registers of all frames that may hold entities, lists member by member; and whether what
        lies there surely is one, or none.

        `asked`: whether the lists that a choice of several, or an order to be made, is about are among it: what can be
        taken, and what is arranged already.
        """
        base = S[FP]
        decision = self.machine.decisions[S[DECISION]] if S[STATUS] == ASKING else None
        left_out = decision.args if decision and not asked and decision.kind in ("several", "arrange") else ()
        while base:
            proc = S[base]
            about = self.machine.procs[proc]
            for reg, (slot, size) in enumerate(zip(self.slots[proc], about.sizes, strict=True)):
                at = base + slot
                if reg in self.numbers[proc] or slot == NOWHERE:
                    continue
                if not size:
                    yield at, reg in about.named
                elif reg not in left_out:
                    yield from ((member, reg in about.named) for member in range(at + 1, at + 1 + S[at]))
            base, left_out = S[base + 2], ()

    def choose(self, S: list[int], option: Sequence[int]) -> None:
        """Put the numbers of an option into the registers that wait for them; the others of these become 0."""
        if S[STATUS] != ASKING:
            raise MachineFault("no decision is asked")
        base = S[FP]
        waiting = self._answers.get((S[base], S[base + 1]))
        if waiting is None:
            raise MachineFault(f"procedure {S[base]} asked nothing in block {S[base + 1]}")
        slots, block = waiting
        given = len(option)
        for position, slot in enumerate(slots):
            S[base + slot] = option[position] if position < given else 0
        S[base + 1] = block
        S[STATUS] = RUNNING
        S[ASKER] = S[DECISION] = 0
