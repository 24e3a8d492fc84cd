"""Procedures under construction, and the workshop that all of them come from.

Lowering asks for a procedure by a key (`Work.demand`) and gets its number at once; its body is made later, from a
queue, so nothing here recurses with the depth of the rules, and a procedure asked for twice is made once. What two
modules need from each other goes through `Makers`: expressions ask for the function of a value without knowing how
values are made.

`Code` is one procedure being written: registers, what the locals of the rules stand for, the statements so far, and for
a flow its blocks. Statements are added to an open body; `nested` opens one inside another.

    with a function                              with a flow
    code.emit(SetReg(r, e))                      the same, into the block that is open
    body = code.nested(lambda: ...)              the same: a structured body inside the block
    code.give(e)            Return(e)            ReturnFlow(e), and a block that nothing reaches is opened
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

from dsl.machine.ir import ops
from dsl.machine.ir.draft import Draft
from dsl.machine.ir.fold import NO, simple
from dsl.machine.ir.ops import Expr, Stmt
from dsl.machine.ir.opt.simplify_cfg import tidy
from dsl.machine.lower.program.corners import Edges
from dsl.machine.lower.program.effects import Facts
from dsl.machine.lower.program.kinds import names_entities
from dsl.machine.lower.program.layout import Slots, keepers, zone_tables
from dsl.machine.lower.program.topology import Topology
from dsl.semantics import model as m
from dsl.source import Span

H = TypeVar("H", bound=Hashable)
Fill = Callable[[], None]
Run = Callable[["Code", tuple[m.Stmt, ...]], None]
"""What writes statements into a procedure (stmt/statements.py)."""

MOST_TEXT = 160
"""Characters of the rules that a site quotes."""


MOST_STATEMENTS: Final = 500_000
"""Instructions that a machine is made of at most, branches and loops counted once; those of large games are 15,000."""


class NotLowered(Exception):
    """A construct that lowering does not know, or not in this place: better no machine than a wrong one."""

    def __init__(self, span: Span | None, words: str) -> None:
        super().__init__(f"{span}: {words}" if span else words)
        self.span = span
        self.words = words


class Pool(Generic[H]):
    """Things by number, each once."""

    def __init__(self) -> None:
        self.items: list[H] = []
        self._index: dict[H, int] = {}

    def add(self, item: H) -> int:
        """The number of the item, a new one if it is new."""
        found = self._index.get(item)
        if found is None:
            found = self._index[item] = len(self.items)
            self.items.append(item)
        return found


@dataclass(slots=True)
class Part:
    """A block under construction."""

    body: list[Stmt] = field(default_factory=list[Stmt])
    end: ops.End | None = None


class Bindings(dict[m.Local, Expr]):
    """What the locals of the rules stand for. The type of a local is that of the register bound to it."""

    def __init__(self, draft: Draft) -> None:
        super().__init__()
        self._draft = draft

    def __setitem__(self, local: m.Local, value: Expr) -> None:
        if isinstance(value, ops.Reg | ops.ListReg):
            noted = self._draft.entities if names_entities(local.type) else self._draft.numbers
            noted.add(value.reg)
        super().__setitem__(local, value)


@dataclass(frozen=True, slots=True)
class Leave:
    """Where `leave` goes: `return` value, `flag` (set a register and break), or `block`."""

    how: str
    value: Expr = NO
    target: int = 0


@dataclass(slots=True)
class KeptMove:
    """The names under which the answer to a window that is offered before `then` lies until it is carried out.

    made: 0 while nothing was offered, 1 for a pass, else 2 more than the index of the action in the program. by: who
    was asked. this: the piece whose action it is, or none. params: for each parameter the name of a thing and that of a
    number, whichever an action may have there. decision: the question, once it is written.
    """

    made: m.Local
    by: m.Local
    this: m.Local
    params: tuple[tuple[m.Local | None, m.Local | None], ...]
    decision: int = -1

    def names(self) -> list[m.Local]:
        """All of them, in the order in which they are handed on."""
        return [self.by, self.made, self.this, *(one for pair in self.params for one in pair if one is not None)]


@dataclass(slots=True)
class Makers:
    """How the bodies of procedures are made; each is set by the module that knows (see driver.py)."""

    scalar: Callable[[Code, m.Expr], None]
    set: Callable[[Code, m.Expr], None]
    define: Callable[[Code, m.Define], None]
    value: Callable[[Code, m.Value, bool], None]
    applies: Callable[[Code, m.Attachment], None]
    lives: Callable[[Code, m.Live], None]
    host: Callable[[Code, m.Kind], None]
    holder: Callable[[Code], None]
    can: Callable[[Code, m.Action], None]
    event: Callable[[Code, m.Event], None]
    move: Callable[[Code, m.MovePieces], None]
    settle: Callable[[Code, tuple[m.Attachment, ...]], None]
    at_once: Callable[[Code, m.AtOnceStmt, Run], None]
    procedure: Callable[[Code, m.Procedure, int], None]
    window: Callable[[Code, m.OfferWindow], None]
    unseen_window: Callable[[Code, m.OfferWindow, KeptMove], None]
    kept_move: Callable[[Code, m.OfferWindow, KeptMove], None]


class Work:
    """Everything that is being made for one program."""

    def __init__(self, program: m.Program, facts: Facts, slots: Slots) -> None:
        self.program = program
        self.facts = facts
        self.slots = slots
        self.tables: Pool[tuple[int, ...]] = Pool()
        self.templates: Pool[ops.TextTemplate] = Pool()
        self.sites: Pool[ops.Site] = Pool()
        self.drafts: list[Draft] = []
        self.decisions: list[ops.DecisionInfo] = []
        self.zones = zone_tables(program, slots)
        self.keepers = keepers(program)
        self.topology = Topology(program)
        self.edges = Edges(program)
        self.makers: Makers
        self.rules: Mapping[type[m.Expr], Callable[..., Expr]] = {}
        """What lowers each sort of expression (see expressions.py)."""
        self.statements = 0
        """How many statements have been written."""
        self._known: dict[Hashable, int] = {}
        self._kept: list[object] = []
        self._queue: deque[Fill] = deque()
        self.sites.add(ops.Site("", 0, 0, "", (), ""))

    # ---- interning --------------------------------------------------------------------------------------------------

    def table(self, values: Sequence[int]) -> int:
        """The number of a constant table."""
        return self.tables.add(tuple(values))

    def site(self, span: Span | None, cites: Sequence[str] = (), rule: str = "") -> int:
        """The number of a place in the rules; 0 for no place."""
        if span is None:
            return 0
        text = span.text.split("\n", 1)[0].strip()
        text = text if len(text) <= MOST_TEXT else text[: MOST_TEXT - 3] + "..."
        return self.sites.add(ops.Site(span.file.name, span.line, span.column, text, tuple(cites), rule))

    # ---- procedures -------------------------------------------------------------------------------------------------

    def known(self, key: Hashable) -> int | None:
        """The procedure of a key, if it has been asked for."""
        return self._known.get(key)

    def demand(
        self,
        key: Hashable,
        name: str,
        params: Sequence[tuple[m.Local | None, int]],
        fill: Callable[[Code], None],
        *,
        flow: bool = False,
        site: int = 0,
        keep: object = None,
        deep: int = 0,
    ) -> int:
        """The procedure of a key; the first to ask has it made.

        params: per parameter the local it stands for, if any, and its size (0: a number). fill writes the body. keep:
        an object whose identity is part of the key. deep: how often it may be going on at one time.
        """
        found = self._known.get(key)
        if found is not None:
            return found
        draft = Draft(len(self.drafts), name, len(params), flow, site, [size for _, size in params])
        self.drafts.append(draft)
        draft.deep = deep
        self._known[key] = draft.id
        self._kept.append(keep)
        self._queue.append(lambda: self._make(draft, params, fill))
        return draft.id

    def finish(self) -> None:
        """Make every procedure that was asked for."""
        while self._queue:
            self._queue.popleft()()

    def _make(self, draft: Draft, params: Sequence[tuple[m.Local | None, int]], fill: Callable[[Code], None]) -> None:
        code = Code(self, draft)
        for reg, (local, size) in enumerate(params):
            if local is not None:
                code.env[local] = ops.ListReg(reg) if size else ops.Reg(reg)
        fill(code)
        code.close()


class Code:
    """One procedure being written."""

    def __init__(self, work: Work, draft: Draft) -> None:
        self.work = work
        self.draft = draft
        self.sizes = draft.sizes
        self.flow = draft.flow
        self.env: dict[m.Local, Expr] = Bindings(draft)
        self.out: list[Stmt] = []
        self.parts: list[Part] = []
        self.here = -1
        self.inside = 0
        """How many structured bodies are open."""
        self.leave = Leave("return")
        self.loops: list[tuple[int, int] | None] = []
        """Loops around: None for a structured one, else the blocks after it and of its next turn."""
        self.quiet = False
        """Inside the effect of an event: the always-rules wait for its end."""
        self.bare = False
        """Inside `given`: nothing reacts to what is done."""
        self.seal: ops.SealInfo | None = None
        """The sealed choices that are being made."""
        self.offered: dict[m.OfferWindow, KeptMove] = {}
        """The windows that are offered in sealed choices, and where the answers lie."""
        self.used: dict[m.Event, frozenset[m.Attachment]] = {}
        """What an event means in the body of an `instead of` rule: the event less these rules."""
        self.replaced: frozenset[m.Attachment] = frozenset()
        """The instead-rules that this procedure's own event is without."""
        self.hooks: tuple[m.Attachment, ...] = ()
        """The rules on `move` that this procedure runs."""
        self.rule = ""
        self.root: m.Expr | None = None
        """The expression that this function computes: directly in it, parts may be put into registers."""
        self.sure: frozenset[m.Local] = frozenset()
        """Locals that are not none here, whatever they may be elsewhere: parameters of what is written out."""
        self.inlining: list[m.Define | m.Value] = []
        if self.flow:
            self.begin(self.label())

    def there(self, node: m.Expr) -> bool:
        """Whether an expression is surely not none here."""
        return self.work.facts.presence.expr(node, self.sure)

    # ---- registers and locals ---------------------------------------------------------------------------------------

    def register(self, size: int = 0, *, number: bool = False) -> int:
        """A new register: a number, or a list of at most `size`. number: it never holds an entity.

        Of a register bound to a local that need not be said; without it, a register may hold anything.
        """
        self.sizes.append(size)
        reg = len(self.sizes) - 1
        if number:
            self.draft.numbers.add(reg)
        return reg

    def keep(self, value: Expr) -> Expr:
        """A value as something that can be written several times."""
        return value if simple(value) else self.variable(value)

    def variable(self, value: Expr, *, number: bool = False) -> ops.Reg:
        """A new register set to a value. number: it never holds an entity."""
        reg = ops.Reg(self.register(number=number))
        self.emit(ops.SetReg(reg.reg, value))
        return reg

    def as_register(self, value: Expr) -> int:
        """The register that holds a value; a new one if it lies in none."""
        return value.reg if isinstance(value, ops.Reg) else self.variable(value).reg

    # ---- statements -------------------------------------------------------------------------------------------------

    def emit(self, stmt: Stmt) -> None:
        """Add a statement to the open body; NotLowered when a machine is full."""
        self.work.statements += 1
        if self.work.statements > MOST_STATEMENTS:
            words = (
                f"this game becomes more than {MOST_STATEMENTS:,} instructions: something in it is repeated too often"
            )
            raise NotLowered(None, words)
        self.out.append(stmt)

    def nested(self, fill: Fill) -> tuple[Stmt, ...]:
        """What `fill` writes, as a body of its own."""
        outer, self.out = self.out, []
        self.inside += 1
        fill()
        self.inside -= 1
        body, self.out = tuple(self.out), outer
        return body

    def when(self, test: Expr, then: Fill, otherwise: Fill | None = None) -> None:
        """A structured branch; a known test leaves one side."""
        if isinstance(test, ops.Const):
            if test.value:
                then()
            elif otherwise is not None:
                otherwise()
            return
        yes = self.nested(then)
        no = () if otherwise is None else self.nested(otherwise)
        if yes or no:
            self.emit(ops.IfDo(test, yes, no))

    def fail(self, code: str, site: int) -> None:
        """An error of the description."""
        self.emit(ops.Fail(code, site))

    def give(self, value: Expr) -> None:
        """End the procedure with a value."""
        if self.flow:
            if self.inside:
                raise NotLowered(None, "a flow cannot return from inside a structured body")
            self.end(ops.ReturnFlow(value))
            self.begin(self.label())
        else:
            self.emit(ops.Return(value))

    # ---- blocks of a flow -------------------------------------------------------------------------------------------

    def label(self) -> int:
        """A new block, still empty."""
        self.parts.append(Part())
        return len(self.parts) - 1

    def begin(self, block: int) -> None:
        """Go on writing in a block."""
        self.here = block
        self.out = self.parts[block].body

    def end(self, end: ops.End) -> None:
        """End the open block; what is written behind it without a new block is lost."""
        part = self.parts[self.here]
        if part.end is None:
            part.end = end
        self.out = []

    def to(self, block: int) -> None:
        """End the open block and go on with another one."""
        self.end(ops.Jump(block))
        self.begin(block)

    def close(self) -> None:
        """The end of the procedure: hand the body over. Blocks that nothing reaches are dropped."""
        if not self.flow:
            self.draft.body = tuple(self.out)
            return
        self.end(ops.ReturnFlow(NO))
        parts = [(part.body, part.end or ops.ReturnFlow(NO)) for part in self.parts]
        self.draft.blocks = tuple(tidy([ops.Block(tuple(body), end) for body, end in parts]))
