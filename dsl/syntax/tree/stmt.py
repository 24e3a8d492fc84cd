"""The syntax tree: statements, and the items that may stand among them. See `tree`."""

from __future__ import annotations

from dsl.struct import struct
from dsl.syntax.tree.expr import Binder, Cite, Expr, Name, Node, Text, Type


@struct
class Stmt(Node):
    """A statement. `cites` are the rules of the ledger that it writes down."""

    cites: tuple[Cite, ...]


@struct
class Item(Node):
    """What stands at column 0, or inside a kind or a card."""

    cites: tuple[Cite, ...]


@struct
class WhileItem(Item):
    """`while c: rules`; also a statement's place is allowed in a card: the rules hold while c does."""

    condition: Expr
    rules: tuple[Item, ...]


@struct
class Block(Node):
    """Statements under a colon; `cites` belong to the header."""

    cites: tuple[Cite, ...]
    body: tuple[Stmt | WhileItem, ...]


@struct
class Assign(Stmt):
    """`set x to e`, `raise x by e`, `lower x by e`; how is `set`, `raise`, `lower`."""

    how: str
    target: Expr
    value: Expr


@struct
class Let(Stmt):
    """`let n be e`: a local name; with a type it may be changed."""

    name: Name
    type: Type | None
    value: Expr


@struct
class Move(Stmt):
    """`move what to zone [face up|down]`; target may be an `EndOf`."""

    what: Expr
    target: Expr
    face: str | None


@struct
class Turn(Stmt):
    """`turn x face up`."""

    what: Expr
    face: str


@struct
class Shuffle(Stmt):
    """`shuffle deck`."""

    zone: Expr


@struct
class Show(Stmt):
    """`show SET to p` (a private look); `reveal SET` has no player and shows it to all."""

    what: Expr
    player: Expr | None


@struct
class Tell(Stmt):
    """`tell p colour of c`, `tell p that c.rank > 3`, `tell p whether c is Red`: a part of what a piece is.

    how: value, that, whether.
    """

    who: Expr
    what: Expr
    how: str


@struct
class Say(Stmt):
    """`say "..."`: a line of the log; `{...}` holds an expression."""

    text: Text


@struct
class CallStmt(Stmt):
    """`wound u by 2`: an event or a procedure.

    words: the preposition before each argument ('' for none, ',' for a comma).
    """

    name: Name
    words: tuple[str, ...]
    args: tuple[Expr, ...]


@struct
class Pay(Stmt):
    """`pay 3 from me.gold else "..."`: only possible when there is enough."""

    amount: Expr
    target: Expr
    otherwise: Text | None


@struct
class Jump(Stmt):
    """`stop` (leave the loop), `skip` (next turn of the loop), `leave` (the procedure), each `[if c]`."""

    how: str
    condition: Expr | None


@struct
class EndGame(Stmt):
    """`end game won|lost by p`, `drawn`, `scored by value`; because: the words for the players."""

    how: str
    who: Expr | None
    score: Name | None
    because: Text | None


@struct
class Random(Stmt):
    """`random k from 1..6 [on stream]`: chance picks a member of a set."""

    name: Name
    domain: Expr
    stream: Name | None


@struct
class Nothing(Stmt):
    """`nothing`."""


@struct
class Unimplemented(Stmt):
    """`unimplemented "..."`: counted as missing; refused when played."""

    text: Text


@struct
class If(Stmt):
    """`if c: ... else if d: ... else: ...` as (condition, block) branches and an else block."""

    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block | None


@struct
class ForEach(Stmt):
    """`for each u in SET [in order of e [down]]`; the set is fixed when the loop begins."""

    binder: Binder
    order: Expr | None
    down: bool
    body: Block


@struct
class ForCount(Stmt):
    """`for i from a to b` or `down to`."""

    name: Name
    first: Expr
    last: Expr
    down: bool
    body: Block


@struct
class Repeat(Stmt):
    """`repeat [until c] [at most n times]`."""

    until: Expr | None
    at_most: Expr | None
    body: Block


@struct
class Choose(Stmt):
    """`choose x from SET where c by p as "prompt" else "words"`, with an answer for an empty set.

    words: what somebody is told who asks why something else cannot be chosen. openly: see ChooseMany.
    """

    binder: Binder
    by: Expr | None
    prompt: Text | None
    words: Text | None
    if_none: Block | None
    openly: bool = False


@struct
class ChooseMany(Stmt):
    """`choose 2 c from`, `choose up to n c from`, `choose any number of c from`, `arrange c from` (all, in an order).

    low and high: bounds of the number (None, None for `any number of`); arrange: the order counts and all are taken.
    start, test, words: of a plan, `starting with SET, provided CONDITION else "words"`. edits: what taking a member and
    putting it back are called. other: the words for who names what is no member. openly: everybody sees what is chosen,
    and in which order, though it lies where others do not see it.
    """

    binder: Binder
    low: Expr | None
    high: Expr | None
    arrange: bool
    by: Expr | None
    prompt: Text | None
    if_none: Block | None
    start: Expr | None = None
    test: Expr | None = None
    words: Text | None = None
    edits: tuple[Text, ...] = ()
    other: Text | None = None
    openly: bool = False


@struct
class ChooseOption(Node):
    """One `option "words" [if c]: ...`."""

    words: Text
    condition: Expr | None
    body: Block


@struct
class ChooseOne(Stmt):
    """`choose one:` between written options."""

    by: Expr | None
    prompt: Text | None
    options: tuple[ChooseOption, ...]


@struct
class May(Stmt):
    """`may "words": ... else: ...`."""

    words: Text
    by: Expr | None
    body: Block
    otherwise: Block | None


@struct
class Offer(Stmt):
    """`offer window to p [as "words"] [, no passing [else "words"]]`: one move of it, or pass; sets `passed`."""

    window: Name
    player: Expr
    prompt: Text | None
    no_passing: bool
    refusal: Text | None


@struct
class Requires(Stmt):
    """`requires label: c else "words"`."""

    label: Name | None
    condition: Expr
    otherwise: Text | None


@struct
class Remember(Stmt):
    """`remember past`: the present position is added to a memory; `forget past`: it is emptied."""

    name: Name
    forget: bool


@struct
class Provided(Stmt):
    """`provided afterwards label: c else "words"`: what must hold when the effects of an action have happened."""

    label: Name | None
    condition: Expr
    otherwise: Text | None


@struct
class Uses(Stmt):
    """`uses limit`."""

    limit: Name


@struct
class Sealed(Stmt):
    """`sealed for each p in players [in order of e [down]]: choices  then: effects`."""

    binder: Binder
    order: Expr | None
    down: bool
    body: Block
    then: Block


@struct
class AtOnce(Stmt):
    """`at once: events`, applied together."""

    body: Block


@struct
class Tells(Stmt):
    """`tells "words": effects`: what hidden things decide in them is told; words: what that is."""

    words: Text
    body: Block


@struct
class UntilEnd(Stmt):
    """`until end of round: rules`: lasting rules; at_most: how many may run at a time."""

    anchor: Name
    at_most: Expr | None
    rules: tuple[Item, ...]


@struct
class AtEnd(Stmt):
    """`at end of round: effects`, done later with the names as they are now."""

    anchor: Name
    body: Block


@struct
class Pattern(Node):
    """`wound u by n`: an event or action and names for its parameters, from the left."""

    name: Name
    words: tuple[str, ...]
    binders: tuple[Name, ...]
