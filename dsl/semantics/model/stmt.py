"""The checked program: statements. See `model`."""

from __future__ import annotations

from dsl.semantics.model.base import Expr, Stmt, Template
from dsl.semantics.model.named import Define, Delayed, Event, Lasting, Limit, Memory, Procedure, Value, Window
from dsl.semantics.model.sets import Filter
from dsl.semantics.model.types import Field, Local
from dsl.struct import struct


@struct
class AssignField(Stmt):
    """set/raise/lower a var field. how: set, raise, lower. Edge policy is the field type's.

    A bag is changed by a bag; with `part` (a value of its enum) what it holds of that is changed by a number.
    """

    how: str
    field: Field
    subject: Expr | None
    value: Expr
    part: Expr | None = None


@struct
class LetLocal(Stmt):
    """Bind a local."""

    local: Local
    value: Expr


@struct
class MovePieces(Stmt):
    """Move one piece or each of a set. target: a ZoneValue, or a Ref to a space/card whose only fitting zone is `zone`.

    end: top (also the default, and the only one for cards and bags) or bottom. face: up, down or None (unchanged).
    target None: to the box. A target of the kind Cell is the cell of a layout where the piece is laid.
    """

    what: Expr
    target: Expr | None
    end: str
    face: str | None


@struct
class TurnPieces(Stmt):
    """Turn one piece or each of a set face up or down."""

    what: Expr
    face: str


@struct
class ShuffleZone(Stmt):
    """Shuffle an ordered zone; everybody forgets who lies where."""

    zone: Expr


@struct
class ShowPieces(Stmt):
    """player learns the identities of a set; player None: everybody does."""

    what: Expr
    player: Expr | None


@struct
class TellFact(Stmt):
    """who (a player, or a set of players) learns of the piece `subject` that `fact`, an expression over what is printed
    on it, is what it is. how: value, whether, or that (then it must be true).
    """

    who: Expr
    subject: Local
    fact: Expr
    how: str


@struct
class SayText(Stmt):
    """A line of the public log."""

    template: Template


@struct
class Perform(Stmt):
    """An event with its attached rules (or, for an action's name, the action's effects: then me is who acts)."""

    event: Event
    args: tuple[Expr, ...]
    me: Expr | None = None


@struct
class RunProcedure(Stmt):
    """Call a procedure, phase or step. A card's own procedure (polymorphic) is chosen by the piece in args[0].

    first: with which of its statements it begins; only a scenario says so.
    """

    procedure: Procedure
    args: tuple[Expr, ...]
    first: int = 0


@struct
class PayFrom(Stmt):
    """Lower a number or bag by an amount; in an action it is also a requirement. words: why it cannot be paid.

    part: see AssignField.
    """

    amount: Expr
    field: Field
    subject: Expr | None
    words: Template | None = None
    part: Expr | None = None


@struct
class JumpOut(Stmt):
    """stop, skip or leave, if condition."""

    how: str
    condition: Expr | None


@struct
class FinishGame(Stmt):
    """how: won, lost (who), drawn, scored (score: a number field or value of Player). because: words."""

    how: str
    who: Expr | None
    score: Define | Value | Field | None
    because: Template | None


@struct
class DrawChance(Stmt):
    """Pick uniformly from a set (must not be empty) on a stream."""

    local: Local
    domain: Expr
    stream: str


@struct
class Remember(Stmt):
    """Add the present position to a memory, or empty it."""

    memory: Memory
    forget: bool


@struct
class Skip(Stmt):
    """Do nothing."""


@struct
class Missing(Stmt):
    """`unimplemented`: playing it is an error with these words."""

    words: str


@struct
class IfStmt(Stmt):
    """Branches in order, then otherwise."""

    branches: tuple[tuple[Expr, tuple[Stmt, ...]], ...]
    otherwise: tuple[Stmt, ...]


@struct
class ForEachStmt(Stmt):
    """For each member of the set as it is when the loop begins (in order of `order`, ties in set order)."""

    over: Filter
    order: Expr | None
    down: bool
    body: tuple[Stmt, ...]


@struct
class ForCountStmt(Stmt):
    """Count from first to last, both included."""

    local: Local
    first: Expr
    last: Expr
    down: bool
    body: tuple[Stmt, ...]


@struct
class RepeatStmt(Stmt):
    """Repeat until (tested before each turn) at most n times. With `until`, running out of turns is the error BOUND."""

    until: Expr | None
    at_most: int
    body: tuple[Stmt, ...]


@struct
class ChooseMember(Stmt):
    """player picks one member; no member: if_none runs (local is none). prompt: words shown; secret inside `sealed`.

    words: what a player is told who names something that is no member. openly: all see which piece is chosen, though it
    lies where others do not see it.
    """

    local: Local
    over: Filter
    player: Expr
    prompt: Template
    if_none: tuple[Stmt, ...]
    words: Template | None = None
    openly: bool = False


@struct
class ChooseSeveral(Stmt):
    """player picks between low and high members (ascending picks, then `done`); arrange: all, in an order.

    local holds the list. Fewer than low members: all of them.

    A plan (start or test is there): single edits in any order. It begins with the members that are in `start`; one of
    these may be put back once; the choice ends when `test` holds for the list as it is, and the player is done, or when
    nothing can be edited any more. words: what a player is told who would be done and cannot be.

    edits: the words before a member that is taken, and before one that is put back. other: what a player is told who
    names something that is no member.
    """

    local: Local
    over: Filter
    low: Expr | None
    high: Expr | None
    arrange: bool
    player: Expr
    prompt: Template
    if_none: tuple[Stmt, ...]
    start: Expr | None = None
    test: Expr | None = None
    words: Template | None = None
    edits: tuple[str, str] = ("take", "put back")
    other: Template | None = None
    openly: bool = False


@struct
class ChooseBranch(Stmt):
    """player picks one of the written options whose condition holds; none open: nothing happens. `may` is one too."""

    player: Expr
    prompt: Template
    options: tuple[tuple[Template, Expr | None, tuple[Stmt, ...]], ...]


@struct
class OfferWindow(Stmt):
    """player makes one move of the window or passes (local `passed`). no_passing: no pass while a move exists. prompt:
    the words of the question, if they are not those of the window. refusal: the words for who would pass and cannot.
    """

    window: Window
    player: Expr
    passed: Local
    no_passing: bool
    prompt: Template | None = None
    refusal: Template | None = None


@struct
class SealedChoices(Stmt):
    """For each member of `over` (in order of `order`, ties in set order), its choices (body) are made unseen;
    afterwards, for each again, `then` runs.
    """

    over: Filter
    order: Expr | None
    down: bool
    body: tuple[Stmt, ...]
    then: tuple[Stmt, ...]


@struct
class AtOnceStmt(Stmt):
    """The events of body form one batch: permissions, replacements and `before` of all; then all effects; then `always`
    once; then the `after` rules of all. body holds Perform, ForEachStmt and IfStmt only."""

    body: tuple[Stmt, ...]


@struct
class StartLasting(Stmt):
    """Begin one instance of a lasting effect with the present values of its captured locals."""

    lasting: Lasting


@struct
class Later(Stmt):
    """At the end of its anchor, run the body with the present values of its captured locals."""

    later: Delayed


@struct
class CountUse(Stmt):
    """Count one use of a limit for its key."""

    limit: Limit
    key: Expr | None
