"""The Python backend: one generated Python function per procedure, made when it is first called.

Nothing from a rules file reaches the text: it is made of numbers and of identifiers of our own alphabet (see
expressions.py),
without a single string, and runs without builtins but `range`, `len` and `abs`. Checks whose outcome is known
beforehand are
left out (intervals.py). An error that names no place of its own is laid at the door of the procedure whose function was
running.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import RLock
from types import FrameType, TracebackType
from typing import Any

from dsl.backends.base import SILENCE, Env, Frames, MachineFault, PlayError, Value
from dsl.backends.python.support import HELPERS, Raised, Stop, helpers
from dsl.backends.python.texts import Texts, Written
from dsl.machine.ir.analysis.work_bounds import BUDGET
from dsl.machine.ir.entries import public
from dsl.machine.ir.ops import DECISION, DEPTH, FP, STATUS, Machine

FILE = "<rules>"
"""What generated code is called in tracebacks."""


class Python:
    """A machine run as generated Python."""

    def __init__(self, machine: Machine, budget: int = BUDGET, written: Written | None = None) -> None:
        """written: the text, if it was written before; else each function is written when it is first called."""
        self.machine = machine
        self.budget = budget
        self.frames = Frames(machine)
        self._texts = Texts(machine, self.frames, written)
        self._owners: dict[str, int] = {}
        self._public = public(machine)
        self._making = RLock()
        names: dict[str, Any] = {f"t{index}": table for index, table in enumerate(machine.tables)}
        names.update(helpers(machine, self.frames))
        names["__builtins__"] = {"range": range, "len": len, "abs": abs}
        self._names = names
        self._forget: Callable[[], None] = names.get(HELPERS["forget"], _nothing)
        self._functions: list[Callable[..., Any]] = [self._first(proc.id) for proc in machine.procs]
        names.update((f"f{proc}", function) for proc, function in enumerate(self._functions))

    @property
    def source(self) -> str:
        """The whole text."""
        return "".join(text for _, _, text in self.written().functions)

    def written(self) -> Written:
        """The whole text in its parts, for who runs the same machine again."""
        with self._making:
            return self._texts.written()

    def _first(self, proc: int) -> Callable[..., Any]:
        """What stands for a function until it is called: most of a game is not met in most games."""

        def first(*given: Any) -> Any:
            with self._making:
                if self._functions[proc] is first:
                    self._make(proc)
            return self._functions[proc](*given)

        return first

    def _make(self, proc: int) -> None:
        texts, tables = self._texts.of(proc)
        self._names.update(tables)
        for name, text in texts:
            self._owners[name] = proc
            exec(compile(text, FILE, "exec", dont_inherit=True), self._names)
        self._functions[proc] = self._names[f"f{proc}"]

    def new_position(self, key: int, flow: int | None = None) -> list[int]:
        """A position filled by the machine's start, ready to run a flow without parameters (the main one)."""
        S = self.frames.new(key)
        self.call(S, self.machine.start, ())
        self.enter(S, self.machine.main if flow is None else flow)
        return S

    def enter(self, S: list[int], proc: int) -> None:
        """Drop the stack and make a flow without parameters the one to run."""
        self.frames.enter(S, proc)

    def run(self, S: list[int], env: Env) -> None:
        """Go on until a decision is asked or the game is over."""
        functions = self._functions
        self._names["n0"] = self.budget
        self._forget()
        try:
            while not S[STATUS]:
                base = S[FP]
                functions[S[base]](S, env, base)
        except Stop:
            pass
        except (Raised, ZeroDivisionError) as error:
            raise self._placed(error) from None

    def options(self, S: list[int]) -> list[tuple[int, ...]]:
        """What can be chosen at the decision asked, in the order of the rules; nothing at all is the error STUCK."""
        proc, args = self.frames.asked(S)
        options: list[tuple[int, ...]] = []
        self._call(S, proc, args, SILENCE, options)
        if not options:
            raise PlayError("STUCK", self.machine.decisions[S[DECISION]].site)
        return options

    def choose(self, S: list[int], option: Sequence[int]) -> None:
        """Answer the decision asked; the game goes on at the next run."""
        self.frames.choose(S, option)

    def call(self, S: list[int], proc: int, args: Sequence[Value], env: Env | None = None) -> int:
        """The result of a function. Without an env it draws nothing and its log is dropped."""
        return self._call(S, proc, args, env or SILENCE, [])

    def emit(self, S: list[int], proc: int, args: Sequence[Value]) -> list[tuple[int, ...]]:
        """What an emitting function emits, in order."""
        options: list[tuple[int, ...]] = []
        self._call(S, proc, args, SILENCE, options)
        return options

    def score(self, S: list[int]) -> tuple[int, ...]:
        """The result of each player (0 before the end)."""
        results = self.machine.layout.results
        return tuple(S[results : results + self.machine.players])

    def hold(self, S: list[int]) -> None:
        """Lists are the form it plays on."""

    def _call(self, S: list[int], proc: int, args: Sequence[Value], env: Env, options: list[tuple[int, ...]]) -> int:
        if proc not in self._public:
            raise MachineFault(f"procedure {proc} is called by other procedures only")
        given: list[Any] = [S]
        if proc in self._texts.asks_env:
            given.append(env)
        if proc in self._texts.emits:
            given.append(options.append)
        depth = S[DEPTH]
        self._names["n0"] = self.budget
        self._forget()
        try:
            return self._functions[proc](*given, *args)
        except Stop:
            return 0
        except PlayError:
            S[DEPTH] = depth
            raise
        except (Raised, ZeroDivisionError) as error:
            S[DEPTH] = depth
            raise self._placed(error) from None

    def running(self, frame: FrameType | None) -> list[int]:
        """The procedures on a stack of calls, the innermost first; none while one of them is being made."""
        found: list[int] = []
        while frame is not None:
            about = frame.f_code
            if about is Python._make.__code__:
                return []
            if about.co_filename == FILE and about.co_name in self._owners:
                found.append(self._owners[about.co_name])
            frame = frame.f_back
        return found

    def _placed(self, error: Raised | ZeroDivisionError) -> PlayError:
        """The error with the site of the procedure that was running."""
        code = str(error.args[0]) if isinstance(error, Raised) else "DIVIDE"
        return PlayError(code, self.machine.procs[self._running(error.__traceback__)].site)

    def _running(self, traceback: TracebackType | None) -> int:
        """The procedure of the innermost generated function."""
        proc = self.machine.main
        while traceback is not None:
            about = traceback.tb_frame.f_code
            if about.co_filename == FILE:
                proc = self._owners.get(about.co_name, proc)
            traceback = traceback.tb_next
        return proc


def _nothing() -> None:
    """There is nothing to forget."""
